import CoreGraphics
import ObjectiveCRuntime

/// Where media time comes from: the machine's clock, or one that a program turns by hand.
package protocol MediaClock: AnyObject, Sendable {
    /// Seconds; never goes back for the machine's clock.
    var now: Double { get }
}

/// The machine's monotonic clock.
package final class MonotonicClock: MediaClock {
    package static let shared = MonotonicClock()
    package var now: Double { Self.read() }

    static func read() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// The current media time in seconds: the machine's monotonic clock, or the virtual clock that is current on this thread.
public func CACurrentMediaTime() -> CFTimeInterval {
    TransactionThread.current.clock?.now ?? MonotonicClock.read()
}

/// Runs `body` with a clock as this thread's media time, and restores what was before.
package func withMediaClock<Result>(_ clock: any MediaClock, _ body: () throws -> Result) rethrows -> Result {
    let thread = TransactionThread.current
    let before = thread.clock
    thread.clock = clock
    defer { thread.clock = before }
    return try body()
}

/// Runs `body` on behalf of a host with a clock and a queue of its own: media time is the clock's, callbacks go to the queue, display links
/// display links and timers wait as the host says, and the host commits, not a run loop.
package func withHost<Result>(
    clock: any MediaClock, queue: CallbackQueue, displayLinks: DisplayLinkSchedule? = nil, timers: HostTimers? = nil,
    _ body: () throws -> Result
) rethrows -> Result {
    let thread = TransactionThread.current
    let before = (queue: thread.hostQueue, links: thread.displayLinks)
    thread.hostQueue = queue
    thread.displayLinks = displayLinks
    let open = thread.explicitCount
    defer {
        thread.checkBalance(opened: open)
        (thread.hostQueue, thread.displayLinks) = before
    }
    return try withMediaClock(clock) { try HostTimers.with(timers, body) }
}
