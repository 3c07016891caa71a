import AgateDiagnostics
import ImageIO
import QuartzCore

/// A picture with what says how to show it: how many pixels a point has, which way up it is, which part stretches. It never changes and is
/// safe on any thread.
open class UIImage: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Which way the pixels must be turned to be seen upright.
    public enum Orientation: Int, Sendable {
        case up = 0
        /// Half a turn.
        case down = 1
        /// A quarter to the left.
        case left = 2
        /// A quarter to the right.
        case right = 3
        /// Mirrored from side to side; so are the others, before they are turned.
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7
    }

    /// Whether the picture counts, or its shape in the tint colour.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// How the part between the caps fills its room.
    public enum ResizingMode: Int, Sendable {
        case tile = 0
        case stretch = 1
    }

    /// All that a picture says about itself beside its pixels.
    struct Traits {
        var scale: CGFloat = 1
        var orientation = Orientation.up
        var renderingMode = RenderingMode.automatic
        /// Nil where it is not made to be resized.
        var capInsets: UIEdgeInsets?
        var resizingMode = ResizingMode.tile
        var alignmentRectInsets = UIEdgeInsets.zero
        var images: [UIImage]?
        var duration: TimeInterval = 0
        var flipsForRightToLeft = false
        /// Which symbol it is; nil of pictures.
        var symbol: Symbol?
    }

    /// The pixels; nil of an empty image. Of an animation, those of its first picture.
    /// Set while the image is made, and never again: that is what makes it safe on any thread.
    public private(set) var cgImage: CGImage?
    private(set) var traits: Traits

    // A convenience one, so that a subclass elsewhere inherits the required initialisers, which it could not write.
    convenience init(_ cgImage: CGImage?, _ traits: Traits) {
        self.init()
        self.cgImage = cgImage
        self.traits = traits
    }

    // MARK: Making images

    /// An empty image, without pixels or size.
    public override init() {
        cgImage = nil
        traits = Traits()
    }

    /// The image of a name that a source line shows as a picture; one that is not there is an empty image, with a diagnostic.
    public required convenience init(imageLiteralResourceName name: String) {
        let found = NamedImages.find(name, in: .main, .current)
        if found == nil {
            Diagnostic.reportOnce(
                "image.literal", key: name, "the image \"\(name)\" of an image literal is not in the program's bundle; the literal is empty"
            )
        }
        self.init(found?.cgImage, found?.traits ?? Traits())
    }

    /// The image of an archive: its pixels, scale and orientation.
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

    /// Keeps the pixels as PNG, the scale and the orientation. An animation keeps its first picture.
    open func encode(with coder: NSCoder) {
        let plain = UIImage(cgImage, Traits(scale: scale))
        if let data = plain.pngData() { coder.encode(data as NSData, forKey: "UIImageData") }
        coder.encode(Double(scale), forKey: "UIScale")
        coder.encode(imageOrientation.rawValue, forKey: "UIImageOrientation")
    }

    /// An image of pixels, one a point.
    public init(cgImage: CGImage) {
        self.cgImage = cgImage
        traits = Traits()
    }

    /// An image of pixels.
    /// - Parameter scale: pixels a point; 0 and less, and what is no number, mean 1.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        traits = Traits(scale: scale > 0 && scale.isFinite ? scale : 1, orientation: orientation)
    }

    /// The image in a PNG, JPEG, GIF or WebP, of an animation its first picture; nil where the data are none of these, or damaged.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// The image in a PNG, JPEG, GIF or WebP, of an animation its first picture; nil where the data are none of these, or damaged.
    /// - Parameter scale: pixels a point.
    public init?(data: Data, scale: CGFloat) {
        guard let (image, orientation) = Self.decode(CGImageSourceCreateWithData(data as NSData, nil)) else { return nil }
        cgImage = image
        traits = Traits(scale: scale > 0 && scale.isFinite ? scale : 1, orientation: orientation)
    }

    /// The image in a file; nil where there is none. `NAME@2x.png` beside `NAME.png` is taken first where the screen is of that scale, and
    /// a file so named has that many pixels a point.
    public init?(contentsOfFile path: String) {
        let file = ScaledFile(path: path, wanted: UITraitCollection.current.usableScale)
        guard let (image, orientation) = Self.decode(CGImageSourceCreateWithURL(URL(fileURLWithPath: file.path) as NSURL, nil)) else {
            return nil
        }
        cgImage = image
        traits = Traits(scale: file.scale, orientation: orientation)
    }

    /// The image of a name in the program's main bundle; nil where there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// The image of a name in a bundle; nil where there is none. Looked for as an image set in asset catalogues (folders ending in
    /// `.xcassets`), then as a file with or without its extension, each in the scale nearest to the screen's. Images are kept as long as
    /// memory allows.
    /// - Parameter bundle: nil is the main one.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        guard let found = NamedImages.find(name, in: bundle ?? .main, traitCollection ?? .current) else { return nil }
        self.init(found.cgImage, found.traits)
    }

    /// The image of a name, as the program's settings would have a symbol.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        self.init(named: name, in: bundle, compatibleWith: nil)
    }

    /// A symbol by the name that Apple's SF Symbols has for it, in a drawing of Agate's own. A symbol that Agate has no drawing for is a
    /// dashed square, with a diagnostic; nil where it can't be the name of one.
    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }
    /// A symbol; see ``init(systemName:)``.
    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) { self.init(systemName: name) }
    /// A symbol; see ``init(systemName:)``.
    /// - Parameter configuration: a ``SymbolConfiguration``: its size, its weight. Nil is 17 points, regular.
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

    /// Pictures that are shown one after the other.
    /// - Parameter duration: of one round, in seconds; 0 means a thirtieth of a second for each picture.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        var traits = first.traits
        traits.images = images
        traits.duration = duration > 0 && duration.isFinite ? duration : Double(images.count) / 30
        return UIImage(first.cgImage, traits)
    }

    /// The pictures NAME0, NAME1 and so on of the main bundle; nil where there is not one. Counting may start at 1.
    open class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        var images: [UIImage] = []
        for number in 0...1024 {
            if let image = UIImage(named: "\(name)\(number)") { images.append(image) } else if number > 0 { break }
        }
        return animatedImage(with: images, duration: duration)
    }

    /// The pictures of an animation; nil of a still one.
    open var images: [UIImage]? { traits.images }

    /// The duration of one round of an animation, in seconds; 0 of a still image.
    open var duration: TimeInterval { traits.duration }

    // MARK: Reading

    /// The size in points, upright.
    open var size: CGSize {
        guard let cgImage else { return .zero }
        let size = CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
        return traits.orientation.isOnSide ? CGSize(width: size.height, height: size.width) : size
    }

    /// Pixels a point.
    open var scale: CGFloat { traits.scale }
    /// Which way the pixels must be turned.
    open var imageOrientation: Orientation { traits.orientation }
    /// Whether the picture counts, or its shape in the tint colour.
    open var renderingMode: RenderingMode { traits.renderingMode }
    /// The parts at the edges that are not stretched, in points.
    open var capInsets: UIEdgeInsets { traits.capInsets ?? .zero }
    /// How the part between the caps fills its room.
    open var resizingMode: ResizingMode { traits.resizingMode }
    /// The parts at the edges that layout leaves out, in points.
    open var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }
    /// Whether it is to be mirrored where writing runs from right to left.
    open var flipsForRightToLeftLayoutDirection: Bool { traits.flipsForRightToLeft }

    // MARK: Drawing into the current context, y downwards; without one nothing happens

    /// Draws the image in its own size.
    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
    /// Draws the image in its own size with a blend mode and an opacity.
    open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
    /// Draws the image scaled to a rectangle, or resized by its caps.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }
    /// Draws the image scaled to a rectangle, or resized by its caps, with a blend mode and an opacity.
    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) { drawWhole(in: rect, blendMode, alpha) }
    /// Fills a rectangle with copies of the image from its top left corner on.
    open func drawAsPattern(in rect: CGRect) { drawPattern(in: rect) }

    // MARK: The image seen differently; pixels are shared where they stay as they are

    /// The image whose middle is repeated when it is drawn larger.
    /// - Parameter capInsets: the parts at the edges that keep their size, in points.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }
    /// The image whose middle is repeated or stretched when it is drawn larger.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        with { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
    }
    /// The image of which the point behind the caps is stretched.
    open func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage { stretchable(leftCapWidth, topCapHeight) }
    /// The image as picture or as shape.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.renderingMode = renderingMode } }
    /// The image with edges that layout leaves out.
    open func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage { with { $0.alignmentRectInsets = alignmentInsets } }
    /// The image that is to be mirrored where writing runs from right to left.
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { with { $0.flipsForRightToLeft = true } }
    /// The image mirrored from side to side.
    open func withHorizontallyFlippedOrientation() -> UIImage { with { $0.orientation = $0.orientation.mirrored } }
    /// The image's shape in a colour, an image of its own that no tint changes.
    open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: .automatic) }
    /// The image's shape in a colour.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { tinted(color, renderingMode) }
    /// A symbol as the configuration has it; other images as they are.
    open func withConfiguration(_ configuration: Configuration) -> UIImage { configured(configuration) }
    /// A symbol as the configuration has it; other images as they are.
    open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { configured(configuration) }
    /// Whether it is a symbol.
    open var isSymbolImage: Bool { traits.symbol != nil }
    /// The image itself: its pixels are ready as soon as it is made.
    open func preparingForDisplay() -> UIImage? { self }
    /// The image itself, at once.
    open func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) { completionHandler(preparingForDisplay()) }
    /// The image in another size, upright.
    open func preparingThumbnail(of size: CGSize) -> UIImage? { thumbnail(size) }
    /// What a renderer should be like for images of this kind.
    open var imageRendererFormat: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return format
    }

    // MARK: As an object

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal are images of the same pixels that say the same of themselves.
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
