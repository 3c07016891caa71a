import CoreGraphics

/// The components of a transform as used by the key paths `transform.scale.x`, `.rotation.z`, `.translation`: M = scale · rotation ·
/// translation · perspective for row vectors, where rotation = Rx · Ry · Rz. Other parts of a general matrix (skew) are lost when a
/// rotation is set, as in Apple's; `transform.shear.x` sets one. The branch determines which of the scales are negative, and whether the
/// angle about y is more than a quarter turn.
package struct TransformComponents: Hashable, Sendable {
    package var scale = SIMD3<Double>(1, 1, 1)
    /// The rows of the rotation matrix.
    private var r0 = SIMD3<Double>(1, 0, 0)
    private var r1 = SIMD3<Double>(0, 1, 0)
    private var r2 = SIMD3<Double>(0, 0, 1)
    package var translation = SIMD3<Double>(0, 0, 0)
    /// The fourth column of the perspective matrix. It is separate so that a camera set by `m34` is kept when the layer is rotated.
    private var perspective = SIMD4<Double>(0, 0, 0, 1)
    private var isTurnedOver = false

    package init(_ m: CATransform3D, _ branch: TransformBranch = []) {
        let rows = (SIMD3<Double>(m.m11, m.m12, m.m13), SIMD3<Double>(m.m21, m.m22, m.m23), SIMD3<Double>(m.m31, m.m32, m.m33))
        translation = SIMD3<Double>(m.m41, m.m42, m.m43)
        scale = SIMD3(length(rows.0), length(rows.1), length(rows.2))
        let branch = branch.fitting(dot(rows.0, cross(rows.1, rows.2)))
        if branch.contains(.negativeX) { scale.x = -scale.x }
        if branch.contains(.negativeY) { scale.y = -scale.y }
        if branch.contains(.negativeZ) { scale.z = -scale.z }
        isTurnedOver = branch.contains(.turnedOver)
        (r0, r1, r2) = Self.directions(rows, scale)
        if m.m14 != 0 || m.m24 != 0 || m.m34 != 0 || m.m44 != 1 {
            var affine = m
            affine.m14 = 0; affine.m24 = 0; affine.m34 = 0; affine.m44 = 1
            let column = SIMD4<Double>(m.m14, m.m24, m.m34, m.m44)
            perspective = affine.inverse?.timesColumn(column) ?? column
        }
    }

    /// The branch that distinguishes these components from others with the same matrix.
    package var branch: TransformBranch {
        var branch: TransformBranch = isTurnedOver ? .turnedOver : []
        if scale.x < 0 { branch.formUnion(.negativeX) }
        if scale.y < 0 { branch.formUnion(.negativeY) }
        if scale.z < 0 { branch.formUnion(.negativeZ) }
        return branch
    }

    package var matrix: CATransform3D {
        let a = r0 * scale.x, b = r1 * scale.y, c = r2 * scale.z, t = translation
        var m = CATransform3D(
            m11: a.x, m12: a.y, m13: a.z, m14: 0, m21: b.x, m22: b.y, m23: b.z, m24: 0,
            m31: c.x, m32: c.y, m33: c.z, m34: 0, m41: t.x, m42: t.y, m43: t.z, m44: 1
        )
        if perspective != SIMD4(0, 0, 0, 1) {
            let column = m.timesColumn(perspective)
            m.m14 = column.x; m.m24 = column.y; m.m34 = column.z; m.m44 = column.w
        }
        return m
    }

    /// The angles about x, y and z, in radians.
    package var rotation: SIMD3<Double> {
        get {
            let s = -r0.z, asin = SteadyMath.asin(min(1, max(-1, s)))
            // There are two solutions for the rotation about y. The other one includes half turns about x and z.
            let side: Double = isTurnedOver ? -1 : 1
            let angles = SIMD3(
                SteadyMath.atan2(side * r1.z, side * r2.z), isTurnedOver ? (s < 0 ? -Double.pi : Double.pi) - asin : asin,
                SteadyMath.atan2(side * r0.y, side * r0.x))
            guard abs(s) > 1 - 1e-12 else { return angles }
            // At the pole, the other two angles rotate about the same axis. For a matrix that was made from angles, the rounding errors
            // still distinguish them. For any other matrix, the whole rotation is assigned to z.
            let again = Self.rows(angles)
            if length(again.1 - r1) + length(again.2 - r2) < 1e-9 { return angles }
            return SIMD3(0, s < 0 ? -Double.pi / 2 : Double.pi / 2, SteadyMath.atan2(-r1.x, r1.y))
        }
        set {
            (r0, r1, r2) = Self.rows(newValue)
            isTurnedOver = SteadyMath.cos(newValue.y) < 0
        }
    }

    /// The horizontal shear s of M = scale · shear · rotation · translation, whose shear maps (x, y) to (x + s·y, y). Setting it keeps the
    /// extent of the second row across the first one, so that its length, and with it `scale.y`, changes.
    package var shear: Double {
        get {
            let along = dot(r1, r0), across = length(r1 - r0 * along)
            return across > 1e-12 ? along / across : 0
        }
        set {
            guard newValue.isFinite else { return }
            let flat = r1 - r0 * dot(r1, r0), across = length(flat)
            let direction = across > 1e-12 ? flat / across : Self.square(to: r0, near: SIMD3(0, 1, 0))
            let row = direction + r0 * newValue, long = length(row)
            r1 = row / long
            scale.y *= across * long
        }
    }

    /// Returns the rows of a rotation by three angles.
    private static func rows(_ angles: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let (sx, cx) = SteadyMath.sincos(angles.x)
        let (sy, cy) = SteadyMath.sincos(angles.y)
        let (sz, cz) = SteadyMath.sincos(angles.z)
        return (
            SIMD3(cy * cz, cy * sz, -sy), SIMD3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
            SIMD3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy)
        )
    }

    /// Returns the rows normalised to length 1. A row of length zero has no direction: a direction perpendicular to the others is chosen,
    /// nearest to its own axis.
    private static func directions(
        _ rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ scale: SIMD3<Double>
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let has = (scale.x != 0, scale.y != 0, scale.z != 0)
        if has.0 && has.1 && has.2 { return (rows.0 / scale.x, rows.1 / scale.y, rows.2 / scale.z) }
        switch has {
        case (false, true, true):
            let b = rows.1 / scale.y, c = rows.2 / scale.z
            return (unit(cross(b, c)), b, c)
        case (true, false, true):
            let a = rows.0 / scale.x, c = rows.2 / scale.z
            return (a, unit(cross(c, a)), c)
        case (true, true, false):
            let a = rows.0 / scale.x, b = rows.1 / scale.y
            return (a, b, unit(cross(a, b)))
        case (true, false, false):
            let a = rows.0 / scale.x
            let b = square(to: a, near: SIMD3(0, 1, 0))
            return (a, b, cross(a, b))
        case (false, true, false):
            let b = rows.1 / scale.y
            let c = square(to: b, near: SIMD3(0, 0, 1))
            return (cross(b, c), b, c)
        case (false, false, true):
            let c = rows.2 / scale.z
            let a = square(to: c, near: SIMD3(1, 0, 0))
            return (a, cross(c, a), c)
        default:
            return (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
        }
    }

    private static func square(to axis: SIMD3<Double>, near: SIMD3<Double>) -> SIMD3<Double> {
        let flat = near - axis * dot(near, axis)
        if length(flat) > 1e-6 { return unit(flat) }
        // `near` is the axis itself: the next axis is perpendicular to it.
        return unit(cross(axis, SIMD3(near.y, near.z, near.x)))
    }

    private static func unit(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let l = length(v)
        return l > 0 ? v / l : v
    }
}

func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

extension CATransform3D {
    /// The matrix times a column vector.
    func timesColumn(_ v: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            m11 * v.x + m12 * v.y + m13 * v.z + m14 * v.w, m21 * v.x + m22 * v.y + m23 * v.z + m24 * v.w,
            m31 * v.x + m32 * v.y + m33 * v.z + m34 * v.w, m41 * v.x + m42 * v.y + m43 * v.z + m44 * v.w
        )
    }
}
