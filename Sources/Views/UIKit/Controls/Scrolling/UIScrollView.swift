import QuartzCore

/// A view that shows a part of a larger content, which moves by drags and the scroll wheel.
///
/// The content offset is the origin of the bounds. Deceleration and springing back at the edges are functions of time alone, so that the
/// same input results in the same frames.
@preconcurrency @MainActor open class UIScrollView: UIView {
    /// The rate of deceleration: the factor by which the velocity is multiplied every millisecond.
    public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// The default rate, 0.998.
        public static let normal = DecelerationRate(rawValue: 0.998)
        /// A fast rate, 0.99.
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    /// The style of the scroll indicators.
    public enum IndicatorStyle: Int, Sendable { case `default`, black, white }
    /// The way in which bars adjust the content inset. There are no system bars on Linux.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }
    /// The way in which scrolling dismisses the keyboard. There is no on-screen keyboard on Linux.
    public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory }

    private(set) final lazy var panner = ScrollPan(self)
    private(set) final lazy var pincher = UIPinchGestureRecognizer(target: self, action: UIScrollView.pinched)
    private(set) final lazy var indicators = ScrollIndicators(self)
    final var drag = ScrollDrag()
    final var flight: ScrollFlight?
    final var link: CADisplayLink?
    final var zoom = ScrollZoom()
    /// Cells and headers that appeared in an animation block and have no layout yet.
    final var newViews: [UIView] = []

    /// Creates a scroll view with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        start()
    }

    /// Creates an empty scroll view. Agate doesn't read nibs.
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

    // MARK: Content

    /// The delegate. It isn't retained.
    @_disfavoredOverload open weak var delegate: (any UIScrollViewDelegate)?

    /// The point of the content at the top left corner. Animatable.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            stop()
            move(to: newValue)
        }
    }
    /// The size of the content. If the content shrinks so that the offset shows an area beyond it, the offset is moved back, unless a
    /// finger holds the content.
    open var contentSize = CGSize.zero {
        willSet { willChangeValue(forKey: "contentSize", contentSize) }
        didSet {
            if contentSize != oldValue { setNeedsLayout() }
            if contentSize.width < oldValue.width || contentSize.height < oldValue.height { returnToContent() }
            didChangeValue(forKey: "contentSize", contentSize)
        }
    }
    /// The scrollable margin around the content.
    open var contentInset = UIEdgeInsets.zero {
        didSet {
            guard contentInset != oldValue else { return }
            leaveInset(oldValue)
            insetChanged()
        }
    }
    /// The content inset plus the safe area, as far as `contentInsetAdjustmentBehavior` includes it.
    open var adjustedContentInset: UIEdgeInsets {
        guard contentInsetAdjustmentBehavior != .never else { return contentInset }
        var safe = safeAreaInsets
        // The horizontal safe area counts only if the content scrolls horizontally.
        if contentInsetAdjustmentBehavior != .always, contentSize.width <= bounds.width { (safe.left, safe.right) = (0, 0) }
        return contentInset + safe
    }
    private var lastSafe = UIEdgeInsets.zero
    /// The control that requests new content when the top is pulled down.
    open var refreshControl: UIRefreshControl? {
        didSet {
            guard refreshControl !== oldValue else { return }
            oldValue?.attach(to: nil)
            refreshControl?.attach(to: self)
        }
    }
    /// Called when the adjusted content inset has changed. Does nothing unless overridden.
    open func adjustedContentInsetDidChange() {}

    private func insetChanged() {
        setNeedsLayout()
        adjustedContentInsetDidChange()
        delegate?.scrollViewDidChangeAdjustedContentInset(self)
    }
    /// The way in which the safe area adjusts the content inset.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic { didSet { setNeedsLayout() } }
    /// A Boolean value that indicates whether the safe area's part of the adjusted content inset also applies to the scroll indicators. The
    /// default is true.
    open var automaticallyAdjustsScrollIndicatorInsets = true { didSet { setNeedsLayout() } }
    /// Returns the room around an indicator: its insets, plus the safe area's part.
    final func room(_ insets: UIEdgeInsets) -> UIEdgeInsets {
        guard automaticallyAdjustsScrollIndicatorInsets else { return insets }
        var room = insets
        let all = adjustedContentInset, own = contentInset
        room.top += all.top - own.top
        room.left += all.left - own.left
        room.bottom += all.bottom - own.bottom
        room.right += all.right - own.right
        return room
    }
    /// The insets of the vertical indicator.
    open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
    /// The insets of the horizontal indicator.
    open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
    /// The way in which a drag dismisses the keyboard. With `onDrag` and `onDragWithAccessory`, editing in the window ends when a drag
    /// begins. `interactive` has no effect, because there is no on-screen keyboard.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Stored without effect, because there is no status bar to tap.
    open var scrollsToTop = true

    /// A Boolean value that indicates whether drags move the content. The default is true.
    open var isScrollEnabled = true {
        didSet { panner.isEnabled = isScrollEnabled }
    }
    /// A Boolean value that indicates whether the content moves beyond its edges and springs back. The default is true.
    open var bounces = true
    /// A Boolean value that indicates whether the content bounces horizontally even if its whole width is visible.
    open var alwaysBounceHorizontal = false
    /// A Boolean value that indicates whether the content bounces vertically even if its whole height is visible.
    open var alwaysBounceVertical = false
    /// A Boolean value that indicates whether the content comes to rest at multiples of the view's size.
    open var isPagingEnabled = false
    /// A Boolean value that indicates whether a drag along one axis doesn't move the content along the other.
    open var isDirectionalLockEnabled = false
    /// The rate at which the content decelerates.
    open var decelerationRate = DecelerationRate.normal
    /// A Boolean value that indicates whether touches are delivered to subviews only after a short delay. The default is true.
    open var delaysContentTouches = true
    /// A Boolean value that indicates whether a drag cancels the touch in a subview. The default is true.
    open var canCancelContentTouches = true
    /// A Boolean value that indicates whether the horizontal indicator is shown.
    open var showsHorizontalScrollIndicator = true
    /// A Boolean value that indicates whether the vertical indicator is shown.
    open var showsVerticalScrollIndicator = true
    /// The color of the indicators.
    open var indicatorStyle = IndicatorStyle.default
    /// The insets of both indicators; the vertical indicator's where the two differ.
    open var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
    }

    /// The content's rectangle, for constraints. Constraints to its edges define the content size. Constraints between the edges of the
    /// scroll view and a view in it refer to this guide too.
    open var contentLayoutGuide: UILayoutGuide { guide(\.rare.contentGuide, .content, "UIScrollView-contentLayoutGuide") }
    /// The scroll view's own rectangle, for constraints of subviews that don't move with the content.
    open var frameLayoutGuide: UILayoutGuide { guide(\.rare.frameGuide, .frame, "UIScrollView-frameLayoutGuide") }

    /// The content's guide if a constraint refers to it, otherwise nil.
    final var contentGuideInUse: UILayoutGuide? {
        if let guide = rare.contentGuide { return guide }
        let isMeant = rare.constraints.contains { constraint in
            (constraint.firstItem === self && constraint.firstAttribute.isEdge)
                || (constraint.secondItem === self && constraint.secondAttribute.isEdge)
        }
        return isMeant ? contentLayoutGuide : nil
    }

    // MARK: Scrolling state

    /// A Boolean value that indicates whether a finger touches the content.
    open var isTracking: Bool { panner.numberOfTouches > 0 }
    /// A Boolean value that indicates whether a finger drags the content.
    open var isDragging: Bool { drag.isOn }
    /// A Boolean value that indicates whether the content moves on after the finger lifted.
    open var isDecelerating: Bool { flight?.kind == .free }
    /// The gesture recognizer for drags.
    open var panGestureRecognizer: UIPanGestureRecognizer { panner }
    /// The gesture recognizer for zooming, or nil if the content can't be zoomed.
    open var pinchGestureRecognizer: UIPinchGestureRecognizer? { minimumZoomScale < maximumZoomScale ? pincher : nil }

    /// The duration in seconds of an animated change of the content offset or the zoom scale.
    static let motionDuration = 0.3
    /// Sets the content offset, optionally animated.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard contentOffset.x.isFinite, contentOffset.y.isFinite else { return }
        guard animated, window != nil, contentOffset != self.contentOffset else { return self.contentOffset = contentOffset }
        fly(
            ScrollFlight(
                .animation, x: .ease(from: self.contentOffset.x, to: contentOffset.x, duration: Self.motionDuration),
                y: .ease(from: self.contentOffset.y, to: contentOffset.y, duration: Self.motionDuration)
            ))
    }

    /// Scrolls by the smallest distance that makes a rectangle of the content visible.
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

    /// Stops deceleration and animations of the content.
    open func stopScrollingAndZooming() { stop() }
    /// Shows the indicators briefly.
    open func flashScrollIndicators() {
        indicators.show()
        indicators.fade()
    }

    /// Returns whether touches are delivered to a subview.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }
    /// Returns whether a drag cancels the touch in a subview that has received it. The default is true for all views but controls, and true
    /// for buttons.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) || view is UIButton }

    /// Returns the offset at which the content is to come to rest, given the offset at which it would. The velocity is in points per
    /// millisecond.
    func restingOffset(_ proposed: CGPoint, _ velocity: CGPoint) -> CGPoint { proposed }

    /// Called before a drag begins.
    func willDrag() {}
    /// Called when the content has come to rest after a drag or an animation.
    func cameToRest() {}

    // MARK: Zooming

    /// The smallest zoom scale. The default is 1.
    open var minimumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
    /// The largest zoom scale. The default is 1.
    open var maximumZoomScale: CGFloat = 1 { didSet { zoomLimitsChanged() } }
    /// The current zoom scale.
    open var zoomScale: CGFloat {
        get { zoom.scale }
        set { setZoomScale(newValue, animated: false) }
    }
    /// A Boolean value that indicates whether a pinch can zoom beyond the limits, after which the zoom springs back. The default is true.
    open var bouncesZoom = true
    /// A Boolean value that indicates whether a pinch zooms the content.
    open var isZooming: Bool { zoom.isOn }
    /// A Boolean value that indicates whether the zoom springs back. Always false.
    open var isZoomBouncing: Bool { false }

    /// Sets the zoom scale, about the center of the bounds.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        zoomAnimated(animated) { self.zoom(to: self.clampedZoom(scale), about: CGPoint(x: self.bounds.midX, y: self.bounds.midY)) }
    }

    /// Zooms so that a rectangle of the zoomed view fills the bounds.
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
            // Content that was at the top stays at the top of the new safe area.
            let wasAtTop = bounds.minY == -(lastSafe.top + contentInset.top)
            lastSafe = safe
            if wasAtTop { move(to: CGPoint(x: bounds.minX, y: -adjustedContentInset.top)) }
            insetChanged()
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
