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
    /// The class above that of the object.
    public var superclass: AnyClass? { _getSuperclass(type(of: self)) }
    /// Returns the class above.
    public static func superclass() -> AnyClass? { _getSuperclass(self) }
    /// Returns the object itself. Apple's coders use what this returns in its place.
    public func awakeAfter(using coder: NSCoder) -> Any? { self }
}

extension ObjectiveCObject where Self: Formatter {
    /// Returns false: a formatter without a method of its own reads nothing from texts.
    public func getObjectValue(
        _ obj: AutoreleasingUnsafeMutablePointer<AnyObject?>?, for string: String,
        errorDescription error: AutoreleasingUnsafeMutablePointer<NSString?>?
    ) -> Bool { false }

    /// Returns true: a formatter without a method of its own accepts every text.
    public func isPartialStringValid(
        _ partialString: String, newEditingString newString: AutoreleasingUnsafeMutablePointer<NSString?>?,
        errorDescription error: AutoreleasingUnsafeMutablePointer<NSString?>?
    ) -> Bool { true }

    /// Returns true: a formatter without a method of its own accepts every text.
    public func isPartialStringValid(
        _ partialStringPtr: AutoreleasingUnsafeMutablePointer<NSString>, proposedSelectedRange proposedSelRangePtr: NSRangePointer?,
        originalString origString: String, originalSelectedRange origSelRange: NSRange,
        errorDescription error: AutoreleasingUnsafeMutablePointer<NSString?>?
    ) -> Bool { true }
}
