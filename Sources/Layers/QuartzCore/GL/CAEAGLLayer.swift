import CoreGraphics
import Foundation
import OpenGLES

/// A layer that shows what OpenGL ES draws: the storage of a renderbuffer is made for it by `EAGLContext.renderbufferStorage(_:from:)`, and
/// `presentRenderbuffer(_:)` shows it.
///
/// As Apple's: opaque at first, frames appear without a transaction unless ``presentsWithTransaction``, and a layer that changed its size
/// needs new storage; until then its last frame is stretched as `contentsGravity` says. GL's first row is the lowest. A frame that was
/// presented stays until the next one. Where OpenGL ES can't be had, contexts are nil and the layer is transparent.
open class CAEAGLLayer: CALayer, EAGLDrawable {
    /// How the storage of the renderbuffer is made. Counts at the next `renderbufferStorage(_:from:)`.
    open var drawableProperties: [AnyHashable: Any]! = [
        kEAGLDrawablePropertyRetainedBacking: false, kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]

    /// Opaque layers leave out blending: what OpenGL ES writes as alpha does not count.
    open override class func defaultValue(forKey key: String) -> Any? {
        key == "opaque" ? NSNumber(value: true) : super.defaultValue(forKey: key)
    }

    #if GPU
    final let frames: EAGLFrames
    private let isCopy: Bool

    public override init() {
        frames = EAGLFrames()
        isCopy = false
        super.init()
        showPictures(of: frames)
    }

    public override init(layer: Any) {
        let source = layer as? CAEAGLLayer
        frames = source?.frames ?? EAGLFrames()
        isCopy = true
        super.init(layer: layer)
        drawableProperties = source?.drawableProperties ?? drawableProperties
    }

    public required init?(coder: NSCoder) {
        frames = EAGLFrames()
        isCopy = false
        super.init(coder: coder)
        frames.isOpaque = isOpaque
        showPictures(of: frames)
    }

    deinit { if !isCopy { frames.close() } }

    open override var isOpaque: Bool {
        didSet { if !isCopy { frames.isOpaque = isOpaque } }
    }
    #endif

    /// Whether a frame shows with the transaction in which it is presented, together with what else changes in it. Frames are then
    /// presented on the thread of the layer, and their times don't count. False at first: a frame shows as soon as it is there.
    open var presentsWithTransaction = false {
        didSet {
            #if GPU
            guard presentsWithTransaction != oldValue, !isCopy else { return }
            frames.presentInTransactions(of: presentsWithTransaction ? self : nil)
            showPictures(of: presentsWithTransaction ? nil : frames)
            #endif
        }
    }
}

#if GPU
extension CAEAGLLayer: EAGLSurfaceDrawable {
    package var surface: any EAGLSurface { frames }

    /// The bounds times `contentsScale`, rounded.
    package var surfaceSize: (width: Int, height: Int) {
        func side(_ points: CGFloat) -> Int {
            let pixels = (points * contentsScale).rounded()
            return pixels.isFinite && pixels >= 1 ? Int(min(pixels, CGFloat(Int32.max))) : 0
        }
        return (side(bounds.width), side(bounds.height))
    }
}
#endif
