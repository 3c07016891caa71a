import AgateDiagnostics
import Foundation

/// The work that waits for a time of a host with a clock of its own: timers, delayed performs, delayed work of the main queue. The host
/// calls it as its time advances, in the order of time, and for equal times in the order of addition.
///
/// Work may be added from any thread. The host's thread runs it.
package final class HostTimers: @unchecked Sendable {
    // Unchecked: shared state is protected by the lock, and closures run only on the host's thread.

    /// One waiting call.
    package final class Entry: @unchecked Sendable {
        fileprivate weak var owner: HostTimers?
        fileprivate let body: () -> Void
        fileprivate init(_ owner: HostTimers, _ body: @escaping () -> Void) {
            self.owner = owner
            self.body = body
        }

        /// Cancels the call. Any thread.
        package func cancel() { owner?.remove(self) }
    }

    private struct Waiting {
        let entry: Entry
        let due: Double
        let number: UInt64
        let repeats: Bool
    }

    private struct State {
        /// The waiting calls in the order of their times.
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
        var goingOn = 0
    }

    private let state = Locked(State())
    private let clock: @Sendable () -> Double

    /// - Parameter clock: returns the host's time, in seconds.
    package init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

    /// The host's time.
    package var now: Double { clock() }

    /// Calls `body` once, after a number of seconds of the host's time. Negative values and NaN count as 0.
    @discardableResult
    package func add(after seconds: Double, _ body: @escaping () -> Void) -> Entry { add(at: now + (seconds > 0 ? seconds : 0), body) }

    /// Calls `body` once, at a time of the host, or immediately if the time is past.
    /// - Parameter repeats: true if the call repeats forever, so that its end is not awaited.
    @discardableResult
    package func add(at due: Double, repeats: Bool = false, _ body: @escaping () -> Void) -> Entry {
        let entry = Entry(self, body)
        state.withLock { state in
            state.lastNumber += 1
            let new = Waiting(entry: entry, due: due.isNaN ? .infinity : due, number: state.lastNumber, repeats: repeats)
            var low = 0, high = state.waiting.count
            while low < high {
                let middle = (low + high) / 2
                if state.waiting[middle].due <= new.due { low = middle + 1 } else { high = middle }
            }
            state.waiting.insert(new, at: low)
        }
        return entry
    }

    private func remove(_ entry: Entry) {
        _ = state.withLock { state in
            state.waiting.firstIndex { $0.entry === entry }.map { state.waiting.remove(at: $0) }
        }
    }

    /// Records that a sleeping task is resumed. It reaches the main queue by way of a thread of the pool, and the host's time must not
    /// advance in the meantime.
    func willGoOn() { state.withLock { $0.goingOn += 1 } }
    /// Records that the task runs again.
    func hasGoneOn() { state.withLock { $0.goingOn -= 1 } }
    /// True if a resumed task does not run yet.
    package var isAnyGoingOn: Bool { state.withLock { $0.goingOn > 0 } }

    /// The time of the next call, or infinity if nothing waits.
    package var nextTime: Double { state.withLock { $0.waiting.first?.due ?? .infinity } }

    /// True if a call that does not repeat is waiting.
    package var isAnyAwaited: Bool { state.withLock { state in state.waiting.contains { !$0.repeats && $0.due.isFinite } } }

    /// Makes the calls that are due at a time. Calls that are added in the meantime wait for the next iteration. Returns true if anything
    /// was called.
    @discardableResult
    package func fire(at time: Double) -> Bool {
        let last = state.withLock { $0.lastNumber }
        var hasCalled = false
        while let entry = next(at: time, upTo: last) {
            hasCalled = true
            entry.body()
        }
        return hasCalled
    }

    private func next(at time: Double, upTo last: UInt64) -> Entry? {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.due <= time && $0.number <= last }) else { return nil }
            return state.waiting.remove(at: index).entry
        }
    }
}

extension HostTimers {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The timers of the host on whose behalf this thread runs, or nil if the machine's time is used.
    package static var current: HostTimers? {
        pthread_getspecific(key).map { Unmanaged<HostTimers>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` on behalf of a host. Timers of nil use the machine's time.
    package static func with<Result>(_ timers: HostTimers?, _ body: () throws -> Result) rethrows -> Result {
        let before = pthread_getspecific(key)
        pthread_setspecific(key, timers.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
        defer {
            pthread_setspecific(key, before)
            withExtendedLifetime(timers) {}
        }
        return try body()
    }
}
