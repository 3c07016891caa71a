/// A completion block and the animations that it waits for: those added from when it was set until its scope ended or the next
/// block was set.
final class CompletionGroup {
    let block: () -> Void
    private let queue: CallbackQueue
    private var running = 0
    private(set) var isClosed = false
    private var hasFired = false

    init(block: @escaping () -> Void, queue: CallbackQueue) {
        self.block = block
        self.queue = queue
    }

    func enter() { running += 1 }

    /// An animation is over. Answers the block if that was the last: the caller runs it, before the animation's delegate.
    func leave() -> (() -> Void)? {
        running -= 1
        return takeIfDone()
    }

    /// No further animation joins. If none is running, the block is called from the run loop.
    func close() {
        isClosed = true
        if let block = takeIfDone() { queue.post(block) }
    }

    private func takeIfDone() -> (() -> Void)? {
        guard isClosed, running <= 0, !hasFired else { return nil }
        hasFired = true
        return block
    }
}
