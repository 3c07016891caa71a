import QuartzCore

/// Where the arrow of a popover may point.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// Decides about a popover. Every method may be left out.
@preconcurrency @MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}

/// A presentation beside a view, with an arrow to it. There is none on Linux: controllers that ask for one come as sheets, so a controller's
/// ``UIKit/UIViewController/popoverPresentationController`` is nil, unless the program made one of its own.
@preconcurrency @MainActor open class UIPopoverPresentationController: UIPresentationController {
    /// What the arrow points at. Kept, as is all of the following.
    open var sourceView: UIView?
    open var sourceRect = CGRect.null
    open var sourceItem: AnyObject?
    open var barButtonItem: UIBarButtonItem?
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open var passthroughViews: [UIView]?
    open var backgroundColor: UIColor?
    open var popoverLayoutMargins = UIEdgeInsets.zero
    open var canOverlapSourceViewRect = false
}

extension UIViewController {
    /// The popover that the controller is in; see ``UIPopoverPresentationController``.
    public var popoverPresentationController: UIPopoverPresentationController? { presentationController as? UIPopoverPresentationController }
}
