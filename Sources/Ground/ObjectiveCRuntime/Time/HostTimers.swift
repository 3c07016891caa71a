import AgateDiagnostics
import Foundation

/// What waits for a time of a host with a clock of its own: timers, delayed performs, delayed work of the main queue. The host calls them
/// as its time goes by, in the order of their times; those of one time in the order in which they were added.
///
/// Work may be added from any thread; the host's thread runs it.
package final class HostTimers: @unchecked Sendable {
    // Unchecked: what is shared is under the lock; closures run on the host's thread alone.

    /// One thing that waits.
    package final class Entry: @unchecked Sendable {
        fileprivate weak var owner: HostTimers?
        fileprivate let body: () -> Void
        fileprivate init(_ owner: HostTimers, _ body: @escaping () -> Void) {
            self.owner = owner
            self.body = body
        }

        /// It is never called again. Any thread.
        package func cancel() { owner?.remove(self) }
    }

    private struct Waiting {
        let entry: Entry
        let due: Double
        let number: UInt64
        let repeats: Bool
    }

    private struct State {
        /// In the order of their times.
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
        var goingOn = 0
    }

    private let state = Locked(State())
    private let clock: @Sendable () -> Double

    /// - Parameter clock: the host's time, in seconds.
    package init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

    /// The host's time.
    package var now: Double { clock() }

    /// Calls `body` once, when some seconds of the host's time have gone by; those that are none count as 0.
    @discardableResult
    package func add(after seconds: Double, _ body: @escaping () -> Void) -> Entry { add(at: now + (seconds > 0 ? seconds : 0), body) }

    /// Calls `body` once, at a time of the host, or now where that is past.
    /// - Parameter repeats: whether it goes on for ever, so that nobody waits for its end.
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

    /// A task that slept is resumed. It comes to the main queue by way of a thread of the pool, and the host's time must not go by
    /// meanwhile.
    func willGoOn() { state.withLock { $0.goingOn += 1 } }
    /// It runs again.
    func hasGoneOn() { state.withLock { $0.goingOn -= 1 } }
    /// Whether a task was resumed that does not run yet.
    package var isAnyGoingOn: Bool { state.withLock { $0.goingOn > 0 } }

    /// When the next is due; infinity where nothing waits.
    package var nextTime: Double { state.withLock { $0.waiting.first?.due ?? .infinity } }

    /// Whether something waits for its one call.
    package var isAnyAwaited: Bool { state.withLock { state in state.waiting.contains { !$0.repeats && $0.due.isFinite } } }

    /// Calls what is due at a time; what is added meanwhile waits for the next turn. True where anything was called.
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

    /// The timers of the host on whose behalf this thread runs; nil where time is the machine's.
    package static var current: HostTimers? {
        pthread_getspecific(key).map { Unmanaged<HostTimers>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` on behalf of a host. Timers of nil are the machine's.
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
