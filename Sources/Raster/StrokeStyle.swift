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

    package init(width: Double) { self.width = width }
}
