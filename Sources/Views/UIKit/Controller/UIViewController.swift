import AgateDiagnostics
import QuartzCore

/// An object that creates a view and handles its appearance and disappearance.
///
/// The view is created on first access, by `loadView()`, then `viewDidLoad()`. The appearance callbacks are called when the view enters and
/// leaves a window.
@preconcurrency @MainActor open class UIViewController: UIResponder, @preconcurrency NSCoding, UIContentContainer {
    private var storedView: UIView?
    private var isLoading = false
    /// The state of the view's appearance.
    final var appearance: Appearance { progress.appearance }
    final var progress = AppearanceProgress()
    final weak var above: UIViewController?
    final var below: [UIViewController] = []
    final var presented: UIViewController?
    final weak var presenter: UIViewController?
    /// The current presentation of this controller.
    final var currentPresentation: UIPresentationController?
    final weak var waitingPresentationDelegate: (any UIAdaptivePresentationControllerDelegate)?
    /// The original location of the presenter's view while the view is removed.
    final var presenterHome: WeakHome?
    /// The transition in which the controller takes part.
    final weak var coordinator: TransitionContext?
    /// The insets that the bars of its containers cover.
    final var barInsets = UIEdgeInsets.zero
    final var ownNavigationItem: UINavigationItem?
    final var ownTabBarItem: UITabBarItem?
    final var ownEditButton: UIBarButtonItem?
    final var isMovingAbove = false

    enum Appearance { case gone, appearing, shown, disappearing }

