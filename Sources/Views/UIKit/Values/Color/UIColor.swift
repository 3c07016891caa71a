import CoreText
import QuartzCore

/// A color, as views and drawing code use it. It is immutable and thread-safe.
///
/// Colors of red, green and blue are in extended sRGB, grays in the extended gray space, as on Apple's systems: components outside 0...1
/// are preserved and represent colors outside sRGB. Dynamic colors, including the system's, are resolved when they are used, with
/// `UITraitCollection.current`; while a view draws, these are the view's traits.
open class UIColor: NSObject, NSCopying, NSSecureCoding, TextColor, _ExpressibleByColorLiteral, @unchecked Sendable {
    private final let foundationHeader = FoundationHeader()
    // Set only during initialization, which makes the color thread-safe.
    private(set) var source: Source

    /// The definition of a color.
    enum Source {
        case fixed(CGColor)
        /// A color for light and one for dark appearance.
        case pair(CGColor, CGColor)
        case provider(@Sendable (UITraitCollection) -> UIColor)
    }

    // A convenience initializer, so that a subclass in another module inherits the required initializers, which it couldn't implement.
    convenience init(_ source: Source) {
        self.init()
        self.source = source
    }

    /// Creates a color that is transparent. Apple's is none at all, and stops programs that use it.
    public override init() { source = .fixed(.clear) }

    // MARK: Creating colors

