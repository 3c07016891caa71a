import AgateDiagnostics

/// A completion block and the animations that it waits for: those added after it was set, until its scope ended or the next block was set.
///
/// Animations join on the thread of the transaction and leave on the threads that report their ends.
final class CompletionGroup {
    private struct State {
        var running = 0
        var isClosed = false
        var hasFired = false
    }
    let block: () -> Void
    private let queue: CallbackQueue
    private let state = Locked(State())

    init(block: @escaping () -> Void, queue: CallbackQueue) {
        self.block = block
        self.queue = queue
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func enter() { state.withLock { $0.running += 1 } }

    /// Records that an animation has ended. Returns the block if it was the last one; the caller runs the block before the animation's
    /// delegate.
    func leave() -> (() -> Void)? {
        takeIfDone { $0.running -= 1 }
    }

    /// Prevents further animations from joining. If none is running, the block is called from the run loop.
    func close() {
        if let block = takeIfDone({ $0.isClosed = true }) { queue.postEnd(block) }
    }

    private func takeIfDone(_ change: (inout State) -> Void) -> (() -> Void)? {
        let isDone = state.withLock { state in
            change(&state)
            guard state.isClosed, state.running <= 0, !state.hasFired else { return false }
            state.hasFired = true
            return true
        }
        return isDone ? block : nil
    }
}
