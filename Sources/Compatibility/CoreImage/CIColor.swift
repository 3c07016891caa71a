import CoreGraphics
import CoreText
import Foundation

/// A color by its components in sRGB.
open class CIColor: NSObject, NSCopying, @unchecked Sendable {
    private let color: CGColor
    private let parts: [CGFloat]

    /// Creates a color from a CGColor. One that has no components in sRGB, such as a pattern, is transparent black.
    public init(cgColor c: CGColor) {
        color = c
        let rgb = c.converted(to: CGColorSpace(name: CGColorSpace.sRGB)!, intent: .defaultIntent, options: nil)
        let found = rgb?.components ?? []
        parts = found.count == 4 ? found : [0, 0, 0, 0]
        super.init()
    }
    /// Creates a color from a UIColor. Any other object is transparent black.
    public convenience init(color: NSObject) {
        self.init(cgColor: (color as? any TextColor)?.cgColor ?? CGColor(red: 0, green: 0, blue: 0, alpha: 0))
    }
    /// Creates a color in sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }
    /// Creates an opaque color in sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: 1)
    }
    /// Creates a color from a text of three or four numbers: red, green, blue and alpha. Missing numbers are 0, and alpha is 1.
    public convenience init(string: String) {
        let numbers = string.split(separator: " ").map { CGFloat(Double($0) ?? 0) }
        func number(_ index: Int, _ standard: CGFloat) -> CGFloat { index < numbers.count ? numbers[index] : standard }
        self.init(red: number(0, 0), green: number(1, 0), blue: number(2, 0), alpha: number(3, 1))
    }

    /// The red component.
    open var red: CGFloat { parts[0] }
    /// The green component.
    open var green: CGFloat { parts[1] }
    /// The blue component.
    open var blue: CGFloat { parts[2] }
    /// The alpha component.
    open var alpha: CGFloat { parts[3] }
    /// The number of components: 4.
    open var numberOfComponents: Int { parts.count }
    /// The space of the color.
    open var colorSpace: CGColorSpace { color.colorSpace ?? CGColorSpace(name: CGColorSpace.sRGB)! }
    /// The components as a text that `init(string:)` reads.
    open var stringRepresentation: String { parts.map { "\($0)" }.joined(separator: " ") }

    public func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.parts == parts }
    open override var hash: Int { parts.hashValue }

    /// Black.
    public static let black = CIColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = CIColor(red: 1, green: 1, blue: 1)
    /// Gray.
    public static let gray = CIColor(red: 0.5, green: 0.5, blue: 0.5)
    /// Red.
    public static let red = CIColor(red: 1, green: 0, blue: 0)
    /// Green.
    public static let green = CIColor(red: 0, green: 1, blue: 0)
    /// Blue.
    public static let blue = CIColor(red: 0, green: 0, blue: 1)
    /// Transparent black.
    public static let clear = CIColor(red: 0, green: 0, blue: 0, alpha: 0)
}
