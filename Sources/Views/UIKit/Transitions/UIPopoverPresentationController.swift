import AgateDiagnostics
import QuartzCore

/// Where the arrow of a popover may point.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The arrow points up: the popover is below what it points at.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// The arrow points down: the popover is above what it points at.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// The arrow points left: the popover is at the right of what it points at.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// The arrow points right: the popover is at the left of what it points at.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// All four directions.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// Decides about a popover. Every method may be left out.
@preconcurrency @MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}

/// A presentation beside a view, with an arrow to it. There is none on Linux: controllers that ask for one come as sheets, so a
/// controller's ``UIKit/UIViewController/popoverPresentationController`` is nil, unless the program made one of its own.
@preconcurrency @MainActor open class UIPopoverPresentationController: UIPresentationController {
    /// The view that the arrow points at; nil at first. Kept, without effect, as is all of the following.
    open var sourceView: UIView?
    /// The part of `sourceView` that the arrow points at, in that view's space; the null rectangle, as at first, is the whole view. Kept,
    /// without effect.
    open var sourceRect = CGRect.null
    /// What the arrow points at, a view or a bar item; nil at first. Kept, without effect.
    open var sourceItem: AnyObject?
    /// The bar item that the arrow points at; nil at first. Kept, without effect.
    open var barButtonItem: UIBarButtonItem?
    /// Where the arrow may point; everywhere at first. Kept, without effect.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    /// Views outside the popover that still take touches; nil at first. Kept, without effect.
    open var passthroughViews: [UIView]?
    /// The colour of the popover and its arrow; nil at first. Kept, without effect.
    open var backgroundColor: UIColor?
    /// How far the popover stays from the window's edges, in points; zero at first. Kept, without effect.
    open var popoverLayoutMargins = UIEdgeInsets.zero
    /// Whether the popover may cover what it points at; false at first. Kept, without effect.
    open var canOverlapSourceViewRect = false
}

/// A sheet that can be drawn to heights. There is none on Linux: sheets have the height of their content or of the window, so a
/// controller's ``UIKit/UIViewController/sheetPresentationController`` is nil, unless the program made one of its own.
@preconcurrency @MainActor open class UISheetPresentationController: UIPresentationController {
    /// A height that a sheet rests at.
    @preconcurrency @MainActor open class Detent: NSObject {
        /// A name for a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            /// A name of the program's own.
            public init(_ rawValue: String) { self.rawValue = rawValue }
            /// The name of the detent of half the window.
            public static let medium = Identifier("com.apple.UIKit.medium")
            /// The name of the detent of the whole window.
            public static let large = Identifier("com.apple.UIKit.large")
        }

        /// The name of the height.
        public let identifier: Identifier
        init(_ identifier: Identifier) {
            self.identifier = identifier
            super.init()
        }
        /// A height of about half the window. Sheets do not take it: their size is that of their presentation style.
        open class func medium() -> Detent { Detent(.medium) }
        /// The whole height of the window. Sheets do not take it: their size is that of their presentation style.
        open class func large() -> Detent { Detent(.large) }
    }

    /// The heights that the sheet rests at; `large` alone at first. Kept, without effect, as is all of the following.
    open var detents: [Detent] = [.large()]
    /// The name of the height that the sheet rests at; nil, as at first, for the smallest. Kept, without effect.
    open var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which what is behind is not darkened; nil, as at first, for none. Kept, without effect.
    open var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// Whether a grabber shows at the sheet's upper edge; false at first. Kept, without effect.
    open var prefersGrabberVisible = false
    /// Whether scrolling at the edge makes the sheet taller; true at first. Kept, without effect.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Whether the sheet keeps to the lower edge of a low window; false at first. Kept, without effect.
    open var prefersEdgeAttachedInCompactHeight = false
    /// The radius of the sheet's corners, in points; nil, as at first, for the standard one. Kept, without effect: it is 10.
    open var preferredCornerRadius: CGFloat?
    /// Runs the changes at once. Nothing is animated, since no detent has an effect.
    open func animateChanges(_ changes: () -> Void) { changes() }
}

extension UIViewController {
    /// The popover that the controller is in; see ``UIPopoverPresentationController``.
    public var popoverPresentationController: UIPopoverPresentationController? {
        if let popover = presentationController as? UIPopoverPresentationController { return popover }
        if modalPresentationStyle == .popover || self is UIAlertController {
            Diagnostic.reportOnce(
                "presentation.unsupported", key: "popover", "popovers are not supported on Linux; the controller is presented as a sheet")
        }
        return nil
    }

    /// The sheet that the controller is in; see ``UISheetPresentationController``.
    public var sheetPresentationController: UISheetPresentationController? {
        if let sheet = presentationController as? UISheetPresentationController { return sheet }
        Diagnostic.reportOnce(
            "presentation.unsupported", key: "sheet", "sheet detents are not supported on Linux; a sheet has the height of its content")
        return nil
    }
}
