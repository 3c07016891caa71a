#if GPU
import AgateDiagnostics
import CoreGraphics
import OpenGLES
import RenderTree

/// The frames of a `CAEAGLLayer`. Any thread may present them, and the render tree shows them without a commit.
final class EAGLFrames: PictureSource, EAGLSurface {
    private struct Frame {
        let image: CGImage
        let time: Double
    }
    private struct State: @unchecked Sendable {
        // Unchecked: the layer is accessed on its own thread only.
        /// The frames in order of time. Superseded frames are removed.
        var frames: [Frame] = []
        var lastAsked = -Double.infinity
        var isOpaque = true
        var isClosed = false
        /// The layer that receives frames as contents, if they are shown with the transaction.
        weak var layer: CAEAGLLayer?
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()
    let textures = GLTexturePool()
    /// The maximum number of frames that wait for their time.
    private static let capacity = 64

    var isOpaque: Bool {
        get { state.withLock { $0.isOpaque } }
        set { state.withLock { $0.isOpaque = newValue } }
    }

    /// Makes future frames the layer's contents; nil makes them pictures again.
    func presentInTransactions(of layer: CAEAGLLayer?) {
        state.withLock {
            $0.layer = layer
            $0.frames = []
        }
    }

    /// Discards all frames when the layer is released: presented frames are no longer visible.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.frames = []
        }
    }

    func present(_ frame: GLFrame, at time: Double?) -> Bool {
        guard let image = frame.image else { return false }
        let (isIn, layer) = state.withLock { state -> (Bool, CAEAGLLayer?) in
            if state.isClosed { return (false, nil) }
            if let layer = state.layer { return (true, layer) }
            guard state.frames.count < Self.capacity else { return (false, nil) }
            let time = time ?? state.lastAsked
            // Of two frames at the same time, the later one is shown.
            let place = state.frames.firstIndex { $0.time > time } ?? state.frames.count
            state.frames.insert(Frame(image: image, time: time), at: place)
            Self.letGo(&state)
            return (true, nil)
        }
        if let layer {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.contents = image
            CATransaction.commit()
        } else if isIn {
            notifier.notify()
        }
        return isIn
    }

    /// Removes the frames that a later frame has superseded.
    private static func letGo(_ state: inout State) {
        let shown = (state.frames.firstIndex { $0.time > state.lastAsked } ?? state.frames.count) - 1
        if shown > 0 { state.frames.removeFirst(shown) }
    }

    var followsLayerTime: Bool { false }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        state.withLock { state in
            state.lastAsked = time
            Self.letGo(&state)
            guard let first = state.frames.first, first.time <= time else { return (nil, state.frames.first?.time ?? .infinity) }
            return (first.image, state.frames.count > 1 ? state.frames[1].time : .infinity)
        }
    }
}
#endif
