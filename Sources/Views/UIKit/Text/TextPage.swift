import QuartzCore

/// The text of a text view. The lines are laid out once and drawn in strips, of which only the visible ones exist. Scrolling draws only the
/// strips that come into view, a change draws only the visible strips, and the height of the text is unlimited.
@MainActor final class TextPage: UIView {
    static let stripHeight: CGFloat = 128

    /// Returns the text. Called when lines are laid out.
    var text: () -> StyledText = { StyledText() }
    /// The lines by width: at most two, for the page's width and the last other width that was requested.
    private var lines: [TextParagraphs] = []
    private var strips: [Int: TextStrip] = [:]

    /// Forgets all lines after a change of the text or its attributes.
    func reset() {
        lines = []
        for strip in strips.values { strip.setNeedsDisplay() }
    }

    /// Updates the lines after a part of the text was replaced. Strips in which no line changed keep their drawing.
    /// - Parameters:
    /// - range: The UTF-16 units that were replaced.
    /// - count: The number of units that replace them.
    func replace(_ range: Range<Int>, by count: Int) {
        var part: ClosedRange<CGFloat>?
        for each in lines {
            let changed = each.replace(range, by: count)
            if each.width == bounds.width { part = changed }
        }
        for strip in strips.values where part.map({ strip.frame.minY <= $0.upperBound && strip.frame.maxY >= $0.lowerBound }) ?? true {
            strip.setNeedsDisplay()
        }
    }

    /// Returns the lines for a width.
    func lines(width: CGFloat) -> TextParagraphs {
        if let known = lines.first(where: { $0.width == width }) { return known }
        let made = TextParagraphs(width: width, text: text)
        lines = lines.suffix(1) + [made]
        return made
    }

    /// The lines for the width of the page.
    var shownLines: TextParagraphs { lines(width: bounds.width) }

    /// Creates the strips that intersect a part of the page, and removes the others.
    func show(_ part: CGRect) {
        let height = Self.stripHeight, area = part.intersection(bounds)
        var shown = 0..<0
        if !area.isNull, area.height > 0 {
            shown = Int((area.minY / height).rounded(.down))..<Int((area.maxY / height).rounded(.up))
        }
        for (number, strip) in strips where !shown.contains(number) {
            strip.removeFromSuperview()
            strips[number] = nil
        }
        for number in shown {
            let top = CGFloat(number) * height
            let frame = CGRect(x: 0, y: top, width: bounds.width, height: min(height, bounds.height - top))
            if let strip = strips[number] {
                if strip.frame != frame { strip.frame = frame }
            } else {
                let strip = TextStrip(frame: frame)
                strip.page = self
                strips[number] = strip
                addSubview(strip)
            }
        }
    }
}

/// A horizontal strip of a page, which draws the lines that intersect it.
@MainActor private final class TextStrip: UIView {
    weak var page: TextPage?

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        contentMode = .redraw
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func draw(_ rect: CGRect) {
        guard let page, let context = UIGraphicsGetCurrentContext() else { return }
        ViewCounts.stripsDrawn += 1
        page.shownLines.draw(at: CGPoint(x: 0, y: -frame.minY), in: context, from: frame.minY, to: frame.maxY)
    }
}
