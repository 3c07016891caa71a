import AgateDiagnostics
import CoreText
import QuartzCore

/// A single line of text that the user edits with the keyboard.
///
/// Text comes from the host's keyboard. The arrow keys, Home, End, Backspace and Delete edit, and a touch moves the caret. Shift doesn't
/// select text; programs select by `selectedTextRange`.
@preconcurrency @MainActor open class UITextField: UIControl, UITextInput, EditableText {
    /// The border around the text.
    public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
    /// The condition under which a side view shows.
    public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
    /// The reason for the end of editing.
    public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }

    private let caret = TextCaret(), mark = UIView()
    /// Labels show the text and the placeholder, or what a subclass draws in their place.
    private lazy var shown: UILabel = FieldPart.make(for: self, .text)
    private lazy var hint: UILabel = FieldPart.make(for: self, .placeholder)
    private let clearer = UIButton(type: .custom)
    /// The distance in points by which long text is moved to the left, so that the caret is visible.
    private var shift: CGFloat = 0
    private let clip = UIView()
    /// The border, the background of a rounded one, and the background image; nil without any of them.
    private var edge: UIView?
    // The values that the field has given to the side views' `isHidden`; see `setStandard`.
    private var hidesLeft = false, hidesRight = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        isOpaque = false
        isAccessibilityElement = true
        clip.clipsToBounds = true
        clip.isUserInteractionEnabled = false
        for view in [hint, mark, shown, caret] { clip.addSubview(view) }
        mark.isHidden = true
        addSubview(clip)
        hint.textColor = .placeholderText
        clearer.setImage(
            UIImage(systemName: "xmark.circle.fill", withConfiguration: UIImage.SymbolConfiguration(pointSize: 13)), for: .normal)
        clearer.tintColor = .placeholderText
        clearer.addAction(UIAction { [weak self] _ in self?.clearTapped() }, for: .touchUpInside)
        clearer.isHidden = true
        addSubview(clearer)
        refresh()
    }

    // MARK: Text

    final var edited = EditedText()
    final var undo = TextUndo()
    /// The plain text.
    open var text: String? {
        get { edited.content.string }
        set {
            setContent(StyledText(newValue ?? ""))
            refresh()
        }
    }
    /// The text with its attributes. The field's own attributes apply where the text has none.
    open var attributedText: NSAttributedString? {
        get { edited.content.attributed }
        set {
            setContent(newValue.map { StyledText($0) } ?? StyledText())
            refresh()
        }
    }
    /// The font of the text; the system font of 17 points by default, and for nil.
    open var font: UIFont? = standardFont {
        didSet {
            if font == nil { font = Self.standardFont }
            refresh()
        }
    }
    private static var standardFont: UIFont { .systemFont(ofSize: UIFont.labelFontSize) }
    private var usedFont: UIFont { font ?? Self.standardFont }
    /// The color of the text.
    open var textColor: UIColor? = .label {
        didSet {
            if textColor == nil { textColor = .label }
            refresh()
        }
    }
    /// The alignment of the text.
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsLayout() } }
    /// The text that an empty field shows.
    open var placeholder: String? { didSet { refresh() } }
    /// The text that an empty field shows, with attributes.
    open var attributedPlaceholder: NSAttributedString? { didSet { refresh() } }
    /// The border around the text. A subview behind all others draws it; the layer's border and corner radius are the program's.
    open var borderStyle = BorderStyle.none { didSet { if borderStyle != oldValue { showBorder() } } }
    /// The background color. A rounded border shows the color inside it, or the system's background color for nil.
    open override var backgroundColor: UIColor? { didSet { if borderStyle == .roundedRect { showEdge() } } }
    /// Stored, without effect: the text keeps its size, and scrolls. Setting it to true reports one diagnostic.
    open var adjustsFontSizeToFitWidth = false {
        didSet {
            KeptProperty.report("UITextField.adjustsFontSizeToFitWidth", adjustsFontSizeToFitWidth, "the text keeps its size and scrolls")
        }
    }
    /// The minimum font size in points. Stored, without effect: the text keeps its size.
    open var minimumFontSize: CGFloat = 0
    /// A Boolean value that indicates whether the font follows the preferred text size. Stored, without effect in text fields and views.
    open var adjustsFontForContentSizeCategory = false
    /// The attributes of typed text, over those of the field.
    open var typingAttributes: [NSAttributedString.Key: Any]?
    /// The attributes of the whole text and of typed text.
    open var defaultTextAttributes: [NSAttributedString.Key: Any] {
        get { moreAttributes.merging([.font: usedFont, .foregroundColor: textColor ?? .label]) { $1 } }
        set {
            moreAttributes = newValue
            if let style = newValue[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
            textColor = newValue[.foregroundColor] as? UIColor
            font = newValue[.font] as? UIFont
        }
    }
    /// The attributes beside the font and the color.
    private var moreAttributes: [NSAttributedString.Key: Any] = [:]
    /// A Boolean value that indicates whether the field is cleared when editing begins.
    open var clearsOnBeginEditing = false
    /// A Boolean value that indicates whether the next typed text replaces the whole text; false by default. It becomes false after the
    /// replacement, or when the caret moves.
    open var clearsOnInsertion = false
    /// A Boolean value that indicates whether the user may change fonts and colors. Stored, without effect.
    open var allowsEditingTextAttributes = false
    /// An image behind the text, stretched to the field; nil by default. Unlike with Apple's, the border still shows.
    open var background: UIImage? { didSet { showEdge() } }
    /// An image for a disabled field; nil, the default, uses `background`. As with Apple's, it doesn't show without a `background`.
    open var disabledBackground: UIImage? { didSet { showEdge() } }
    open override var isEnabled: Bool { didSet { if isEnabled != oldValue { showEdge() } } }

    // Traits of an on-screen keyboard.
    /// The automatic capitalization. Stored, without effect: text comes from hardware keyboards.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// The automatic correction. Stored, without effect: text comes from hardware keyboards.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// The check of spelling. Stored, without effect: text comes from hardware keyboards.
    open var spellCheckingType = UITextSpellCheckingType.default
    /// The replacement of straight quotes by curved ones. Stored, without effect: text comes from hardware keyboards.
    open var smartQuotesType = UITextSmartQuotesType.default
    /// The replacement of two hyphens by a dash. Stored, without effect: text comes from hardware keyboards.
    open var smartDashesType = UITextSmartDashesType.default
    /// The adjustment of spaces around pasted text. Stored, without effect: text comes from hardware keyboards.
    open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
    /// The type of the keyboard. Stored, without effect: text comes from hardware keyboards.
    open var keyboardType = UIKeyboardType.default
    /// The appearance of the keyboard. Stored, without effect: text comes from hardware keyboards.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// The title of the Return key. Stored, without effect: text comes from hardware keyboards.
    open var returnKeyType = UIReturnKeyType.default
    /// A Boolean value that indicates whether the Return key is disabled while there is no text. Stored, without effect: text comes from
    /// hardware keyboards.
    open var enablesReturnKeyAutomatically = false
    /// The meaning of the text, for automatic completion. Stored, without effect.
    open var textContentType: UITextContentType!
    /// A Boolean value that indicates whether dots replace the characters.
    open var isSecureTextEntry = false { didSet { refresh() } }

    private var ownInput: UIView?, ownAccessory: UIView?
    open override var inputView: UIView? {
        get { ownInput }
        set { ownInput = newValue }
    }
    open override var inputAccessoryView: UIView? {
        get { ownAccessory }
        set { ownAccessory = newValue }
    }

    // MARK: Side views

    /// A view before the text, with the size of its bounds.
    open var leftView: UIView? {
        didSet {
            // The same view again changes no layout: programs set it in `layoutSubviews`.
            guard leftView !== oldValue else { return }
            hidesLeft = false
            replace(oldValue, leftView)
        }
    }
    /// The condition under which the view before the text shows.
    open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
    /// A view after the text, with the size of its bounds.
    open var rightView: UIView? {
        didSet {
            // The same view again changes no layout: programs set it in `layoutSubviews`.
            guard rightView !== oldValue else { return }
            hidesRight = false
            replace(oldValue, rightView)
        }
    }
    /// The condition under which the view after the text shows.
    open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }
    /// The condition under which the clear button shows.
    open var clearButtonMode = ViewMode.never { didSet { setNeedsLayout() } }

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { addSubview(new) }
        setNeedsLayout()
    }

    private func shows(_ mode: ViewMode) -> Bool {
        switch mode {
        case .never: false
        case .always: true
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        }
    }

    // MARK: Rectangles; subclasses override them

    /// Returns the frame of the border and of the background image, in the field's coordinates.
    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    /// Returns the frame of the text while it isn't edited, in the field's coordinates.
    open func textRect(forBounds bounds: CGRect) -> CGRect { standardRect(bounds) }
    private func standardRect(_ bounds: CGRect) -> CGRect {
        var rect = bounds.insetBy(dx: borderStyle == .none ? 0 : 7, dy: 0)
        if leftView != nil, shows(leftViewMode) {
            let taken = leftViewRect(forBounds: bounds)
            rect.size.width -= max(0, taken.maxX - rect.minX)
            rect.origin.x = max(rect.minX, taken.maxX)
        }
        if rightView != nil, shows(rightViewMode) {
            rect.size.width = max(0, rightViewRect(forBounds: bounds).minX - rect.minX)
        } else if showsClearButton {
            rect.size.width = max(0, clearButtonRect(forBounds: bounds).minX - rect.minX)
        }
        return rect
    }
    /// Returns the frame of the text while it is edited, in the field's coordinates. As in UIKit, an overridden `textRect` doesn't change
    /// it: subclasses override both, and each begins with the standard one.
    open func editingRect(forBounds bounds: CGRect) -> CGRect { standardRect(bounds) }
    /// Returns the frame of the placeholder, in the field's coordinates.
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
    /// Returns the frame of the clear button, in the field's coordinates.
    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(x: bounds.maxX - 24, y: bounds.midY - 10, width: 20, height: 20)
    }
    /// Returns the frame of the left view, in the field's coordinates.
    open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
        let size = leftView?.bounds.size ?? .zero
        return CGRect(x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
    /// Returns the frame of the right view, in the field's coordinates.
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
        let size = rightView?.bounds.size ?? .zero
        return CGRect(x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
    /// Draws the text in a rectangle of the field, vertically centered. Called for subclasses that override it, with the text's rectangle,
    /// while the field isn't edited; otherwise a label shows the text.
    open func drawText(in rect: CGRect) { displayed.attributed.draw(centeredIn: rect) }
    /// Draws the placeholder in a rectangle of the field, vertically centered. Called for subclasses that override it, with the
    /// placeholder's rectangle; otherwise a label shows the placeholder.
    open func drawPlaceholder(in rect: CGRect) {
        let attributes: [NSAttributedString.Key: Any] = [.font: font ?? usedFont, .foregroundColor: UIColor.placeholderText]
        (attributedPlaceholder ?? NSAttributedString(string: placeholder ?? "", attributes: attributes)).draw(centeredIn: rect)
    }
    open override func setNeedsDisplay() {
        super.setNeedsDisplay()
        for part in [shown, hint] where part is FieldPart { part.setNeedsDisplay() }
    }

    private var showsClearButton: Bool { shows(clearButtonMode) && hasText }

    // MARK: Display

    private var displayed: StyledText {
        let standard = defaultTextAttributes
        if isSecureTextEntry { return StyledText(SecureText.dots(for: edited.content.string, keepingLineBreaks: false), standard) }
        var made = edited.content
        made.changeSpans { own in own = standard.merging(own) { $1 } }
        return made
    }

    private func refresh() {
        shown.styledText = displayed
        shown.lineBreakMode = .byClipping
        if let attributedPlaceholder {
            hint.attributedText = attributedPlaceholder
        } else {
            hint.font = font
            hint.text = placeholder
            hint.textColor = .placeholderText
        }
        hint.isHidden = hasText
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func showBorder() {
        let isRounded = borderStyle == .roundedRect
        if flags.contains(.hasInnerBackground) != isRounded {
            flags.set(.hasInnerBackground, isRounded)
            if backgroundColor != nil { showBackground() }
        }
        showEdge()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// Updates the subview that draws the border and the background image.
    private func showEdge() {
        let picture = background.map { isEnabled ? $0 : disabledBackground ?? $0 }
        if borderStyle == .none, picture == nil {
            edge?.removeFromSuperview()
            return edge = nil
        }
        let view = edge ?? UIView(frame: borderRect(forBounds: bounds))
        if edge == nil {
            view.isUserInteractionEnabled = false
            insertSubview(view, at: 0)
            edge = view
        }
        let isRounded = borderStyle == .roundedRect
        view.backgroundColor = isRounded ? backgroundColor ?? .systemBackground : nil
        view.layer.contents = picture?.cgImage
        view.layer.cornerRadius = isRounded ? 5 : 0
        view.layer.borderWidth = borderStyle == .none ? 0 : isRounded ? 0.5 : 1
        traitCollection.performAsCurrent { view.layer.borderColor = (isRounded ? UIColor.systemGray4 : UIColor.label).cgColor }
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        showEdge()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        edge?.frame = borderRect(forBounds: bounds)
        if let leftView { hidesLeft = leftView.setStandard(!shows(leftViewMode), \.isHidden, last: hidesLeft) }
        if let rightView { hidesRight = rightView.setStandard(!shows(rightViewMode), \.isHidden, last: hidesRight) }
        clearer.isHidden = !showsClearButton || (rightView != nil && shows(rightViewMode))
        leftView?.frame = leftViewRect(forBounds: bounds)
        rightView?.frame = rightViewRect(forBounds: bounds)
        clearer.frame = clearButtonRect(forBounds: bounds)
        let rect = isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
        UIView.performWithoutAnimation {
            clip.frame = rect
            let hintRect = placeholderRect(forBounds: bounds).offsetBy(dx: -rect.minX, dy: -rect.minY)
            let hintSize = hint is FieldPart ? hintRect.size : hint.sizeThatFits(hintRect.size)
            hint.frame = CGRect(
                x: start(hintSize.width, hintRect.width) + hintRect.minX,
                y: hintRect.minY + (hintRect.height - hintSize.height) * shareAbove, width: hintSize.width,
                height: hintSize.height)
            let size = shown.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: rect.height))
            let selection = edited.selection, caretX = offset(of: selection.location)
            if size.width + TextCaret.width <= rect.width {
                shift = 0
            } else {
                shift = min(max(shift, caretX + TextCaret.width - rect.width), caretX)
                if !isEditing { shift = 0 }
            }
            let x = start(size.width, rect.width) - shift
            shown.frame =
                shown is FieldPart && !isEditing
                ? CGRect(origin: .zero, size: rect.size)
                : CGRect(x: x, y: ((rect.height - size.height) * shareAbove).rounded(), width: max(size.width, 1), height: size.height)
            // Subclasses override this method to hide the caret or to change its size.
            caret.frame = caretRect(for: TextOffset(selection.location)).offsetBy(dx: -rect.minX, dy: -rect.minY)
            caret.backgroundColor = tintColor
            mark.isHidden = selection.length == 0 || !isEditing
            if !mark.isHidden {
                mark.frame = selectionRect(selection).offsetBy(dx: -rect.minX, dy: -rect.minY)
                mark.backgroundColor = tintColor.withAlphaComponent(0.2)
            }
        }
    }

    /// The share of the remaining height that is above the text.
    private var shareAbove: CGFloat {
        switch contentVerticalAlignment {
        case .top: 0
        case .bottom: 1
        case .center, .fill: 0.5
        }
    }

    private func start(_ width: CGFloat, _ room: CGFloat) -> CGFloat {
        guard width < room else { return 0 }
        switch textAlignment {
        case .center: return ((room - width) / 2).rounded()
        case .right: return room - width - TextCaret.width
        case .natural, .justified: return effectiveUserInterfaceLayoutDirection == .rightToLeft ? room - width - TextCaret.width : 0
        case .left: return 0
        }
    }

    /// Returns the location in the text at a horizontal distance from its beginning, in points.
    private func place(at x: CGFloat) -> Int {
        let index = max(0, CTLineGetStringIndexForPosition(CTLine.of(displayed), CGPoint(x: x, y: 0)))
        return min(textPlace(index), edited.length)
    }

    /// Returns the distance of a location from the beginning of the text, in points.
    private func offset(of place: Int) -> CGFloat {
        CGFloat(CTLineGetOffsetForStringIndex(CTLine.of(displayed), shownPlace(place), nil))
    }

    open override var intrinsicContentSize: CGSize {
        let size = (hasText ? shown : hint).sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: 0))
        let line = usedFont.lineHeight.rounded(.up)
        let border: CGFloat = borderStyle == .none ? 0 : 14
        return CGSize(
            width: size.width.rounded(.up) + border + TextCaret.width,
            height: line + (borderStyle == .roundedRect ? 12 : borderStyle == .none ? 2 : 5))
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
    override var firstBaseline: Baseline { .ofLine(usedFont, shareAbove: shareAbove) }
    override var lastBaseline: Baseline { firstBaseline }

    // MARK: Editing

    /// The delegate, called when the text is edited; not retained.
    open weak var delegate: (any UITextFieldDelegate)?
    /// A Boolean value that indicates whether the field is first responder.
    open var isEditing: Bool { isFirstResponder }
    open override var canBecomeFirstResponder: Bool { isEnabled }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard window != nil, delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
        if clearsOnBeginEditing { text = "" }
        edited.selection = edited.range(of: nil)
        caret.blink()
        setNeedsLayout()
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        caret.hide()
        setNeedsLayout()
        delegate?.textFieldDidEndEditing(self, reason: .committed)
        sendActions(for: .editingDidEnd)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return true
    }

    /// A Boolean value that indicates whether the field has text.
    open var hasText: Bool { edited.length > 0 }

    /// Inserts text at the caret, without its line breaks, if the delegate allows it. A line break acts as Return.
    open func insertText(_ text: String) {
        let plain = text.filter { !$0.isNewline }
        if !plain.isEmpty { insertTyped(plain) }
        if plain.count != text.count { returnPressed() }
    }

    /// Deletes the selection, or the character before the caret, if the delegate allows it.
    open func deleteBackward() { erase() }

    final func typed(_ text: String) -> StyledText { StyledText(text, typingAttributes) }

    final func allowsChange(_ range: NSRange, _ text: String) -> Bool {
        delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true
    }

    final func textChanged(_ edit: TextEdit?) {
        refresh()
        if isEditing { caret.blink() }
        delegate?.textFieldDidChangeSelection(self)
        sendActions(for: .editingChanged)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    private func clearTapped() {
        guard delegate?.textFieldShouldClear(self) ?? true else { return }
        text = ""
        textChanged(nil)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            switch press.key?.keyCode {
            case .keyboardReturnOrEnter?, .keypadEnter?: returnPressed()
            case .keyboardHome?: moveCaret(to: 0)
            case .keyboardEnd?: moveCaret(to: edited.length)
            case let key: if !edit(with: key) { super.pressesBegan([press], with: event) }
            }
        }
    }

    final func moveSelection(to range: NSRange) {
        edited.selection = range
        clearsOnInsertion = false
        undo.endTyping()
        if isEditing { caret.blink() }
        setNeedsLayout()
        delegate?.textFieldDidChangeSelection(self)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let isInside = touches.first.map { bounds.contains($0.location(in: self)) } ?? false
        super.touchesEnded(touches, with: event)
        guard isInside, isEnabled else { return }
        let wasEditing = isEditing
        guard becomeFirstResponder(), wasEditing, let touch = touches.first else { return }
        moveCaret(to: place(at: touch.location(in: clip).x - shown.frame.minX))
    }

    /// The selection, or the whole text without one. Secure text isn't copied.
    final var copiedRange: NSRange? {
        isSecureTextEntry ? nil : edited.selection.length > 0 ? edited.selection : edited.whole
    }
    open override func copy(_ sender: Any?) { copyText() }
    open override func cut(_ sender: Any?) { cutText(sender) }
    open override func paste(_ sender: Any?) { pasteText() }
    open override func selectAll(_ sender: Any?) { moveSelection(to: edited.whole) }
    /// Returns whether the field can currently cut, copy, paste, or select all.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        guard let command = EditingCommand(action) else { return super.canPerformAction(action, withSender: sender) }
        return canPerform(command, canCopy: hasText && !isSecureTextEntry, canEdit: true)
    }

    // MARK: Text positions

    /// The selection; empty at the caret. Setting nil moves the caret to the end.
    open var selectedTextRange: UITextRange? {
        get { TextStretch(edited.selection) }
        set { moveSelection(to: edited.range(of: newValue)) }
    }
    /// Always nil: input methods insert complete characters.
    open var markedTextRange: UITextRange? { nil }
    /// The position before the text.
    open var beginningOfDocument: UITextPosition { TextOffset(0) }
    /// The position after the text.
    open var endOfDocument: UITextPosition { TextOffset(edited.length) }
    /// Returns the text of a range.
    open func text(in range: UITextRange) -> String? { edited.text(in: edited.range(of: range)) }
    /// Replaces a range with text, without asking the delegate.
    open func replace(_ range: UITextRange, withText text: String) {
        replaceCharacters(edited.range(of: range), text.filter { !$0.isNewline })
    }
    /// Returns the range between two positions, in either order.
    open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        TextStretch.between(fromPosition, toPosition, edited.length)
    }
    /// Returns the position at an offset in UTF-16 units; nil outside the text.
    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        TextOffset.moved(position, offset, edited.length)
    }
    /// Compares the order of two positions.
    open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult { TextOffset.compare(position, other) }
    /// Returns the number of UTF-16 units between two positions.
    open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        TextOffset.of(toPosition, edited.length) - TextOffset.of(from, edited.length)
    }
    /// Returns the frame of the caret, in the field's coordinates. Called at each layout. For an empty rectangle, no caret shows.
    open func caretRect(for position: UITextPosition) -> CGRect {
        let height = usedFont.lineHeight, x = shown.frame.minX + offset(of: TextOffset.of(position, edited.length))
        return CGRect(
            x: clip.frame.minX + x.rounded(), y: clip.frame.minY + ((clip.frame.height - height) * shareAbove).rounded(),
            width: TextCaret.width,
            height: height.rounded())
    }
    /// Returns the frame of a range's first line.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRect(edited.range(of: range)) }
    /// Returns the frames of a range, one for each line.
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        range.isEmpty ? [] : [TextLineRect(firstRect(for: range), isFirst: true, isLast: true)]
    }
    /// Returns the position closest to a point.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        TextOffset(place(at: point.x - clip.frame.minX - shown.frame.minX))
    }
    /// Returns the position of a range that is closest to a point.
    open func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
        closestPosition(to: point).map { edited.nearest($0, in: range) }
    }
    /// Returns the range of the character at a point; nil if there is no text.
    open func characterRange(at point: CGPoint) -> UITextRange? {
        let found = closestPosition(to: point).map(edited.characters(around:)) ?? []
        return found.first { firstRect(for: $0).contains(point) } ?? found.last
    }
    /// The interaction that drags selected text; nil, because text can't be dragged.
    open var textDragInteraction: UIDragInteraction? { nil }
    /// The interaction that receives dragged text; nil, because text can't be dragged.
    open var textDropInteraction: UIDropInteraction? { nil }
    private func selectionRect(_ range: NSRange) -> CGRect {
        let ends = [offset(of: range.location), offset(of: NSMaxRange(range))].sorted()
        return CGRect(
            x: clip.frame.minX + shown.frame.minX + ends[0], y: clip.frame.minY + shown.frame.minY, width: ends[1] - ends[0],
            height: shown.frame.height)
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (isSecureTextEntry ? displayed.string : text) }
        set { super.accessibilityValue = newValue }
    }
}
