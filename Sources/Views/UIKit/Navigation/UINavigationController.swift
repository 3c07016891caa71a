import QuartzCore

/// The delegate of a navigation controller, called when controllers change, which may also animate the change. Every method is optional.
@preconcurrency @MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
    /// Called when a controller is about to become the top one, before its view is loaded. An interactive change may still be cancelled.
    func navigationController(_ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    /// Called when a controller has become the top one. After a cancelled interactive change, it is the previous top controller.
    func navigationController(_ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
    /// Returns the animator of the change; nil uses the standard animation.
    func navigationController(
        _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns the object that drives an animator interactively; nil for none.
    func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// Returns the supported interface orientations. Not called on Linux: the screen doesn't rotate.
    func navigationControllerSupportedInterfaceOrientations(_ navigationController: UINavigationController) -> UIInterfaceOrientationMask
    /// Returns the orientation of the first page. Not called on Linux: the screen doesn't rotate.
    func navigationControllerPreferredInterfaceOrientationForPresentation(_ navigationController: UINavigationController)
        -> UIInterfaceOrientation
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
    /// Returns nil: controllers slide in and out.
    public func navigationController(
        _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Returns nil: the transition isn't interactive.
    public func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Returns all orientations. Not called on Linux: the screen doesn't rotate.
    public func navigationControllerSupportedInterfaceOrientations(_ navigationController: UINavigationController)
        -> UIInterfaceOrientationMask
    { .all }
    /// Returns portrait. Not called on Linux: the screen doesn't rotate.
    public func navigationControllerPreferredInterfaceOrientationForPresentation(_ navigationController: UINavigationController)
        -> UIInterfaceOrientation
    { .portrait }
}

/// A controller that shows the last of a stack of controllers, and a bar with a back button.
///
/// A swipe from the left edge also pops the top controller. The bar and the toolbar are part of the safe area of the visible controller.
@preconcurrency @MainActor open class UINavigationController: UIViewController {
    /// An operation on the stack.
    public enum Operation: Int, Sendable { case none, push, pop }
    /// The duration of the animation that shows or hides the bar, in seconds.
    nonisolated public static let hideShowBarDuration: CGFloat = 0.2

    // The values that the controller has given to the bars' alpha; see `setStandard`.
    private var barAlpha: CGFloat = 1, toolsAlpha: CGFloat = 1
    private let bar: UINavigationBar
    private let tools: UIToolbar
    private let content = UIView()
    private var stack: [UIViewController] = []
    private var isBarHidden = false, areToolsHidden = true
    private var isMoving = false
    private lazy var edgePan = UIScreenEdgePanGestureRecognizer(target: self, action: UINavigationController.swiped)
    private lazy var edgePanDelegate = PopSwipeDelegate(self)
    private var swipe: UIPercentDrivenInteractiveTransition?

    /// Creates a controller without content.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates a controller with bars of custom classes, each with an `init(frame:)`.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        bar = (navigationBarClass as? UINavigationBar.Type).flatMap { DynamicObject.make($0) } ?? UINavigationBar()
        tools = (toolbarClass as? UIToolbar.Type).flatMap { DynamicObject.make($0) } ?? UIToolbar()
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates a controller that shows another one.
    public init(rootViewController: UIViewController) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(nibName: nil, bundle: nil)
        setStack([rootViewController])
    }

    public required init?(coder: NSCoder) {
        (bar, tools) = (UINavigationBar(), UIToolbar())
        super.init(coder: coder)
    }

    // MARK: Stack

    /// The delegate, called when controllers change; not retained.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The stack of controllers. The last one is visible.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The top controller.
    open var topViewController: UIViewController? { stack.last }
    /// The controller that this controller presents, or the top one.
    open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

    /// Pushes a controller.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !stack.contains(where: { $0 === viewController }), !(viewController is UINavigationController) else { return }
        let old = stack.last
        setStack(stack + [viewController])
        change(from: old, to: viewController, .push, animated)
    }

    /// Pops the top controller. The last one remains.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? { pop(to: stack.count - 2, animated)?.last }
    /// Pops all controllers above a controller.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        stack.firstIndex { $0 === viewController }.flatMap { pop(to: $0, animated) }
    }
    /// Pops all controllers but the first.
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

    /// Replaces the stack. With animation, the last controller comes in as if pushed if it is new, otherwise as if the controllers above it
    /// were popped.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let old = stack.last, before = stack
        leaving = stack.filter { one in !viewControllers.contains { $0 === one } }
        setStack(viewControllers)
        guard let new = viewControllers.last, new !== old else { return finishLeaving() }
        change(from: old, to: new, before.contains { $0 === new } ? .pop : .push, animated && old != nil)
    }

    /// The children removed from the stack, of which one may still be visible.
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
        // Outside a window, no appearance methods are called.
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

    /// Sets the final frame and insets of the controller's view before it appears.
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
    /// The bar at the bottom.
    open var toolbar: UIToolbar! { tools }
    /// A Boolean value that indicates whether the navigation bar is hidden.
    open var isNavigationBarHidden: Bool {
        get { isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }
    /// Shows or hides the navigation bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBarHidden else { return }
        isBarHidden = hidden
        moveBars(animated)
    }
    /// A Boolean value that indicates whether the toolbar is hidden; true by default.
    open var isToolbarHidden: Bool {
        get { areToolsHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }
    /// Shows or hides the toolbar.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != areToolsHidden else { return }
        areToolsHidden = hidden
        moveBars(animated)
    }
    /// Stored, without effect: taps don't hide bars.
    open var hidesBarsOnTap = false
    /// A Boolean value that indicates whether swipes hide the bars; false by default. Stored, without effect.
    open var hidesBarsOnSwipe = false {
        didSet { KeptProperty.report("UINavigationController.hidesBarsOnSwipe", hidesBarsOnSwipe) }
    }
    /// A Boolean value that indicates whether bars are hidden at a compact height; false by default. Stored, without effect.
    open var hidesBarsWhenVerticallyCompact = false {
        didSet { KeptProperty.report("UINavigationController.hidesBarsWhenVerticallyCompact", hidesBarsWhenVerticallyCompact) }
    }
    /// A Boolean value that indicates whether bars are hidden when the keyboard appears; false by default. Stored, without effect: there is
    /// no on-screen keyboard.
    open var hidesBarsWhenKeyboardAppears = false
    /// The recognizer of the swipe from the left edge.
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
        let height = UINavigationBar.height, toolHeight = UIToolbar.height
        bar.frame = CGRect(x: 0, y: isBarHidden ? -height : top, width: size.width, height: height)
        barAlpha = bar.setStandard(isBarHidden ? 0 : 1, \.alpha, last: barAlpha)
        tools.frame = CGRect(
            x: 0, y: areToolsHidden ? size.height : size.height - bottom - toolHeight, width: size.width, height: toolHeight)
        toolsAlpha = tools.setStandard(areToolsHidden ? 0 : 1, \.alpha, last: toolsAlpha)
        tools.items = topViewController?.toolbarItems
    }

    /// Updates the top controller after a change of the bars, or of its extent below them.
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
            top: !isBarHidden && liesUnder(controller, .top) ? UINavigationBar.height : 0, left: 0,
            bottom: !areToolsHidden && liesUnder(controller, .bottom) ? UIToolbar.height : 0, right: 0
        )
        guard new != controller.barInsets else { return }
        controller.barInsets = new
        controller.safeAreaChanged()
    }

    // MARK: View

    open override func loadView() {
        let view = UIView(frame: UIScreen.main.bounds)
        view.backgroundColor = .clear
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        view.addSubview(tools)
        // Programs look at it before the first layout.
        if bar.frame == .zero { bar.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: UINavigationBar.height) }
        view.addSubview(bar)
        self.view = view
        bar.goBack = { [weak self] in self?.popViewController(animated: true) }
        view.addGestureRecognizer(edgePan)
        edgePan.edges = .left
        edgePan.delegate = edgePanDelegate
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

    // MARK: Interactive pop

    /// True if a swipe from the edge would pop a controller: there is one, and the bar has its back button. Otherwise the swipe is left to
    /// the program's recognizers. A program that sets the recognizer's delegate decides itself, as with Apple's.
    final var takesPopSwipe: Bool {
        guard stack.count > 1, !isMoving, !isBarHidden, let item = topViewController?.navigationItem else { return false }
        let replaces = !(item.leftBarButtonItems ?? []).isEmpty && !item.leftItemsSupplementBackButton
        return !item.hidesBackButton && !replaces
    }

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

/// The delegate of the recognizer that pops controllers, until a program sets another.
@MainActor private final class PopSwipeDelegate: NSObject, UIGestureRecognizerDelegate {
    private weak var owner: UINavigationController?

    init(_ owner: UINavigationController) {
        self.owner = owner
        super.init()
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { owner?.takesPopSwipe ?? false }
}

/// The standard animation: the new view slides in over the old one, or the old one slides out.
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
        // The view behind moves a third of the distance.
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
