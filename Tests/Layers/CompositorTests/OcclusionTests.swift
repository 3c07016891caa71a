import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Leaving out what is hidden can't be seen.
final class OcclusionTests: XCTestCase {
    /// Boxes over one another, most of them opaque.
    private func boxes(_ seed: UInt64, _ count: Int, knowing: Bool) -> DrawList {
        var random = RandomScene.Random(state: seed)
        var b = ListBuilder(211, 157, background: RGBA(0.2, 0.9, 0.5, 1))
        for i in 0..<count {
            b.projection = Projection(
                m11: i % 5 == 0 ? -1.3 : 1, m12: 0, m13: 0, m21: 0, m22: 1.1, m23: 0, m31: random.number(-20, 200),
                m32: random.number(-20, 150), m33: 1)
            b.flags = i % 3 == 0 ? [] : i % 7 == 0 ? [.antialiased, .continuousCorners] : [.antialiased]
            let size = random.number(5, 70)
            b.fill(
                CGRect(x: 0, y: 0, width: size, height: random.number(5, 70)),
                RGBA(Float(random.number(0, 1)), Float(i % 9) / 9, 0.4, i % 6 == 0 ? 0.5 : 1),
                radius: i % 4 == 0 ? 0 : random.number(1, 12), corners: UInt8(i % 16))
            let last = b.list.ops.count - 1
            if knowing, b.list.ops[last].color.w >= 1 { b.list.ops[last].flags.insert(.occludes) }
        }
        var list = b.finished()
        list.indexOps()
        return list
    }

    private func pixels(_ list: DrawList, _ compositor: Compositor, _ parts: [DeviceRect]) -> [UInt32] {
        let surface = Surface(width: Int(list.width), height: Int(list.height))
        compositor.draw(list, damage: parts, into: surface)
        return (0..<surface.height).flatMap { y in
            Array(UnsafeBufferPointer(start: surface.pixels + y * surface.stride, count: surface.width))
        }
    }

    func testHiddenFillsAreLeftOut() {
        let whole = [DeviceRect(0, 0, 211, 157)],
            parts = [DeviceRect(0, 0, 13, 157), DeviceRect(13, 0, 211, 50), DeviceRect(13, 50, 211, 157)]
        var found = 0
        for seed in 0..<UInt64(40) {
            let count = 140 + Int(seed) * 9, compositor = Compositor()
            let expected = pixels(boxes(seed, count, knowing: false), Compositor(), whole), list = boxes(seed, count, knowing: true)
            XCTAssertEqual(pixels(list, compositor, whole), expected, "\(seed)")
            if !compositor.painters[0].planner.hidden.isEmpty { found += 1 }
            XCTAssertEqual(pixels(list, compositor, parts), expected, "\(seed)")
            let bands = Compositor(threads: 3)
            bands.share = 100
            XCTAssertEqual(pixels(list, bands, whole), expected, "\(seed)")
        }
        XCTAssertGreaterThan(found, 30)
    }

    func testCellsAreHiddenWhole() {
        var cells = HiddenCells()
        cells.begin(IntRect(10, 20, 1010, 60), ops: 300)
        cells.add(IntRect(-5, 0, 600, 41))
        XCTAssertTrue(cells.holds(IntRect(10, 20, 598, 40)))
        XCTAssertFalse(cells.holds(IntRect(10, 20, 599, 40)))
        XCTAssertFalse(cells.holds(IntRect(10, 20, 20, 41)))
        // Cells at the end of the area count as whole where the area ends.
        cells.add(IntRect(594, 20, 1010, 60))
        XCTAssertTrue(cells.holds(IntRect(20, 20, 1010, 40)))
        XCTAssertTrue(cells.holds(IntRect(594, 30, 1010, 60)))
        XCTAssertFalse(cells.contains(299))
        cells.insert(299)
        XCTAssertTrue(cells.contains(299))
        cells.begin()
        XCTAssertFalse(cells.contains(299))
    }
}
