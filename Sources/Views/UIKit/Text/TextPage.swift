import QuartzCore

/// The text of a text view. The lines are laid out once and drawn in strips, of which only the visible ones exist. Scrolling draws only the
/// strips that come into view, a change draws only the visible strips, and the height of the text is unlimited.
@MainActor final class TextPage: UIView {
    static let stripHeight: CGFloat = 128

    var text = StyledText() {
        didSet {
            blocks = []
            for strip in strips.values { strip.setNeedsDisplay() }
        }
    }
    /// The layouts by width: at most two, for the page's width and the last other width that was requested.
    private var blocks: [(width: CGFloat, block: TextBlock)] = []
    private var strips: [Int: TextStrip] = [:]

    /// Returns the lines for a width.
    func block(width: CGFloat) -> TextBlock {
        if let known = blocks.first(where: { $0.width == width }) { return known.block }
        ViewCounts.textsLaidOut += 1
        let made = TextBlock(text, width: width)
        blocks = blocks.suffix(1) + [(width, made)]
        return made
    }

    var rows: [TextColumn.Row] { block(width: bounds.width).rows }

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
        page.block(width: page.bounds.width).draw(at: CGPoint(x: 0, y: -frame.minY), in: context, from: frame.minY, to: frame.maxY)
    }
}
