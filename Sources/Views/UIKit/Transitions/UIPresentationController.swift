import QuartzCore

/// The object that positions a presented controller and decorates its surroundings.
@preconcurrency @MainActor open class UIPresentationController: NSObject {
    /// The controller that is presented.
    public let presentedViewController: UIViewController
    /// The presenting controller.
    open internal(set) var presentingViewController: UIViewController
    private let style: UIModalPresentationStyle?
    final var dim: UIView?
    /// The gesture that dismisses a sheet by a swipe.
    final var swipe: SheetSwipe?

    /// Creates a presentation of a controller by another one.
    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        self.presentedViewController = presentedViewController
        self.presentingViewController = presentingViewController ?? presentedViewController
        style = nil
        super.init()
    }

    init(_ presented: UIViewController, _ presenting: UIViewController, _ style: UIModalPresentationStyle) {
        (presentedViewController, presentingViewController, self.style) = (presented, presenting, style)
        super.init()
    }

    /// The style of the presentation.
    open var presentationStyle: UIModalPresentationStyle { style ?? .custom }
    /// The delegate, asked about adaptation and dismissal; not retained.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
    /// The view that contains the views of both controllers during the presentation and its transitions.
    open internal(set) var containerView: UIView?
    /// The view to present: the presented controller's, unless overridden with one that contains it.
    open var presentedView: UIView? { presentedViewController.view }
    /// The frame of the presented view in the container.
    open var frameOfPresentedViewInContainerView: CGRect {
        guard let bounds = containerView?.bounds else { return .zero }
        return style?.place(in: bounds, preferred: presentedViewController.preferredContentSize).frame ?? bounds
    }
    /// A Boolean value that indicates whether the view behind is removed once it is covered.
    open var shouldRemovePresentersView: Bool { style.map { !$0.leavesBackground } ?? false }
    /// Always true, unless overridden, and without effect: presentations always fill the window.
    open var shouldPresentInFullscreen: Bool { true }
    /// The style for a small window: `presentationStyle`, unless overridden. Not called on Agate: presentations don't adapt.
    open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle }
    /// Returns the style for traits: `presentationStyle`, unless overridden. Not called on Agate: presentations don't adapt.
    open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle { presentationStyle }
    /// Stored, without effect; setting it reports one diagnostic.
    open var overrideTraitCollection: UITraitCollection? {
        didSet {
            KeptProperty.report(
                "UIPresentationController.overrideTraitCollection", overrideTraitCollection != nil, "traits are those of the views")
        }
    }

    /// Called before the presentation.
    open func presentationTransitionWillBegin() {}
    /// Called after the presentation, with true if it completed and false if it was cancelled.
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    /// Called before the dismissal.
    open func dismissalTransitionWillBegin() {}
    /// Called after the dismissal, with true if it completed and false if it was cancelled.
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    /// Called before the container lays out its subviews.
    open func containerViewWillLayoutSubviews() {}
    /// Called after the container has laid out its subviews.
    open func containerViewDidLayoutSubviews() {}
    /// Called before the container's size, in points, changes with that of its window. Unless overridden, forwards the call to a presented
    /// controller whose view fills the container; sheets and forms keep their size.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        guard let view = presentedViewController.viewIfLoaded, view.bounds.size == containerView?.bounds.size else { return }
        let new = self.size(forChildContentContainer: presentedViewController, withParentContainerSize: size)
        if new != view.bounds.size { presentedViewController.viewWillTransition(to: new, with: coordinator) }
    }
    /// Called when the `preferredContentSize` of the presented controller has changed. Does nothing unless overridden: the view keeps the
    /// size that it was presented with.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// Returns the size of a child container, in points: the parent's, unless overridden.
    open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize {
        parentSize
    }

    /// The corners of the presented view before they were rounded, and the rounded ones.
    private var corners: (before: CACornerMask, clipped: Bool, rounded: CACornerMask)?
    private static let cornerRadius: CGFloat = 10

    /// Rounds corners of the presented view, unless the program has rounded them.
    final func round(_ rounded: CACornerMask) {
        guard let view = presentedView, view.layer.cornerRadius == 0 else { return }
        corners = (view.layer.maskedCorners, view.clipsToBounds, rounded)
        view.layer.cornerRadius = Self.cornerRadius
        view.layer.maskedCorners = rounded
        view.clipsToBounds = true
    }

    /// Restores the corners that `round(_:)` has changed, except what the program has set since.
    final func restoreCorners() {
        guard let corners, let view = presentedView else { return }
        self.corners = nil
        if view.layer.cornerRadius == Self.cornerRadius { view.layer.cornerRadius = 0 }
        if view.layer.maskedCorners == corners.rounded { view.layer.maskedCorners = corners.before }
        if !corners.clipped { view.clipsToBounds = false }
    }

    /// Creates the container, with the style's surroundings: a dimming view behind sheets.
    final func makeContainer(in window: UIWindow) -> UIView {
        let container = PresentationContainer(frame: window.bounds)
        container.presentation = self
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if let style, style.place(in: window.bounds, preferred: presentedViewController.preferredContentSize).dims {
            let dim = UIView(frame: container.bounds)
            dim.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            dim.backgroundColor = UIColor(white: 0, alpha: 0.4)
            container.addSubview(dim)
            self.dim = dim
        }
        containerView = container
        return container
    }
}

