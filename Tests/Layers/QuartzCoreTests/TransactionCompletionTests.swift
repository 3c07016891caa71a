import Foundation
import XCTest

@testable import QuartzCore

/// When completion blocks and delegates are called (Behaviour 1.3, 6.1).
final class TransactionCompletionTests: XCTestCase {
    private var scene: TestScene!
    private var layer: CALayer!
    private var log: EventLog!

    override func setUp() {
        scene = TestScene()
        layer = scene.live(CALayer())
        log = EventLog()
    }
    override func tearDown() {
        CATransaction.flush()
        spin()
        scene = nil
    }

    private func block(_ name: String) {
        CATransaction.setCompletionBlock { [log] in log!.lines.append(name) }
    }

    func testNoAnimations_tx_completion_no_animations() {
        CATransaction.begin()
        block("A")
        CATransaction.commit()
        XCTAssertEqual(log.lines, [])
        spin()
        XCTAssertEqual(log.lines, ["A"])
        spin()
        XCTAssertEqual(log.lines, ["A"])
    }

    func testBlockAfterAnimations_tx_completion_after_animations() {
        CATransaction.begin()
        layer.add(basic("opacity", 0.2), forKey: "a")
        block("A")
        CATransaction.commit()
        spin()
        XCTAssertEqual(log.lines, ["A"])
    }

    func testWaits_tx_completion_waits() {
        CATransaction.begin()
        block("A")
        layer.add(basic("opacity", 0.2), forKey: "a")
        CATransaction.commit()
        scene.advance(by: 0.1)
        XCTAssertEqual(log.lines, [])
        scene.advance(by: 0.11)
        XCTAssertEqual(log.lines, ["A"])
        XCTAssertNil(layer.animationKeys())
    }

    func testRemoved_tx_completion_removed_T27() {
        CATransaction.begin()
        block("A")
        layer.add(basic("opacity", 10), forKey: "a")
        CATransaction.commit()
        scene.advance(by: 0.1)
        layer.removeAllAnimations()
        spin()
        XCTAssertEqual(log.lines, ["A"])
    }

    func testReplaced_T27_AN3() {
        CATransaction.begin()
        block("A")
        layer.add(basic("opacity", 10, Listener("old", log)), forKey: "a")
        CATransaction.commit()
        scene.advance(by: 0.1)
        layer.add(basic("opacity", 10, Listener("new", log)), forKey: "a")
        CATransaction.flush()
        scene.advance(by: 0.1)
        XCTAssertEqual(log.lines, ["old start", "A", "old stop false", "new start"])
        XCTAssertEqual(layer.animationKeys(), ["a"])
    }

    func testTwoBlocks_tx_completion_two_blocks_T24() {
        CATransaction.begin()
        block("A")
        layer.add(basic("opacity", 0.1), forKey: "a1")
        block("B")
        layer.add(basic("opacity", 0.3), forKey: "b1")
        CATransaction.commit()
        scene.advance(by: 0.15)
        XCTAssertEqual(log.lines, ["A"])
        scene.advance(by: 0.2)
        XCTAssertEqual(log.lines, ["A", "B"])
    }

    func testBlockBeforeDelegate_tx_completion_before_delegate_T26() {
        CATransaction.begin()
        block("block")
        layer.add(basic("opacity", 0.1, Listener("a", log)), forKey: "a")
        CATransaction.commit()
        scene.advance(by: 0.05)
        scene.advance(by: 0.1)
        XCTAssertEqual(log.lines, ["a start", "block", "a stop true"])
    }

    func testInnerAnimationHoldsOuterBlock_T25() {
        CATransaction.begin()
        block("outer")
        CATransaction.begin()
        block("inner")
        layer.add(basic("opacity", 0.2), forKey: "a")
        CATransaction.commit()
        CATransaction.commit()
        spin()
        XCTAssertEqual(log.lines, [])
        scene.advance(by: 0.3)
        XCTAssertEqual(Set(log.lines), ["outer", "inner"])
    }

    func testLayerOutsideAnyTree_T29() {
        let loose = CALayer()
        CATransaction.begin()
        block("A")
        loose.add(basic("opacity", 5, Listener("a", log)), forKey: "a")
        CATransaction.commit()
        XCTAssertEqual(log.lines, [])
        spin()
        XCTAssertEqual(log.lines, ["a start", "a stop false", "A"])
        XCTAssertNil(loose.animationKeys())
    }

    func testInfiniteAnimationHoldsTheBlock_T28() {
        CATransaction.begin()
        block("A")
        let forever = basic("opacity", 0.1)
        forever.repeatCount = .infinity
        layer.add(forever, forKey: "a")
        CATransaction.commit()
        scene.advance(by: 1000)
        XCTAssertEqual(log.lines, [])
        layer.removeAnimation(forKey: "a")
        spin()
        XCTAssertEqual(log.lines, ["A"])
    }

    func testLatestAddedFirst_AN7() {
        for name in ["1", "2", "3"] { layer.add(basic("opacity", 0.1, Listener(name, log)), forKey: name) }
        CATransaction.flush()
        scene.advance(by: 0.05)
        XCTAssertEqual(log.lines, ["3 start", "2 start", "1 start"])
        log.lines = []
        scene.advance(by: 0.1)
        XCTAssertEqual(log.lines, ["3 stop true", "2 stop true", "1 stop true"])
    }

    func testStaysWhenNotRemoved_AN9() {
        let animation = basic("opacity", 0.1, Listener("a", log))
        animation.isRemovedOnCompletion = false
        animation.fillMode = .forwards
        layer.add(animation, forKey: "a")
        CATransaction.flush()
        scene.advance(by: 0.2)
        XCTAssertEqual(log.lines, ["a start", "a stop true"])
        XCTAssertEqual(layer.animationKeys(), ["a"])
        XCTAssertEqual(layer.presentation()?.opacity, 1)
        log.lines = []
        layer.removeAllAnimations()
        spin()
        XCTAssertEqual(log.lines, [])
    }

    func testRemovedBeforeTheDelegateHears_AN8() {
        final class Probe: NSObject, CAAnimationDelegate {
            weak var layer: CALayer?
            var keys: [String]? = ["unset"]
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { keys = layer?.animationKeys() }
        }
        let probe = Probe()
        probe.layer = layer
        layer.add(basic("opacity", 0.1, probe), forKey: "a")
        CATransaction.flush()
        scene.advance(by: 0.2)
        XCTAssertNil(probe.keys)
    }
}
