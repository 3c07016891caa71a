import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// The conversion between `Any` and `PropertyValue`. It does explicitly what Apple's bridging does automatically: numbers and structures
/// may be plain, in `NSNumber` or in `NSValue`, and numbers may be strings.
package enum Boxing {
    /// Converts an object to a kind; nil if a property of the kind can't take it.
    package static func value(_ any: Any, as kind: ValueKind) -> PropertyValue? {
        let any = flattened(any)
        switch kind {
        case .number: return number(any).map { .number($0) }
        case .bool:
            if let on = any as? Bool { return .bool(on) }
            return number(any).map { .bool($0 != 0) }
        case .point:
            if let p = any as? CGPoint { return .point(p) }
            if let s = any as? CGSize { return .point(CGPoint(x: s.width, y: s.height)) }
            return nil
        case .size:
            if let s = any as? CGSize { return .size(s) }
            if let p = any as? CGPoint { return .size(CGSize(width: p.x, height: p.y)) }
            return nil
        case .rect: return (any as? CGRect).map { .rect($0) }
        case .transform: return transform(any).map { .transform($0) }
        case .color: return (any as? CGColor).map { .color($0) }
        case .path: return (any as? CGPath).map { path($0) }
        case .image: return contents(any)
        case .colors: return list(any).flatMap(colors)
        case .numbers: return list(any).flatMap(numbers)
        case .insets: return insets(any)
        case .string: return string(any).map { .string($0) }
        case .object: return .object(OpaqueObject(any))
        }
    }

    /// Converts an object for a key without a row in the property table; its type determines the kind.
    package static func value(_ any: Any) -> PropertyValue {
        let any = flattened(any)
        switch any {
        case let v as PropertyValue: return v
        case let v as CGColor: return .color(v)
        case let v as CGPath: return path(v)
        case let v as CGImage: return .image(v)
        case let v as CATransform3D: return .transform(v)
        case let v as CGAffineTransform: return .transform(LayerGeometry.transform(v))
        case let v as String: return .string(v)
        default: break
        }
        if type(of: any) == Bool.self, let v = any as? Bool { return .bool(v) }
        if let v = number(any) { return .number(v) }
        if let v = any as? NSValue, !(any is NSNumber), v.holdsTransform { return .transform(v.caTransform3DValue) }
        if let v = any as? CGPoint { return .point(v) }
        if let v = any as? CGSize { return .size(v) }
        if let v = any as? CGRect { return .rect(v) }
        if let v = insets(any) { return v }
        // A list that contains strings stays as it is: only a property of numbers reads numbers in strings.
        if let v = list(any), !v.isEmpty, let boxed = colors(v) ?? (v.contains { $0 is String } ? nil : numbers(v)) { return boxed }
        return .object(OpaqueObject(any))
    }

    /// Converts a value to an object. Scalars result in `NSNumber`, which casts to every Swift number and to Bool; other values keep their
    /// types.
    package static func any(_ value: PropertyValue) -> Any {
        switch value {
        case .number(let v): NSNumber(value: v)
        case .bool(let v): NSNumber(value: v)
        case .point(let v): v
        case .size(let v): v
        case .rect(let v): v
        case .transform(let v): v
        case .color(let v): v
        case .path(let v): v
        case .image(let v): v
        case .colors(let v): v
        case .numbers(let v): v.map { NSNumber(value: $0) }
        case .insets(let v): NSEdgeInsets(top: v.top, left: v.left, bottom: v.bottom, right: v.right)
        case .string(let v): v
        case .object(let v): unwrapped(v)
        }
    }

    /// Converts a value to an object for a property. A Float stays a Float, so that it casts back exactly.
    package static func any(_ value: PropertyValue, as row: PropertyRow) -> Any {
        if case .number(let v) = value {
            switch row.storage {
            case .float, .extraFloat: return NSNumber(value: Float(v))
            case .byte, .extraByte: return NSNumber(value: Int(v))
            default: break
            }
        }
        return any(value)
    }

    /// Converts a value to a Swift type; nil if it is of another type.
    package static func value<T>(_ value: PropertyValue, as type: T.Type) -> T? {
        if case .object(let object) = value {
            if object.object is NSNull, let optional = T.self as? any OptionalValue.Type { return optional.nothing as? T }
            return object.object as? T
        }
        if case .insets(let insets) = value, let wanted = T.self as? any EdgeInsetsValue.Type { return wanted.init(insets) as? T }
        let boxed = any(value)
        if let fitting = boxed as? T { return fitting }
        // An NSNumber of a Double does not always cast exactly to Float.
        if let number = boxed as? NSNumber {
            if T.self == Float.self { return number.floatValue as? T }
            if T.self == Int.self { return Int(exactly: number.doubleValue.rounded()) as? T }
        }
        return nil
    }

    /// Returns a key in the table's spelling. Booleans have a second spelling, that of their Swift property.
    static func canonical(_ key: String, _ kind: LayerClass) -> String {
        guard key.hasPrefix("is"), key.utf8.count > 2 else { return key }
        let rest = key.dropFirst(2)
        guard let first = rest.first, first.isUppercase else { return key }
        let plain = first.lowercased() + rest.dropFirst()
        if let row = PropertyTable.row(forKey: plain, of: kind), row.kind == .bool { return plain }
        return key
    }

    static func knownName(_ name: String, _ row: PropertyRow) -> PropertyValue? {
        switch row.storage {
        case .byte(_, let names?), .extraByte(_, let names?):
            if row.keepsUnknownNames { return .string(name) }
            // An unknown gravity is stored as center (Behaviour 4.6 C4), other unknown names as the default.
            return .string(names.contains(name) ? name : row.key == "contentsGravity" ? "center" : names[0])
        default: return .string(name)
        }
    }

    static func contents(_ any: Any) -> PropertyValue {
        // Nearly always an image, which no container needs to be looked for in.
        if type(of: any) == CGImage.self, let image = any as? CGImage { return .image(image) }
        let any = ContainerDepth.guarded(any)
        if let image = any as? CGImage { return .image(image) }
        let kind = "\(type(of: any))"
        Diagnostic.reportOnce("layer.unsupported-contents", key: kind, "contents of type \(kind) are not drawn; use a CGImage")
        return .object(OpaqueObject(any))
    }

    /// Copies a mutable path, since it may change later.
    static func path(_ path: CGPath) -> PropertyValue {
        .path(path is CGMutablePath ? path.copy() ?? path : path)
    }

    /// Returns whether the value has one of the common types, and so is neither an optional nor `NSNull`.
    static func isPlain(_ any: Any) -> Bool {
        let type = type(of: any)
        return type == CGPoint.self || type == Double.self || type == CGRect.self || type == CGFloat.self || type == Int.self
            || type == Float.self
            || type == CGSize.self || type == CATransform3D.self || type == CGColor.self || type == Bool.self
    }

    // MARK: Parts

    /// Unwraps an optional that is stored in `Any` as a whole.
    private static func flattened(_ any: Any) -> Any {
        // Casting to a protocol takes longer than checking the common types.
        if isPlain(any) { return any }
        guard let optional = any as? any OptionalValue else { return ContainerDepth.guarded(any) }
        return optional.content.map(flattened) ?? NSNull()
    }

    /// Returns whether the value is key-value coding's nil, which may be an `NSNull` or an empty optional inside `Any`.
    package static func isNil(_ any: Any) -> Bool { flattened(any) is NSNull }

    private static func unwrapped(_ object: OpaqueObject) -> Any {
        if let list = object.object as? [OpaqueObject] { return list.map(\.programObject) }
        return object.programObject
    }

    package static func number(_ any: Any) -> Double? {
        switch any {
        case let v as Double: return v
        case let v as CGFloat: return Double(v)
        case let v as Float: return Double(v)
        case let v as Int: return Double(v)
        case let v as NSNumber: return v.doubleValue
        case let v as Bool: return v ? 1 : 0
        case let v as any BinaryInteger: return Double(v)
        case let v as String: return Double(v.trimmingCharacters(in: .whitespaces))
        default: return nil
        }
    }

    private static func transform(_ any: Any) -> CATransform3D? {
        if let t = any as? CATransform3D { return t }
        if let v = any as? NSValue, v.holdsTransform { return v.caTransform3DValue }
        if let m = any as? CGAffineTransform { return LayerGeometry.transform(m) }
        return nil
    }

    private static func string(_ any: Any) -> String? {
        if let s = any as? String { return s }
        if let raw = any as? any RawRepresentable { return raw.rawValue as? String }
        return nil
    }

    private static func insets(_ any: Any) -> PropertyValue? {
        if let insets = any as? any EdgeInsetsValue { return .insets(insets.edgeInsets) }
        // The cast of an NSValue succeeds only if it contains insets.
        return (any as? NSEdgeInsets).map { .insets($0.edgeInsets) }
    }

    private static func list(_ any: Any) -> [Any]? {
        // A list of Swift's would be bridged, and each of its elements be boxed.
        if !(type(of: any) is AnyClass), let list = any as? [Any] { return list }
        if let array = any as? NSArray { return array.map { $0 } }
        return any as? [Any]
    }

    private static func colors(_ list: [Any]) -> PropertyValue? {
        var colors: [CGColor] = []
        for element in list {
            guard let color = element as? CGColor else { return nil }
            colors.append(color)
        }
        return .colors(colors)
    }

    private static func numbers(_ list: [Any]) -> PropertyValue? {
        var numbers: [Double] = []
        for element in list {
            guard let n = number(element) else { return nil }
            numbers.append(n)
        }
        return .numbers(numbers)
    }
}

/// A type of edge insets: Foundation's here, UIKit's own in UIKit.
package protocol EdgeInsetsValue {
    init(_ insets: EdgeInsets)
    var edgeInsets: EdgeInsets { get }
}

extension NSEdgeInsets: EdgeInsetsValue {
    package init(_ insets: EdgeInsets) { self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right) }
    package var edgeInsets: EdgeInsets { EdgeInsets(top: top, left: left, bottom: bottom, right: right) }
}

/// A protocol of all optionals, to unwrap one inside `Any`.
protocol OptionalValue {
    var content: Any? { get }
    static var nothing: Any { get }
}

extension Optional: OptionalValue {
    var content: Any? { map { $0 as Any } }
    static var nothing: Any { Optional<Wrapped>.none as Any }
}

extension PropertyValue {
    /// Returns whether a property may take the value: only finite numbers, except where the row says that they may be infinite.
    func isAllFinite(or row: PropertyRow) -> Bool {
        switch self {
        case .number(let v): v.isFinite || (!v.isNaN && row.mayBeInfinite)
        case .point(let v): v.isAllFinite
        case .size(let v): v.isAllFinite
        case .rect(let v): v.isAllFinite
        case .transform(let v): v.isAllFinite
        default: true
        }
    }
}
