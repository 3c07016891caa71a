import Foundation

/// The arguments of a performed selector.
public struct SelectorArguments {
    private let values: [Any?]

    /// Creates arguments in order.
    public init(_ values: [Any?]) { self.values = values }

    /// The number of arguments.
    public var count: Int { values.count }

    /// An argument in the type that the method requires. A missing argument is nil. Numbers and geometry are converted from and to
    /// `NSNumber` and `NSValue`, as Apple's systems do automatically. Throws for an argument of another type; the method is then not
    /// called.
    public subscript<Value>(index: Int) -> Value {
        get throws {
            let value = index < values.count ? values[index] : nil
            if let fitting = bridgedCast(value, to: Value.self) { return fitting }
            throw SelectorArgumentError(index: index, found: value.map { "\(type(of: $0))" } ?? "nil", wanted: "\(Value.self)")
        }
    }
}

/// An argument of a type that the method does not accept.
struct SelectorArgumentError: Error {
    let index: Int
    let found: String
    let wanted: String
}

/// Returns the result of `value as? Target` on Apple's systems: numbers of any type from and to `NSNumber`, points, sizes and rectangles
/// from and to `NSValue`, and nil for an optional type without a value.
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
        // Lossy if the number does not fit, as when a struct is bridged from an NSNumber by hand, but never a crash.
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

/// Unwraps an optional that was stored in `Any` as a whole.
func withoutOptional(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalKind else { return value }
    return optional.content.flatMap(withoutOptional)
}

/// The common interface of all optionals.
private protocol OptionalKind {
    var content: Any? { get }
    static var nothing: Any { get }
    /// Returns an optional with the value in it, or nil if it is not of the wrapped type.
    static func bridged(_ value: Any) -> Any?
}

extension Optional: OptionalKind {
    fileprivate var content: Any? { map { $0 as Any } }
    fileprivate static var nothing: Any { Optional<Wrapped>.none as Any }
    fileprivate static func bridged(_ value: Any) -> Any? { bridgedCast(value, to: Wrapped.self).map { Optional.some($0) as Any } }
}
