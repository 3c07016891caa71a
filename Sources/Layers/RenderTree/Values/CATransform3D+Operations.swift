import CoreGraphics

/// Returns whether the transform is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Returns whether all sixteen elements are exactly equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a transform that translates by `(tx, ty, tz)` points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    var t = CATransform3DIdentity
    t.m41 = tx; t.m42 = ty; t.m43 = tz
    return t
}

/// Returns a transform that scales by `(sx, sy, sz)`.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    var t = CATransform3DIdentity
    t.m11 = sx; t.m22 = sy; t.m33 = sz
    return t
}

/// Returns a transform that rotates by `angle` radians about the axis `(x, y, z)`, which need not have length 1. For an axis of length
/// zero (or a non-finite one), returns the identity.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite, angle.isFinite else { return CATransform3DIdentity }
    let x = x / length, y = y / length, z = z / length
    let (s, c) = SteadyMath.sincos(angle), k = 1 - c
    var t = CATransform3DIdentity
    t.m11 = x * x * k + c; t.m12 = x * y * k + z * s; t.m13 = x * z * k - y * s
    t.m21 = x * y * k - z * s; t.m22 = y * y * k + c; t.m23 = y * z * k + x * s
    t.m31 = x * z * k + y * s; t.m32 = y * z * k - x * s; t.m33 = z * z * k + c
    return t
}

/// Returns `t` preceded by a translation: `translation · t`.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns `t` preceded by a scale: `scale · t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns `t` preceded by a rotation: `rotation · t`. For an axis of length zero, returns `t`.
public func CATransform3DRotate(_ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns the matrix product `a · b`: `a` is applied first.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { .product(a, b) }

/// Returns the inverse of `t`, or `t` itself if it is not invertible.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverse ?? t }

/// Returns whether the transform is affine in the plane: z is not involved, and there is no perspective.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0
        && t.m34 == 0 && t.m43 == 0 && t.m33 == 1 && t.m44 == 1
}

/// Returns an affine transform as a 4 by 4 matrix.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    var t = CATransform3DIdentity
    t.m11 = m.a; t.m12 = m.b; t.m21 = m.c; t.m22 = m.d; t.m41 = m.tx; t.m42 = m.ty
    return t
}

/// Returns the affine part of `t`; exact if `CATransform3DIsAffine(t)`.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

extension CATransform3D {
    package static func translation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat = 0) -> Self { CATransform3DMakeTranslation(x, y, z) }
    package static func scale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat = 1) -> Self { CATransform3DMakeScale(x, y, z) }
    package static func rotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> Self {
        CATransform3DMakeRotation(angle, x, y, z)
    }
    package var isIdentity: Bool { self == CATransform3DIdentity }
    package var isAffine: Bool { CATransform3DIsAffine(self) }
    /// Returns the concatenation: `self` first, then `other`.
    package func concat(_ other: Self) -> Self { CATransform3DConcat(self, other) }

    package var determinant: CGFloat {
        let (s, c) = minors
        return s.0 * c.5 - s.1 * c.4 + s.2 * c.3 + s.3 * c.2 - s.4 * c.1 + s.5 * c.0
    }

    private typealias Six = (CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat)
    /// The 2 by 2 minors of the upper and of the lower two rows.
    private var minors: (Six, Six) {
        (
            (
                m11 * m22 - m21 * m12, m11 * m23 - m21 * m13, m11 * m24 - m21 * m14,
                m12 * m23 - m22 * m13, m12 * m24 - m22 * m14, m13 * m24 - m23 * m14
            ),
            (
                m31 * m42 - m41 * m32, m31 * m43 - m41 * m33, m31 * m44 - m41 * m34,
                m32 * m43 - m42 * m33, m32 * m44 - m42 * m34, m33 * m44 - m43 * m34
            )
        )
    }

    /// The inverse; nil if the matrix is singular or not finite.
    package var inverse: Self? {
        let (s, c) = minors
        let det = s.0 * c.5 - s.1 * c.4 + s.2 * c.3 + s.3 * c.2 - s.4 * c.1 + s.5 * c.0
        guard det != 0, det.isFinite else { return nil }
        let k = 1 / det
        guard k.isFinite else { return nil }
        return CATransform3D(
            m11: (m22 * c.5 - m23 * c.4 + m24 * c.3) * k, m12: (-m12 * c.5 + m13 * c.4 - m14 * c.3) * k,
            m13: (m42 * s.5 - m43 * s.4 + m44 * s.3) * k, m14: (-m32 * s.5 + m33 * s.4 - m34 * s.3) * k,
            m21: (-m21 * c.5 + m23 * c.2 - m24 * c.1) * k, m22: (m11 * c.5 - m13 * c.2 + m14 * c.1) * k,
            m23: (-m41 * s.5 + m43 * s.2 - m44 * s.1) * k, m24: (m31 * s.5 - m33 * s.2 + m34 * s.1) * k,
            m31: (m21 * c.4 - m22 * c.2 + m24 * c.0) * k, m32: (-m11 * c.4 + m12 * c.2 - m14 * c.0) * k,
            m33: (m41 * s.4 - m42 * s.2 + m44 * s.0) * k, m34: (-m31 * s.4 + m32 * s.2 - m34 * s.0) * k,
            m41: (-m21 * c.3 + m22 * c.1 - m23 * c.0) * k, m42: (m11 * c.3 - m12 * c.1 + m13 * c.0) * k,
            m43: (-m41 * s.3 + m42 * s.1 - m43 * s.0) * k, m44: (m31 * s.3 - m32 * s.1 + m33 * s.0) * k
        )
    }
}

extension CATransform3D {
    /// Returns the product of `CATransform3DConcat`, inlined for loops in which a call is too expensive.
    @inline(__always)
    static func product(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
        CATransform3D(
            m11: a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31 + a.m14 * b.m41,
            m12: a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32 + a.m14 * b.m42,
            m13: a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33 + a.m14 * b.m43,
            m14: a.m11 * b.m14 + a.m12 * b.m24 + a.m13 * b.m34 + a.m14 * b.m44,
            m21: a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31 + a.m24 * b.m41,
            m22: a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32 + a.m24 * b.m42,
            m23: a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33 + a.m24 * b.m43,
            m24: a.m21 * b.m14 + a.m22 * b.m24 + a.m23 * b.m34 + a.m24 * b.m44,
            m31: a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31 + a.m34 * b.m41,
            m32: a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32 + a.m34 * b.m42,
            m33: a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33 + a.m34 * b.m43,
            m34: a.m31 * b.m14 + a.m32 * b.m24 + a.m33 * b.m34 + a.m34 * b.m44,
            m41: a.m41 * b.m11 + a.m42 * b.m21 + a.m43 * b.m31 + a.m44 * b.m41,
            m42: a.m41 * b.m12 + a.m42 * b.m22 + a.m43 * b.m32 + a.m44 * b.m42,
            m43: a.m41 * b.m13 + a.m42 * b.m23 + a.m43 * b.m33 + a.m44 * b.m43,
            m44: a.m41 * b.m14 + a.m42 * b.m24 + a.m43 * b.m34 + a.m44 * b.m44
        )
    }
}
