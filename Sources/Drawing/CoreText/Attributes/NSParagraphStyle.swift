import CoreGraphics
import ObjectiveCRuntime

/// The alignment of a paragraph's lines between its edges.
public enum NSTextAlignment: Int, Sendable {
    /// Lines are aligned to the left.
    case left = 0
    /// Lines are centred.
    case center = 1
    /// Lines are aligned to the right.
    case right = 2
    /// Lines are aligned to both edges. The last line is natural.
    case justified = 3
    /// Lines are aligned to the side on which the paragraph's writing begins.
    case natural = 4
}

/// The treatment of a line that is too long.
public enum NSLineBreakMode: Int, Sendable {
    /// The line wraps after the last word that fits.
    case byWordWrapping = 0
    /// The line wraps after the last letter that fits.
    case byCharWrapping = 1
    /// The line is not changed.
    case byClipping = 2
    /// An ellipsis replaces the line's beginning.
    case byTruncatingHead = 3
    /// An ellipsis replaces the line's end.
    case byTruncatingTail = 4
    /// An ellipsis replaces the line's middle.
    case byTruncatingMiddle = 5
}

/// The direction of a paragraph's writing.
public enum NSWritingDirection: Int, Sendable {
    /// The direction of the first letter that has one.
    case natural = -1
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// A tab stop.
public final class NSTextTab: NSObject, @unchecked Sendable {
    /// The key of a tab stop's option.
    public struct OptionKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The characters that end a column, a character set.
        public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
    }

    /// The alignment of text at the stop. Text begins at the stop, whatever the alignment.
    public let alignment: NSTextAlignment
    /// The distance in points from the leading edge.
    public let location: CGFloat
    /// The options. Stored without effect.
    public let options: [OptionKey: Any]

    /// Creates a tab stop at a location.
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

/// The layout settings of a paragraph. Linux's Foundation has no such class; this one has the properties of UIKit's. Lengths are points.
///
/// A style is thread-safe, unless it is an ``NSMutableParagraphStyle``.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable {
    private final let foundationHeader = FoundationHeader()
    final var values = ParagraphValues()

    /// The style of text without a style.
    public static let `default` = NSParagraphStyle()

    /// Creates a style with the default values.
    public override init() {}

    fileprivate init(_ values: ParagraphValues) { self.values = values }

    public class var supportsSecureCoding: Bool { true }

    /// Creates the style of an archive.
    public required init?(coder: NSCoder) { values = ParagraphValues(from: coder) }

    open func encode(with coder: NSCoder) { values.encode(with: coder) }

    open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values) }

    /// Returns an ``NSMutableParagraphStyle`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let style = NSMutableParagraphStyle()
        style.values = values
        return style
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }

    open override var hash: Int { values.alignment.rawValue ^ values.lineSpacing.hashValue }

    /// The alignment of lines between the edges.
    open var alignment: NSTextAlignment { values.alignment }
    /// The treatment of lines that are too long.
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    /// The direction of writing.
    open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
    /// The distance of the first line from the leading edge.
    open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
    /// The distance of the other lines from the leading edge.
    open var headIndent: CGFloat { values.headIndent }
    /// The end of lines: measured from the leading edge if greater than 0, from the trailing edge otherwise.
    open var tailIndent: CGFloat { values.tailIndent }
    /// The factor of lines' natural height. 0 means 1.
    open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
    /// The minimum height of a line.
    open var minimumLineHeight: CGFloat { values.minimumLineHeight }
    /// The maximum height of a line. 0 means no limit.
    open var maximumLineHeight: CGFloat { values.maximumLineHeight }
    /// The space added below each line.
    open var lineSpacing: CGFloat { values.lineSpacing }
    /// The space added below the paragraph.
    open var paragraphSpacing: CGFloat { values.paragraphSpacing }
    /// The space added above the paragraph, unless it is the first.
    open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
    /// The tab stops.
    open var tabStops: [NSTextTab]! { values.textTabs }
    /// The distance between tab stops after the last one. 0 means none.
    open var defaultTabInterval: CGFloat { values.defaultTabInterval }
    /// The hyphenation factor. Stored without effect: words are not hyphenated.
    open var hyphenationFactor: Float { values.hyphenationFactor }
    /// A Boolean value that indicates whether letters move together before a line is truncated. Stored without effect.
    open var allowsDefaultTighteningForTruncation: Bool { values.allowsTightening }
    /// A Boolean value that indicates whether words are hyphenated as the language has it. Stored without effect.
    open var usesDefaultHyphenation: Bool { values.usesDefaultHyphenation }
    /// The rules of line breaks. Stored without effect: lines break as Unicode has it.
    open var lineBreakStrategy: LineBreakStrategy { values.lineBreakStrategy }

    /// Rules of line breaks.
    public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The last line has more than one word.
        public static let pushOut = LineBreakStrategy(rawValue: 1)
        /// Korean words aren't broken.
        public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
        /// The rules of labels.
        public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
    }
}

extension ParagraphValues {
    fileprivate var textTabs: [NSTextTab] {
        let stops = tabStops ?? (1...12).map { TabStop(location: CGFloat($0) * 28, alignment: .left) }
        return stops.map { NSTextTab(textAlignment: $0.alignment, location: $0.location) }
    }
}

/// A paragraph style that can be changed. It is not thread-safe. Text reads its values at layout.
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

    open override var allowsDefaultTighteningForTruncation: Bool {
        get { values.allowsTightening }
        set { values.allowsTightening = newValue }
    }
    open override var usesDefaultHyphenation: Bool {
        get { values.usesDefaultHyphenation }
        set { values.usesDefaultHyphenation = newValue }
    }
    open override var lineBreakStrategy: LineBreakStrategy {
        get { values.lineBreakStrategy }
        set { values.lineBreakStrategy = newValue }
    }

    /// Copies all values of another style.
    open func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }

    /// Adds a tab stop.
    open func addTabStop(_ anObject: NSTextTab) { tabStops = (tabStops + [anObject]).sorted { $0.location < $1.location } }

    /// Removes the tab stops equal to a given one.
    open func removeTabStop(_ anObject: NSTextTab) { tabStops = tabStops.filter { $0 != anObject } }
}
