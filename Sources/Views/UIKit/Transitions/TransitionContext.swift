import AgateDiagnostics
import QuartzCore

/// A transition between two controllers: the context of its animator, its interaction controller and its coordinator's clients. It exists
/// until the transition is complete.
@MainActor final class TransitionContext: NSObject, UIViewControllerContextTransitioning, UIViewControllerTransitionCoordinator {
    let containerView: UIView
    let presentationStyle: UIModalPresentationStyle
    let isAnimated: Bool
    private(set) var isInteractive = false
    private(set) var transitionWasCancelled = false
    private(set) var percentComplete: CGFloat = 0
    private let from: UIViewController?, to: UIViewController?
    private let fromView: UIView?, toView: UIView?
    private let finalFrames: [ObjectIdentifier: CGRect]
    private let initialFrames: [ObjectIdentifier: CGRect]
    private var animator: (any UIViewControllerAnimatedTransitioning)?
    private var interactor: (any UIViewControllerInteractiveTransitioning)?
    /// The initial state of the disappearing view, which a cancelled transition restores.
    private var before: (center: CGPoint, bounds: CGRect, transform: CATransform3D, alpha: CGFloat)?
    private var alongside: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var interactionHandlers: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var ended: ((Bool) -> Void)?
    private var isRunning = false
    /// The changes that the animations of an interactive transition have made.
    private let changes = FollowedChanges()
    /// The running contexts, which retains them.
    private static var running: Set<TransitionContext> = []

    /// - Parameters:
    /// - fromView: The view that disappears; nil for one that stays.
    /// - toView: The view that appears; nil for one that is already present.
    /// - finalFrame: The final frame of the view that appears, or of the one that is already present.
    init(
        container: UIView, from: UIViewController?, to: UIViewController?, fromView: UIView?, toView: UIView?,
        style: UIModalPresentationStyle,
        initialFrame: CGRect, finalFrame: CGRect, isAnimated: Bool
    ) {
        containerView = container
        (self.from, self.to, self.fromView, self.toView) = (from, to, fromView, toView)
        presentationStyle = style
        self.isAnimated = isAnimated
        initialFrames = from.map { [ObjectIdentifier($0): initialFrame] } ?? [:]
        finalFrames = to.map { [ObjectIdentifier($0): finalFrame] } ?? [:]
        super.init()
        if let view = fromView { before = (view.center, view.bounds, view.layer.transform, view.alpha) }
        from?.coordinator = self
        to?.coordinator = self
    }

    /// Runs the animator, interactively or not.
    /// - Parameter ended: A closure called once, with true if the transition completed and false if it was cancelled.
    func run(
        _ animator: any UIViewControllerAnimatedTransitioning, _ interactor: (any UIViewControllerInteractiveTransitioning)?,
        ended: @escaping (Bool) -> Void
    ) {
        (self.animator, self.interactor, self.ended) = (animator, interactor, ended)
        isRunning = true
        Self.running.insert(self)
        if let interactor, interactor.wantsInteractiveStart {
            isInteractive = true
            interactor.startInteractiveTransition(self)
        } else {
            animate()
        }
        moveAlong()
    }

    /// Runs a transition without an animator: the standard animation, or none.
    func run(_ body: (@escaping () -> Void) -> Void, ended: @escaping (Bool) -> Void) {
        self.ended = ended
        isRunning = true
        Self.running.insert(self)
        body { [weak self] in self?.completeTransition(true) }
        moveAlong()
    }

    /// Starts the animator.
    func animate() {
        guard let animator else { return }
        if let own = animator.interruptibleAnimator(using: self) { own.startAnimation() } else { animator.animateTransition(using: self) }
    }

    /// Starts the animator of a transition that follows a finger.
    func animateFollowing() { changes.record { AnimationContext.following { animate() } } }

    /// Takes back what the animations of an interactive transition have changed: those of the animator, and those alongside it.
    func restoreChanges() { changes.restore() }

    private func moveAlong() {
        if isInteractive { changes.record(animateAlongside) } else { animateAlongside() }
    }

    private func animateAlongside() {
        let blocks = alongside
        alongside = []
        guard !blocks.isEmpty else { return }
        if isAnimated, transitionDuration > 0 {
            UIView.animate(withDuration: transitionDuration) { for block in blocks { block(self) } }
        } else {
            for block in blocks { block(self) }
        }
    }

