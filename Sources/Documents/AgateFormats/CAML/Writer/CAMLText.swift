import CoreGraphics
import QuartzCore
import RenderTree

/// Writes values as the text of attributes, which `CAMLNumbers` reads back to the same bits.
enum CAMLText {
    /// Returns the shortest text that reads back to the same number; `inf` for infinity.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    static func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: " ") }

    /// Returns a function if one represents the transform exactly, else the matrix.
    static func transform(_ t: CATransform3D) -> String {
        if t == CATransform3DIdentity { return "identity" }
        if t == CATransform3DMakeTranslation(t.m41, t.m42, t.m43) { return "translate(\(list([t.m41, t.m42, t.m43], ", ")))" }
        if t == CATransform3DMakeScale(t.m11, t.m22, t.m33) { return "scale(\(list([t.m11, t.m22, t.m33], ", ")))" }
        if CATransform3DIsAffine(t) {
            let m = CATransform3DGetAffineTransform(t)
            return "matrix(\(list([m.a, m.b, m.c, m.d, m.tx, m.ty], ", ")))"
        }
        return "matrix(\(list(t.elements, ", ")))"
    }

    private static func list(_ numbers: [CGFloat], _ separator: String) -> String {
        numbers.map { number(Double($0)) }.joined(separator: separator)
    }

    /// Returns the text of an attribute that the reader interprets as a value of the kind; nil if only an element can represent it.
    static func attribute(_ value: CAMLValue, kind: ValueKind?, mayBeEndless: Bool) -> String? {
        switch (kind, value) {
        case (.number, .number(let n)): n.isFinite || mayBeEndless ? number(n) : nil
        case (.bool, .bool(let on)): on ? "1" : "0"
        case (.color, .color(let rgba)): rgba[3] == 1 ? list(Array(rgba[..<3])) : nil
        case (.string, .string(let text)), (.object, .string(let text)), (.path, .path(let text)): text
        case (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform): plain(value)
        default: nil
        }
    }

    /// Returns the text of a scalar value, for the attribute `value` of an element of its type.
    static func plain(_ value: CAMLValue) -> String? {
        switch value {
        case .number(let n): number(n)
        case .bool(let on): on ? "1" : "0"
        case .string(let text), .path(let text): text
        case .point(let p): list([p.x, p.y])
        case .size(let s): list([s.width, s.height])
        case .rect(let r): list([r.origin.x, r.origin.y, r.size.width, r.size.height])
        case .transform(let t): transform(t)
        case .color(let rgba): list(Array(rgba[..<3]))
        case .null, .image, .array, .dictionary, .object: nil
        }
    }

    /// Returns the name of a value's type, which is an element's name or its attribute `type`.
    static func type(of value: CAMLValue) -> String {
        switch value {
        case .null: "null"
        case .number: "real"
        case .bool: "bool"
        case .string: "string"
        case .point: "CGPoint"
        case .size: "CGSize"
        case .rect: "CGRect"
        case .transform: "CATransform3D"
        case .color: "CGColor"
        case .image: "CGImage"
        case .path: "CGPath"
        case .array: "NSArray"
        case .dictionary: "NSDictionary"
        case .object(let object): object.className
        }
    }

    /// Returns true if XML can contain the text: most control characters and two others can't even be escaped.
    static func isWritable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 ? $0.value & 0xFFFE != 0xFFFE || $0.value > 0xFFFF : "\t\n\r".unicodeScalars.contains($0)
        }
    }

    /// Returns true if the reader accepts an element of this name as the key.
    static func isElementName(_ key: String) -> Bool {
        guard let first = key.utf8.first, isLetter(first), !key.lowercased().hasPrefix("xml") else { return false }
        return key.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }
}
