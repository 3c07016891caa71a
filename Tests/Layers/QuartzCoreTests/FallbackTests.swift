import Agate
import AgateDiagnostics
import Compositor
import CoreGraphics
import RenderTree
import XCTest

@testable import QuartzCore

/// A compositor that fails gives way to the processor's, in the same frame and with the same picture.
final class FallbackTests: XCTestCase {
    /// Draws some frames, and then no more.
    private final class Failing: FrameCompositor {
        private let inner = BitmapCompositor(width: 1, height: 1, options: .onScreen, threads: 1)
        var framesLeft: Int
        var showsLeft: Int
        init(frames: Int, shows: Int = .max) { (framesLeft, showsLeft) = (frames, shows) }

        func resize(width: Int, height: Int) { inner.resize(width: width, height: height) }
        func draw(_ list: DrawList, damage: ContiguousArray<DeviceRect>) throws(CompositorFailure) {
            framesLeft -= 1
            if framesLeft < 0 { throw CompositorFailure("the device is gone") }
            inner.draw(list, damage: damage)
        }
        func present() throws(CompositorFailure) {
            showsLeft -= 1
            if showsLeft < 0 { throw CompositorFailure("the window is gone") }
        }
        func withPixels<Result>(_ body: (UnsafePointer<UInt32>, Int, Int, Int) throws -> Result) rethrows -> Result {
            try inner.withPixels(body)
        }
        var drawing: DrawingWork { inner.drawing }
    }

    private func commit(_ x: Double) -> Commit {
        var state = LayerState()
        state.values.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        state.values.position = CGPoint(x: x, y: 20)
        state.values.flags.insert(.hasBackgroundColor)
        state.values.backgroundColor = RGBA(1, 0, 0, 1)
        var commit = Commit()
        commit.updates = [LayerUpdate(id: LayerID(rawValue: 1), layerClass: .layer, changed: .all, state: state)]
        commit.root = .some(LayerID(rawValue: 1))
        return commit
    }

    private func frames(_ compositor: (any FrameCompositor)?) -> [[UInt32]] {
        let renderer = Renderer(viewport: Viewport(width: 64, height: 40, rootGeometryFlipped: true), threads: 1, compositor: compositor)
        return (0..<3).map { i in
            renderer.apply(commit(Double(15 + i * 13)))
            _ = renderer.update(at: Double(i))
            renderer.paint()
            if !renderer.present() { renderer.paint() }
            return renderer.withPixels { pixels, width, height, stride in
                (0..<height).flatMap { Array(UnsafeBufferPointer(start: pixels + $0 * stride, count: width)) }
            }
        }
    }

    func testTheFrameThatFailsIsDrawnByTheProcessor() {
        let wanted = frames(nil)
        XCTAssertEqual(wanted[0].filter { $0 == 0xFFFF_0000 }.count, 400)
        for drawn in 0..<3 {
            let noted = Locked<[String]>([])
            let observation = Diagnostics.observe { diagnostic in
                if diagnostic.identifier == "compositor.lost" { noted.withLock { $0.append(diagnostic.message) } }
            }
            XCTAssertEqual(frames(Failing(frames: drawn)), wanted, "after \(drawn) frames")
            observation.cancel()
            XCTAssertEqual(noted.withLock { $0.count }, 1)
        }
    }

    func testAPictureThatCanNotBeShownIsDrawnByTheProcessor() {
        let wanted = frames(nil)
        XCTAssertEqual(frames(Failing(frames: .max, shows: 1)), wanted)
    }
}
