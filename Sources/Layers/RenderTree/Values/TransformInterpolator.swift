import CoreGraphics

/// Two transforms prepared for interpolation: decomposed once, recomposed for every frame. If both are affine, they are interpolated as
/// affine transforms, otherwise as 3-D transforms. If a matrix can't be decomposed, the change is a step at half the progress.
package struct TransformInterpolator: Hashable, Sendable {
    package let from, to: CATransform3D
    private enum Kind: UInt8, Sendable { case same, affine, space, step }
    private let kind: Kind
    /// Stored separately rather than in the enumeration, whose payloads would be copied for every frame.
    private let affineFrom, affineTo: AffineParts
    /// Two elements, or none.
    private let space: ContiguousArray<SpaceParts>
    /// The angle between the two rotations, and the reciprocal of its sine, which is 0 if they are too close to determine an axis.
    private let arc, overSine: Double

    package init(from: CATransform3D, to: CATransform3D) {
        self.from = from; self.to = to
        var a = AffineParts.identity, b = AffineParts.identity, arc = 0.0, overSine = 0.0
        if from == to {
            kind = .same
            space = []
        } else if from.isAffine && to.isAffine {
            (a, b) = (AffineParts(from), AffineParts(to))
            AffineParts.pair(&a, &b)
            kind = .affine
            space = []
        } else if let first = SpaceParts(from), var second = SpaceParts(to) {
            // The shorter arc between the two rotations.
            if first.turn.dotProduct(second.turn) < 0 { second.turn = -second.turn }
            kind = .space
            space = [first, second]
            arc = SteadyMath.acos(min(1, max(-1, first.turn.dotProduct(second.turn))))
            overSine = arc > 1e-7 ? 1 / SteadyMath.sin(arc) : 0
        } else {
            kind = .step
            space = []
        }
        affineFrom = a; affineTo = b
        self.arc = arc; self.overSine = overSine
    }

    package func value(at f: Double) -> CATransform3D {
        if f == 0 { return from }
        if f == 1 { return to }
        switch kind {
        case .same: return from
        case .affine: return AffineParts.interpolate(affineFrom, affineTo, f)
        case .space: return SpaceParts.interpolate(space[0], space[1], f, arc, overSine)
        case .step: return f < 0.5 ? from : to
        }
    }
}

/// A decomposed 3-D transform: M = scale · skew · turn · translation · perspective for row vectors.
struct SpaceParts: Hashable, Sendable {
    var scale: SIMD3<Double>
    /// xy, xz, yz
    var skew: SIMD3<Double>
    /// Quaternion x, y, z, w.
    var turn: SIMD4<Double>
    var translation: SIMD3<Double>
    var perspective: SIMD4<Double>

    /// Returns nil for a singular matrix.
    init?(_ source: CATransform3D) {
        guard source.m44 != 0, source.m44.isFinite else { return nil }
        let k = 1 / source.m44
        var a = SIMD3<Double>(source.m11, source.m12, source.m13) * k
        var b = SIMD3<Double>(source.m21, source.m22, source.m23) * k
        var c = SIMD3<Double>(source.m31, source.m32, source.m33) * k
        translation = SIMD3<Double>(source.m41, source.m42, source.m43) * k
        let volume = dot(a, cross(b, c))
        guard volume != 0, volume.isFinite else { return nil }
        let column = SIMD4<Double>(source.m14, source.m24, source.m34, source.m44) * k
        perspective = SIMD4(0, 0, 0, 1)
        if column != perspective {
            let affine = CATransform3D(
                m11: a.x, m12: a.y, m13: a.z, m14: 0, m21: b.x, m22: b.y, m23: b.z, m24: 0, m31: c.x, m32: c.y, m33: c.z, m34: 0,
                m41: translation.x, m42: translation.y, m43: translation.z, m44: 1
            )
            guard let inverse = affine.inverse else { return nil }
            perspective = inverse.timesColumn(column)
        }
        scale = .zero; skew = .zero
        scale.x = length(a); a /= scale.x
        skew.x = dot(a, b); b -= a * skew.x
        scale.y = length(b)
        guard scale.y > 0 else { return nil }
        b /= scale.y; skew.x /= scale.y
        skew.y = dot(a, c); c -= a * skew.y
        skew.z = dot(b, c); c -= b * skew.z
        scale.z = length(c)
        guard scale.z > 0 else { return nil }
        c /= scale.z; skew.y /= scale.z; skew.z /= scale.z
        if dot(a, cross(b, c)) < 0 {
            scale = -scale
            a = -a; b = -b; c = -c
        }
        turn = Self.quaternion(a, b, c)
    }

