import QuartzCore

extension UIImage: _ExpressibleByImageLiteral {}

extension UIImage {
    /// How an image adapts to its surroundings. Of those, ``SymbolConfiguration`` has an effect.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// How tall a symbol is beside text.
    public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }
    /// How bold a symbol is.
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// How tall and how bold a symbol is drawn. Colours of several levels (`hierarchicalColor`, `paletteColors`) become one: the first.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// Nil is what another configuration says, or else 17 points, regular, medium.
        let look: SymbolLook

        init(look: SymbolLook) { self.look = look }

        public override init() { look = SymbolLook() }
        /// - Parameter pointSize: of the text that it stands beside.
        public init(pointSize: CGFloat) { look = SymbolLook(pointSize: pointSize) }
        /// How bold; size, scale and colour are left open.
        public init(weight: SymbolWeight) { look = SymbolLook(weight: weight) }
        /// How tall beside the text; size, weight and colour are left open.
        public init(scale: SymbolScale) { look = SymbolLook(scale: scale) }
        /// The size of the text that it stands beside, in points, and how bold; scale and colour are left open.
        public init(pointSize: CGFloat, weight: SymbolWeight) { look = SymbolLook(pointSize: pointSize, weight: weight) }
        /// The size of the text that it stands beside, in points, how bold, and how tall beside that text; the colour is left open.
        public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            look = SymbolLook(pointSize: pointSize, weight: weight, scale: scale)
        }
        /// As tall as text of a style.
        public init(textStyle: UIFont.TextStyle) { look = SymbolLook(pointSize: UIFont.preferredFont(forTextStyle: textStyle).pointSize) }
        /// As tall as text of a style, and a scale beside it. The style's weight is not taken.
        public init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            look = SymbolLook(pointSize: UIFont.preferredFont(forTextStyle: textStyle).pointSize, scale: scale)
        }
        /// As tall as text of a font.
        public init(font: UIFont) { look = SymbolLook(pointSize: font.pointSize) }
        /// As tall as text of a font, and a scale beside it. The font's weight is not taken.
        public init(font: UIFont, scale: SymbolScale) { look = SymbolLook(pointSize: font.pointSize, scale: scale) }
        /// Of one colour: Apple's draws the levels of a symbol in tones of it, here all is drawn in the colour itself.
        public init(hierarchicalColor: UIColor) { look = SymbolLook(color: hierarchicalColor) }
        /// Of several colours, of which the first counts. With none, the colour is left open.
        public init(paletteColors: [UIColor]) { look = SymbolLook(color: paletteColors.first) }

        /// This one, and of another what this one leaves open.
        open func applying(_ otherConfiguration: Configuration) -> Self {
            guard let other = otherConfiguration as? SymbolConfiguration,
                let joined = SymbolConfiguration(look: other.look.over(look)) as? Self
            else { return self }
            return joined
        }
    }
}

/// What a symbol's drawing depends on, beside its name.
struct SymbolLook {
    var pointSize: CGFloat?
    var weight = UIImage.SymbolWeight.unspecified
    var scale = UIImage.SymbolScale.unspecified
    var color: UIColor?

    /// This look, with another's where this one says nothing.
    func over(_ other: SymbolLook) -> SymbolLook {
        SymbolLook(
            pointSize: pointSize ?? other.pointSize, weight: weight == .unspecified ? other.weight : weight,
            scale: scale == .unspecified ? other.scale : scale, color: color ?? other.color)
    }

    /// Points that the 24 units of a drawing take.
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

    /// Units that a line is wide.
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
