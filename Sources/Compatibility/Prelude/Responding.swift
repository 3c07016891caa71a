import Foundation
import ObjectiveCRuntime

/// Queries for objects that are known only by a client's own protocol.
extension NSObjectProtocol {
    /// Returns true if the object has the method of a selector.
    @_disfavoredOverload
    public func responds(to aSelector: Selector!) -> Bool { (self as? NSObject).map { $0.responds(to: aSelector) } ?? false }

    /// Returns true if the object is an instance of a class, or of a subclass.
    @_disfavoredOverload
    public func isKind(of aClass: AnyClass) -> Bool {
        var type: AnyClass? = Swift.type(of: self as AnyObject)
        while let current = type {
            if current == aClass { return true }
            type = _getSuperclass(current)
        }
        return false
    }

    /// Returns true if the object is an instance of a class, and not of a subclass.
    @_disfavoredOverload
    public func isMember(of aClass: AnyClass) -> Bool { Swift.type(of: self as AnyObject) == aClass }

    /// Calls a method by its name. An object whose class is not below NSObject has none: nil.
    @_disfavoredOverload
    @discardableResult
    public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! { (self as? NSObject)?.perform(aSelector) }

    /// Calls a method by its name, with one argument. An object whose class is not below NSObject has none: nil.
    @_disfavoredOverload
    @discardableResult
    public func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        (self as? NSObject)?.perform(aSelector, with: object)
    }

    /// Returns true if the object conforms to a protocol, as `object.conforms(to: NSCopying.self)`.
    @_disfavoredOverload
    public func conforms<Protocol>(to aProtocol: Protocol.Type) -> Bool { (self as Any) is Protocol }
}

extension CGFloat {
    /// Creates the value of a number, rounded to the precision of a CGFloat.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
    /// Creates the value of a number; nil if a CGFloat can't represent it.
    public init?(exactly number: NSNumber) {
        guard let value = Double(exactly: number) else { return nil }
        self.init(value)
    }
}
