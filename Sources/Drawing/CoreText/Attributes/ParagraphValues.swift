import CoreGraphics

/// The values of a paragraph's style. ``NSParagraphStyle`` and ``CTParagraphStyle`` both wrap them. Lengths are points.
struct ParagraphValues: Equatable, Sendable {
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var baseWritingDirection = NSWritingDirection.natural
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    /// The end of lines: measured from the leading edge if greater than 0, from the trailing edge otherwise.
    var tailIndent: CGFloat = 0
    /// The factor of lines' natural height, 0 for none.
    var lineHeightMultiple: CGFloat = 0
    /// The minimum height of lines, 0 for none.
    var minimumLineHeight: CGFloat = 0
    /// The maximum height of lines, 0 for none.
    var maximumLineHeight: CGFloat = 0
    /// The space between lines, below each.
    var lineSpacing: CGFloat = 0
    /// Bounds of the space between lines. Only CoreText sets them.
    var minimumLineSpacing: CGFloat = 0
    var maximumLineSpacing = CGFloat.greatestFiniteMagnitude
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    /// The tab stops. Nil for a stop every 28 points up to the twelfth, as in Apple's styles.
    var tabStops: [TabStop]?
    /// The distance between stops after the last one, 0 for none.
    var defaultTabInterval: CGFloat = 0
    var hyphenationFactor: Float = 0
    /// Stored for programs.
    var allowsTightening = false, usesDefaultHyphenation = false
    var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy()

    struct TabStop: Equatable, Sendable {
        var location: CGFloat
        var alignment: NSTextAlignment
    }

    /// Returns the position after a tab at `x`. Text is aligned at a stop by its left edge, whatever the stop's alignment.
    func tabStop(after x: CGFloat) -> CGFloat {
        if let tabStops {
            if let next = tabStops.first(where: { $0.location > x }) { return next.location }
        } else if x < 28 * 12 {
            return ((x / 28).rounded(.down) + 1) * 28
        }
        guard defaultTabInterval > 0 else {
            // After the last stop a tab still separates words.
            return x + 28
        }
        return ((x / defaultTabInterval).rounded(.down) + 1) * defaultTabInterval
    }

    /// The values in a form safe for layout: without NaN, infinite values or negative heights.
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
