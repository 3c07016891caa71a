import CoreGraphics

/// An action that a layer runs on an event: a property changed, or the layer was added or removed.
public protocol CAAction {
    /// Runs the action.
    /// - Parameters:
    ///   - event: the key of the property, or the name of the event.
    ///   - anObject: the layer.
    ///   - dict: further arguments of the event; nil for property changes.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// An action that does nothing, and ends the search for one.
extension NSNull: CAAction {
    /// Does nothing.
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
