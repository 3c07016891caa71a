import QuartzCore

/// The delegate of a tab bar controller, called when a tab is selected, which may also animate the change. Every method is optional.
@preconcurrency @MainActor public protocol UITabBarControllerDelegate: NSObjectProtocol {
    /// Returns whether a touch may select a controller. Not called when a program sets the selection.
    func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
    /// Called when a touch selects a controller, including the visible one. Not called when a program sets the selection.
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
    /// Returns the animator of the change; nil changes without animation.
    func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns the object that drives an animator interactively; nil for none.
    func tabBarController(
        _ tabBarController: UITabBarController, interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// Called before people rearrange tabs. Not called on Agate: people can't rearrange tabs.
    func tabBarController(_ tabBarController: UITabBarController, willBeginCustomizing viewControllers: [UIViewController])
    /// Called before people end rearranging tabs. Not called on Agate: people can't rearrange tabs.
    func tabBarController(_ tabBarController: UITabBarController, willEndCustomizing viewControllers: [UIViewController], changed: Bool)
    /// Called after people rearranged tabs. Not called on Agate: people can't rearrange tabs.
    func tabBarController(_ tabBarController: UITabBarController, didEndCustomizing viewControllers: [UIViewController], changed: Bool)
    /// Returns the supported orientations. Not called on Agate: screens don't rotate.
    func tabBarControllerSupportedInterfaceOrientations(_ tabBarController: UITabBarController) -> UIInterfaceOrientationMask
    /// Returns the preferred orientation. Not called on Agate: screens don't rotate.
    func tabBarControllerPreferredInterfaceOrientationForPresentation(_ tabBarController: UITabBarController) -> UIInterfaceOrientation
}

extension UITabBarControllerDelegate {
    /// Returns true.
    public func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool { true }
    /// Does nothing.
    public func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {}
    /// Returns nil: controllers change without animation.
    public func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Returns nil: the transition isn't interactive.
    public func tabBarController(
        _ tabBarController: UITabBarController, interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    /// Does nothing.
    public func tabBarController(_ tabBarController: UITabBarController, willBeginCustomizing viewControllers: [UIViewController]) {}
    /// Does nothing.
    public func tabBarController(
        _ tabBarController: UITabBarController, willEndCustomizing viewControllers: [UIViewController], changed: Bool
    ) {}
    /// Does nothing.
    public func tabBarController(
        _ tabBarController: UITabBarController, didEndCustomizing viewControllers: [UIViewController], changed: Bool
    ) {}
    /// Returns all orientations.
    public func tabBarControllerSupportedInterfaceOrientations(_ tabBarController: UITabBarController) -> UIInterfaceOrientationMask {
        .all
    }
    /// Returns the upright one.
    public func tabBarControllerPreferredInterfaceOrientationForPresentation(_ tabBarController: UITabBarController)
        -> UIInterfaceOrientation
    { .portrait }
}

/// A controller that shows one of several controllers, which a bar at the bottom selects.
@preconcurrency @MainActor open class UITabBarController: UIViewController, UITabBarDelegate {
    private let bar = UITabBar()
    private let content = UIView()
    private var all: [UIViewController] = []
    private var index = NSNotFound
    private var isMoving = false

    /// The delegate, called when a tab is selected; not retained.
    open weak var delegate: (any UITabBarControllerDelegate)?
    /// The tab bar.
    open var tabBar: UITabBar { bar }
    /// The controllers of the tabs.
    open var viewControllers: [UIViewController]? {
        get { all }
        set { setViewControllers(newValue, animated: false) }
    }
    /// Replaces the controllers. The visible one stays visible if it is among the new ones.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let new = viewControllers ?? [], shown = selectedViewController
        for old in all where !new.contains(where: { $0 === old }) {
            old.willMove(toParent: nil)
            old.viewIfLoaded?.removeFromSuperview()
            old.barInsets = .zero
            old.removeFromParent()
        }
        for controller in new where controller.parent !== self {
            addChild(controller)
            controller.didMove(toParent: self)
        }
        all = new
        itemsChanged()
        index = NSNotFound
        let next = shown.flatMap { one in new.firstIndex { $0 === one } } ?? (new.isEmpty ? NSNotFound : 0)
        if next != NSNotFound { choose(next) }
    }

    /// Updates the bar after a change of the controllers' items.
    final func itemsChanged() {
        bar.items = all.map { $0.tabBarItem }
        if all.indices.contains(index) { bar.selectedItem = all[index].tabBarItem }
    }