    /// Creates a color in extended sRGB. `alpha` is clamped to 0...1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        source = .fixed(CGColor(colorSpace: Spaces.rgb, components: [red, green, blue, alpha]) ?? .black)
    }

    /// Creates a gray: 0 is black, 1 is white.
    public init(white: CGFloat, alpha: CGFloat) {
        source = .fixed(CGColor(colorSpace: Spaces.gray, components: [white, alpha]) ?? .black)
    }

    /// Creates a color from hue, saturation and brightness, each 0...1. A hue outside wraps around.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let rgb = HueSaturation(hue: hue, saturation: saturation, brightness: brightness).rgb
        self.init(red: rgb.x, green: rgb.y, blue: rgb.z, alpha: alpha)
    }

    /// Creates a color from components in the Display P3 space. It is stored in extended sRGB, so its components may be outside 0...1.
    public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let wide = CGColor(colorSpace: Spaces.displayP3, components: [displayP3Red, green, blue, alpha])
        self.init(cgColor: wide?.converted(to: Spaces.rgb, intent: .defaultIntent, options: nil) ?? .black)
    }

    /// Creates the color of a color literal.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(
            cgColor: CGColor(colorSpace: Spaces.rgb, components: [CGFloat(red), CGFloat(green), CGFloat(blue), CGFloat(alpha)]) ?? .black)
    }

    /// Creates a color from a CGColor, in its own color space. The initializer is `required`, so that it can be called on `Self`, as
    /// initializers of imported classes can.
    public required init(cgColor: CGColor) {
        source = .fixed(cgColor)
    }

    /// Creates a color that depends on traits. Each use of the color calls the provider, on the calling thread.
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        source = .provider(dynamicProvider)
    }

    /// Creates a color from the color set of a name in the asset catalogs (folders ending in `.xcassets`) of the program's main bundle.
    /// Returns nil if there is none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// Creates a color from the color set of a name in a bundle's asset catalogs. Returns nil if there is none. The color has one value for
    /// light and one for dark appearance.
    /// - Parameters:
    /// - bundle: The bundle; nil for the main one.
    /// - traitCollection: Ignored. The color is resolved with the traits at its use.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        let bundle = bundle ?? .main
        let catalog = AssetCatalog(folder: bundle.resourcePath ?? bundle.bundlePath)
        guard let light = catalog.color(name, isDark: false), let dark = catalog.color(name, isDark: true) else { return nil }
        self.init(light == dark ? .fixed(light) : .pair(light, dark))
    }

    /// Decodes a color from an archive.
    public required init?(coder: NSCoder) {
        let names = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"]
        guard names.allSatisfy(coder.containsValue(forKey:)) else { return nil }
        source = .fixed(CGColor(colorSpace: Spaces.rgb, components: names.map { CGFloat(coder.decodeDouble(forKey: $0)) }) ?? .black)
    }

    // MARK: Components

    /// The color as a `CGColor`, for CoreGraphics and CoreAnimation. A dynamic color is resolved with the current traits.
    open var cgColor: CGColor {
        if case .fixed(let color) = source { color } else { resolvedCGColor(.current) }
    }

    /// Returns the color for traits.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        if case .fixed = source { self } else { UIColor(cgColor: resolvedCGColor(traitCollection)) }
    }

    private func resolvedCGColor(_ traits: UITraitCollection, depth: Int = 0) -> CGColor {
        switch source {
        case .fixed(let color): return color
        case .pair(let light, let dark): return traits.userInterfaceStyle == .dark ? dark : light
        case .provider(let provider):
            var color: UIColor?
            traits.performAsCurrent { color = provider(traits) }
            // Providers that return each other endlessly result in black.
            return depth < 32 ? color?.resolvedCGColor(traits, depth: depth + 1) ?? .black : .black
        }
    }

    /// Returns the color with another opacity, 0...1.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        switch source {
        case .fixed(let color): UIColor(cgColor: color.copy(alpha: alpha) ?? color)
        case .pair(let light, let dark): UIColor(.pair(light.copy(alpha: alpha) ?? light, dark.copy(alpha: alpha) ?? dark))
        case .provider(let provider): UIColor { provider($0).withAlphaComponent(alpha) }
        }
    }

    /// Stores red, green and blue in sRGB, and the opacity, through the pointers that aren't nil.
    /// - Returns: False for a pattern; nothing is stored.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let (rgb, opacity) = straightRGB else { return false }
        red?.pointee = rgb.x
        green?.pointee = rgb.y
        blue?.pointee = rgb.z
        alpha?.pointee = opacity
        return true
    }

    /// Stores hue, saturation, brightness and opacity through the pointers that aren't nil. The hue of a gray is 0.
    /// - Returns: False for a pattern; nothing is stored.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?, brightness: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        guard let (rgb, opacity) = straightRGB else { return false }
        let color = HueSaturation(rgb: rgb)
        hue?.pointee = color.hue
        saturation?.pointee = color.saturation
        brightness?.pointee = color.brightness
        alpha?.pointee = opacity
        return true
    }

    /// Stores the gray of the same lightness, and the opacity, through the pointers that aren't nil.
    /// - Returns: False for a pattern; nothing is stored.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        guard let gray = cgColor.converted(to: Spaces.gray, intent: .defaultIntent, options: nil)?.components, gray.count == 2 else {
            return false
        }
        white?.pointee = gray[0]
        alpha?.pointee = gray[1]
        return true
    }

    private var straightRGB: (rgb: SIMD3<Double>, alpha: CGFloat)? {
        guard let all = cgColor.converted(to: Spaces.rgb, intent: .defaultIntent, options: nil)?.components, all.count == 4 else {
            return nil
        }
        return (SIMD3(all[0], all[1], all[2]), all[3])
    }

    // MARK: Drawing

    /// Sets the fill and stroke color of the current context. Does nothing without one.
    open func set() {
        setFill()
        setStroke()
    }

    /// Sets the fill color of the current context.
    open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Sets the stroke color of the current context.
    open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    // MARK: Object conformances

    open func copy(with zone: NSZone? = nil) -> Any { self }

    public static var supportsSecureCoding: Bool { true }

    /// Encodes red, green, blue and opacity. A pattern is encoded as clear.
    open func encode(with coder: NSCoder) {
        let (rgb, alpha) = straightRGB ?? (.zero, 0)
        for (name, value) in [("UIRed", rgb.x), ("UIGreen", rgb.y), ("UIBlue", rgb.z), ("UIAlpha", Double(alpha))] {
            coder.encode(value, forKey: name)
        }
    }

    /// Returns whether two colors have the same color space and components, in light and dark appearance. A color with a provider is equal
    /// only to itself.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        if self === other { return true }
        switch (source, other.source) {
        case (.fixed(let a), .fixed(let b)): return a == b
        case (.pair(let a, let c), .pair(let b, let d)): return a == b && c == d
        default: return false
        }
    }

    open override var hash: Int {
        switch source {
        case .fixed(let color), .pair(let color, _): color.hashValue
        case .provider: ObjectIdentifier(self).hashValue
        }
    }

    open override var description: String {
        let values = (cgColor.components ?? []).map { String(format: "%g", Double($0)) }.joined(separator: " ")
        switch cgColor.numberOfComponents {
        case 2: return "UIExtendedGrayColorSpace \(values)"
        case 4: return "UIExtendedSRGBColorSpace \(values)"
        default: return "\(cgColor)"
        }
    }

    /// The color spaces of new colors.
    enum Spaces {
        static let rgb = CGColorSpace(name: CGColorSpace.extendedSRGB) ?? CGColorSpaceCreateDeviceRGB()
        static let gray = CGColorSpace(name: CGColorSpace.extendedGray) ?? CGColorSpaceCreateDeviceGray()
        static let displayP3 = CGColorSpace(name: CGColorSpace.displayP3) ?? CGColorSpaceCreateDeviceRGB()
    }
}
