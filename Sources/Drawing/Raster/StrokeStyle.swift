package enum StrokeCap: Hashable, Sendable { case butt, round, square }
package enum StrokeJoin: Hashable, Sendable { case miter, round, bevel }

/// How a path is stroked; lengths in the path's own units.
package struct StrokeStyle: Hashable, Sendable {
    package var width: Double
    package var cap: StrokeCap = .butt
    package var join: StrokeJoin = .miter
    package var miterLimit = 10.0
    /// On, off, on, ... lengths; empty draws all. A pattern with a negative or no length draws all too.
    package var dash: [Double] = []
    package var dashPhase = 0.0
    /// The part drawn, 0...1 of the length of all subpaths together.
    package var start = 0.0
    package var end = 1.0
    /// Coverage of subpaths adds up (the render server's way) instead of being united.
    package var additive = false
    /// How far second differences of the chords that stand for curves may go, in pixels.
    package var tolerance = Flattener.tolerance

    package init(width: Double) { self.width = width }

    /// What is drawn of a stroke that is thinner than a pixel on all sides: one a pixel wide, of which as much counts as the thin one
    /// covers. So Apple's `render(in:)` draws it (measured; of the window's renderer it is not known), and so a line that leans goes on
    /// evenly from column to column.
    func visible(_ t: Affine) -> (style: StrokeStyle, weight: UInt8) {
        let sum = t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d, area = abs(t.a * t.d - t.b * t.c)
        let longest = ((sum + max(0, sum * sum - 4 * area * area).squareRoot()) / 2).squareRoot()
        guard width > 0, longest > 0, width * longest < 1, !additive else { return (self, 255) }
        var style = self
        style.width = 1 / longest
        return (style, UInt8(width * longest * 255 + 0.5))
    }
}
