import QuartzCore

/// The text of a text view: set into lines once, and drawn in strips of which only those that show are there. So scrolling costs the strips
/// that come, a change draws what shows, and text may be of any height.
@MainActor final class TextPage: UIView {
    static let stripHeight: CGFloat = 128

    var text = StyledText() {
        didSet {
            blocks = []
            for strip in strips.values { strip.setNeedsDisplay() }
        }
    }
    /// By their widths: that of the page, and the last other one that was asked for.
    private var blocks: [(width: CGFloat, block: TextBlock)] = []
    private var strips: [Int: TextStrip] = [:]

    /// The lines for a width.
    func block(width: CGFloat) -> TextBlock {
        if let known = blocks.first(where: { $0.width == width }) { return known.block }
        ViewCounts.textsLaidOut += 1
        let made = TextBlock(text, width: width)
        blocks = blocks.suffix(1) + [(width, made)]
        return made
    }

    var rows: [TextColumn.Row] { block(width: bounds.width).rows }

    /// Keeps the strips that meet a part of the page.
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

/// Some lines of a page, and parts of those at its edges.
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
