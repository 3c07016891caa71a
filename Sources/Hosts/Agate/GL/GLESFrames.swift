#if GPU
import AgateDiagnostics
import CoreGraphics
import QuartzCore
import RenderTree

/// The frames of a `GLESLayer` that draws each frame. A host with its own clock requests a picture on its render thread, and the layer's
/// thread draws the next one. A host that makes frames on demand has it drawn before it requests it.
final class GLESFrames: PictureSource {
    /// Used only on the thread of the queue.
    private struct Requester: @unchecked Sendable {
        weak var layer: GLESLayer?
        let queue: CallbackQueue
    }
    private struct State {
        var image: CGImage?
        var requester: Requester?
        var isRequested = false
        /// True if no picture will follow.
        var hasFailed = false
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()

    /// Sets the layer that draws; nil removes it. On the thread of the layer.
    func setRequester(_ layer: GLESLayer?) {
        let requester = layer.map { Requester(layer: $0, queue: .ofThisThread) }
        state.withLock { $0.requester = requester }
    }

    func show(_ image: CGImage) {
        state.withLock {
            $0.image = image
            $0.hasFailed = false
        }
    }

    /// Stops requests for frames until one is shown.
    func fail() { state.withLock { $0.hasFailed = true } }

    var followsLayerTime: Bool { true }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        let (image, requester, hasFailed) = state.withLock { state -> (CGImage?, Requester?, Bool) in
            if waits || state.hasFailed || state.isRequested { return (state.image, nil, state.hasFailed) }
            state.isRequested = state.requester != nil
            return (state.image, state.requester, false)
        }
        if let requester {
            requester.queue.post { [self] in
                state.withLock { $0.isRequested = false }
                requester.layer?.drawLiveFrame(forLayerTime: time)
            }
        }
        return (image, hasFailed ? .infinity : time)
    }
}
#endif
