import ObjectiveCRuntime
import QuartzCore

/// The key of one of the two controllers of a transition.
public struct UITransitionContextViewControllerKey: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The controller that is visible at the beginning.
    public static let from = UITransitionContextViewControllerKey(rawValue: "UITransitionContextFromViewController")
    /// The controller that is visible at the end.
    public static let to = UITransitionContextViewControllerKey(rawValue: "UITransitionContextToViewController")
}

/// The key of one of the two views of a transition.
public struct UITransitionContextViewKey: BridgedName, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The view that is visible at the beginning and disappears.
    public static let from = UITransitionContextViewKey(rawValue: "UITransitionContextFromView")
    /// The view that appears.
    public static let to = UITransitionContextViewKey(rawValue: "UITransitionContextToView")
}

/// The context of a transition, for its animator.
@preconcurrency @MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view in which the animation runs. The animator adds the appearing view to it.
    var containerView: UIView { get }
    /// A Boolean value that indicates whether the transition is animated.
    var isAnimated: Bool { get }
    /// A Boolean value that indicates whether the transition is currently interactive.
    var isInteractive: Bool { get }
    /// A Boolean value that indicates whether the transition was cancelled.
    var transitionWasCancelled: Bool { get }
    /// The style of the presented controller.
    var presentationStyle: UIModalPresentationStyle { get }
    /// Sets the progress of the interaction, 0...1.
    func updateInteractiveTransition(_ percentComplete: CGFloat)
    /// Ends the interaction; the transition will complete.
    func finishInteractiveTransition()
    /// Ends the interaction; the transition will be reversed.
    func cancelInteractiveTransition()
    /// Pauses a running transition and makes it interactive.
    func pauseInteractiveTransition()
    /// Ends the transition. The animator calls it with true unless the transition was cancelled.
    func completeTransition(_ didComplete: Bool)
    /// Returns one of the two controllers.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// Returns one of the two views; nil for a view that stays in place behind the other.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The rotation of the container; the identity on Linux.
    var targetTransform: CGAffineTransform { get }
    /// Returns the initial frame of a controller's view; zero if the view isn't visible at the beginning.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// Returns the final frame of a controller's view; zero if the view isn't visible at the end.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// An animator of a transition.
@preconcurrency @MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// Returns the duration of the transition, in seconds.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Adds the appearing view, animates, and calls `completeTransition(_:)`.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
    /// Returns an animator that can be interrupted and reversed. Nil by default: `animateTransition(using:)` is called instead.
    func interruptibleAnimator(using transitionContext: any UIViewControllerContextTransitioning) -> (any UIViewImplicitlyAnimating)?
    /// Called when the transition has ended.
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    /// Returns nil: the transition calls `animateTransition(using:)`.
    public func interruptibleAnimator(using transitionContext: any UIViewControllerContextTransitioning) -> (any UIViewImplicitlyAnimating)?
    { nil }
    /// Does nothing.
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// An interaction controller, which drives a transition interactively.
@preconcurrency @MainActor public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol {
    /// Starts the interaction, which lasts until it calls the context's `finishInteractiveTransition()` or `cancelInteractiveTransition()`.
    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
    /// The speed of the remaining animation after the interaction has ended, relative to that of the whole animation.
    var completionSpeed: CGFloat { get }
    /// The timing of the remaining animation after the interaction has ended.
    var completionCurve: UIView.AnimationCurve { get }
    /// A Boolean value that indicates whether the transition begins interactively.
    var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
    /// 1: the remaining animation keeps its speed.
    public var completionSpeed: CGFloat { 1 }
    /// `easeInOut`.
    public var completionCurve: UIView.AnimationCurve { .easeInOut }
    /// True: the transition begins interactively.
    public var wantsInteractiveStart: Bool { true }
}

/// The delegate that provides the animators of a presented controller. Every method is optional.
@preconcurrency @MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// Returns the animator of a presentation; nil uses the standard animation.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns the animator of a dismissal; nil uses the standard animation.
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns the interaction controller of a presentation; nil for none.
    func interactionControllerForPresentation(using animator: any UIViewControllerAnimatedTransitioning) -> (
        any UIViewControllerInteractiveTransitioning
    )?
    /// Returns the interaction controller of a dismissal; nil for none.
    func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning) -> (
        any UIViewControllerInteractiveTransitioning
    )?
    /// Returns the presentation controller of a controller of style `custom`; nil uses a plain one.
    func presentationController(forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController)
        -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    /// Returns nil, for the standard animation of the presented controller's `modalTransitionStyle`.
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Returns nil, for the standard animation of the dismissed controller's `modalTransitionStyle`.
    public func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Returns nil: the presentation isn't interactive.
    public func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Returns nil: the dismissal isn't interactive.
    public func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Returns nil, for the controller's own presentation: an alert's, or one whose view fills the container.
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}

/// The context of a transition, for animations alongside it.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// A Boolean value that indicates whether the transition is animated.
    var isAnimated: Bool { get }
    /// The style of the presented controller.
    var presentationStyle: UIModalPresentationStyle { get }
    /// A Boolean value that indicates whether the transition has an interaction controller, so that it may have begun interactively.
    var initiallyInteractive: Bool { get }
    /// A Boolean value that indicates whether the transition can be interrupted; false for UIKit's own transitions on Agate.
    var isInterruptible: Bool { get }
    /// A Boolean value that indicates whether the transition is currently interactive.
    var isInteractive: Bool { get }
    /// A Boolean value that indicates whether the transition was cancelled.
    var isCancelled: Bool { get }
    /// The duration of the whole transition, in seconds.
    var transitionDuration: TimeInterval { get }
    /// The progress of the transition, 0...1.
    var percentComplete: CGFloat { get }
    /// The speed of the remaining animation after the interaction has ended: the interaction controller's `completionSpeed`; 1 without one.
    var completionVelocity: CGFloat { get }
    /// The timing of the remaining animation after the interaction has ended.
    var completionCurve: UIView.AnimationCurve { get }
    /// Returns one of the two controllers.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// Returns one of the two views; nil for a view that stays in place.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The view in which the transition runs.
    var containerView: UIView { get }
    /// The rotation of the presented view; always the identity, because screens don't rotate.
    var targetTransform: CGAffineTransform { get }
}

/// An object that runs animations alongside a transition.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Runs an animation alongside the transition.
    /// - Parameters:
    /// - animation: The changes to animate.
    /// - completion: A closure called when the transition has ended.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// Runs an animation alongside the transition, for a view outside the container.
    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// Registers a closure to call when an interaction has ended, or when a pause has made the transition interactive again.
    func notifyWhenInteractionChanges(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    /// Runs an animation alongside the transition, without a completion. Returns true.
    @discardableResult
    public func animate(alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?) -> Bool {
        animate(alongsideTransition: animation, completion: nil)
    }
    /// Registers a closure to call when an interaction has ended; `notifyWhenInteractionChanges(_:)` replaces it.
    public func notifyWhenInteractionEnds(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void) {
        notifyWhenInteractionChanges { context in if !context.isInteractive { handler(context) } }
    }
}
