#if GPU
import CompositorScenes
import GLCompositor
import RenderTree
import XCTest

/// The scenes whose pictures are kept look the same on both compositors, whichever part of them is drawn again.
final class GoldenSceneTests: XCTestCase {
    func testEachScene() throws {
        let comparison = try Comparison()
        for scene in GoldenScenes.all { try comparison.check(scene.list.finished(), "golden-\(scene.name)") }
    }

    func testPartsDrawnAgain() throws {
        let comparison = try Comparison()
        for scene in GoldenScenes.all {
            let list = scene.list.finished(), gl = try GLCompositor(comparison.context)
            gl.resize(width: Int(list.width), height: Int(list.height))
            let whole = try comparison.pixels(of: list, on: gl)
            let parts = [DeviceRect(13, 5, 90, 41), DeviceRect(60, 30, list.width - 7, list.height - 3), DeviceRect(0, 50, 33, 51)]
            let d = Comparison.difference(whole, try comparison.pixels(of: list, damage: parts, on: gl), width: Int(list.width))
            XCTAssertLessThanOrEqual(d.most, 2, "\(scene.name) at \(d.worst)")
        }
    }
}
#endif
