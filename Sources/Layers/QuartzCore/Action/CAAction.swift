import CoreGraphics

/// What a layer runs when something happens to it: a property changed, it came in or went out.
public protocol CAAction {
    /// - Parameters:
    ///   - event: the key of the property, or the name of the event.
    ///   - anObject: the layer.
    ///   - dict: further arguments of the event; nil for property changes.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The action that does nothing, and ends the search for one.
extension NSNull: CAAction {
    /// Does nothing.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
