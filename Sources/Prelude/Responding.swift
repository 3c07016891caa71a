import Foundation
import ObjectiveCRuntime

/// What clients ask of objects that they only know by a protocol of their own.
extension NSObjectProtocol {
    /// Whether the object has the method of a selector.
    @_disfavoredOverload
    public func responds(to aSelector: Selector!) -> Bool { (self as? NSObject).map { $0.responds(to: aSelector) } ?? false }
}
