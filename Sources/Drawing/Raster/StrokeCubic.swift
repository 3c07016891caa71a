/// A cubic whose two sides at half a pen's width may be cubics as well.
struct StrokeCubic {
    var p0: SIMD2<Double>, p1: SIMD2<Double>, p2: SIMD2<Double>, p3: SIMD2<Double>

    /// The largest distance of a side from the true one, in the path's own units. Apple keeps sides that are 0.029 off, at three pixels a
    /// point, and halves curves whose sides would be 0.097 off, or 0.33 at a fifth of a pixel.
    private static let sideError = 0.05
    /// The largest distance in pixels, whatever the units are, and the distance in pixels that is always accepted.
    private static let mostPixels = 0.1, fewPixels = 0.01
    /// The largest distance in pixels for sides with the parameter speed of the curve.
    private static let pacedError = 0.05
    /// The sine of the smallest turn of a half from which handles are computed.
    private static let leastTurn = 1e-4

    @inline(__always)
    func halves() -> (StrokeCubic, StrokeCubic) {
        let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
        let ab = (a + m) * 0.5, bc = (m + c) * 0.5, mid = (ab + bc) * 0.5
        return (StrokeCubic(p0: p0, p1: a, p2: ab, p3: mid), StrokeCubic(p0: mid, p1: bc, p2: c, p3: p3))
    }

    /// Returns the point at a parameter, and a third of the derivative.
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

    /// Returns the part between two parameters.
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

    /// Returns the direction of a handle that has a length. Cutting a curve with a handle of length 0 leaves a rounding error, in any
    /// direction.
    private func direction(_ handle: SIMD2<Double>) -> SIMD2<Double>? {
        let far = max(p0.x.magnitude, p0.y.magnitude, p3.x.magnitude, p3.y.magnitude) * 1e-13
        return max(handle.x.magnitude, handle.y.magnitude) > far ? StrokePolyline.unit(handle) : nil
    }

    /// The parameters at which one of its coordinates has no second derivative, between its ends, in order. 1 replaces missing ones.
    /// Apple's stroker cuts curves there before it computes their sides (measured: `Documentation/Decisions`).
    var cuts: SIMD2<Double> {
        let a = p0 - p1 - p1 + p2, b = p1 - p2 - p2 + p3
        let size = max((p1 - p0).magnitudes, (p2 - p1).magnitudes, (p3 - p2).magnitudes) * 1e-6
        @inline(__always) func zero(_ a: Double, _ b: Double) -> Double {
            guard a.magnitude > size, b.magnitude > size, (a < 0) != (b < 0) else { return 1 }
            return a / (a - b)
        }
        let x = zero(a.x, b.x), y = zero(a.y, b.y)
        return SIMD2(min(x, y), max(x, y))
    }

