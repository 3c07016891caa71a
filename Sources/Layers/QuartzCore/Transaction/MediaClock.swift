import CoreGraphics
import ObjectiveCRuntime

/// The source of media time: the machine's clock, or a virtual clock that a program controls.
package protocol MediaClock: AnyObject, Sendable {
    /// The current time in seconds. The machine's clock is monotonic.
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

/// Returns the current media time in seconds: that of the machine's monotonic clock, or of the virtual clock that is current on this
/// thread.
public func CACurrentMediaTime() -> CFTimeInterval {
    TransactionThread.current.clock?.now ?? MonotonicClock.read()
}

/// True if this thread's media time is that of the machine, rather than of a virtual clock.
package var isMediaTimeReal: Bool { TransactionThread.current.clock.map { $0 is MonotonicClock } ?? true }

/// Runs `body` with a clock as this thread's media time, and restores the previous clock.
package func withMediaClock<Result>(_ clock: any MediaClock, _ body: () throws -> Result) rethrows -> Result {
    let thread = TransactionThread.current
    let before = thread.clock
    thread.clock = clock
    defer { thread.clock = before }
    return try body()
}

/// Runs `body` on behalf of a host with its own clock and queue: media time is that of the clock, callbacks are posted to the queue,
/// display links and timers wait as the host determines, and the host commits instead of a run loop. The turn is that of `host`.
package func withHost<Result>(
    _ host: AnyObject? = nil, clock: any MediaClock, queue: CallbackQueue, displayLinks: DisplayLinkSchedule? = nil,
    timers: HostTimers? = nil,
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
    return try withMediaClock(clock) { try HostTimers.with(timers) { try withTurn(of: host, body) } }
}

/// Runs `body` as the turn of a host on this thread, and restores the turn around it.
package func withTurn<Result>(of host: AnyObject?, _ body: () throws -> Result) rethrows -> Result {
    let thread = TransactionThread.current
    let before = thread.turnHost
    thread.turnHost = host
    defer { thread.turnHost = before }
    return try body()
}

/// The host whose turn runs on this thread; nil between turns.
package var hostOfTurn: AnyObject? { TransactionThread.current.turnHost }
