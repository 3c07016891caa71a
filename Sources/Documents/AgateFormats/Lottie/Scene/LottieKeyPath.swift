import CoreGraphics
import Foundation

/// A key path to values of a Lottie file: the names of a layer, of the groups in it, of an item, and of a property, separated by dots. `*`
/// matches any one name, `**` any number of names including none; a star may also match part of a name, as in `Fill *`.
///
/// `Face.Left Eye.Fill 1.Color`, `**.Stroke Width`, `Sun.Transform.Scale`, `Title.Text`.
struct LottieKeyPath: Hashable, Sendable {
    let parts: [String]

    init(_ text: String) { parts = text.components(separatedBy: ".") }

    func matches(_ names: [String]) -> Bool { Self.matches(parts[...], names[...]) }

    private static func matches(_ parts: ArraySlice<String>, _ names: ArraySlice<String>) -> Bool {
        var parts = parts, names = names
        while let part = parts.first {
            if part == "**" {
                let rest = parts.dropFirst()
                if rest.isEmpty { return true }
                // Two of them in sequence match the same as one, at twice the cost.
                if rest.first == "**" { parts = rest; continue }
                return (names.startIndex...names.endIndex).contains { matches(rest, names[$0...]) }
            }
            guard let name = names.first, isLike(name, part) else { return false }
            parts = parts.dropFirst()
            names = names.dropFirst()
        }
        return names.isEmpty
    }

    /// Matches a name against one that may contain stars.
    private static func isLike(_ name: String, _ pattern: String) -> Bool {
        guard pattern.contains("*") else { return name == pattern }
        let pieces = pattern.components(separatedBy: "*")
        guard name.hasPrefix(pieces[0]), name.hasSuffix(pieces[pieces.count - 1]),
            name.count >= pieces[0].count + pieces[pieces.count - 1].count
        else { return false }
        var rest = name.dropFirst(pieces[0].count).dropLast(pieces[pieces.count - 1].count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.range(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

/// A value of a Lottie file, as a program sets and reads it.
public enum LottieOverride: Sendable, Equatable {
    /// A number in the file's own unit: per cent for opacity, degrees for rotation, points for a width or a radius.
    case number(Double)
    /// A position, or an anchor point, in points.
    case point(CGPoint)
    /// Width and height in points; for a scale, per cent.
    case size(CGSize)
    /// The colour of a fill, a stroke or an effect.
    case color(CGColor)
    /// The colours of a gradient, at locations from 0 to 1.
    case gradient([LottieGradientStop])
    /// The text of a text layer.
    case text(String)
    /// A replacement for the image that a layer shows; nil removes the replacement.
    case image(CGImage?)
}

/// A colour of a gradient.
public struct LottieGradientStop: Sendable, Equatable {
    /// The location, from 0 to 1.
    public var location: Double
    /// The colour, with its opacity.
    public var color: CGColor
    /// Creates a stop.
    public init(location: Double, color: CGColor) { (self.location, self.color) = (location, color) }
}
