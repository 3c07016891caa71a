import CoreText
import QuartzCore

/// A scrolling text of several lines, which the user edits with the keyboard.
///
/// A touch, or the left and right arrow keys, move the caret. Touches don't select text; programs set `selectedRange`.
///
/// Of a text of more than 50,000 UTF-16 units, only the paragraphs that show are laid out. The height of the content is then an estimate,
/// which becomes exact as the text is scrolled.
@preconcurrency @MainActor open class UITextView: UIScrollView, UITextInput, EditableText {
    private let page = TextPage()
    private let caret = TextCaret()
    final var edited = EditedText()
    final var undo = TextUndo()

    /// The area of the lines.
    open var textContainer: NSTextContainer { area }
    private let area: NSTextContainer
    private var kit: TextViewKit?

    /// Creates an empty view.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        area = textContainer ?? NSTextContainer()
        super.init(frame: frame)
        start()
    }
    public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
    public required init?(coder: NSCoder) {
        area = NSTextContainer()
        super.init(coder: coder)
        start()
    }

    private func start() {
        backgroundColor = .systemBackground
        alwaysBounceVertical = false
        page.isUserInteractionEnabled = false
        page.text = { [weak self] in self?.displayed ?? StyledText() }
        addSubview(page)
        addSubview(caret)
        textContainer.onChange = { [weak self] in MainActor.assumeIsolated { self?.refresh() } }
        let tap = UITapGestureRecognizer(target: self, action: UITextView.tapped)
        addGestureRecognizer(tap)
    }

    // MARK: Text

    /// The text without attributes. A new text gets the `typingAttributes`.
    open var text: String! {
        get { edited.content.string }
        set {
            setContent(typed(newValue ?? ""))
            refresh()
        }
    }
    /// The text with its attributes.
    open var attributedText: NSAttributedString! {
        get { edited.content.attributed }
        set {
            setContent(newValue.map { StyledText($0) } ?? StyledText())
            refresh()
        }
    }
    /// The font of the whole text; the system font of 12 points by default.
    open var font: UIFont? = standardFont { didSet { overwrite(.font, font) } }
    private static var standardFont: UIFont { .systemFont(ofSize: 12) }
    private var usedFont: UIFont { font ?? Self.standardFont }
    /// The color of the whole text.
    open var textColor: UIColor? = .label { didSet { overwrite(.foregroundColor, textColor) } }
    /// The alignment of lines.
    open var textAlignment = NSTextAlignment.natural { didSet { refresh() } }
    /// The attributes of typed text.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get { written ?? standardAttributes }
        set { written = newValue }
    }
    private var written: [NSAttributedString.Key: Any]?
    private var standardAttributes: StyledText.Attributes { [.font: usedFont, .foregroundColor: textColor ?? .label] }
    /// The attributes of links, which take precedence over those of the text; the link color by default. With nil or an empty dictionary,
    /// links keep the attributes of the text.
    open var linkTextAttributes: [NSAttributedString.Key: Any]! = [.foregroundColor: UIColor.link] { didSet { refresh() } }
    /// The insets between the view's edges and the text.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) { didSet { refresh() } }
    private var padding: CGFloat { textContainer.padding }
    /// A Boolean value that indicates whether the user may edit the text.
    open var isEditable = true
    /// A Boolean value that indicates whether the view reacts to taps. It has no other effect: touches don't select text.
    open var isSelectable = true
    /// A Boolean value that indicates whether the user may change fonts and colors. Stored, without effect.
    open var allowsEditingTextAttributes = false
    /// A Boolean value that indicates whether the next typed text replaces the whole text; false by default. It becomes false after the
    /// replacement, or when the selection changes.
    open var clearsOnInsertion = false
    /// A Boolean value that indicates whether the font follows the preferred text size. Stored, without effect in text fields and views.
    open var adjustsFontForContentSizeCategory = false
    /// Stored, without effect: data isn't detected in the text. Setting it reports one diagnostic.
    open var dataDetectorTypes: UIDataDetectorTypes = [] {
        didSet { KeptProperty.report("UITextView.dataDetectorTypes", !dataDetectorTypes.isEmpty, "no data is detected in the text") }
    }
    /// The selection in UTF-16 units, which begins at the caret.
    open var selectedRange: NSRange {
        get { edited.selection }
        set {
            let low = min(max(0, newValue.location), edited.length)
            edited.selection = NSRange(location: low, length: min(max(0, newValue.length), edited.length - low))
            clearsOnInsertion = false
            undo.endTyping()
            setNeedsLayout()
            textDelegate?.textViewDidChangeSelection(self)
        }
    }

    // Traits of an on-screen keyboard.
    /// The automatic capitalization. Stored, without effect: text comes from hardware keyboards.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// The automatic correction. Stored, without effect: text comes from hardware keyboards.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// The check of spelling. Stored, without effect: text comes from hardware keyboards.
    open var spellCheckingType = UITextSpellCheckingType.default
    /// The type of the keyboard. Stored, without effect: text comes from hardware keyboards.
    open var keyboardType = UIKeyboardType.default
    /// The appearance of the keyboard. Stored, without effect: text comes from hardware keyboards.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// The title of the Return key. Stored, without effect: text comes from hardware keyboards.
    open var returnKeyType = UIReturnKeyType.default
    /// A Boolean value that indicates whether the Return key is disabled while there is no text. Stored, without effect: text comes from
    /// hardware keyboards.
    open var enablesReturnKeyAutomatically = false
    /// A Boolean value that indicates whether dots replace the characters; false by default. Secure text can't be copied.
    open var isSecureTextEntry = false { didSet { if isSecureTextEntry != oldValue { refresh() } } }
    /// The meaning of the text, for automatic completion. Stored, without effect.
    open var textContentType: UITextContentType!
    private var ownInput: UIView?, ownAccessory: UIView?
    open override var inputView: UIView? {
        get { ownInput }
        set { ownInput = newValue }
    }
    open override var inputAccessoryView: UIView? {
        get { ownAccessory }
        set { ownAccessory = newValue }
    }

    /// The delegate, asked about edits; not retained. The same as the scroll view's.
    @_nonoverride open var delegate: (any UITextViewDelegate)? {
        get { super.delegate as? any UITextViewDelegate }
        set { super.delegate = newValue }
    }
    private var textDelegate: (any UITextViewDelegate)? { delegate }

    private func overwrite(_ key: NSAttributedString.Key, _ value: Any?) {
        edited.content.changeSpans { $0[key] = value }
        refresh()
    }

    /// Shows the changed text.
    /// - Parameter edit: The only change; nil if everything may have changed.
    private func refresh(after edit: TextEdit? = nil) {
        if let edit, !isSecureTextEntry { page.replace(edit.range, by: edit.count) } else { page.reset() }
        kit?.textChanged(edited.content)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// The text as a storage. Changes of it show in the view.
    open var textStorage: NSTextStorage { madeKit.storage }
    /// The places of the view's glyphs.
    open var layoutManager: NSLayoutManager { madeKit.manager }

    private var madeKit: TextViewKit {
        if let kit { return kit }
        let made = TextViewKit(self)
        kit = made
        return made
    }

    /// Takes a text from the storage. The selection stays, within the text.
    final func storageChanged(_ text: StyledText) {
        let selection = edited.selection
        setContent(text)
        let low = min(selection.location, edited.length)
        edited.selection = NSRange(location: low, length: min(selection.length, edited.length - low))
        refresh()
    }

    final var displayed: StyledText {
        let standard = standardAttributes
        var made: StyledText
        if isSecureTextEntry {
            made = StyledText(SecureText.dots(for: edited.content.string, keepingLineBreaks: true), standard)
        } else {
            made = edited.content
            let links = linkTextAttributes ?? [:]
            made.changeSpans { own in own = standard.merging(own) { $1 }.merging(own[.link] != nil ? links : [:]) { $1 } }
        }
        return textAlignment == .natural ? made : made.restyled { $0.alignment = textAlignment }
    }

    // MARK: Layout

    private func lineWidth(_ width: CGFloat) -> CGFloat { max(1, width - textContainerInset.left - textContainerInset.right - 2 * padding) }

    private var endsWithBreak: Bool { edited.content.string.last?.isNewline ?? false }

    private func size(forWidth width: CGFloat) -> CGSize {
        let lines = page.lines(width: lineWidth(width))
        lines.layOutAll()
        return CGSize(
            width: lines.usedWidth + textContainerInset.left + textContainerInset.right + 2 * padding, height: contentHeight(lines.height))
    }

    private func contentHeight(_ height: CGFloat) -> CGFloat {
        (textHeight(height) + textContainerInset.top + textContainerInset.bottom).rounded(.up)
    }

    /// A line break at the end begins another line.
    private func textHeight(_ height: CGFloat) -> CGFloat {
        let line = usedFont.lineHeight
        return max(height + (endsWithBreak ? line : 0), line)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        UIView.performWithoutAnimation {
            let lines = page.lines(width: lineWidth(bounds.width)), top = bounds.minY - textContainerInset.top
            // As far as strips extend.
            let room = TextPage.stripHeight
            lines.layOut(from: top - room, to: top + max(0, bounds.height) + room, and: shownPlace(edited.selection.location))
            contentSize = CGSize(width: bounds.width, height: contentHeight(lines.height))
            let height = max(1, contentSize.height - textContainerInset.top - textContainerInset.bottom)
            page.frame = CGRect(
                x: textContainerInset.left + padding, y: textContainerInset.top, width: lineWidth(bounds.width), height: height)
            page.show(bounds.offsetBy(dx: -page.frame.minX, dy: -page.frame.minY))
            area.size = CGSize(width: max(1, bounds.width - textContainerInset.left - textContainerInset.right), height: 0)
            caret.frame = caretRect(for: TextOffset(edited.selection.location))
            caret.backgroundColor = tintColor
        }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let fitting = self.size(forWidth: size.width > 0 ? size.width : CGFloat.greatestFiniteMagnitude)
        return CGSize(
            width: min(fitting.width.rounded(.up), size.width > 0 ? size.width : .greatestFiniteMagnitude), height: fitting.height)
    }
    override var firstBaseline: Baseline { Baseline(share: 0, offset: textContainerInset.top + usedFont.ascender) }

    override var lastBaseline: Baseline {
        let width = bounds.width > 0 ? bounds.width : .greatestFiniteMagnitude
        let lines = page.lines(width: lineWidth(width))
        lines.layOutAll()
        return Baseline(share: 0, offset: textContainerInset.top + textHeight(lines.height) + usedFont.descender)
    }

    open override var intrinsicContentSize: CGSize {
        isScrollEnabled ? super.intrinsicContentSize : sizeThatFits(CGSize(width: 0, height: 0))
    }
    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? { isScrollEnabled ? nil : size(forWidth: width).height }

    /// Returns the frame of the caret at a location, in the content's coordinates.
    private func caretRect(at location: Int) -> CGRect {
        let isLastBreak = location == edited.length && endsWithBreak
        return page.caretRect(at: isLastBreak ? nil : shownPlace(location), lineHeight: usedFont.lineHeight)
    }

    private func tapped(_ tap: UITapGestureRecognizer) {
        guard isSelectable else { return }
        guard isEditable else { return follow(tap.location(in: page)) }
        if !isFirstResponder, !becomeFirstResponder() { return }
        if let shown = page.location(closestTo: tap.location(in: page)) { moveCaret(to: textPlace(shown)) }
    }

    /// Scrolls until the beginning of a range is visible.
    open func scrollRangeToVisible(_ range: NSRange) {
        layoutIfNeeded()
        scrollRectToVisible(caretRect(at: min(max(0, range.location), edited.length)), animated: false)
    }

    /// Opens the link at a point of the page, if the delegate allows it.
    private func follow(_ spot: CGPoint) {
        guard let place = page.location(under: spot), let span = edited.content.span(at: place) else { return }
        let value = span.attributes[.link], part = NSRange(span.range)
        guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }),
            textDelegate?.textView(self, shouldInteractWith: url, in: part, interaction: .invokeDefaultAction) ?? true
        else { return }
        UIApplication.shared.open(url)
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
    open func replace(_ range: UITextRange, withText text: String) { replaceCharacters(edited.range(of: range), text) }
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
    /// Returns the frame of the caret, in the content's coordinates. Called at each layout.
    open func caretRect(for position: UITextPosition) -> CGRect { caretRect(at: TextOffset.of(position, edited.length)) }
    /// Returns the frame of a range's first line.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRects(for: range).first?.rect ?? caretRect(for: range.start) }
    /// Returns the frames of a range, one for each line.
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        let range = edited.range(of: range)
        return page.selectionRects(from: shownPlace(range.location), to: shownPlace(NSMaxRange(range)))
    }
    /// Returns the position closest to a point.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        let spot = CGPoint(x: point.x - page.frame.minX, y: point.y - page.frame.minY)
        return TextOffset(page.location(closestTo: spot).map { min(textPlace($0), edited.length) } ?? 0)
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

    // MARK: Editing

    open override var canBecomeFirstResponder: Bool { isEditable }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard window != nil, textDelegate?.textViewShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else { return false }
        showCaret()
        textDelegate?.textViewDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard textDelegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        caret.hide()
        textDelegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return true
    }

    private func showCaret() {
        caret.blink()
        setNeedsLayout()
    }

    /// A Boolean value that indicates whether the view has text.
    open var hasText: Bool { edited.length > 0 }
    /// Inserts text at the caret, in place of the selection.
    open func insertText(_ text: String) { insertTyped(text) }
    /// Deletes the selection, or the character before the caret.
    open func deleteBackward() { erase() }

    final func typed(_ text: String) -> StyledText { StyledText(text, typingAttributes) }

    final func allowsChange(_ range: NSRange, _ text: String) -> Bool {
        isEditable && textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
    }

    final func moveSelection(to range: NSRange) { selectedRange = range }

    final func textChanged(_ edit: TextEdit?) {
        refresh(after: edit)
        if isFirstResponder { showCaret() }
        textDelegate?.textViewDidChange(self)
        textDelegate?.textViewDidChangeSelection(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
        layoutIfNeeded()
        scrollRectToVisible(caretRect(at: edited.selection.location), animated: false)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            switch press.key?.keyCode {
            case .keyboardReturnOrEnter?, .keypadEnter?: insertText("\n")
            case let key: if !edit(with: key) { super.pressesBegan([press], with: event) }
            }
        }
    }

    /// The selection. Secure text isn't copied.
    final var copiedRange: NSRange? { isSecureTextEntry || edited.selection.length == 0 ? nil : edited.selection }
    open override func copy(_ sender: Any?) { copyText() }
    open override func cut(_ sender: Any?) { cutText(sender) }
    open override func paste(_ sender: Any?) { pasteText() }
    open override func selectAll(_ sender: Any?) { moveSelection(to: edited.whole) }
    /// Returns whether the view can currently cut, copy, paste, or select all.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        guard let command = EditingCommand(action) else { return super.canPerformAction(action, withSender: sender) }
        return canPerform(command, canCopy: copiedRange != nil, canEdit: isEditable)
    }

    /// Posted with the view when editing begins.
    nonisolated public static let textDidBeginEditingNotification = NSNotification.Name("UITextViewTextDidBeginEditingNotification")
    /// Posted with the view when editing has ended.
    nonisolated public static let textDidEndEditingNotification = NSNotification.Name("UITextViewTextDidEndEditingNotification")
    /// Posted with the view when typing has changed the text.
    nonisolated public static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")
}
