import Agate
import QuartzCore
import XCTest

private func line(_ name: String) -> String { "\(name) \((CACurrentMediaTime() * 1000).rounded() / 1000)" }

/// What waits, inside a host with a clock of its own.
final class HostTimeTests: XCTestCase {
    private final class Notes: @unchecked Sendable { var lines: [String] = [] }

    func testDelayedWorkOfTheMainQueueFollowsTheHostsClock() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), notes = Notes()
        host.perform {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
                notes.lines.append(line("late"))
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { notes.lines.append(line("later")) }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { notes.lines.append(line("early")) }
            DispatchQueue.main.async { notes.lines.append(line("async")) }
        }
        XCTAssertEqual(notes.lines, ["async 0.0"])
        XCTAssertFalse(host.isStill)
        host.advance(to: 0.3)
        XCTAssertEqual(notes.lines, ["async 0.0", "early 0.1"])
        host.advance(to: 2)
        XCTAssertEqual(notes.lines, ["async 0.0", "early 0.1", "late 0.5", "later 0.75"])
        XCTAssertTrue(host.isStill)
    }

    // Not asynchronous: the main actor's tasks run while the host advances, so the test may not be one of them.
    func testTasksOfTheMainActorSleepInTheHostsTime() { MainActor.assumeIsolated { Self.tasksSleep() } }

    @MainActor private static func tasksSleep() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), notes = Notes()
        host.perform {
            Task { @MainActor in
                notes.lines.append(line("begin"))
                try? await Task.sleep(nanoseconds: 500_000_000)
                notes.lines.append(line("half"))
                try? await Task.sleep(for: .seconds(1))
                notes.lines.append(line("end"))
            }
            let cancelled = Task { @MainActor in
                do { try await Task.sleep(for: .seconds(100)) } catch { notes.lines.append(line("cancelled")) }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) { cancelled.cancel() }
        }
        host.advance(to: 3)
        XCTAssertEqual(notes.lines, ["begin 0.0", "half 0.5", "cancelled 1.0", "end 1.5"])
    }

    /// The first call comes after the interval, at the very time: two runs make the same film.
    func testTimersWithBlocks() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), notes = Notes()
        host.perform {
            Timer.scheduledHostTimer(withTimeInterval: 0.5, repeats: false) { _ in notes.lines.append("once \(CACurrentMediaTime())") }
            Timer.scheduledHostTimer(withTimeInterval: 0.25, repeats: true) { timer in
                notes.lines.append("again \(CACurrentMediaTime())")
                if CACurrentMediaTime() >= 0.75 { timer.invalidate() }
            }
            Timer.scheduledHostTimer(withTimeInterval: 0.1, repeats: false) { _ in notes.lines.append("never") }.invalidate()
        }
        XCTAssertEqual(notes.lines, [])
        host.advance(to: 2)
        XCTAssertEqual(notes.lines, ["again 0.25", "once 0.5", "again 0.5", "again 0.75"])
    }

    /// Made first and added later, to more than one mode: once each time, and not due at once.
    func testTimersThatAreAddedToRunLoops() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), notes = Notes()
        host.perform {
            let once = Timer(hostTimeInterval: 0.5, repeats: false) { _ in notes.lines.append("once \(CACurrentMediaTime())") }
            let again = Timer(hostTimeInterval: 0.25, repeats: true) { timer in
                notes.lines.append("again \(CACurrentMediaTime())")
                if CACurrentMediaTime() >= 0.75 { timer.invalidate() }
            }
            for mode in [RunLoop.Mode.default, .common] {
                RunLoop.main.addHostTimer(once, forMode: mode)
                RunLoop.main.addHostTimer(again, forMode: mode)
            }
        }
        XCTAssertEqual(notes.lines, [])
        host.advance(to: 2)
        XCTAssertEqual(notes.lines, ["again 0.25", "once 0.5", "again 0.5", "again 0.75"])
    }

    /// Without a host: in the order of their times, not of their making.
    func testTimersOfTheMachinesClock() {
        final class Target: NSObject, @unchecked Sendable { var lines: [String] = [] }
        let target = Target(), late = Selector("late", of: Target.self) { target, _ in target.lines.append("late") }
        let soon = Selector("soon", of: Target.self) { target, _ in target.lines.append("soon") }
        let timer = Timer(hostTimeInterval: 0.08, repeats: false) { _ in target.lines.append("timer") }
        RunLoop.current.addHostTimer(timer, forMode: .default)
        target.perform(late, with: nil, afterDelay: 0.04)
        target.perform(soon, with: nil, afterDelay: 0)
        let end = Date(timeIntervalSinceNow: 10)
        while target.lines.count < 3, Date() < end { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02)) }
        XCTAssertEqual(target.lines, ["soon", "late", "timer"])
    }

    func testTimersAndDelayedPerforms() {
        final class Clock: NSObject {
            var lines: [String] = []
            var timer: Timer?
            func tick() {
                lines.append("tick \((CACurrentMediaTime() * 1000).rounded() / 1000)")
                if lines.filter({ $0.hasPrefix("tick") }).count == 3 { timer?.invalidate() }
            }
            func once() { lines.append("once \((CACurrentMediaTime() * 1000).rounded() / 1000)") }
        }
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), clock = Clock()
        let tick = Selector("tick", of: Clock.self) { target, _ in target.tick() }
        let once = Selector("once", of: Clock.self) { target, _ in target.once() }
        host.perform {
            clock.timer = Timer.scheduledTimer(timeInterval: 0.25, target: clock, selector: tick, userInfo: nil, repeats: true)
            clock.perform(once, with: nil, afterDelay: 0.6)
            clock.perform(once, with: "x", afterDelay: 0.7)
        }
        // One that goes on for ever is no reason to wait.
        host.advance(to: 0.1)
        host.perform { NSObject.cancelPreviousPerformRequests(withTarget: clock, selector: once, object: "x") }
        XCTAssertFalse(host.isStill)
        host.advance(to: 5)
        XCTAssertEqual(clock.lines, ["tick 0.25", "tick 0.5", "once 0.6", "tick 0.75"])
        XCTAssertTrue(host.isStill)
    }

    func testWhatWaitsComesBetweenAnimationsInOrder() {
        final class Delegate: NSObject, CAAnimationDelegate {
            let notes: Notes
            init(_ notes: Notes) { self.notes = notes }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
                notes.lines.append("stop \((CACurrentMediaTime() * 1000).rounded() / 1000)")
            }
        }
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), notes = Notes()
        nonisolated(unsafe) let layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        host.perform {
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.fromValue = 0
            fade.duration = 0.4
            fade.delegate = Delegate(notes)
            layer.add(fade, forKey: nil)
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) {
                notes.lines.append(line("work"))
                layer.opacity = 0.5
            }
        }
        host.advance(to: 1)
        XCTAssertEqual(notes.lines, ["work 0.3", "stop 0.4"])
        XCTAssertEqual(layer.opacity, 0.5)
    }

    func testOutsideAHostItIsTheMachinesClock() {
        let done = expectation(description: "called")
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.001) { done.fulfill() }
        wait(for: [done], timeout: 10)
    }
}
