import CoreGraphics
import Foundation

// The encoding is the same as Apple's: an unkeyed list of the numbers, in the order of the initializers.

extension UIEdgeInsets: Codable {
    public init(from decoder: any Decoder) throws {
        let numbers = try FourNumbers(from: decoder)
        self.init(top: numbers.a, left: numbers.b, bottom: numbers.c, right: numbers.d)
    }

    public func encode(to encoder: any Encoder) throws { try FourNumbers(a: top, b: left, c: bottom, d: right).encode(to: encoder) }
}

extension NSDirectionalEdgeInsets: Codable {
    public init(from decoder: any Decoder) throws {
        let numbers = try FourNumbers(from: decoder)
        self.init(top: numbers.a, leading: numbers.b, bottom: numbers.c, trailing: numbers.d)
    }

    public func encode(to encoder: any Encoder) throws { try FourNumbers(a: top, b: leading, c: bottom, d: trailing).encode(to: encoder) }
}

extension UIOffset: Codable {
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        self.init(horizontal: try list.decode(CGFloat.self), vertical: try list.decode(CGFloat.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(horizontal)
        try list.encode(vertical)
    }
}

private struct FourNumbers {
    var a, b, c, d: CGFloat

    init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        (a, b, c, d) = (
            try list.decode(CGFloat.self), try list.decode(CGFloat.self), try list.decode(CGFloat.self), try list.decode(CGFloat.self)
        )
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for number in [a, b, c, d] { try list.encode(number) }
    }
}

// MARK: Text

/// Conversions of geometry to text, such as `{1, 2}`, and back. As with Apple's, invalid text is zero.
enum GeometryText {
    static func text(_ numbers: [CGFloat]) -> String {
        "{" + numbers.map { String(format: "%.17g", Double($0)) }.joined(separator: ", ") + "}"
    }

    static func numbers(_ text: String, _ count: Int) -> [CGFloat] {
        found(text, count) ?? [CGFloat](repeating: 0, count: count)
    }

    /// Returns nil if the text has fewer numbers.
    static func found(_ text: String, _ count: Int) -> [CGFloat]? {
        let found = text.split { !"0123456789.+-eEinfa".contains($0) }.compactMap { Double($0) }.map { CGFloat($0) }
        return found.count >= count ? found : nil
    }
}

extension NSCoder {
    /// Returns the text of a point: `{1, 2}`.
    public class func string(for point: CGPoint) -> String { GeometryText.text([point.x, point.y]) }
    /// Returns the text of a vector: `{1, 2}`.
    public class func string(for vector: CGVector) -> String { GeometryText.text([vector.dx, vector.dy]) }
    /// Returns the text of a size: `{1, 2}`.
    public class func string(for size: CGSize) -> String { GeometryText.text([size.width, size.height]) }
    /// Returns the text of a rectangle: `{{1, 2}, {3, 4}}`.
    public class func string(for rect: CGRect) -> String { "{\(string(for: rect.origin)), \(string(for: rect.size))}" }
    /// Returns the text of a transform: `[1, 0, 0, 1, 0, 0]`.
    public class func string(for transform: CGAffineTransform) -> String {
        let t = transform
        return "[" + GeometryText.text([t.a, t.b, t.c, t.d, t.tx, t.ty]).dropFirst().dropLast() + "]"
    }
    /// Returns the text of insets: top, left, bottom, right.
    public class func string(for insets: UIEdgeInsets) -> String {
        GeometryText.text([insets.top, insets.left, insets.bottom, insets.right])
    }
    /// Returns the text of insets: top, leading, bottom, trailing.
    public class func string(for insets: NSDirectionalEdgeInsets) -> String {
        GeometryText.text([insets.top, insets.leading, insets.bottom, insets.trailing])
    }
    /// Returns the text of an offset.
    public class func string(for offset: UIOffset) -> String { GeometryText.text([offset.horizontal, offset.vertical]) }

