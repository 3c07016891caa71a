import CoreGraphics
import RenderTree

/// The two accessors of an animation property for key-value access. Numbers are returned as `NSNumber`, as in Apple's. They may be set as
/// any number, or as a string that contains one.
struct AnimationKeyValue {
    let get: () -> Any?
    let set: (Any?) -> Void

    init(get: @escaping () -> Any?, set: @escaping (Any?) -> Void) {
        self.get = get
        self.set = set
    }

    static func double(_ get: @escaping () -> Double, set: @escaping (Double) -> Void) -> Self {
        Self(get: { NSNumber(value: get()) }) { set(number($0) ?? 0) }
    }

    static func bool(_ get: @escaping () -> Bool, set: @escaping (Bool) -> Void) -> Self {
        Self(get: { NSNumber(value: get()) }) { set((number($0) ?? 0) != 0) }
    }

    static func string(_ get: @escaping () -> String?, set: @escaping (String?) -> Void) -> Self {
        Self(get: get) { set($0 as? String) }
    }

    static func object<Value>(_ get: @escaping () -> Value?, set: @escaping (Value?) -> Void) -> Self {
        Self(get: { get().map { $0 as Any } }) { set($0 as? Value) }
    }

    static func object<Value>(_ get: @escaping () -> Value, set: @escaping (Value?) -> Void) -> Self {
        Self(get: { get() }) { set($0 as? Value) }
    }

    /// Converts any number to Double.
    static func number(_ value: Any?) -> Double? {
        switch value.map({ ContainerDepth.guarded($0) }) {
        case let value as Double: value
        case let value as CGFloat: Double(value)
        case let value as Float: Double(value)
        case let value as Int: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        case let value as String: Double(value)
        default: nil
        }
    }

    static func isZero(_ value: Any) -> Bool { number(value) == 0 }

    static func areEqual(_ a: Any, _ b: Any) -> Bool {
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        return (a as AnyObject) === (b as AnyObject)
    }
}