    /// Computes the sides of the stroke. Their ends are on the normals, and their handles have the directions of the curve's.
    ///
    /// The length of the handles is Apple's rule, measured on the inner and outer edges of borders. If the curve turns in one direction,
    /// the tangent in the middle of the curve, offset, passes through the middle of the side, and the line between the side's control
    /// points is parallel to it. Other curves keep the proportion of their handles, both scaled by one factor. Returns false if a side is
    /// not near the curve's true side.
    func sides(
        _ half: Double, _ t0: SIMD2<Double>, _ t3: SIMD2<Double>, _ transform: Affine, left: inout StrokeCubic, right: inout StrokeCubic
    ) -> Bool {
        let middle = sample(0.5)
        guard let d = StrokePolyline.unit(middle.velocity) else { return false }
        let normal = StrokePolyline.left(d), n0 = StrokePolyline.left(t0), n3 = StrokePolyline.left(t3)
        let s0 = StrokePolyline.dot(t0, normal), s3 = StrokePolyline.dot(t3, normal)
        if min(s0.magnitude, s3.magnitude) > StrokeCubic.leastTurn, (s0 < 0) != (s3 < 0) {
            @inline(__always)
            func side(_ half: Double, _ q: inout StrokeCubic) -> Bool {
                q.p0 = p0 + n0 * half
                q.p3 = p3 + n3 * half
                let m = middle.point + normal * half
                // The distances of the ends from the tangent, and the distance of the control points beyond it.
                let d0 = StrokePolyline.dot(q.p0 - m, normal), d3 = StrokePolyline.dot(q.p3 - m, normal), beyond = -(d0 + d3) / 6
                let h0 = (beyond - d0) / s0, h3 = (d3 - beyond) / s3
                guard h0 > 0, h3 > 0, h0 + h3 < 2 * StrokePolyline.distance(q.p0, q.p3) else { return false }
                q.p1 = q.p0 + t0 * h0
                q.p2 = q.p3 - t3 * h3
                return isSide(q, half, transform)
            }
            return side(half, &left) && side(-half, &right)
        }
        let handles = (p1 - p0) + (p2 - p3), bulge = StrokePolyline.dot(handles, normal)
        let length = StrokePolyline.distance(p0, p3), isBent = abs(bulge) > length * 1e-3
        @inline(__always)
        func side(_ half: Double, _ q: inout StrokeCubic) -> Bool {
            q.p0 = p0 + n0 * half
            q.p3 = p3 + n3 * half
            let off = middle.point + normal * half - (q.p0 + q.p3) * 0.5
            let factor = isBent ? StrokePolyline.dot(off, normal) / (0.375 * bulge) : StrokePolyline.distance(q.p0, q.p3) / length
            guard factor > 0.05, factor < 20 else { return false }
            q.p1 = q.p0 + (p1 - p0) * factor
            q.p2 = q.p3 + (p2 - p3) * factor
            for quarter in 1...3 {
                let s = sample(Double(quarter) * 0.25)
                guard let d = StrokePolyline.unit(s.velocity) else { return false }
                let off = s.point + StrokePolyline.left(d) * half - q.point(Double(quarter) * 0.25)
                guard transform.isWithin(off, StrokeCubic.pacedError) else { return false }
            }
            return true
        }
        return side(half, &left) && side(-half, &right)
    }

    /// Returns whether a side is near the true one, at three points, along the normal. The side may have another parameter speed.
    private func isSide(_ q: StrokeCubic, _ half: Double, _ transform: Affine) -> Bool {
        for quarter in 1...3 {
            let u = Double(quarter) * 0.25
            let (point, velocity) = q.sample(u)
            let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() * 3
            var t = u, off = SIMD2<Double>.zero
            for _ in 0..<3 {
                let s = sample(t)
                guard speed > 0, let d = StrokePolyline.unit(s.velocity) else { return false }
                let normal = StrokePolyline.left(d), from = point - s.point - normal * half
                let along = StrokePolyline.dot(from, d)
                off = normal * StrokePolyline.dot(from, normal)
                if transform.isWithin(d * along, StrokeCubic.mostPixels) { break }
                t = max(0, min(1, t + along / speed))
            }
            guard transform.isWithin(off, StrokeCubic.mostPixels),
                StrokePolyline.dot(off, off) <= StrokeCubic.sideError * StrokeCubic.sideError
                    || transform.isWithin(off, StrokeCubic.fewPixels)
            else { return false }
        }
        return true
    }

    /// A cubic as powers of the parameter.
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

        /// Returns a part as a cubic.
        func part(_ from: Double, _ to: Double) -> StrokeCubic {
            let p = point(from), q = point(to), k = (to - from) / 3
            return StrokeCubic(p0: p, p1: p + velocity(from) * k, p2: q - velocity(to) * k, p3: q)
        }
    }
}

extension SIMD2<Double> {
    /// The larger magnitude of the coordinates.
    @inline(__always)
    fileprivate var magnitudes: Double { Swift.max(x.magnitude, y.magnitude) }
}

extension Affine {
    /// Returns whether a distance is at most a number of pixels on each axis.
    @inline(__always)
    func isWithin(_ v: SIMD2<Double>, _ limit: Double) -> Bool {
        abs(a * v.x + c * v.y) <= limit && abs(b * v.x + d * v.y) <= limit
    }

    /// Returns a distance in pixels.
    @inline(__always)
    func turn(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a * v.x + c * v.y, b * v.x + d * v.y) }
}
