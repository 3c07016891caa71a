import QuartzCore

extension UIImage: _ExpressibleByImageLiteral {}

extension UIImage {
    /// How an image adapts to its surroundings. Kept: Linux has no symbols, which are what adapts.
    open class Configuration: NSObject, NSCopying, @unchecked Sendable {
        nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// How tall a symbol is beside text.
    public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }
    /// How bold a symbol is.
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// How a symbol looks. Kept: there are no symbols on Linux, and `UIImage(systemName:)` says so.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        public override init() {}
        public init(pointSize: CGFloat) {}
        public init(weight: SymbolWeight) {}
        public init(scale: SymbolScale) {}
        public init(pointSize: CGFloat, weight: SymbolWeight) {}
        public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {}
        public init(textStyle: UIFont.TextStyle) {}
        public init(textStyle: UIFont.TextStyle, scale: SymbolScale) {}
        public init(font: UIFont) {}
        public init(font: UIFont, scale: SymbolScale) {}
        public init(hierarchicalColor: UIColor) {}
        public init(paletteColors: [UIColor]) {}
    }
}
