import CoreGraphics
import Foundation
import RenderTree
import TestSupport

/// Throws of a seed: choices and numbers, the nasty ones often.
struct RandomSource {
    private var generator: SeededGenerator
    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func below(_ n: Int) -> Int { Int(generator.next() >> 33) % n }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
    mutating func unit() -> Double { Double(generator.next() >> 11) * 0x1p-53 }
    mutating func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * unit() }
    mutating func seed() -> UInt64 { generator.next() }

    mutating func number() -> Double {
        switch below(10) {
        case 0: 0
        case 1: 1
        case 2: pick([-1, 0.5, 2, -0.25, 10])
        case 3: pick([1e-9, -1e-9, 1e6, -1e6, 1e-300])
        default: between(-100, 100)
        }
    }

    mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    mutating func color() -> CGColor {
        CGColor(rgba: SIMD4(Float(unit()), Float(unit()), Float(unit()), chance(30) ? 1 : Float(unit())))
    }

    /// A transform of scales, turns and moves; in the plane or in space, now and then with a mirror, a skew or a camera.
    mutating func transform() -> CATransform3D {
        if chance(15) { return CATransform3DIdentity }
        typealias T = ReferenceTransforms
        var m = T.scale(between(0.2, 3), between(0.2, 3), 1)
        if chance(15) { m[0] = -m[0] }
        if chance(15) { m[5] = -m[5] }
        if chance(20) { m = T.concat(m, [1, unit(), 0, 0, unit() / 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) }
        m = T.concat(m, T.rotationZ(chance(25) ? pick([.pi, .pi / 2, -.pi / 2, .pi / 4]) : between(-3, 3)))
        if chance(50) {
            m = T.concat(m, T.scale(1, 1, between(0.3, 2)))
            m = T.concat(T.concat(m, T.rotationX(between(-3, 3))), T.rotationY(between(-1.5, 1.5)))
            m = T.concat(m, T.translation(between(-50, 50), between(-50, 50), between(-50, 50)))
            if chance(30) {
                var camera = T.identity
                camera[11] = -1 / between(200, 800)
                m = T.concat(m, camera)
            }
        } else {
            m = T.concat(m, T.translation(between(-50, 50), between(-50, 50), 0))
        }
        return T.transform(m)
    }

    /// Scale, turn and move only: what the key paths of transforms can hold, away from the poles.
    mutating func plainTransform() -> CATransform3D {
        typealias T = ReferenceTransforms
        var m = T.scale(between(0.5, 2), between(0.5, 2), between(0.5, 2))
        for next in [
            T.rotationX(between(-1, 1)), T.rotationY(between(-0.4, 0.4)), T.rotationZ(between(-1, 1)),
            T.translation(between(-9, 9), between(-9, 9), between(-9, 9)),
        ] { m = T.concat(m, next) }
        return T.transform(m)
    }

    mutating func path(simple: Bool = false) -> CGPath {
        let path = CGMutablePath()
        path.move(to: point())
        for _ in 0..<(1 + below(4)) {
            switch below(simple ? 3 : 5) {
            case 0: path.addLine(to: CGPoint(x: between(-50, 50), y: between(-50, 50)))
            case 1:
                path.addQuadCurve(
                    to: CGPoint(x: between(-50, 50), y: between(-50, 50)), control: CGPoint(x: between(-50, 50), y: between(-50, 50)))
            case 2:
                path.addCurve(
                    to: CGPoint(x: between(-50, 50), y: between(-50, 50)), control1: CGPoint(x: between(-50, 50), y: between(-50, 50)),
                    control2: CGPoint(x: between(-50, 50), y: between(-50, 50)))
            case 3: path.move(to: CGPoint(x: between(-50, 50), y: between(-50, 50)))
            default: path.closeSubpath()
            }
        }
        return path
    }

    mutating func curve() -> TimingCurve {
        switch below(4) {
        case 0:
            pick([TimingCurve(0.42, 0, 1, 1), TimingCurve(0, 0, 0.58, 1), TimingCurve(0.42, 0, 0.58, 1), TimingCurve(0.25, 0.1, 0.25, 1)])
        case 1: pick([TimingCurve(0, 0, 1, 1), TimingCurve(0, 1, 1, 0), TimingCurve(1, 0, 0, 1), TimingCurve(0.5, -1, 0.5, 2)])
        default: TimingCurve(Float(unit()), Float(between(-1, 2)), Float(unit()), Float(between(-1, 2)))
        }
    }
}
