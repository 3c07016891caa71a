import Agate
import QuartzCore
import XCTest

/// What happens to animations when layers, parents and hosts come and go, and when callbacks change what they are called about.
final class LifeCycleTests: XCTestCase {
    private final class Log: NSObject, CAAnimationDelegate {
        var lines: [String] = []
        var onStop: ((CAAnimation, Bool) -> Void)?
        var onStart: ((CAAnimation) -> Void)?
        func animationDidStart(_ anim: CAAnimation) {
            lines.append("start")
            onStart?(anim)
        }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            lines.append("stop \(flag)")
            onStop?(anim, flag)
        }
    }

    private func fade(_ log: Log?, duration: Double = 1) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0
        animation.toValue = 1
        animation.duration = duration
        animation.delegate = log
        return animation
    }

    private func host() -> OffscreenHost { OffscreenHost(size: CGSize(width: 20, height: 20)) }

    func testRemovalOfTheLayerAndOfItsParent() {
        for removesParent in [false, true] {
            let host = host(), parent = CALayer(), layer = CALayer(), log = Log()
            parent.addSublayer(layer)
            host.perform { host.layer.addSublayer(parent) }
            host.perform { layer.add(fade(log), forKey: "fade") }
            host.advance(to: 0.5)
            host.perform { (removesParent ? parent : layer).removeFromSuperlayer() }
            XCTAssertEqual(log.lines, ["start", "stop false"])
            XCTAssertNil(layer.animationKeys())
            host.perform { host.layer.addSublayer(removesParent ? parent : layer) }
            host.advance(to: 3)
            XCTAssertEqual(log.lines, ["start", "stop false"], "coming back brings no animation back")
            XCTAssertEqual(layer.presentation()?.opacity, 1)
        }
    }

    func testMovingInsideTheTreeGoesOn() {
        let host = host(), a = CALayer(), b = CALayer(), layer = CALayer(), log = Log()
        host.perform {
            for each in [a, b] { host.layer.addSublayer(each) }; a.addSublayer(layer)
        }
        host.perform { layer.add(fade(log), forKey: nil) }
        host.advance(to: 0.5)
        host.perform { b.addSublayer(layer) }
        XCTAssertEqual(log.lines, ["start"])
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.5, accuracy: 1e-6)
        host.advance(to: 1.5)
        XCTAssertEqual(log.lines, ["start", "stop true"])
    }

    func testAddedBeforeTheFirstCommit() {
        let host = host(), layer = CALayer(), log = Log()
        layer.add(fade(log), forKey: "fade")
        host.perform { host.layer.addSublayer(layer) }
        host.advance(to: 0.25)
        XCTAssertEqual(log.lines, ["start"])
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.25, accuracy: 1e-6)
    }

    func testReplacementUnderAKey() {
        let host = host(), layer = CALayer(), first = Log(), second = Log()
        host.perform { host.layer.addSublayer(layer) }
        host.perform { layer.add(fade(first), forKey: "fade") }
        host.advance(to: 0.5)
        host.perform { layer.add(fade(second), forKey: "fade") }
        XCTAssertEqual(first.lines, ["start", "stop false"])
        host.advance(to: 2)
        XCTAssertEqual(second.lines, ["start", "stop true"])
    }

    // MARK: Callbacks that change things

    func testStopAddsTheNextOfTheSameKey() {
        let host = host(), layer = CALayer(), log = Log()
        host.perform { host.layer.addSublayer(layer) }
        var rounds = 0
        log.onStop = { [unowned self, unowned layer] _, finished in
            XCTAssertTrue(finished)
            rounds += 1
            if rounds < 4 { layer.add(fade(log, duration: 0.5), forKey: "fade") }
        }
        host.perform { layer.add(fade(log, duration: 0.5), forKey: "fade") }
        host.advance(to: 10)
        XCTAssertEqual(rounds, 4)
        XCTAssertNil(layer.animationKeys())
    }

    func testStartRemovesItself() {
        let host = host(), layer = CALayer(), log = Log()
        host.perform { host.layer.addSublayer(layer) }
        log.onStart = { [unowned layer] _ in layer.removeAllAnimations() }
        host.perform { layer.add(fade(log), forKey: "fade") }
        host.advance(to: 2)
        XCTAssertEqual(log.lines, ["start", "stop false"])
    }

    func testStopRemovesTheLayerAndCommits() {
        let host = host(), layer = CALayer(), other = CALayer(), log = Log(), bystander = Log()
        host.perform { for each in [layer, other] { host.layer.addSublayer(each) } }
        log.onStop = { [unowned layer, unowned other] _, _ in
            layer.removeFromSuperlayer()
            other.removeFromSuperlayer()
            CATransaction.flush()
        }
        host.perform {
            other.add(fade(bystander, duration: 5), forKey: nil)
            layer.add(fade(log), forKey: nil)
        }
        host.advance(to: 2)
        XCTAssertEqual(log.lines, ["start", "stop true"])
        XCTAssertEqual(bystander.lines, ["start", "stop false"])
    }

    func testCompletionBlockAddsAndRemoves() {
        let host = host(), layer = CALayer(), log = Log()
        host.perform { host.layer.addSublayer(layer) }
        host.perform {
            CATransaction.setCompletionBlock { [unowned self] in
                layer.removeAllAnimations()
                layer.add(fade(log), forKey: "again")
            }
            layer.add(fade(nil, duration: 0.5), forKey: "first")
            layer.add(fade(log, duration: .infinity), forKey: "late")
        }
        host.advance(to: 0.6)
        XCTAssertEqual(log.lines, ["start"], "an endless animation keeps the block back")
        host.perform { layer.removeAnimation(forKey: "late") }
        XCTAssertEqual(layer.animationKeys(), ["again"])
        host.advance(to: 5)
        XCTAssertEqual(log.lines, ["start", "stop false", "start", "stop true"])
    }

    func testInfiniteAnimationNeverStops() {
        let host = host(), layer = CALayer(), log = Log()
        host.perform { host.layer.addSublayer(layer) }
        let animation = fade(log)
        animation.repeatCount = .infinity
        host.perform { layer.add(animation, forKey: "spin") }
        host.advance(to: 1e6 + 0.25)
        XCTAssertEqual(log.lines, ["start"])
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.25, accuracy: 1e-6)
        host.perform { layer.removeAnimation(forKey: "spin") }
        XCTAssertEqual(log.lines, ["start", "stop false"])
    }

    // MARK: Hosts

    func testAnimationsOutliveTheirHost() {
        let clock = VirtualClock(), layer = CALayer(), log = Log(), root = CALayer()
        layer.addSublayer(CALayer())
        root.addSublayer(layer)
        do {
            let host = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
            host.perform { layer.add(fade(log, duration: 10), forKey: "fade") }
            host.perform { layer.sublayers?[0].add(fade(log, duration: 2), forKey: "short") }
            host.advance(to: 1)
            XCTAssertEqual(log.lines, ["start", "start"])
        }
        XCTAssertEqual(layer.animationKeys(), ["fade"], "the host is gone, its animations are not")
        XCTAssertNil(layer.presentation())
        let next = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.1, accuracy: 1e-6, "begun at 0, not when it came back")
        next.advance(to: 5)
        XCTAssertEqual(Double(layer.presentation()?.opacity ?? 0), 0.5, accuracy: 1e-6)
        XCTAssertEqual(log.lines, ["start", "start", "stop true"], "no second start")
        next.advance(to: 11)
        XCTAssertEqual(log.lines, ["start", "start", "stop true", "stop true"])
    }

    func testWhatEndedMeanwhileEndsOnComingBack() {
        let root = CALayer(), log = Log()
        do {
            let host = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root)
            host.perform { root.add(fade(log), forKey: "fade") }
        }
        let later = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: VirtualClock(time: 100))
        later.advance(by: 0.01)
        XCTAssertEqual(log.lines, ["start", "stop true"])
        XCTAssertNil(root.animationKeys())
    }

    func testHostsThatDropAnimationsAsApplesDo() {
        let root = CALayer(), log = Log()
        let clock = VirtualClock()
        do {
            let host = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
            host.keepsAnimations = false
            host.perform { root.add(fade(log), forKey: "fade") }
            host.advance(to: 0.5)
        }
        XCTAssertNil(root.animationKeys())
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        XCTAssertEqual(log.lines, ["start", "stop false"], "reported by the run loop, since the host is gone")
        let next = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
        next.advance(by: 5)
        XCTAssertEqual(root.presentation()?.opacity, 1)
    }

    func testRemovedWhileNoHostShowsIt() {
        let root = CALayer(), log = Log(), clock = VirtualClock()
        do {
            let host = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
            host.perform { root.add(fade(log), forKey: "fade") }
            host.advance(to: 0.5)
        }
        root.removeAllAnimations()
        CATransaction.flush()
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        XCTAssertEqual(log.lines, ["start", "stop false"])
        let next = OffscreenHost(size: CGSize(width: 20, height: 20), layer: root, clock: clock)
        next.advance(by: 0.1)
        XCTAssertEqual(root.presentation()?.opacity, 1)
        XCTAssertNil(root.animationKeys())
    }
}
