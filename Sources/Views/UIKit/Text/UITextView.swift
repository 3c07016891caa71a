import CoreText
import QuartzCore

/// The delegate of a text view, called when its text is edited. Every method is optional.
@preconcurrency @MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Returns whether the view may become first responder. True by default.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Returns whether the view may resign first responder. True by default.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    /// Called when the view has become first responder.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Called when the view is no longer first responder.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Returns whether typing may replace the range with the text. True by default.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// Called when typing has changed the text. Not called for changes by the program.
    func textViewDidChange(_ textView: UITextView)
    /// Called when the selection or the caret has changed.
    func textViewDidChangeSelection(_ textView: UITextView)
    /// Returns whether a tap on a link opens it, in a view that isn't editable. Calls the older method by default.
    func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool
    /// The older form of the method. True by default.
    func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool
}

extension UITextViewDelegate {
    /// Returns true.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Returns true.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Returns true.
    public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidChangeSelection(_ textView: UITextView) {}
    /// Calls the older method.
    public func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool { self.textView(textView, shouldInteractWith: URL, in: characterRange) }
    /// Returns true.
    public func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool { true }
}

/// A scrolling text of several lines, which the user edits with the keyboard.
///
/// A touch, or the left and right arrow keys, move the caret. Touches don't select text; programs set `selectedRange`.
@preconcurrency @MainActor open class UITextView: UIScrollView, UITextInput, UndoableText {
    private let page = TextPage()
    private let caret = UIView()
    private var content = StyledText()

    /// The area of the lines.
    public let textContainer: NSTextContainer

