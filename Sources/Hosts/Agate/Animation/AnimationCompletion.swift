import AgateDiagnostics
import QuartzCore

/// The end of an animation, or of several that were started together. Any number of tasks can wait for it, on any thread.
public final class AnimationCompletion: Sendable, AnimationObserver {
    /// Closures are created and called on the layers' thread.
    private struct Block: @unchecked Sendable { let body: (AnimationOutcome) -> Void }
    private struct State {
        /// The number of running animations, plus one for the call that starts them.
        var running = 1
        var outcome = AnimationOutcome.finished
        var waiting: [CheckedContinuation<AnimationOutcome, Never>] = []
        var blocks: [Block] = []
    }
    private let state = Locked(State())

    init() {}

    /// The outcome; nil while any animation runs. For several animations, the first that did not finish determines it. Any thread.
    public var outcome: AnimationOutcome? { state.withLock { $0.running == 0 ? $0.outcome : nil } }

    /// Waits for the end. Cancelling the waiting task neither stops the animation nor ends the wait.
    public var value: AnimationOutcome {
        get async {
            await withCheckedContinuation { continuation in
                let outcome: AnimationOutcome? = state.withLock { state in
                    if state.running > 0 { state.waiting.append(continuation) }
                    return state.running == 0 ? state.outcome : nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// Calls the block with the outcome from the run loop, or the host, of the layers' thread; never inside this call.
    func whenEnded(_ body: @escaping (AnimationOutcome) -> Void) {
        let block = Block(body: body)
        let outcome: AnimationOutcome? = state.withLock { state in
            if state.running > 0 { state.blocks.append(block) }
            return state.running == 0 ? state.outcome : nil
        }
        if let outcome { TransactionThread.current.callbacks.postEnd { body(outcome) } }
    }

    func enter() { state.withLock { $0.running += 1 } }

    /// Records that one of the animations, or the call that starts them, has ended.
    func leave(_ outcome: AnimationOutcome) {
        let (ended, waiting, blocks) = state.withLock { state in
            state.running -= 1
            if state.outcome == .finished { state.outcome = outcome }
            guard state.running == 0 else {
                return (nil as AnimationOutcome?, [] as [CheckedContinuation<AnimationOutcome, Never>], [] as [Block])
            }
            let taken = (state.waiting, state.blocks)
            (state.waiting, state.blocks) = ([], [])
            return (state.outcome, taken.0, taken.1)
        }
        guard let ended else { return }
        for continuation in waiting { continuation.resume(returning: ended) }
        guard !blocks.isEmpty else { return }
        TransactionThread.current.callbacks.postEnd { for block in blocks { block.body(ended) } }
    }

    package func animationEnded(_ reason: AnimationEndReason) {
        switch reason {
        case .completed: leave(.finished)
        case .replaced: leave(.interrupted)
        case .removed: leave(.removed)
        case .notShown: leave(.layerNotShown)
        }
    }
}
