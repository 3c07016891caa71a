import CoreGraphics
import Foundation
import RenderTree

/// The plain values of a layer's properties in one block of bytes. A value encoded as a separate object costs a fifth of a millisecond in
/// Foundation's coder, and a layer has several.
///
/// For each value: the length of its key and the key in UTF-8, its kind, and its numbers as little-endian doubles.
enum PackedValues {
    /// Returns whether a value consists of numbers only.
    static func canHold(_ value: PropertyValue) -> Bool { numbers(value) != nil }

    static func pack(_ values: [(key: String, value: PropertyValue)]) -> Data {
        var bytes = Data()
        for (key, value) in values {
            guard let (kind, numbers) = numbers(value), let length = UInt8(exactly: key.utf8.count) else { continue }
            bytes.append(length)
            bytes.append(contentsOf: key.utf8)
            bytes.append(kind.rawValue)
            for number in numbers { withUnsafeBytes(of: Double(number).bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        }
        return bytes
    }

    /// Returns the packed values, up to the first incomplete or unknown one.
    static func unpack(_ data: Data) -> [String: PropertyValue] {
        let bytes = [UInt8](data)
        var values: [String: PropertyValue] = [:]
        var place = 0
        while place < bytes.count {
            let key = place + 1, kind = key + Int(bytes[place])
            guard kind < bytes.count, let known = ValueKind(rawValue: bytes[kind]), let count = count(known),
                kind + 1 + 8 * count <= bytes.count
            else { break }
            let numbers = (0..<count).map { index in
                CGFloat(Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[kind + 1 + 8 * index + $1]) << UInt64(8 * $1) }))
            }
            values[String(decoding: bytes[key..<kind], as: UTF8.self)] = value(known, numbers)
            place = kind + 1 + 8 * count
        }
        return values
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
