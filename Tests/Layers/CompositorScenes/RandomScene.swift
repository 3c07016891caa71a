import CoreGraphics
import Foundation
import Raster
import RenderTree

/// A draw list of random ops of all kinds, in random places, turned and in perspective, the same for the same seed.
package struct RandomScene {
    package struct Random: RandomNumberGenerator {
        var state: UInt64
        package init(state: UInt64) { self.state = state }
        package mutating func next() -> UInt64 {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            var z = state
            z = (z ^ (z >> 31)) &* 0x9E37_79B9_7F4A_7C15
            return z ^ (z >> 29)
        }
        package mutating func number(_ a: Double, _ b: Double) -> Double { Double.random(in: a...b, using: &self) }
        package mutating func color() -> RGBA {
            RGBA(Float(number(0, 1)), Float(number(0, 1)), Float(number(0, 1)), Bool.random(using: &self) ? 1 : Float(number(0, 1)))
        }
        package mutating func rect() -> CGRect {
            CGRect(x: number(-20, 120), y: number(-20, 100), width: number(1, 90), height: number(1, 70))
        }
    }

    private static let picture = CGImage(width: 13, height: 9) { p in
        for i in 0..<117 { p[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2654435761) & 0xFFFFFF }
    }!

    private let seed: UInt64
    /// The blend modes of groups.
    private let modes: [PixelBlendMode]

    package init(seed: UInt64, modes: [PixelBlendMode] = Array(PixelBlendMode.allCases.prefix { $0 != .clear })) {
        (self.seed, self.modes) = (seed, modes)
    }

    /// - Parameter kinds: 0 and 1 fills, 2 borders, 3 images, 4 gradients, 5 shapes, 6 and 7 shadows, 8 groups, 9 groups with a shadow, 10
    ///   clips.
    package func list(ops: Int, kinds: Range<Int> = 0..<11) -> ListBuilder {
        var random = Random(state: seed &* 77 &+ 5)
        var b = ListBuilder(140, 120)
        add(&b, &random, ops, depth: kinds.count == 1 ? 2 : 0, kinds)
        return b
    }

    private func place(_ b: inout ListBuilder, _ r: inout Random) {
        switch Int.random(in: 0..<6, using: &r) {
        case 0: b.projection = .turned(r.number(0, 360), about: 70, 60, scale: r.number(0.5, 1.5))
        case 1: b.projection = .swung(r.number(-70, 70), about: 70, 60, eye: r.number(60, 300))
        case 2:
            b.projection = Projection(
                m11: -1, m12: 0, m13: 0, m21: 0, m22: 1.5, m23: 0, m31: r.number(60, 140), m32: r.number(-30, 10), m33: 1)
        default:
            b.projection = Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: r.number(-2, 2), m32: r.number(-2, 2), m33: 1)
        }
        b.flags = Int.random(in: 0..<5, using: &r) == 0 ? [] : [.antialiased]
        if Int.random(in: 0..<6, using: &r) == 0 { b.flags.insert(.continuousCorners) }
    }

    private func add(_ b: inout ListBuilder, _ r: inout Random, _ count: Int, depth: Int, _ kinds: Range<Int> = 0..<11) {
        for _ in 0..<count {
            place(&b, &r)
            let radius = Bool.random(using: &r) ? r.number(0, 30) : 0
            let kind = Int.random(in: depth < 3 ? kinds : kinds.clamped(to: 0..<8), using: &r)
            switch kind {
            case 0, 1:
                b.fill(r.rect(), r.color(), radius: radius, opacity: Float(r.number(0.2, 1)), corners: UInt8.random(in: 0...15, using: &r))
            case 2: b.border(r.rect(), r.color(), width: r.number(0.3, 12), radius: radius)
            case 3:
                let filters = ContentsFilter.allCases
                let center = Bool.random(using: &r) ? CGRect(x: 3, y: 2, width: 4, height: 3) : nil
                b.image(Self.picture, r.rect(), center: center, filter: filters.randomElement(using: &r)!)
            case 4:
                b.gradient(
                    r.rect(), GradientKind.allCases.randomElement(using: &r)!, [r.color(), r.color(), r.color()],
                    from: CGPoint(x: r.number(0, 1), y: r.number(0, 1)), to: CGPoint(x: r.number(0, 1), y: r.number(0, 1)), radius: radius)
            case 5:
                let p = CGMutablePath()
                p.move(to: r.rect().origin)
                for _ in 0..<4 { p.addCurve(to: r.rect().origin, control1: r.rect().origin, control2: r.rect().origin) }
                let w = r.number(0.5, 9)
                b.shape(
                    p, fill: r.color(), stroke: Bool.random(using: &r) ? r.color() : nil,
                    {
                        $0.lineWidth = w; $0.lineJoin = .round
                    })
            case 6, 7:
                b.shadow(
                    r.rect(), r.color(), blur: r.number(0, 9), offset: CGSize(width: r.number(-9, 9), height: r.number(-9, 9)),
                    radius: radius)
            case 8:
                let opacity = Float(r.number(0.3, 1)), mode = modes.randomElement(using: &r)!
                let mask = Bool.random(using: &r)
                var inner = r
                if mask {
                    b.group(
                        opacity: opacity, { $0.blendMode = mode }, content: { self.add(&$0, &inner, 4, depth: depth + 1) },
                        mask: { self.add(&$0, &inner, 3, depth: depth + 1) })
                } else {
                    b.group(opacity: opacity, { $0.blendMode = mode }, content: { self.add(&$0, &inner, 4, depth: depth + 1) })
                }
                r = inner
            case 9:
                let s = GroupDraw.Shadow(
                    color: r.color(), opacity: 0.7, radius: r.number(0, 5), offset: CGSize(width: r.number(-6, 6), height: r.number(-6, 6)))
                var inner = r
                b.projection = Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
                b.group(opacity: 0.8, { $0.shadow = s }, content: { self.add(&$0, &inner, 3, depth: depth + 1) })
                r = inner
            default:
                var inner = r
                b.clip(r.rect(), radius: radius) { self.add(&$0, &inner, 4, depth: depth + 1) }
                r = inner
            }
        }
    }
}
