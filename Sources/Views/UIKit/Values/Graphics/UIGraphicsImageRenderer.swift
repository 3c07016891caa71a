import AgateDiagnostics
import ImageIO
import QuartzCore

/// How a renderer draws: where its space begins.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// What is drawn, in points.
    open internal(set) var bounds = CGRect.zero

    public required override init() {}

    /// The format that suits the screen.
    open class func `default`() -> Self { self.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.bounds = bounds
        return copy
    }
}

/// How an image renderer draws.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// Which colours an image may have. Images are of sRGB, whatever is asked for.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// Pixels a point; the screen's at first, and at 0.
    open var scale: CGFloat = UITraitCollection.current.usableScale
    /// Whether the image begins black rather than transparent; false at first.
    open var opaque = false
    /// Kept, without effect.
    /// One diagnostic says so when it is set.
    open var preferredRange = Range.standard {
        didSet { KeptProperty.report("UIGraphicsImageRendererFormat.preferredRange", preferredRange == .extended, "images are sRGB") }
    }

    /// A format of the screen's scale, not opaque, of the standard range.
    public required init() {}

    /// A format for the screen.
    open class func preferred() -> Self { self.init() }

    /// A format for a screen with these traits; for the main screen where they say no `displayScale`.
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        scale = traitCollection.usableScale
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? UIGraphicsImageRendererFormat {
            (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
        }
        return copy
    }
}

/// What a renderer's actions draw into.
open class UIGraphicsRendererContext: NSObject {
    /// The context, current while the actions run.
    public let cgContext: CGContext

    init(_ context: CGContext) { cgContext = context }

    /// Fills with the current colour.
    open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

    /// Fills with the current colour and a blend mode.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.fill(rect)
        }
    }

    /// A line of a point inside the rectangle's edge, in the stroke colour.
    open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

    /// A line of a point inside the rectangle's edge, in the stroke colour and a blend mode.
    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
        }
    }

    /// Cuts what is drawn from now on to the rectangle.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// What an image renderer's actions draw into.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    /// How it is drawn.
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        self.format = format
        super.init(context)
    }

    /// What has been drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}

/// Draws what is drawn again and again into images, and the like.
open class UIGraphicsRenderer: NSObject {
    /// How it draws.
    public let format: UIGraphicsRendererFormat

    init(bounds: CGRect, kept format: UIGraphicsRendererFormat) {
        self.format = format
        format.bounds = bounds
    }
}

/// Draws images.
///
///     let dot = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
///         UIColor.systemRed.setFill()
///         context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
///     }
///
/// An image has `size * scale` pixels, rounded up. A size that no image can have gives an empty image, with a diagnostic.
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
    /// A renderer of the screen's scale.
    public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

    /// A renderer with a format.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// A renderer of the screen's scale; the origin of the bounds is the image's top left corner.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsImageRendererFormat()) }

    /// A renderer with a format, of which it keeps a copy; the origin of the bounds is the image's top left corner.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        super.init(bounds: bounds, kept: format.copy() as? UIGraphicsImageRendererFormat ?? format)
    }

    /// The image that the actions draw.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let format = format as? UIGraphicsImageRendererFormat else { return UIImage() }
        let bounds = format.bounds.standardized
        let scale = format.scale > 0 && format.scale.isFinite ? format.scale : ScreenTraits.main.usableScale
        guard let context = CGContext.drawing(size: bounds.size, scale: scale, isOpaque: format.opaque) else { return UIImage() }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.asCurrent { actions(UIGraphicsImageRendererContext(context, format)) }
        return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }

    /// A PNG of what the actions draw; empty where there is no image.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { image(actions: actions).pngData() ?? Data() }

    /// A JPEG of what the actions draw; empty where there is no image. The quality is 0 to 1.
    open func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}
