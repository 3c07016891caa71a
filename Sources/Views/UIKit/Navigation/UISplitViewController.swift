import QuartzCore

/// Hears what a split view controller does, and decides. Every method may be left out.
@preconcurrency @MainActor public protocol UISplitViewControllerDelegate: NSObjectProtocol {
    /// Other columns are about to show.
    func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
    /// A column is about to show, by `show(_:)`.
    func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column)
    /// A column is about to go, by `hide(_:)`.
    func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column)
    /// Which column shows alone where there is room for one.
    func splitViewController(
        _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column
    /// There is room for one column alone from now on.
    func splitViewControllerDidCollapse(_ svc: UISplitViewController)
    /// There is room for columns beside each other from now on.
    func splitViewControllerDidExpand(_ svc: UISplitViewController)
}

extension UISplitViewControllerDelegate {
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode) {}
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {}
    /// Does nothing.
    public func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {}
    /// The one that is proposed.
    public func splitViewController(
        _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { proposedTopColumn }
    /// Does nothing.
    public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
    /// Does nothing.
    public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}
}

/// Shows two or three controllers beside each other, or one where the view is narrower than 600 points.
///
/// Columns show and go by `show(_:)`, `hide(_:)` and `preferredDisplayMode`; there is no swipe that does it. Columns that overlay the
/// secondary one leave it its place. Controllers are shown as they are: none is put into a navigation controller.
@preconcurrency @MainActor open class UISplitViewController: UIViewController {
    /// How many columns there are.
    public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
    /// A place for a controller.
    public enum Column: Int, Sendable { case primary, supplementary, secondary, compact, inspector }
    /// Which columns show.
    public enum DisplayMode: Int, Sendable {
        case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
    }
    /// How columns share the room.
    public enum SplitBehavior: Int, Sendable { case automatic, tile, overlay, displace }
    /// Where the primary column stands.
    public enum PrimaryEdge: Int, Sendable { case leading, trailing }
    /// How the primary column looks.
    public enum BackgroundStyle: Int, Sendable { case none, sidebar }
    /// Whether there is a button that changes the mode.
    public enum DisplayModeButtonVisibility: Int, Sendable { case automatic, never, always }
    /// Whether a controller stands beside others.
    public enum LayoutEnvironment: Int, Sendable { case none, expanded, collapsed }

    /// As wide as fits.
    public static let automaticDimension: CGFloat = -.greatestFiniteMagnitude

    /// How many columns there are.
    open private(set) var style = Style.unspecified
    /// Hears what happens, and decides; not kept.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    /// Whether there is room for one column alone.
    open private(set) var isCollapsed = false
    private var columns: [Column: UIViewController] = [:]
    private var mode: DisplayMode?
    private var top = Column.primary
    private var hasLaidOut = false

    /// A controller of two or three columns.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Columns

    /// The controllers that have a column, from the primary one on. Setting takes the first and second for primary and secondary.
    open var viewControllers: [UIViewController] {
        get { [.primary, .supplementary, .secondary].compactMap { columns[$0] } }
        set {
            setViewController(newValue.first, for: .primary)
            setViewController(newValue.count > 1 ? newValue[newValue.count - 1] : nil, for: .secondary)
            if style == .tripleColumn { setViewController(newValue.count > 2 ? newValue[1] : nil, for: .supplementary) }
        }
    }
    /// The controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }
    /// Gives a column a controller, or none. Only `tripleColumn` has a supplementary one; inspectors are kept and don't show.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        guard columns[column] !== vc else { return }
        if let old = columns[column] {
            old.willMove(toParent: nil)
            old.viewIfLoaded?.removeFromSuperview()
            old.removeFromParent()
        }
        columns[column] = vc
        if let vc {
            addChild(vc)
            vc.didMove(toParent: self)
        }
        viewIfLoaded?.setNeedsLayout()
    }

    /// Shows a column: animated where the view is in a window.
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
    /// Hides a column; the secondary one stays.
    open func hide(_ column: Column) {
        guard column == .primary || column == .supplementary else { return }
        delegate?.splitViewController(self, willHide: column)
        guard !isCollapsed else {
            top = .secondary
            return animateLayout()
        }
        change(to: column == .primary && style == .tripleColumn ? .oneBesideSecondary : .secondaryOnly)
    }

    /// A controller for the secondary column.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        setViewController(vc, for: .secondary)
        show(.secondary)
    }

    // MARK: Modes

    /// The mode that is wanted; automatic at first.
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { if preferredDisplayMode != oldValue { change(to: preferredDisplayMode == .automatic ? nil : preferredDisplayMode) } }
    }
    /// Which columns show.
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

    /// Kept; the mode says how columns share the room.
    open var preferredSplitBehavior = SplitBehavior.automatic
    /// How columns share the room.
    open var splitBehavior: SplitBehavior {
        switch displayMode {
        case .oneOverSecondary, .twoOverSecondary: .overlay
        case .twoDisplaceSecondary: .displace
        default: .tile
        }
    }
    /// Where the primary column stands.
    open var primaryEdge = PrimaryEdge.leading { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Kept.
    open var primaryBackgroundStyle = BackgroundStyle.none
    /// Kept: no swipe changes the mode.
    open var presentsWithGesture = true
    /// Kept: no such button shows.
    open var showsSecondaryOnlyButton = false
    /// Kept: no such button shows by itself; `displayModeButtonItem` is one.
    open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic
    /// A button that shows and hides the primary column.
    open var displayModeButtonItem: UIBarButtonItem { modeButton }
    private lazy var modeButton = UIBarButtonItem(
        title: nil, image: UIImage(systemName: "sidebar.left"),
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            if displayMode == .secondaryOnly { show(.primary) } else { change(to: .secondaryOnly) }
        }, menu: nil)

    // MARK: Widths

    /// Points; 320 or 0.32 of the view, whichever is less, unless another is wanted.
    open var preferredPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// A share of the view's width.
    open var preferredPrimaryColumnWidthFraction = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Points.
    open var minimumPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Points.
    open var maximumPrimaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Points.
    open var preferredSupplementaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// A share of the view's width.
    open var preferredSupplementaryColumnWidthFraction = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Points.
    open var minimumSupplementaryColumnWidth = automaticDimension { didSet { viewIfLoaded?.setNeedsLayout() } }
    /// Points.
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
            child.viewIfLoaded?.isHidden = true
            return
        }
        if child.view.superview !== view { UIView.performWithoutAnimation { view.addSubview(child.view) } }
        child.view.isHidden = false
        child.view.frame = frame
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
        // Two that displace push the secondary column out of the view instead of making it narrower.
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
