#if GPU
import AgateDiagnostics
import CoreGraphics
import OpenGLES
import RenderTree

/// The frames of a `CAEAGLLayer`: any thread presents them, the render tree shows them without a commit.
final class EAGLFrames: PictureSource, EAGLSurface {
    private struct Frame {
        let image: CGImage
        let time: Double
    }
    private struct State: @unchecked Sendable {
        // Unchecked: the layer is reached on its own thread only.
        /// In the order of time; those that are over are gone.
        var frames: [Frame] = []
        var lastAsked = -Double.infinity
        var isOpaque = true
        var isClosed = false
        /// Takes frames as contents, where they are to show with the transaction.
        weak var layer: CAEAGLLayer?
    }
    private let state = Locked(State())
    let notifier = PictureNotifier()
    let textures = GLTexturePool()
    /// Frames that wait for their time at most.
    private static let capacity = 64

    var isOpaque: Bool {
        get { state.withLock { $0.isOpaque } }
        set { state.withLock { $0.isOpaque = newValue } }
    }

    /// From now on frames become the layer's contents; nil makes them pictures again.
    func presentInTransactions(of layer: CAEAGLLayer?) {
        state.withLock {
            $0.layer = layer
            $0.frames = []
        }
    }

    /// The layer is gone: nobody sees what is presented.
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
            // Of two at one time the later one shows.
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

    /// Those that another one has followed.
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
