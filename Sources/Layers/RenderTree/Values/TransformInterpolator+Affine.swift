import CoreGraphics

/// An affine transform decomposed for 2-D interpolation: the algorithm of CSS Transforms level 1, which reproduces Apple's measured
/// values. One of its consequences is that the interpolation from the identity to half a turn uses the negative direction.
package struct AffineParts: Hashable, Sendable {
    var sx, sy: Double
    /// The angle in degrees, because the rules below compare whole and half turns exactly.
    var angle: Double
    var m11, m12, m21, m22: Double
    var tx, ty: Double

    static let identity = AffineParts(CATransform3DIdentity)

    init(_ t: CATransform3D) {
        var x0 = t.m11, y0 = t.m12, x1 = t.m21, y1 = t.m22
        sx = (x0 * x0 + y0 * y0).squareRoot()
        sy = (x1 * x1 + y1 * y1).squareRoot()
        if x0 * y1 - y0 * x1 < 0 {
            if x0 < y1 { sx = -sx } else { sy = -sy }
        }
        if sx != 0 { x0 /= sx; y0 /= sx }
        if sy != 0 { x1 /= sy; y1 /= sy }
        let turn = SteadyMath.atan2(y0, x0)
        if turn != 0 {
            let c = x0, s = y0
            m11 = c * x0 - s * x1; m12 = c * y0 - s * y1
            m21 = s * x0 + c * x1; m22 = s * y0 + c * y1
        } else {
            m11 = x0; m12 = y0; m21 = x1; m22 = y1
        }
        angle = turn * 180 / .pi
        tx = t.m41; ty = t.m42
    }

    /// Makes two decompositions consistent: mirrored scales are treated in the same way, and the shorter rotation is used.
    static func pair(_ a: inout AffineParts, _ b: inout AffineParts) {
        if (a.sx < 0 && b.sy < 0) || (a.sy < 0 && b.sx < 0) {
            a.sx = -a.sx; a.sy = -a.sy
            a.angle += a.angle < 0 ? 180 : -180
        }
        if a.angle == 0 { a.angle = 360 }
        if b.angle == 0 { b.angle = 360 }
        if abs(a.angle - b.angle) > 180 {
            if a.angle > b.angle { a.angle -= 360 } else { b.angle -= 360 }
        }
    }

    /// Returns the decompositions of consecutive transforms: mirrored scales are treated in the same way throughout, and each rotation
    /// continues from the previous one in the shorter direction (for half a turn, the negative one, as between two).
    static func chain(_ transforms: [CATransform3D]) -> [AffineParts] {
        var all: [AffineParts] = []
        for t in transforms {
            var next = AffineParts(t)
            if let last = all.last {
                if (last.sx < 0 && next.sy < 0) || (last.sy < 0 && next.sx < 0) {
                    next.sx = -next.sx; next.sy = -next.sy
                    next.angle += next.angle < 0 ? 180 : -180
                }
                next.angle += 360 * ((last.angle - next.angle) / 360).rounded()
                if next.angle - last.angle == 180 { next.angle -= 360 }
            }
            all.append(next)
        }
        return all
    }

    var numbers: [Double] { [sx, sy, angle, m11, m12, m21, m22, tx, ty] }

    init(_ n: [Double]) {
        (sx, sy, angle) = (n[0], n[1], n[2])
        (m11, m12, m21, m22) = (n[3], n[4], n[5], n[6])
        (tx, ty) = (n[7], n[8])
    }

    var matrix: CATransform3D { Self.interpolate(self, self, 0) }

    static func interpolate(_ a: AffineParts, _ b: AffineParts, _ f: Double) -> CATransform3D {
        let turn = (a.angle + (b.angle - a.angle) * f) * .pi / 180
        let (s, c) = SteadyMath.sincos(turn)
        let sx = a.sx + (b.sx - a.sx) * f, sy = a.sy + (b.sy - a.sy) * f
        let m11 = a.m11 + (b.m11 - a.m11) * f, m12 = a.m12 + (b.m12 - a.m12) * f
        let m21 = a.m21 + (b.m21 - a.m21) * f, m22 = a.m22 + (b.m22 - a.m22) * f
        var t = CATransform3DIdentity
        t.m11 = sx * (c * m11 + s * m21); t.m12 = sx * (c * m12 + s * m22)
        t.m21 = sy * (c * m21 - s * m11); t.m22 = sy * (c * m22 - s * m12)
        t.m41 = a.tx + (b.tx - a.tx) * f; t.m42 = a.ty + (b.ty - a.ty) * f
        return t
    }
}
