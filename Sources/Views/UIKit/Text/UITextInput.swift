import QuartzCore

/// A place in the text of a ``UITextInput``; made by it.
@preconcurrency @MainActor open class UITextPosition: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
}

/// A stretch of the text of a ``UITextInput``; made by it.
@preconcurrency @MainActor open class UITextRange: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
    /// Where it begins.
    open var start: UITextPosition { UITextPosition() }
    /// Where it ends.
    open var end: UITextPosition { UITextPosition() }
    /// Whether both are the same.
    open var isEmpty: Bool { true }
}

/// Where a stretch of text stands in one line.
@preconcurrency @MainActor open class UITextSelectionRect: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
    /// In the space of the view with the text, in points.
    open var rect: CGRect { .zero }
    /// Whether the stretch begins in this line.
    open var containsStart: Bool { false }
    /// Whether it ends in this line.
    open var containsEnd: Bool { false }
    /// Whether the line runs downwards; no line does.
    open var isVertical: Bool { false }
}

/// A responder with text in which places can be named, asked for and chosen, as text fields and text views do. Of Apple's protocol what
/// programs ask of these; there is no marked text, since input methods write whole characters.
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {
    /// The text of a stretch; nil where it is of somebody else.
    func text(in range: UITextRange) -> String?
    /// Puts text in place of a stretch, without asking the delegate.
    func replace(_ range: UITextRange, withText text: String)
    /// What is chosen; empty at the caret.
    var selectedTextRange: UITextRange? { get set }
    /// Text that an input method still works on: always nil.
    var markedTextRange: UITextRange? { get }
    /// The place before all text.
    var beginningOfDocument: UITextPosition { get }
    /// The place behind all text.
    var endOfDocument: UITextPosition { get }
    /// The stretch between two places, in either order.
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    /// The place so many UTF-16 units on; nil outside the text.
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    /// Which of two places is first.
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// How many UTF-16 units lie between two places; negative backwards.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    /// Where the caret stands at a place, in the view's space.
    func caretRect(for position: UITextPosition) -> CGRect
    /// Where the first line of a stretch stands.
    func firstRect(for range: UITextRange) -> CGRect
    /// Where a stretch stands, line by line.
    func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
    /// The place that is nearest to a point of the view.
    func closestPosition(to point: CGPoint) -> UITextPosition?
}

/// The commands of editing, for `#selector(UIResponderStandardEditActions.paste(_:))`. Every responder has them.
@preconcurrency @MainActor public protocol UIResponderStandardEditActions: NSObjectProtocol {
    /// See ``UIResponder``.
    func cut(_ sender: Any?)
    /// See ``UIResponder``.
    func copy(_ sender: Any?)
    /// See ``UIResponder``.
    func paste(_ sender: Any?)
    /// See ``UIResponder``.
    func select(_ sender: Any?)
    /// See ``UIResponder``.
    func selectAll(_ sender: Any?)
    /// See ``UIResponder``.
    func delete(_ sender: Any?)
}

extension UIResponder: UIResponderStandardEditActions {}

/// What somebody does with a link or a picture in text.
public enum UITextItemInteraction: Int, Sendable {
    /// It was tapped.
    case invokeDefaultAction
    /// It is pressed for a menu; does not happen here.
    case presentActions
    /// It is pressed for a preview; does not happen here.
    case preview
}

/// A place by its number of UTF-16 units.
final class TextOffset: UITextPosition {
    let value: Int
    init(_ value: Int) {
        self.value = value
        super.init()
    }
    nonisolated override func isEqual(_ object: Any?) -> Bool { (object as? TextOffset)?.value == value }
    nonisolated override var hash: Int { value }

    /// A place in a text of a length; what is no place of ours is the beginning.
    static func of(_ position: UITextPosition, _ length: Int) -> Int { min(max(0, (position as? TextOffset)?.value ?? 0), length) }
    /// The place so much farther; nil outside.
    static func moved(_ position: UITextPosition, _ offset: Int, _ length: Int) -> TextOffset? {
        let (sum, overflow) = of(position, length).addingReportingOverflow(offset)
        return overflow || !(0...length).contains(sum) ? nil : TextOffset(sum)
    }
    static func compare(_ a: UITextPosition, _ b: UITextPosition) -> ComparisonResult {
        let (a, b) = (of(a, .max), of(b, .max))
        return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }
}

/// A stretch by its UTF-16 units.
final class TextStretch: UITextRange {
    let value: NSRange
    init(_ value: NSRange) {
        self.value = value
        super.init()
    }
    override var start: UITextPosition { TextOffset(value.location) }
    override var end: UITextPosition { TextOffset(NSMaxRange(value)) }
    override var isEmpty: Bool { value.length == 0 }
    nonisolated override func isEqual(_ object: Any?) -> Bool { (object as? TextStretch)?.value == value }
    nonisolated override var hash: Int { value.location }

    static func between(_ a: UITextPosition, _ b: UITextPosition, _ length: Int) -> TextStretch {
        let (a, b) = (TextOffset.of(a, length), TextOffset.of(b, length))
        return TextStretch(NSRange(location: min(a, b), length: abs(b - a)))
    }
    /// The units of a range in a text of a length.
    static func of(_ range: UITextRange, _ length: Int) -> NSRange { between(range.start, range.end, length).value }
}

final class TextLineRect: UITextSelectionRect {
    private let place: CGRect, isFirst: Bool, isLast: Bool
    init(_ place: CGRect, isFirst: Bool, isLast: Bool) {
        (self.place, self.isFirst, self.isLast) = (place, isFirst, isLast)
        super.init()
    }
    override var rect: CGRect { place }
    override var containsStart: Bool { isFirst }
    override var containsEnd: Bool { isLast }
}
