import AgateDiagnostics
import ImageIO
import ObjectiveCRuntime
import QuartzCore

/// The format of a renderer: its bounds.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// The bounds of the drawing, in points.
    open internal(set) var bounds = CGRect.zero

    public required override init() {}

    /// Returns the format for the screen.
    open class func `default`() -> Self { self.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.bounds = bounds
        return copy
    }
}

/// The format of an image renderer.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// The range of colors. Images are always in sRGB.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// The number of pixels for each point. 0, and by default, the screen's.
    open var scale: CGFloat = UITraitCollection.current.usableScale
    /// A Boolean value that indicates whether the image begins with black instead of transparent; false by default.
    open var opaque = false
    /// Stored, without effect; setting it to `extended` reports one diagnostic.
    open var preferredRange = Range.standard {
        didSet { KeptProperty.report("UIGraphicsImageRendererFormat.preferredRange", preferredRange == .extended, "images are sRGB") }
    }

    /// Creates a format with the screen's scale, not opaque, of the standard range.
    public required init() {}

    /// Returns the format for the screen.
    open class func preferred() -> Self { self.init() }

    /// Creates a format for the screen of the traits; for the main screen if they have no `displayScale`.
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

/// The context of a renderer's actions.
open class UIGraphicsRendererContext: NSObject {
    /// The context, which is current while the actions run. In a PDF document it is that of the page.
    open internal(set) var cgContext: CGContext

    init(_ context: CGContext) { cgContext = context }

    /// Fills a rectangle with the current color.
    open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

    /// Fills a rectangle with the current color and a blend mode.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.fill(rect)
        }
    }

    /// Strokes a line of one point inside the rectangle's edge, in the stroke color.
    open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

    /// Strokes a line of one point inside the rectangle's edge, in the stroke color and with a blend mode.
    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
        }
    }

    /// Clips further drawing to the rectangle.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// The context of an image renderer's actions.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    /// The format of the renderer.
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        self.format = format
        super.init(context)
    }

    /// The image drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}

/// The base class of renderers, which run drawing actions.
open class UIGraphicsRenderer: NSObject {
    /// The format of the renderer.
    public let format: UIGraphicsRendererFormat

    init(bounds: CGRect, kept format: UIGraphicsRendererFormat) {
        self.format = format
        format.bounds = bounds
    }
}

/// A renderer that draws images.
///
///     let dot = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
///         UIColor.systemRed.setFill()
///         context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
///     }
///
/// An image has `size * scale` pixels, rounded up. An invalid size results in an empty image and a diagnostic.
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
    /// Creates a renderer with the screen's scale.
    public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

    /// Creates a renderer with a format.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Creates a renderer with the screen's scale. The origin of the bounds is the image's top left corner.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsImageRendererFormat()) }

    /// Creates a renderer with a copy of a format. The origin of the bounds is the image's top left corner.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        super.init(bounds: bounds, kept: format.copy() as? UIGraphicsImageRendererFormat ?? format)
    }

    /// Returns the image that the actions draw.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let format = format as? UIGraphicsImageRendererFormat else { return UIImage() }
        let bounds = format.bounds.standardized
        let scale = format.scale > 0 && format.scale.isFinite ? format.scale : ScreenTraits.main.usableScale
        guard let context = CGContext.drawing(size: bounds.size, scale: scale, isOpaque: format.opaque) else { return UIImage() }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.asCurrent { actions(UIGraphicsImageRendererContext(context, format)) }
        return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }

    /// Returns a PNG of the image that the actions draw; empty if there is no image.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { image(actions: actions).pngData() ?? Data() }

    /// Returns a JPEG of the image that the actions draw; empty if there is no image. The quality is 0...1.
    open func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}
