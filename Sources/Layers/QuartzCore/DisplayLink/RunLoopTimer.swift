import Foundation

/// A timer of a run loop on the monotonic clock, set anew for each timing, so that nothing wakes up while it rests.
final class RunLoopTimer {
    // A run loop on Linux gives no way to take a timer out of one of its modes; so each mode has a timer of its own.
    private var timers: [RunLoop.Mode: Timer] = [:]
    private let loop: RunLoop
    private let fire: () -> Void
    private var time = Double.infinity

    /// - Parameter fire: called on the thread of the loop, also by the second timer of a timing. Held until the timer is invalidated.
    init(loop: RunLoop, fire: @escaping () -> Void) {
        self.loop = loop
        self.fire = fire
    }

    var isInUse: Bool { !timers.isEmpty }
    func belongs(to other: RunLoop) -> Bool { loop === other }

    func add(to mode: RunLoop.Mode) {
        guard timers[mode] == nil else { return }
        // The interval only keeps the timer alive after it fired; each refresh sets the next.
        let call = UnsafeTransfer(value: fire)
        let timer = Timer(fire: date, interval: Self.years, repeats: true) { _ in call.value() }
        timers[mode] = timer
        loop.add(timer, forMode: mode)
    }

    func remove(from mode: RunLoop.Mode) { timers.removeValue(forKey: mode)?.invalidate() }

    /// The next time to fire, on the monotonic clock; infinity rests.
    func set(_ time: Double) {
        self.time = time
        for timer in timers.values { timer.fireDate = date }
    }

    func invalidate() {
        for timer in timers.values { timer.invalidate() }
        timers = [:]
    }

    private var date: Date {
        time.isFinite ? Date(timeIntervalSinceNow: max(0, time - MonotonicClock.read())) : Date(timeIntervalSinceReferenceDate: Self.never)
    }

    private static let years = 1e9
    private static let never = 1e11

    /// Timers want a closure that may cross threads; this one is called on its loop's thread, where links belong.
    private struct UnsafeTransfer: @unchecked Sendable { let value: () -> Void }
}
