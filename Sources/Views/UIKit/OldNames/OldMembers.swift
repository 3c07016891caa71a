import CoreText
import QuartzCore

// Members and functions of Swift 4, for packages in that mode of the language.

extension UIView {
    /// The name of ``bringSubviewToFront(_:)`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "bringSubviewToFront(_:)")
    public func bringSubview(toFront view: UIView) { bringSubviewToFront(view) }
    /// The name of ``sendSubviewToBack(_:)`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "sendSubviewToBack(_:)")
    public func sendSubview(toBack view: UIView) { sendSubviewToBack(view) }
}

extension UIViewController {
    /// The name of ``children`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "children")
    public var childViewControllers: [UIViewController] { children }
    /// The name of ``addChild(_:)`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "addChild(_:)")
    public func addChildViewController(_ childController: UIViewController) { addChild(childController) }
    /// The name of ``removeFromParent()`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "removeFromParent()")
    public func removeFromParentViewController() { removeFromParent() }
    /// The name of ``willMove(toParent:)`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "willMove(toParent:)")
    public func willMove(toParentViewController parent: UIViewController?) { willMove(toParent: parent) }
    /// The name of ``didMove(toParent:)`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "didMove(toParent:)")
    public func didMove(toParentViewController parent: UIViewController?) { didMove(toParent: parent) }
}

extension NSUnderlineStyle {
    /// The name of the empty set in Swift 4.
    @available(swift, obsoleted: 4.2, message: "use [] to construct an empty option set")
    public static var styleNone: NSUnderlineStyle { [] }
    /// The name of ``single`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "single")
    public static var styleSingle: NSUnderlineStyle { .single }
    /// The name of ``thick`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "thick")
    public static var styleThick: NSUnderlineStyle { .thick }
    /// The name of ``double`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "double")
    public static var styleDouble: NSUnderlineStyle { .double }
}

extension RunLoop.Mode {
    /// The name of ``tracking`` in Swift 4.
    @available(swift, obsoleted: 4.2, renamed: "tracking")
    public static var UITrackingRunLoopMode: RunLoop.Mode { .tracking }
}
