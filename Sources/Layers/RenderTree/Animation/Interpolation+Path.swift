import CoreGraphics

extension Interpolation {
    /// Interpolates paths, as measured on Apple's pictures: the end points of elements move straight, and the handles of curves (the
    /// vectors from an end point to its control point) rotate, so that curves that are smooth in both paths stay smooth. Different
    /// elements are converted to equal ones. If that is impossible, the nearer path is shown.
    package static func path(_ a: CGPath, _ b: CGPath, _ f: Double) -> CGPath {
        if f == 0 { return a }
        if f == 1 { return b }
        guard let alike = PathMatch.matched([a, b]) else { return f < 0.5 ? a : b }
        let a = alike[0], b = alike[1]
        var points = a.points
        func control(_ i: Int, of end: Int) -> CGPoint {
            let handle = handle(way(a.points[end], a.points[i]), way(b.points[end], b.points[i]), f)
            return CGPoint(x: points[end].x + handle.x, y: points[end].y + handle.y)
        }
        // The index of the next element's points, of the current point, and of the start of the subpath.
        var next = 0, current = 0, first = 0
        for verb in a.verbs.lazy.compactMap(PathVerb.init) {
            let end = next + verb.pointCount - 1
            if verb == .close {
                current = first
                continue
            }
            points[end] = point(a.points[end], b.points[end], f)
            if verb == .move { first = end }
            if verb == .quad { points[next] = point(a.points[next], b.points[next], f) }
            if verb == .cubic {
                points[next] = control(next, of: current)
                points[next + 1] = control(next + 1, of: end)
            }
            (next, current) = (end + 1, end)
        }
        return CGPath(verbs: a.verbs, points: points)
    }

    private static func way(_ from: CGPoint, _ to: CGPoint) -> SIMD2<Double> { SIMD2(to.x - from.x, to.y - from.y) }

    /// Interpolates a handle: it rotates in the shorter direction, and its length changes, both at a constant rate.
    package static func handle(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ f: Double) -> SIMD2<Double> {
        let cross = a.x * b.y - a.y * b.x, dot = a.x * b.x + a.y * b.y
        // A handle of zero length has no direction, so the other's is used. If both have the same direction, no rotation is needed.
        guard abs(cross) > 1e-9 * abs(dot) || dot < 0 else { return a + (b - a) * f }
        let from = (a.x * a.x + a.y * a.y).squareRoot(), to = (b.x * b.x + b.y * b.y).squareRoot()
        let turn = SteadyMath.sincos((cross == 0 ? .pi : SteadyMath.atan2(cross, dot)) * f), scale = (from + (to - from) * f) / from
        let c = turn.cos * scale, s = turn.sin * scale
        return SIMD2(a.x * c - a.y * s, a.x * s + a.y * c)
    }
}
