import CoreText
import QuartzCore

/// The styles of plain labels, so that labels of the same look read their attributes once.
@MainActor enum LabelStyles {
    private struct Look {
        let font: UIFont
        let color: CGColor
        let alignment: NSTextAlignment
        let breakMode: NSLineBreakMode
        let style: PreparedStyle
    }

    private static let limit = 8
    /// The last styles, the most recently made first.
    private static var recent: [Look] = []

    /// Returns the style of a look.
    static func style(_ font: UIFont, _ color: CGColor, _ alignment: NSTextAlignment, _ breakMode: NSLineBreakMode) -> PreparedStyle {
        for look in recent
        where look.alignment == alignment && look.breakMode == breakMode && (look.color === color || look.color == color)
            && (look.font === font || look.font == font)
        {
            return look.style
        }
        ViewCounts.stylesMade += 1
        let paragraph = NSMutableParagraphStyle()
        paragraph.alignment = alignment
        paragraph.lineBreakMode = breakMode
        let style = PreparedStyle([.font: font, .foregroundColor: color, .paragraphStyle: paragraph])
        recent = [Look(font: font, color: color, alignment: alignment, breakMode: breakMode, style: style)] + recent.prefix(limit - 1)
        return style
    }
}
