import AgateDiagnostics
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

/// A presentation beside a view, with an arrow to it. There is none on Linux: controllers that ask for one come as sheets, so a
/// controller's ``UIKit/UIViewController/popoverPresentationController`` is nil, unless the program made one of its own.
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

/// A sheet that can be drawn to heights. There is none on Linux: sheets have the height of their content or of the window, so a
/// controller's ``UIKit/UIViewController/sheetPresentationController`` is nil, unless the program made one of its own.
@preconcurrency @MainActor open class UISheetPresentationController: UIPresentationController {
    /// A height that a sheet rests at.
    @preconcurrency @MainActor open class Detent: NSObject {
        /// A name for a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public init(_ rawValue: String) { self.rawValue = rawValue }
            public static let medium = Identifier("com.apple.UIKit.medium")
            public static let large = Identifier("com.apple.UIKit.large")
        }

        public let identifier: Identifier
        init(_ identifier: Identifier) {
            self.identifier = identifier
            super.init()
        }
        /// Half of the window.
        open class func medium() -> Detent { Detent(.medium) }
        /// The window.
        open class func large() -> Detent { Detent(.large) }
    }

    /// Kept, as is all of the following.
    open var detents: [Detent] = [.large()]
    open var selectedDetentIdentifier: Detent.Identifier?
    open var largestUndimmedDetentIdentifier: Detent.Identifier?
    open var prefersGrabberVisible = false
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    open var prefersEdgeAttachedInCompactHeight = false
    open var preferredCornerRadius: CGFloat?
    /// Runs the changes.
    open func animateChanges(_ changes: () -> Void) { changes() }
}

extension UIViewController {
    /// The popover that the controller is in; see ``UIPopoverPresentationController``.
    public var popoverPresentationController: UIPopoverPresentationController? {
        if let popover = presentationController as? UIPopoverPresentationController { return popover }
        if modalPresentationStyle == .popover || self is UIAlertController {
            Diagnostic.reportOnce(
                "presentation.unsupported", key: "popover", "there are no popovers on Linux; controllers that ask for one come as sheets")
        }
        return nil
    }

    /// The sheet that the controller is in; see ``UISheetPresentationController``.
    public var sheetPresentationController: UISheetPresentationController? {
        if let sheet = presentationController as? UISheetPresentationController { return sheet }
        Diagnostic.reportOnce(
            "presentation.unsupported", key: "sheet", "sheets have no detents on Linux; they stand at the height of their content")
        return nil
    }
}
