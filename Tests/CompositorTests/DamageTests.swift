import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Drawing the damage over an old frame gives the bytes of drawing everything afresh, however the damage is divided.
final class DamageTests: XCTestCase {
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            var z = state
            z = (z ^ (z >> 31)) &* 0x9E37_79B9_7F4A_7C15
            return z ^ (z >> 29)
        }
        mutating func number(_ a: Double, _ b: Double) -> Double { Double.random(in: a...b, using: &self) }
        mutating func color() -> RGBA {
            RGBA(Float(number(0, 1)), Float(number(0, 1)), Float(number(0, 1)), Bool.random(using: &self) ? 1 : Float(number(0, 1)))
        }
        mutating func rect() -> CGRect { CGRect(x: number(-20, 120), y: number(-20, 100), width: number(1, 90), height: number(1, 70)) }
    }

    let picture = CGImage(width: 13, height: 9) { p in
        for i in 0..<117 { p[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2654435761) & 0xFFFFFF }
    }!

    func scene(_ seed: UInt64, ops: Int, kinds: Range<Int> = 0..<11) -> ListBuilder {
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
                b.image(picture, r.rect(), center: center, filter: filters.randomElement(using: &r)!)
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
                let opacity = Float(r.number(0.3, 1)), mode = Int32.random(in: 0..<16, using: &r)
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

    private func bytes(_ s: Surface) -> [UInt32] {
        (0..<s.height).flatMap { y in Array(UnsafeBufferPointer(start: s.pixels + y * s.stride, count: s.width)) }
    }

    func testDamageEqualsAfresh() {
        for seed in 0..<60 as Range<UInt64> { check(scene(seed, ops: seed % 3 == 0 ? 120 : 14).finished(), seed, "all kinds") }
    }

    func testDamageEqualsAfreshForEachKindAlone() {
        let names = ["fill", "fill", "border", "image", "gradient", "shape", "shadow", "shadow", "group", "shadowed group", "clip"]
        for kind in [0, 2, 3, 4, 5, 6, 8, 9, 10] {
            for seed in 0..<40 as Range<UInt64> { check(scene(seed, ops: 3, kinds: kind..<(kind + 1)).finished(), seed, names[kind]) }
        }
    }

    private func check(_ list: DrawList, _ seed: UInt64, _ name: String) {
        let fresh = Surface(width: 140, height: 120)
        Compositor().draw(list, into: fresh)
        var random = Random(state: seed)
        let patched = Surface(width: 140, height: 120)
        patched.clear(to: 0xFF12_3456)
        let compositor = Compositor()
        // Rectangles that cover all, some of it twice.
        let xs = [0, Int32.random(in: 1..<70, using: &random), Int32.random(in: 70..<139, using: &random), 140]
        let ys = [0, Int32.random(in: 1..<60, using: &random), Int32.random(in: 60..<119, using: &random), 120]
        var damage: [DeviceRect] = []
        for i in 0..<3 { for j in 0..<3 { damage.append(DeviceRect(xs[i], ys[j], xs[i + 1], ys[j + 1])) } }
        damage.append(DeviceRect(30, 30, 60, 50))
        compositor.draw(list, damage: damage, into: patched)
        compare(bytes(fresh), bytes(patched), "\(name), scene \(seed); cuts \(xs) \(ys)")
    }

    private func compare(_ a: [UInt32], _ b: [UInt32], _ name: String) {
        guard let i = zip(a, b).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else { return }
        let n = zip(a, b).filter { $0 != $1 }.count
        let pixels = "\(String(a[i], radix: 16)) and \(String(b[i], radix: 16))"
        XCTFail("\(name): \(n) pixels differ, first at (\(i % 140), \(i / 140)): \(pixels)")
    }

    func testAnyNumberOfThreadsDrawsTheSameBytes() {
        for seed in 0..<60 as Range<UInt64> {
            let list = scene(seed, ops: 60).finished()
            let one = Surface(width: 140, height: 120), many = Surface(width: 140, height: 120)
            Compositor().draw(list, into: one)
            let compositor = Compositor(threads: Int(seed % 5) + 2)
            compositor.share = 1
            for _ in 0..<2 {
                many.clear(to: 0xFF12_3456)
                compositor.draw(list, into: many)
                XCTAssertGreaterThan(compositor.helpers.count, 0)
                compare(bytes(one), bytes(many), "scene \(seed), on \(compositor.threads) threads")
            }
            many.clear(to: 0xFF12_3456)
            compositor.draw(list, damage: [DeviceRect(0, 0, 90, 70), DeviceRect(90, 0, 140, 120), DeviceRect(0, 60, 95, 120)], into: many)
            compare(bytes(one), bytes(many), "scene \(seed), damaged in three places")
        }
    }

    func testWorkIsDividedEvenly() {
        var work = RowWork()
        work.begin(100, 740, width: 0)
        work.add(100, 740, 10)
        work.add(420, 740, 30)
        work.end()
        XCTAssertEqual(work.total, 640 * 10 + 320 * 30, accuracy: 1)
        XCTAssertEqual([0, 1, 2].map { work.row($0, of: 2) }, [100, 540, 740])
        work.begin(0, 3, width: 8)
        work.end()
        XCTAssertEqual((0...3).map { work.row($0, of: 3) }, [0, 1, 2, 3])
    }

    func testASecondFrameIsTheSame() {
        // Kept shadows, ramps and pyramids change nothing.
        let list = scene(3, ops: 80).finished()
        let one = Surface(width: 140, height: 120), two = Surface(width: 140, height: 120)
        let compositor = Compositor()
        compositor.draw(list, into: one)
        compositor.draw(list, into: two)
        XCTAssertEqual(bytes(one), bytes(two))
    }

    func testChunksThatCannotBeSeenArePassedOverWhole() {
        // A group that begins in one chunk, with content in the next that reaches beyond what the group shows.
        var b = ListBuilder(140, 120)
        b.clip(CGRect(x: 0, y: 0, width: 20, height: 120)) { c in
            c.group(
                { $0.shadow = .init(color: RGBA(0, 0, 0, 1), opacity: 1, radius: 2, offset: .zero) },
                content: { g in
                    for i in 0..<200 { g.fill(CGRect(x: Double(i % 130), y: 10, width: 8, height: 90), RGBA(1, 0, 0, 1)) }
                })
        }
        var list = b.finished()
        let begin = list.ops.firstIndex { $0.kind == .beginGroup }!
        list.ops[begin].bounds = list.ops[begin].bounds.intersection(DeviceRect(0, 0, 20, 120))
        list.chunkBounds[0] = DeviceRect(0, 0, 20, 120)
        let fresh = Surface(width: 140, height: 120), patched = Surface(width: 140, height: 120)
        Compositor().draw(list, into: fresh)
        Compositor().draw(list, damage: [DeviceRect(0, 0, 20, 120), DeviceRect(20, 0, 140, 120)], into: patched)
        XCTAssertEqual(bytes(fresh), bytes(patched))
        XCTAssertEqual(fresh.pixel(x: 100, y: 50), 0xFFFF_FFFF)
    }
}
