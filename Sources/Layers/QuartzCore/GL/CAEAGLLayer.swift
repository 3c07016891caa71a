import CoreGraphics
import Foundation
import ObjectiveCRuntime
import OpenGLES

/// A layer that shows the output of OpenGL ES. `EAGLContext.renderbufferStorage(_:from:)` makes the storage of a renderbuffer for it, and
/// `presentRenderbuffer(_:)` shows it.
///
/// As in Apple's, the layer is opaque by default, frames appear without a transaction unless ``presentsWithTransaction`` is true, and a
/// layer whose size has changed needs new storage. Until then its last frame is stretched as `contentsGravity` determines. GL's first row
/// is the lowest. A presented frame stays until the next one. If OpenGL ES is not available, contexts are nil and the layer is
/// transparent.
open class CAEAGLLayer: CALayer, EAGLDrawable {
    /// The properties of the renderbuffer's storage. They take effect at the next `renderbufferStorage(_:from:)`.
    open var drawableProperties: [AnyHashable: Any]! {
        get { storedProperties }
        set {
            if refusesChange(of: "drawableProperties") { return }
            willChangeValue(forKey: "drawableProperties")
            storedProperties = newValue
            didChangeValue(forKey: "drawableProperties")
        }
    }
    private final var storedProperties: [AnyHashable: Any]! = [
        kEAGLDrawablePropertyRetainedBacking: false, kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    private final var storedPresentsWithTransaction = false

    /// Opaque layers are drawn without blending: the alpha that OpenGL ES writes is ignored.
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
        storedProperties = source?.storedProperties ?? storedProperties
        storedPresentsWithTransaction = source?.storedPresentsWithTransaction ?? false
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

    /// A Boolean value that indicates whether a frame is shown with the transaction in which it is presented, together with the
    /// transaction's other changes. Frames are then presented on the thread of the layer, and their times are ignored. False by default: a
    /// frame is shown as soon as it is available.
    open var presentsWithTransaction: Bool {
        get { storedPresentsWithTransaction }
        set {
            if refusesChange(of: "presentsWithTransaction") { return }
            willChangeValue(forKey: "presentsWithTransaction")
            #if GPU
            if newValue != storedPresentsWithTransaction, !isCopy {
                frames.presentInTransactions(of: newValue ? self : nil)
                showPictures(of: newValue ? nil : frames)
            }
            #endif
            storedPresentsWithTransaction = newValue
            didChangeValue(forKey: "presentsWithTransaction")
        }
    }
}

#if GPU
extension CAEAGLLayer: EAGLSurfaceDrawable {
    package var surface: any EAGLSurface { frames }

    /// The size in pixels: the bounds times `contentsScale`, rounded.
    package var surfaceSize: (width: Int, height: Int) {
        func side(_ points: CGFloat) -> Int {
            let pixels = (points * contentsScale).rounded()
            return pixels.isFinite && pixels >= 1 ? Int(min(pixels, CGFloat(Int32.max))) : 0
        }
        return (side(bounds.width), side(bounds.height))
    }
}
#endif
