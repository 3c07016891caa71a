import AgateDiagnostics
import QuartzCore

/// Makes a view, and says what happens when it comes and goes.
///
/// The view is made when it is first asked for: `loadView()`, then `viewDidLoad()`. Appearance callbacks come when it enters and leaves a window.
@preconcurrency @MainActor open class UIViewController: UIResponder {
    private var storedView: UIView?
    private var isLoading = false
    /// How far the view has come onto the screen.
    private(set) final var appearance = Appearance.gone
    final weak var above: UIViewController?
    final var below: [UIViewController] = []
    final var presented: UIViewController?
    final weak var presenter: UIViewController?
    /// What is behind a presented controller's view.
    final var backdrop: UIView?
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

    /// A controller of an archive; the coder is not asked.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

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
            Diagnostic.report("controller.no-view", "loadView() of \(type(of: self)) set no view; it gets an empty one")
            view = UIView(frame: UIScreen.main.bounds)
        }
        viewDidLoad()
    }

    /// Makes the view and sets `view`. Unless overridden, an empty view as large as the screen.
    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }
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
    /// The system asks for memory.
    open func didReceiveMemoryWarning() {}

    /// Whether the coming or going that is under way is animated.
    private final var isAppearanceAnimated = false
    /// Somebody says by hand when coming and going begin and end.
    private final var isGuided = false

    final func viewWillMove(to window: UIWindow?) {
        guard !isGuided else { return }
        setAppearance(window != nil, animated: UIView.inheritedAnimationDuration > 0)
    }

    final func viewDidMove(to window: UIWindow?) {
        if window != nil, appearance == .appearing { viewIsAppearing(isAppearanceAnimated) }
        guard !isGuided else { return }
        finishAppearance()
    }

    private func setAppearance(_ comes: Bool, animated: Bool) {
        isAppearanceAnimated = animated
        if comes, appearance == .gone || appearance == .disappearing {
            appearance = .appearing
            viewWillAppear(animated)
        } else if !comes, appearance == .shown || appearance == .appearing {
            appearance = .disappearing
            viewWillDisappear(animated)
        }
    }

    private func finishAppearance() {
        if appearance == .appearing {
            appearance = .shown
            viewDidAppear(isAppearanceAnimated)
        } else if appearance == .disappearing {
            appearance = .gone
            viewDidDisappear(isAppearanceAnimated)
        }
    }

    /// Containers say that a child begins to come or go, where its view enters or leaves the window at another moment.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isGuided = true
        setAppearance(isAppearing, animated: animated)
    }

    /// Containers say that a child has come or gone.
    open func endAppearanceTransition() {
        isGuided = false
        finishAppearance()
    }

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
    /// Whether hands can't take it away; kept for sources that set it, no gesture does.
    open var isModalInPresentation = false
    /// Whether it is just coming because it is presented.
    open internal(set) var isBeingPresented = false
    /// Whether it is just going because it is dismissed.
    open internal(set) var isBeingDismissed = false

    // MARK: What it says of itself

    /// A title for containers to show.
    open var title: String?
    /// The size that the view would like in a container.
    open var preferredContentSize = CGSize.zero
    /// Room added to the safe area of the view.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet { if additionalSafeAreaInsets != oldValue { viewSafeAreaInsetsDidChange() } }
    }
    /// The safe area changed.
    open func viewSafeAreaInsetsDidChange() { storedView?.safeAreaInsetsDidChange() }
    /// Light or dark, whatever the surroundings say.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet {
            guard overrideUserInterfaceStyle != oldValue, let view = storedView, view.overrideUserInterfaceStyle == .unspecified else { return }
            view.traitsMayHaveChanged(from: view.traitCollection.with(style: oldValue == .unspecified ? ScreenTraits.main.userInterfaceStyle : oldValue))
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
    /// About to get another parent, or none.
    open func willMove(toParent parent: UIViewController?) {}
    /// Got another parent, or none.
    open func didMove(toParent parent: UIViewController?) {}
    /// Whether it is just being added to its parent.
    open var isMovingToParent: Bool { isMovingAbove && above != nil }
    /// Whether it is just leaving its parent.
    open var isMovingFromParent: Bool { isMovingAbove && above == nil }
}
