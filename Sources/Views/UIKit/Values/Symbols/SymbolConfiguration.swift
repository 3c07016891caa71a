import QuartzCore

extension UIImage: _ExpressibleByImageLiteral {}

extension UIImage {
    /// The configuration of an image. Only ``SymbolConfiguration`` has an effect.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// The size of a symbol relative to text.
    public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }
    /// The weight of a symbol.
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// The size, weight and color of a symbol. Configurations of several colors (`hierarchicalColor`, `paletteColors`) use one color: the
    /// first.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// The specified properties. Unspecified ones come from another configuration, or are 17 points, regular and medium.
        let look: SymbolLook

        init(look: SymbolLook) { self.look = look }

        public override init() { look = SymbolLook() }
        /// - Parameter pointSize: The size of the adjacent text.
        public init(pointSize: CGFloat) { look = SymbolLook(pointSize: pointSize) }
        /// Creates a configuration with a weight. Size, scale and color are unspecified.
        public init(weight: SymbolWeight) { look = SymbolLook(weight: weight) }
        /// Creates a configuration with a scale. Size, weight and color are unspecified.
        public init(scale: SymbolScale) { look = SymbolLook(scale: scale) }
        /// Creates a configuration with the size of the adjacent text, in points, and a weight. Scale and color are unspecified.
        public init(pointSize: CGFloat, weight: SymbolWeight) { look = SymbolLook(pointSize: pointSize, weight: weight) }
        /// Creates a configuration with the size of the adjacent text, in points, a weight, and a scale. The color is unspecified.
        public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            look = SymbolLook(pointSize: pointSize, weight: weight, scale: scale)
        }
        /// Creates a configuration with the size of a text style.
        public init(textStyle: UIFont.TextStyle) { look = SymbolLook(pointSize: UIFont.preferredFont(forTextStyle: textStyle).pointSize) }
        /// Creates a configuration with the size of a text style, and a scale. The weight of the style is ignored.
        public init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            look = SymbolLook(pointSize: UIFont.preferredFont(forTextStyle: textStyle).pointSize, scale: scale)
        }
        /// Creates a configuration with the size of a font.
        public init(font: UIFont) { look = SymbolLook(pointSize: font.pointSize) }
        /// Creates a configuration with the size of a font, and a scale. The weight of the font is ignored.
        public init(font: UIFont, scale: SymbolScale) { look = SymbolLook(pointSize: font.pointSize, scale: scale) }
        /// Creates a configuration with one color. Apple's draws the levels of a symbol in tones of the color; Agate draws all levels in
        /// the color itself.
        public init(hierarchicalColor: UIColor) { look = SymbolLook(color: hierarchicalColor) }
        /// Creates a configuration with several colors, of which only the first is used. Without colors, the color is unspecified.
        public init(paletteColors: [UIColor]) { look = SymbolLook(color: paletteColors.first) }

        /// Returns a configuration that combines this one with another. The properties that the other one specifies take precedence.
        open func applying(_ otherConfiguration: Configuration) -> Self {
            guard let other = otherConfiguration as? SymbolConfiguration,
                let joined = SymbolConfiguration(look: other.look.over(look)) as? Self
            else { return self }
            return joined
        }
    }
}

/// The properties of a symbol's drawing, other than its name.
struct SymbolLook {
    var pointSize: CGFloat?
    var weight = UIImage.SymbolWeight.unspecified
    var scale = UIImage.SymbolScale.unspecified
    var color: UIColor?

    /// Returns this look, with unspecified properties from another one.
    func over(_ other: SymbolLook) -> SymbolLook {
        SymbolLook(
            pointSize: pointSize ?? other.pointSize, weight: weight == .unspecified ? other.weight : weight,
            scale: scale == .unspecified ? other.scale : scale, color: color ?? other.color)
    }

    /// The size of a drawing's 24 units, in points.
    var height: CGFloat {
        let size = pointSize.flatMap { $0 > 0 && $0.isFinite ? min($0, 2000) : nil } ?? 17
        let factor: CGFloat =
            switch scale {
            case .small: 0.78
            case .large: 1.28
            default: 1
            }
        return size * 1.3 * factor
    }

    /// The width of lines, in units.
    var lineWidth: CGFloat {
        switch weight {
        case .ultraLight: 0.7
        case .thin: 1
        case .light: 1.4
        case .unspecified, .regular: 1.8
        case .medium: 2.1
        case .semibold: 2.4
        case .bold: 2.8
        case .heavy: 3.2
        case .black: 3.6
        }
    }
}
