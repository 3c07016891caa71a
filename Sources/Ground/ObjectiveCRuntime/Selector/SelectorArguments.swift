import Foundation

/// What a selector is performed with.
public struct SelectorArguments {
    private let values: [Any?]

    /// Arguments in order.
    public init(_ values: [Any?]) { self.values = values }

    /// How many were given.
    public var count: Int { values.count }

    /// An argument as the method wants it. One that was not given is nil; numbers and geometry come out of `NSNumber` and `NSValue` and go
    /// into them, as they do by themselves on Apple's systems. Throws for an argument of another type; the method is then not called.
    public subscript<Value>(index: Int) -> Value {
        get throws {
            let value = index < values.count ? values[index] : nil
            if let fitting = bridgedCast(value, to: Value.self) { return fitting }
            throw SelectorArgumentError(index: index, found: value.map { "\(type(of: $0))" } ?? "nil", wanted: "\(Value.self)")
        }
    }
}

/// An argument that does not fit its method.
struct SelectorArgumentError: Error {
    let index: Int
    let found: String
    let wanted: String
}

/// What `value as? Target` gives on Apple's systems: numbers of any type out of and into `NSNumber`, points, sizes and rectangles out of
/// and into `NSValue`, and nil for an optional type where there is none.
public func bridgedCast<Target>(_ value: Any?, to target: Target.Type = Target.self) -> Target? {
    guard let value = value.flatMap(withoutOptional) else { return (Target.self as? any OptionalKind.Type)?.nothing as? Target }
    if let fitting = value as? Target { return fitting }
    if let optional = Target.self as? any OptionalKind.Type { return optional.bridged(value).flatMap { $0 as? Target } }
    if Target.self == NSNumber.self || Target.self == NSValue.self {
        if let number = value as? CGFloat { return NSNumber(value: Double(number)) as? Target }
        if let boxed = boxedGeometry(value) { return boxed as? Target }
        return nil
    }
    if let number = number(value) {
        // Lossy where the number is, as bridging a struct out of an NSNumber by hand would be; never a crash.
        switch Target.self {
        case is CGFloat.Type: return CGFloat(number.doubleValue) as? Target
        case is Double.Type: return number.doubleValue as? Target
        case is Float.Type: return number.floatValue as? Target
        case is Int.Type: return Int(exactly: number.doubleValue) as? Target
        case is Bool.Type: return number.boolValue as? Target
        default: return nil
        }
    }
    guard let boxed = value as? NSValue else { return nil }
    switch Target.self {
    case is CGPoint.Type: return boxed.pointValue as? Target
    case is CGSize.Type: return boxed.sizeValue as? Target
    case is CGRect.Type: return boxed.rectValue as? Target
    default: return nil
    }
}

private func number(_ value: Any) -> NSNumber? {
    if let number = value as? CGFloat { return NSNumber(value: Double(number)) }
    return value as? NSNumber
}

private func boxedGeometry(_ value: Any) -> NSValue? {
    switch value {
    case let point as CGPoint: NSValue(point: point)
    case let size as CGSize: NSValue(size: size)
    case let rect as CGRect: NSValue(rect: rect)
    default: nil
    }
}

/// An optional that was put into `Any` as a whole.
func withoutOptional(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalKind else { return value }
    return optional.content.flatMap(withoutOptional)
}

/// What all optionals have in common.
private protocol OptionalKind {
    var content: Any? { get }
    static var nothing: Any { get }
    /// An optional with the value in it; nil where it is none of the wrapped type.
    static func bridged(_ value: Any) -> Any?
}

extension Optional: OptionalKind {
    fileprivate var content: Any? { map { $0 as Any } }
    fileprivate static var nothing: Any { Optional<Wrapped>.none as Any }
    fileprivate static func bridged(_ value: Any) -> Any? { bridgedCast(value, to: Wrapped.self).map { Optional.some($0) as Any } }
}
