import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Drawing the damage over an old frame gives the bytes of drawing everything afresh, however the damage is divided.
final class DamageTests: XCTestCase {
    private func scene(_ seed: UInt64, ops: Int, kinds: Range<Int> = 0..<11) -> ListBuilder {
        RandomScene(seed: seed).list(ops: ops, kinds: kinds)
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
        var random = RandomScene.Random(state: seed)
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
                XCTAssertGreaterThan(compositor.painters.count, 1)
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
