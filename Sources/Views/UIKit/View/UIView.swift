import AgateDiagnostics
import QuartzCore

/// A rectangle of the screen: a layer, and what input and programs do with it.
///
/// As Apple's; used on the main thread. The view is its layer's delegate: outside animation blocks no change of the layer animates (UV2).
/// The class body declares everything that a subclass may override; the work is done in the extensions beside it.
@preconcurrency @MainActor open class UIView: UIResponder, @preconcurrency NSCoding, @preconcurrency CALayerDelegate {
    // MARK: Storage

    /// The layer that shows the view.
    public let layer: CALayer
    final weak var parent: UIView?
    final var children: [UIView] = []
    /// The controller whose view this is.
    final weak var controller: UIViewController? { didSet { forgetLook() } }
    final var rare = UIViewRare()
    final var flags = UIViewFlags()

    // MARK: Making

    /// A view with a place in its superview.
    public init(frame: CGRect) {
        layer = Self.makeLayer(Self.layerClass)
        super.init()
        setUp()
        layer.frame = frame
    }

    /// A view without size.
    @preconcurrency @MainActor public convenience override init() { self.init(frame: .zero) }

    /// A view of a keyed archive: geometry, look, tag and subviews as `encode(with:)` wrote them. Of any other coder, an empty view: Agate
    /// reads no nibs.
    public required init?(coder: NSCoder) {
        layer = Self.makeLayer(Self.layerClass)
        super.init()
        setUp()
        decode(coder)
    }

    /// Keeps geometry, look, tag and subviews. Gestures, constraints and what subclasses know are theirs to keep.
    open func encode(with coder: NSCoder) { encodeValues(coder) }

    deinit { Self.letGo(of: &children) }

    /// The class of the view's layer; `CALayer` or a subclass with an `init()`.
    open class var layerClass: AnyClass { CALayer.self }

    open override var next: UIResponder? { controller ?? parent }

    // MARK: Geometry

    /// The smallest upright rectangle around the view, in the superview's space. Setting it while the transform is not the identity is for
    /// the brave, as on Apple's systems. Animatable.
    open var frame: CGRect {
        get { layer.frame }
        set { changeSize { layer.frame = newValue } }
    }

    /// The view's own rectangle. Animatable.
    open var bounds: CGRect {
        get { layer.bounds }
        set { changeSize { layer.bounds = newValue } }
    }

