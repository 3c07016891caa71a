import CoreGraphics

/// Where the lines of a paragraph stand between its edges.
public enum NSTextAlignment: Int, Sendable {
    /// Lines stand at the left.
    case left = 0
    /// Lines stand in the middle.
    case center = 1
    /// Lines stand at the right.
    case right = 2
    /// Both edges are straight; the last line is natural.
    case justified = 3
    /// On the side where the paragraph's writing begins.
    case natural = 4
}

/// What happens to a line that is too long.
public enum NSLineBreakMode: Int, Sendable {
    /// It goes on in the next line after the last word that fits.
    case byWordWrapping = 0
    /// It goes on in the next line after the last letter that fits.
    case byCharWrapping = 1
    /// It is left as it is.
    case byClipping = 2
    /// Its beginning gives way to an ellipsis.
    case byTruncatingHead = 3
    /// Its end gives way to an ellipsis.
    case byTruncatingTail = 4
    /// Its middle gives way to an ellipsis.
    case byTruncatingMiddle = 5
}

/// The direction in which a paragraph's writing runs.
public enum NSWritingDirection: Int, Sendable {
    /// That of the first letter that has one.
    case natural = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// A place that a tab leads to.
public final class NSTextTab: NSObject, @unchecked Sendable {
    /// What says which character a decimal tab aligns by.
    public struct OptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The characters that end a column, a set of characters.
        public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
    }

    /// How text stands at the stop. Text begins at the stop, whatever is asked for.
    public let alignment: NSTextAlignment
    /// Points from the leading edge.
    public let location: CGFloat
    /// Kept, without effect.
    public let options: [OptionKey: Any]

    /// A stop at a place.
    public init(textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]) {
        self.alignment = alignment
        location = loc
        self.options = options
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSTextTab else { return false }
        return alignment == other.alignment && location == other.location
    }

    public override var hash: Int { location.hashValue }
}

/// How a paragraph is set. Linux's Foundation has none; this one has the properties of UIKit's. Lengths are points.
///
/// Safe on any thread, as long as it is not an ``NSMutableParagraphStyle``.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
    final var values = ParagraphValues()

    /// The style of text that has none.
    public static let `default` = NSParagraphStyle()

    /// A style with the usual values.
    public override init() {}

    fileprivate init(_ values: ParagraphValues) { self.values = values }

    public class var supportsSecureCoding: Bool { true }

    /// The style of an archive.
    public required init?(coder: NSCoder) { values = ParagraphValues(from: coder) }

    open func encode(with coder: NSCoder) { values.encode(with: coder) }

    open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values) }

    /// An ``NSMutableParagraphStyle`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let style = NSMutableParagraphStyle()
        style.values = values
        return style
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }

    open override var hash: Int { values.alignment.rawValue ^ values.lineSpacing.hashValue }

    /// Where lines stand between the edges.
    open var alignment: NSTextAlignment { values.alignment }
    /// What happens to lines that are too long.
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    /// The direction of writing.
    open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
    /// How far the first line begins inside the leading edge.
    open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
    /// How far the other lines begin inside the leading edge.
    open var headIndent: CGFloat { values.headIndent }
    /// Where lines end: from the leading edge when above 0, from the trailing edge otherwise.
    open var tailIndent: CGFloat { values.tailIndent }
    /// What the natural height of lines is multiplied by; 0 for 1.
    open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
    /// The least height of a line.
    open var minimumLineHeight: CGFloat { values.minimumLineHeight }
    /// The greatest height of a line; 0 for none.
    open var maximumLineHeight: CGFloat { values.maximumLineHeight }
    /// What is added below each line.
    open var lineSpacing: CGFloat { values.lineSpacing }
    /// What is added below the paragraph.
    open var paragraphSpacing: CGFloat { values.paragraphSpacing }
    /// What is added above the paragraph, unless it is the first.
    open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
    /// Where tabs lead to.
    open var tabStops: [NSTextTab]! { values.textTabs }
    /// The distance of tab stops past the last one; 0 for none.
    open var defaultTabInterval: CGFloat { values.defaultTabInterval }
    /// Kept, without effect: words are not hyphenated.
    open var hyphenationFactor: Float { values.hyphenationFactor }
}

extension ParagraphValues {
    fileprivate var textTabs: [NSTextTab] {
        let stops = tabStops ?? (1...12).map { TabStop(location: CGFloat($0) * 28, alignment: .left) }
        return stops.map { NSTextTab(textAlignment: $0.alignment, location: $0.location) }
    }
}

/// A paragraph style that can be changed. Not safe on several threads at once. Text takes its values when it is laid out.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    open override var alignment: NSTextAlignment {
        get { values.alignment }
        set { values.alignment = newValue }
    }
    open override var lineBreakMode: NSLineBreakMode {
        get { values.lineBreakMode }
        set { values.lineBreakMode = newValue }
    }
    open override var baseWritingDirection: NSWritingDirection {
        get { values.baseWritingDirection }
        set { values.baseWritingDirection = newValue }
    }
    open override var firstLineHeadIndent: CGFloat {
        get { values.firstLineHeadIndent }
        set { values.firstLineHeadIndent = newValue }
    }
    open override var headIndent: CGFloat {
        get { values.headIndent }
        set { values.headIndent = newValue }
    }
    open override var tailIndent: CGFloat {
        get { values.tailIndent }
        set { values.tailIndent = newValue }
    }
    open override var lineHeightMultiple: CGFloat {
        get { values.lineHeightMultiple }
        set { values.lineHeightMultiple = newValue }
    }
    open override var minimumLineHeight: CGFloat {
        get { values.minimumLineHeight }
        set { values.minimumLineHeight = newValue }
    }
    open override var maximumLineHeight: CGFloat {
        get { values.maximumLineHeight }
        set { values.maximumLineHeight = newValue }
    }
    open override var lineSpacing: CGFloat {
        get { values.lineSpacing }
        set { values.lineSpacing = newValue }
    }
    open override var paragraphSpacing: CGFloat {
        get { values.paragraphSpacing }
        set { values.paragraphSpacing = newValue }
    }
    open override var paragraphSpacingBefore: CGFloat {
        get { values.paragraphSpacingBefore }
        set { values.paragraphSpacingBefore = newValue }
    }
    open override var tabStops: [NSTextTab]! {
        get { super.tabStops }
        set { values.tabStops = newValue?.map { .init(location: $0.location, alignment: $0.alignment) } }
    }
    open override var defaultTabInterval: CGFloat {
        get { values.defaultTabInterval }
        set { values.defaultTabInterval = newValue }
    }
    open override var hyphenationFactor: Float {
        get { values.hyphenationFactor }
        set { values.hyphenationFactor = newValue }
    }

    /// Takes over all values of another style.
    open func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }

    /// Adds a stop.
    open func addTabStop(_ anObject: NSTextTab) { tabStops = (tabStops + [anObject]).sorted { $0.location < $1.location } }

    /// Takes away the stops equal to one.
    open func removeTabStop(_ anObject: NSTextTab) { tabStops = tabStops.filter { $0 != anObject } }
}
