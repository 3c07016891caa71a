import CoreGraphics
import Foundation

/// Names values of a Lottie file: the names of a layer, of the groups in it, of an item, and of a property, with points between. `*` stands
/// for any one name, `**` for any number of them, also none; a star may also stand for part of a name, as in `Fill *`.
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
                // Two of them in a row say no more than one, and would be asked for twice as much.
                if rest.first == "**" { parts = rest; continue }
                return (names.startIndex...names.endIndex).contains { matches(rest, names[$0...]) }
            }
            guard let name = names.first, isLike(name, part) else { return false }
            parts = parts.dropFirst()
            names = names.dropFirst()
        }
        return names.isEmpty
    }

    /// A name against one that may have stars in it.
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
    /// A place, or an anchor point, in points.
    case point(CGPoint)
    /// Width and height in points; for a scale, per cent.
    case size(CGSize)
    /// Of a fill, a stroke or an effect.
    case color(CGColor)
    /// Of gradients: colours at places from 0 to 1.
    case gradient([LottieGradientStop])
    /// What a text layer says.
    case text(String)
    /// Instead of the image that a layer shows; nil takes back what was set.
    case image(CGImage?)
}

/// One colour of a gradient.
public struct LottieGradientStop: Sendable, Equatable {
    /// From 0 to 1.
    public var location: Double
    /// Its colour, with its opacity.
    public var color: CGColor
    /// Makes a stop.
    public init(location: Double, color: CGColor) { (self.location, self.color) = (location, color) }
}
