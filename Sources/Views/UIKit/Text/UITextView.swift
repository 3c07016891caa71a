import CoreText
import QuartzCore

/// Hears of the text that is written into a view. Every method may be left out.
@preconcurrency @MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// Whether the view may become first responder. True by default.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// Whether the view may resign. True by default.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    /// The view is first responder now.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// The view is no longer first responder.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether typing may replace the range by the text. True by default.
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
    /// The text was changed by typing, not by the program.
    func textViewDidChange(_ textView: UITextView)
    /// The selection or the insertion point is another.
    func textViewDidChangeSelection(_ textView: UITextView)
    /// Whether a tap on a link, in a view that is not editable, opens it. As the older one by default.
    func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool
    /// The older form. True by default.
    func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool
}

extension UITextViewDelegate {
    /// Editing may begin.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Editing may end.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Every change is taken.
    public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidChangeSelection(_ textView: UITextView) {}
    /// As the older one.
    public func textView(
        _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
    ) -> Bool { self.textView(textView, shouldInteractWith: URL, in: characterRange) }
    /// True.
    public func textView(_ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange) -> Bool { true }
}

/// Text in lines, that scrolls and is written with the keyboard.
///
/// Editing goes by a caret: a touch or the arrow keys at its sides set it. Text is not selected by hand; `selectedRange` may be set.
@preconcurrency @MainActor open class UITextView: UIScrollView, UITextInput, UndoableText {
    private let page = TextPage()
    private let caret = UIView()
    private var content = StyledText()

    /// Where the lines stand.
    public let textContainer: NSTextContainer

    /// An empty view.
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

