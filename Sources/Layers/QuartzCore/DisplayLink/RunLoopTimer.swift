import Foundation

/// A timer of a run loop on the monotonic clock. It is set again for each refresh, so that nothing wakes up while it is idle.
final class RunLoopTimer {
    // A run loop on Linux can't remove a timer from one of its modes, so each mode has its own timer.
    private var timers: [RunLoop.Mode: Timer] = [:]
    private let loop: RunLoop
    private let fire: () -> Void
    private var time = Double.infinity

    /// - Parameter fire: called on the thread of the loop, also by the second timer of the same refresh. Retained until the timer is
    ///   invalidated.
    init(loop: RunLoop, fire: @escaping () -> Void) {
        self.loop = loop
        self.fire = fire
    }

    var isInUse: Bool { !timers.isEmpty }
    func belongs(to other: RunLoop) -> Bool { loop === other }

    func add(to mode: RunLoop.Mode) {
        guard timers[mode] == nil else { return }
        // The interval only keeps the timer alive after it has fired. Each refresh sets the next.
        let call = UnsafeTransfer(value: fire)
        let timer = Timer(fire: date, interval: Self.years, repeats: true) { _ in call.value() }
        timers[mode] = timer
        loop.add(timer, forMode: mode)
    }

    func remove(from mode: RunLoop.Mode) { timers.removeValue(forKey: mode)?.invalidate() }

    /// Sets the next time to fire, on the monotonic clock; infinity makes the timer idle.
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

    /// Timers require a closure that may cross threads. This one is called on its loop's thread, to which the links belong.
    private struct UnsafeTransfer: @unchecked Sendable { let value: () -> Void }
}
