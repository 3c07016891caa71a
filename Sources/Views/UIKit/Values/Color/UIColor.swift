import CoreText
import QuartzCore

/// A colour, as views and drawing code hand it around. It never changes and is safe on any thread.
///
/// Colours of red, green and blue are in extended sRGB, grays in the extended gray space, as on Apple's systems: components beyond 0...1
/// are kept and mean colours that sRGB does not reach. Dynamic colours, the system's among them, are looked up when they are asked for
/// something: in `UITraitCollection.current`, which inside a view's drawing are the view's traits.
open class UIColor: NSObject, NSCopying, NSSecureCoding, TextColor, _ExpressibleByColorLiteral, @unchecked Sendable {
    let source: Source

    /// What a colour is made of.
    enum Source {
        case fixed(CGColor)
        /// For light and for dark surroundings.
        case pair(CGColor, CGColor)
        case provider(@Sendable (UITraitCollection) -> UIColor)
    }

    init(_ source: Source) {
        self.source = source
    }

    // MARK: Making colours

    /// A colour of extended sRGB. `alpha` is cut to 0...1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        source = .fixed(CGColor(colorSpace: Spaces.rgb, components: [red, green, blue, alpha]) ?? .black)
    }

    /// A gray: 0 is black, 1 is white.
    public init(white: CGFloat, alpha: CGFloat) {
        source = .fixed(CGColor(colorSpace: Spaces.gray, components: [white, alpha]) ?? .black)
    }

    /// A colour by hue, saturation and brightness, each 0...1; a hue beyond goes round.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let rgb = HueSaturation(hue: hue, saturation: saturation, brightness: brightness).rgb
        self.init(red: rgb.x, green: rgb.y, blue: rgb.z, alpha: alpha)
    }

    /// A colour of the Display P3 space, kept as extended sRGB: it reads back with components beyond 0...1 where sRGB does not reach it.
    public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let wide = CGColor(colorSpace: Spaces.displayP3, components: [displayP3Red, green, blue, alpha])
        self.init(cgColor: wide?.converted(to: Spaces.rgb, intent: .defaultIntent, options: nil) ?? .black)
    }

    /// The colour that a source line shows as a patch.
    public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(
            cgColor: CGColor(colorSpace: Spaces.rgb, components: [CGFloat(red), CGFloat(green), CGFloat(blue), CGFloat(alpha)]) ?? .black)
    }

    /// The colour that a CGColor is, in its own space. `required`, so that it can be called on `Self`, as initialisers of imported classes
    /// can.
    public required init(cgColor: CGColor) {
        source = .fixed(cgColor)
    }

    /// A colour that depends on the surroundings. The provider is asked whenever the colour is, on the thread that asks.
    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        source = .provider(dynamicProvider)
    }

    /// The colour set of a name in the asset catalogues (folders ending in `.xcassets`) of the program's main bundle; nil where there is
    /// none.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// The colour set of a name in a bundle's asset catalogues; nil where there is none. It has one colour for light and one for dark
    /// surroundings.
    /// - Parameters:
    ///   - bundle: nil is the main one.
    ///   - traitCollection: has no effect: the colour is looked up in the surroundings when it is used.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        let bundle = bundle ?? .main
        let catalog = AssetCatalog(folder: bundle.resourcePath ?? bundle.bundlePath)
        guard let light = catalog.color(name, isDark: false), let dark = catalog.color(name, isDark: true) else { return nil }
        self.init(light == dark ? .fixed(light) : .pair(light, dark))
    }

    /// A colour out of an archive.
    public required init?(coder: NSCoder) {
        let names = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"]
        guard names.allSatisfy(coder.containsValue(forKey:)) else { return nil }
        source = .fixed(CGColor(colorSpace: Spaces.rgb, components: names.map { CGFloat(coder.decodeDouble(forKey: $0)) }) ?? .black)
    }

    // MARK: Reading

    /// The colour for CoreGraphics and CoreAnimation.
    open var cgColor: CGColor {
        if case .fixed(let color) = source { color } else { resolvedCGColor(.current) }
    }

    /// The colour that it is in certain surroundings.
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
            // Providers that hand on to each other without end give black.
            return depth < 32 ? color?.resolvedCGColor(traits, depth: depth + 1) ?? .black : .black
        }
    }

    /// The same colour with another opacity, 0...1.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        switch source {
        case .fixed(let color): UIColor(cgColor: color.copy(alpha: alpha) ?? color)
        case .pair(let light, let dark): UIColor(.pair(light.copy(alpha: alpha) ?? light, dark.copy(alpha: alpha) ?? dark))
        case .provider(let provider): UIColor { provider($0).withAlphaComponent(alpha) }
        }
    }

    /// Red, green and blue in sRGB and the opacity, into those pointers that are given.
    /// - Returns: false, and nothing is written, for a pattern.
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

    /// Hue, saturation, brightness and opacity, into those pointers that are given. The hue of a gray is 0.
    /// - Returns: false, and nothing is written, for a pattern.
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

    /// The gray that is as light as the colour, and the opacity, into those pointers that are given.
    /// - Returns: false, and nothing is written, for a pattern.
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

    /// Makes it the colour of fills and strokes in the current context; without one nothing happens.
    open func set() {
        setFill()
        setStroke()
    }

    /// Makes it the colour of fills in the current context.
    open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Makes it the colour of strokes in the current context.
    open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    // MARK: As an object

    open func copy(with zone: NSZone? = nil) -> Any { self }

    public static var supportsSecureCoding: Bool { true }

    /// Writes it as red, green, blue and opacity; a pattern is written as clear.
    open func encode(with coder: NSCoder) {
        let (rgb, alpha) = straightRGB ?? (.zero, 0)
        for (name, value) in [("UIRed", rgb.x), ("UIGreen", rgb.y), ("UIBlue", rgb.z), ("UIAlpha", Double(alpha))] {
            coder.encode(value, forKey: name)
        }
    }

    /// Equal are colours of the same space with the same components, in light and dark. A colour with a provider is equal only to itself.
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

    /// The spaces that colours are made in.
    enum Spaces {
        static let rgb = CGColorSpace(name: CGColorSpace.extendedSRGB) ?? CGColorSpaceCreateDeviceRGB()
        static let gray = CGColorSpace(name: CGColorSpace.extendedGray) ?? CGColorSpaceCreateDeviceGray()
        static let displayP3 = CGColorSpace(name: CGColorSpace.displayP3) ?? CGColorSpaceCreateDeviceRGB()
    }
}
