import CoreGraphics

extension Interpolation {
    /// As measured on Apple's pictures: the ends of elements go straight, the handles of curves (the ways from an end to its control point)
    /// turn, so that what is smooth in both stays smooth. Unlike elements are made alike; where that can't be, the nearer path shows.
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
        // Where the next element's points are, where it begins, and where its subpath does.
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

    /// A handle on its way from one to another: it turns the short way round and grows or shrinks, both at an even pace.
    package static func handle(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ f: Double) -> SIMD2<Double> {
        let cross = a.x * b.y - a.y * b.x, dot = a.x * b.x + a.y * b.y
        // One without a length has no direction: the other's is kept. Nor is there anything to turn where they point alike.
        guard abs(cross) > 1e-9 * abs(dot) || dot < 0 else { return a + (b - a) * f }
        let from = (a.x * a.x + a.y * a.y).squareRoot(), to = (b.x * b.x + b.y * b.y).squareRoot()
        let turn = SteadyMath.sincos((cross == 0 ? .pi : SteadyMath.atan2(cross, dot)) * f), scale = (from + (to - from) * f) / from
        let c = turn.cos * scale, s = turn.sin * scale
        return SIMD2(a.x * c - a.y * s, a.x * s + a.y * c)
    }
}
