import AgateDiagnostics
import QuartzCore

/// Makes a view, and says what happens when it comes and goes.
///
/// The view is made when it is first asked for: `loadView()`, then `viewDidLoad()`. Appearance callbacks come when it enters and leaves a
/// window.
@preconcurrency @MainActor open class UIViewController: UIResponder, @preconcurrency NSCoding, UIContentContainer {
    private var storedView: UIView?
    private var isLoading = false
    /// How far the view has come onto the screen.
    final var appearance: Appearance { progress.appearance }
    final var progress = AppearanceProgress()
    final weak var above: UIViewController?
    final var below: [UIViewController] = []
    final var presented: UIViewController?
    final weak var presenter: UIViewController?
    /// Where it stands while it is presented.
    final var currentPresentation: UIPresentationController?
    final weak var waitingPresentationDelegate: (any UIAdaptivePresentationControllerDelegate)?
    /// Where the view of who presents it was, while that is away.
    final var presenterHome: WeakHome?
    /// The transition that it takes part in.
    final weak var coordinator: TransitionContext?
    /// What bars of its containers cover.
    final var barInsets = UIEdgeInsets.zero
    final var ownNavigationItem: UINavigationItem?
    final var ownTabBarItem: UITabBarItem?
    final var ownEditButton: UIBarButtonItem?
    final var isMovingAbove = false

    enum Appearance { case gone, appearing, shown, disappearing }

