import QuartzCore

/// The base class of the effects of a visual effect view.
@preconcurrency @MainActor open class UIVisualEffect: NSObject, NSCopying, @preconcurrency NSSecureCoding {
    @preconcurrency @MainActor public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    open func encode(with coder: NSCoder) {}
    nonisolated public static var supportsSecureCoding: Bool { true }
    /// Returns the same object, because effects are immutable.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An effect that blurs the content behind a view and overlays a color.
///
/// Radii, saturation and colors follow Apple's sample code and systems. Apple publishes no numbers.
@preconcurrency @MainActor open class UIBlurEffect: UIVisualEffect {
    /// The brightness and the translucency of the effect.
    public enum Style: Int, Sendable {
        case extraLight, light, dark
        case regular = 4, prominent
        case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
        case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight, systemChromeMaterialLight
        case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark, systemChromeMaterialDark
    }

    let style: Style

    /// Creates a blur of the style `regular`.
    public override init() {
        style = .regular
        super.init()
    }

    /// Creates a blur of a style.
    public init(style: Style) {
        self.style = style
        super.init()
    }

    public required init?(coder: NSCoder) {
        style = coder is NSKeyedUnarchiver ? Style(rawValue: coder.decodeInteger(forKey: "UIBlurEffectStyle")) ?? .regular : .regular
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) { coder.encode(style.rawValue, forKey: "UIBlurEffectStyle") }

    /// Returns the standard deviation of the blur in points, the saturation, and the color of the overlay.
    func look(_ interface: UIUserInterfaceStyle) -> (radius: CGFloat, saturation: CGFloat, color: UIColor) {
        func gray(_ light: CGFloat, _ dark: CGFloat, _ alpha: CGFloat, _ isDark: Bool) -> UIColor {
            UIColor(white: isDark ? dark : light, alpha: alpha)
        }
        let isDark = interface == .dark
        switch style {
        case .extraLight: return (20, 1.8, UIColor(white: 0.97, alpha: 0.82))
        case .light: return (30, 1.8, UIColor(white: 1, alpha: 0.3))
        case .dark: return (20, 1.8, UIColor(white: 0.11, alpha: 0.73))
        case .regular: return (25, 1.8, gray(0.98, 0.12, 0.6, isDark))
        case .prominent: return (25, 1.8, gray(0.99, 0.15, 0.8, isDark))
        case .systemUltraThinMaterial: return (22, 1.8, gray(0.95, 0.11, 0.35, isDark))
        case .systemThinMaterial: return (25, 1.8, gray(0.95, 0.12, 0.5, isDark))
        case .systemMaterial: return (30, 1.8, gray(0.96, 0.13, 0.68, isDark))
        case .systemThickMaterial: return (35, 1.8, gray(0.97, 0.14, 0.82, isDark))
        case .systemChromeMaterial: return (30, 1.8, gray(0.97, 0.11, 0.75, isDark))
        case .systemUltraThinMaterialLight: return (22, 1.8, UIColor(white: 0.95, alpha: 0.35))
        case .systemThinMaterialLight: return (25, 1.8, UIColor(white: 0.95, alpha: 0.5))
        case .systemMaterialLight: return (30, 1.8, UIColor(white: 0.96, alpha: 0.68))
        case .systemThickMaterialLight: return (35, 1.8, UIColor(white: 0.97, alpha: 0.82))
        case .systemChromeMaterialLight: return (30, 1.8, UIColor(white: 0.97, alpha: 0.75))
        case .systemUltraThinMaterialDark: return (22, 1.8, UIColor(white: 0.11, alpha: 0.35))
        case .systemThinMaterialDark: return (25, 1.8, UIColor(white: 0.12, alpha: 0.5))
        case .systemMaterialDark: return (30, 1.8, UIColor(white: 0.13, alpha: 0.68))
        case .systemThickMaterialDark: return (35, 1.8, UIColor(white: 0.14, alpha: 0.82))
        case .systemChromeMaterialDark: return (30, 1.8, UIColor(white: 0.11, alpha: 0.75))
        }
    }
}

/// The prominence of content on a blur.
public enum UIVibrancyEffectStyle: Int, Sendable {
    case label, secondaryLabel, tertiaryLabel, quaternaryLabel, fill, secondaryFill, tertiaryFill, separator
}

/// An effect that increases the contrast of content on a blur. In Agate the content is shown unchanged, in its own colors. One diagnostic
/// reports this.
@preconcurrency @MainActor open class UIVibrancyEffect: UIVisualEffect {
    /// Creates an effect for the content of a blur.
    public init(blurEffect: UIBlurEffect) { super.init() }
    /// Creates an effect of a style for the content of a blur.
    public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