/// The container of a presented view.
@MainActor private final class PresentationContainer: UIView {
    weak var presentation: UIPresentationController?

    override func layoutSubviews() {
        presentation?.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        presentation?.containerViewDidLayoutSubviews()
    }
}

/// A container of content with sizes: a controller or a presentation.
@preconcurrency @MainActor public protocol UIContentContainer: NSObjectProtocol {
    /// The preferred size of the content, in points; zero for no preference.
    var preferredContentSize: CGSize { get }
    /// Called when the preferred size of a child container has changed.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// Returns the size of a child container, in points, for a size of the parent.
    func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize
    /// Called before the view's size, in points, changes.
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIPresentationController: UIContentContainer {
    /// The preferred size of the presented controller.
    public var preferredContentSize: CGSize { presentedViewController.preferredContentSize }
}

/// The delegate that decides the adaptation and dismissal of a presentation. Every method is optional.
@preconcurrency @MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// Returns the style for a small window. The controller's own by default. Not called on Agate: presentations don't adapt.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    /// Returns the style for traits. By default, calls the method without traits. Not called on Agate: presentations don't adapt.
    func adaptivePresentationStyle(for controller: UIPresentationController, traitCollection: UITraitCollection) -> UIModalPresentationStyle
    /// Returns whether a swipe may dismiss the presented controller. True by default. Called when a sheet was swiped far enough, unless the
    /// presented controller is `isModalInPresentation`.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// Called before a swipe dismisses the presented controller. Not called when the program dismisses it.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// Called after a swipe has dismissed the presented controller. Not called when the program dismisses it.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// Called after a swipe on a controller that can't be dismissed, because it is `isModalInPresentation` or because
    /// `presentationControllerShouldDismiss(_:)` returned false.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
    /// Prepares the presentation for a small window. Not called on Agate: presentations don't adapt.
    func presentationController(
        _ presentationController: UIPresentationController, prepare adaptivePresentationController: UIPresentationController)
    /// Returns the controller for a small window. Not called on Agate: presentations don't adapt.
    func presentationController(
        _ controller: UIPresentationController, viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
    ) -> UIViewController?
    /// Called before a presentation adapts. Not called on Agate: presentations don't adapt.
    func presentationController(
        _ presentationController: UIPresentationController, willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
}

extension UIAdaptivePresentationControllerDelegate {
    /// Returns the controller's own style.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.presentationStyle
    }
    /// Calls the method without traits.
    public func adaptivePresentationStyle(for controller: UIPresentationController, traitCollection: UITraitCollection)
        -> UIModalPresentationStyle
    {
        adaptivePresentationStyle(for: controller)
    }
    /// Returns true.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    /// Does nothing.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationController(
        _ presentationController: UIPresentationController, prepare adaptivePresentationController: UIPresentationController
    ) {}
    /// Returns nil.
    public func presentationController(
        _ controller: UIPresentationController, viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
    ) -> UIViewController? { nil }
    /// Does nothing.
    public func presentationController(
        _ presentationController: UIPresentationController, willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
        transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
    ) {}
}
