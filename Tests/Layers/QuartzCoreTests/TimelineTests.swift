import Agate
import QuartzCore
import RenderTree
import XCTest

/// Layers that wrap their time, and animations that stay on their layers.
final class TimelineTests: XCTestCase {
    /// A layer at x = 0 that a second later stands at x = 100, and stays; under a layer of its own time.
    private func timeline() -> (outer: CALayer, moving: CALayer) {
        let outer = CALayer(), moving = CALayer()
        moving.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        moving.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        outer.addSublayer(moving)
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.fromValue = 0.0
        animation.toValue = 100.0
        animation.duration = 1
        animation.beginTime = 1e-9
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        moving.keepsAnimations = true
        moving.add(animation, forKey: "move")
        outer.duration = 1
        outer.wrapsTime = true
        return (outer, moving)
    }

    private func places(_ times: [Double], _ change: (CALayer) -> Void) -> [Double] {
        let host = OffscreenHost(size: CGSize(width: 120, height: 10))
        let (outer, moving) = timeline()
        host.perform {
            change(outer)
            host.layer.addSublayer(outer)
        }
        return times.map { time in
            _ = host.image(at: time)
            return host.perform { Double(moving.presentation()?.position.x ?? -1).rounded() }
        }
    }

    func testOnceAndOver() {
        XCTAssertEqual(places([0, 0.25, 1, 1.5, 10]) { _ in }, [0, 25, 100, 100, 100])
        XCTAssertEqual(places([0, 2.5, 4]) { $0.beginTime = 2 }, [0, 50, 100])
    }

    func testRepeats() {
        XCTAssertEqual(places([0.25, 1.25, 7.5, 1000.75]) { $0.repeatCount = .infinity }, [25, 25, 50, 75])
        XCTAssertEqual(places([1.25, 2.5, 3]) { $0.repeatCount = 2.5 }, [25, 50, 50])
        XCTAssertEqual(
            places([0.25, 1.25, 2.25, 3.5]) {
                $0.repeatCount = .infinity; $0.autoreverses = true
            }, [25, 75, 25, 50])
    }

    func testBackwardsAndFaster() {
        XCTAssertEqual(places([1e-9, 0.25, 1, 5]) { $0.speed = -1 }, [100, 75, 0, 0])
        XCTAssertEqual(
            places([0.25, 0.75, 5.25]) {
                $0.speed = 2; $0.repeatCount = .infinity
            }, [50, 50, 50])
    }

    /// The picture is made by the render tree, the place above by the layers: both say the same, and asking in any order as well.
    func testPictures() {
        let host = OffscreenHost(size: CGSize(width: 120, height: 10))
        let (outer, _) = timeline()
        outer.repeatCount = .infinity
        host.perform { host.layer.addSublayer(outer) }
        func first(_ time: Double) -> Int {
            let image = host.image(at: time)
            return image.withPixels { pixels in (0..<120).first { pixels[$0] >> 24 == 255 } ?? -1 }
        }
        XCTAssertEqual([0.3, 1.3, 0.8, 17.3, 0.3].map(first), [25, 25, 75, 25, 25])
    }

    /// Out of the tree and in again: the animation is where the clock is, not at its beginning.
    func testKept() {
        let first = OffscreenHost(size: CGSize(width: 120, height: 10)), second = OffscreenHost(size: CGSize(width: 120, height: 10))
        let (outer, moving) = timeline()
        outer.repeatCount = .infinity
        CATransaction.flush()
        XCTAssertNotNil(moving.animation(forKey: "move"), "not shown yet")
        first.perform { first.layer.addSublayer(outer) }
        _ = first.image(at: 0.5)
        first.perform { outer.removeFromSuperlayer() }
        XCTAssertNotNil(moving.animation(forKey: "move"), "taken out")
        second.perform { second.layer.addSublayer(outer) }
        _ = second.image(at: 3.25)
        XCTAssertEqual(second.perform { Double(moving.presentation()?.position.x ?? -1).rounded() }, 25)
        // One that is not kept ends, as on Apple's systems.
        moving.keepsAnimations = false
        second.perform { outer.removeFromSuperlayer() }
        XCTAssertNil(moving.animation(forKey: "move"))
    }

    /// What began while it was not shown begins when it is, whatever time its clock has.
    func testBeginsWhenShown() {
        let (outer, moving) = timeline()
        outer.beginWhenCommitted(ago: 0.25)
        CATransaction.flush()
        XCTAssertTrue(outer.waitsToBegin)
        let host = OffscreenHost(size: CGSize(width: 120, height: 10))
        host.advance(to: 40)
        host.perform { host.layer.addSublayer(outer) }
        XCTAssertFalse(outer.waitsToBegin)
        _ = host.image(at: 40.5)
        XCTAssertEqual(host.perform { Double(moving.presentation()?.position.x ?? -1).rounded() }, 75)
        host.perform { outer.beginWhenCommitted(ago: 0) }
        _ = host.image(at: 40.6)
        XCTAssertEqual(host.perform { Double(moving.presentation()?.position.x ?? -1).rounded() }, 10)
        // An animation without a begin time does as well, and tells of its end.
        final class Ear: NSObject, CAAnimationDelegate {
            var ended = 0
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { if flag { ended += 1 } }
        }
        let ear = Ear(), layer = CALayer(), waiting = CABasicAnimation(keyPath: "opacity")
        waiting.duration = 2
        waiting.delegate = ear
        layer.keepsAnimations = true
        layer.add(waiting, forKey: "wait")
        CATransaction.flush()
        host.perform { host.layer.addSublayer(layer) }
        host.advance(to: 42)
        XCTAssertEqual(ear.ended, 0)
        host.advance(to: 43)
        XCTAssertEqual(ear.ended, 1)
    }
}
