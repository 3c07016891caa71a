import Agate
import AgateDiagnostics
import XCTest

@testable import QuartzCore

/// Display links on a clock that is turned by hand, on the machine's, and in a task (spec DL1 to DL6).
final class DisplayLinkTests: XCTestCase {
    private func host(refreshRate: Double = 60) -> OffscreenHost {
        OffscreenHost(size: CGSize(width: 10, height: 10), refreshRate: refreshRate)
    }

    func testRangesPickADivisorOfTheRefreshRate() {
        let timing = RefreshTiming(refreshRate: 120)
        func divisor(_ minimum: Float, _ maximum: Float, _ preferred: Float?) -> Int {
            timing.divisor(for: CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred))
        }
        XCTAssertEqual(timing.divisor(for: .default), 1)
        XCTAssertEqual(divisor(0, 120, 60), 2)
        XCTAssertEqual(divisor(0, 60, nil), 2)
        XCTAssertEqual(divisor(0, 120, 24), 5)
        XCTAssertEqual(divisor(0, 120, 50), 2, "60 and 40 are equally near: the faster")
        XCTAssertEqual(divisor(24, 30, 25), 5, "24 lies in the range and is nearest")
        XCTAssertEqual(divisor(26, 30, 26), 4)
        XCTAssertEqual(divisor(0, 1000, 1000), 1, "no display is faster than itself")
        XCTAssertEqual(divisor(70, 100, 80), 2, "between two divisors: the slower")
        XCTAssertEqual(RefreshTiming(refreshRate: 59.94).divisor(for: CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)), 1)
    }

    func testNextRefreshIsAlwaysLater() {
        let timing = RefreshTiming(refreshRate: 60)
        var time = 0.0
        for k in 1...100_000 {
            let next = timing.next(after: time)
            XCTAssertGreaterThan(next, time)
            XCTAssertEqual(next, Double(k) / 60, accuracy: 1e-9)
            time = next
        }
        XCTAssertEqual(timing.next(after: -0.02), -1.0 / 60, accuracy: 1e-12)
    }

    func testCallsOnTheHostsClock() {
        let host = host()
        var times: [Double] = []
        let link = CADisplayLink { times.append($0.timestamp) }
        XCTAssertEqual(link.timestamp, 0)
        XCTAssertFalse(link.isPaused)
        host.perform { link.add(to: .main, forMode: .common) }
        host.advance(to: 0.1)
        XCTAssertEqual(times.count, 6)
        for (k, time) in times.enumerated() { XCTAssertEqual(time, Double(k + 1) / 60, accuracy: 1e-12) }
        XCTAssertEqual(link.targetTimestamp, 7.0 / 60, accuracy: 1e-12)
        XCTAssertEqual(link.duration, 1.0 / 60, accuracy: 1e-12)
    }

    func testFramesThatSkipRefreshesStillCallEachOne() {
        let host = host()
        var position: CGFloat = 0
        let layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        let link = CADisplayLink { link in
            position += 1
            CATransaction.setDisableActions(true)
            layer.position.x = position
        }
        host.perform { link.add(to: .main, forMode: .default) }
        _ = host.image(at: 1)
        XCTAssertEqual(position, 60)
        XCTAssertEqual(layer.presentation()?.position.x, 60, "what a link sets shows in the frame of its refresh")
    }

    func testRateRangePauseAndInvalidate() {
        let host = host(refreshRate: 120)
        var calls = 0
        var link: CADisplayLink? = CADisplayLink { _ in calls += 1 }
        weak let kept = link
        host.perform {
            link?.preferredFrameRateRange = CAFrameRateRange(minimum: 20, maximum: 60, preferred: 30)
            link?.add(to: .main, forMode: .common)
        }
        host.advance(to: 1)
        XCTAssertEqual(calls, 30)
        host.perform { link?.isPaused = true }
        host.advance(to: 2)
        XCTAssertEqual(calls, 30)
        host.perform { link?.isPaused = false }
        host.advance(to: 3)
        XCTAssertEqual(calls, 60)
        link = nil
        host.advance(to: 4)
        XCTAssertEqual(calls, 90, "a link lives while it is added")
        host.perform { kept?.invalidate() }
        host.advance(to: 5)
        XCTAssertEqual(calls, 90)
        XCTAssertNil(kept)
    }

    func testHandlersChangeLinks() {
        let host = host()
        var order: [String] = []
        let second = CADisplayLink { _ in order.append("second") }
        let first = CADisplayLink { link in
            order.append("first")
            if order.count == 1 { second.add(to: .main, forMode: .common) }
            if order.count > 3 { link.invalidate() }
        }
        host.perform { first.add(to: .main, forMode: .common) }
        host.advance(to: 5.5 / 60)
        XCTAssertEqual(order, ["first", "first", "second", "first", "second", "second", "second"])
    }

    func testAnimationBoundariesComeBeforeTheRefreshThatSeesThem() {
        final class End: NSObject, CAAnimationDelegate {
            var order: [String] = []
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { order.append("stop") }
        }
        let host = host(refreshRate: 10), end = End()
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0
        animation.duration = 0.05
        animation.delegate = end
        host.perform {
            host.layer.add(animation, forKey: nil)
            CADisplayLink { _ in end.order.append("refresh") }.add(to: .main, forMode: .common)
        }
        host.advance(to: 0.1)
        XCTAssertEqual(end.order, ["stop", "refresh"])
    }

    func testImpossibleRangesAreRefused() {
        let link = CADisplayLink { _ in }
        let said = Locked<[String]>([])
        let observer = Diagnostic.addObserver { diagnostic in said.withLock { $0.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(observer) }
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 30)
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 30, preferred: 60)
        link.preferredFrameRateRange = CAFrameRateRange(minimum: .nan, maximum: 30)
        XCTAssertEqual(said.withLock { $0 }, Array(repeating: "display-link.frame-rate", count: 3))
        XCTAssertEqual(link.preferredFrameRateRange, .default)
        // One rate alone is a range.
        let one = CAFrameRateRange(minimum: 60, maximum: 60, preferred: 60)
        link.preferredFrameRateRange = one
        XCTAssertEqual(link.preferredFrameRateRange, one)
        let open = CAFrameRateRange(minimum: 0, maximum: 60)
        link.preferredFrameRateRange = open
        XCTAssertEqual(link.preferredFrameRateRange, open)
        link.preferredFramesPerSecond = 30
        XCTAssertEqual(link.preferredFrameRateRange.preferred, 30)
    }

    func testMethodsOfATarget() {
        final class Clock {
            var ticks = 0, times: [Double] = []
            func step(_ link: CADisplayLink) { times.append(link.targetTimestamp) }
            func tick() { ticks += 1 }
        }
        let host = host(), clock = Clock()
        let a = CADisplayLink(target: clock, selector: Clock.step), b = CADisplayLink(target: clock, selector: Clock.tick)
        host.perform {
            a.add(to: .main, forMode: .common)
            b.add(to: .main, forMode: .common)
        }
        host.advance(to: 0.05)
        XCTAssertEqual(clock.ticks, 3)
        XCTAssertEqual(clock.times.count, 3)
    }

    func testRunLoopCallsOnTheMachinesClock() {
        var times: [Double] = []
        let link = CADisplayLink { times.append($0.timestamp) }
        link.add(to: .main, forMode: .default)
        let deadline = Date(timeIntervalSinceNow: 20)
        while times.count < 4, Date() < deadline { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1)) }
        XCTAssertGreaterThanOrEqual(times.count, 4)
        for (a, b) in zip(times, times.dropFirst()) {
            XCTAssertGreaterThan(b, a)
            XCTAssertEqual((b - a) * 60, ((b - a) * 60).rounded(), accuracy: 1e-6, "at whole refreshes")
        }
        link.isPaused = true
        let before = times.count
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
        XCTAssertEqual(times.count, before)
        link.remove(from: .main, forMode: .default)
        link.isPaused = false
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        XCTAssertEqual(times.count, before)
    }

    func testAHostTakesItsRefreshTimingWithIt() {
        func rate() -> Double { TransactionThread.current.refreshTiming.refreshRate }
        func host(_ rate: Double) -> LiveHost { LiveHost(size: CGSize(width: 4, height: 4), framesPerSecond: rate) }
        XCTAssertEqual(rate(), 60)
        var first: LiveHost? = host(200), second: LiveHost? = host(100)
        withExtendedLifetime((first, second)) { XCTAssertEqual(rate(), 100, "the newest") }
        second = nil
        withExtendedLifetime(first) { XCTAssertEqual(rate(), 200) }
        second = host(144)
        first = nil
        withExtendedLifetime(second) { XCTAssertEqual(rate(), 144) }
        second = nil
        XCTAssertEqual(rate(), 60)
        first = host(.nan)
        withExtendedLifetime(first) { XCTAssertEqual(rate(), 60, "a rate that no display has") }
    }

    func testATaskReadsFrames() async {
        var frames: [CADisplayLink.Frame] = []
        for await frame in CADisplayLink.frames(preferredFrameRateRange: CAFrameRateRange(minimum: 0, maximum: 60, preferred: 30)) {
            frames.append(frame)
            if frames.count == 3 { break }
        }
        for frame in frames { XCTAssertEqual(frame.targetTimestamp - frame.timestamp, 1.0 / 30, accuracy: 1e-9) }
        XCTAssertGreaterThan(frames[1].timestamp, frames[0].timestamp)

        let task = Task { () -> Int in
            var count = 0
            for await _ in CADisplayLink.frames() { count += 1 }
            return count
        }
        task.cancel()
        _ = await task.value
    }
}
