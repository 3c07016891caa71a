import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// CARenderer (Behaviour 8).
final class RendererTests: XCTestCase {
    override func tearDown() { CATransaction.flush() }

    private func make() -> (CARenderer, CALayer) {
        let renderer = CARenderer(width: 20, height: 20)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        root.addSublayer(layer)
        renderer.layer = root
        CATransaction.flush()
        return (renderer, layer)
    }

    private func frame(_ renderer: CARenderer, _ time: Double) -> CGRect {
        renderer.beginFrame(atTime: time)
        let area = renderer.updateBounds()
        renderer.render()
        renderer.endFrame()
        return area
    }

    func testABitmapFollowsEitherSideOfItsViewport() {
        let renderer = Renderer(viewport: Viewport(width: 8, height: 8))
        for (width, height) in [(16, 8), (16, 4), (5, 4)] {
            renderer.setViewport(Viewport(width: width, height: height))
            let size = renderer.withPixels { _, width, height, _ in [width, height] }
            XCTAssertEqual(size, [width, height])
        }
    }

    func testIdleNeedsNoFrame_RN1_RN2() {
        let (renderer, _) = make()
        XCTAssertTrue(renderer.updateBounds().isNull)
        renderer.endFrame()
        XCTAssertEqual(frame(renderer, 1), CGRect(x: 0, y: 0, width: 20, height: 20))
        XCTAssertEqual(renderer.nextFrameTime(), .infinity)
        XCTAssertTrue(frame(renderer, 2).isNull)
        // y grows upwards: the box stands at the bottom.
        let image = renderer.image
        XCTAssertEqual(image?.withPixels { $0[19 * 20 + 1] }, 0xFF00_00FF)
        XCTAssertEqual(image?.withPixels { $0[1] }, 0)
    }

    func testEvaluatesAtTheFrameTime_RN3() {
        let (renderer, layer) = make()
        _ = frame(renderer, 0)
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 2
        move.toValue = 18
        move.duration = 2
        move.beginTime = 100
        layer.add(move, forKey: "move")
        CATransaction.flush()
        _ = frame(renderer, 101)
        XCTAssertEqual(renderer.nextFrameTime(), 101)
        XCTAssertEqual(renderer.image?.withPixels { $0[19 * 20 + 10] }, 0xFF00_00FF)
        XCTAssertEqual(renderer.image?.withPixels { $0[19 * 20 + 1] }, 0)
        let area = frame(renderer, 101.5)
        XCTAssertFalse(area.isNull)
        XCTAssertLessThan(area.width, 20)
        _ = frame(renderer, 103)
        XCTAssertEqual(renderer.nextFrameTime(), .infinity)
        XCTAssertEqual(renderer.image?.withPixels { $0[19 * 20 + 1] }, 0xFF00_00FF)
    }
}
