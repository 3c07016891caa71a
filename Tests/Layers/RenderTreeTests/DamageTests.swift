import CoreGraphics
import XCTest
@testable import RenderTree

final class DamageTests: XCTestCase {
    private let viewport = Viewport(width: 2000, height: 2000, rootGeometryFlipped: true)

    private func grid(_ scene: inout TreeScene, _ count: Int) -> (root: LayerID, cells: [LayerID]) {
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 2000, height: 2000), color: RGBA(1, 1, 1, 1))
        var cells: [LayerID] = []
        for i in 0..<count {
            cells.append(scene.layer(frame: CGRect(x: (i % 40) * 50, y: (i / 40) * 50, width: 40, height: 40), color: red))
        }
        scene.link(root, cells)
        scene.root(root)
        return (root, cells)
    }

    func testFirstFrameIsAll() {
        var scene = TreeScene()
        _ = grid(&scene, 10)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        XCTAssertEqual(tree.update(at: 0).damage, [DeviceRect(0, 0, 2000, 2000)])
        let idle = tree.update(at: 1)
        XCTAssertTrue(idle.damage.isEmpty)
        XCTAssertEqual(idle.nextFrameTime, .infinity)
    }

    func testOneOfAThousandDamagesItsOldAndNewPlaceOnly() {
        var scene = TreeScene()
        let (_, cells) = grid(&scene, 1000)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        scene.change(cells[500]) { $0.values.position.x += 900.5 }
        tree.apply(scene.commit())
        let frame = tree.update(at: 1)
        XCTAssertFalse(frame.isRebuilt)
        XCTAssertEqual(Set(frame.damage), [DeviceRect(1000, 600, 1040, 640), DeviceRect(1900, 600, 1941, 640)])
        scene.change(cells[3]) { $0.values.backgroundColor = blue }
        tree.apply(scene.commit())
        XCTAssertEqual(tree.update(at: 1).damage, [DeviceRect(150, 0, 190, 40)])
        // Set to what it was: nothing.
        scene.change(cells[3]) { $0.values.backgroundColor = blue }
        tree.apply(scene.commit())
        XCTAssertTrue(tree.update(at: 1).damage.isEmpty)
    }

    func testInsertingRemovingAndReordering() {
        var scene = TreeScene()
        let (root, cells) = grid(&scene, 100)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        var list = cells
        let removed = list.remove(at: 50)
        scene.link(root, list)
        tree.apply(scene.commit())
        var frame = tree.update(at: 1)
        XCTAssertFalse(frame.isRebuilt)
        XCTAssertEqual(frame.damage, [DeviceRect(500, 50, 540, 90)])
        XCTAssertNil(tree.state(of: removed))
        let new = scene.layer(frame: CGRect(x: 1000, y: 1000, width: 10, height: 10), color: blue)
        list.insert(new, at: 10)
        scene.link(root, list)
        tree.apply(scene.commit())
        frame = tree.update(at: 1)
        XCTAssertEqual(frame.damage, [DeviceRect(1000, 1000, 1010, 1010)])
        scene.change(new) { $0.values.zPosition = 5 }
        tree.apply(scene.commit())
        frame = tree.update(at: 1)
        XCTAssertFalse(frame.isRebuilt)
        XCTAssertEqual(frame.damage, [DeviceRect(1000, 1000, 1010, 1010)])
        XCTAssertEqual(tree.list.ops.last?.color, blue)
    }

    func testAChangeInsideAShadowedGroupReachesAsFarAsTheShadow() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 2000, height: 2000))
        let card = scene.layer(frame: CGRect(x: 100, y: 100, width: 100, height: 100), in: root) {
            $0.values.shadowOpacity = 1
            $0.values.shadowRadius = 5
            $0.values.shadowOffset = CGSize(width: 30, height: 0)
        }
        let dot = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: card)
        scene.root(root)
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        scene.change(dot) { $0.values.backgroundColor = RGBA(1, 0, 0, 0.5) }
        tree.apply(scene.commit())
        let damage = tree.update(at: 0).damage
        XCTAssertEqual(damage.count, 1)
        XCTAssertTrue(damage[0].contains(DeviceRect(100, 85, 155, 125)))
        XCTAssertFalse(damage[0].intersects(DeviceRect(160, 0, 2000, 2000)))
    }

    func testManyRectanglesStayFew() {
        var region = DamageRegion()
        for i in 0..<Int32(1000) { region.add(DeviceRect(i * 7 % 1900, i * 13 % 1900, i * 7 % 1900 + 3, i * 13 % 1900 + 3)) }
        XCTAssertLessThanOrEqual(region.rects.count, DamageRegion.limit)
        for i in 0..<Int32(1000) {
            let r = DeviceRect(i * 7 % 1900, i * 13 % 1900, i * 7 % 1900 + 3, i * 13 % 1900 + 3)
            XCTAssertTrue(region.rects.contains { $0.contains(r) })
        }
        region.removeAll()
        region.add(DeviceRect(0, 0, 10, 10))
        region.add(DeviceRect(10, 0, 20, 10))
        XCTAssertEqual(region.rects, [DeviceRect(0, 0, 20, 10)])
    }

    /// Of more bands than the limit, the pair that covers the fewest unchanged pixels is merged, not the one with the smallest union.
    func testBandsAreMergedWhereItWastesLeast() {
        for pair in [0, 7, 15] as [Int32] {
            var region = DamageRegion()
            for band in 0...Int32(DamageRegion.limit) {
                let isWide = band == pair || band == pair + 1
                let x: Int32 = isWide ? (band - pair) * 250 : abs(band - pair) % 2 * 600
                region.add(DeviceRect(x, band * 32, x + (isWide ? 600 : 200), band * 32 + 32))
            }
            let rects = region.rects
            XCTAssertEqual(rects.count, DamageRegion.limit)
            XCTAssertEqual(rects.filter { $0.height == 64 }, [DeviceRect(0, pair * 32, 850, pair * 32 + 64)], "\(rects)")
        }
    }
}
