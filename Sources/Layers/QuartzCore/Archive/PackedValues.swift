import CoreGraphics
import Foundation
import RenderTree

/// The plain values of a layer's properties in one block of bytes. A value encoded as a separate object costs a fifth of a millisecond in
/// Foundation's coder, and a layer has several.
///
/// For each value: the length of its key and the key in UTF-8, its kind, and its numbers as little-endian doubles. A color has the number
/// of its components before them, and the length of its space's name and the name in UTF-8 after them. A string has its length in four
/// bytes before its UTF-8.
enum PackedValues {
    /// Returns whether a value consists of numbers only, or is a color of a named space, or a string.
    static func canHold(_ value: PropertyValue) -> Bool {
        switch value {
        case .color(let color): named(color) != nil
        case .string(let text): UInt32(exactly: text.utf8.count) != nil
        default: numbers(value) != nil
        }
    }

    static func pack(_ values: [(key: String, value: PropertyValue)]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48 * values.count)
        for (key, value) in values {
            guard let length = UInt8(exactly: key.utf8.count) else { continue }
            func begin(_ kind: ValueKind) {
                bytes.append(length)
                bytes.append(contentsOf: key.utf8)
                bytes.append(kind.rawValue)
            }
            if case .color(let color) = value, let (count, components, name) = named(color) {
                begin(.color)
                bytes.append(count)
                bytes.append(numbers: components)
                bytes.append(UInt8(name.utf8.count))
                bytes.append(contentsOf: name.utf8)
            } else if case .string(let text) = value, let count = UInt32(exactly: text.utf8.count) {
                begin(.string)
                Swift.withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
                bytes.append(contentsOf: text.utf8)
            } else if let (kind, numbers) = numbers(value) {
                begin(kind)
                bytes.append(numbers: numbers)
            }
        }
        return Data(bytes)
    }

    /// Returns what a color is packed as, or nil if its space has no name.
    private static func named(_ color: CGColor) -> (count: UInt8, components: [CGFloat], name: String)? {
        guard let name = color.colorSpace?.name.map({ "\($0)" }), !name.isEmpty, name.utf8.count < 256,
            let components = color.components, let count = UInt8(exactly: components.count)
        else { return nil }
        return (count, components, name)
    }

    /// Returns the packed values, up to the first incomplete or unknown one.
    static func unpack(_ data: Data) -> [String: PropertyValue] {
        let bytes = [UInt8](data)
        var values: [String: PropertyValue] = [:]
        var place = 0
        while place < bytes.count {
            let key = place + 1, kind = key + Int(bytes[place])
            guard kind < bytes.count, let known = ValueKind(rawValue: bytes[kind]) else { break }
            let name = String(decoding: bytes[key..<kind], as: UTF8.self)
            if known == .color {
                guard let (color, end) = color(bytes, kind + 1) else { break }
                values[name] = color.map { .color($0) }
                place = end
            } else if known == .string {
                guard let (text, end) = text(bytes, kind + 1) else { break }
                values[name] = .string(text)
                place = end
            } else {
                guard let count = count(known), let numbers = numbers(bytes, kind + 1, count) else { break }
                values[name] = value(known, numbers)
                place = kind + 1 + 8 * count
            }
        }
        return values
    }

    /// Returns the numbers at a place, or nil if the bytes end before them.
    private static func numbers(_ bytes: [UInt8], _ place: Int, _ count: Int) -> [CGFloat]? {
        guard place + 8 * count <= bytes.count else { return nil }
        return (0..<count).map { index in
            CGFloat(Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[place + 8 * index + $1]) << UInt64(8 * $1) }))
        }
    }

    /// Returns the string at a place and the end of its bytes, or nil if the bytes end before that.
    private static func text(_ bytes: [UInt8], _ place: Int) -> (text: String, end: Int)? {
        guard place + 4 <= bytes.count else { return nil }
        let count = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }, end = place + 4 + count
        return end <= bytes.count ? (String(decoding: bytes[(place + 4)..<end], as: UTF8.self), end) : nil
    }

    /// Returns the color at a place, nil if its space is unknown, and the end of its bytes. Returns nil if the bytes end before that.
    private static func color(_ bytes: [UInt8], _ place: Int) -> (color: CGColor?, end: Int)? {
        guard place < bytes.count, let components = numbers(bytes, place + 1, Int(bytes[place])) else { return nil }
        let length = place + 1 + 8 * components.count
        guard length < bytes.count, length + 1 + Int(bytes[length]) <= bytes.count else { return nil }
        let end = length + 1 + Int(bytes[length]), name = String(decoding: bytes[(length + 1)..<end], as: UTF8.self)
        return (ArchivedValue.color(components, name as NSString), end)
    }

    private static func numbers(_ value: PropertyValue) -> (kind: ValueKind, numbers: [CGFloat])? {
        switch value {
        case .number(let n): (.number, [n])
        case .bool(let on): (.bool, [on ? 1 : 0])
        case .point(let p): (.point, [p.x, p.y])
        case .size(let s): (.size, [s.width, s.height])
        case .rect(let r): (.rect, [r.origin.x, r.origin.y, r.size.width, r.size.height])
        case .transform(let t): (.transform, t.elements)
        case .color, .path, .image, .colors, .numbers, .insets, .string, .object: nil
        }
    }

    private static func count(_ kind: ValueKind) -> Int? {
        switch kind {
        case .number, .bool: 1
        case .point, .size: 2
        case .rect: 4
        case .transform: 16
        case .color, .path, .image, .colors, .numbers, .insets, .string, .object: nil
        }
    }

    private static func value(_ kind: ValueKind, _ n: [CGFloat]) -> PropertyValue? {
        switch kind {
        case .number: .number(n[0])
        case .bool: .bool(n[0] != 0)
        case .point: .point(CGPoint(x: n[0], y: n[1]))
        case .size: .size(CGSize(width: n[0], height: n[1]))
        case .rect: .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
        case .transform: .transform(CATransform3D(elements: n))
        case .color, .path, .image, .colors, .numbers, .insets, .string, .object: nil
        }
    }
}

extension [UInt8] {
    /// Appends numbers as little-endian doubles.
    fileprivate mutating func append(numbers: [CGFloat]) {
        for number in numbers { Swift.withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { append(contentsOf: $0) } }
    }
}
