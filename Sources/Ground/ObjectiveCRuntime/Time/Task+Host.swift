import AgateDiagnostics
import Foundation

#if compiler(>=6.2)
extension Task where Success == Never, Failure == Never {
    /// Suspends the task for a number of nanoseconds. On the main actor, inside a host with a clock of its own, the host's time is used.
    ///
    /// Takes precedence over Swift's method of that name in every file that imports QuartzCore. It runs in the isolation of its caller.
    public nonisolated(nonsending) static func sleep(nanoseconds duration: UInt64) async throws {
        if let host = HostTimers.current { return try await HostSleep.sleep(Double(duration) / 1e9, host, isolation: #isolation) }
        try await sleep(for: .nanoseconds(Int64(clamping: duration)), tolerance: nil, clock: ContinuousClock())
    }

    /// Suspends the task for a duration. On the main actor, inside a host with a clock of its own, the host's time is used.
    public nonisolated(nonsending) static func sleep(for duration: Duration) async throws {
        if let host = HostTimers.current {
            let (seconds, attoseconds) = duration.components
            return try await HostSleep.sleep(Double(seconds) + Double(attoseconds) / 1e18, host, isolation: #isolation)
        }
        try await sleep(for: duration, tolerance: nil, clock: ContinuousClock())
    }
}

/// A task that sleeps in a host's time.
private final class HostSleep: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var entry: HostTimers.Entry?
        var isCancelled = false
    }
    private let state = Locked(State())

    /// - Parameter isolation: the isolation of the caller. The closure must capture it. Otherwise it would begin and end on a thread of
    ///   the pool, and the host's time could pass before it had begun.
    static func sleep(_ seconds: Double, _ host: HostTimers, isolation: isolated (any Actor)?) async throws {
        let sleep = HostSleep()
        try await withTaskCancellationHandler(
            operation: {
                _ = isolation
                defer { host.hasGoneOn() }
                try await withCheckedThrowingContinuation(isolation: isolation) { continuation in sleep.begin(continuation, seconds, host) }
            }, onCancel: { sleep.cancel(host) }, isolation: isolation)
    }

    private func begin(_ continuation: CheckedContinuation<Void, any Error>, _ seconds: Double, _ host: HostTimers) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled {
            host.willGoOn()
            return continuation.resume(throwing: CancellationError())
        }
        let entry = host.add(after: seconds) {
            guard let continuation = self.take() else { return }
            host.willGoOn()
            continuation.resume()
        }
        let isLate = state.withLock { state in
            state.entry = entry
            return state.isCancelled
        }
        if isLate { entry.cancel() }
    }

    private func take() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
    }

    private func cancel(_ host: HostTimers) {
        let (continuation, entry) = state.withLock { state in
            state.isCancelled = true
            defer { state.continuation = nil }
            return (state.continuation, state.entry)
        }
        entry?.cancel()
        guard let continuation else { return }
        host.willGoOn()
        continuation.resume(throwing: CancellationError())
    }
}
#endif
