import CoreGraphics

/// Measures the ink of many lines: each glyph of a font is measured once.
package struct LineExtents {
    /// The lower and upper end of a glyph's ink, above its position; nil without ink.
    private typealias Extent = (low: CGFloat, high: CGFloat)?
    private var font: CTFont?
    private var glyphs: [CGGlyph: Extent] = [:]

    package init() {}

    /// Returns the vertical extent of a line's ink, relative to its baseline, without backgrounds and underlines; nil without ink.
    package mutating func ink(of line: CTLine) -> ClosedRange<CGFloat>? {
        var low = CGFloat.infinity, high = -CGFloat.infinity
        for run in line.runs {
            if run.shaped.font !== font { (font, glyphs) = (run.shaped.font, [:]) }
            var last = ShapedRun.noGlyph, extent: Extent = nil
            for i in run.glyphs.indices where run.glyphs[i] != ShapedRun.noGlyph {
                let glyph = run.glyphs[i]
                if glyph != last { (last, extent) = (glyph, measure(glyph, run.shaped.font)) }
                guard let extent else { continue }
                let y = run.positions[i].y
                (low, high) = (min(low, y + extent.low), max(high, y + extent.high))
            }
        }
        return low <= high ? low...high : nil
    }

    private mutating func measure(_ glyph: CGGlyph, _ font: CTFont) -> Extent {
        if let known = glyphs[glyph] { return known }
        let box = font.inkBounds(of: glyph)
        let extent: Extent = box.isEmpty ? nil : (box.minY, box.maxY)
        glyphs[glyph] = .some(extent)
        return extent
    }
}
