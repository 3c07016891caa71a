import QuartzCore

/// The delegate of a split view controller, called when its columns change. Every method is optional.
@preconcurrency @MainActor public protocol UISplitViewControllerDelegate: NSObjectProtocol {
    /// Called before the display mode changes.
    func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
    /// Called before `show(_:)` shows a column.
    func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column)
    /// Called before `hide(_:)` hides a column.
    func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column)
    /// Returns the column that shows alone when there is space for one only.
    func splitViewController(
        _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column
    /// Called when the view has become too narrow for more than one column.
    func splitViewControllerDidCollapse(_ svc: UISplitViewController)
    /// Called when the view has become wide enough for several columns.
    func splitViewControllerDidExpand(_ svc: UISplitViewController)
    /// Returns whether the delegate has shown a controller in the primary column. Not called on Agate: columns are set by name.
    func splitViewController(_ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?) -> Bool
    /// Returns whether the delegate has shown a controller in the secondary column. Not called on Agate: columns are set by name.
    func splitViewController(_ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?) -> Bool
    /// Returns the controller that shows alone. Not called on Agate: the top column shows.
    func primaryViewController(forCollapsing splitViewController: UISplitViewController) -> UIViewController?
    /// Returns the primary controller of a wide view. Not called on Agate: columns are set by name.
    func primaryViewController(forExpanding splitViewController: UISplitViewController) -> UIViewController?
    /// Returns whether the delegate has combined two controllers. Not called on Agate: the top column shows.
    func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool
    /// Returns the secondary controller of a wide view. Not called on Agate: columns are set by name.
    func splitViewController(_ splitViewController: UISplitViewController, separateSecondaryFrom primaryViewController: UIViewController)
        -> UIViewController?
    /// Returns the supported orientations. Not called on Agate: screens don't rotate.
    func splitViewControllerSupportedInterfaceOrientations(_ splitViewController: UISplitViewController) -> UIInterfaceOrientationMask
    /// Returns the preferred orientation. Not called on Agate: screens don't rotate.
    func splitViewControllerPreferredInterfaceOrientationForPresentation(_ splitViewController: UISplitViewController)
        -> UIInterfaceOrientation
}

extension UISplitViewControllerDelegate {
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode) {}
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {}
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {}
    /// Returns the proposed column.
    public func splitViewController(
        _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { proposedTopColumn }
    /// Does nothing.
    public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
    /// Does nothing.
    public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}
    /// Returns false.
    public func splitViewController(_ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?) -> Bool { false }
    /// Returns false.
    public func splitViewController(_ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?) -> Bool {
        false
    }
    /// Returns nil.
    public func primaryViewController(forCollapsing splitViewController: UISplitViewController) -> UIViewController? { nil }
    /// Returns nil.
    public func primaryViewController(forExpanding splitViewController: UISplitViewController) -> UIViewController? { nil }
    /// Returns false.
    public func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool { false }
    /// Returns nil.
    public func splitViewController(
        _ splitViewController: UISplitViewController, separateSecondaryFrom primaryViewController: UIViewController
    ) -> UIViewController? { nil }
    /// Returns all orientations.
    public func splitViewControllerSupportedInterfaceOrientations(_ splitViewController: UISplitViewController)
        -> UIInterfaceOrientationMask
    { .all }
    /// Returns the upright one.
    public func splitViewControllerPreferredInterfaceOrientationForPresentation(_ splitViewController: UISplitViewController)
        -> UIInterfaceOrientation
    { .portrait }
}

/// A controller that shows two or three controllers side by side, or one if the view is narrower than 600 points.
///
/// `show(_:)`, `hide(_:)` and `preferredDisplayMode` show and hide columns; no swipe does. Columns that overlay the secondary one don't
/// change its frame. Controllers are shown as they are: none is put into a navigation controller.
@preconcurrency @MainActor open class UISplitViewController: UIViewController {
    /// The number of columns.
    public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
    /// A column that holds a controller.
    public enum Column: Int, Sendable { case primary, supplementary, secondary, compact, inspector }
    /// The set of visible columns.
    public enum DisplayMode: Int, Sendable {
        case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
    }
    /// The way in which columns share the width.
    public enum SplitBehavior: Int, Sendable { case automatic, tile, overlay, displace }
    /// The edge of the primary column.
    public enum PrimaryEdge: Int, Sendable { case leading, trailing }
    /// The background of the primary column.
    public enum BackgroundStyle: Int, Sendable { case none, sidebar }
    /// The visibility of a button that changes the mode.
    public enum DisplayModeButtonVisibility: Int, Sendable { case automatic, never, always }
    /// The environment of a controller: alone, or beside others.
    public enum LayoutEnvironment: Int, Sendable { case none, expanded, collapsed }

