/// A point of the grid on which shapes are combined. Whole numbers make every test of sides exact, so roundings can't contradict each
/// other.
struct GridPoint: Hashable, Comparable, Sendable {
    /// The coordinates, whose magnitudes stay below 2^42.
    var x, y: Int64

    /// Compares points in the sweep's order: by y, then by x.
    static func < (a: GridPoint, b: GridPoint) -> Bool { a.y != b.y ? a.y < b.y : a.x < b.x }

    /// Returns twice the area of the triangle o, p, q: greater than 0 if q is to the left of the line from o to p (x to the right, y up).
    /// The sign is exact.
    @inline(__always)
    static func cross(_ o: GridPoint, _ p: GridPoint, _ q: GridPoint) -> Double {
        cross(p.x - o.x, p.y - o.y, q.x - o.x, q.y - o.y)
    }

    /// Returns the cross product of two vectors. Their components are exact as doubles. 128 bits are needed only if the products nearly
    /// cancel.
    @inline(__always)
    static func cross(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Double {
        let l = Double(ax) * Double(by), r = Double(ay) * Double(bx)
        let sum = l - r
        if sum.magnitude > (l.magnitude + r.magnitude) * 0x1p-40 { return sum }
        return exact(ax, ay, bx, by)
    }

    private static func exact(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Double {
        let l = ax.multipliedFullWidth(by: by), r = ay.multipliedFullWidth(by: bx)
        let (low, borrow) = l.low.subtractingReportingOverflow(r.low)
        let high = l.high - r.high - (borrow ? 1 : 0)
        return Double(high) * 0x1p64 + Double(low)
    }
}

/// The location of the grid in the plane. Its step is a power of two, so halves, quarters and whole numbers are represented exactly.
struct GridScale {
    let center: SIMD2<Double>
    let step: Double

    init(low: SIMD2<Double>, high: SIMD2<Double>) {
        let half = max(high.x * 0.5 - low.x * 0.5, high.y * 0.5 - low.y * 0.5, 1e-90)
        step = Double(sign: .plus, exponent: half.exponent - 40, significand: 1)
        let middle = low * 0.5 + high * 0.5
        center = (middle / step).rounded(.toNearestOrEven) * step
    }

    func grid(_ p: SIMD2<Double>) -> GridPoint {
        let q = ((p - center) / step).rounded(.toNearestOrEven)
        // Curves may extend beyond the box of their controls by a rounding error.
        let limit = 0x1p42
        return GridPoint(x: Int64(max(-limit, min(limit, q.x))), y: Int64(max(-limit, min(limit, q.y))))
    }

    func point(_ p: GridPoint) -> SIMD2<Double> { center + SIMD2(Double(p.x), Double(p.y)) * step }
}
