import Foundation
import XCTest

@testable import QuartzCore

/// Model and presentation (Behaviour 3).
final class PresentationTests: XCTestCase {
    private var scene: TestScene!
    override func setUp() { scene = TestScene() }
    override func tearDown() {
        CATransaction.flush()
        scene = nil
    }

    private func withoutActions(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
    }

    func testNilBeforeTheFirstCommit_P2() {
        let layer = CALayer()
        XCTAssertNil(layer.presentation())
        scene.root.addSublayer(layer)
        XCTAssertNil(layer.presentation())
        CATransaction.flush()
        XCTAssertNotNil(layer.presentation())
    }

    func testUncommittedChangesDoNotShow_P3() {
        let layer = scene.live(CALayer())
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        layer.setValue("new", forKey: "own")
        XCTAssertEqual(layer.presentation()?.opacity, 1)
        XCTAssertNil(layer.presentation()?.value(forKey: "own"))
        CATransaction.commit()
        XCTAssertEqual(layer.presentation()?.opacity, 0.5)
        XCTAssertEqual(layer.presentation()?.value(forKey: "own") as? String, "new")
    }

    func testRunningAnimationShows() {
        let layer = scene.live(CALayer())
        layer.add(basic("opacity", 2), forKey: "x")
        XCTAssertEqual(layer.presentation()?.opacity, 1)
        CATransaction.flush()
        scene.clock.now += 0.5
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.25, accuracy: 1e-6)
        XCTAssertEqual(layer.opacity, 1)
        layer.removeAnimation(forKey: "x")
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.25, accuracy: 1e-6)
        CATransaction.flush()
        XCTAssertEqual(layer.presentation()?.opacity, 1)
    }

    func testCopyIsOfTheDynamicClass_P7() {
        final class Own: CALayer {
            var tag = 0
            override init() { super.init() }
            override init(layer: Any) {
                tag = (layer as? Own)?.tag ?? -1
                super.init(layer: layer)
            }
            required init?(coder: NSCoder) { super.init(coder: coder) }
        }
        let own = Own()
        own.tag = 7
        let layer = scene.live(own)
        XCTAssertEqual(layer.presentation()?.tag, 7)
    }

    func testModelAndPresentationOfACopy_P5_P6() {
        let layer = scene.live(CALayer())
        layer.add(basic("opacity", 2), forKey: "x")
        CATransaction.flush()
        let copy = layer.presentation()
        XCTAssertTrue(copy?.model() === layer)
        XCTAssertTrue(layer.model() === layer)
        XCTAssertTrue(copy?.presentation() === copy)
        XCTAssertEqual(copy?.animationKeys(), ["x"])
        XCTAssertEqual(reportedIDs { copy?.opacity = 0 }, ["layer.read-only"])
        XCTAssertEqual(reportedIDs { copy?.removeAllAnimations() }, ["layer.read-only"])
        XCTAssertEqual(layer.animationKeys(), ["x"])
    }

    func testTreeOfCopiesAndHitTest_P4_P11() {
        let parent = scene.live(CALayer())
        withoutActions {
            scene.root.bounds = CGRect(x: 0, y: 0, width: 500, height: 500)
            parent.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        }
        let child = CALayer()
        child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        withoutActions { parent.addSublayer(child) }
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 5
        move.toValue = 105
        move.duration = 1
        child.add(move, forKey: "move")
        CATransaction.flush()
        scene.clock.now += 0.5
        XCTAssertTrue(parent.presentation()?.sublayers?.first?.model() === child)
        XCTAssertTrue(child.presentation()?.superlayer?.model() === parent)
        XCTAssertTrue(parent.presentation()?.hitTest(CGPoint(x: 55, y: 5))?.model() === child)
        XCTAssertFalse(parent.hitTest(CGPoint(x: 55, y: 5)) === child)
    }

    func testLayerTimeMovesItsAnimations_B5_pauseAndResume() {
        let layer = scene.live(CALayer())
        layer.add(basic("opacity", 2), forKey: "x")
        CATransaction.flush()
        scene.clock.now += 0.5
        withMediaClock(scene.clock) {
            let now = layer.convertTime(CACurrentMediaTime(), from: nil)
            layer.speed = 0
            layer.timeOffset = now
            CATransaction.flush()
        }
        scene.clock.now += 10
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.25, accuracy: 1e-6)
        withMediaClock(scene.clock) {
            let paused = layer.timeOffset
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
            layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
            CATransaction.flush()
        }
        scene.clock.now += 0.5
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.5, accuracy: 1e-6)
    }

    /// A copy that somebody holds stays as it was; one that nobody holds may be brought up to date in place of making another.
    func testCopiesThatAreHeldStayAsTheyWere() {
        let layer = scene.live(CALayer())
        layer.add(basic("opacity", 2), forKey: "x")
        CATransaction.flush()
        scene.clock.now += 0.5
        let held = layer.presentation()
        scene.clock.now += 0.5
        let later = layer.presentation()
        XCTAssertFalse(held === later)
        XCTAssertEqual(held?.opacity ?? 0, 0.25, accuracy: 1e-6)
        XCTAssertEqual(later?.opacity ?? 0, 0.5, accuracy: 1e-6)
        XCTAssertTrue(held?.model() === layer)
        // A change that is not committed does not show in either, a committed one in the next.
        withoutActions {
            layer.cornerRadius = 7
            XCTAssertEqual(layer.presentation()?.cornerRadius, 0)
        }
        XCTAssertEqual(layer.presentation()?.cornerRadius, 7)
        XCTAssertEqual(later?.cornerRadius, 0)
        layer.removeAllAnimations()
        CATransaction.flush()
        XCTAssertEqual(layer.presentation()?.opacity, 1)
    }

    /// What is kept for the next time keeps no layer.
    func testKeptCopiesKeepNoLayer() {
        weak var gone: CALayer?
        weak var withItsTree: CALayer?
        func leave() {
            let layer = scene.live(CALayer())
            XCTAssertNotNil(layer.presentation())
            gone = layer
            layer.removeFromSuperlayer()
            CATransaction.flush()
            spin()
            let other = scene.live(CALayer())
            XCTAssertNotNil(other.presentation())
            // Taken out, and the context goes before that is committed.
            other.removeFromSuperlayer()
            withItsTree = other
        }
        leave()
        XCTAssertNil(gone)
        scene = nil
        CATransaction.flush()
        XCTAssertNil(withItsTree)
        scene = TestScene()
    }
}
