import QuartzCore

/// Hears of, and animates, the controllers that come and go. Every method may be left out.
@preconcurrency @MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
    /// A controller is about to come to the top; not called before the view is loaded. Interactively it may yet go back.
    func navigationController(_ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    /// A controller has come to the top; after an interactive change that was cancelled, it is the one that was there before.
    func navigationController(_ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
    /// Who animates; nil takes the standard animation.
    func navigationController(
        _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Who leads an animator by hand; nil for nobody.
    func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// In which ways the interface may stand. Not asked here: nobody turns the screen.
    func navigationControllerSupportedInterfaceOrientations(_ navigationController: UINavigationController) -> UIInterfaceOrientationMask
}

extension UINavigationControllerDelegate {
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
    /// Nil: controllers slide in and out.
    public func navigationController(
        _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Nil: nobody leads the animation by hand.
    public func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// All. Not asked here: nobody turns the screen.
    public func navigationControllerSupportedInterfaceOrientations(_ navigationController: UINavigationController)
        -> UIInterfaceOrientationMask
    { .all }
}

/// Shows the last of a stack of controllers, with a bar that leads back.
///
/// A swipe from the left edge leads back too. The bar is a part of the safe area of what shows, as is the toolbar.
@preconcurrency @MainActor open class UINavigationController: UIViewController {
    /// What happens to the stack.
    public enum Operation: Int, Sendable { case none, push, pop }
    /// How long the bar takes to come and go, in seconds.
    nonisolated public static let hideShowBarDuration: CGFloat = 0.2

    private let bar: UINavigationBar
    private let tools: UIToolbar
    private let content = UIView()
    private var stack: [UIViewController] = []
    private var isBarHidden = false, areToolsHidden = true
    private var isMoving = false
    private lazy var edgePan = UIScreenEdgePanGestureRecognizer(target: self, action: UINavigationController.swiped)
    private var swipe: UIPercentDrivenInteractiveTransition?

    /// A controller without content.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// A controller with bars of other classes, each with an `init(frame:)`.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        bar = (navigationBarClass as? UINavigationBar.Type).flatMap { DynamicObject.make($0) } ?? UINavigationBar()
        tools = (toolbarClass as? UIToolbar.Type).flatMap { DynamicObject.make($0) } ?? UIToolbar()
        super.init(nibName: nil, bundle: nil)
    }

    /// A controller that shows another one.
    public init(rootViewController: UIViewController) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(nibName: nil, bundle: nil)
        setStack([rootViewController])
    }

    public required init?(coder: NSCoder) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(coder: coder)
    }

    // MARK: The stack

    /// Hears of what it does; not kept.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The controllers, the one that shows last.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The one on top.
    open var topViewController: UIViewController? { stack.last }
    /// The one on top, or what it presents.
    open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

    /// Puts a controller on top.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !stack.contains(where: { $0 === viewController }), !(viewController is UINavigationController) else { return }
        let old = stack.last
        setStack(stack + [viewController])
        change(from: old, to: viewController, .push, animated)
    }

    /// Takes the controller on top away; the last one stays.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? { pop(to: stack.count - 2, animated)?.last }
    /// Takes all above a controller away.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        stack.firstIndex { $0 === viewController }.flatMap { pop(to: $0, animated) }
    }
    /// Takes all but the first away.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? { pop(to: 0, animated) }

    private func pop(to index: Int, _ animated: Bool) -> [UIViewController]? {
        guard index >= 0, index < stack.count - 1 else { return nil }
        let gone = Array(stack[(index + 1)...]), old = stack[stack.count - 1]
        let new = Array(stack[...index])
        leaving = gone
        setStack(new)
        change(from: old, to: new[index], .pop, animated)
        return gone
    }

    /// Puts other controllers in. Animated, the last one comes as if pushed where it is new, and as if what was above it were popped where
    /// not.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let old = stack.last, before = stack
        leaving = stack.filter { one in !viewControllers.contains { $0 === one } }
        setStack(viewControllers)
        guard let new = viewControllers.last, new !== old else { return finishLeaving() }
        change(from: old, to: new, before.contains { $0 === new } ? .pop : .push, animated && old != nil)
    }

    /// Children that are gone from the stack, while one of them may still show.
    private var leaving: [UIViewController] = []

    private func setStack(_ new: [UIViewController]) {
        for controller in new where controller.parent !== self { addChild(controller) }
        stack = new
        bar.items = new.map(\.navigationItem)
    }

    private func finishLeaving() {
        let gone = leaving
        leaving = []
        for controller in gone where !stack.contains(where: { $0 === controller }) {
            controller.willMove(toParent: nil)
            controller.viewIfLoaded?.removeFromSuperview()
            controller.barInsets = .zero
            controller.removeFromParent()
        }
    }

    // MARK: Changes

    private func change(from old: UIViewController?, to new: UIViewController, _ operation: Operation, _ animated: Bool) {
        guard isViewLoaded else { return finishLeaving() }
        let animated = animated && view.window != nil && old != nil && !isMoving
        delegate?.navigationController(self, willShow: new, animated: animated)
        guard let old, old !== new, old.isViewLoaded, old.view.superview === content else {
            UIView.performWithoutAnimation { settle(new) }
            new.didMove(toParent: self)
            finishLeaving()
            delegate?.navigationController(self, didShow: new, animated: false)
            return
        }
        let animator = animated ? delegate?.navigationController(self, animationControllerFor: operation, from: old, to: new) : nil
        let leader: (any UIViewControllerInteractiveTransitioning)? =
            animator.flatMap { delegate?.navigationController(self, interactionControllerFor: $0) } ?? swipe
        UIView.performWithoutAnimation { prepare(new) }
        let frame = contentFrame(new)
        let context = TransitionContext(
            container: content, from: old, to: new, fromView: old.view, toView: new.view, style: .none, initialFrame: old.view.frame,
            finalFrame: frame,
            isAnimated: animated
        )
        // Outside of a window nothing comes or goes.
        let isSeen = view.window != nil
        if isSeen {
            old.beginAppearanceTransition(false, animated: animated)
            new.beginAppearanceTransition(true, animated: animated)
        }
        isMoving = true
        let ended = { [self] (isComplete: Bool) in
            isMoving = false
            if isComplete {
                if old.view.superview === content { old.view.removeFromSuperview() }
                UIView.performWithoutAnimation { settle(new) }
            } else {
                new.view.removeFromSuperview()
                restoreAfterCancel(old, new, operation)
                old.beginAppearanceTransition(true, animated: animated)
                new.beginAppearanceTransition(false, animated: animated)
                UIView.performWithoutAnimation { settle(old) }
            }
            if isSeen {
                old.endAppearanceTransition()
                new.endAppearanceTransition()
            }
            if isComplete {
                new.didMove(toParent: self)
                finishLeaving()
            }
            delegate?.navigationController(self, didShow: isComplete ? new : old, animated: animated)
        }
        if animated {
            context.run(animator ?? SlideAnimator(operation), leader, ended: ended)
        } else {
            UIView.performWithoutAnimation {
                new.view.frame = frame
                content.addSubview(new.view)
            }
            context.run({ $0() }, ended: ended)
        }
    }

    private func restoreAfterCancel(_ old: UIViewController, _ new: UIViewController, _ operation: Operation) {
        if operation == .pop {
            setStack(stack + leaving)
            leaving = []
        } else {
            stack.removeAll { $0 === new }
            bar.items = stack.map(\.navigationItem)
            leaving = [new]
            finishLeaving()
        }
    }

    /// The controller's view as it will stand, before it comes.
    private func prepare(_ controller: UIViewController) {
        controller.loadViewIfNeeded()
        view.layoutIfNeeded()
        placeBars()
        controller.view.frame = contentFrame(controller)
        controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insets(controller)
    }

    private func settle(_ controller: UIViewController) {
        prepare(controller)
        if controller.view.superview !== content { content.addSubview(controller.view) }
        controller.view.frame = contentFrame(controller)
    }

    // MARK: Bars

    /// The bar at the top.
    open var navigationBar: UINavigationBar { bar }
    /// The bar at the foot.
    open var toolbar: UIToolbar! { tools }
    /// Whether the bar at the top is away.
    open var isNavigationBarHidden: Bool {
        get { isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }
    /// Lets the bar at the top come or go.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBarHidden else { return }
        isBarHidden = hidden
        moveBars(animated)
    }
    /// Whether the bar at the foot is away; it is at first.
    open var isToolbarHidden: Bool {
        get { areToolsHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }
    /// Lets the bar at the foot come or go.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != areToolsHidden else { return }
        areToolsHidden = hidden
        moveBars(animated)
    }
    /// Kept: no gesture but the swipe from the edge moves bars.
    open var hidesBarsOnTap = false
    /// Whether swipes take the bars away; false by default. Kept, without effect.
    open var hidesBarsOnSwipe = false {
        didSet { KeptProperty.report("UINavigationController.hidesBarsOnSwipe", hidesBarsOnSwipe) }
    }
    /// Whether bars go away where there is little height; false by default. Kept, without effect.
    open var hidesBarsWhenVerticallyCompact = false {
        didSet { KeptProperty.report("UINavigationController.hidesBarsWhenVerticallyCompact", hidesBarsWhenVerticallyCompact) }
    }
    /// Whether bars go away with the keyboard; false by default. Kept: there is no keyboard on the screen.
    open var hidesBarsWhenKeyboardAppears = false
    /// What sees the swipe from the left edge.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? { edgePan }

    private func moveBars(_ animated: Bool) {
        guard isViewLoaded else { return }
        if animated, view.window != nil {
            UIView.animate(withDuration: Double(Self.hideShowBarDuration)) {
                self.placeBars()
                self.barsChanged()
            }
        } else {
            placeBars()
            barsChanged()
        }
    }

    private func placeBars() {
        let size = view.bounds.size, top = view.safeAreaInsets.top, bottom = view.safeAreaInsets.bottom
        bar.frame = CGRect(x: 0, y: isBarHidden ? -44 : top, width: size.width, height: 44)
        bar.alpha = isBarHidden ? 0 : 1
        tools.frame = CGRect(x: 0, y: areToolsHidden ? size.height : size.height - bottom - 44, width: size.width, height: 44)
        tools.alpha = areToolsHidden ? 0 : 1
        tools.items = topViewController?.toolbarItems
    }

    /// The bars, or how what shows lies under them, changed.
    final func barsChanged() {
        guard isViewLoaded, let top = topViewController, top.isViewLoaded, top.view.superview === content, !isMoving else { return }
        top.view.frame = contentFrame(top)
        insets(top)
        tools.items = top.toolbarItems
    }

    private func liesUnder(_ controller: UIViewController, _ edge: UIRectEdge) -> Bool {
        controller.edgesForExtendedLayout.contains(edge) && (bar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
    }

    private func contentFrame(_ controller: UIViewController) -> CGRect {
        var frame = content.bounds
        if !isBarHidden, !liesUnder(controller, .top) {
            frame.origin.y += bar.frame.maxY
            frame.size.height -= bar.frame.maxY
        }
        if !areToolsHidden, !liesUnder(controller, .bottom) { frame.size.height -= content.bounds.height - tools.frame.minY }
        return frame
    }

    private func insets(_ controller: UIViewController) {
        let new = UIEdgeInsets(
            top: !isBarHidden && liesUnder(controller, .top) ? 44 : 0, left: 0,
            bottom: !areToolsHidden && liesUnder(controller, .bottom) ? 44 : 0, right: 0
        )
        guard new != controller.barInsets else { return }
        controller.barInsets = new
        controller.viewSafeAreaInsetsDidChange()
    }

    // MARK: The view

    open override func loadView() {
        let view = UIView(frame: UIScreen.main.bounds)
        view.backgroundColor = .clear
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        view.addSubview(tools)
        view.addSubview(bar)
        self.view = view
        bar.goBack = { [weak self] in self?.popViewController(animated: true) }
        view.addGestureRecognizer(edgePan)
        edgePan.edges = .left
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        if let top = topViewController { UIView.performWithoutAnimation { settle(top) } }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard !isMoving else { return }
        placeBars()
        barsChanged()
    }

    open override func viewSafeAreaInsetsDidChange() {
        super.viewSafeAreaInsetsDidChange()
        viewIfLoaded?.setNeedsLayout()
    }

    open override var childForStatusBarStyle: UIViewController? { nil }

    // MARK: The swipe back

    private func swiped(_ pan: UIScreenEdgePanGestureRecognizer) {
        let width = max(1, view.bounds.width), part = pan.translation(in: view).x / width
        switch pan.state {
        case .began:
            guard stack.count > 1, !isMoving else { return }
            swipe = UIPercentDrivenInteractiveTransition()
            popViewController(animated: true)
        case .changed: swipe?.update(part)
        case .ended:
            if part > 0.5 || pan.velocity(in: view).x > 300 { swipe?.finish() } else { swipe?.cancel() }
            swipe = nil
        case .cancelled:
            swipe?.cancel()
            swipe = nil
        default: break
        }
    }
}