    /// Creates an empty view.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        self.textContainer = textContainer ?? NSTextContainer()
        super.init(frame: frame)
        start()
    }
    public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
    public required init?(coder: NSCoder) {
        textContainer = NSTextContainer()
        super.init(coder: coder)
        start()
    }

    private func start() {
        backgroundColor = .systemBackground
        alwaysBounceVertical = false
        page.isUserInteractionEnabled = false
        addSubview(page)
        caret.isUserInteractionEnabled = false
        caret.isHidden = true
        addSubview(caret)
        textContainer.onChange = { [weak self] in MainActor.assumeIsolated { self?.refresh() } }
        let tap = UITapGestureRecognizer(target: self, action: UITextView.tapped)
        addGestureRecognizer(tap)
    }

    // MARK: Text

    /// The text without attributes. A new text gets the `typingAttributes`.
    open var text: String! {
        get { content.string }
        set {
            undo.forget(self)
            content = StyledText(newValue ?? "", typingAttributes)
            range = NSRange(location: content.length, length: 0)
            refresh()
        }
    }
    /// The text with its attributes.
    open var attributedText: NSAttributedString! {
        get { content.attributed }
        set {
            undo.forget(self)
            content = newValue.map { StyledText($0) } ?? StyledText()
            range = NSRange(location: content.length, length: 0)
            refresh()
        }
    }
    /// The font of the whole text; the system font of 12 points by default.
    open var font: UIFont? = .systemFont(ofSize: 12) { didSet { overwrite(.font, font) } }
    /// The color of the whole text.
    open var textColor: UIColor? = .label { didSet { overwrite(.foregroundColor, textColor) } }
    /// The alignment of lines.
    open var textAlignment = NSTextAlignment.natural { didSet { refresh() } }
    /// The attributes of typed text.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get { written ?? [.font: font ?? .systemFont(ofSize: 12), .foregroundColor: textColor ?? .label] }
        set { written = newValue }
    }
    private var written: [NSAttributedString.Key: Any]?
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
    private var range = NSRange(location: 0, length: 0)
    /// The selection in UTF-16 units, which begins at the caret.
    open var selectedRange: NSRange {
        get { range }
        set {
            let low = min(max(0, newValue.location), content.length)
            range = NSRange(location: low, length: min(max(0, newValue.length), content.length - low))
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

    private var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    private func overwrite(_ key: NSAttributedString.Key, _ value: Any?) {
        content.changeSpans { $0[key] = value }
        refresh()
    }

    private func refresh() {
        page.text = displayed
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private var displayed: StyledText {
        let standard: StyledText.Attributes = [.font: font ?? .systemFont(ofSize: 12), .foregroundColor: textColor ?? .label]
        var made: StyledText
        if isSecureTextEntry {
            made = StyledText(String(content.string.map { $0.isNewline ? "\n" : "•" }), standard)
        } else {
            made = content
            let links = linkTextAttributes ?? [:]
            made.changeSpans { own in own = standard.merging(own) { $1 }.merging(own[.link] != nil ? links : [:]) { $1 } }
        }
        return textAlignment == .natural ? made : made.restyled { $0.alignment = textAlignment }
    }

    /// Converts a location in the text to one in the displayed text, in which each character of a secure text is one dot.
    private func shownPlace(_ place: Int) -> Int {
        isSecureTextEntry ? SecureText.shown(place, in: content.string) : place
    }
    /// Converts a location in the displayed text to one in the text.
    private func textPlace(_ shown: Int) -> Int {
        isSecureTextEntry ? SecureText.place(shown, in: content.string) : shown
    }

    // MARK: Layout

    private func lineWidth(_ width: CGFloat) -> CGFloat { max(1, width - textContainerInset.left - textContainerInset.right - 2 * padding) }

    private func size(forWidth width: CGFloat) -> CGSize {
        let block = page.block(width: lineWidth(width))
        let least = (font ?? .systemFont(ofSize: 12)).lineHeight
        // A line break at the end begins another line.
        let extra = content.string.last?.isNewline ?? false ? least : 0
        return CGSize(
            width: block.size.width + textContainerInset.left + textContainerInset.right + 2 * padding,
            height: (max(block.size.height + extra, least) + textContainerInset.top + textContainerInset.bottom).rounded(.up)
        )
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        UIView.performWithoutAnimation {
            let size = size(forWidth: bounds.width)
            contentSize = CGSize(width: bounds.width, height: size.height)
            let height = max(1, size.height - textContainerInset.top - textContainerInset.bottom)
            page.frame = CGRect(
                x: textContainerInset.left + padding, y: textContainerInset.top, width: lineWidth(bounds.width), height: height)
            page.show(bounds.offsetBy(dx: -page.frame.minX, dy: -page.frame.minY))
            caret.frame = caretRect(for: TextOffset(range.location))
            caret.backgroundColor = tintColor
        }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let fitting = self.size(forWidth: size.width > 0 ? size.width : CGFloat.greatestFiniteMagnitude)
        return CGSize(
            width: min(fitting.width.rounded(.up), size.width > 0 ? size.width : .greatestFiniteMagnitude), height: fitting.height)
    }
    open override var intrinsicContentSize: CGSize {
        isScrollEnabled ? super.intrinsicContentSize : sizeThatFits(CGSize(width: 0, height: 0))
    }
    override func wrappedHeight(forWidth width: CGFloat) -> CGFloat? { isScrollEnabled ? nil : size(forWidth: width).height }

    /// Returns the frame of the caret at a location, in the content's coordinates.
    private func caretRect(at location: Int) -> CGRect {
        let rows = page.rows, line = (font ?? .systemFont(ofSize: 12)).lineHeight
        let left = page.frame.minX, top = page.frame.minY
        let endsWithBreak = location == content.length && (content.string.last?.isNewline ?? false)
        if endsWithBreak || rows.isEmpty { return CGRect(x: left, y: top + (rows.last?.bottom ?? 0), width: 2, height: line) }
        var above: CGFloat = 0
        let place = shownPlace(location)
        for (index, row) in rows.enumerated() {
            let part = CTLineGetStringRange(row.line)
            if place < part.location + part.length || index == rows.count - 1 {
                let x = row.x + CGFloat(CTLineGetOffsetForStringIndex(row.line, place, nil))
                return CGRect(x: (left + x).rounded(), y: (top + above).rounded(), width: 2, height: (row.bottom - above).rounded())
            }
            above = row.bottom
        }
        return CGRect(x: left, y: top, width: 2, height: line)
    }

    private func tapped(_ tap: UITapGestureRecognizer) {
        guard isSelectable else { return }
        guard isEditable else { return follow(tap.location(in: page)) }
        if !isFirstResponder, !becomeFirstResponder() { return }
        let spot = tap.location(in: page)
        guard let row = page.rows.first(where: { spot.y < $0.bottom }) ?? page.rows.last else { return }
        let index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: spot.x - row.x, y: 0))
        selectedRange = NSRange(location: textPlace(max(0, index)), length: 0)
    }

    /// Scrolls until the beginning of a range is visible.
    open func scrollRangeToVisible(_ range: NSRange) {
        layoutIfNeeded()
        scrollRectToVisible(caretRect(at: min(max(0, range.location), content.length)), animated: false)
    }

    /// Opens the link at a point of the page, if the delegate allows it.
    private func follow(_ spot: CGPoint) {
        guard let row = page.rows.first(where: { spot.y < $0.bottom }), spot.y >= 0 else { return }
        let x = spot.x - row.x, index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: x, y: 0))
        // In the right half of a character, the index is that of the next one.
        let before = max(0, index - 1)
        let place = index > 0 && CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil)) > x ? before : index
        guard x >= 0, x <= TextBlock.width(row.line), let span = content.span(at: place) else { return }
        let value = span.attributes[.link], part = NSRange(span.range)
        guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }),
            textDelegate?.textView(self, shouldInteractWith: url, in: part, interaction: .invokeDefaultAction) ?? true
        else { return }
        UIApplication.shared.open(url)
    }

    // MARK: Text positions

    /// The selection; empty at the caret. Setting nil moves the caret to the end.
    open var selectedTextRange: UITextRange? {
        get { TextStretch(range) }
        set { selectedRange = newValue.map { TextStretch.of($0, content.length) } ?? NSRange(location: content.length, length: 0) }
    }
    /// Always nil: input methods insert complete characters.
    open var markedTextRange: UITextRange? { nil }
    /// The position before the text.
    open var beginningOfDocument: UITextPosition { TextOffset(0) }
    /// The position after the text.
    open var endOfDocument: UITextPosition { TextOffset(content.length) }
    /// Returns the text of a range.
    open func text(in range: UITextRange) -> String? { (content.string as NSString).substring(with: TextStretch.of(range, content.length)) }
    /// Replaces a range with text, without asking the delegate.
    open func replace(_ range: UITextRange, withText text: String) { replaceCharacters(TextStretch.of(range, content.length), text) }
    /// Returns the range between two positions, in either order.
    open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        TextStretch.between(fromPosition, toPosition, content.length)
    }
    /// Returns the position at an offset in UTF-16 units; nil outside the text.
    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        TextOffset.moved(position, offset, content.length)
    }
    /// Compares the order of two positions.
    open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult { TextOffset.compare(position, other) }
    /// Returns the number of UTF-16 units between two positions.
    open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        TextOffset.of(toPosition, content.length) - TextOffset.of(from, content.length)
    }
    /// Returns the frame of the caret, in the content's coordinates. Called at each layout.
    open func caretRect(for position: UITextPosition) -> CGRect { caretRect(at: TextOffset.of(position, content.length)) }
    /// Returns the frame of a range's first line.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRects(for: range).first?.rect ?? caretRect(for: range.start) }
    /// Returns the frames of a range, one for each line.
    open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        let whole = TextStretch.of(range, content.length), low = shownPlace(whole.location), high = shownPlace(NSMaxRange(whole))
        var above: CGFloat = 0, result: [UITextSelectionRect] = []
        for row in page.rows {
            let part = CTLineGetStringRange(row.line), start = max(low, part.location), end = min(high, part.location + part.length)
            if start < end {
                let ends = [start, end].map { CGFloat(CTLineGetOffsetForStringIndex(row.line, $0, nil)) }.sorted()
                let rect = CGRect(
                    x: page.frame.minX + row.x + ends[0], y: page.frame.minY + above, width: ends[1] - ends[0], height: row.bottom - above)
                result.append(TextLineRect(rect, isFirst: start == low, isLast: end == high))
            }
            above = row.bottom
        }
        return result
    }
    /// Returns the position closest to a point.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        let spot = CGPoint(x: point.x - page.frame.minX, y: point.y - page.frame.minY)
        guard let row = page.rows.first(where: { spot.y < $0.bottom }) ?? page.rows.last else { return TextOffset(0) }
        let index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: spot.x - row.x, y: 0))
        return TextOffset(min(textPlace(max(0, index)), content.length))
    }

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
        caret.isHidden = true
        caret.layer.removeAllAnimations()
        textDelegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return true
    }

    private func showCaret() {
        caret.isHidden = false
        let blink = CAKeyframeAnimation(keyPath: "opacity")
        (blink.values, blink.keyTimes, blink.calculationMode) = ([1, 0], [0, 0.5, 1], .discrete)
        (blink.duration, blink.repeatCount) = (1, .infinity)
        caret.layer.add(blink, forKey: "Agate.caret")
        setNeedsLayout()
    }

    /// A Boolean value that indicates whether the view has text.
    open var hasText: Bool { content.length > 0 }
    /// Inserts text at the caret, in place of the selection.
    open func insertText(_ text: String) {
        let part = clearsOnInsertion ? NSRange(location: 0, length: content.length) : range
        clearsOnInsertion = false
        change(part, text)
    }
    /// Deletes the selection, or the character before the caret.
    open func deleteBackward() {
        if range.length > 0 { return change(range, "") }
        guard range.location > 0 else { return }
        change((content.string as NSString).rangeOfComposedCharacterSequence(at: range.location - 1), "")
    }

    private func change(_ part: NSRange, _ text: String) {
        guard isEditable, textDelegate?.textView(self, shouldChangeTextIn: part, replacementText: text) ?? true else { return }
        replaceCharacters(part, text)
    }

    private func replaceCharacters(_ part: NSRange, _ text: String) {
        undo.note(part, text, isSecureTextEntry ? nil : undoManager, register: registerUndo)
        content.replace(part.lowerBound..<part.upperBound, with: StyledText(text, typingAttributes))
        range = NSRange(location: min(content.length, part.location + (text as NSString).length), length: 0)
        refresh()
        changed()
    }

    private func changed() {
        if isFirstResponder { showCaret() }
        textDelegate?.textViewDidChange(self)
        textDelegate?.textViewDidChangeSelection(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
        layoutIfNeeded()
        scrollRectToVisible(caretRect(at: range.location), animated: false)
    }

    final var undo = TextUndo()
    final var undoState: TextUndo.State {
        get { TextUndo.State(text: content, selection: range) }
        set {
            content = newValue.text
            range = newValue.selection
            refresh()
            changed()
        }
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            let text = content.string as NSString, place = range.location
            switch press.key?.keyCode {
            case .keyboardDeleteOrBackspace?: deleteBackward()
            case .keyboardDeleteForward? where range.length > 0: deleteBackward()
            case .keyboardDeleteForward?: if place < text.length { change(text.rangeOfComposedCharacterSequence(at: place), "") }
            case .keyboardReturnOrEnter?, .keypadEnter?: insertText("\n")
            // With a selection, an arrow key moves the caret to the selection's end on that side.
            case .keyboardLeftArrow? where range.length > 0: selectedRange = NSRange(location: place, length: 0)
            case .keyboardRightArrow? where range.length > 0: selectedRange = NSRange(location: NSMaxRange(range), length: 0)
            case .keyboardLeftArrow?:
                if place > 0 { selectedRange = NSRange(location: text.rangeOfComposedCharacterSequence(at: place - 1).location, length: 0) }
            case .keyboardRightArrow?:
                if place < text.length {
                    selectedRange = NSRange(location: NSMaxRange(text.rangeOfComposedCharacterSequence(at: place)), length: 0)
                }
            default: super.pressesBegan([press], with: event)
            }
        }
    }

    open override func paste(_ sender: Any?) { if let text = UIPasteboard.general.string { insertText(text) } }
    open override func copy(_ sender: Any?) {
        guard !isSecureTextEntry, range.length > 0 else { return }
        UIPasteboard.general.string = (content.string as NSString).substring(with: range)
    }
    open override func cut(_ sender: Any?) {
        guard !isSecureTextEntry, range.length > 0 else { return }
        copy(sender)
        change(range, "")
    }
    open override func selectAll(_ sender: Any?) { selectedRange = NSRange(location: 0, length: content.length) }
    /// Returns whether the view can currently cut, copy, paste, or select all.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        switch EditingCommand(action) {
        case .cut: range.length > 0 && !isSecureTextEntry && isEditable
        case .copy: range.length > 0 && !isSecureTextEntry
        case .paste: isEditable && UIPasteboard.general.hasStrings
        case .selectAll: hasText
        case nil: super.canPerformAction(action, withSender: sender)
        }
    }

    /// Posted with the view when editing begins.
    nonisolated public static let textDidBeginEditingNotification = NSNotification.Name("UITextViewTextDidBeginEditingNotification")
    /// Posted with the view when editing has ended.
    nonisolated public static let textDidEndEditingNotification = NSNotification.Name("UITextViewTextDidEndEditingNotification")
    /// Posted with the view when typing has changed the text.
    nonisolated public static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")
}

/// The types of data to detect in text. Stored, without effect: data isn't detected.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Telephone numbers. Like all of these types, they aren't detected.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1)
    /// Web addresses.
    public static let link = UIDataDetectorTypes(rawValue: 2)
    /// Postal addresses.
    public static let address = UIDataDetectorTypes(rawValue: 4)
    /// Dates and times.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 8)
    /// All types: all bits.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}
