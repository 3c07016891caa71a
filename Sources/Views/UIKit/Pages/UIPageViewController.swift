import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// A controller that shows one controller at a time as a page. A drag moves to the next or the previous page.
///
/// The data source is asked for the neighbors when a drag begins. A page curl (`transitionStyle` `.pageCurl`) is not drawn: the pages
/// slide, and one diagnostic says so.
@preconcurrency @MainActor open class UIPageViewController: UIViewController {
    /// The direction of a page change.
    public enum NavigationDirection: Int, Sendable { case forward, reverse }
    /// The axis along which pages are arranged.
    public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
    /// The location of a book's spine. Stored, without effect.
    public enum SpineLocation: Int, Sendable { case none, min, mid, max }
    /// The transition between pages.
    public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
    /// The options of `init(transitionStyle:navigationOrientation:options:)`.
    public struct OptionsKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A `SpineLocation`. Stored, without effect.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
        /// The space between pages in points, a number.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
    }

    /// The transition between pages.
    public let transitionStyle: TransitionStyle
    /// The axis along which pages are arranged.
    public let navigationOrientation: NavigationOrientation
    /// The location of the spine; `none` for the `scroll` style.
    public let spineLocation: SpineLocation
    let spacing: CGFloat

    /// The delegate, called when pages change; not retained.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// The data source of a page's neighbors; not retained. Without one, drags have no effect.
    open weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { if isViewLoaded { updatePageControl() } } }
    /// A Boolean value that indicates whether pages have a back. Stored, without effect.
    open var isDoubleSided = false
    /// The recognizers that move the pages: the pan of the scroll view, which is a subview of `view`.
    open var gestureRecognizers: [UIGestureRecognizer] { [scroller.panGestureRecognizer] }
    /// An array of the visible controller; nil before the first is set.
    open var viewControllers: [UIViewController]? { current.map { [$0] } }

    private lazy var scroller = PageScroller(self)
    private lazy var pageControl = UIPageControl()
    private var current: UIViewController?
    private var neighbours = PageNeighbours()
    /// The page that is coming in, and the closure to call when its transition ends.
    private var pending: UIViewController?
    private var completion: ((Bool) -> Void)?
    private var isByFinger = false
    private var isPlacing = false

    /// - Parameters:
    /// - options: The space between pages, and the location of the spine.
    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation, options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        let spine = options?[.spineLocation]
        spineLocation = style == .scroll ? .none : spine as? SpineLocation ?? (spine as? Int).flatMap(SpineLocation.init) ?? .min
        let space = options?[.interPageSpacing]
        let points =
            space as? CGFloat ?? (space as? NSNumber).map { CGFloat($0.doubleValue) } ?? (space as? Double).map { CGFloat($0) } ?? 0
        spacing = points.isFinite && style == .scroll ? max(0, points) : 0
        super.init(nibName: nil, bundle: nil)
        if style == .pageCurl { Diagnostic.report("controller.page-curl", "page curls are not supported; pages slide") }
    }

    /// Creates a controller whose pages slide horizontally. On Apple's systems they curl.
    public convenience init() { self.init(transitionStyle: .scroll, navigationOrientation: .horizontal) }

    /// Creates a controller whose pages slide horizontally. Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        transitionStyle = .scroll
        navigationOrientation = .horizontal
        spineLocation = .none
        spacing = 0
        super.init(coder: coder)
    }

    /// Shows a page.
    /// - Parameters:
    /// - viewControllers: One controller. Of several, the first one shows.
    /// - animated: Pass true to slide the page in. Requires that the view is in a window and that a page is visible.
    /// - completion: A closure called with true when the transition has ended.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool, completion: ((Bool) -> Void)? = nil
    ) {
        endTransition(isComplete: true)
        guard let next = viewControllers?.first else {
            if let old = current { letGo(old) }
            current = nil
            completion?(true)
            return
        }
        guard animated, isViewLoaded, view.window != nil, current != nil, current !== next else {
            if let old = current, old !== next { letGo(old) }
            if current !== next {
                current = next
                takeIn(next)
            }
            updatePageControl()
            completion?(true)
            return
        }
        neighbours = direction == .forward ? PageNeighbours(after: next) : PageNeighbours(before: next)
        self.completion = completion
        isByFinger = false
        begin(next)
        scroller.setContentOffset(offset(ofSlot: slot(of: next)), animated: true)
    }

    // MARK: Views

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.clipsToBounds = true
        view.addSubview(scroller)
        if let current { scroller.addSubview(current.view) }
        updatePageControl()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let bounds = view.bounds, isAcross = navigationOrientation == .horizontal
        let frame = isAcross ? bounds.insetBy(dx: -spacing / 2, dy: 0) : bounds.insetBy(dx: 0, dy: -spacing / 2)
        if scroller.frame != frame {
            endTransition(isComplete: true)
            scroller.frame = frame
        }
        if pending == nil, !scroller.isDragging { place() }
        if pageControl.superview === view {
            pageControl.frame = CGRect(x: 0, y: bounds.height - view.safeAreaInsets.bottom - 37, width: bounds.width, height: 37)
        }
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // Transitions don't run outside a window.
        endTransition(isComplete: !isByFinger)
    }

    private var isReversed: Bool { navigationOrientation == .horizontal && view.effectiveUserInterfaceLayoutDirection == .rightToLeft }
    /// The slot of a page. The current page is in slot 1, its neighbors are in slots 0 and 2.
    private func slot(of controller: UIViewController) -> Int {
        if controller === neighbours.after { return isReversed ? 0 : 2 }
        if controller === neighbours.before { return isReversed ? 2 : 0 }
        return 1
    }
    private var step: CGFloat { navigationOrientation == .horizontal ? scroller.bounds.width : scroller.bounds.height }
    private func offset(ofSlot slot: Int) -> CGPoint {
        navigationOrientation == .horizontal ? CGPoint(x: CGFloat(slot) * step, y: 0) : CGPoint(x: 0, y: CGFloat(slot) * step)
    }

    /// Positions the pages, with the current page in the middle.
    private func place() {
        guard isViewLoaded, !isPlacing else { return }
        isPlacing = true
        defer { isPlacing = false }
        let isAcross = navigationOrientation == .horizontal, size = scroller.bounds.size
        scroller.contentSize =
            isAcross ? CGSize(width: 3 * size.width, height: size.height) : CGSize(width: size.width, height: 3 * size.height)
        let first = isReversed ? neighbours.after : neighbours.before, last = isReversed ? neighbours.before : neighbours.after
        let low = first == nil ? -step : 0, high = last == nil ? -step : 0
        scroller.contentInset =
            isAcross ? UIEdgeInsets(top: 0, left: low, bottom: 0, right: high) : UIEdgeInsets(top: low, left: 0, bottom: high, right: 0)
        for page in [current, pending].compactMap({ $0 }) {
            let origin = offset(ofSlot: slot(of: page))
            let frame = CGRect(origin: origin, size: size)
            page.view.frame = isAcross ? frame.insetBy(dx: spacing / 2, dy: 0) : frame.insetBy(dx: 0, dy: spacing / 2)
        }
        if pending == nil, !scroller.isDragging { scroller.contentOffset = offset(ofSlot: 1) }
    }

    private func takeIn(_ controller: UIViewController) {
        addChild(controller)
        if isViewLoaded {
            UIView.performWithoutAnimation {
                place()
                scroller.addSubview(controller.view)
            }
        }
        controller.didMove(toParent: self)
    }

    private func letGo(_ controller: UIViewController) {
        guard controller.parent === self else { return }
        controller.willMove(toParent: nil)
        controller.viewIfLoaded?.removeFromSuperview()
        controller.removeFromParent()
    }

    // MARK: Transitions

    /// Loads the neighbors before a drag moves the pages.
    fileprivate func willDrag() {
        guard let current, pending == nil, let dataSource else { return }
        neighbours = PageNeighbours(
            before: dataSource.pageViewController(self, viewControllerBefore: current),
            after: dataSource.pageViewController(self, viewControllerAfter: current)
        )
        if neighbours.before === current { neighbours.before = nil }
        if neighbours.after === current { neighbours.after = nil }
        place()
    }

    /// Starts a transition once a drag has moved the pages.
    fileprivate func moved() {
        guard scroller.isDragging, !isPlacing else { return }
        let place = navigationOrientation == .horizontal ? scroller.contentOffset.x : scroller.contentOffset.y
        guard place != step else { return }
        let isForward = (place > step) != isReversed
        guard let wanted = isForward ? neighbours.after : neighbours.before, wanted !== pending else { return }
        if pending != nil { endTransition(isComplete: false, recentres: false) }
        isByFinger = true
        delegate?.pageViewController(self, willTransitionTo: [wanted])
        begin(wanted)
    }

    private func begin(_ next: UIViewController) {
        pending = next
        addChild(next)
        UIView.performWithoutAnimation { place() }
        next.beginAppearanceTransition(true, animated: true)
        current?.beginAppearanceTransition(false, animated: true)
        UIView.performWithoutAnimation { scroller.addSubview(next.view) }
    }

    /// Ends the transition when the pages have come to rest.
    fileprivate func cameToRest() {
        guard let pending else {
            if !neighbours.isEmpty, !scroller.isDragging {
                neighbours = PageNeighbours()
                place()
            }
            return
        }
        let place = navigationOrientation == .horizontal ? scroller.contentOffset.x : scroller.contentOffset.y
        let slot = step > 0 ? Int((place / step).rounded()) : 1
        endTransition(isComplete: !isByFinger || slot == self.slot(of: pending))
    }

    private func endTransition(isComplete: Bool, recentres: Bool = true) {
        guard let next = pending else { return }
        let old = current, completion = completion, wasByFinger = isByFinger
        pending = nil
        self.completion = nil
        if isComplete {
            current = next
            neighbours = PageNeighbours()
            next.endAppearanceTransition()
            next.didMove(toParent: self)
            old?.willMove(toParent: nil)
            old?.viewIfLoaded?.removeFromSuperview()
            old?.endAppearanceTransition()
            old?.removeFromParent()
        } else {
            next.beginAppearanceTransition(false, animated: true)
            old?.beginAppearanceTransition(true, animated: true)
            next.willMove(toParent: nil)
            next.viewIfLoaded?.removeFromSuperview()
            next.endAppearanceTransition()
            next.removeFromParent()
            old?.endAppearanceTransition()
        }
        if recentres {
            if !isComplete { neighbours = PageNeighbours() }
            UIView.performWithoutAnimation { place() }
        }
        updatePageControl()
        if wasByFinger {
            delegate?.pageViewController(
                self, didFinishAnimating: true, previousViewControllers: old.map { [$0] } ?? [], transitionCompleted: isComplete
            )
        }
        completion?(true)
    }

    private func updatePageControl() {
        guard isViewLoaded else { return }
        let count = transitionStyle == .scroll ? dataSource?.presentationCount(for: self) ?? 0 : 0
        guard count > 0 else { return pageControl.removeFromSuperview() }
        pageControl.numberOfPages = count
        pageControl.currentPage = dataSource?.presentationIndex(for: self) ?? 0
        pageControl.isUserInteractionEnabled = false
        if pageControl.superview == nil { view.addSubview(pageControl) }
        view.setNeedsLayout()
    }
}

/// The pages before and after the current one.
private struct PageNeighbours {
    var before: UIViewController?
    var after: UIViewController?
    var isEmpty: Bool { before == nil && after == nil }
}

/// The scroll view of the pages. It overrides its own events, so that `delegate` stays free for programs.
private final class PageScroller: UIScrollView {
    private weak var owner: UIPageViewController?

    init(_ owner: UIPageViewController) {
        self.owner = owner
        super.init(frame: .zero)
        isPagingEnabled = true
        showsHorizontalScrollIndicator = false
        showsVerticalScrollIndicator = false
        contentInsetAdjustmentBehavior = .never
        clipsToBounds = false
        if owner.navigationOrientation == .horizontal { alwaysBounceHorizontal = true } else { alwaysBounceVertical = true }
    }

    required init?(coder: NSCoder) { nil }

    override var bounds: CGRect { didSet { if bounds.origin != oldValue.origin { owner?.moved() } } }
    override func willDrag() { owner?.willDrag() }
    override func cameToRest() { owner?.cameToRest() }
}