    /// The value that requests the automatic width.
    public static let automaticDimension: CGFloat = -.greatestFiniteMagnitude

    /// The number of columns.
    open private(set) var style = Style.unspecified
    /// The delegate, called when columns change; not retained.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    /// A Boolean value that indicates whether only one column shows.
    open private(set) var isCollapsed = false
    private var columns: [Column: UIViewController] = [:]
    private var mode: DisplayMode?
    private var top = Column.primary
    private var hasLaidOut = false

    /// Creates a controller of two or three columns.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Columns

    /// The controllers that have a column, beginning with the primary one. Setting it assigns the first to the primary column and the last
    /// to the secondary one; with three columns, the second of three or more becomes the supplementary one.
    open var viewControllers: [UIViewController] {
        get { [.primary, .supplementary, .secondary].compactMap { columns[$0] } }
        set {
            setViewController(newValue.first, for: .primary)
            setViewController(newValue.count > 1 ? newValue[newValue.count - 1] : nil, for: .secondary)
            if style == .tripleColumn { setViewController(newValue.count > 2 ? newValue[1] : nil, for: .supplementary) }
        }
    }
    /// Returns the controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }
    /// Sets the controller of a column, or removes it. Only `tripleColumn` has a supplementary column. Inspectors are stored but don't
    /// show.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        guard columns[column] !== vc else { return }
        if let old = columns[column] {
            old.willMove(toParent: nil)
            old.viewIfLoaded?.removeFromSuperview()
            show(old)
            old.removeFromParent()
        }
        columns[column] = vc
        if let vc {
            addChild(vc)
            vc.didMove(toParent: self)
        }
        viewIfLoaded?.setNeedsLayout()
    }

    /// Shows a column, with animation if the view is in a window.
    open func show(_ column: Column) {
        delegate?.splitViewController(self, willShow: column)
        top = column
        guard !isCollapsed else { return animateLayout() }
        switch column {
        case .primary where style == .tripleColumn: change(to: .twoBesideSecondary)
        case .primary, .supplementary: if displayMode == .secondaryOnly { change(to: .oneBesideSecondary) }
        default: break
        }
    }
    /// Hides a column. The secondary one can't be hidden.
    open func hide(_ column: Column) {
        guard column == .primary || column == .supplementary else { return }
        delegate?.splitViewController(self, willHide: column)
        guard !isCollapsed else {
            top = .secondary
            return animateLayout()
        }
        change(to: column == .primary && style == .tripleColumn ? .oneBesideSecondary : .secondaryOnly)
    }

    /// Shows a controller in the secondary column.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        setViewController(vc, for: .secondary)
        show(.secondary)
    }

    // MARK: Modes

    /// The requested mode; automatic by default.
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { if preferredDisplayMode != oldValue { change(to: preferredDisplayMode == .automatic ? nil : preferredDisplayMode) } }
    }
    /// The current mode.
    open var displayMode: DisplayMode {
        if let mode { return mode }
        let width = viewIfLoaded?.bounds.width ?? 0
        return style == .tripleColumn && width >= 1000 ? .twoBesideSecondary : .oneBesideSecondary
    }
    private func change(to new: DisplayMode?) {
        let old = displayMode
        mode = new
        guard displayMode != old else { return }
        mode = nil
        delegate?.splitViewController(self, willChangeTo: new ?? displayMode)
        mode = new
        animateLayout()
    }
    private func animateLayout() {
        guard let view = viewIfLoaded else { return }
        view.setNeedsLayout()
        if view.window != nil, hasLaidOut { UIView.animate(withDuration: 0.3) { view.layoutIfNeeded() } }
    }

    /// Stored, without effect: the mode decides how columns share the width.
    open var preferredSplitBehavior = SplitBehavior.automatic
    /// The way in which columns share the width.
    open var splitBehavior: SplitBehavior {
        switch displayMode {
        case .oneOverSecondary, .twoOverSecondary: .overlay
        case .twoDisplaceSecondary: .displace
        default: .tile
        }
    }
    /// The edge of the primary column.
    open var primaryEdge = PrimaryEdge.leading { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Stored, without effect.
    open var primaryBackgroundStyle = BackgroundStyle.none
    /// Stored, without effect: no swipe changes the mode.
    open var presentsWithGesture = true
    /// Stored, without effect: no such button shows.
    open var showsSecondaryOnlyButton = false
    /// Stored, without effect: no such button shows automatically. `displayModeButtonItem` creates one.
    open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic
    /// A button that shows or hides the primary column.
    open var displayModeButtonItem: UIBarButtonItem { modeButton }
    private lazy var modeButton = UIBarButtonItem(
        title: nil, image: UIImage(systemName: "sidebar.left"),
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            if displayMode == .secondaryOnly { show(.primary) } else { change(to: .secondaryOnly) }
        }, menu: nil)

    // MARK: Widths

    /// The preferred width of the primary column, in points. By default the width is 320 points or 0.32 of the view's width, whichever is
    /// less.
    open var preferredPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The preferred width of the primary column, as a fraction of the view's width.
    open var preferredPrimaryColumnWidthFraction = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The minimum width of the primary column, in points.
    open var minimumPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The maximum width of the primary column, in points.
    open var maximumPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The preferred width of the supplementary column, in points.
    open var preferredSupplementaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The preferred width of the supplementary column, as a fraction of the view's width.
    open var preferredSupplementaryColumnWidthFraction = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The minimum width of the supplementary column, in points.
    open var minimumSupplementaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// The maximum width of the supplementary column, in points.
    open var maximumSupplementaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }

    private func width(_ points: CGFloat, _ share: CGFloat, _ least: CGFloat, _ most: CGFloat) -> CGFloat {
        let all = view.bounds.width
        var width = points >= 0 ? points : share >= 0 ? share * all : min(320, 0.32 * all)
        width = min(max(width, least >= 0 ? least : 0), most >= 0 ? most : .infinity)
        return width.isFinite ? min(width.rounded(), all) : 0
    }
    /// The width of the primary column, in points.
    open var primaryColumnWidth: CGFloat {
        width(preferredPrimaryColumnWidth, preferredPrimaryColumnWidthFraction, minimumPrimaryColumnWidth, maximumPrimaryColumnWidth)
    }
    /// The width of the supplementary column, in points.
    open var supplementaryColumnWidth: CGFloat {
        width(
            preferredSupplementaryColumnWidth, preferredSupplementaryColumnWidthFraction, minimumSupplementaryColumnWidth,
            maximumSupplementaryColumnWidth)
    }

    // MARK: Layout

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let isNarrow = view.bounds.width < 600
        if isNarrow != isCollapsed || !hasLaidOut {
            if isNarrow {
                top = delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: top) ?? top
            }
            let was = isCollapsed
            isCollapsed = isNarrow
            if was != isNarrow {
                if isNarrow { delegate?.splitViewControllerDidCollapse(self) } else { delegate?.splitViewControllerDidExpand(self) }
            }
        }
        hasLaidOut = true
        if isCollapsed { layOutOne() } else { layOutColumns() }
    }

    private func place(_ column: Column, _ frame: CGRect?) {
        guard let child = columns[column] else { return }
        guard let frame else {
            if let view = child.viewIfLoaded, !view.isHidden {
                view.isHidden = true
                hidden.insert(ObjectIdentifier(child))
            }
            return
        }
        if child.view.superview !== view { UIView.performWithoutAnimation { view.addSubview(child.view) } }
        show(child)
        child.view.frame = frame
    }

    /// The children whose views this controller has hidden. Another hidden view was hidden by the program.
    private var hidden: Set<ObjectIdentifier> = []

    private func show(_ child: UIViewController) {
        if hidden.remove(ObjectIdentifier(child)) != nil { child.viewIfLoaded?.isHidden = false }
    }

    private func layOutOne() {
        let shown = columns[.compact] != nil ? .compact : columns[top] != nil ? top : [.primary, .secondary].first { columns[$0] != nil }
        for column in columns.keys { place(column, column == shown ? view.bounds : nil) }
    }

    private func layOutColumns() {
        let mode = displayMode, bounds = view.bounds, isTriple = style == .tripleColumn && columns[.supplementary] != nil
        let isTwo = [.twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary].contains(mode), isNone = mode == .secondaryOnly
        let showsPrimary = columns[.primary] != nil && !isNone && (isTwo || !isTriple), showsSupplementary = isTriple && !isNone
        let first = showsPrimary ? primaryColumnWidth : 0, second = showsSupplementary ? supplementaryColumnWidth : 0
        let isOver = mode == .oneOverSecondary || mode == .twoOverSecondary, taken = isOver ? 0 : first + second
        // In a displacing mode, the columns push the secondary one out of the view instead of making it narrower.
        let rest = mode == .twoDisplaceSecondary ? bounds.width - second : max(0, bounds.width - taken)
        let isRight = (primaryEdge == .trailing) != (view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        func frame(_ x: CGFloat, _ width: CGFloat) -> CGRect {
            CGRect(x: isRight ? bounds.width - x - width : x, y: 0, width: width, height: bounds.height)
        }
        place(.secondary, frame(taken, rest))
        place(.supplementary, showsSupplementary ? frame(first, second) : nil)
        place(.primary, showsPrimary ? frame(0, first) : nil)
        place(.compact, nil)
        for column in [Column.supplementary, .primary] where isOver { columns[column]?.viewIfLoaded.map { view.bringSubviewToFront($0) } }
    }
}
