import QuartzCore

/// Where a presented controller stands, and what is around it.
@preconcurrency @MainActor open class UIPresentationController: NSObject {
    /// The controller that is presented.
    public let presentedViewController: UIViewController
    /// The controller that presents it.
    open internal(set) var presentingViewController: UIViewController
    private let style: UIModalPresentationStyle?
    final var dim: UIView?
    /// Lets people swipe a sheet away.
    final var swipe: SheetSwipe?

    /// A presentation of one controller by another.
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

    /// The style.
    open var presentationStyle: UIModalPresentationStyle { style ?? .custom }
    /// Who is asked about its decisions; not kept.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
    /// The view that both controllers' views are in, while they come, show and go.
    open internal(set) var containerView: UIView?
    /// The view that comes: the presented controller's, unless overridden to one around it.
    open var presentedView: UIView? { presentedViewController.view }
    /// Where it stands in the container.
    open var frameOfPresentedViewInContainerView: CGRect {
        guard let bounds = containerView?.bounds else { return .zero }
        return style?.place(in: bounds, preferred: presentedViewController.preferredContentSize).frame ?? bounds
    }
    /// Whether what is behind is taken away once it is covered.
    open var shouldRemovePresentersView: Bool { style.map { !$0.leavesBackground } ?? false }
    /// Kept: presentations always fill the window.
    open var shouldPresentInFullscreen: Bool { true }
    /// The style on a small window: `presentationStyle`, unless overridden. Not asked on Agate: presentations do not adapt.
    open var adaptivePresentationStyle: UIModalPresentationStyle { presentationStyle }
    /// The style in given traits: `presentationStyle`, unless overridden. Not asked on Agate: presentations do not adapt.
    open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle { presentationStyle }
    /// Kept.
    /// One diagnostic says so when it is set.
    open var overrideTraitCollection: UITraitCollection? {
        didSet {
            KeptProperty.report(
                "UIPresentationController.overrideTraitCollection", overrideTraitCollection != nil, "traits are those of the views")
        }
    }

    /// It is about to come.
    open func presentationTransitionWillBegin() {}
    /// It has come, or has gone back.
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    /// It is about to go.
    open func dismissalTransitionWillBegin() {}
    /// It has gone, or stays.
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    /// The container is about to lay out.
    open func containerViewWillLayoutSubviews() {}
    /// The container has laid out.
    open func containerViewDidLayoutSubviews() {}
    /// The container gets another size, in points, since its window does. Unless overridden, passes it on to a presented controller whose
    /// view fills the container; sheets and forms keep their size.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        guard let view = presentedViewController.viewIfLoaded, view.bounds.size == containerView?.bounds.size else { return }
        let new = self.size(forChildContentContainer: presentedViewController, withParentContainerSize: size)
        if new != view.bounds.size { presentedViewController.viewWillTransition(to: new, with: coordinator) }
    }
    /// The presented controller has another `preferredContentSize`. Does nothing unless overridden: the view keeps the size that it was
    /// presented with.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// The size of a content, in points: the parent's, unless overridden.
    open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize {
        parentSize
    }

    /// What the style puts around: darkness behind sheets.
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

/// The view around a presented one.
@MainActor private final class PresentationContainer: UIView {
    weak var presentation: UIPresentationController?

    override func layoutSubviews() {
        presentation?.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        presentation?.containerViewDidLayoutSubviews()
    }
}

/// What has contents of certain sizes: controllers and presentations.
@preconcurrency @MainActor public protocol UIContentContainer: NSObjectProtocol {
    /// The size, in points, that the content would like; zero where it has no wish.
    var preferredContentSize: CGSize { get }
    /// A content in this one has another preferred size.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// The size, in points, of a content in this one, of a given size of the parent.
    func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize
    /// The view gets another size, in points.
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIPresentationController: UIContentContainer {
    /// The presented controller's.
    public var preferredContentSize: CGSize { presentedViewController.preferredContentSize }
}

/// Decides how a presentation adapts. Every method may be left out.
@preconcurrency @MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// The style of a small window. Its own by default. Not asked on Agate: presentations do not adapt.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    /// The style in given traits. By default what the method without traits says. Not asked on Agate: presentations do not adapt.
    func adaptivePresentationStyle(for controller: UIPresentationController, traitCollection: UITraitCollection) -> UIModalPresentationStyle
    /// Whether people may dismiss the presented controller by a swipe. True by default. Asked when a sheet was swiped far enough, unless
    /// the presented controller is `isModalInPresentation`.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// The presented controller is about to go, since people swiped it away. Not called where the program dismisses it.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// The presented controller has gone, since people swiped it away. Not called where the program dismisses it.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// People swiped a controller that may not be dismissed: it is `isModalInPresentation`, or
    /// `presentationControllerShouldDismiss(_:)` said so.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// The controller's own style.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.presentationStyle
    }
    /// What the method without traits says.
    public func adaptivePresentationStyle(for controller: UIPresentationController, traitCollection: UITraitCollection)
        -> UIModalPresentationStyle
    {
        adaptivePresentationStyle(for: controller)
    }
    /// People may dismiss it.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    /// Does nothing.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}
