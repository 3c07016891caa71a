import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A JSON value, numbers apart from booleans.
enum JSON: Equatable, Sendable, Decodable {
    case null, bool(Bool), number(Double), string(String), array([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let value = try? box.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? box.decode(Double.self) {
            self = .number(value)
        } else if let value = try? box.decode(String.self) {
            self = .string(value)
        } else if let value = try? box.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try box.decode([String: JSON].self))
        }
    }

    subscript(_ key: String) -> JSON? { if case .object(let entries) = self { entries[key] } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var text: String? { if case .string(let value) = self { value } else { nil } }
    var flag: Bool? { if case .bool(let value) = self { value } else { nil } }
    var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
    var numbers: [Double]? { array.flatMap { $0.count == $0.compactMap(\.number).count ? $0.compactMap(\.number) : nil } }
    var point: CGPoint? { numbers.flatMap { $0.count == 2 ? CGPoint(x: $0[0], y: $0[1]) : nil } }
    var size: CGSize? { numbers.flatMap { $0.count == 2 ? CGSize(width: $0[0], height: $0[1]) : nil } }
    var rect: CGRect? { numbers.flatMap { $0.count == 4 ? CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) : nil } }

    static func list(_ numbers: [Double]) -> JSON { .array(numbers.map { .number($0) }) }
    static func point(_ p: CGPoint) -> JSON { list([Double(p.x), Double(p.y)]) }
    static func size(_ s: CGSize) -> JSON { list([Double(s.width), Double(s.height)]) }
    static func rect(_ r: CGRect) -> JSON { list([Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height)]) }
    static func affine(_ t: CGAffineTransform) -> JSON { list([t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) }) }
    static func transform(_ t: CATransform3D) -> JSON {
        list(t.elements.map { Double($0) })
    }

    /// A value out of key-value access.
    static func any(_ value: Any?) -> JSON {
        switch value {
        case nil: .null
        case let value as String: .string(value)
        case let value as CGPoint: .point(value)
        case let value as CGSize: .size(value)
        case let value as CGRect: .rect(value)
        case let value as CATransform3D: value == CATransform3DIdentity ? .string("identity") : .transform(value)
        case let value as CGAffineTransform: .affine(value)
        case let value as CGColor: color(value)
        case let value as Bool where Swift.type(of: value) == Bool.self: .bool(value)
        case let value as NSNumber: .number(value.doubleValue)
        case let value as NSValue: nsValue(value)
        case let value as [Any]: .array(value.map { any($0) })
        case let value?: .string("\(value)")
        }
    }

    private static func nsValue(_ value: NSValue) -> JSON {
        .string("\(value)")
    }

    /// Black and white as the vectors call them, other colours as red, green, blue, alpha.
    static func color(_ color: CGColor) -> JSON {
        guard let c = color.components?.map({ Double($0) }) else { return .null }
        let rgba = c.count == 2 ? [c[0], c[0], c[0], c[1]] : c
        if rgba == [0, 0, 0, 1] { return .string("opaque black") }
        if rgba == [1, 1, 1, 1] { return .string("opaque white") }
        return list(rgba)
    }
}

extension JSON: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        case .string(let value): "\"\(value)\""
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let entries): "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        }
    }
}

extension JSON {
    /// Whether a result is what was expected, each number within the tolerance. An object may say more than was asked.
    func matches(_ expected: JSON, tolerance: Double) -> Bool {
        switch (self, expected) {
        case (.number(let a), .number(let b)): a == b || abs(a - b) <= tolerance
        case (.number(let a), .string("inf")): a == .infinity
        case (.bool(let a), .number(let b)): (a ? 1 : 0) == b
        case (.number(let a), .bool(let b)): a == (b ? 1 : 0)
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.matches($1, tolerance: tolerance) }
        case (.object(let a), .object(let b)): b.allSatisfy { key, value in a[key]?.matches(value, tolerance: tolerance) ?? false }
        default: self == expected
        }
    }
}
