import QuartzCore
import RenderTree

/// The animations that a call of `animate` started. Use it to wait for them, to stop them, and to read their progress. It belongs to the
/// thread of its layers; `completion` may be passed to any thread.
///
/// Releasing the handle does not affect the animations.
public final class AnimationHandle {
    /// One animation on one layer.
    struct Part {
        /// Weak, because waiting must not keep the layer alive; the layer's end also ends the animation.
        weak var layer: CALayer?
        let keyPath: String
        let path: PropertyKeyPath
        weak var entry: AnimationEntry?

        /// The layer and its animation entry, while the layer has the animation.
        var running: (layer: CALayer, entry: AnimationEntry)? {
            guard let layer, let entry, !entry.isOver, layer.has(entry) else { return nil }
            return (layer, entry)
        }
    }
    private var parts: [Part] = []

    /// The end of the animations, which any task can wait for.
    public let completion = AnimationCompletion()

    init() {}

    func add(_ part: Part) {
        completion.enter()
        part.entry?.observer = completion
        parts.append(part)
    }

    // MARK: End

    /// The outcome; nil while the animations run.
    public var outcome: AnimationOutcome? { completion.outcome }

    /// A Boolean value that indicates whether the animations have not ended yet. An animation that waits for its delay or for the commit
    /// counts as running.
    public var isRunning: Bool { completion.outcome == nil }

    /// Waits until all animations have ended, and returns the outcome.
    /// - Parameter stoppingIfCancelled: true to stop the animations at their current values if the waiting task is cancelled. Otherwise
    ///   they run on, and the wait continues with them.
    public func finished(
        stoppingIfCancelled: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) async -> AnimationOutcome {
        let completion = completion
        guard stoppingIfCancelled else { return await completion.value }
        let stop = Stop(handle: self, queue: TransactionThread.current.callbacks)
        return await withTaskCancellationHandler {
            await completion.value
        } onCancel: {
            stop.post()
        }
    }

    /// Carries a handle back to its own thread, and uses it only there.
    private struct Stop: @unchecked Sendable {
        let handle: AnimationHandle
        let queue: CallbackQueue
        func post() { queue.post { handle.cancel() } }
    }

    /// Calls `body` once with the outcome, from the run loop of the layers' thread or from its host. If the animations have already ended,
    /// the call follows soon.
    @discardableResult
    public func whenEnded(_ body: @escaping (AnimationOutcome) -> Void) -> AnimationHandle {
        completion.whenEnded(body)
        return self
    }

    // MARK: Control

    /// Stops the animations where they are: the layers keep the values that are shown. Properties that another animation has taken over are
    /// not changed.
    public func cancel() {
        for part in parts {
            guard let (layer, entry) = part.running else { continue }
            let shown = layer.shownMotion(of: part.path).value
            layer.drop(entry, .removed)
            CATransaction.withoutActions { layer.setValue(shown.map { Boxing.any($0) }, forKeyPath: part.keyPath) }
        }
    }

    /// Jumps to the end immediately.
    public func finish() {
        for part in parts { if let (layer, entry) = part.running { layer.drop(entry, .completed) } }
    }

    /// The elapsed fraction of the duration, 0...1. For several animations, the fraction of the one with the most time left. 1 after the
    /// end, and always 0 for an animation that never ends.
    public var fraction: Double {
        guard isRunning else { return 1 }
        return parts.compactMap(\.running).map { layer, entry in
            guard entry.spec.timing.beginTime != 0 else { return 0 }
            let interval = AnimationClock(entry.spec.timing).interval
            let length = interval.end - interval.begin
            return length > 0 ? min(1, max(0, (layer.localNow - interval.begin) / length)) : 0
        }.min() ?? 0
    }
}
