import AgateDiagnostics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// A render thread whose picture nobody sees.
final class HiddenThreadTests: XCTestCase {
    private var thread: RenderThread!
    private var context: LayerContext!
    private var root: CALayer!

    override func setUp() {
        CATransaction.flush()
        thread = RenderThread(viewport: Viewport(width: 64, height: 64)) { _ in }
        context = LayerContext(clock: MonotonicClock.shared, driver: thread)
        root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        context.layer = root
        CATransaction.flush()
        wait { thread.statistics.frames > 0 }
    }

    override func tearDown() {
        (thread, context, root) = (nil, nil, nil)
        CATransaction.flush()
    }

    private func wait(_ condition: () -> Bool, line: UInt = #line) {
        let end = Date(timeIntervalSinceNow: 10)
        while !condition(), Date() < end { spin(for: 0.02) }
        XCTAssertTrue(condition(), line: line)
    }

    private func spin(for seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    private func makeLayer() -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = CGColor.black
        root.addSublayer(layer)
        return layer
    }

    private func fade(_ duration: Double) -> CABasicAnimation {
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.duration = duration
        return fade
    }

    private func hide() {
        thread.setVisible(false)
        spin(for: 0.1)
        thread.resetStatistics()
    }

    /// Everything that begins or ends is reported, in time's order, whatever its time is made of; nothing is drawn for it.
    func testWhatBeginsAndEndsIsReported() {
        hide()
        let reported = Reports()
        func add(_ name: String, to layer: CALayer, _ animation: CAAnimation) {
            animation.delegate = Delegate(name, reported)
            layer.add(animation, forKey: name)
        }
        add("plain", to: makeLayer(), fade(0.1))
        let later = fade(0.1)
        later.beginTime = CACurrentMediaTime() + 0.3
        add("later", to: makeLayer(), later)
        let repeated = fade(0.1)
        repeated.repeatCount = 3
        repeated.autoreverses = true
        add("repeated", to: makeLayer(), repeated)
        let group = CAAnimationGroup()
        group.animations = [fade(0.1), fade(0.2)]
        group.duration = 0.2
        add("group", to: makeLayer(), group)
        let slow = makeLayer()
        slow.speed = 0.5
        slow.beginTime = CACurrentMediaTime()
        add("slow", to: slow, fade(0.2))
        let kept = fade(0.15)
        kept.isRemovedOnCompletion = false
        kept.fillMode = .forwards
        add("kept", to: makeLayer(), kept)
        let hidden = makeLayer()
        hidden.isHidden = true
        add("hidden", to: hidden, fade(0.25))
        let paused = makeLayer()
        paused.speed = 0
        add("paused", to: paused, fade(0.1))
        let endless = fade(0.1)
        endless.repeatCount = .infinity
        add("endless", to: makeLayer(), endless)
        CATransaction.flush()
        let ending: Set<String> = ["plain", "later", "repeated", "group", "slow", "kept", "hidden"]
        wait { reported.ended.isSuperset(of: ending) }
        XCTAssertEqual(reported.ended, ending)
        XCTAssertEqual(reported.started, ending.union(["endless"]))
        XCTAssertEqual(thread.statistics.frames, 0)
        // One for the commit, one for what begins later, and one for each end at most; 0.6 seconds of frames would be 36.
        XCTAssertLessThanOrEqual(thread.statistics.wakeUps, 20)
    }

    /// Nothing wakes it for what moves for ever.
    func testWhatMovesForEverWakesNobody() {
        let endless = fade(0.1)
        endless.repeatCount = .infinity
        makeLayer().add(endless, forKey: nil)
        CATransaction.flush()
        wait { thread.statistics.frames > 5 }
        hide()
        spin(for: 0.3)
        XCTAssertEqual(thread.statistics.frames, 0)
        // The bell of the hiding itself may ring late; 0.3 seconds of frames would be 18.
        XCTAssertLessThanOrEqual(thread.statistics.wakeUps, 2)
        thread.setVisible(true)
        wait { thread.statistics.frames > 5 }
    }

    /// What was committed meanwhile shows in one frame, which is a whole one.
    func testOneFrameWhenItIsSeenAgain() {
        let whole = Locked<[Int]>([])
        let other = RenderThread(viewport: Viewport(width: 64, height: 64)) { frame in
            whole.withLock { $0.append(frame.damage.reduce(0) { $0 + Int($1.x1 - $1.x0) * Int($1.y1 - $1.y0) }) }
        }
        context = LayerContext(clock: MonotonicClock.shared, driver: other)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.actions = ["backgroundColor": NSNull()]
        context.layer = layer
        CATransaction.flush()
        wait { other.statistics.frames == 1 }
        other.setVisible(false)
        other.resetStatistics()
        for color in [CGColor.black, .white, .black] {
            layer.backgroundColor = color
            CATransaction.flush()
            spin(for: 0.05)
        }
        other.setViewport(Viewport(width: 48, height: 48))
        other.repaint()
        spin(for: 0.05)
        XCTAssertEqual(other.statistics.frames, 0)
        whole.withLock { $0 = [] }
        other.setVisible(true)
        wait { other.statistics.frames > 0 }
        spin(for: 0.1)
        XCTAssertEqual(other.statistics.frames, 1)
        XCTAssertEqual(whole.withLock { $0 }, [48 * 48])
        XCTAssertEqual(other.image()?.width, 48)
        // Said again, nothing changes.
        other.setVisible(true)
        spin(for: 0.1)
        XCTAssertEqual(other.statistics.frames, 1)
    }

    private final class Reports {
        var started: Set<String> = []
        var ended: Set<String> = []
    }

    private final class Delegate: NSObject, CAAnimationDelegate {
        let name: String, reports: Reports
        init(_ name: String, _ reports: Reports) { (self.name, self.reports) = (name, reports) }
        func animationDidStart(_ anim: CAAnimation) { reports.started.insert(name) }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { if flag { reports.ended.insert(name) } }
    }
}