    func completeTransition(_ didComplete: Bool) {
        guard isRunning else { return }
        isRunning = false
        isInteractive = false
        if !didComplete {
            transitionWasCancelled = true
            if let view = fromView, let before {
                UIView.performWithoutAnimation {
                    view.layer.transform = before.transform
                    view.bounds = before.bounds
                    view.center = before.center
                    view.alpha = before.alpha
                }
            }
        }
        let animator = animator, ended = ended, completions = completions
        (self.animator, self.interactor, self.ended, self.completions) = (nil, nil, nil, [])
        if from?.coordinator === self { from?.coordinator = nil }
        if to?.coordinator === self { to?.coordinator = nil }
        ended?(didComplete)
        for completion in completions { completion(self) }
        animator?.animationEnded(didComplete)
        Self.running.remove(self)
    }

    // MARK: Interaction

    func updateInteractiveTransition(_ percentComplete: CGFloat) { self.percentComplete = min(max(percentComplete, 0), 1) }

    func finishInteractiveTransition() {
        guard isInteractive else { return }
        isInteractive = false
        for handler in interactionHandlers { handler(self) }
    }

    func cancelInteractiveTransition() {
        guard isInteractive else { return }
        isInteractive = false
        transitionWasCancelled = true
        for handler in interactionHandlers { handler(self) }
    }

    func pauseInteractiveTransition() {
        guard isRunning, !isInteractive else { return }
        isInteractive = true
        // How the transition ends is open again.
        transitionWasCancelled = false
        for handler in interactionHandlers { handler(self) }
    }

    // MARK: Properties

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        key == .from ? from : key == .to ? to : nil
    }
    func view(forKey key: UITransitionContextViewKey) -> UIView? { key == .from ? fromView : key == .to ? toView : nil }
    var targetTransform: CGAffineTransform { .identity }
    func initialFrame(for vc: UIViewController) -> CGRect { initialFrames[ObjectIdentifier(vc)] ?? .zero }
    func finalFrame(for vc: UIViewController) -> CGRect { finalFrames[ObjectIdentifier(vc)] ?? .zero }

    var initiallyInteractive: Bool { interactor != nil }
    var isInterruptible: Bool { false }
    var isCancelled: Bool { transitionWasCancelled }
    var transitionDuration: TimeInterval {
        isAnimated ? animator?.transitionDuration(using: self) ?? UIViewController.transitionDuration : 0
    }
    var completionVelocity: CGFloat { interactor?.completionSpeed ?? 1 }
    var completionCurve: UIView.AnimationCurve { interactor?.completionCurve ?? .easeInOut }

    // MARK: Animations alongside

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        if let animation { alongside.append(animation) }
        if let completion { completions.append(completion) }
        if isRunning { moveAlong() }
        return true
    }

    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    func notifyWhenInteractionChanges(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void) {
        interactionHandlers.append(handler)
    }
}

/// The changes of views' layers that animations make in a transition which follows a finger, with the values before. A cancelled transition
/// restores them, as UIKit does: a program's animator sets only the values at the end.
@MainActor final class FollowedChanges {
    /// The object that notes the changes of animation blocks at present.
    private(set) static var current: FollowedChanges?
    private var first: [(view: UIView, layer: CALayer, key: String, value: Any?)] = []

    /// Notes the changes that the animation blocks of a closure make.
    func record(_ body: () -> Void) {
        let before = Self.current
        Self.current = self
        defer { Self.current = before }
        body()
    }

    func note(_ change: LayerChange, of view: UIView) {
        guard !first.contains(where: { $0.layer === change.layer && $0.key == change.key }) else { return }
        first.append((view, change.layer, change.key, change.old))
    }

    /// Sets the values before the changes, without animation.
    func restore() {
        UIView.performWithoutAnimation {
            for change in first.reversed() {
                guard change.key == "backgroundColor" else {
                    change.layer.setValue(change.value, forKeyPath: change.key)
                    continue
                }
                // Views keep this one themselves.
                change.view.backgroundColor = (change.value as? CGColor).map { UIColor(cgColor: $0) }
            }
        }
        first = []
    }
}
