package enum StrokeCap: Hashable, Sendable { case butt, round, square }
package enum StrokeJoin: Hashable, Sendable { case miter, round, bevel }

/// The style of a stroke. Lengths are in the path's own units.
package struct StrokeStyle: Hashable, Sendable {
    package var width: Double
    package var cap: StrokeCap = .butt
    package var join: StrokeJoin = .miter
    package var miterLimit = 10.0
    /// Alternating on and off lengths. An empty pattern draws everything, and so does a pattern with a negative length or a total length
    /// of 0.
    package var dash: [Double] = []
    package var dashPhase = 0.0
    /// The beginning of the drawn part, 0...1 of the total length of all subpaths.
    package var start = 0.0
    package var end = 1.0
    /// True if the coverage of subpaths is added (as in the render server) instead of united.
    package var additive = false
    /// The largest second difference of a curve's chords, in pixels.
    package var tolerance = Flattener.tolerance

    package init(width: Double) { self.width = width }

    /// Returns the visible replacement for a stroke that is thinner than a pixel on all sides: a stroke one pixel wide, with the weight
    /// of the thin one's coverage. Apple's `render(in:)` draws it so (measured; the window's renderer is unknown), and a slanted line is
    /// then even from column to column.
    func visible(_ t: Affine) -> (style: StrokeStyle, weight: UInt8) {
        let sum = t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d, area = abs(t.a * t.d - t.b * t.c)
        let longest = ((sum + max(0, sum * sum - 4 * area * area).squareRoot()) / 2).squareRoot()
        guard width > 0, longest > 0, width * longest < 1, !additive else { return (self, 255) }
        var style = self
        style.width = 1 / longest
        return (style, UInt8(width * longest * 255 + 0.5))
    }
}
