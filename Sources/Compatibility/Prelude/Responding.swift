import Foundation
import ObjectiveCRuntime

/// Queries for objects that are known only by a client's own protocol.
extension NSObjectProtocol {
    /// Returns true if the object has the method of a selector.
    @_disfavoredOverload
    public func responds(to aSelector: Selector!) -> Bool { (self as? NSObject).map { $0.responds(to: aSelector) } ?? false }

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
