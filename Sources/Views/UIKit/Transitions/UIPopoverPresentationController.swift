import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// The allowed directions of a popover's arrow.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The arrow points up: the popover is below its source.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// The arrow points down: the popover is above its source.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// The arrow points left: the popover is to the right of its source.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// The arrow points right: the popover is to the left of its source.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// All four directions.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// The delegate of a popover. Every method is optional.
@preconcurrency @MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// Called before a popover is shown. Not called on Agate: there are no popovers.
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
    /// Returns whether a touch outside dismisses a popover. Not called on Agate: there are no popovers.
    func popoverPresentationControllerShouldDismissPopover(_ popoverPresentationController: UIPopoverPresentationController) -> Bool
    /// Called after a popover was dismissed. Not called on Agate: there are no popovers.
    func popoverPresentationControllerDidDismissPopover(_ popoverPresentationController: UIPopoverPresentationController)
    /// Called before a popover moves. Not called on Agate: there are no popovers.
    func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController, willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
        in view: UnsafeMutablePointer<UIView>)
}

/// A presentation beside a view, with an arrow that points to it. Linux has no popovers: controllers that request one are shown as sheets,
/// so a controller's ``UIKit/UIViewController/popoverPresentationController`` is nil, unless the program created one.
@preconcurrency @MainActor open class UIPopoverPresentationController: UIPresentationController {
    /// The view that the arrow points to; nil by default. Like all of the following properties, it is stored, without effect.
    open var sourceView: UIView?
    /// The part of `sourceView` that the arrow points to, in that view's coordinates; the null rectangle, the default, is the whole view.
    /// Stored, without effect.
    open var sourceRect = CGRect.null
    /// The view or bar item that the arrow points to; nil by default. Stored, without effect.
    open var sourceItem: AnyObject?
    /// The bar item that the arrow points to; nil by default. Stored, without effect.
    open var barButtonItem: UIBarButtonItem?
    /// The allowed directions of the arrow; all by default. Stored, without effect.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    /// The views outside the popover that still receive touches; nil by default. Stored, without effect.
    open var passthroughViews: [UIView]?
    /// The color of the popover and its arrow; nil by default. Stored, without effect.
    open var backgroundColor: UIColor?
    /// The margins between the popover and the window's edges, in points; zero by default. Stored, without effect.
    open var popoverLayoutMargins = UIEdgeInsets.zero
    /// A Boolean value that indicates whether the popover may cover its source; false by default. Stored, without effect.
    open var canOverlapSourceViewRect = false
}

/// A sheet that rests at several heights. Linux has no such sheets: a sheet has the height of its content or of the window, so a
/// controller's ``UIKit/UIViewController/sheetPresentationController`` is nil, unless the program created one.
@preconcurrency @MainActor open class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet rests.
    @preconcurrency @MainActor open class Detent: NSObject {
        /// The identifier of a height.
        public struct Identifier: BridgedName, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Creates a custom identifier.
            public init(_ rawValue: String) { self.rawValue = rawValue }
            /// The identifier of the detent of half the window's height.
            public static let medium = Identifier("com.apple.UIKit.medium")
            /// The identifier of the detent of the whole window.
            public static let large = Identifier("com.apple.UIKit.large")
        }

        /// The identifier of the height.
        public let identifier: Identifier
        init(_ identifier: Identifier) {
            self.identifier = identifier
            super.init()
        }
        /// Returns a detent of about half the window's height. Without effect: the presentation style decides the size of a sheet.
        open class func medium() -> Detent { Detent(.medium) }
        /// Returns a detent of the whole height of the window. Without effect: the presentation style decides the size of a sheet.
        open class func large() -> Detent { Detent(.large) }
    }

    /// The heights at which the sheet rests; only `large` by default. Like all of the following properties, it is stored, without effect.
    open var detents: [Detent] = [.large()]
    /// The identifier of the current height; nil, the default, for the smallest. Stored, without effect.
    open var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which the content behind the sheet isn't dimmed; nil, the default, for none. Stored, without effect.
    open var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// A Boolean value that indicates whether a grabber shows at the sheet's upper edge; false by default. Stored, without effect.
    open var prefersGrabberVisible = false
    /// A Boolean value that indicates whether scrolling at the edge enlarges the sheet; true by default. Stored, without effect.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// A Boolean value that indicates whether the sheet is attached to the lower edge of a window of compact height; false by default.
    /// Stored, without effect.
    open var prefersEdgeAttachedInCompactHeight = false
    /// The radius of the sheet's corners, in points; nil, the default, for the standard one. Stored, without effect: the radius is 10.
    open var preferredCornerRadius: CGFloat?
    /// Calls the closure without animation, since detents have no effect.
    open func animateChanges(_ changes: () -> Void) { changes() }
}

extension UIViewController {
    var currentPopover: UIPopoverPresentationController? {
        if let popover = presentationController as? UIPopoverPresentationController { return popover }
        if modalPresentationStyle == .popover || self is UIAlertController {
            Diagnostic.reportOnce(
                "presentation.unsupported", key: "popover", "popovers are not supported on Linux; the controller is presented as a sheet")
        }
        return nil
    }

    var currentSheet: UISheetPresentationController? {
        if let sheet = presentationController as? UISheetPresentationController { return sheet }
        Diagnostic.reportOnce(
            "presentation.unsupported", key: "sheet", "sheet detents are not supported on Linux; a sheet has the height of its content")
        return nil
    }
}

extension UIPopoverPresentationControllerDelegate {
    /// Does nothing.
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
    /// Returns true.
    public func popoverPresentationControllerShouldDismissPopover(_ popoverPresentationController: UIPopoverPresentationController) -> Bool
    { true }
    /// Does nothing.
    public func popoverPresentationControllerDidDismissPopover(_ popoverPresentationController: UIPopoverPresentationController) {}
    /// Does nothing.
    public func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController, willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
        in view: UnsafeMutablePointer<UIView>
    ) {}
}
