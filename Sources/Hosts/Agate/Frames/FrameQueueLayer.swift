import CoreGraphics
import QuartzCore
import RenderTree

/// A layer that shows the frames of another renderer, such as a camera, a game, a map or a film decoder that runs on its own thread.
///
/// It corresponds to `CAMetalLayer` on Apple's systems, which can't be provided without Metal: a class of the same name without its
/// features would only fail later. Like that, the layer is opaque by default. Frames come through ``frames`` and appear without a
/// transaction and without the thread of the layers, even while that thread is blocked. `contentsGravity`, filters, corners, masks and
/// animations of all properties but `contents` work as on every layer.
open class FrameQueueLayer: CALayer {
    /// The queue of frames. It may be passed to any thread.
    public let frames: FrameQueue
    private var hasOwnSize = false

    /// Creates a layer with its own queue.
    public override convenience init() { self.init(FrameQueue()) }

    /// Creates a layer that shows the frames of a queue; several layers may show the same queue.
    public init(_ frames: FrameQueue) {
        self.frames = frames
        super.init()
        connect()
        isOpaque = true
    }

    public override init(layer: Any) {
        frames = (layer as? FrameQueueLayer)?.frames ?? FrameQueue()
        super.init(layer: layer)
    }

    /// Creates a layer from an archive, with an empty queue.
    public required init?(coder: NSCoder) {
        frames = FrameQueue()
        super.init(coder: coder)
        connect()
    }

    private func connect() { showPictures(of: frames) }

    open override var bounds: CGRect {
        didSet { fitDrawables() }
    }

    open override var contentsScale: CGFloat {
        didSet { fitDrawables() }
    }

    /// The size of drawables in pixels. By default the bounds times `contentsScale`; setting `.zero` restores the default.
    public var drawableSize: CGSize {
        get { frames.drawableSize }
        set {
            if refusesChange(of: "drawableSize") { return }
            hasOwnSize = newValue != .zero
            if hasOwnSize { frames.drawableSize = newValue } else { fitDrawables() }
        }
    }

    /// Returns memory to draw the next frame into. Other threads call ``FrameQueue/nextDrawable()`` instead.
    public func nextDrawable() -> FrameDrawable? { frames.nextDrawable() }

    private func fitDrawables() {
        // A copy shares the queue with its model layer.
        if hasOwnSize || isPresentationCopy { return }
        frames.drawableSize = CGSize(width: bounds.width * contentsScale, height: bounds.height * contentsScale)
    }
}
