import Foundation

/// An affine transform: x' = a x + c y + tx, y' = b x + d y + ty (the layout of CGAffineTransform).
package struct Affine: Equatable, Sendable {
    package var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

    package static let identity = Affine(1, 0, 0, 1, 0, 0)

    package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    @inline(__always)
    package func apply(_ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(a * x + c * y + tx, b * x + d * y + ty)
    }

    @inline(__always)
    package func apply(_ p: SIMD2<Double>) -> SIMD2<Double> { apply(p.x, p.y) }

    package var determinant: Double { a * d - b * c }

    package var isFinite: Bool { (a + b + c + d + tx + ty).isFinite }

    /// The inverse, or nil if the transform is singular or not finite.
    package var inverse: Affine? {
        let det = determinant
        guard det != 0, det.isFinite, (1 / det).isFinite, isFinite else { return nil }
        return Affine(d / det, -b / det, -c / det, a / det, (c * ty - d * tx) / det, (b * tx - a * ty) / det)
    }

    /// Returns the transform that applies self first and then `next`.
    package func then(_ next: Affine) -> Affine {
        Affine(
            a * next.a + b * next.c, a * next.b + b * next.d, c * next.a + d * next.c, c * next.b + d * next.d,
            tx * next.a + ty * next.c + next.tx, tx * next.b + ty * next.d + next.ty)
    }
}

/// A plane projection, in row-major order: u = (m0 x + m1 y + m2) / w, v = (m3 x + m4 y + m5) / w, w = m6 x + m7 y + m8.
package struct Homography: Equatable, Sendable {
    package var m0: Double, m1: Double, m2: Double
    package var m3: Double, m4: Double, m5: Double
    package var m6: Double, m7: Double, m8: Double

    package init(
        _ m0: Double, _ m1: Double, _ m2: Double, _ m3: Double, _ m4: Double, _ m5: Double, _ m6: Double, _ m7: Double,
        _ m8: Double
    ) {
        (self.m0, self.m1, self.m2) = (m0, m1, m2)
        (self.m3, self.m4, self.m5) = (m3, m4, m5)
        (self.m6, self.m7, self.m8) = (m6, m7, m8)
    }

    package init(_ t: Affine) { self.init(t.a, t.c, t.tx, t.b, t.d, t.ty, 0, 0, 1) }

    package var isAffine: Bool { m6 == 0 && m7 == 0 && m8 != 0 }

    /// The same map as an affine transform, or nil if it is not affine.
    package var affine: Affine? {
        guard isAffine else { return nil }
        return Affine(m0 / m8, m3 / m8, m1 / m8, m4 / m8, m2 / m8, m5 / m8)
    }

    package var isFinite: Bool { (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8).isFinite }

    /// Returns the image of a point, or nil for points on or behind the eye (w <= 0).
    package func apply(_ x: Double, _ y: Double) -> SIMD2<Double>? {
        let w = m6 * x + m7 * y + m8
        guard w > 0 else { return nil }
        return SIMD2((m0 * x + m1 * y + m2) / w, (m3 * x + m4 * y + m5) / w)
    }

    /// The inverse, or nil if the map is singular or not finite. It is scaled so that w is positive where the forward w is positive.
    package var inverse: Homography? {
        let c0 = m4 * m8 - m5 * m7, c1 = m5 * m6 - m3 * m8, c2 = m3 * m7 - m4 * m6
        let det = m0 * c0 + m1 * c1 + m2 * c2
        guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
        let r = Homography(
            c0 / det, (m2 * m7 - m1 * m8) / det, (m1 * m5 - m2 * m4) / det,
            c1 / det, (m0 * m8 - m2 * m6) / det, (m2 * m3 - m0 * m5) / det,
            c2 / det, (m1 * m6 - m0 * m7) / det, (m0 * m4 - m1 * m3) / det)
        return r.isFinite ? r : nil
    }

    /// Returns the map that applies self first and then `next`.
    package func then(_ n: Homography) -> Homography {
        Homography(
            n.m0 * m0 + n.m1 * m3 + n.m2 * m6, n.m0 * m1 + n.m1 * m4 + n.m2 * m7, n.m0 * m2 + n.m1 * m5 + n.m2 * m8,
            n.m3 * m0 + n.m4 * m3 + n.m5 * m6, n.m3 * m1 + n.m4 * m4 + n.m5 * m7, n.m3 * m2 + n.m4 * m5 + n.m5 * m8,
            n.m6 * m0 + n.m7 * m3 + n.m8 * m6, n.m6 * m1 + n.m7 * m4 + n.m8 * m7, n.m6 * m2 + n.m7 * m5 + n.m8 * m8)
    }
}
