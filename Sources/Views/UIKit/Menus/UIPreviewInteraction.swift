import AgateDiagnostics
import QuartzCore

/// The delegate of a preview interaction. None of its methods is called on Agate: no screen measures force.
@preconcurrency @MainActor public protocol UIPreviewInteractionDelegate: NSObjectProtocol {
    /// Called while the force grows, with 0...1 and whether the preview shows.
    func previewInteraction(_ previewInteraction: UIPreviewInteraction, didUpdatePreviewTransition transitionProgress: CGFloat, ended: Bool)
    /// Called when the force is gone.
    func previewInteractionDidCancel(_ previewInteraction: UIPreviewInteraction)
    /// Returns whether a preview may begin.
    func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool
    /// Called while the force grows further.
    func previewInteraction(_ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat, ended: Bool)
}

extension UIPreviewInteractionDelegate {
    /// Returns true.
    public func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool { true }
    /// Does nothing.
    public func previewInteraction(
        _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat, ended: Bool
    ) {}
}

/// A press with force that shows a preview of a view. Stored only: no screen measures force on Linux.
@preconcurrency @MainActor open class UIPreviewInteraction: NSObject {
    /// The view.
    open private(set) weak var view: UIView?
    /// The delegate. It isn't retained.
    open weak var delegate: (any UIPreviewInteractionDelegate)?

    /// Creates an interaction with a view.
    public init(view: UIView) {
        self.view = view
        super.init()
    }

    /// Returns the place of the press; zero, because there is none.
    open func location(in coordinateSpace: (any UICoordinateSpace)?) -> CGPoint { .zero }
    /// Does nothing, because there is no press.
    open func cancel() {}
}

/// The place and the kind of an editing menu.
@preconcurrency @MainActor open class UIEditMenuConfiguration: NSObject {
    /// The identifier of the menu.
    public let identifier: AnyHashable
    /// The place of the menu, in the coordinates of the view.
    public let sourcePoint: CGPoint
    /// The direction of the arrow. Stored, without effect.
    open var preferredArrowDirection = UIEditMenuArrowDirection.automatic

    /// Creates the configuration of a menu; a nil identifier gives it one of its own.
    public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
        (self.identifier, self.sourcePoint) = (identifier ?? AnyHashable(UUID()), sourcePoint)
        super.init()
    }
}

/// The direction of an editing menu's arrow.
public enum UIEditMenuArrowDirection: Int, Sendable { case automatic, up, down, left, right }

/// The animation of an editing menu. There are none on Agate.
@preconcurrency @MainActor public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {
    /// Adds an animation.
    func addAnimations(_ animations: @escaping () -> Void)
    /// Adds a closure that is called after the animation.
    func addCompletion(_ completion: @escaping () -> Void)
}

/// The delegate of an editing menu. None of its methods is called on Agate: menus aren't shown.
@preconcurrency @MainActor public protocol UIEditMenuInteractionDelegate: NSObjectProtocol {
    /// Returns the menu.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration, suggestedActions: [UIMenuElement]
    ) -> UIMenu?
    /// Returns the rectangle that the menu leaves free.
    func editMenuInteraction(_ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration) -> CGRect
    /// Called before the menu shows.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating)
    /// Called before the menu goes.
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating)
}

extension UIEditMenuInteractionDelegate {
    /// Returns nil.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration, suggestedActions: [UIMenuElement]
    ) -> UIMenu? { nil }
    /// Returns the null rectangle.
    public func editMenuInteraction(_ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration) -> CGRect {
        .null
    }
    /// Does nothing.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {}
    /// Does nothing.
    public func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) {}
}

/// An editing menu of a view. Stored only: Agate shows no menus; presenting one reports one diagnostic.
@preconcurrency @MainActor open class UIEditMenuInteraction: NSObject, UIInteraction {
    /// The delegate. It isn't retained.
    open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?
    /// The view of the interaction.
    open private(set) weak var view: UIView?

    /// Creates an interaction.
    public init(delegate: (any UIEditMenuInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }

    /// Does nothing.
    open func willMove(to view: UIView?) {}
    /// Stores the view.
    open func didMove(to view: UIView?) { self.view = view }
    /// Reports once that menus aren't shown.
    open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
        Diagnostic.reportOnce("menu.unsupported", key: "edit", "the edit menu was requested; menus are not supported")
    }
    /// Does nothing, because no menu is shown.
    open func dismissMenu() {}
    /// Does nothing, because no menu is shown.
    open func reloadVisibleMenu() {}
    /// Does nothing, because no menu is shown.
    open func updateVisibleMenuPosition(animated: Bool) {}
    /// Returns the place of the menu; zero, because none is shown.
    open func location(in view: UIView?) -> CGPoint { .zero }
}
