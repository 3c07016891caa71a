import CoreGraphics

/// What a paragraph's style says, as a value: ``NSParagraphStyle`` and ``CTParagraphStyle`` are two faces of it. Lengths are points.
struct ParagraphValues: Equatable, Sendable {
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var baseWritingDirection = NSWritingDirection.natural
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    /// From the leading edge when above 0, from the trailing edge otherwise.
    var tailIndent: CGFloat = 0
    /// 0 for none.
    var lineHeightMultiple: CGFloat = 0
    /// 0 for none.
    var minimumLineHeight: CGFloat = 0
    /// 0 for none.
    var maximumLineHeight: CGFloat = 0
    /// Between lines, below each.
    var lineSpacing: CGFloat = 0
    /// Bounds of the space between lines; CoreText's alone.
    var minimumLineSpacing: CGFloat = 0
    var maximumLineSpacing = CGFloat.greatestFiniteMagnitude
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    /// Nil for a stop every 28 points up to the twelfth, as Apple's styles have them.
    var tabStops: [TabStop]?
    /// The distance of stops past the last one; 0 for none.
    var defaultTabInterval: CGFloat = 0
    var hyphenationFactor: Float = 0

    struct TabStop: Equatable, Sendable {
        var location: CGFloat
        var alignment: NSTextAlignment
    }

    /// Where the pen goes from `x` at a tab. Stops align their left edge, whatever they ask for.
    func tabStop(after x: CGFloat) -> CGFloat {
        if let tabStops {
            if let next = tabStops.first(where: { $0.location > x }) { return next.location }
        } else if x < 28 * 12 {
            return ((x / 28).rounded(.down) + 1) * 28
        }
        guard defaultTabInterval > 0 else {
            // Past the last stop a tab still parts words.
            return x + 28
        }
        return ((x / defaultTabInterval).rounded(.down) + 1) * defaultTabInterval
    }

    /// The values as layout may use them: no NaN, nothing infinite, no negative heights.
    var usable: ParagraphValues {
        func finite(_ value: CGFloat) -> CGFloat { value.isFinite ? min(max(value, -1e9), 1e9) : 0 }
        var values = self
        values.firstLineHeadIndent = max(0, finite(firstLineHeadIndent))
        values.headIndent = max(0, finite(headIndent))
        values.tailIndent = finite(tailIndent)
        values.lineHeightMultiple = max(0, finite(lineHeightMultiple))
        values.minimumLineHeight = max(0, finite(minimumLineHeight))
        values.maximumLineHeight = max(0, finite(maximumLineHeight))
        values.lineSpacing = max(0, finite(lineSpacing))
        values.minimumLineSpacing = max(0, finite(minimumLineSpacing))
        values.maximumLineSpacing = maximumLineSpacing.isNaN ? .greatestFiniteMagnitude : max(0, maximumLineSpacing)
        values.paragraphSpacing = max(0, finite(paragraphSpacing))
        values.paragraphSpacingBefore = max(0, finite(paragraphSpacingBefore))
        values.defaultTabInterval = max(0, finite(defaultTabInterval))
        values.tabStops = tabStops.map { $0.filter { $0.location.isFinite }.sorted { $0.location < $1.location } }
        return values
    }
}
