import AgateDiagnostics

/// A prepared timing curve: y(x) of the cubic Bézier from (0,0) to (1,1).
package struct CompiledCurve: Sendable {
    /// The table; nil for a linear curve.
    let table: CurveTable?

    package static let linear = CompiledCurve(nil)

    package init(_ curve: TimingCurve?) {
        guard let curve, !(curve.c1x == curve.c1y && curve.c2x == curve.c2y) else {
            table = nil
            return
        }
        table = CurveTable.shared(curve)
    }

    package var isLinear: Bool { table == nil }

    /// `x` is clamped to 0...1; the result may be outside.
    @inline(__always)
    package func value(at x: Double) -> Double {
        guard let table else { return x }
        return CurveTable.height(table.numbers, at: x)
    }
}

/// The numbers of a curve, shared by all animations that use it.
///
/// The height at `x` requires the parameter at `x`. 32 cubics in `x` approximate it so well that one Newton step makes it exact to the
/// last digits. Where the curve is too steep for that, more steps follow.
final class CurveTable: @unchecked Sendable {
    // Unchecked: the numbers are never written after `init`.

    /// ax, bx, cx, ay, by, cy of the curve's polynomials, then four numbers for each interval.
    let numbers: UnsafePointer<Double>
    private let curve: TimingCurve
    private static let intervals = 32

    init(_ curve: TimingCurve) {
        self.curve = curve
        func usable(_ v: Float) -> Double { v.isFinite ? Double(v) : 0 }
        // An x outside 0...1 would make the curve run backwards in time.
        let x1 = min(1, max(0, usable(curve.c1x))), x2 = min(1, max(0, usable(curve.c2x)))
        let y1 = usable(curve.c1y), y2 = usable(curve.c2y)
        let n = UnsafeMutablePointer<Double>.allocate(capacity: 6 + 4 * Self.intervals)
        n[2] = 3 * x1
        n[1] = 3 * (x2 - x1) - n[2]
        n[0] = 1 - n[2] - n[1]
        n[5] = 3 * y1
        n[4] = 3 * (y2 - y1) - n[5]
        n[3] = 1 - n[5] - n[4]
        numbers = UnsafePointer(n)
        let h = 1 / Double(Self.intervals)
        for i in 0..<Self.intervals {
            let t0 = Self.parameter(n, at: Double(i) * h, from: Double(i) * h)
            let t1 = Self.parameter(n, at: Double(i + 1) * h, from: Double(i + 1) * h)
            let slope0 = (3 * n[0] * t0 + 2 * n[1]) * t0 + n[2], slope1 = (3 * n[0] * t1 + 2 * n[1]) * t1 + n[2]
            let rise = t1 - t0
            // If time does not advance, the slope of the parameter is infinite; a straight line is a sufficient starting point.
            let d0 = slope0 > 1e-3 ? h / slope0 : rise, d1 = slope1 > 1e-3 ? h / slope1 : rise
            let c = n + 6 + 4 * i
            c[0] = t0
            c[1] = d0
            c[2] = 3 * rise - 2 * d0 - d1
            c[3] = d0 + d1 - 2 * rise
        }
    }

    deinit { numbers.deallocate() }

    @inline(__always)
    static func height(_ n: UnsafePointer<Double>, at x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        let place = x * Double(intervals)
        let i = Int(place)
        let f = place - Double(i)
        let c = n + 6 + 4 * i
        var t = ((c[3] * f + c[2]) * f + c[1]) * f + c[0]
        let error = ((n[0] * t + n[1]) * t + n[2]) * t - x
        let slope = (3 * n[0] * t + 2 * n[1]) * t + n[2]
        // Each step squares the error. The error after this one is below the precision of a Double.
        if abs(error) < 1e-6 * slope { t -= error / slope } else { t = parameter(n, at: x, from: min(1, max(0, t))) }
        return ((n[3] * t + n[4]) * t + n[5]) * t
    }

    /// Returns the bounds of the curve: the heights of its control points and its ends.
    static func range(_ n: UnsafePointer<Double>) -> (low: Double, high: Double) {
        let first = n[5] / 3, second = (n[4] + 2 * n[5]) / 3
        return (min(0, first, second), max(1, first, second))
    }

    @inline(never)
    private static func parameter(_ n: UnsafePointer<Double>, at x: Double, from start: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        var t = start
        for _ in 0..<8 {
            let error = ((n[0] * t + n[1]) * t + n[2]) * t - x
            let slope = (3 * n[0] * t + 2 * n[1]) * t + n[2]
            if slope < 1e-6 { break }
            t -= error / slope
            if !(t >= 0 && t <= 1) { break }
            if abs(error) < 1e-7 * slope { return t }
        }
        // Newton's steps diverge near a flat part. x(t) never decreases, so bisection always converges.
        var low = 0.0, high = 1.0
        t = x
        for _ in 0..<60 {
            let error = ((n[0] * t + n[1]) * t + n[2]) * t - x
            if abs(error) < 1e-13 { break }
            if error < 0 { low = t } else { high = t }
            t = (low + high) / 2
        }
        return t
    }

    // MARK: Sharing

    /// A cache of few curves, since few are in use at a time. Each curve has one place, and a new curve replaces the previous one there.
    private static let places = Locked<ContiguousArray<CurveTable?>>(ContiguousArray(repeating: nil, count: 64))

    static func shared(_ curve: TimingCurve) -> CurveTable {
        let mixed =
            curve.c1x.bitPattern &* 0x9E37_79B1 ^ curve.c1y.bitPattern &* 0x85EB_CA77 ^ curve.c2x.bitPattern &* 0xC2B2_AE3D
            ^ curve.c2y.bitPattern &* 0x27D4_EB2F
        let place = Int((mixed ^ mixed >> 15) >> 7 & 63)
        if let known = places.withLock({ $0[place] }), known.curve == curve { return known }
        let made = CurveTable(curve)
        places.withLock { $0[place] = made }
        return made
    }
}

extension TimingCurve {
    package static let linear = TimingCurve(0, 0, 1, 1)
    package static let easeIn = TimingCurve(0.42, 0, 1, 1)
    package static let easeOut = TimingCurve(0, 0, 0.58, 1)
    package static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    package static let systemDefault = TimingCurve(0.25, 0.1, 0.25, 1)

    /// Returns the curve's height at `x`, which is clamped to 0...1. To read many, make a `CompiledCurve`.
    package func value(at x: Double) -> Double {
        CompiledCurve(self).value(at: x.isNaN ? 0 : min(1, max(0, x)))
    }
}
