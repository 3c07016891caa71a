import QuartzCore

/// A view that shows a preview of a controller when it is pressed with force. Stored only: no screen measures force on Linux.
@preconcurrency @MainActor public protocol UIViewControllerPreviewing: NSObjectProtocol {
    /// The recognizer of the press; it never recognizes.
    var previewingGestureRecognizerForFailureRelationship: UIGestureRecognizer { get }
    /// The delegate. It isn't retained.
    var delegate: any UIViewControllerPreviewingDelegate { get }
    /// The view that is pressed.
    var sourceView: UIView { get }
    /// The part of the view that stays sharp during a press, in its coordinates.
    var sourceRect: CGRect { get set }
}

/// The delegate that returns the controllers of previews. None of its methods is called on Agate: no screen measures force.
@preconcurrency @MainActor public protocol UIViewControllerPreviewingDelegate: NSObjectProtocol {
    /// Returns the controller to preview; nil for none.
    func previewingContext(_ previewingContext: any UIViewControllerPreviewing, viewControllerForLocation location: CGPoint)
        -> UIViewController?
    /// Shows the controller that was previewed.
    func previewingContext(_ previewingContext: any UIViewControllerPreviewing, commit viewControllerToCommit: UIViewController)
}

/// An item of the menu below a preview.
@preconcurrency @MainActor public protocol UIPreviewActionItem: NSObjectProtocol {
    /// The title of the item.
    var title: String { get }
}

/// A command below a preview. Stored only: Agate shows no previews.
@preconcurrency @MainActor open class UIPreviewAction: NSObject, NSCopying, UIPreviewActionItem {
    /// The appearance of a command.
    public enum Style: Int, Sendable { case `default`, selected, destructive }
    /// The title of the command.
    public let title: String
    /// The closure that performs the command.
    public let handler: (any UIPreviewActionItem, UIViewController) -> Void
    final let style: Style

    /// Creates a command.
    public init(title: String, style: Style, handler: @escaping (UIPreviewAction, UIViewController) -> Void) {
        (self.title, self.style) = (title, style)
        self.handler = { item, controller in (item as? UIPreviewAction).map { handler($0, controller) } }
        super.init()
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A group of commands below a preview. Stored only: Agate shows no previews.
@preconcurrency @MainActor open class UIPreviewActionGroup: NSObject, NSCopying, UIPreviewActionItem {
    /// The title of the group.
    public let title: String
    final let actions: [UIPreviewAction]

    /// Creates a group.
    public init(title: String, style: UIPreviewAction.Style, actions: [UIPreviewAction]) {
        (self.title, self.actions) = (title, actions)
        super.init()
    }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A registered view.
private final class PreviewingContext: NSObject, UIViewControllerPreviewing {
    let previewingGestureRecognizerForFailureRelationship = UIGestureRecognizer()
    private weak var held: (any UIViewControllerPreviewingDelegate)?
    private let nobody = NoDelegate()
    var delegate: any UIViewControllerPreviewingDelegate { held ?? nobody }
    let sourceView: UIView
    var sourceRect: CGRect

    init(_ delegate: any UIViewControllerPreviewingDelegate, _ view: UIView) {
        (held, sourceView, sourceRect) = (delegate, view, view.bounds)
        super.init()
    }

    private final class NoDelegate: NSObject, UIViewControllerPreviewingDelegate {
        func previewingContext(_ previewingContext: any UIViewControllerPreviewing, viewControllerForLocation location: CGPoint)
            -> UIViewController?
        { nil }
        func previewingContext(_ previewingContext: any UIViewControllerPreviewing, commit viewControllerToCommit: UIViewController) {}
    }
}

extension UIViewController {
    /// Registers a view whose presses with force show previews. No screen measures force on Linux, so the delegate is never called.
    @discardableResult
    public func registerForPreviewing(with delegate: any UIViewControllerPreviewingDelegate, sourceView: UIView)
        -> any UIViewControllerPreviewing
    {
        PreviewingContext(delegate, sourceView)
    }

    /// Does nothing, because nothing is registered.
    public func unregisterForPreviewing(withContext previewing: any UIViewControllerPreviewing) {}
}
