import Foundation
import RenderTree

/// A matrix as sixteen numbers, row by row.
typealias Matrix = [Double]

/// Sections 6.5.1, 6.5.2, 6.3 (value functions) and the key paths of 4.12, on arrays of numbers.
enum ReferenceTransforms {
    static let identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

    static func numbers(_ t: CATransform3D) -> Matrix {
        [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44]
    }

    static func transform(_ m: Matrix) -> CATransform3D {
        CATransform3D(
            m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
            m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
    }

    /// `a` happens first.
    static func concat(_ a: Matrix, _ b: Matrix) -> Matrix {
        var out = Matrix(repeating: 0, count: 16)
        for i in 0..<4 { for j in 0..<4 { for k in 0..<4 { out[i * 4 + j] += a[i * 4 + k] * b[k * 4 + j] } } }
        return out
    }

    static func translation(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
        var m = identity
        m[12] = x; m[13] = y; m[14] = z
        return m
    }

    static func scale(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
        var m = identity
        m[0] = x; m[5] = y; m[10] = z
        return m
    }

    static func rotationX(_ a: Double) -> Matrix { [1, 0, 0, 0, 0, cos(a), sin(a), 0, 0, -sin(a), cos(a), 0, 0, 0, 0, 1] }
    static func rotationY(_ a: Double) -> Matrix { [cos(a), 0, -sin(a), 0, 0, 1, 0, 0, sin(a), 0, cos(a), 0, 0, 0, 0, 1] }
    static func rotationZ(_ a: Double) -> Matrix { [cos(a), sin(a), 0, 0, -sin(a), cos(a), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }

    static func function(_ function: ValueFunction, _ n: [Double]) -> Matrix {
        switch function {
        case .rotateX: rotationX(n[0])
        case .rotateY: rotationY(n[0])
        case .rotateZ: rotationZ(n[0])
        case .scale: scale(n[0], n[1], n[2])
        case .scaleX: scale(n[0], 1, 1)
        case .scaleY: scale(1, n[0], 1)
        case .scaleZ: scale(1, 1, n[0])
        case .translate: translation(n[0], n[1], n[2])
        case .translateX: translation(n[0], 0, 0)
        case .translateY: translation(0, n[0], 0)
        case .translateZ: translation(0, 0, n[0])
        }
    }

    /// What a value function would take to make the part of a transform that it makes.
    static func arguments(_ function: ValueFunction) -> (PropertyValue) -> PropertyValue? {
        { value in
            guard case .transform(let t) = value else { return nil }
            let c = Components(numbers(t))
            switch function {
            case .rotateX: return .number(c.angles[0])
            case .rotateY: return .number(c.angles[1])
            case .rotateZ: return .number(c.angles[2])
            case .scale: return .numbers(c.scale)
            case .scaleX: return .number(c.scale[0])
            case .scaleY: return .number(c.scale[1])
            case .scaleZ: return .number(c.scale[2])
            case .translate: return .numbers(c.translation)
            case .translateX: return .number(c.translation[0])
            case .translateY: return .number(c.translation[1])
            case .translateZ: return .number(c.translation[2])
            }
        }
    }

    static func isAffine(_ m: Matrix) -> Bool {
        [2, 3, 6, 7, 8, 9, 11, 14].allSatisfy { m[$0] == 0 } && m[10] == 1 && m[15] == 1
    }

    /// What a transform between two is, and whether a choice on the way hung on a rounding error.
    static func interpolate(_ a: Matrix, _ b: Matrix, _ f: Double) -> (value: Matrix, isFragile: Bool) {
        let both = isAffine(a) && isAffine(b)
        if let blend = both ? affine(a, b, f) : spatial(a, b, f) { return blend }
        return (f < 0.5 ? a : b, false)
    }

    // MARK: In the plane

    struct Flat {
        var sx, sy, angle: Double
        var rest: [Double]
        var isFragile: Bool
    }

    static func flat(_ m: Matrix) -> Flat? {
        let det = m[0] * m[5] - m[1] * m[4]
        var sx = (m[0] * m[0] + m[1] * m[1]).squareRoot(), sy = (m[4] * m[4] + m[5] * m[5]).squareRoot()
        if det == 0 || sx == 0 || sy == 0 { return nil }
        let fragile = abs(det) < 1e-9 * sx * sy || (det < 0 && m[0] != m[5] && abs(m[0] - m[5]) < 1e-9 * (sx + sy))
        if det < 0 { if m[0] < m[5] { sx = -sx } else { sy = -sy } }
        let r0 = [m[0] / sx, m[1] / sx], r1 = [m[4] / sy, m[5] / sy]
        let c = r0[0], s = r0[1]
        // Rot(-θ) times the rows.
        let rest = [c * r0[0] - s * r1[0], c * r0[1] - s * r1[1], s * r0[0] + c * r1[0], s * r0[1] + c * r1[1]]
        return Flat(sx: sx, sy: sy, angle: atan2(s, c) * 180 / .pi, rest: rest, isFragile: fragile)
    }

    static func affine(_ ma: Matrix, _ mb: Matrix, _ f: Double) -> (value: Matrix, isFragile: Bool)? {
        guard var a = flat(ma), var b = flat(mb) else { return nil }
        var fragile = a.isFragile || b.isFragile
        if (a.sx < 0 && b.sy < 0) || (a.sy < 0 && b.sx < 0) {
            a.sx = -a.sx; a.sy = -a.sy
            a.angle += a.angle < 0 ? 180 : -180
        }
        for angle in [a.angle, b.angle] where angle != 0 && abs(angle) < 1e-9 { fragile = true }
        if a.angle == 0 { a.angle = 360 }
        if b.angle == 0 { b.angle = 360 }
        let apart = abs(a.angle - b.angle)
        if apart != 180 && abs(apart - 180) < 1e-9 { fragile = true }
        if apart > 180 { if a.angle > b.angle { a.angle -= 360 } else { b.angle -= 360 } }
        func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * f }
        let angle = mix(a.angle, b.angle) * .pi / 180, sx = mix(a.sx, b.sx), sy = mix(a.sy, b.sy)
        let m = (0..<4).map { mix(a.rest[$0], b.rest[$0]) }
        let c = cos(angle), s = sin(angle)
        var out = identity
        out[0] = sx * (c * m[0] + s * m[2]); out[1] = sx * (c * m[1] + s * m[3])
        out[4] = sy * (-s * m[0] + c * m[2]); out[5] = sy * (-s * m[1] + c * m[3])
        out[12] = mix(ma[12], mb[12]); out[13] = mix(ma[13], mb[13])
        return (out, fragile)
    }

    // MARK: In space

    struct Parts {
        var scale, skew, translation: [Double]
        var perspective: [Double]
        /// x, y, z, w.
        var turn: [Double]
        var isFragile: Bool
    }

    static func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    static func cross(_ a: [Double], _ b: [Double]) -> [Double] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    static func length(_ a: [Double]) -> Double { dot(a, a).squareRoot() }

    /// Gauss and Jordan; nil when there is none.
    static func inverse(_ m: Matrix) -> Matrix? {
        var a = m, out = identity
        for column in 0..<4 {
            var pivot = column
            for row in column..<4 where abs(a[row * 4 + column]) > abs(a[pivot * 4 + column]) { pivot = row }
            if a[pivot * 4 + column] == 0 { return nil }
            for k in 0..<4 { a.swapAt(column * 4 + k, pivot * 4 + k); out.swapAt(column * 4 + k, pivot * 4 + k) }
            let d = a[column * 4 + column]
            for k in 0..<4 { a[column * 4 + k] /= d; out[column * 4 + k] /= d }
            for row in 0..<4 where row != column {
                let factor = a[row * 4 + column]
                for k in 0..<4 { a[row * 4 + k] -= factor * a[column * 4 + k]; out[row * 4 + k] -= factor * out[column * 4 + k] }
            }
        }
        return out
    }

    static func parts(_ m: Matrix) -> Parts? {
        if m[15] == 0 { return nil }
        let n = m.map { $0 / m[15] }
        var body = n
        body[3] = 0; body[7] = 0; body[11] = 0; body[15] = 1
        guard let undo = inverse(body) else { return nil }
        let column = [n[3], n[7], n[11], n[15]]
        let perspective = (0..<4).map { r in (0..<4).reduce(0) { $0 + undo[r * 4 + $1] * column[$1] } }
        var r0 = Array(n[0...2]), r1 = Array(n[4...6]), r2 = Array(n[8...10])
        let volume = dot(r0, cross(r1, r2)), bound = length(r0) * length(r1) * length(r2)
        if volume == 0 { return nil }
        var scale = [length(r0), 0, 0], skew = [0.0, 0, 0]
        r0 = r0.map { $0 / scale[0] }
        skew[0] = dot(r0, r1)
        r1 = zip(r1, r0).map { $0 - skew[0] * $1 }
        scale[1] = length(r1)
        r1 = r1.map { $0 / scale[1] }
        skew[0] /= scale[1]
        skew[1] = dot(r0, r2)
        r2 = zip(r2, r0).map { $0 - skew[1] * $1 }
        skew[2] = dot(r1, r2)
        r2 = zip(r2, r1).map { $0 - skew[2] * $1 }
        scale[2] = length(r2)
        r2 = r2.map { $0 / scale[2] }
        skew[1] /= scale[2]; skew[2] /= scale[2]
        if volume < 0 {
            scale = scale.map { -$0 }
            r0 = r0.map { -$0 }; r1 = r1.map { -$0 }; r2 = r2.map { -$0 }
        }
        return Parts(
            scale: scale, skew: skew, translation: [n[12], n[13], n[14]], perspective: perspective,
            turn: quaternion(r0, r1, r2), isFragile: abs(volume) < 1e-9 * bound)
    }

    /// The turn whose matrix has these rows; each part from its square, signs from the sums, the largest first.
    static func quaternion(_ r0: [Double], _ r1: [Double], _ r2: [Double]) -> [Double] {
        let squares = [1 + r0[0] - r1[1] - r2[2], 1 - r0[0] + r1[1] - r2[2], 1 - r0[0] - r1[1] + r2[2], 1 + r0[0] + r1[1] + r2[2]]
        let q = squares.map { max(0, $0).squareRoot() / 2 }
        let xy = r0[1] + r1[0], yz = r1[2] + r2[1], zx = r2[0] + r0[2]
        let xw = r1[2] - r2[1], yw = r2[0] - r0[2], zw = r0[1] - r1[0]
        switch q.indices.max(by: { q[$0] < q[$1] })! {
        case 0: return [q[0], xy / (4 * q[0]), zx / (4 * q[0]), xw / (4 * q[0])]
        case 1: return [xy / (4 * q[1]), q[1], yz / (4 * q[1]), yw / (4 * q[1])]
        case 2: return [zx / (4 * q[2]), yz / (4 * q[2]), q[2], zw / (4 * q[2])]
        default: return [xw / (4 * q[3]), yw / (4 * q[3]), zw / (4 * q[3]), q[3]]
        }
    }

    static func rotation(_ q: [Double]) -> Matrix {
        let (x, y, z, w) = (q[0], q[1], q[2], q[3])
        return [
            1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
            2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
            2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1,
        ]
    }

    static func spatial(_ ma: Matrix, _ mb: Matrix, _ f: Double) -> (value: Matrix, isFragile: Bool)? {
        guard let a = parts(ma), let b = parts(mb) else { return nil }
        func mix(_ x: [Double], _ y: [Double]) -> [Double] { zip(x, y).map { $0 + ($1 - $0) * f } }
        var cosine = dot(a.turn, b.turn)
        var target = b.turn
        let fragile = a.isFragile || b.isFragile || abs(cosine) < 1e-7
        if cosine < 0 { cosine = -cosine; target = target.map { -$0 } }
        // The angle by its sine where the cosine is flat.
        let angle = 2 * atan2(length(zip(a.turn, target).map { $0 - $1 }), length(zip(a.turn, target).map { $0 + $1 }))
        var turn = mix(a.turn, target)
        if sin(angle) > 1e-12 {
            let wa = sin((1 - f) * angle) / sin(angle), wb = sin(f * angle) / sin(angle)
            turn = zip(a.turn, target).map { $0 * wa + $1 * wb }
        }
        let scaled = mix(a.scale, b.scale), skew = mix(a.skew, b.skew), moved = mix(a.translation, b.translation)
        var xy = identity, xz = identity, yz = identity, last = identity
        xy[4] = skew[0]; xz[8] = skew[1]; yz[9] = skew[2]
        let p = mix(a.perspective, b.perspective)
        last[3] = p[0]; last[7] = p[1]; last[11] = p[2]; last[15] = p[3]
        var m = scale(scaled[0], scaled[1], scaled[2])
        for next in [xy, xz, yz, rotation(turn), translation(moved[0], moved[1], moved[2]), last] { m = concat(m, next) }
        return (m, fragile)
    }

    // MARK: Key paths

    /// Scale, angles about x, y, z, and translation of M = S · Rx·Ry·Rz · T; for matrices without skew and perspective.
    struct Components {
        var scale, angles, translation: [Double]

        init(_ m: Matrix) {
            let r0 = Array(m[0...2]), r1 = Array(m[4...6]), r2 = Array(m[8...10])
            let sx = length(r0), sy = dot(r0, cross(r1, r2)) < 0 ? -length(r1) : length(r1), sz = length(r2)
            scale = [sx, sy, sz]
            let a = r0.map { $0 / sx }, b = r1.map { $0 / sy }, c = r2.map { $0 / sz }
            angles = [atan2(b[2], c[2]), asin(max(-1, min(1, -a[2]))), atan2(a[1], a[0])]
            translation = Array(m[12...14])
        }

        var matrix: Matrix {
            [
                rotationX(angles[0]), rotationY(angles[1]), rotationZ(angles[2]),
                ReferenceTransforms.translation(translation[0], translation[1], translation[2]),
            ]
            .reduce(ReferenceTransforms.scale(scale[0], scale[1], scale[2]), concat)
        }
    }

    /// A matrix and the parts that key paths made it of.
    typealias Made = (matrix: Matrix, parts: Components)

    static func get(_ part: SubPath, of m: Matrix, _ made: Made?) -> [Double] {
        let c = made?.matrix == m ? made!.parts : Components(m)
        switch part {
        case .rotation, .rotationZ: return [c.angles[2]]
        case .rotationX: return [c.angles[0]]
        case .rotationY: return [c.angles[1]]
        case .scale: return [(c.scale[0] + c.scale[1] + c.scale[2]) / 3]
        case .scaleX: return [c.scale[0]]
        case .scaleY: return [c.scale[1]]
        case .scaleZ: return [c.scale[2]]
        case .translation: return [c.translation[0], c.translation[1]]
        case .translationX: return [c.translation[0]]
        case .translationY: return [c.translation[1]]
        case .translationZ: return [c.translation[2]]
        default: fatalError("not generated: \(part)")
        }
    }

    static func set(_ part: SubPath, _ n: [Double], in m: Matrix, _ made: inout Made?) -> Matrix {
        let known = made?.matrix == m
        let isMove = [.translation, .translationX, .translationY, .translationZ].contains(part)
        if isMove, [m[3], m[7], m[11]] == [0, 0, 0], m[15] == 1 {
            // Without perspective the rest, whatever it is, needs not be known.
            var moved = m
            if part == .translationZ { moved[14] = n[0] } else if part == .translationY { moved[13] = n[0] } else { moved[12] = n[0] }
            if part == .translation { moved[13] = n[1] }
            if known {
                made!.matrix = moved
                made!.parts.translation = Array(moved[12...14])
            }
            return moved
        }
        var c = known ? made!.parts : Components(m)
        switch part {
        case .rotation, .rotationZ: c.angles[2] = n[0]
        case .rotationX: c.angles[0] = n[0]
        case .rotationY: c.angles[1] = n[0]
        case .scale: c.scale = [n[0], n[0], n[0]]
        case .scaleX: c.scale[0] = n[0]
        case .scaleY: c.scale[1] = n[0]
        case .scaleZ: c.scale[2] = n[0]
        case .translation: c.translation[0] = n[0]; c.translation[1] = n[1]
        case .translationX: c.translation[0] = n[0]
        case .translationY: c.translation[1] = n[0]
        case .translationZ: c.translation[2] = n[0]
        default: fatalError("not generated: \(part)")
        }
        made = (c.matrix, c)
        return c.matrix
    }
}