    /// Returns the quaternion of a rotation's rows. The largest of the four components is computed first, as positive.
    private static func quaternion(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD4<Double> {
        let trace = a.x + b.y + c.z
        if trace > 0 {
            let s = (trace + 1).squareRoot() * 2
            return SIMD4((b.z - c.y) / s, (c.x - a.z) / s, (a.y - b.x) / s, s / 4)
        }
        if a.x >= b.y && a.x >= c.z {
            let s = max(0, 1 + a.x - b.y - c.z).squareRoot() * 2
            return SIMD4(s / 4, (a.y + b.x) / s, (a.z + c.x) / s, (b.z - c.y) / s)
        }
        if b.y >= c.z {
            let s = max(0, 1 + b.y - a.x - c.z).squareRoot() * 2
            return SIMD4((a.y + b.x) / s, s / 4, (b.z + c.y) / s, (c.x - a.z) / s)
        }
        let s = max(0, 1 + c.z - a.x - b.y).squareRoot() * 2
        return SIMD4((a.z + c.x) / s, (b.z + c.y) / s, s / 4, (a.y - b.x) / s)
    }

    static func interpolate(_ a: SpaceParts, _ b: SpaceParts, _ f: Double, _ arc: Double, _ overSine: Double) -> CATransform3D {
        var parts = a
        parts.scale = a.scale + (b.scale - a.scale) * f
        parts.skew = a.skew + (b.skew - a.skew) * f
        parts.translation = a.translation + (b.translation - a.translation) * f
        parts.perspective = a.perspective + (b.perspective - a.perspective) * f
        if overSine != 0 {
            parts.turn = a.turn * (SteadyMath.sin((1 - f) * arc) * overSine) + b.turn * (SteadyMath.sin(f * arc) * overSine)
        }
        return parts.matrix
    }

    /// Returns the decompositions of consecutive transforms, with each rotation in the hemisphere of the previous one. Nil if one can't be
    /// decomposed.
    static func chain(_ transforms: [CATransform3D]) -> [SpaceParts]? {
        var all: [SpaceParts] = []
        for t in transforms {
            guard var next = SpaceParts(t) else { return nil }
            if let last = all.last, last.turn.dotProduct(next.turn) < 0 { next.turn = -next.turn }
            all.append(next)
        }
        return all
    }

    var numbers: [Double] {
        [
            scale.x, scale.y, scale.z, skew.x, skew.y, skew.z, turn.x, turn.y, turn.z, turn.w, translation.x, translation.y, translation.z,
            perspective.x, perspective.y, perspective.z, perspective.w,
        ]
    }

    /// Creates a decomposition from interpolated numbers. The rotation is normalised.
    init(_ n: [Double]) {
        scale = SIMD3(n[0], n[1], n[2])
        skew = SIMD3(n[3], n[4], n[5])
        let q = SIMD4(n[6], n[7], n[8], n[9]), length = q.dotProduct(q).squareRoot()
        turn = length > 0 ? q / length : SIMD4(0, 0, 0, 1)
        translation = SIMD3(n[10], n[11], n[12])
        perspective = SIMD4(n[13], n[14], n[15], n[16])
    }

    var matrix: CATransform3D {
        let x = turn.x, y = turn.y, z = turn.z, w = turn.w
        let r0 = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w))
        let r1 = SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w))
        let r2 = SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
        let a = r0 * scale.x
        let b = (r1 + r0 * skew.x) * scale.y
        let c = (r2 + r0 * skew.y + r1 * skew.z) * scale.z
        var m = CATransform3D(
            m11: a.x, m12: a.y, m13: a.z, m14: 0, m21: b.x, m22: b.y, m23: b.z, m24: 0, m31: c.x, m32: c.y, m33: c.z, m34: 0,
            m41: translation.x, m42: translation.y, m43: translation.z, m44: 1
        )
        if perspective != SIMD4(0, 0, 0, 1) {
            let column = m.timesColumn(perspective)
            m.m14 = column.x; m.m24 = column.y; m.m34 = column.z; m.m44 = column.w
        }
        return m
    }
}

extension SIMD4<Double> {
    func dotProduct(_ o: Self) -> Double { x * o.x + y * o.y + z * o.z + w * o.w }
}
