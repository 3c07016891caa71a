import AgateDiagnostics
import Foundation

/// A client's block that is called whenever more media data are wanted. Thread-safe; the block is called without a lock.
final class MediaDataRequest: Sendable {
    private struct State {
        var queue: DispatchQueue?
        var block: (@Sendable () -> Void)?
        /// The number of the request, so that a call of an earlier one is not made.
        var number = 0
        var isScheduled = false
        /// The number of data that were appended.
        var appended = 0
    }
    private let state = Locked(State())
    private let isReady: @Sendable () -> Bool

    /// - Parameter isReady: Returns whether data are wanted; called without a lock.
    init(isReady: @escaping @Sendable () -> Bool) { self.isReady = isReady }

    /// Sets the block.
    func set(_ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.number += 1
            (state.queue, state.block, state.isScheduled) = (queue, block, false)
        }
        signal()
    }

    /// Ends the calls; one in progress is completed.
    func stop() {
        state.withLock { state in
            state.number += 1
            (state.queue, state.block, state.isScheduled) = (nil, nil, false)
        }
    }

    /// Notes that data were appended.
    func note() { state.withLock { $0.appended += 1 } }

    /// Calls the block soon if data are wanted. Any thread.
    func signal() { schedule(after: nil) }

    private func schedule(after delay: Double?) {
        guard isReady() else { return }
        let (queue, number) = state.withLock { state -> (DispatchQueue?, Int) in
            guard state.block != nil, !state.isScheduled else { return (nil, 0) }
            state.isScheduled = true
            return (state.queue, state.number)
        }
        guard let queue else { return }
        if let delay {
            queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.call(number) }
        } else {
            queue.async { [weak self] in self?.call(number) }
        }
    }

    private func call(_ number: Int) {
        let (block, before) = state.withLock { state -> ((@Sendable () -> Void)?, Int) in
            guard state.number == number else { return (nil, 0) }
            return (state.block, state.appended)
        }
        guard let block else { return }
        if isReady() { block() }
        let hasAppended = state.withLock { state in
            if state.number == number { state.isScheduled = false }
            return state.appended != before
        }
        // A block that appends nothing, though data are wanted, is asked again a little later.
        schedule(after: hasAppended ? nil : 0.01)
    }
}
