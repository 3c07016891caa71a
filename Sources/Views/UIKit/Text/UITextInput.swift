import QuartzCore

/// A position in the text of a ``UITextInput``, which creates it.
@preconcurrency @MainActor open class UITextPosition: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
}

/// A range of the text of a ``UITextInput``, which creates it.
@preconcurrency @MainActor open class UITextRange: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
    /// The start of the range.
    open var start: UITextPosition { UITextPosition() }
    /// The end of the range.
    open var end: UITextPosition { UITextPosition() }
    /// A Boolean value that indicates whether start and end are the same.
    open var isEmpty: Bool { true }
}

/// The frame of a range of text in one line.
@preconcurrency @MainActor open class UITextSelectionRect: NSObject {
    @preconcurrency @MainActor public override init() { super.init() }
    /// The frame in points, in the space of the text's view.
    open var rect: CGRect { .zero }
    /// A Boolean value that indicates whether the range starts in this line.
    open var containsStart: Bool { false }
    /// A Boolean value that indicates whether the range ends in this line.
    open var containsEnd: Bool { false }
    /// A Boolean value that indicates whether the line is vertical; always false.
    open var isVertical: Bool { false }
}

/// A responder with text in which positions can be named, queried and selected, such as text fields and text views. The protocol has the
/// part of Apple's that programs call on these views. There is no marked text, since input methods insert complete characters.
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {
    /// Returns the text of a range.
    func text(in range: UITextRange) -> String?
    /// Replaces a range with text, without asking the delegate.
    func replace(_ range: UITextRange, withText text: String)
    /// The selection; empty at the caret.
    var selectedTextRange: UITextRange? { get set }
    /// The text that an input method is composing: always nil.
    var markedTextRange: UITextRange? { get }
    /// The position before all text.
    var beginningOfDocument: UITextPosition { get }
    /// The position after all text.
    var endOfDocument: UITextPosition { get }
    /// Returns the range between two positions, in either order.
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    /// Returns the position at an offset in UTF-16 units; nil outside the text.
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    /// Compares the order of two positions.
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// Returns the number of UTF-16 units between two positions; negative if the second is before the first.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    /// Returns the frame of the caret at a position, in the view's coordinates.
    func caretRect(for position: UITextPosition) -> CGRect
    /// Returns the frame of a range's first line.
    func firstRect(for range: UITextRange) -> CGRect
    /// Returns the frames of a range, one for each line.
    func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
    /// Returns the position closest to a point of the view.
    func closestPosition(to point: CGPoint) -> UITextPosition?
    /// Returns the position of a range that is closest to a point of the view.
    func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition?
    /// Returns the range of the character at a point of the view; nil if there is no text.
    func characterRange(at point: CGPoint) -> UITextRange?
}

extension UITextInput {
    /// Returns the position closest to a point, or the end of the range that is closer to it.
    public func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
        closestPosition(to: point).map { found in
            if compare(found, to: range.start) == .orderedAscending { return range.start }
            return compare(found, to: range.end) == .orderedDescending ? range.end : found
        }
    }
    /// Returns the range of one unit of UTF-16 behind the position closest to a point.
    public func characterRange(at point: CGPoint) -> UITextRange? {
        guard let start = closestPosition(to: point), let end = position(from: start, offset: 1) else { return nil }
        return textRange(from: start, to: end)
    }
}

/// The editing commands, for `#selector(UIResponderStandardEditActions.paste(_:))`. Every responder has them.
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

/// An interaction with a link or an image in text.
public enum UITextItemInteraction: Int, Sendable {
    /// A tap.
    case invokeDefaultAction
    /// A press for a menu; doesn't occur on Agate.
    case presentActions
    /// A press for a preview; doesn't occur on Agate.
    case preview
}

/// A position as a number of UTF-16 units.
final class TextOffset: UITextPosition {
    let value: Int
    init(_ value: Int) {
        self.value = value
        super.init()
    }
    nonisolated override func isEqual(_ object: Any?) -> Bool { (object as? TextOffset)?.value == value }
    nonisolated override var hash: Int { value }

    /// Returns the offset of a position, clamped to the length of the text. A position of another class counts as 0.
    static func of(_ position: UITextPosition, _ length: Int) -> Int { min(max(0, (position as? TextOffset)?.value ?? 0), length) }
    /// Returns the position at an offset; nil outside the text.
    static func moved(_ position: UITextPosition, _ offset: Int, _ length: Int) -> TextOffset? {
        let (sum, overflow) = of(position, length).addingReportingOverflow(offset)
        return overflow || !(0...length).contains(sum) ? nil : TextOffset(sum)
    }
    static func compare(_ a: UITextPosition, _ b: UITextPosition) -> ComparisonResult {
        let (a, b) = (of(a, .max), of(b, .max))
        return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }
}

/// A range of UTF-16 units.
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
    /// Returns the UTF-16 range, clamped to the length of the text.
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
