#if GPU
import AgateDiagnostics
import CoreGraphics
import QuartzCore
import RenderTree

/// The frames of a `GLESLayer` that draws each frame. A host with a clock of its own asks here, on its render thread, and the layer's
/// thread draws the next one; a host that makes frames on demand has had it drawn before it asks.
final class GLESFrames: PictureSource {
    /// Opened on the thread of the queue alone.
    private struct Requester: @unchecked Sendable {
        weak var layer: GLESLayer?
        let queue: CallbackQueue
    }
    private struct State {
        var image: CGImage?
        var requester: Requester?
        var isRequested = false
        /// No picture will come.
        var hasFailed = false
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()

    /// Who draws; nil for nobody any more. On the thread of the layer.
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

    /// Frames are not asked for any more until one is shown.
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