    /// Returns the point of a text `{x, y}`; zero for other text.
    public class func cgPoint(for string: String) -> CGPoint {
        let n = GeometryText.numbers(string, 2)
        return CGPoint(x: n[0], y: n[1])
    }
    /// Returns the vector of a text `{dx, dy}`; zero for other text.
    public class func cgVector(for string: String) -> CGVector {
        let n = GeometryText.numbers(string, 2)
        return CGVector(dx: n[0], dy: n[1])
    }
    /// Returns the size of a text `{width, height}`; zero for other text.
    public class func cgSize(for string: String) -> CGSize {
        let n = GeometryText.numbers(string, 2)
        return CGSize(width: n[0], height: n[1])
    }
    /// Returns the rectangle of a text `{{x, y}, {width, height}}`; zero for other text.
    public class func cgRect(for string: String) -> CGRect {
        let n = GeometryText.numbers(string, 4)
        return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    /// Returns the transform of a text `[a, b, c, d, tx, ty]`; the identity for other text.
    public class func cgAffineTransform(for string: String) -> CGAffineTransform {
        guard let n = GeometryText.found(string, 6) else { return .identity }
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }
    /// Returns the insets of a text `{top, left, bottom, right}`; zero for other text.
    public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
        let n = GeometryText.numbers(string, 4)
        return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }
    /// Returns the insets of a text `{top, leading, bottom, trailing}`; zero for other text.
    public class func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
        let n = GeometryText.numbers(string, 4)
        return NSDirectionalEdgeInsets(top: n[0], leading: n[1], bottom: n[2], trailing: n[3])
    }
    /// Returns the offset of a text `{horizontal, vertical}`; zero for other text.
    public class func uiOffset(for string: String) -> UIOffset {
        let n = GeometryText.numbers(string, 2)
        return UIOffset(horizontal: n[0], vertical: n[1])
    }

    // MARK: Keyed values, as text, like Apple's

    private func geometry(_ key: String) -> String { (decodeObject(of: NSString.self, forKey: key)).map { "\($0)" } ?? "" }

    /// Encodes a vector for a key, as the text of `string(for:)`.
    public func encode(_ vector: CGVector, forKey key: String) { encode(NSCoder.string(for: vector) as NSString, forKey: key) }
    /// Encodes a transform for a key, as the text of `string(for:)`.
    public func encode(_ transform: CGAffineTransform, forKey key: String) {
        encode(NSCoder.string(for: transform) as NSString, forKey: key)
    }
    /// Encodes insets for a key, as the text of `string(for:)`.
    public func encode(_ insets: UIEdgeInsets, forKey key: String) { encode(NSCoder.string(for: insets) as NSString, forKey: key) }
    /// Encodes insets for a key, as the text of `string(for:)`.
    public func encode(_ insets: NSDirectionalEdgeInsets, forKey key: String) {
        encode(NSCoder.string(for: insets) as NSString, forKey: key)
    }
    /// Encodes an offset for a key, as the text of `string(for:)`.
    public func encode(_ offset: UIOffset, forKey key: String) { encode(NSCoder.string(for: offset) as NSString, forKey: key) }
    /// Decodes the point of a key with Foundation's `decodePoint(forKey:)`; zero if there is none.
    public func decodeCGPoint(forKey key: String) -> CGPoint { decodePoint(forKey: key) }
    /// Decodes the size of a key with Foundation's `decodeSize(forKey:)`; zero if there is none.
    public func decodeCGSize(forKey key: String) -> CGSize { decodeSize(forKey: key) }
    /// Decodes the rectangle of a key with Foundation's `decodeRect(forKey:)`; zero if there is none.
    public func decodeCGRect(forKey key: String) -> CGRect { decodeRect(forKey: key) }
    /// Decodes the vector of a key; zero if there is none.
    public func decodeCGVector(forKey key: String) -> CGVector { NSCoder.cgVector(for: geometry(key)) }
    /// Decodes the transform of a key; the identity if there is none.
    public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform { NSCoder.cgAffineTransform(for: geometry(key)) }
    /// Decodes the insets of a key; zero if there are none.
    public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets { NSCoder.uiEdgeInsets(for: geometry(key)) }
    /// Decodes the insets of a key; zero if there are none.
    public func decodeDirectionalEdgeInsets(forKey key: String) -> NSDirectionalEdgeInsets {
        NSCoder.nsDirectionalEdgeInsets(for: geometry(key))
    }
    /// Decodes the offset of a key; zero if there is none.
    public func decodeUIOffset(forKey key: String) -> UIOffset { NSCoder.uiOffset(for: geometry(key)) }
}