/// The standard animation: the new view slides in over the old one, and out again.
@MainActor private final class SlideAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    private let operation: UINavigationController.Operation

    init(_ operation: UINavigationController.Operation) {
        self.operation = operation
        super.init()
    }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.35 }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
        guard let from = context.view(forKey: .from), let to = context.view(forKey: .to), let target = context.viewController(forKey: .to)
        else {
            return context.completeTransition(true)
        }
        let frame = context.finalFrame(for: target), width = context.containerView.bounds.width, isPush = operation == .push
        // What lies behind moves a third as far.
        let behind = frame.offsetBy(dx: -width / 3, dy: 0), away = frame.offsetBy(dx: width, dy: 0), start = from.frame
        UIView.performWithoutAnimation {
            to.frame = isPush ? away : behind
            if isPush { context.containerView.addSubview(to) } else { context.containerView.insertSubview(to, belowSubview: from) }
        }
        UIView.animate(
            withDuration: transitionDuration(using: context), delay: 0, options: context.isInteractive ? .curveLinear : .curveEaseOut
        ) {
            to.frame = frame
            from.frame = isPush ? start.offsetBy(dx: -width / 3, dy: 0) : start.offsetBy(dx: width, dy: 0)
        } completion: { _ in
            context.completeTransition(!context.transitionWasCancelled)
        }
    }
}
