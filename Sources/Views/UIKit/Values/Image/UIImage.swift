import AgateDiagnostics
import ImageIO
import QuartzCore

/// An image with its display properties: scale, orientation and resizable area. It is immutable and thread-safe.
open class UIImage: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The rotation that shows the pixels upright.
    public enum Orientation: Int, Sendable {
        case up = 0
        /// A half turn.
        case down = 1
        /// A quarter turn to the left.
        case left = 2
        /// A quarter turn to the right.
        case right = 3
        /// Mirrored horizontally. The other mirrored cases are mirrored before they are rotated.
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7
    }

    /// The use of the image: its colors, or its shape in the tint color.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// The way in which the area between the caps is filled.
    public enum ResizingMode: Int, Sendable {
        case tile = 0
        case stretch = 1
    }

    /// The properties of an image other than its pixels.
    struct Traits {
        var scale: CGFloat = 1
        var orientation = Orientation.up
        var renderingMode = RenderingMode.automatic
        /// Nil if the image isn't resizable.
        var capInsets: UIEdgeInsets?
        var resizingMode = ResizingMode.tile
        var alignmentRectInsets = UIEdgeInsets.zero
        var images: [UIImage]?
        var duration: TimeInterval = 0
        var flipsForRightToLeft = false
        /// The symbol; nil for other images.
        var symbol: Symbol?
    }

    /// The pixels; nil for an empty image. For an animation, those of its first image. Set only during initialization, which makes the
    /// image thread-safe.
    open private(set) var cgImage: CGImage?
    private(set) var traits: Traits

    // A convenience initializer, so that a subclass in another module inherits the required initializers, which it couldn't implement.
    convenience init(_ cgImage: CGImage?, _ traits: Traits) {
        self.init()
        self.cgImage = cgImage
        self.traits = traits
    }

    // MARK: Creating images

    /// Creates an empty image, without pixels or size.
    public override init() {
        cgImage = nil
        traits = Traits()
    }

    /// Creates the image of an image literal. A missing image is empty, and reports a diagnostic.
    public required convenience init(imageLiteralResourceName name: String) {
        let found = NamedImages.find(name, in: .main, .current)
        if found == nil {
            Diagnostic.reportOnce(
                "image.literal", key: name, "the image \"\(name)\" of an image literal is not in the program's bundle; the literal is empty"
            )
        }
        self.init(found?.cgImage, found?.traits ?? Traits())
    }

    /// Decodes an image from an archive: its pixels, scale and orientation.
    public required convenience init?(coder: NSCoder) {
        guard coder is NSKeyedUnarchiver, let data = coder.decodeObject(of: NSData.self, forKey: "UIImageData") else { return nil }
        let orientation = Orientation(rawValue: coder.decodeInteger(forKey: "UIImageOrientation")) ?? .up
        guard let source = CGImageSourceCreateWithData(data, nil), let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
            return nil
        }
        let scale = CGFloat(coder.decodeDouble(forKey: "UIScale"))
        self.init(image, Traits(scale: scale > 0 ? scale : 1, orientation: orientation))
    }

    public static var supportsSecureCoding: Bool { true }

    /// Encodes the pixels as PNG, the scale and the orientation. For an animation, encodes its first image.
    open func encode(with coder: NSCoder) {
        let plain = UIImage(cgImage, Traits(scale: scale))
        if let data = plain.pngData() { coder.encode(data as NSData, forKey: "UIImageData") }
        coder.encode(Double(scale), forKey: "UIScale")
        coder.encode(imageOrientation.rawValue, forKey: "UIImageOrientation")
    }

    /// Creates an image from pixels, one for each point.
    public init(cgImage: CGImage) {
        self.cgImage = cgImage
        traits = Traits()
    }

    /// Creates an image from pixels.
    /// - Parameter scale: The number of pixels for each point. Values of 0 and less, and values that aren't finite, count as 1.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        traits = Traits(scale: scale > 0 && scale.isFinite ? scale : 1, orientation: orientation)
    }

    /// Creates an image from PNG, JPEG, GIF or WebP data, from the first image of an animation. Returns nil if the data have none of these
    /// formats or are damaged.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Creates an image from PNG, JPEG, GIF or WebP data, from the first image of an animation. Returns nil if the data have none of these
    /// formats or are damaged.
    /// - Parameter scale: The number of pixels for each point.
    public init?(data: Data, scale: CGFloat) {
        guard let (image, orientation) = Self.decode(CGImageSourceCreateWithData(data as NSData, nil)) else { return nil }
        cgImage = image
        traits = Traits(scale: scale > 0 && scale.isFinite ? scale : 1, orientation: orientation)
    }

    /// Creates an image from a file. Returns nil if there is none. On a screen of that scale, `NAME@2x.png` next to `NAME.png` takes
    /// precedence. The scale in the name of a file is the image's scale.
    public init?(contentsOfFile path: String) {
        let file = ScaledFile(path: path, wanted: UITraitCollection.current.usableScale)
        guard let (image, orientation) = Self.decode(CGImageSourceCreateWithURL(URL(fileURLWithPath: file.path) as NSURL, nil)) else {
            return nil
        }
        cgImage = image
        traits = Traits(scale: file.scale, orientation: orientation)
    }

    /// Loads the image of a name in the program's main bundle. Returns nil if there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// Loads the image of a name in a bundle. Returns nil if there is none. The image is searched for as an image set in asset catalogs
    /// (folders ending in `.xcassets`), then as a file with or without its extension, each in the scale closest to the screen's. Images are
    /// cached while memory allows.
    /// - Parameter bundle: The bundle; nil for the main one.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        guard let found = NamedImages.find(name, in: bundle ?? .main, traitCollection ?? .current) else { return nil }
        self.init(found.cgImage, found.traits)
    }

    /// Loads the image of a name. The configuration has no effect.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        self.init(named: name, in: bundle, compatibleWith: nil)
    }

    /// Creates a symbol by its name in Apple's SF Symbols, in Agate's own drawing. A symbol without a drawing is a dashed square, and
    /// reports a diagnostic. Returns nil if the name can't be that of a symbol.
    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }
    /// Creates a symbol; see ``init(systemName:)``.
    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) { self.init(systemName: name) }
    /// Creates a symbol; see ``init(systemName:)``.
    /// - Parameter configuration: A ``SymbolConfiguration``, for example with a size and a weight. Nil is 17 points, regular.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        guard let made = Self.symbol(name, (configuration as? SymbolConfiguration)?.look ?? SymbolLook()) else { return nil }
        self.init(made.0, made.1)
    }

    private static func decode(_ source: CGImageSource?) -> (CGImage, Orientation)? {
        guard let source, let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else { return nil }
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        let number =
            (properties?["\(kCGImagePropertyOrientation)"] as? NSNumber)?.uint32Value ?? properties?["\(kCGImagePropertyOrientation)"]
            as? UInt32
        return (image, number.flatMap(CGImagePropertyOrientation.init).map(Orientation.init) ?? .up)
    }

    // MARK: Animations

    /// Returns an animation of images.
    /// - Parameter duration: The duration of one cycle, in seconds; 0 is 1/30 of a second for each image.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        var traits = first.traits
        traits.images = images
        traits.duration = duration > 0 && duration.isFinite ? duration : Double(images.count) / 30
        return UIImage(first.cgImage, traits)
    }

    /// Returns an animation of the images NAME0, NAME1 and so on of the main bundle; nil if there are none. The first number may be 1.
    open class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        var images: [UIImage] = []
        for number in 0...1024 {
            if let image = UIImage(named: "\(name)\(number)") { images.append(image) } else if number > 0 { break }
        }
        return animatedImage(with: images, duration: duration)
    }

    /// The images of an animation; nil for a still image.
    open var images: [UIImage]? { traits.images }

    /// The duration of one cycle of an animation, in seconds; 0 for a still image.
    open var duration: TimeInterval { traits.duration }

    // MARK: Properties

    /// The size of the upright image in points.
    open var size: CGSize {
        guard let cgImage else { return .zero }
        let size = CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
        return traits.orientation.isOnSide ? CGSize(width: size.height, height: size.width) : size
    }

    /// The number of pixels for each point.
    open var scale: CGFloat { traits.scale }
    /// The rotation that shows the pixels upright.
    open var imageOrientation: Orientation { traits.orientation }
    /// The use of the image: its colors, or its shape in the tint color.
    open var renderingMode: RenderingMode { traits.renderingMode }
    /// The insets that aren't stretched, in points.
    open var capInsets: UIEdgeInsets { traits.capInsets ?? .zero }
    /// The way in which the area between the caps is filled.
    open var resizingMode: ResizingMode { traits.resizingMode }
    /// The insets that layout ignores, in points.
    open var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
    /// A Boolean value that indicates whether the image is mirrored in right-to-left layouts.
    open var flipsForRightToLeftLayoutDirection: Bool { traits.flipsForRightToLeft }

    // MARK: Drawing into the current context, with y pointing downwards; does nothing without one

    /// Draws the image at its own size.
    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
    /// Draws the image at its own size with a blend mode and an opacity.
    open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
    /// Draws the image scaled to a rectangle, or resized by its cap insets.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }
    /// Draws the image scaled to a rectangle, or resized by its cap insets, with a blend mode and an opacity.
    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) { drawWhole(in: rect, blendMode, alpha) }
    /// Fills a rectangle with copies of the image, beginning at its top left corner.
    open func drawAsPattern(in rect: CGRect) { drawPattern(in: rect) }

    // MARK: Variants of the image, which share unchanged pixels

    /// Returns the image with a center that is repeated when it is drawn larger.
    /// - Parameter capInsets: The insets that keep their size, in points.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }
    /// Returns the image with a center that is repeated or stretched when it is drawn larger.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        with { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
    }
    /// Returns the image with a point after the caps that is stretched.
    open func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage { stretchable(leftCapWidth, topCapHeight) }
    /// Returns the image with another rendering mode.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.renderingMode = renderingMode } }
    /// Returns the image with insets that layout ignores.
    open func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage { with { $0.alignmentRectInsets = alignmentInsets } }
    /// Returns an image that is mirrored in right-to-left layouts.
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { with { $0.flipsForRightToLeft = true } }
    /// Returns the image mirrored horizontally.
    open func withHorizontallyFlippedOrientation() -> UIImage { with { $0.orientation = $0.orientation.mirrored } }
    /// Returns the image's shape in a color.
    open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: .automatic) }
    /// Returns the image's shape in a color, with a rendering mode.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { tinted(color, renderingMode) }
    /// Returns a symbol with the configuration. Other images are returned unchanged.
    open func withConfiguration(_ configuration: Configuration) -> UIImage { configured(configuration) }
    /// Returns a symbol with the configuration. Other images are returned unchanged.
    open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { configured(configuration) }
    /// A Boolean value that indicates whether the image is a symbol.
    open var isSymbolImage: Bool { traits.symbol != nil }
    /// Returns the image itself: its pixels are decoded when it is created.
    open func preparingForDisplay() -> UIImage? { self }
    /// Calls the completion handler with the image itself, synchronously.
    open func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) { completionHandler(preparingForDisplay()) }
    /// Returns the upright image at another size.
    open func preparingThumbnail(of size: CGSize) -> UIImage? { thumbnail(size) }
    /// The format of a renderer for images like this one.
    open var imageRendererFormat: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return format
    }

    // MARK: Object conformances

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether two images have the same pixels and properties.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        if self === other { return true }
        return cgImage == other.cgImage && cgImage != nil && scale == other.scale && imageOrientation == other.imageOrientation
            && renderingMode == other.renderingMode && traits.capInsets == other.traits.capInsets && resizingMode == other.resizingMode
            && images == other.images && duration == other.duration
    }

    open override var hash: Int { cgImage?.hashValue ?? 0 }

    open override var description: String { "<UIImage \(size.width)x\(size.height) @\(scale)x>" }
}
