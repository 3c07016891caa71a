import Foundation
import ObjectiveCRuntime

/// What clients ask of objects that they only know by a protocol of their own.
extension NSObjectProtocol {
    /// Whether the object has the method of a selector.
    @_disfavoredOverload
    public func responds(to aSelector: Selector!) -> Bool { (self as? NSObject).map { $0.responds(to: aSelector) } ?? false }

    /// Whether the object conforms to a protocol, as `object.conforms(to: NSCopying.self)`.
    @_disfavoredOverload
    public func conforms<Protocol>(to aProtocol: Protocol.Type) -> Bool { (self as Any) is Protocol }
}

extension CGFloat {
    /// The value of a number, rounded to what a CGFloat holds.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
    /// The value of a number; nil where a CGFloat does not hold it.
    public init?(exactly number: NSNumber) {
        guard let value = Double(exactly: number) else { return nil }
        self.init(value)
    }
}