    /// Where the middle of the view lies in the superview's space (its anchor point, to be exact). Animatable.
    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    /// The view's transform about its middle; of a transform in space, the identity. Animatable.
    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    /// The view's transform in space. Animatable.
    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// The point that `center` places, in units of the bounds. Animatable.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set { layer.anchorPoint = newValue }
    }

    /// Pixels a point of what the view draws; the screen's unless set.
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { flags.insert(.hasOwnScale); layer.contentsScale = newValue }
    }

    /// Whether more than one finger's touches come to the view; false at first.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether a finger on this view keeps other fingers off other views of the window.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// Whether touches come to the view and what is in it; true at first.
    open var isUserInteractionEnabled: Bool {
        get { !flags.contains(.noInteraction) }
        set { flags.set(.noInteraction, !newValue) }
    }

    /// The topmost view of this tree that a touch at a point of its own space goes to; nil where none takes it. Asks the views in the order
    /// of `subviews`, the last first, whatever their layers' zPosition (X4).
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { hit(point, event) }
    /// Whether a point of the view's space lies in it; by its bounds unless overridden.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

    /// A point of this view's space in another's; nil is the window's.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: (view ?? base)?.layer) }
    /// A point of another view's space in this one's; nil is the window's.
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: (view ?? base)?.layer) }
    /// A rectangle of this view's space in another's; nil is the window's.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: (view ?? base)?.layer) }
    /// A rectangle of another view's space in this one's; nil is the window's.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: (view ?? base)?.layer) }

    /// Whether subviews follow this view's size by their masks; true at first.
    open var autoresizesSubviews: Bool {
        get { !flags.contains(.leavesSubviews) }
        set { flags.set(.leavesSubviews, !newValue) }
    }

    /// How this view follows its superview's size; not at all at first.
    open var autoresizingMask: AutoresizingMask {
        get { rare.autoresizingMask }
        set { rare.autoresizingMask = newValue }
    }

    /// The size that fits best; the present one unless overridden.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// How tall the content is in a width, where it becomes taller in less of it; nil where it does not.
    func wrappedHeight(forWidth width: CGFloat) -> CGFloat? { nil }
    /// Takes the size that fits best.
    open func sizeToFit() {
        let old = bounds.size, size = sizeThatFits(old), anchor = layer.anchorPoint
        guard size != old else { return }
        let move = CGPoint(x: (size.width - old.width) * anchor.x, y: (size.height - old.height) * anchor.y)
        let turned = CGAffineTransform(a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
        bounds.size = size
        let moved = move.applying(turned)
        center = CGPoint(x: center.x + moved.x, y: center.y + moved.y)
    }

    // MARK: Tree

    /// The view that this one is in.
    open var superview: UIView? { parent }
    /// The views in this one, back to front.
    open var subviews: [UIView] { children }
    /// The window at the top.
    open var window: UIWindow? { parent == nil ? self as? UIWindow : rare.window }

    /// Takes the view, and all in it, out of its superview.
    open func removeFromSuperview() { detach() }
    /// Puts a view at a place among the subviews.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
    /// Swaps two subviews' places.
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }
    /// Puts a view above all subviews, out of its superview if it has one.
    open func addSubview(_ view: UIView) { insert(view, at: children.count) }
    /// Puts a view just below a subview.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) { insert(view, beside: siblingSubview, above: false) }
    /// Puts a view just above a subview.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) { insert(view, beside: siblingSubview, above: true) }
    /// Puts a subview above its siblings.
    open func bringSubviewToFront(_ view: UIView) { if view.parent === self { insert(view, at: children.count) } }
    /// Puts a subview below its siblings.
    open func sendSubviewToBack(_ view: UIView) { if view.parent === self { insert(view, at: 0) } }

    /// A subview came. These six do nothing unless overridden.
    open func didAddSubview(_ subview: UIView) {}
    /// A subview is about to go.
    open func willRemoveSubview(_ subview: UIView) {}
    /// The view is about to get another superview, or none.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The view got another superview, or none.
    open func didMoveToSuperview() {}
    /// The view is about to come into another window, or none.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// The view came into another window, or none.
    open func didMoveToWindow() {}

    /// Whether a view is this one or in it.
    open func isDescendant(of view: UIView) -> Bool { isUnder(view) }
    /// The first view with a tag, this one and those in it, top down.
    open func viewWithTag(_ tag: Int) -> UIView? { find(tag: tag) }
    /// A number of the program's own.
    open var tag: Int {
        get { rare.tag }
        set { rare.tag = newValue }
    }

    // MARK: Layout

    /// Asks for layout before the next frame.
    open func setNeedsLayout() { layer.setNeedsLayout() }
    /// Lays out now what is asked for, from the topmost view that needs it.
    open func layoutIfNeeded() { layer.layoutIfNeeded() }
    /// Places the subviews; constraints have been followed before.
    open func layoutSubviews() {}

    /// The size that the content asks for, in constraints; `noIntrinsicMetric` where it asks for none.
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    /// Says that `intrinsicContentSize` is another now.
    open func invalidateIntrinsicContentSize() { intrinsicSizeChanged() }
    /// Whether the view's place is its frame and mask, so that constraints leave it alone; true at first.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { !flags.contains(.followsConstraints) }
        set { setFollowsConstraints(!newValue) }
    }
    /// Called before constraints are followed, where `setNeedsUpdateConstraints` asked for it; end with a call of super.
    open func updateConstraints() {}

    /// Asks for `updateConstraints()` before the next layout.
    open func setNeedsUpdateConstraints() {
        flags.insert(.needsConstraintUpdate)
        parent?.markConstraintUpdateBelow()
        setNeedsLayout()
    }
    /// Whether `updateConstraints()` will be called.
    open func needsUpdateConstraints() -> Bool { flags.contains(.needsConstraintUpdate) }
    /// Calls `updateConstraints()` now where it was asked for, in this view and those in it, deepest first.
    open func updateConstraintsIfNeeded() { updateConstraintsBelow() }
    /// Whether views of this class are of no use without constraints.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// The constraints that the view holds.
    open var constraints: [NSLayoutConstraint] { rare.constraints }
    /// Makes a constraint active.
    open func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    /// Makes constraints active.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
    /// Makes a constraint inactive.
    open func removeConstraint(_ constraint: NSLayoutConstraint) { if constraint.holder === self { constraint.isActive = false } }
    /// Makes constraints inactive.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { removeConstraint(constraint) } }
    /// How much the view resists being larger than its content; 250 at first.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { rare.hugging[axis.rawValue] }
    /// How much the view resists being larger than its content.
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) { setHugging(priority, axis) }
    /// How much the view resists being smaller than its content; 750 at first.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { rare.resistance[axis.rawValue] }
    /// How much the view resists being smaller than its content.
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setResistance(priority, axis)
    }
    /// The size that the constraints in the view give it, as near as may be to a size; the present size without constraints.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { Constraints.fittingSize(of: self, near: targetSize) }
    /// The same with priorities for the wanted sizes: 1000 fixes one.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        Constraints.fittingSize(of: self, near: targetSize, horizontalFittingPriority, verticalFittingPriority)
    }
    /// The rectangle that constraints place, of a frame.
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }
    /// The frame of a rectangle that constraints place.
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect { alignmentRect.inset(by: UIEdgeInsets.zero - alignmentRectInsets) }
    /// What of the frame constraints leave out; nothing unless overridden. Kept by `alignmentRect(forFrame:)`; the solver places frames.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// The edge where a line of text begins, by `effectiveUserInterfaceLayoutDirection`: the left one for left to right.
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The edge where a line of text ends, by `effectiveUserInterfaceLayoutDirection`: the right one for left to right.
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge, whatever the direction of writing. Not to be mixed with leading and trailing edges.
    open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge, whatever the direction of writing. Not to be mixed with leading and trailing edges.
    open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The upper edge.
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The lower edge.
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The width of the frame, in points.
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height of the frame, in points.
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    /// The middle between the left and the right edge.
    open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The middle between the upper and the lower edge.
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The top edge: baselines of text are not known to constraints.
    open var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    /// The bottom edge: baselines of text are not known to constraints.
    open var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

    /// The view whose baselines stand for this one's; itself unless overridden. Kept: baselines of text are not known to constraints.
    open var forFirstBaselineLayout: UIView { self }
    /// The view whose last baseline stands for this one's; itself unless overridden. Kept, as `forFirstBaselineLayout`.
    open var forLastBaselineLayout: UIView { self }
    /// The older form of `forLastBaselineLayout`; the view itself unless overridden. Kept.
    open func forBaselineLayout() -> UIView { self }
    /// The smallest size of text in the view; nil, as at first, for no limit. Kept: there is no setting for the size of text on Linux.
    open var minimumContentSizeCategory: UIContentSizeCategory? {
        get { rare.leastCategory }
        set { rare.leastCategory = newValue }
    }
    /// The largest size of text in the view; nil, as at first, for no limit. Kept: there is no setting for the size of text on Linux.
    open var maximumContentSizeCategory: UIContentSizeCategory? {
        get { rare.mostCategory }
        set { rare.mostCategory = newValue }
    }
    /// A text about the limits of text size that count here: always empty, since none does.
    open var appliedContentSizeCategoryLimitsDescription: String { "" }
    /// Where the keyboard is: at the foot of the view, without height.
    open var keyboardLayoutGuide: UIKeyboardLayoutGuide { keyboardGuide }

    /// What bars and notches leave.
    open var safeAreaLayoutGuide: UILayoutGuide { guide(\.rare.safeAreaGuide, .inset { $0.safeAreaInsets }, "UIViewSafeAreaLayoutGuide") }
    /// What the margins leave.
    open var layoutMarginsGuide: UILayoutGuide { guide(\.rare.marginsGuide, .inset { $0.layoutMargins }, "UIViewLayoutMarginsGuide") }
    /// A width that is easy to read: what the margins leave, 672 points at most.
    open var readableContentGuide: UILayoutGuide {
        guide(
            \.rare.readableGuide,
            .inset { view in
                var insets = view.layoutMargins
                let more = max(0, view.bounds.width - insets.left - insets.right - 672) / 2
                insets.left += more
                insets.right += more
                return insets
            }, "UIViewReadableContentGuide")
    }
    /// The guides that were added.
    open var layoutGuides: [UILayoutGuide] { rare.guides }
    /// Adds a rectangle that constraints place, out of its view if it has one.
    open func addLayoutGuide(_ layoutGuide: UILayoutGuide) { addGuide(layoutGuide) }
    /// Takes a rectangle away, and its constraints.
    open func removeLayoutGuide(_ layoutGuide: UILayoutGuide) { removeGuide(layoutGuide) }

    /// Room between the edges and what is in the view.
    open var layoutMargins: UIEdgeInsets {
        get { rare.layoutMargins }
        set { setMargins(newValue) }
    }
    /// The same room, its sides named by the direction of writing.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let m = layoutMargins, isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
            return NSDirectionalEdgeInsets(
                top: m.top, leading: isTurned ? m.right : m.left, bottom: m.bottom, trailing: isTurned ? m.left : m.right)
        }
        set {
            let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
            layoutMargins = UIEdgeInsets(
                top: newValue.top, left: isTurned ? newValue.trailing : newValue.leading, bottom: newValue.bottom,
                right: isTurned ? newValue.leading : newValue.trailing
            )
        }
    }
    /// Kept: margins are what `layoutMargins` says.
    /// One diagnostic says so when it is set.
    open var preservesSuperviewLayoutMargins = false {
        didSet {
            KeptProperty.report(
                "UIView.preservesSuperviewLayoutMargins", preservesSuperviewLayoutMargins, "layoutMargins alone defines the margins")
        }
    }
    /// Kept: margins are what `layoutMargins` says.
    open var insetsLayoutMarginsFromSafeArea = true
    /// Whether the view reads from right to left whatever the surroundings say, or never.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare.semanticContentAttribute }
        set { rare.semanticContentAttribute = newValue; constraintsChanged() }
    }
    /// Into which direction the view's own content reads: leading and trailing go by it.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { contentDirection }
    /// The margins changed; does nothing unless overridden.
    open func layoutMarginsDidChange() {}
    /// Room that bars and notches take; none on Linux but what a controller adds.
    open var safeAreaInsets: UIEdgeInsets { currentSafeArea }
    /// The safe area changed; does nothing unless overridden.
    open func safeAreaInsetsDidChange() {}

    // MARK: Look

    /// Draws the view's content; nothing unless overridden. `UIGraphicsGetCurrentContext()` is where to.
    /// - Parameter rect: the part that is asked for.
    open func draw(_ rect: CGRect) {}
    /// Asks for drawing before the next frame.
    open func setNeedsDisplay() { layer.setNeedsDisplay() }
    /// Asks for drawing a part anew.
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    /// Draws the view, and all in it, into the current context, as a window shows it.
    /// - Parameters:
    ///   - rect: where to, in the context's space; the bounds are stretched to it.
    ///   - afterUpdates: kept for sources that give it: layout and drawing that wait are always done first. What shows is made of the
    ///     values that are set, not of running animations.
    /// - Returns: false without a context.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { drawTree(in: rect) }
    /// A view that shows what this one shows now, and goes on showing it. Nil for a view without size.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { snapshot(bounds, .zero) }
    /// A view that shows a part of what this one shows now; what is inside the insets is stretched when it becomes larger.
    open func resizableSnapshotView(from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets)
        -> UIView?
    {
        snapshot(rect, capInsets)
    }
    /// Effects that follow how the machine is held; a machine on Linux is not held: they are kept and do nothing.
    open var motionEffects: [UIMotionEffect] {
        get { rare.motionEffects }
        set { rare.motionEffects = newValue }
    }
    /// Adds an effect; see `motionEffects`.
    open func addMotionEffect(_ effect: UIMotionEffect) { rare.motionEffects.append(effect) }
    /// Takes an effect away.
    open func removeMotionEffect(_ effect: UIMotionEffect) { rare.motionEffects.removeAll { $0 === effect } }
    /// What of the view's picture is stretched, in parts of it.
    open var contentStretch: CGRect {
        get { layer.contentsCenter }
        set { layer.contentsCenter = newValue }
    }

    /// Whether nothing outside the bounds shows.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }
    /// What lies under everything in the view; nil at first. Animatable.
    open var backgroundColor: UIColor? {
        get { rare.backgroundColor }
        set { rare.backgroundColor = newValue; showBackground() }
    }
    /// From 0, clear, to 1. Animatable.
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(newValue) }
    }
    /// Whether the view promises to be without a clear pixel; true at first, as Apple's. It is a promise of what `draw(_:)` covers.
    open var isOpaque: Bool {
        get { !flags.contains(.notOpaque) }
        set { flags.set(.notOpaque, !newValue); layer.isOpaque = newValue && drawsForItself }
    }
    /// Whether the bitmap is cleared before drawing; true at first.
    open var clearsContextBeforeDrawing: Bool {
        get { !flags.contains(.keepsOldDrawing) }
        set { flags.set(.keepsOldDrawing, !newValue) }
    }
    /// Whether the view and all in it are left out.
    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            (parent as? UIStackView)?.arrangedVisibilityChanged(self)
        }
    }
    /// Where the picture stands when it has another size than the bounds.
    open var contentMode: ContentMode {
        get { rare.contentMode }
        set { rare.contentMode = newValue; showContentMode() }
    }
    /// A view whose alpha shows what of this one is seen; in no other superview.
    open var mask: UIView? {
        get { rare.mask }
        set { rare.mask = newValue; layer.mask = newValue?.layer }
    }
    /// The colour of what can be touched: its own, or else the superview's.
    open var tintColor: UIColor! {
        get { currentTint }
        set { rare.tintColor = newValue; forgetLook(); tellTint() }
    }
    /// How the tint shows.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { currentTintMode }
        set { rare.tintAdjustmentMode = newValue; forgetLook(); tellTint() }
    }
    /// The tint changed; does nothing unless overridden.
    open func tintColorDidChange() {}

    // MARK: Gestures

    /// What recognises gestures on this view and in it.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { rare.gestureRecognizers }
        set { setRecognizers(newValue ?? []) }
    }
    /// Adds a recognizer, out of its view if it has one.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { addRecognizer(gestureRecognizer) }
    /// Takes a recognizer away.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { removeRecognizer(gestureRecognizer) }
    /// Whether a gesture of this view, or of one above, may begin; true unless overridden.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// The wheel turned over the view. True ends the search for a view that scrolls.
    func scrollByWheel(_ delta: CGSize) -> Bool { false }

    // MARK: Traits and accessibility

    /// The surroundings: scale, light or dark.
    open var traitCollection: UITraitCollection { currentTraits }
    /// The surroundings changed; does nothing unless overridden.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Light or dark, whatever the surroundings say.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { rare.interfaceStyle }
        set { changeStyle(newValue) }
    }

    /// Whether the view is something of its own to people who don't see it.
    open var isAccessibilityElement: Bool {
        get { rare.accessibility.isElement }
        set { rare.accessibility.isElement = newValue }
    }
    /// What it is called.
    open var accessibilityLabel: String? {
        get { rare.accessibility.label }
        set { rare.accessibility.label = newValue }
    }
    /// What happens when it is used.
    open var accessibilityHint: String? {
        get { rare.accessibility.hint }
        set { rare.accessibility.hint = newValue }
    }
    /// What it is set to.
    open var accessibilityValue: String? {
        get { rare.accessibility.value }
        set { rare.accessibility.value = newValue }
    }
    /// What kind of thing it is.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { rare.accessibility.traits }
        set { rare.accessibility.traits = newValue }
    }
    /// A name for tests to find it by.
    open var accessibilityIdentifier: String? {
        get { rare.accessibility.identifier }
        set { rare.accessibility.identifier = newValue }
    }

    /// The parts of the view for people who don't see it; nil where the view's own kind says it.
    open var accessibilityElements: [Any]? {
        get { rare.accessibility.elements }
        set { rare.accessibility.elements = newValue }
    }
    /// How many parts there are.
    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
    /// One of the parts.
    open func accessibilityElement(at index: Int) -> Any? {
        accessibilityElements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    /// The place of a part; `NSNotFound` where it is none.
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }
    /// Where it is, in the screen's space.
    open var accessibilityFrame: CGRect {
        get { rare.accessibility.frame ?? convert(bounds, to: nil) }
        set { rare.accessibility.frame = newValue }
    }
    /// Where it would be touched, in the screen's space.
    open var accessibilityActivationPoint: CGPoint {
        get { rare.accessibility.activationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { rare.accessibility.activationPoint = newValue }
    }
    /// Whether what is in it is left out.
    open var accessibilityElementsHidden: Bool {
        get { rare.accessibility.hidesElements }
        set { rare.accessibility.hidesElements = newValue }
    }
    /// Whether what is beside it is left out.
    open var accessibilityViewIsModal: Bool {
        get { rare.accessibility.isModal }
        set { rare.accessibility.isModal = newValue }
    }
    /// Whether its parts belong together.
    open var shouldGroupAccessibilityChildren: Bool {
        get { rare.accessibility.groups }
        set { rare.accessibility.groups = newValue }
    }
    /// What can be done with it.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { rare.accessibility.actions }
        set { rare.accessibility.actions = newValue }
    }
    /// The language of its texts.
    open var accessibilityLanguage: String? {
        get { rare.accessibility.language }
        set { rare.accessibility.language = newValue }
    }
    /// Whether its colours stay where the screen's are inverted; kept, nothing inverts them on Linux.
    open var accessibilityIgnoresInvertColors: Bool {
        get { rare.accessibility.isIgnoringInvertColors }
        set { rare.accessibility.isIgnoringInvertColors = newValue }
    }
    /// Somebody used it otherwise than by touch. True where it did something.
    open func accessibilityActivate() -> Bool { false }
    /// Its value is to become larger.
    open func accessibilityIncrement() {}
    /// Its value is to become smaller.
    open func accessibilityDecrement() {}
    /// It is to scroll.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// It is to go away.
    open func accessibilityPerformEscape() -> Bool { false }
    /// It is to do the most important thing.
    open func accessibilityPerformMagicTap() -> Bool { false }

    // MARK: Nibs and restoring

    /// The view was made of a nib. Agate reads none; programs may call it.
    open func awakeFromNib() {}
    /// The view stands in an interface editor. There is none on Linux; programs may call it.
    open func prepareForInterfaceBuilder() {}
    /// A name to restore it by; kept.
    open var restorationIdentifier: String? {
        get { rare.restorationIdentifier }
        set { rare.restorationIdentifier = newValue }
    }
    /// Gives the keyboard away if the view, or one in it, has it.
    /// - Returns: false where nobody in it had it, or who had it keeps it.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        guard let responder = window?.firstResponder, let view = responder as? UIView ?? (responder as? UIViewController)?.viewIfLoaded,
            view.isUnder(self)
        else { return false }
        if responder.resignFirstResponder() { return true }
        if force { window?.takeKeyboard(from: responder) }
        return force
    }

    /// The shape that it has in collisions of dynamic animators.
    open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
    /// That shape where the type is `path`: points about its centre.
    open var collisionBoundingPath: UIBezierPath { UIBezierPath() }

    // MARK: The layer's delegate

    /// Renews the layer's contents; UIKit draws only views that override `draw(_:)`.
    open func display(_ layer: CALayer) { displayByDefault(layer) }
    /// Draws the layer's contents: calls `draw(_:)`.
    open func draw(_ layer: CALayer, in ctx: CGContext) { drawByDefault(layer, ctx) }
    /// Called before the layer draws.
    open func layerWillDraw(_ layer: CALayer) {}
    /// Follows the constraints and calls `layoutSubviews()`.
    open func layoutSublayers(of layer: CALayer) { layOutByDefault(layer) }
    /// What happens when the layer changes: nothing outside animation blocks, an animation inside for what UIKit animates.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { animationAction(layer, event) }
}
