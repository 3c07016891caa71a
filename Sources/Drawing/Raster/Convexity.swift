import Foundation

/// A test for convex outlines, which turn in one direction, once around. Their windings need no special treatment.
struct Convexity {
    private var turn = 0.0
    private var flipsX = 0, flipsY = 0
    private var first = SIMD2<Double>.zero, last = SIMD2<Double>.zero
    private var start = SIMD2<Double>.zero, current = SIMD2<Double>.zero
    private(set) var isConvex = true

    mutating func begin(_ p: SIMD2<Double>) {
        start = p
        current = p
    }

    mutating func add(_ p: SIMD2<Double>) {
        let d = p - current
        current = p
        guard d != .zero else { return }
        if first == .zero { first = d } else { follow(d) }
        last = d
    }

    /// Closes the outline. Returns true if it was convex.
    mutating func end() -> Bool {
        add(start)
        if first != .zero { follow(first) }
        return isConvex && flipsX <= 2 && flipsY <= 2
    }

    private mutating func follow(_ d: SIMD2<Double>) {
        let cross = last.x * d.y - last.y * d.x
        if cross != 0 {
            if turn * cross < 0 { isConvex = false }
            turn = cross < 0 ? -1 : 1
        } else if last.x * d.x + last.y * d.y < 0 {
            // A reversal of direction counts as a crossing.
            isConvex = false
        }
        if (last.x < 0) != (d.x < 0) { flipsX += 1 }
        if (last.y < 0) != (d.y < 0) { flipsY += 1 }
    }

    /// Returns whether a path is convex by its control points, whose outline is convex only if the curve's is.
    static func isConvex(_ path: PathView) -> Bool {
        guard path.isWhole else { return false }
        var c = Convexity()
        var next = 0
        var isOpen = true
        for (i, verb) in path.verbs.enumerated() {
            let points: Int
            switch verb {
            case PathView.Verb.move:
                // A second nonempty subpath ends the test. A single move at the end is harmless.
                if i > 0 {
                    if i + 1 < path.verbs.count { return false }
                    continue
                }
                let p = path.points[next]
                c.begin(SIMD2(Double(p.x), Double(p.y)))
                next += 1
                continue
            case PathView.Verb.line: points = 1
            case PathView.Verb.quad: points = 2
            case PathView.Verb.cubic: points = 3
            default:
                isOpen = false
                continue
            }
            guard isOpen else { return false }
            for k in next..<(next + points) { c.add(SIMD2(Double(path.points[k].x), Double(path.points[k].y))) }
            guard c.isConvex else { return false }
            next += points
        }
        return c.end()
    }

    static func isConvex(_ points: UnsafeBufferPointer<SIMD2<Double>>) -> Bool {
        guard let p = points.first else { return false }
        var c = Convexity()
        c.begin(p)
        for q in points.dropFirst() { c.add(q) }
        return c.end()
    }
}