    /// The text, without attributes. Setting it takes the attributes of `typingAttributes`.
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
    /// The font of all of the text. 12 points of the system's.
    open var font: UIFont? = .systemFont(ofSize: 12) { didSet { overwrite(.font, font) } }
    /// The colour of all of the text.
    open var textColor: UIColor? = .label { didSet { overwrite(.foregroundColor, textColor) } }
    /// Where lines stand that do not fill the width.
    open var textAlignment = NSTextAlignment.natural { didSet { refresh() } }
    /// How text that is written looks.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get { written ?? [.font: font ?? .systemFont(ofSize: 12), .foregroundColor: textColor ?? .label] }
        set { written = newValue }
    }
    private var written: [NSAttributedString.Key: Any]?
    /// The attributes of links, over those that the text has; the link colour at first. Nil and none leave links as the text says.
    open var linkTextAttributes: [NSAttributedString.Key: Any]! = [.foregroundColor: UIColor.link] { didSet { refresh() } }
    /// Room between the edges and the text.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) { didSet { refresh() } }
    private var padding: CGFloat { textContainer.padding }
    /// Whether people may change the text.
    open var isEditable = true
    /// Whether text can be touched at all; kept beyond that, nothing is selected by hand.
    open var isSelectable = true
    /// Whether people may change fonts and colours. Kept, without effect.
    open var allowsEditingTextAttributes = false
    /// Whether the next text that is typed replaces all of the text; false at first, and again after that or once the selection changed.
    open var clearsOnInsertion = false
    /// Whether the font follows the preferred size of text. Kept, without effect in text fields and views.
    open var adjustsFontForContentSizeCategory = false
    /// Kept: nothing is looked for in the text.
    /// One diagnostic says so when it is set.
    open var dataDetectorTypes: UIDataDetectorTypes = [] {
        didSet { KeptProperty.report("UITextView.dataDetectorTypes", !dataDetectorTypes.isEmpty, "no data is detected in the text") }
    }
    private var range = NSRange(location: 0, length: 0)
    /// Where the caret is, with what is chosen behind it.
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

    // What a keyboard on the screen would be like.
    /// Which letters the keyboard capitalises by itself. Kept for programs that set it: keyboards here are real ones.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// Whether the keyboard corrects words. Kept for programs that set it: keyboards here are real ones.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// Whether misspelt words are marked. Kept for programs that set it: keyboards here are real ones.
    open var spellCheckingType = UITextSpellCheckingType.default
    /// Which keys the keyboard shows. Kept for programs that set it: keyboards here are real ones.
    open var keyboardType = UIKeyboardType.default
    /// Whether the keyboard is light or dark. Kept for programs that set it: keyboards here are real ones.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// What the Return key says. Kept for programs that set it: keyboards here are real ones.
    open var returnKeyType = UIReturnKeyType.default
    /// Whether the Return key is off while there is no text. Kept for programs that set it: keyboards here are real ones.
    open var enablesReturnKeyAutomatically = false
    /// Whether dots stand for the letters; false at first. The text can't be copied then.
    open var isSecureTextEntry = false { didSet { if isSecureTextEntry != oldValue { refresh() } } }
    /// What the text means, for filling in. Kept, without effect.
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

    /// Where a place of the text stands in what shows: dots take one place for each character.
    private func shownPlace(_ place: Int) -> Int {
        isSecureTextEntry ? (content.string as NSString).substring(to: min(max(0, place), content.length)).count : place
    }
    /// The place of the text of one in what shows.
    private func textPlace(_ shown: Int) -> Int {
        isSecureTextEntry ? (String(content.string.prefix(max(0, shown))) as NSString).length : shown
    }

    // MARK: Layout

    private func lineWidth(_ width: CGFloat) -> CGFloat { max(1, width - textContainerInset.left - textContainerInset.right - 2 * padding) }

    private func size(forWidth width: CGFloat) -> CGSize {
        let block = page.block(width: lineWidth(width))
        let least = (font ?? .systemFont(ofSize: 12)).lineHeight
        // A line break at the end begins a line of its own.
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

    /// The caret's rectangle at a place, in the content.
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

    /// Scrolls until a part of the text shows.
    open func scrollRangeToVisible(_ range: NSRange) {
        layoutIfNeeded()
        scrollRectToVisible(caretRect(at: min(max(0, range.location), content.length)), animated: false)
    }

    /// Opens the link at a point of the page, where the delegate allows it.
    private func follow(_ spot: CGPoint) {
        guard let row = page.rows.first(where: { spot.y < $0.bottom }), spot.y >= 0 else { return }
        let x = spot.x - row.x, index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: x, y: 0))
        // At the right half of a letter, the index is of the next one.
        let before = max(0, index - 1)
        let place = index > 0 && CGFloat(CTLineGetOffsetForStringIndex(row.line, index, nil)) > x ? before : index
        guard x >= 0, x <= TextBlock.width(row.line), let span = content.span(at: place) else { return }
        let value = span.attributes[.link], part = NSRange(span.range)
        guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }),
            textDelegate?.textView(self, shouldInteractWith: url, in: part, interaction: .invokeDefaultAction) ?? true
        else { return }
        UIApplication.shared.open(url)
    }

    // MARK: Places in the text

    /// What is selected; empty at the caret. Nil sets the caret at the end.
    open var selectedTextRange: UITextRange? {
        get { TextStretch(range) }
        set { selectedRange = newValue.map { TextStretch.of($0, content.length) } ?? NSRange(location: content.length, length: 0) }
    }
    /// Nil: input methods write whole characters.
    open var markedTextRange: UITextRange? { nil }
    /// The place before the text.
    open var beginningOfDocument: UITextPosition { TextOffset(0) }
    /// The place behind the text.
    open var endOfDocument: UITextPosition { TextOffset(content.length) }
    /// The text of a range.
    open func text(in range: UITextRange) -> String? { (content.string as NSString).substring(with: TextStretch.of(range, content.length)) }
    /// Puts text in place of a range, without asking the delegate.
    open func replace(_ range: UITextRange, withText text: String) { replaceCharacters(TextStretch.of(range, content.length), text) }
    /// The range between two places, in either order.
    open func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        TextStretch.between(fromPosition, toPosition, content.length)
    }
    /// The place so many UTF-16 units on; nil outside the text.
    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        TextOffset.moved(position, offset, content.length)
    }
    /// Which of two places is first.
    open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult { TextOffset.compare(position, other) }
    /// How many UTF-16 units lie between two places.
    open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        TextOffset.of(toPosition, content.length) - TextOffset.of(from, content.length)
    }
    /// Where the caret stands, in the content; asked for at each layout.
    open func caretRect(for position: UITextPosition) -> CGRect { caretRect(at: TextOffset.of(position, content.length)) }
    /// Where the first line of a range stands.
    open func firstRect(for range: UITextRange) -> CGRect { selectionRects(for: range).first?.rect ?? caretRect(for: range.start) }
    /// Where a range stands, line by line.
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
    /// The place that is nearest to a point.
    open func closestPosition(to point: CGPoint) -> UITextPosition? {
        let spot = CGPoint(x: point.x - page.frame.minX, y: point.y - page.frame.minY)
        guard let row = page.rows.first(where: { spot.y < $0.bottom }) ?? page.rows.last else { return TextOffset(0) }
        let index = CTLineGetStringIndexForPosition(row.line, CGPoint(x: spot.x - row.x, y: 0))
        return TextOffset(min(textPlace(max(0, index)), content.length))
    }

    // MARK: Writing

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

    /// Whether there is any text.
    open var hasText: Bool { content.length > 0 }
    /// Puts text in at the insertion point, in place of what is selected.
    open func insertText(_ text: String) {
        let part = clearsOnInsertion ? NSRange(location: 0, length: content.length) : range
        clearsOnInsertion = false
        change(part, text)
    }
    /// Deletes what is selected, or the character before the insertion point.
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
            case .keyboardDeleteForward?: if place < text.length { change(text.rangeOfComposedCharacterSequence(at: place), "") }
            case .keyboardReturnOrEnter?, .keypadEnter?: insertText("\n")
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
    /// Whether it can cut, copy, paste, or select all, now.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        switch EditingCommand(action) {
        case .cut: range.length > 0 && !isSecureTextEntry && isEditable
        case .copy: range.length > 0 && !isSecureTextEntry
        case .paste: isEditable && UIPasteboard.general.hasStrings
        case .selectAll: hasText
        case nil: super.canPerformAction(action, withSender: sender)
        }
    }

    /// Posted with the text's view when its editing begins.
    nonisolated public static let textDidBeginEditingNotification = NSNotification.Name("UITextViewTextDidBeginEditingNotification")
    /// Posted with the text's view when its editing has ended.
    nonisolated public static let textDidEndEditingNotification = NSNotification.Name("UITextViewTextDidEndEditingNotification")
    /// Posted with the text's view when typing changed it.
    nonisolated public static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")
}

/// What is looked for in text. Kept: nothing is.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Telephone numbers. Not looked for, as all of these.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1)
    /// Web addresses.
    public static let link = UIDataDetectorTypes(rawValue: 2)
    /// Postal addresses.
    public static let address = UIDataDetectorTypes(rawValue: 4)
    /// Dates and times.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 8)
    /// Everything there is to look for: all bits.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}