    /// A controller; Agate reads no nibs, so the names are kept and not used.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// A controller.
    @preconcurrency @MainActor public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// A controller of a keyed archive: its title. Of any other coder, a plain one: Agate reads no nibs.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
        if coder is NSKeyedUnarchiver { title = coder.decodeObject(of: NSString.self, forKey: "UITitle").map { "\($0)" } }
    }

    /// Keeps the title.
    open func encode(with coder: NSCoder) { coder.encode(title.map { $0 as NSString }, forKey: "UITitle") }

    /// The name of a nib; kept and not used.
    public let nibName: String?
    /// The bundle of a nib; kept and not used.
    public let nibBundle: Bundle?

    // MARK: The view

    /// The controller's view, made when it is first asked for.
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

    /// The view, if it was made.
    open var viewIfLoaded: UIView? { storedView }
    /// Whether the view was made.
    open var isViewLoaded: Bool { storedView != nil }

    /// Makes the view unless it was made.
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

    /// Makes the view and sets `view`. Unless overridden, an empty view as large as the screen.
    open func loadView() {
        if let nibName { UINib.refuse(nibName) }
        view = UIView(frame: UIScreen.main.bounds)
    }
    /// The view was made.
    open func viewDidLoad() {}

    open override var next: UIResponder? { storedView?.superview ?? above }

    // MARK: Coming and going

    /// The view is about to come into a window.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in a window and about to be laid out for the first time since.
    open func viewIsAppearing(_ animated: Bool) {}
    /// The view came into a window.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave its window.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view left its window.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to lay out its subviews.
    open func viewWillLayoutSubviews() {}
    /// The view has laid out its subviews.
    open func viewDidLayoutSubviews() {}
    /// The constraints of the view are asked for; end with a call of super.
    open func updateViewConstraints() { viewIfLoaded?.updateConstraintsIfNeeded() }
    /// The margins of the view changed.
    open func viewLayoutMarginsDidChange() {}
    /// The view gets another size, since its window does. Unless overridden, passes it on to the children whose views get another size, and
    /// to what is presented; overrides call super.
    /// - Parameters:
    ///   - size: the new one, in points.
    ///   - coordinator: moves others along; its completions are called when the view has its size.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in below {
            guard let view = child.viewIfLoaded, view.window != nil else { continue }
            let new = self.size(forChildContentContainer: child, withParentContainerSize: size)
            if new != view.bounds.size { child.viewWillTransition(to: new, with: coordinator) }
        }
        presented?.currentPresentation?.viewWillTransition(to: size, with: coordinator)
    }
    /// The size classes change, since the window gets another size. Unless overridden, passes it on to children and to what is presented;
    /// overrides call super.
    open func willTransition(to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in below { child.willTransition(to: newCollection, with: coordinator) }
        presented?.willTransition(to: newCollection, with: coordinator)
    }
    /// A child has another `preferredContentSize`. Does nothing unless overridden.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// The size of a content.
    open func size(forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize {
        parentSize
    }
    /// The system asks for memory.
    open func didReceiveMemoryWarning() {}

    /// Begins a change of appearance by hand: where a container moves a child's view into or out of the window at another time than it
    /// comes or goes, or to have the callbacks of a view that stays where it is. Calls `viewWillAppear(_:)` or `viewWillDisappear(_:)`,
    /// then begins the same change of those children whose views are in this one's, unless `shouldAutomaticallyForwardAppearanceMethods` is
    /// false. Until `endAppearanceTransition()` the view may enter and leave windows without further calls. Ignored while the same change
    /// is under way.
    /// - Parameters:
    ///   - isAppearing: whether the view comes.
    ///   - animated: what the callbacks get.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) { beginTransition(isAppearing, animated) }

    /// Ends what `beginAppearanceTransition(_:animated:)` began: of the children first, then calls `viewDidAppear(_:)` or
    /// `viewDidDisappear(_:)`.
    open func endAppearanceTransition() { endTransition() }

    // MARK: Presenting

    /// Shows another controller over this one: all of the window, a sheet or a form, by its `modalPresentationStyle`.
    /// - Parameters:
    ///   - viewControllerToPresent: one that is not shown yet.
    ///   - flag: whether it comes by its `modalTransitionStyle`.
    ///   - completion: called when it has come.
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        show(viewControllerToPresent, flag, completion)
    }

    /// Takes away the controller that this one presents, or this one where it presents none, and all that they present.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { takeAway(flag, completion) }

    /// The controller that this one, or one that it is in, presents.
    open var presentedViewController: UIViewController? { presented ?? above?.presentedViewController }
    /// The controller that presents this one, or one that it is in.
    open var presentingViewController: UIViewController? { presenter ?? above?.presentingViewController }
    /// How much of the window it takes when it is presented.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// How it comes and goes when it is presented.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Who says how it comes and goes when it is presented; not kept.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Where it stands while it is presented; before that, one that the next presentation takes the delegate of.
    open var presentationController: UIPresentationController? {
        currentPresentation ?? above?.presentationController
    }
    /// A presentation of its own kind, for the style `custom` without a delegate that makes one.
    func ownPresentation(_ host: UIViewController) -> UIPresentationController? { nil }
    /// The transition that is under way.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { coordinator ?? above?.transitionCoordinator }
    /// Whether what is presented over the current context keeps to this controller's view; false at first. Kept: what is presented always
    /// fills the window, and one diagnostic says so when it would not.
    open var definesPresentationContext = false
    /// Kept; see `definesPresentationContext`.
    open var providesPresentationContextTransitionStyle = false
    /// Kept: there is no status bar on Linux.
    open var modalPresentationCapturesStatusBarAppearance = false
    /// Whether text goes on being written while it is presented; kept.
    open var disablesAutomaticKeyboardDismissal: Bool { modalPresentationStyle == .formSheet }
    /// Whether people can't swipe the sheet away that it is in; false at first. Where they try, the presentation's delegate is called.
    open var isModalInPresentation = false
    /// Whether it is just coming because it is presented.
    open internal(set) var isBeingPresented = false
    /// Whether it is just going because it is dismissed.
    open internal(set) var isBeingDismissed = false

    // MARK: Ways to others

    /// Shows another controller: pushed where a navigation controller is around, else presented.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigation = navigationController { navigation.pushViewController(vc, animated: true) } else { present(vc, animated: true) }
    }
    /// Shows another controller's details: as `show(_:sender:)`.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) { show(vc, sender: sender) }
    /// Goes a way of a storyboard. None is read: one diagnostic says so.
    open func performSegue(withIdentifier identifier: String, sender: Any?) { UINib.refuse("segue \(identifier)") }
    /// A way is about to be gone. Does nothing unless overridden.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    /// Whether a way is to be gone; true unless overridden.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// The storyboard that it was made of: none is read.
    open var storyboard: UIStoryboard? { nil }
    /// It was made of a nib. Agate reads none; programs may call it.
    open func awakeFromNib() {}

    // MARK: In containers

    /// The navigation controller around it.
    open var navigationController: UINavigationController? { nearest() }
    /// The split view controller around it.
    open var splitViewController: UISplitViewController? { nearest() }
    /// The tab bar controller around it.
    open var tabBarController: UITabBarController? { nearest() }
    /// What a navigation bar shows of it.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let made = UINavigationItem(title: title ?? "")
        ownNavigationItem = made
        return made
    }
    /// What a tab bar shows of it.
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
    /// Whether the tab bar goes away while it is pushed.
    open var hidesBottomBarWhenPushed = false
    /// What a navigation controller's toolbar shows of it.
    open var toolbarItems: [UIBarButtonItem]? { didSet { navigationController?.barsChanged() } }
    /// Sets what the toolbar shows.
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) { self.toolbarItems = toolbarItems }
    /// Which of its edges lie under bars; all at first.
    open var edgesForExtendedLayout = UIRectEdge.all {
        didSet { if edgesForExtendedLayout != oldValue { navigationController?.barsChanged() } }
    }
    /// Whether they do so under bars that nothing shows through.
    open var extendedLayoutIncludesOpaqueBars = false
    /// Kept: scroll views follow bars by their `contentInsetAdjustmentBehavior`.
    /// One diagnostic says so when it is set.
    open var automaticallyAdjustsScrollViewInsets = true {
        didSet {
            KeptProperty.report(
                "UIViewController.automaticallyAdjustsScrollViewInsets", !automaticallyAdjustsScrollViewInsets,
                "set the scroll view's contentInsetAdjustmentBehavior instead")
        }
    }
    /// Whether its content is being changed.
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private final var editing = false
    /// Begins or ends to change the content.
    open func setEditing(_ editing: Bool, animated: Bool) {
        self.editing = editing
        ownEditButton?.title = editing ? "Done" : "Edit"
    }
    /// A button that begins and ends to change the content.
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

    /// Room that bars at the top take, for constraints of old sources.
    open var topLayoutGuide: any UILayoutSupport { LayoutSupport(self, isTop: true) }
    /// Room that bars at the foot take.
    open var bottomLayoutGuide: any UILayoutSupport { LayoutSupport(self, isTop: false) }

    // MARK: How it stands

    // There is no status bar and nobody turns the screen: what these say is kept, and has no effect.
    /// How the status bar looks: the default. Not asked: there is no status bar on Linux.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden: false. Not asked: there is no status bar on Linux.
    open var prefersStatusBarHidden: Bool { false }
    /// How the status bar comes and goes: it fades. Not asked: there is no status bar on Linux.
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// The child that says how the status bar looks: none, which is this controller. Not asked.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The child that says whether the status bar is hidden: none, which is this controller. Not asked.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Does nothing: there is no status bar on Linux.
    open func setNeedsStatusBarAppearanceUpdate() {}
    /// Whether the interface turns with the machine: true. Not asked: nobody turns the screen.
    open var shouldAutorotate: Bool { true }
    /// In which ways the interface may stand: all. Not asked: nobody turns the screen.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
    /// How the interface stands when it is presented: upright. Not asked: nobody turns the screen.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    /// How the interface stands, by the main screen's shape: `landscapeLeft` where it is wider than high, else `portrait`.
    open var interfaceOrientation: UIInterfaceOrientation { UIApplication.shared.statusBarOrientation }
    /// Does nothing: nobody turns the screen.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Does nothing: nobody turns the screen.
    open class func attemptRotationToDeviceOrientation() {}
    /// Whether the bar that leads home is hidden: false. Not asked: there is none on Linux.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// The child that says whether the bar that leads home is hidden: none, which is this controller. Not asked.
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    /// Does nothing: there is no bar that leads home on Linux.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// The edges where the system's gestures wait for the program's: none. Not asked: the system has none here.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    /// Does nothing: the system has no gestures at the edges here.
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// Whether children get their appearance callbacks by themselves, from their views and from this controller's transitions; true unless
    /// overridden. Where it is false, the container calls `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()` of them.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }
    /// Kept.
    open var viewRespectsSystemMinimumLayoutMargins = true
    /// The margins of a controller's view: those of its view.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets { viewIfLoaded?.directionalLayoutMargins ?? .zero }
    /// A name to restore it by; kept.
    open var restorationIdentifier: String?

    // MARK: What it says of itself

    /// A title for containers to show.
    open var title: String? {
        didSet {
            guard title != oldValue else { return }
            navigationItem.title = title
            if let item = ownTabBarItem, item.title == nil || item.title == oldValue { item.title = title }
        }
    }
    /// The size that the view would like in a container.
    open var preferredContentSize = CGSize.zero {
        didSet {
            guard preferredContentSize != oldValue else { return }
            above?.preferredContentSizeDidChange(forChildContentContainer: self)
            currentPresentation?.preferredContentSizeDidChange(forChildContentContainer: self)
        }
    }
    /// Room added to the safe area of the view.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { viewSafeAreaInsetsDidChange() } }
    }
    /// The safe area changed.
    open func viewSafeAreaInsetsDidChange() { storedView?.safeAreaInsetsDidChange() }
    /// Light or dark, whatever the surroundings say.
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
    /// The surroundings.
    open var traitCollection: UITraitCollection { storedView?.traitCollection ?? UIScreen.main.traitCollection }
    /// The surroundings changed.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Children

    /// The controllers in this one.
    open var children: [UIViewController] { below }
    /// The controller that this one is in.
    open var parent: UIViewController? { above }
    /// Takes a controller in, out of another one. Put its view in place, then call its `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) { adopt(childController) }
    /// Leaves the parent. Call `willMove(toParent: nil)` before; `didMove(toParent: nil)` is called.
    open func removeFromParent() { leaveParent() }
    /// Changes from one child's view to another's, animated.
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
    /// Other surroundings for a child: light or dark. What else the collection says is left out, and one diagnostic says so.
    open func setOverrideTraitCollection(_ collection: UITraitCollection?, forChild childViewController: UIViewController) {
        if let style = collection?.userInterfaceStyle { childViewController.overrideUserInterfaceStyle = style }
        guard let collection else { return }
        KeptProperty.report(
            "UIViewController.setOverrideTraitCollection(_:forChild:)",
            collection.horizontalSizeClass != .unspecified || collection.verticalSizeClass != .unspecified,
            "a child has the screen's size classes")
    }
    /// About to get another parent, or none.
    open func willMove(toParent parent: UIViewController?) {}
    /// Got another parent, or none.
    open func didMove(toParent parent: UIViewController?) {}
    /// Whether it is just being added to its parent.
    open var isMovingToParent: Bool { isMovingAbove && above != nil }
    /// Whether it is just leaving its parent.
    open var isMovingFromParent: Bool { isMovingAbove && above == nil }
}
