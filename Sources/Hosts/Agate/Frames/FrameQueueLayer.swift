import CoreGraphics
import QuartzCore
import RenderTree

/// A layer that shows what another renderer delivers: a camera, a game, a map, a decoder of films, on a thread of its own.
///
/// It has the part that `CAMetalLayer`, `CAEAGLLayer` and `AVSampleBufferDisplayLayer` have on Apple's systems; they themselves can't be
/// had where neither Metal nor GL nor CoreMedia exist, and a class of their names that could not do what its callers ask for would only
/// fail later. As those, it is opaque at first. Frames come through ``frames`` and appear without a transaction and without the thread of
/// the layers, also while that is blocked. `contentsGravity`, filters, corners, masks, animations of anything but `contents` work as on
/// every layer.
open class FrameQueueLayer: CALayer {
    /// Where frames come from. May be passed to any thread.
    public let frames: FrameQueue
    private var hasOwnSize = false

    /// A layer with a queue of its own.
    public override convenience init() { self.init(FrameQueue()) }

    /// A layer that shows the frames of a queue; several layers may show the same.
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

    /// Of an archive: the layer with an empty queue.
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

    /// The size of drawables in pixels: the bounds times `contentsScale`, until it is set; `.zero` goes back to that.
    public var drawableSize: CGSize {
        get { frames.drawableSize }
        set {
            hasOwnSize = newValue != .zero
            if hasOwnSize { frames.drawableSize = newValue } else { fitDrawables() }
        }
    }

    /// Memory to draw the next frame into, as ``FrameQueue/nextDrawable()``, which other threads call.
    public func nextDrawable() -> FrameDrawable? { frames.nextDrawable() }

    private func fitDrawables() {
        if !hasOwnSize { frames.drawableSize = CGSize(width: bounds.width * contentsScale, height: bounds.height * contentsScale) }
    }
}
