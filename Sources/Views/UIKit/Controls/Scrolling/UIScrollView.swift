import QuartzCore

/// Shows a part of a content that is larger than itself; fingers and the wheel move it.
///
/// The content offset is the origin of the bounds. What the content does by itself, slowing down and springing back at the edges, is a
/// function of time alone, so that the same input gives the same pictures.
@preconcurrency @MainActor open class UIScrollView: UIView {
    /// How fast the content slows down: what a millisecond leaves of the velocity.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// 0.998.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// 0.99.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// How the indicators look.
    public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
    /// How insets follow bars; there are none on Linux.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }
    /// How the keyboard goes away while scrolling; there is none on the screen on Linux.
    public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory }

    private(set) final lazy var panner = ScrollPan(self)
    private(set) final lazy var pincher = UIPinchGestureRecognizer(target: self, action: UIScrollView.pinched)
    private(set) final lazy var indicators = ScrollIndicators(self)
    final var drag = ScrollDrag()
    final var flight: ScrollFlight?
    final var link: CADisplayLink?
    final var zoom = ScrollZoom()

    /// A view with a place in its superview.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// An empty view; Agate reads no nibs.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        start()
    }

    private func start() {
        clipsToBounds = true
        addGestureRecognizer(ScrollDelay(self))
        addGestureRecognizer(panner)
        panner.addTarget(self, action: UIScrollView.panned)
    }

    // MARK: What shows

    /// Who hears of what it does; not kept.
    open weak var delegate: (any UIScrollViewDelegate)?

    /// The point of the content at the top left corner. Animatable.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            stop()
            move(to: newValue)
        }
    }
    /// How large the content is.
    open var contentSize = CGSize.zero {
        willSet { willChangeValue(forKey: "contentSize", contentSize) }
        didSet {
            if contentSize != oldValue { setNeedsLayout() }
            didChangeValue(forKey: "contentSize", contentSize)
        }
    }
    /// Room around the content that can be scrolled to.
    open var contentInset = UIEdgeInsets.zero {
        didSet { if contentInset != oldValue { adjustedContentInsetDidChange() } }
    }
    /// The room around the content with that which bars take, by `contentInsetAdjustmentBehavior`.
    open var adjustedContentInset: UIEdgeInsets {
        guard contentInsetAdjustmentBehavior != .never else { return contentInset }
        var safe = safeAreaInsets
        // Across, only what scrolls across stands beside bars.
        if contentInsetAdjustmentBehavior != .always, contentSize.width <= bounds.width { (safe.left, safe.right) = (0, 0) }
        return contentInset + safe
    }
    private var lastSafe = UIEdgeInsets.zero
    /// What asks for new content when the top is pulled down.
    open var refreshControl: UIRefreshControl? {
        didSet {
            guard refreshControl !== oldValue else { return }
            oldValue?.attach(to: nil)
            refreshControl?.attach(to: self)
        }
    }
    /// The room around the content changed. Does nothing unless overridden.
    open func adjustedContentInsetDidChange() { setNeedsLayout() }
    /// Whether the safe area counts as room around the content.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic { didSet { setNeedsLayout() } }
    /// Whether what the safe area adds to the content's room counts for the scroll indicators, too; true by default.
    open var automaticallyAdjustsScrollIndicatorInsets = true { didSet { setNeedsLayout() } }
    /// The room around the indicators: the insets that are set, with what the safe area adds.
    final var indicatorRoom: UIEdgeInsets {
        var room = scrollIndicatorInsets
        guard automaticallyAdjustsScrollIndicatorInsets else { return room }
        let all = adjustedContentInset, own = contentInset
        room.top += all.top - own.top
        room.left += all.left - own.left
        room.bottom += all.bottom - own.bottom
        room.right += all.right - own.right
        return room
    }
    /// Room around the indicator down.
    open var verticalScrollIndicatorInsets: UIEdgeInsets {
        get { scrollIndicatorInsets }
        set { scrollIndicatorInsets = newValue }
    }
    /// Room around the indicator across.
    open var horizontalScrollIndicatorInsets: UIEdgeInsets {
        get { scrollIndicatorInsets }
        set { scrollIndicatorInsets = newValue }
    }
    /// Whether a drag takes the keyboard from the text in the window: `onDrag` and `onDragWithAccessory` end editing when it begins.
    /// `interactive` does nothing: there is no keyboard on the screen that a finger could reach.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Kept: there is no status bar to tap.
    open var scrollsToTop = true

    /// Whether fingers move the content; true at first.
    open var isScrollEnabled = true {
        didSet { panner.isEnabled = isScrollEnabled }
    }
    /// Whether the content goes beyond its edges and springs back; true at first.
    open var bounces = true
    /// Whether it does so also where all of it shows across.
    open var alwaysBounceHorizontal = false
    /// Whether it does so also where all of it shows down.
    open var alwaysBounceVertical = false
    /// Whether the content comes to rest at multiples of the view's size.
    open var isPagingEnabled = false
    /// Whether a finger that moves it along one axis does not move it along the other.
    open var isDirectionalLockEnabled = false
    /// How fast the content slows down.
    open var decelerationRate = DecelerationRate.normal
    /// Whether fingers rest briefly before views in it hear of them; true at first.
    open var delaysContentTouches = true
    /// Whether a finger that moves takes the touch away from a view in it; true at first.
    open var canCancelContentTouches = true
    /// Whether an indicator shows across.
    open var showsHorizontalScrollIndicator = true
    /// Whether an indicator shows down.
    open var showsVerticalScrollIndicator = true
    /// The colour of the indicators.
    open var indicatorStyle = IndicatorStyle.default
    /// Room around the indicators.
    open var scrollIndicatorInsets = UIEdgeInsets.zero

    /// The content's rectangle, for constraints: those to its edges say how large the content is. Constraints between the edges of the
    /// scroll view and a view in it mean this one too.
    open var contentLayoutGuide: UILayoutGuide { guide(\.rare.contentGuide, .content, "UIScrollView-contentLayoutGuide") }
    /// The scroll view's own rectangle, for constraints of views in it that don't move with the content.
    open var frameLayoutGuide: UILayoutGuide { guide(\.rare.frameGuide, .frame, "UIScrollView-frameLayoutGuide") }

    /// The content's guide where a constraint speaks of it.
    final var contentGuideInUse: UILayoutGuide? {
        if let guide = rare.contentGuide { return guide }
        let isMeant = rare.constraints.contains { constraint in
            (constraint.firstItem === self && constraint.firstAttribute.isEdge)
                || (constraint.secondItem === self && constraint.secondAttribute.isEdge)
        }
        return isMeant ? contentLayoutGuide : nil
    }

    // MARK: What it does

    /// Whether a finger is on it.
    open var isTracking: Bool { panner.numberOfTouches > 0 }
    /// Whether a finger moves the content.
    open var isDragging: Bool { drag.isOn }
    /// Whether the content goes on by itself.
    open var isDecelerating: Bool { flight?.kind == .free }
    /// What sees fingers that move.
    open var panGestureRecognizer: UIPanGestureRecognizer { panner }
    /// What sees two fingers that zoom; nil where nothing can be zoomed.
    open var pinchGestureRecognizer: UIPinchGestureRecognizer? { minimumZoomScale < maximumZoomScale ? pincher : nil }

    /// Moves the content.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard contentOffset.x.isFinite, contentOffset.y.isFinite else { return }
        guard animated, window != nil, contentOffset != self.contentOffset else { return self.contentOffset = contentOffset }
        fly(
            ScrollFlight(
                .animation, x: .ease(from: self.contentOffset.x, to: contentOffset.x, duration: 0.3),
                y: .ease(from: self.contentOffset.y, to: contentOffset.y, duration: 0.3)
            ))
    }

    /// Moves the content as little as it takes for a part of it to show.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        func place(_ offset: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat, _ range: ClosedRange<CGFloat>) -> CGFloat {
            var offset = offset
            if high > offset + length { offset = high - length }
            if low < offset { offset = low }
            return min(max(offset, range.lowerBound), range.upperBound)
        }
        let rect = rect.standardized
        let target = CGPoint(
            x: place(contentOffset.x, bounds.width, rect.minX, rect.maxX, horizontalRange),
            y: place(contentOffset.y, bounds.height, rect.minY, rect.maxY, verticalRange)
        )
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }

    /// Ends what the content does by itself.
    open func stopScrollingAndZooming() { stop() }
    /// Shows the indicators briefly.
    open func flashScrollIndicators() {
        indicators.show()
        indicators.fade()
    }

    /// Whether views in it hear of touches at once.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }
    /// Whether a finger that moves takes the touch away from a view that has heard of it: from all but controls.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) || view is UIButton }

    /// Where the content is to come to rest, in place of where it would by itself. Velocity in points a millisecond.
    func restingOffset(_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint { proposed }

    /// A finger is about to move the content.
    func willDrag() {}
    /// The content came to rest after a finger or an animation moved it.
    func cameToRest() {}

    // MARK: Zooming

    /// The smallest zoom; 1 at first.
    open var minimumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
    /// The largest zoom; 1 at first.
    open var maximumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
    /// How large the zoomed view is.
    open var zoomScale: CGFloat {
        get { zoom.scale }
        set { setZoomScale(newValue, animated: false) }
    }
    /// Whether fingers zoom beyond the limits, from where it springs back; true at first.
    open var bouncesZoom = true
    /// Whether fingers zoom.
    open var isZooming: Bool { zoom.isOn }
    /// Whether the zoom springs back.
    open var isZoomBouncing: Bool { false }

    /// Zooms about the middle.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        zoomAnimated(animated) { self.zoom(to: self.clampedZoom(scale), about: CGPoint(x: self.bounds.midX, y: self.bounds.midY)) }
    }

    /// Zooms so that a part of the zoomed view fills the bounds.
    open func zoom(to rect: CGRect, animated: Bool) { zoomAnimated(animated) { self.showZoomed(rect) } }

    // MARK: Views

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            super.bounds = newValue
            if newValue.origin != old.origin { scrolled() }
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let safe = adjustedContentInset - contentInset
        if safe != lastSafe {
            // Content at the top stays at the top of what bars leave.
            let wasAtTop = bounds.minY == -(lastSafe.top + contentInset.top)
            lastSafe = safe
            if wasAtTop { move(to: CGPoint(x: bounds.minX, y: -adjustedContentInset.top)) }
            adjustedContentInsetDidChange()
        }
        indicators.place()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { stop() }
    }

    override func scrollByWheel(_ delta: CGSize) -> Bool {
        guard isScrollEnabled else { return false }
        let x = min(max(contentOffset.x + delta.width, horizontalRange.lowerBound), horizontalRange.upperBound)
        let y = min(max(contentOffset.y + delta.height, verticalRange.lowerBound), verticalRange.upperBound)
        guard CGPoint(x: x, y: y) != contentOffset else { return false }
        contentOffset = CGPoint(x: x, y: y)
        flashScrollIndicators()
        return true
    }
}
