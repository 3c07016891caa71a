import QuartzCore
import RenderTree

/// What `animate` started: to wait for, to stop, to ask how far it is. Belongs to the thread of its layers; `completion` may go anywhere.
///
/// Letting go of it changes nothing for the animation.
public final class AnimationHandle {
    /// One animation on one layer.
    struct Part {
        /// Weak: whoever waits does not keep the layer, whose end is an end too.
        weak var layer: CALayer?
        let keyPath: String
        let path: PropertyKeyPath
        weak var entry: AnimationEntry?

        /// Both, while the layer has the animation.
        var running: (layer: CALayer, entry: AnimationEntry)? {
            guard let layer, let entry, !entry.isOver, layer.has(entry) else { return nil }
            return (layer, entry)
        }
    }
    private var parts: [Part] = []

    /// The end, which any task may wait for.
    public let completion = AnimationCompletion()

    init() {}

    func add(_ part: Part) {
        completion.enter()
        part.entry?.observer = completion
        parts.append(part)
    }

    // MARK: The end

    /// How it ended; nil while it runs.
    public var outcome: AnimationOutcome? { completion.outcome }

    /// Whether it has not ended yet. An animation that waits for its delay or for the commit counts as running.
    public var isRunning: Bool { completion.outcome == nil }

    /// Waits until all of it has ended, and says how.
    /// - Parameter stoppingIfCancelled: whether the animation stops where it is when the waiting task is cancelled. Otherwise it runs on,
    ///   and the waiting goes on with it.
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

    /// Carries a handle to its own thread, and opens it only there.
    private struct Stop: @unchecked Sendable {
        let handle: AnimationHandle
        let queue: CallbackQueue
        func post() { queue.post { handle.cancel() } }
    }

    /// Calls `body` once with the outcome, from the run loop of the layers' thread, or from its host; soon, if the end was before.
    @discardableResult
    public func whenEnded(_ body: @escaping (AnimationOutcome) -> Void) -> AnimationHandle {
        completion.whenEnded(body)
        return self
    }

    // MARK: Control

    /// Stops it where it is: the layers keep the values that show. What another animation has taken over is left alone.
    public func cancel() {
        for part in parts {
            guard let (layer, entry) = part.running else { continue }
            let shown = layer.shownMotion(of: part.path).value
            layer.drop(entry, .removed)
            CATransaction.withoutActions { layer.setValue(shown.map { Boxing.any($0) }, forKeyPath: part.keyPath) }
        }
    }

    /// Goes to the end at once.
    public func finish() {
        for part in parts { if let (layer, entry) = part.running { layer.drop(entry, .completed) } }
    }

    /// How much of its time has gone, 0 to 1; of several animations, of the one that has most to go. 1 after the end, and 0 for ever in an
    /// animation that never ends.
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
