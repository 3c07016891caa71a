import Agate
import XCTest

/// Animations of layers that no tree shows yet: those that remain after their end wait, all others end at once.
@MainActor final class WaitingAnimationTests: XCTestCase {
    private func animation(remains: Bool, begin: Double = 0) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0
        animation.toValue = 1
        animation.duration = 1
        animation.beginTime = begin
        animation.isRemovedOnCompletion = !remains
        return animation
    }

    private func opacities(_ layer: CALayer, _ times: [Double]) -> [Double] {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(layer) }
        return times.map { time in
            host.advance(to: time)
            return Double(host.perform { layer.presentation()?.opacity ?? -1 })
        }
    }

    private func turn() { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01)) }

    func testThoseThatRemainWaitForTheFirstTree() async throws {
        let layer = CALayer()
        layer.add(animation(remains: true, begin: 1), forKey: "fade")
        CATransaction.flush()
        XCTAssertEqual(layer.animationKeys(), ["fade"])
        CATransaction.flush()
        for (found, wanted) in zip(opacities(layer, [0.5, 1.25, 1.75, 3]), [1, 0.25, 0.75, 1]) {
            XCTAssertEqual(found, wanted, accuracy: 1e-6)
        }
        XCTAssertEqual(layer.animationKeys(), ["fade"])
        // 0 is the time at which a tree shows it.
        let other = CALayer()
        other.add(animation(remains: true), forKey: "fade")
        CATransaction.flush()
        XCTAssertEqual(opacities(other, [0.25])[0], 0.25, accuracy: 1e-6)
    }

    func testOthersEndAtOnce() async throws {
        final class Delegate: NSObject, CAAnimationDelegate {
            var ends: [Bool] = []
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(flag) }
        }
        let layer = CALayer(), delegate = Delegate(), removed = animation(remains: false), awaited = animation(remains: true)
        removed.delegate = delegate
        layer.add(removed, forKey: "removed")
        CATransaction.flush()
        XCTAssertNil(layer.animationKeys())
        // A completion block never waits for a tree.
        var isComplete = false
        CATransaction.begin()
        CATransaction.setCompletionBlock { isComplete = true }
        layer.add(awaited, forKey: "awaited")
        CATransaction.commit()
        CATransaction.flush()
        let deadline = Date(timeIntervalSinceNow: 10)
        while !(isComplete && !delegate.ends.isEmpty), Date() < deadline { turn() }
        XCTAssertTrue(isComplete)
        XCTAssertEqual(delegate.ends, [false])
        XCTAssertNil(layer.animationKeys())
    }

    func testALayerThatLeavesItsTreeLosesThem() async throws {
        let layer = CALayer(), host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(layer) }
        host.perform { layer.add(animation(remains: true), forKey: "fade") }
        host.perform { layer.removeFromSuperlayer() }
        XCTAssertNil(layer.animationKeys())
    }
}