    /// Creates a controller. Agate doesn't read nibs, so the names are stored and not used.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// Creates a controller.
    @preconcurrency @MainActor public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Creates a controller from a coder. A keyed archive supplies its title. Other coders are ignored, because Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
        if coder is NSKeyedUnarchiver { title = coder.decodeObject(of: NSString.self, forKey: "UITitle").map { "\($0)" } }
    }

    /// Encodes the title.
    open func encode(with coder: NSCoder) { coder.encode(title.map { $0 as NSString }, forKey: "UITitle") }

    /// The name of a nib. Stored without effect.
    public let nibName: String?
    /// The bundle of a nib. Stored without effect.
    public let nibBundle: Bundle?

    // MARK: The view

    /// The controller's view, which is created on first access.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return storedView
        }
        set {
            storedView?.controller = nil
            storedView = newValue
            newValue?.controller = self
        }
    }

    /// The view, or nil if it hasn't been created.
    open var viewIfLoaded: UIView? { storedView }
    /// A Boolean value that indicates whether the view has been created.
    open var isViewLoaded: Bool { storedView != nil }

    /// Creates the view if it hasn't been created.
    open func loadViewIfNeeded() {
        guard storedView == nil, !isLoading else { return }
        isLoading = true
        loadView()
        isLoading = false
        if storedView == nil {
            Diagnostic.report("controller.no-view", "loadView() of \(type(of: self)) did not set a view; an empty view is used")
            view = UIView(frame: UIScreen.main.bounds)
        }
        viewDidLoad()
    }

    /// Creates the view and sets `view`. The default implementation reads the nib with the controller's `nibName`, of which the controller
    /// is the owner; without one, or if it can't be read, it creates an empty view of the size of the screen.
    open func loadView() {
        if let nibName {
            _ = UINib(nibName: nibName, bundle: nibBundle).instantiate(withOwner: self)
            if storedView != nil { return }
        }
        view = UIView(frame: UIScreen.main.bounds)
    }
    /// Called after the view was created.
    open func viewDidLoad() {}

    open override var next: UIResponder? { storedView?.superview ?? above }

    // MARK: Appearance callbacks

    /// Called before the view enters a window.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called when the view is in a window and about to be laid out for the first time since it entered.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Called after the view entered a window.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the view leaves its window.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called after the view left its window.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Called before the view lays out its subviews.
    open func viewWillLayoutSubviews() {}
    /// Called after the view laid out its subviews.
    open func viewDidLayoutSubviews() {}
    /// Called to update the constraints of the view. Overrides must call `super` at the end.
    open func updateViewConstraints() { viewIfLoaded?.updateConstraintsIfNeeded() }
    /// Called after the margins of the view changed. Does nothing unless overridden.
    open func viewLayoutMarginsDidChange() {}

    /// Sets properties that depend on other values, after the view's `updateProperties()`. Does nothing unless overridden.
    open func updateProperties() {}
    /// Requests a call of `updateProperties()` before the next layout of the view.
    open func setNeedsUpdateProperties() { viewIfLoaded?.setNeedsUpdateProperties() }
    /// Calls `updateProperties()`, if it was requested or never happened.
    open func updatePropertiesIfNeeded() { viewIfLoaded?.updatePropertiesIfNeeded() }

    // Rotation as iOS 7 and earlier report it. Screens don't rotate on Linux: nothing calls these methods.
    /// Not called on Agate: see ``viewWillTransition(to:with:)``.
    open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    /// Not called on Agate: see ``viewWillTransition(to:with:)``.
    open func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    /// Not called on Agate: see ``viewWillTransition(to:with:)``.
    open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {}
    /// The scroll view of the content for an edge's bar; nil unless the program set one.
    open func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? { observedScrollView }
    /// Stores a scroll view, without effect: bars look at the scroll view that is first in the controller's view.
    open func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) { observedScrollView = scrollView }
    /// Stores a scroll view, without effect: see ``setContentScrollView(_:for:)``.
    open func setContentScrollView(_ scrollView: UIScrollView?) { observedScrollView = scrollView }
    private final weak var observedScrollView: UIScrollView?
    /// Called before the size of the view changes with that of its window. The default implementation forwards the call to the children
    /// whose views change their size, and to the presented controller. Overrides must call `super`.
    /// - Parameters:
    ///   - size: The new size, in points.
    ///   - coordinator: The coordinator for simultaneous animations. Its completions are called when the view has its new size.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in below {
            guard let view = child.viewIfLoaded, view.window != nil else { continue }
            let new = self.size(forChildContentContainer: child, withParentContainerSize: size)
            if new != view.bounds.size { child.viewWillTransition(to: new, with: coordinator) }
        }
        presented?.currentPresentation?.viewWillTransition(to: size, with: coordinator)
    }
    /// Called before the size classes change with the size of the window. The default implementation forwards the call to the children and
    /// to the presented controller. Overrides must call `super`.
    open func willTransition(to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in below { child.willTransition(to: newCollection, with: coordinator) }
        presented?.willTransition(to: newCollection, with: coordinator)
    }
    /// Called when the `preferredContentSize` of a child changes. Does nothing unless overridden.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// Returns the size of a child's content. The default is the parent's size.
    open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize {
        parentSize
    }
    /// Would be called when the system is low on memory. Not called in Agate: Linux sends programs no warnings.
    open func didReceiveMemoryWarning() {}

    /// Begins an appearance transition explicitly. Containers call it if a child's view enters or leaves the window at another time than it
    /// appears or disappears, or to repeat the callbacks of a view that remains in place. Calls `viewWillAppear(_:)` or
    /// `viewWillDisappear(_:)`, then begins the same transition for the children whose views are in this one's, unless
    /// `shouldAutomaticallyForwardAppearanceMethods` is false. Until `endAppearanceTransition()` the view may enter and leave windows
    /// without further calls. Ignored while the same transition is in progress.
    /// - Parameters:
    ///   - isAppearing: True if the view appears.
    ///   - animated: The argument of the callbacks.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) { beginTransition(isAppearing, animated) }

    /// Ends the transition that `beginAppearanceTransition(_:animated:)` began: first those of the children, then this one with a call of
    /// `viewDidAppear(_:)` or `viewDidDisappear(_:)`.
    open func endAppearanceTransition() { endTransition() }

    // MARK: Presenting

    /// Presents another controller over this one: in the whole window, as a sheet or as a form, according to its `modalPresentationStyle`.
    /// - Parameters:
    ///   - viewControllerToPresent: A controller that isn't shown yet.
    ///   - flag: True to animate with the `modalTransitionStyle` of the controller.
    ///   - completion: The closure that is called after the presentation.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        show(viewControllerToPresent, flag, completion)
    }

    /// Dismisses the controller that this one presents, or this one if it presents none, and all controllers that they present.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { takeAway(flag, completion) }

    /// The controller that is presented by this one or by one of its ancestors.
    open var presentedViewController: UIViewController? { presented ?? above?.presentedViewController }
    /// The controller that presents this one or one of its ancestors.
    open var presentingViewController: UIViewController? { presenter ?? above?.presentingViewController }
    /// The style of the controller's presentation.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// The style of the transitions of the controller's presentation.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// The delegate that supplies the transitions of the controller's presentation. It isn't retained.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// The current presentation of the controller or of an ancestor. Before a presentation, a placeholder whose delegate is passed to the
    /// next presentation.
    open var presentationController: UIPresentationController? {
        currentPresentation ?? above?.presentationController
    }
    /// Returns a custom presentation for the style `custom` if no delegate supplies one.
    func ownPresentation(_ host: UIViewController) -> UIPresentationController? { nil }
    /// The coordinator of the current transition.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { coordinator ?? above?.transitionCoordinator }
    /// A Boolean value that indicates whether presentations over the current context cover only this controller's view. The default is
    /// false. Stored without effect: presentations always fill the window. One diagnostic reports a presentation that would be smaller.
    open var definesPresentationContext = false
    /// Stored without effect. See `definesPresentationContext`.
    open var providesPresentationContextTransitionStyle = false
    /// Stored without effect: there is no status bar on Linux.
    open var modalPresentationCapturesStatusBarAppearance = false
    /// A Boolean value that indicates whether text input continues while the controller is presented. It has no effect.
    open var disablesAutomaticKeyboardDismissal: Bool { modalPresentationStyle == .formSheet }
    /// A Boolean value that indicates whether swipes can't dismiss the sheet that contains the controller. The default is false. Attempts
    /// are reported to the presentation's delegate.
    open var isModalInPresentation = false
    /// A Boolean value that indicates whether the controller is being presented.
    open internal(set) var isBeingPresented = false
    /// A Boolean value that indicates whether the controller is being dismissed.
    open internal(set) var isBeingDismissed = false

    // MARK: Navigation

    /// Shows another controller: pushes it on the enclosing navigation controller, or presents it if there is none.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigation = navigationController { navigation.pushViewController(vc, animated: true) } else { present(vc, animated: true) }
    }
    /// Shows a detail controller. The same as `show(_:sender:)`.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) { show(vc, sender: sender) }
    /// Performs a segue of a storyboard. Storyboards aren't read: one diagnostic reports this.
    open func performSegue(withIdentifier identifier: String, sender: Any?) { UINib.refuse("segue \(identifier)") }
    /// Called before a segue is performed. Does nothing unless overridden.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    /// Returns whether a segue is to be performed. The default is true.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// The storyboard of the controller. Always nil, because storyboards aren't read.
    open var storyboard: UIStoryboard? { nil }
    /// Called after the controller was loaded from a nib in UIKit. Agate doesn't call it, but applications may.
    open func awakeFromNib() {}

    // MARK: Focus

    /// The environments that would get the focus; none unless overridden.
    open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }
    /// Does nothing: there is no focus engine.
    open func setNeedsFocusUpdate() {}
    /// Does nothing: there is no focus engine.
    open func updateFocusIfNeeded() {}
    /// Would be asked before the focus moves; true unless overridden. Not called on Agate.
    open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
    /// Would be called after the focus moved. Not called on Agate.
    open func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}
    /// Dismisses the controller for an assistive technology. Returns true if it succeeded. Agate never calls it.
    open func accessibilityPerformEscape() -> Bool { false }

    // MARK: In containers

    /// The enclosing navigation controller.
    open var navigationController: UINavigationController? { nearest() }
    /// The enclosing split view controller.
    open var splitViewController: UISplitViewController? { nearest() }
    /// The enclosing tab bar controller.
    open var tabBarController: UITabBarController? { nearest() }
    /// The controller's item in a navigation bar.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let made = UINavigationItem(title: title ?? "")
        ownNavigationItem = made
        return made
    }
    /// The controller's item in a tab bar.
    open var tabBarItem: UITabBarItem! {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            let made = UITabBarItem(title: title, image: nil, tag: 0)
            ownTabBarItem = made
            return made
        }
        set {
            ownTabBarItem = newValue
            tabBarController?.itemsChanged()
        }
    }
    /// A Boolean value that indicates whether the tab bar is hidden while the controller is pushed.
    open var hidesBottomBarWhenPushed = false
    /// The controller's items in the toolbar of a navigation controller.
    open var toolbarItems: [UIBarButtonItem]? { didSet { navigationController?.barsChanged() } }
    /// Sets the toolbar items.
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }
    /// The edges that extend under bars. The default is all.
    open var edgesForExtendedLayout = UIRectEdge.all {
        didSet { if edgesForExtendedLayout != oldValue { navigationController?.barsChanged() } }
    }
    /// A Boolean value that indicates whether the edges also extend under opaque bars.
    open var extendedLayoutIncludesOpaqueBars = false
    /// Stored without effect: scroll views follow bars according to their `contentInsetAdjustmentBehavior`. Setting it to false reports one
    /// diagnostic.
    open var automaticallyAdjustsScrollViewInsets = true {
        didSet {
            KeptProperty.report(
                "UIViewController.automaticallyAdjustsScrollViewInsets", !automaticallyAdjustsScrollViewInsets,
                "set the scroll view's contentInsetAdjustmentBehavior instead")
        }
    }
    /// A Boolean value that indicates whether the content is in editing mode.
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private final var editing = false
    /// Begins or ends the editing mode.
    open func setEditing(_ editing: Bool, animated: Bool) {
        self.editing = editing
        ownEditButton?.title = editing ? "Done" : "Edit"
    }
    /// A button that toggles the editing mode.
    open var editButtonItem: UIBarButtonItem {
        if let ownEditButton { return ownEditButton }
        let made = UIBarButtonItem(
            primaryAction: UIAction(title: "Edit") { [weak self] _ in
                if let self { self.setEditing(!self.isEditing, animated: true) }
            })
        ownEditButton = made
        return made
    }

    private func nearest<Container: UIViewController>() -> Container? {
        var here = above
        while let controller = here {
            if let found = controller as? Container { return found }
            here = controller.above
        }
        return nil
    }

    /// The extent of the bars at the top, for constraints in older code.
    open var topLayoutGuide: any UILayoutSupport { LayoutSupport(self, isTop: true) }
    /// The extent of the bars at the bottom.
    open var bottomLayoutGuide: any UILayoutSupport { LayoutSupport(self, isTop: false) }

    // MARK: Status bar and orientation

    // There is no status bar and the screen doesn't rotate. These properties are stored without effect.
    /// The style of the status bar: the default. Never read, because there is no status bar on Linux.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// A Boolean value that indicates whether the status bar is hidden: false. Never read, because there is no status bar on Linux.
    open var prefersStatusBarHidden: Bool { false }
    /// The animation of the status bar: a fade. Never read, because there is no status bar on Linux.
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// The child that determines the style of the status bar: nil, which means this controller. Never read.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The child that determines whether the status bar is hidden: nil, which means this controller. Never read.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Does nothing, because there is no status bar on Linux.
    open func setNeedsStatusBarAppearanceUpdate() {}
    /// A Boolean value that indicates whether the interface rotates with the device: true. Never read, because the screen doesn't rotate.
    open var shouldAutorotate: Bool { true }
    /// The supported orientations of the interface: all. Never read, because the screen doesn't rotate.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
    /// The orientation of the interface when it is presented: upright. Never read, because the screen doesn't rotate.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    /// The orientation of the interface according to the main screen's shape: `landscapeLeft` if it is wider than high, otherwise
    /// `portrait`.
    open var interfaceOrientation: UIInterfaceOrientation { UIApplication.shared.statusBarOrientation }
    /// Does nothing, because the screen doesn't rotate.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Does nothing, because the screen doesn't rotate.
    open class func attemptRotationToDeviceOrientation() {}
    /// A Boolean value that indicates whether the home indicator is hidden: false. Never read, because there is none on Linux.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// The child that determines whether the home indicator is hidden: nil, which means this controller. Never read.
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    /// Does nothing, because there is no home indicator on Linux.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// The edges at which system gestures wait for the application's: none. Never read, because there are no system gestures here.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    /// The child that determines those edges: nil, which means this controller. Never read.
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    /// Does nothing, because there are no system gestures at the edges.
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// A Boolean value that indicates whether children receive their appearance callbacks automatically, from their views and from this
    /// controller's transitions. The default is true. If it is false, the container must call `beginAppearanceTransition(_:animated:)` and
    /// `endAppearanceTransition()` on them.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
    /// A Boolean value that indicates whether the margins of the controller's view are at least `systemMinimumLayoutMargins`. The default
    /// is true.
    open var viewRespectsSystemMinimumLayoutMargins = true {
        didSet { if viewRespectsSystemMinimumLayoutMargins != oldValue { viewIfLoaded?.marginsChanged() } }
    }
    /// The minimum margins of the controller's view: 16 points at the sides, and 20 points in windows that are 414 points wide or more.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
        let side = viewIfLoaded?.systemSideMargin ?? 16
        return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
    }
    /// The identifier for state restoration. Stored without effect.
    open var restorationIdentifier: String?

    // MARK: Properties for containers

    /// The title that containers show.
    open var title: String? {
        didSet {
            guard title != oldValue else { return }
            navigationItem.title = title
            if let item = ownTabBarItem, item.title == nil || item.title == oldValue { item.title = title }
        }
    }
    /// The preferred size of the view in a container.
    open var preferredContentSize = CGSize.zero {
        didSet {
            guard preferredContentSize != oldValue else { return }
            above?.preferredContentSizeDidChange(forChildContentContainer: self)
            currentPresentation?.preferredContentSizeDidChange(forChildContentContainer: self)
        }
    }
    /// The insets that are added to the safe area of the view.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { safeAreaChanged() } }
    }
    /// Called when the safe area changes. Does nothing unless overridden.
    open func viewSafeAreaInsetsDidChange() {}

    /// Notifies the view and then the controller of a change of the safe area.
    final func safeAreaChanged() {
        storedView?.layOutForSafeArea()
        storedView?.safeAreaInsetsDidChange()
        viewSafeAreaInsetsDidChange()
    }
    /// The light or dark style that overrides the inherited one.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet {
            storedView?.forgetLook()
            guard overrideUserInterfaceStyle != oldValue, let view = storedView, view.overrideUserInterfaceStyle == .unspecified else {
                return
            }
            view.traitsMayHaveChanged(
                from: view.traitCollection.with(style: oldValue == .unspecified ? ScreenTraits.main.userInterfaceStyle : oldValue))
        }
    }
    /// The traits.
    open var traitCollection: UITraitCollection { storedView?.traitCollection ?? UIScreen.main.traitCollection }
    /// Called after the traits changed.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Children

    /// The child controllers.
    open var children: [UIViewController] { below }
    /// The parent controller.
    open var parent: UIViewController? { above }
    /// Adds a child controller and removes it from its previous parent. Callers must then add its view and call its `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) { adopt(childController) }
    /// Removes the controller from its parent. Callers must call `willMove(toParent: nil)` before. `didMove(toParent: nil)` is called
    /// automatically.
    open func removeFromParent() { leaveParent() }
    /// Replaces one child's view with another's, animated.
    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        guard let above = fromViewController.viewIfLoaded?.superview else { return }
        toViewController.beginAppearanceTransition(true, animated: duration > 0)
        fromViewController.beginAppearanceTransition(false, animated: duration > 0)
        if toViewController.view.superview !== above { above.addSubview(toViewController.view) }
        UIView.animate(withDuration: duration, delay: 0, options: options) {
            animations?()
        } completion: { finished in
            fromViewController.view.removeFromSuperview()
            fromViewController.endAppearanceTransition()
            toViewController.endAppearanceTransition()
            completion?(finished)
        }
    }
    /// Overrides the traits of a child. Only light or dark style is applied. One diagnostic reports other traits in the collection.
    open func setOverrideTraitCollection(_ collection: UITraitCollection?, forChild childViewController: UIViewController) {
        if let style = collection?.userInterfaceStyle { childViewController.overrideUserInterfaceStyle = style }
        guard let collection else { return }
        KeptProperty.report(
            "UIViewController.setOverrideTraitCollection(_:forChild:)",
            collection.horizontalSizeClass != .unspecified || collection.verticalSizeClass != .unspecified,
            "a child has the screen's size classes")
    }
    /// Called before the parent changes. The parent may be nil.
    open func willMove(toParent parent: UIViewController?) {}
    /// Called after the parent changed. The parent may be nil.
    open func didMove(toParent parent: UIViewController?) {}
    /// A Boolean value that indicates whether the controller is being added to its parent.
    open var isMovingToParent: Bool { isMovingAbove && above != nil }
    /// A Boolean value that indicates whether the controller is being removed from its parent.
    open var isMovingFromParent: Bool { isMovingAbove && above == nil }

    /// The popover that presents the controller; see ``UIPopoverPresentationController``.
    open var popoverPresentationController: UIPopoverPresentationController? { currentPopover }
    /// The sheet that presents the controller; see ``UISheetPresentationController``.
    open var sheetPresentationController: UISheetPresentationController? { currentSheet }
}
