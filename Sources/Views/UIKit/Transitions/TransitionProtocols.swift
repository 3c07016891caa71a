import QuartzCore

/// Which of the two controllers of a transition.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The one that shows at the beginning.
    public static let from = UITransitionContextViewControllerKey(rawValue: "UITransitionContextFromViewController")
    /// The one that shows at the end.
    public static let to = UITransitionContextViewControllerKey(rawValue: "UITransitionContextToViewController")
}

/// Which of the two views of a transition.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The one that shows at the beginning and goes.
    public static let from = UITransitionContextViewKey(rawValue: "UITransitionContextFromView")
    /// The one that comes.
    public static let to = UITransitionContextViewKey(rawValue: "UITransitionContextToView")
}

/// All that an animator needs to know of a transition.
@preconcurrency @MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// Where the animation happens. The view that comes is added to it by the animator.
    var containerView: UIView { get }
    /// Whether the change is to be seen as a movement.
    var isAnimated: Bool { get }
    /// Whether a hand leads it.
    var isInteractive: Bool { get }
    /// Whether it went back.
    var transitionWasCancelled: Bool { get }
    /// The style of the presented controller.
    var presentationStyle: UIModalPresentationStyle { get }
    /// How far a hand has led it, 0...1.
    func updateInteractiveTransition(_ percentComplete: CGFloat)
    /// People let go, and the transition will complete.
    func finishInteractiveTransition()
    /// People let go, and the transition will go back.
    func cancelInteractiveTransition()
    /// Stops a transition that runs, to be led by people from there.
    func pauseInteractiveTransition()
    /// The animator says that it is done: true unless the transition went back.
    func completeTransition(_ didComplete: Bool)
    /// The controller that comes or that goes.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// The view that comes or goes; nil for one that stays where it is behind the other.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// How the container is turned; not at all on Linux.
    var targetTransform: CGAffineTransform { get }
    /// Where a controller's view is at the beginning; zero where it is not there.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// Where a controller's view will be; zero where it will not be there.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// Animates a transition.
@preconcurrency @MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// How long it takes, in seconds.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Adds the view that comes, animates, and calls `completeTransition(_:)`.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
    /// An animator that can be led and turned back. Unless overridden nil, where `animateTransition(using:)` is called.
    func interruptibleAnimator(using transitionContext: any UIViewControllerContextTransitioning) -> (any UIViewImplicitlyAnimating)?
    /// It is over.
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    /// No animator of its own: the transition calls `animateTransition(using:)`.
    public func interruptibleAnimator(using transitionContext: any UIViewControllerContextTransitioning) -> (any UIViewImplicitlyAnimating)?
    { nil }
    /// Does nothing.
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Leads a transition by hand.
@preconcurrency @MainActor public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol {
    /// Begins, and goes on until it calls the context's `finishInteractiveTransition()` or `cancelInteractiveTransition()`.
    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
    /// How fast the rest runs after people let go: 1 as fast as the whole.
    var completionSpeed: CGFloat { get }
    /// The timing of the rest after people let go.
    var completionCurve: UIView.AnimationCurve { get }
    /// Whether it begins led; else it begins by itself.
    var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
    /// 1: the rest runs as fast as the whole.
    public var completionSpeed: CGFloat { 1 }
    /// `easeInOut`.
    public var completionCurve: UIView.AnimationCurve { .easeInOut }
    /// True: the transition begins interactive.
    public var wantsInteractiveStart: Bool { true }
}

/// Says who animates a presented controller. Every method may be left out.
@preconcurrency @MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// Who animates a controller that comes; nil takes the standard animation.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Who animates a controller that goes; nil takes the standard animation.
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
    /// Who leads the coming by hand; nil for nobody.
    func interactionControllerForPresentation(using animator: any UIViewControllerAnimatedTransitioning) -> (
        any UIViewControllerInteractiveTransitioning
    )?
    /// Who leads the going by hand; nil for nobody.
    func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning) -> (
        any UIViewControllerInteractiveTransitioning
    )?
    /// Who says where a controller of style `custom` stands; nil takes a plain one.
    func presentationController(forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController)
        -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    /// The standard animation of the presented controller's `modalTransitionStyle`.
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// The standard animation of the dismissed controller's `modalTransitionStyle`.
    public func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// No interaction: the presentation runs by itself.
    public func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// No interaction: the dismissal runs by itself.
    public func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// The controller's own presentation: an alert's, or one whose view fills the container.
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}

/// What is known of a transition to those that move along with it.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// Whether the change is to be seen as a movement.
    var isAnimated: Bool { get }
    /// The style of the presented controller.
    var presentationStyle: UIModalPresentationStyle { get }
    /// Whether an interaction controller was given, so that people may have begun it.
    var initiallyInteractive: Bool { get }
    /// Whether it can be paused on its way. False in UIKit's own transitions here.
    var isInterruptible: Bool { get }
    /// Whether people lead it now.
    var isInteractive: Bool { get }
    /// Whether it went back.
    var isCancelled: Bool { get }
    /// Seconds that it takes as a whole.
    var transitionDuration: TimeInterval { get }
    /// How far it is, from 0 to 1.
    var percentComplete: CGFloat { get }
    /// How fast the rest runs after people let go: the interaction controller's `completionSpeed`; 1 without one.
    var completionVelocity: CGFloat { get }
    /// The timing of the rest after people let go.
    var completionCurve: UIView.AnimationCurve { get }
    /// The controller that comes or that goes.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// The view that comes or that goes; nil where it stays where it is.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// Where the views stand while they move.
    var containerView: UIView { get }
    /// How the presented view is turned; the identity here, where screens do not turn.
    var targetTransform: CGAffineTransform { get }
}

/// Moves others along with a transition.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Animates in the transition's time.
    /// - Parameters:
    ///   - animation: what changes.
    ///   - completion: called when the transition is over.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// The same, for what is in a view outside the container.
    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    /// Called when a hand lets go, or takes over.
    func notifyWhenInteractionChanges(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    /// Animates in the transition's time, with no call when it is over. Always true.
    @discardableResult
    public func animate(alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?) -> Bool {
        animate(alongsideTransition: animation, completion: nil)
    }
}
