/// A timing curve with its polynomials worked out: y(x) of the cubic Bézier from (0,0) to (1,1).
package struct CompiledCurve: Hashable, Sendable {
    private var ax, bx, cx, ay, by, cy: Double
    package let isLinear: Bool

    package static let linear = CompiledCurve(nil)

    package init(_ curve: TimingCurve?) {
        func usable(_ v: Float) -> Double { v.isFinite ? Double(v) : 0 }
        guard let curve, !(curve.c1x == curve.c1y && curve.c2x == curve.c2y) else {
            (ax, bx, cx, ay, by, cy) = (0, 0, 1, 0, 0, 1)
            isLinear = true
            return
        }
        // x outside 0...1 would make the curve double back; time can't.
        let x1 = min(1, max(0, usable(curve.c1x))), x2 = min(1, max(0, usable(curve.c2x)))
        let y1 = usable(curve.c1y), y2 = usable(curve.c2y)
        cx = 3 * x1
        bx = 3 * (x2 - x1) - cx
        ax = 1 - cx - bx
        cy = 3 * y1
        by = 3 * (y2 - y1) - cy
        ay = 1 - cy - by
        isLinear = false
    }

    /// `x` is held in 0...1; the result may leave it.
    @inline(__always)
    package func value(at x: Double) -> Double {
        if isLinear { return x }
        return solve(x)
    }

    private func solve(_ x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        var t = x
        for _ in 0..<8 {
            let error = ((ax * t + bx) * t + cx) * t - x
            let slope = (3 * ax * t + 2 * bx) * t + cx
            if slope < 1e-6 { break }
            t -= error / slope
            if !(t >= 0 && t <= 1) { break }
            // Each step squares the error: what is left after this one is beyond what a Double tells.
            if abs(error) < 1e-7 * slope { return ((ay * t + by) * t + cy) * t }
        }
        // Near a level stretch Newton's steps run away: x(t) never falls, so halving always finds it.
        var low = 0.0, high = 1.0
        t = x
        for _ in 0..<60 {
            let error = ((ax * t + bx) * t + cx) * t - x
            if abs(error) < 1e-13 { break }
            if error < 0 { low = t } else { high = t }
            t = (low + high) / 2
        }
        return ((ay * t + by) * t + cy) * t
    }
}

extension TimingCurve {
    package static let linear = TimingCurve(0, 0, 1, 1)
    package static let easeIn = TimingCurve(0.42, 0, 1, 1)
    package static let easeOut = TimingCurve(0, 0, 0.58, 1)
    package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    package static let systemDefault = TimingCurve(0.25, 0.1, 0.25, 1)

    /// The curve's height at `x`, which is held in 0...1. To read many, make a `CompiledCurve`.
    package func value(at x: Double) -> Double {
        CompiledCurve(self).value(at: x.isNaN ? 0 : min(1, max(0, x)))
    }
}
