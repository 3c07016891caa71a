import Foundation

/// Methods that Apple's frameworks give to all objects, with the effect of the methods of `NSObject`: none. Members of an extension of a
/// protocol, so that classes may have methods of the same names.
extension ObjectiveCObject {
    /// Called on Apple's systems after an object was loaded from a nib. Does nothing.
    public func awakeFromNib() {}
    /// Called on Apple's systems before Interface Builder shows an object. Does nothing.
    public func prepareForInterfaceBuilder() {}
    /// Returns the class itself, as `Bundle(for:)` takes it.
    public static func classForCoder() -> AnyClass { self }
    /// Returns nil: no object receives the messages that this one does not understand.
    public func forwardingTarget(for aSelector: Selector!) -> Any? { nil }
}
