/// A cubic whose two sides at half a pen's width may be cubics as well.
struct StrokeCubic {
    var p0: SIMD2<Double>, p1: SIMD2<Double>, p2: SIMD2<Double>, p3: SIMD2<Double>

    /// How far a side may be from where it belongs, in pixels.
    private static let sideError = 0.05

    @inline(__always)
    func halves() -> (StrokeCubic, StrokeCubic) {
        let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
        let ab = (a + m) * 0.5, bc = (m + c) * 0.5, mid = (ab + bc) * 0.5
        return (StrokeCubic(p0: p0, p1: a, p2: ab, p3: mid), StrokeCubic(p0: mid, p1: bc, p2: c, p3: p3))
    }

    /// Where it is, and a third of its derivative.
    @inline(__always)
    private func sample(_ t: Double) -> (point: SIMD2<Double>, velocity: SIMD2<Double>) {
        let a = p0 + (p1 - p0) * t, m = p1 + (p2 - p1) * t, c = p2 + (p3 - p2) * t
        let ab = a + (m - a) * t, bc = m + (c - m) * t
        return (ab + (bc - ab) * t, bc - ab)
    }

    @inline(__always)
    func point(_ t: Double) -> SIMD2<Double> { sample(t).point }

    @inline(__always)
    func direction(_ t: Double) -> SIMD2<Double>? { StrokePolyline.unit(sample(t).velocity) }

    /// What lies between two parameters.
    func part(_ from: Double, _ to: Double) -> StrokeCubic {
        if from <= 0 && to >= 1 { return self }
        func blossom(_ u: Double, _ v: Double, _ w: Double) -> SIMD2<Double> {
            let a = p0 + (p1 - p0) * u, m = p1 + (p2 - p1) * u, c = p2 + (p3 - p2) * u
            let ab = a + (m - a) * v, bc = m + (c - m) * v
            return ab + (bc - ab) * w
        }
        return StrokeCubic(
            p0: from <= 0 ? p0 : blossom(from, from, from), p1: blossom(from, from, to), p2: blossom(from, to, to),
            p3: to >= 1 ? p3 : blossom(to, to, to))
    }

    var leaves: SIMD2<Double>? { direction(p1 - p0) ?? direction(p2 - p0) ?? StrokePolyline.unit(p3 - p0) }
    var arrives: SIMD2<Double>? { direction(p3 - p2) ?? direction(p3 - p1) ?? StrokePolyline.unit(p3 - p0) }

    /// Of a handle that has a length: cutting a curve leaves of one without a length what roundings make of it, in any direction.
    private func direction(_ handle: SIMD2<Double>) -> SIMD2<Double>? {
        let far = max(p0.x.magnitude, p0.y.magnitude, p3.x.magnitude, p3.y.magnitude) * 1e-13
        return max(handle.x.magnitude, handle.y.magnitude) > far ? StrokePolyline.unit(handle) : nil
    }

    /// The sides of the stroke: their ends stand on the normals, and their handles, both longer or shorter by one factor, bring their
    /// middles where they belong. False where one is not near the curve's true side.
    func sides(
        _ half: Double, _ t0: SIMD2<Double>, _ t3: SIMD2<Double>, _ transform: Affine, left: inout StrokeCubic, right: inout StrokeCubic
    ) -> Bool {
        let middle = sample(0.5)
        guard let d = StrokePolyline.unit(middle.velocity) else { return false }
        let normal = StrokePolyline.left(d), handles = (p1 - p0) + (p2 - p3), bulge = handles.x * normal.x + handles.y * normal.y
        let length = StrokePolyline.distance(p0, p3), isBent = abs(bulge) > length * 1e-3
        @inline(__always)
        func side(_ n0: SIMD2<Double>, _ n3: SIMD2<Double>, _ n: SIMD2<Double>, _ q: inout StrokeCubic) -> Bool {
            q.p0 = p0 + n0
            q.p3 = p3 + n3
            let off = middle.point + n - (q.p0 + q.p3) * 0.5
            let factor = isBent ? (off.x * normal.x + off.y * normal.y) / (0.375 * bulge) : StrokePolyline.distance(q.p0, q.p3) / length
            guard factor > 0.05, factor < 20 else { return false }
            q.p1 = q.p0 + (p1 - p0) * factor
            q.p2 = q.p3 + (p2 - p3) * factor
            return transform.isWithin(middle.point + n - q.point(0.5), StrokeCubic.sideError)
        }
        let n0 = StrokePolyline.left(t0) * half, n3 = StrokePolyline.left(t3) * half, n = normal * half
        guard side(n0, n3, n, &left), side(-n0, -n3, -n, &right) else { return false }
        for t in [0.25, 0.75] {
            let s = sample(t)
            guard let d = StrokePolyline.unit(s.velocity) else { return false }
            let n = StrokePolyline.left(d) * half
            guard transform.isWithin(s.point + n - left.point(t), StrokeCubic.sideError),
                transform.isWithin(s.point - n - right.point(t), StrokeCubic.sideError)
            else { return false }
        }
        return true
    }

    /// As powers of the parameter.
    struct Polynomial {
        var p0 = SIMD2<Double>.zero, a = SIMD2<Double>.zero, b = SIMD2<Double>.zero, c = SIMD2<Double>.zero
        var last = SIMD2<Double>.zero

        init() {}

        init(_ q: StrokeCubic) {
            p0 = q.p0
            a = (q.p1 - q.p0) * 3
            b = (q.p0 - q.p1 - q.p1 + q.p2) * 3
            c = q.p3 - q.p0 + (q.p1 - q.p2) * 3
            last = q.p3
        }

        @inline(__always)
        func point(_ t: Double) -> SIMD2<Double> { t >= 1 ? last : ((c * t + b) * t + a) * t + p0 }
        @inline(__always)
        func velocity(_ t: Double) -> SIMD2<Double> { (c * (3 * t) + b * 2) * t + a }

        /// As a cubic again.
        func part(_ from: Double, _ to: Double) -> StrokeCubic {
            let p = point(from), q = point(to), k = (to - from) / 3
            return StrokeCubic(p0: p, p1: p + velocity(from) * k, p2: q - velocity(to) * k, p3: q)
        }
    }
}

extension Affine {
    /// Whether a distance is at most so many pixels long each way.
    @inline(__always)
    func isWithin(_ v: SIMD2<Double>, _ limit: Double) -> Bool {
        abs(a * v.x + c * v.y) <= limit && abs(b * v.x + d * v.y) <= limit
    }

    /// A distance in pixels.
    @inline(__always)
    func turn(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a * v.x + c * v.y, b * v.x + d * v.y) }
}