    /// The index of the visible controller; `NSNotFound` if there is none.
    open var selectedIndex: Int {
        get { index }
        set { if all.indices.contains(newValue) { choose(newValue) } }
    }
    /// The visible controller.
    open var selectedViewController: UIViewController? {
        get { all.indices.contains(index) ? all[index] : nil }
        set { if let place = all.firstIndex(where: { $0 === newValue }) { choose(place) } }
    }
    /// A controller that is not in use: the bar shows all tabs, even more than five.
    open var moreNavigationController: UINavigationController { more }
    private lazy var more = UINavigationController()
    /// Stored, without effect.
    open var customizableViewControllers: [UIViewController]?

    /// Called after a touch on an item, even if the delegate prevented the selection of its controller. Does nothing unless overridden.
    open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
    /// Not called on Agate: items can't be arranged by the user.
    open func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem]) {}
    /// Not called on Agate: items can't be arranged by the user.
    open func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem]) {}
    /// Not called on Agate: items can't be arranged by the user.
    open func tabBar(_ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool) {}
    /// Not called on Agate: items can't be arranged by the user.
    open func tabBar(_ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool) {}

    private func tapped(_ item: UITabBarItem) {
        guard let place = all.firstIndex(where: { $0.tabBarItem === item }) else { return }
        guard delegate?.tabBarController(self, shouldSelect: all[place]) ?? true else { return }
        if place == index {
            // As on Apple's platforms, a second tap pops to the root controller.
            (all[place] as? UINavigationController)?.popToRootViewController(animated: true)
        } else {
            choose(place)
        }
        delegate?.tabBarController(self, didSelect: all[place])
    }

    private func choose(_ new: Int) {
        guard new != index else { return }
        let old = selectedViewController, next = all[new]
        let from = index
        index = new
        bar.selectedItem = next.tabBarItem
        guard isViewLoaded else { return }
        UIView.performWithoutAnimation { prepare(next) }
        guard let old, old.isViewLoaded, old.view.superview === content, view.window != nil, !isMoving,
            let animator = delegate?.tabBarController(self, animationControllerForTransitionFrom: old, to: next)
        else {
            if let old, old !== next { old.viewIfLoaded?.removeFromSuperview() }
            UIView.performWithoutAnimation {
                if content.window == nil { content.addSubview(next.view) } else { next.appear(in: content) }
            }
            return
        }
        let context = TransitionContext(
            container: content, from: old, to: next, fromView: old.view, toView: next.view, style: .none, initialFrame: old.view.frame,
            finalFrame: content.bounds, isAnimated: true
        )
        isMoving = true
        old.beginAppearanceTransition(false, animated: true)
        next.beginAppearanceTransition(true, animated: true)
        context.run(animator, delegate?.tabBarController(self, interactionControllerFor: animator)) { [self] isComplete in
            isMoving = false
            if isComplete {
                if old.view.superview === content { old.view.removeFromSuperview() }
                if next.view.superview !== content { content.addSubview(next.view) }
            } else {
                next.view.removeFromSuperview()
                index = from
                bar.selectedItem = old.tabBarItem
                old.beginAppearanceTransition(true, animated: true)
                next.beginAppearanceTransition(false, animated: true)
            }
            old.endAppearanceTransition()
            next.endAppearanceTransition()
        }
    }

    private var hidesBar: Bool {
        guard let navigation = selectedViewController as? UINavigationController else { return bar.isHidden }
        return bar.isHidden || navigation.viewControllers.dropFirst().contains { $0.hidesBottomBarWhenPushed }
    }

    private func prepare(_ controller: UIViewController) {
        controller.view.frame = content.bounds
        controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        let new = UIEdgeInsets(top: 0, left: 0, bottom: hidesBar ? 0 : UITabBar.height, right: 0)
        guard new != controller.barInsets else { return }
        controller.barInsets = new
        controller.safeAreaChanged()
    }

    open override func loadView() {
        let view = UIView(frame: UIScreen.main.bounds)
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        // Programs look at it before the first layout.
        bar.frame = CGRect(x: 0, y: view.bounds.height - UITabBar.height, width: view.bounds.width, height: UITabBar.height)
        view.addSubview(bar)
        bar.chosen = { [weak self] in self?.tapped($0) }
        bar.delegate = self
        self.view = view
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        guard let shown = selectedViewController else { return }
        UIView.performWithoutAnimation {
            prepare(shown)
            content.addSubview(shown.view)
        }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let height = UITabBar.height + view.safeAreaInsets.bottom
        bar.frame = CGRect(x: 0, y: hidesBar ? view.bounds.height : view.bounds.height - height, width: view.bounds.width, height: height)
        if let shown = selectedViewController, !isMoving { prepare(shown) }
    }
}
