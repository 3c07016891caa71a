import AgateDiagnostics
@_spi(Views) import QuartzCore

/// A rectangle of the screen that shows a layer, and that handles input.
///
/// As with Apple's, it is used on the main thread. The view is its layer's delegate: outside animation blocks, changes of the layer don't
/// animate (UV2). The class body declares everything that a subclass may override; the implementation is in the extensions beside it.
@preconcurrency @MainActor open class UIView: UIResponder, @preconcurrency NSCoding, CALayerDelegate {
    // MARK: Storage

    /// The layer that shows the view.
    open var layer: CALayer { ownLayer }
    nonisolated(unsafe) final let ownLayer: CALayer
    // Views belong to the main thread, and no accessor exposes their storage while other code runs. The run-time checks of exclusive
    // access, a seventh of the time that adding a view takes, are left out, as in layers.
    @exclusivity(unchecked) final weak var parent: UIView?
    @exclusivity(unchecked) final var subviewList = SiblingList<UIView>()
    /// The controller of the view.
    final weak var controller: UIViewController? { didSet { forgetLook() } }
    @exclusivity(unchecked) final var rare = UIViewRare()
    @exclusivity(unchecked) final var flags = UIViewFlags()

    // MARK: Creating views

    /// Creates a view with a frame in its superview.
    public init(frame: CGRect) {
        ownLayer = Self.makeLayer(Self.layerClass)
        super.init()
        setUp()
        layer.frame = frame
    }

    /// Creates a view without size.
    @preconcurrency @MainActor public convenience override init() { self.init(frame: .zero) }

    /// Decodes a view from a keyed archive: geometry, look, tag, subviews and constraints, as `encode(with:)` wrote them. Any other coder
    /// results in an empty view: Agate doesn't read nibs.
    public required init?(coder: NSCoder) {
        ownLayer = Self.makeLayer(Self.layerClass)
        super.init()
        setUp()
        decode(coder)
    }

    /// Encodes geometry, look, tag, subviews, and the constraints that it holds and that should be archived. Labels and image views encode
    /// what they show, too. Gestures aren't encoded, nor are the parts of other controls.
    open func encode(with coder: NSCoder) { encodeValues(coder) }

    deinit {
        ownLayer.setQuietDelegate(false)
        Self.letGo(of: &subviewList)
    }

    /// The class of the view's layer: `CALayer`, or a subclass with an `init()`.
    open class var layerClass: AnyClass { CALayer.self }

    open override var next: UIResponder? { controller ?? parent }

    // MARK: Geometry

    /// The smallest upright rectangle around the view, in the superview's space. As with Apple's, avoid setting it while the transform
    /// isn't the identity. Animatable.
    open var frame: CGRect {
        get { ownLayer.frame }
        set { changeSize { layer.frame = newValue } }
    }

    /// The view's rectangle in its own space. Animatable.
    open var bounds: CGRect {
        get { ownLayer.bounds }
        set { changeSize { layer.bounds = newValue } }
    }

    /// The position of the view's center, or more precisely its anchor point, in the superview's space. Animatable.
    open var center: CGPoint {
        get { ownLayer.position }
        set { ownLayer.position = newValue }
    }

    /// The view's transform about its anchor point; the identity for a three-dimensional transform. Animatable.
    open var transform: CGAffineTransform {
        get { ownLayer.affineTransform() }
        set { ownLayer.setAffineTransform(newValue) }
    }

    /// The view's three-dimensional transform. Animatable.
    open var transform3D: CATransform3D {
        get { ownLayer.transform }
        set { ownLayer.transform = newValue }
    }

    /// The point that `center` places, in units of the bounds. Animatable.
    open var anchorPoint: CGPoint {
        get { ownLayer.anchorPoint }
        set { ownLayer.anchorPoint = newValue }
    }

    /// The number of pixels for each point of the view's drawing; the screen's unless set.
    open var contentScaleFactor: CGFloat {
        get { ownLayer.contentsScale }
        set { flags.insert(.hasOwnScale); layer.contentsScale = newValue }
    }

    /// A Boolean value that indicates whether the view receives several touches at a time; false by default.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// A Boolean value that indicates whether a touch on this view blocks touches on other views of the window.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// A Boolean value that indicates whether the view and its descendants receive touches; true by default.
    open var isUserInteractionEnabled: Bool {
        get { !flags.contains(.noInteraction) }
        set { flags.set(.noInteraction, !newValue) }
    }

    /// Returns the topmost view of this hierarchy that receives a touch at a point of its space; nil if there is none. Tests the views in
    /// the order of `subviews`, the last first, regardless of their layers' zPosition (X4).
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { hit(point, event) }
    /// Returns whether the view contains a point of its space; by its bounds unless overridden.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

    /// Converts a point of this view's space to another view's; nil is the window's.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: (view ?? base)?.layer) }
    /// Converts a point of another view's space to this view's; nil is the window's.
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: (view ?? base)?.layer) }
    /// Converts a rectangle of this view's space to another view's; nil is the window's.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: (view ?? base)?.layer) }
    /// Converts a rectangle of another view's space to this view's; nil is the window's.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: (view ?? base)?.layer) }

    /// A Boolean value that indicates whether subviews are resized with this view by their masks; true by default.
    open var autoresizesSubviews: Bool {
        get { !flags.contains(.leavesSubviews) }
        set { flags.set(.leavesSubviews, !newValue) }
    }

    /// The way in which this view is resized with its superview; not at all by default.
    open var autoresizingMask: AutoresizingMask {
        get { rare.autoresizingMask }
        set { rare.autoresizingMask = newValue }
    }

    /// Returns the best fitting size; the current size unless overridden.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// Returns the height of the content for a width, if the height depends on the width; otherwise nil.
    func wrappedHeight(forWidth width: CGFloat) -> CGFloat? { nil }
    /// Resizes the view to the best fitting size.
    open func sizeToFit() {
        let old = bounds.size, size = sizeThatFits(old), anchor = layer.anchorPoint
        guard size != old else { return }
        let move = CGPoint(x: (size.width - old.width) * anchor.x, y: (size.height - old.height) * anchor.y)
        let turned = CGAffineTransform(a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
        bounds.size = size
        let moved = move.applying(turned)
        center = CGPoint(x: center.x + moved.x, y: center.y + moved.y)
    }

    // MARK: Hierarchy

    /// The superview.
    open var superview: UIView? { parent }
    /// The subviews, back to front.
    open var subviews: [UIView] { children }
    /// The window that contains the view.
    open var window: UIWindow? { parent == nil ? self as? UIWindow : rare.window }

    /// Removes the view, with its descendants, from its superview.
    open func removeFromSuperview() { detach() }
    /// Inserts a view at an index of the subviews.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
    /// Exchanges two subviews.
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }
    /// Adds a view above all subviews, and removes it from its previous superview, if any.
    open func addSubview(_ view: UIView) { insert(view, at: subviewList.count) }
    /// Inserts a view below a subview.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) { insert(view, beside: siblingSubview, above: false) }
    /// Inserts a view above a subview.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) { insert(view, beside: siblingSubview, above: true) }
    /// Moves a subview above its siblings.
    open func bringSubviewToFront(_ view: UIView) { if view.parent === self { insert(view, at: subviewList.count) } }
    /// Moves a subview below its siblings.
    open func sendSubviewToBack(_ view: UIView) { if view.parent === self { insert(view, at: 0) } }

    /// Called after a subview was added. This method and the next five do nothing unless overridden.
    open func didAddSubview(_ subview: UIView) {}
    /// Called before a subview is removed.
    open func willRemoveSubview(_ subview: UIView) {}
    /// Called before the superview changes to another one, or to nil.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Called after the superview changed to another one, or to nil.
    open func didMoveToSuperview() {}
    /// Called before the window changes to another one, or to nil.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// Called after the window changed to another one, or to nil.
    open func didMoveToWindow() {}

    /// Returns whether the view is the other view or one of its descendants.
    open func isDescendant(of view: UIView) -> Bool { isUnder(view) }
    /// Returns the first view with a tag among this view and its descendants, top down.
    open func viewWithTag(_ tag: Int) -> UIView? { find(tag: tag) }
    /// A number that the program assigns.
    open var tag: Int {
        get { rare.tag }
        set { rare.tag = newValue }
    }

    // MARK: Layout

    /// Requests layout before the next frame.
    open func setNeedsLayout() { layer.setNeedsLayout() }
    /// Requests a call of `updateProperties()` before the next layout of the view.
    open func setNeedsUpdateProperties() {
        flags.remove(.hasUpdatedProperties)
        setNeedsLayout()
    }
    /// Calls `updateProperties()` of the view and of its controller, if it was requested or never happened.
    open func updatePropertiesIfNeeded() {
        guard !flags.contains(.hasUpdatedProperties) else { return }
        flags.insert(.hasUpdatedProperties)
        updateProperties()
        controller?.updateProperties()
    }
    /// Sets properties that depend on other values, before the first layout and after each `setNeedsUpdateProperties()`. Does nothing
    /// unless overridden. Values of type `Observable` that it reads aren't observed.
    open func updateProperties() {}
    /// Performs pending layout immediately, from the topmost view that needs it.
    open func layoutIfNeeded() { layoutNow() }
    /// Positions the subviews, after the constraints have been solved.
    open func layoutSubviews() {}

    /// The natural size of the content, for constraints; `noIntrinsicMetric` where there is none.
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    /// Invalidates `intrinsicContentSize` after a change.
    open func invalidateIntrinsicContentSize() { intrinsicSizeChanged() }
    /// A Boolean value that indicates whether the frame and the mask position the view, so that constraints don't; true by default.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { !flags.contains(.followsConstraints) }
        set { if newValue == flags.contains(.followsConstraints) { setFollowsConstraints(!newValue) } }
    }
    /// Called before constraints are solved, after a call of `setNeedsUpdateConstraints`. Overrides end with a call to super.
    open func updateConstraints() {}

    /// Requests a call of `updateConstraints()` before the next layout.
    open func setNeedsUpdateConstraints() {
        flags.insert(.needsConstraintUpdate)
        parent?.markConstraintUpdateBelow()
        // As on Apple's systems, an update that a view requests in its layout is no layout: otherwise it would never end.
        if Self.layingOut != ObjectIdentifier(self) { setNeedsLayout() }
    }
    /// Returns whether a call of `updateConstraints()` is pending.
    open func needsUpdateConstraints() -> Bool { flags.contains(.needsConstraintUpdate) }
    /// Performs pending calls of `updateConstraints()` in this view and its descendants immediately, deepest first.
    open func updateConstraintsIfNeeded() { updateConstraintsBelow() }
    /// A Boolean value that indicates whether views of this class require constraints.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// The constraints that the view holds.
    open var constraints: [NSLayoutConstraint] { rare.constraints }
    /// Returns the active constraints that refer to the view along an axis, for debugging.
    open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] { constraintsReferring(along: axis) }
    /// Activates a constraint.
    open func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    /// Activates constraints.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
    /// Deactivates a constraint.
    open func removeConstraint(_ constraint: NSLayoutConstraint) { if constraint.holder === self { constraint.isActive = false } }
    /// Deactivates constraints.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) { for constraint in constraints { removeConstraint(constraint) } }
    /// Returns the priority with which the view resists becoming larger than its content; 250 by default.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { rare.hugging[axis.rawValue] }
    /// Sets the priority with which the view resists becoming larger than its content.
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) { setHugging(priority, axis) }
    /// Returns the priority with which the view resists becoming smaller than its content; 750 by default.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { rare.resistance[axis.rawValue] }
    /// Sets the priority with which the view resists becoming smaller than its content.
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        setResistance(priority, axis)
    }
    /// Returns the size that satisfies the constraints in the view and is closest to a target size; the current size without constraints.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { Constraints.fittingSize(of: self, near: targetSize) }
    /// The same with priorities of the target's width and height: 1000 fixes one.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        Constraints.fittingSize(of: self, near: targetSize, horizontalFittingPriority, verticalFittingPriority)
    }
    /// Returns the alignment rectangle of a frame.
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }
    /// Returns the frame of an alignment rectangle.
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect { alignmentRect.inset(by: UIEdgeInsets.zero - alignmentRectInsets) }
    /// The insets of the alignment rectangle in the frame; zero unless overridden. Only `alignmentRect(forFrame:)` and
    /// `frame(forAlignmentRect:)` use them; the constraint solver positions frames.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// The edge where lines of text begin, by `effectiveUserInterfaceLayoutDirection`: the left one for left to right.
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The edge where lines of text end, by `effectiveUserInterfaceLayoutDirection`: the right one for left to right.
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge in any layout direction. It can't be combined with leading and trailing edges.
    open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge in any layout direction. It can't be combined with leading and trailing edges.
    open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The upper edge.
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The lower edge.
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The width of the frame, in points.
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height of the frame, in points.
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
    /// The horizontal center.
    open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The vertical center.
    open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The baseline of the first line of text; the top edge of a view without text.
    open var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    /// The baseline of the last line of text; the bottom edge of a view without text.
    open var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

    /// The view whose first baseline is that of this view in constraints; the view itself unless overridden.
    open var forFirstBaselineLayout: UIView { self }
    /// The view whose last baseline is that of this view in constraints; the view itself unless overridden.
    open var forLastBaselineLayout: UIView { self }
    /// The older form of `forLastBaselineLayout`; the view itself unless overridden. Constraints don't call it.
    open func forBaselineLayout() -> UIView { self }
    /// The baselines of the view's own text.
    var firstBaseline: Baseline { .top }
    var lastBaseline: Baseline { .bottom }
    /// The minimum text size in the view; nil, the default, for no limit. Stored, without effect: there is no text size setting on Linux.
    open var minimumContentSizeCategory: UIContentSizeCategory? {
        get { rare.leastCategory }
        set { rare.leastCategory = newValue }
    }
    /// The maximum text size in the view; nil, the default, for no limit. Stored, without effect: there is no text size setting on Linux.
    open var maximumContentSizeCategory: UIContentSizeCategory? {
        get { rare.mostCategory }
        set { rare.mostCategory = newValue }
    }
    /// A description of the text size limits that apply: always empty, since none does.
    open var appliedContentSizeCategoryLimitsDescription: String { "" }
    /// The guide of the keyboard: at the bottom of the view, without height.
    open var keyboardLayoutGuide: UIKeyboardLayoutGuide { keyboardGuide }

    /// The guide of the area that bars and notches don't cover.
    open var safeAreaLayoutGuide: UILayoutGuide { guide(\.rare.safeAreaGuide, .inset { $0.safeAreaInsets }, "UIViewSafeAreaLayoutGuide") }
    /// The guide of the area inside the margins.
    open var layoutMarginsGuide: UILayoutGuide { guide(\.rare.marginsGuide, .inset { $0.layoutMargins }, "UIViewLayoutMarginsGuide") }
    /// The guide of a readable width: the area inside the margins, at most 672 points wide.
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
    /// The added guides.
    open var layoutGuides: [UILayoutGuide] { rare.guides }
    /// Adds a guide, and removes it from its previous view, if any.
    open func addLayoutGuide(_ layoutGuide: UILayoutGuide) { addGuide(layoutGuide) }
    /// Removes a guide and its constraints.
    open func removeLayoutGuide(_ layoutGuide: UILayoutGuide) { removeGuide(layoutGuide) }

    /// The margins between the edges and the content: 8 points, or 16 to 20 points at the sides of a controller's view, plus the safe area.
    /// Setting them sets the part without the safe area.
    open var layoutMargins: UIEdgeInsets {
        get { currentMargins }
        set { setMargins(newValue) }
    }
    /// The margins, with sides named by the layout direction.
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
    /// A Boolean value that indicates whether the content also keeps out of the superview's margins. The default is false.
    open var preservesSuperviewLayoutMargins = false {
        didSet { if preservesSuperviewLayoutMargins != oldValue { marginsChanged() } }
    }
    /// A Boolean value that indicates whether the margins begin inside the safe area. The default is true.
    open var insetsLayoutMarginsFromSafeArea = true {
        didSet { if insetsLayoutMarginsFromSafeArea != oldValue { marginsChanged() } }
    }
    /// The way in which the view follows the layout direction.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare.semanticContentAttribute }
        set { if newValue != rare.semanticContentAttribute { rare.semanticContentAttribute = newValue; constraintsChanged() } }
    }
    /// The layout direction of the view's content, which determines leading and trailing.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { contentDirection }
    /// Called after the margins changed; does nothing unless overridden.
    open func layoutMarginsDidChange() {}
    /// The insets that bars and notches cover. On Linux, only controllers add insets.
    open var safeAreaInsets: UIEdgeInsets { currentSafeArea }
    /// Called after the safe area changed; does nothing unless overridden.
    open func safeAreaInsetsDidChange() {}

    // MARK: Appearance

    /// Draws the view's content into `UIGraphicsGetCurrentContext()`; does nothing unless overridden.
    /// - Parameter rect: The area to draw.
    open func draw(_ rect: CGRect) {}
    /// Requests drawing before the next frame.
    open func setNeedsDisplay() { layer.setNeedsDisplay() }
    /// Requests drawing of an area.
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    /// Draws the view and its descendants into the current context, as a window shows them.
    /// - Parameters:
    /// - rect: The target in the context's space; the bounds are stretched to it.
    /// - afterUpdates: Ignored: pending layout and drawing are always performed first. The drawing shows the values that are set, not those
    ///   of running animations.
    /// - Returns: False without a context.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { drawTree(in: rect) }
    /// Returns a view that permanently shows the current appearance of this one; nil for a view without size.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { snapshot(bounds, .zero) }
    /// Returns a view that shows the current appearance of a part of this one. The area inside the insets is stretched if the view is
    /// enlarged.
    open func resizableSnapshotView(from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets)
        -> UIView?
    {
        snapshot(rect, capInsets)
    }
    /// The effects that follow the motion of the device. Stored, without effect: motion isn't measured on Linux.
    open var motionEffects: [UIMotionEffect] {
        get { rare.motionEffects }
        set { rare.motionEffects = newValue }
    }
    /// Adds an effect; see `motionEffects`.
    open func addMotionEffect(_ effect: UIMotionEffect) { rare.motionEffects.append(effect) }
    /// Removes an effect.
    open func removeMotionEffect(_ effect: UIMotionEffect) { rare.motionEffects.removeAll { $0 === effect } }
    /// The area of the view's content that is stretched, in fractions of the content.
    open var contentStretch: CGRect {
        get { ownLayer.contentsCenter }
        set { ownLayer.contentsCenter = newValue }
    }

    /// A Boolean value that indicates whether content is clipped to the bounds.
    open var clipsToBounds: Bool {
        get { ownLayer.masksToBounds }
        set { ownLayer.masksToBounds = newValue }
    }
    /// The background color; nil by default. Animatable.
    open var backgroundColor: UIColor? {
        get { rare.backgroundColor }
        set { rare.backgroundColor = newValue; showBackground() }
    }
    /// The opacity, from 0, transparent, to 1. Animatable.
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { ownLayer.opacity = Float(newValue) }
    }
    /// A Boolean value that indicates whether `draw(_:)` covers the view with opaque pixels; true by default, as with Apple's.
    open var isOpaque: Bool {
        get { !flags.contains(.notOpaque) }
        set { flags.set(.notOpaque, !newValue); layer.isOpaque = newValue && drawsForItself }
    }
    /// A Boolean value that indicates whether the bitmap is cleared before drawing; true by default.
    open var clearsContextBeforeDrawing: Bool {
        get { !flags.contains(.keepsOldDrawing) }
        set { flags.set(.keepsOldDrawing, !newValue) }
    }
    /// A Boolean value that indicates whether the view and its descendants are hidden.
    open var isHidden: Bool {
        get { ownLayer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            (parent as? UIStackView)?.arrangedVisibilityChanged(self)
        }
    }
    /// The placement of the content if its size differs from the bounds.
    open var contentMode: ContentMode {
        get { rare.contentMode }
        set { rare.contentMode = newValue; showContentMode() }
    }
    /// A view whose alpha masks this view; it must not have a superview.
    open var mask: UIView? {
        get { rare.mask }
        set { rare.mask = newValue; layer.mask = newValue?.layer }
    }
    /// The tint color of interactive content: the view's own, otherwise the superview's.
    open var tintColor: UIColor! {
        get { currentTint }
        set { rare.tintColor = newValue; forgetLook(); tellTint() }
    }
    /// The adjustment of the tint color.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { currentTintMode }
        set { rare.tintAdjustmentMode = newValue; forgetLook(); tellTint() }
    }
    /// Called after the tint color changed; does nothing unless overridden.
    open func tintColorDidChange() {}

    // MARK: Gestures

    /// The recognizers of gestures on this view and its descendants.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { rare.gestureRecognizers }
        set { setRecognizers(newValue ?? []) }
    }
    /// Adds a recognizer, and removes it from its previous view, if any.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { addRecognizer(gestureRecognizer) }
    /// Removes a recognizer.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { removeRecognizer(gestureRecognizer) }
    /// Returns whether a gesture of this view, or of an ancestor, may begin; true unless overridden.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Called when the mouse wheel turns over the view. Returning true ends the search for a view that scrolls.
    func scrollByWheel(_ delta: CGSize) -> Bool { false }

    // MARK: Traits and accessibility

    /// The traits of the view, such as its scale and light or dark appearance.
    open var traitCollection: UITraitCollection { currentTraits }
    /// Called after the traits changed; does nothing unless overridden.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// The light or dark appearance that replaces the inherited one.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { rare.interfaceStyle }
        set { changeStyle(newValue) }
    }

    /// A Boolean value that indicates whether the view is an accessibility element.
    open var isAccessibilityElement: Bool {
        get { rare.accessibility.isElement }
        set { rare.accessibility.isElement = newValue }
    }
    /// The accessibility label of the view.
    open var accessibilityLabel: String? {
        get { rare.accessibility.label }
        set { rare.accessibility.label = newValue }
    }
    /// The accessibility hint of the view, which describes the result of its action.
    open var accessibilityHint: String? {
        get { rare.accessibility.hint }
        set { rare.accessibility.hint = newValue }
    }
    /// The accessibility value of the view.
    open var accessibilityValue: String? {
        get { rare.accessibility.value }
        set { rare.accessibility.value = newValue }
    }
    /// The accessibility traits of the view.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { rare.accessibility.traits }
        set { rare.accessibility.traits = newValue }
    }
    /// An identifier by which tests find the view.
    open var accessibilityIdentifier: String? {
        get { rare.accessibility.identifier }
        set { rare.accessibility.identifier = newValue }
    }

    /// The accessibility elements of the view; nil for the default elements of the view's class.
    open var accessibilityElements: [Any]? {
        get { rare.accessibility.elements }
        set { rare.accessibility.elements = newValue }
    }
    /// Returns the number of accessibility elements.
    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
    /// Returns the accessibility element at an index; nil if the index is invalid.
    open func accessibilityElement(at index: Int) -> Any? {
        accessibilityElements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    /// Returns the index of an accessibility element; `NSNotFound` for other objects.
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }
    /// The accessibility frame in the screen's coordinates.
    open var accessibilityFrame: CGRect {
        get { rare.accessibility.frame ?? convert(bounds, to: nil) }
        set { rare.accessibility.frame = newValue }
    }
    /// The point to activate the view at, in the screen's coordinates.
    open var accessibilityActivationPoint: CGPoint {
        get { rare.accessibility.activationPoint ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY) }
        set { rare.accessibility.activationPoint = newValue }
    }
    /// A Boolean value that indicates whether the accessibility elements in the view are hidden.
    open var accessibilityElementsHidden: Bool {
        get { rare.accessibility.hidesElements }
        set { rare.accessibility.hidesElements = newValue }
    }
    /// A Boolean value that indicates whether the accessibility elements of the view's siblings are hidden.
    open var accessibilityViewIsModal: Bool {
        get { rare.accessibility.isModal }
        set { rare.accessibility.isModal = newValue }
    }
    /// A Boolean value that indicates whether the view's accessibility elements form a group.
    open var shouldGroupAccessibilityChildren: Bool {
        get { rare.accessibility.groups }
        set { rare.accessibility.groups = newValue }
    }
    /// The custom accessibility actions of the view.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { rare.accessibility.actions }
        set { rare.accessibility.actions = newValue }
    }
    /// The language of the view's accessibility texts.
    open var accessibilityLanguage: String? {
        get { rare.accessibility.language }
        set { rare.accessibility.language = newValue }
    }
    /// A Boolean value that indicates whether the view keeps its colors when the screen's are inverted. Stored, without effect: colors
    /// aren't inverted on Linux.
    open var accessibilityIgnoresInvertColors: Bool {
        get { rare.accessibility.isIgnoringInvertColors }
        set { rare.accessibility.isIgnoringInvertColors = newValue }
    }
    /// Performs the default action other than by touch. Returns true if there was an action.
    open func accessibilityActivate() -> Bool { false }
    /// Increments the value.
    open func accessibilityIncrement() {}
    /// Decrements the value.
    open func accessibilityDecrement() {}
    /// Scrolls the content. Returns true if it scrolled.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// Dismisses the view. Returns true if it succeeded.
    open func accessibilityPerformEscape() -> Bool { false }
    /// Performs the most important action. Returns true if it succeeded.
    open func accessibilityPerformMagicTap() -> Bool { false }

    // MARK: Focus

    /// A Boolean value that indicates whether the view can have the focus; false unless overridden.
    open var canBecomeFocused: Bool { false }
    /// False: there is no focus engine.
    open var isFocused: Bool { false }
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

    // MARK: Nibs and restoration

    /// Called after the view was loaded from a nib, with its outlets connected.
    open func awakeFromNib() {}
    /// Returns the view that takes the place of this one, which was loaded from a nib with its subviews. Returns the view itself unless
    /// overridden.
    open func awakeAfter(using coder: NSCoder) -> Any? { self }
    /// Called in an interface editor. There is none on Linux; programs may call it.
    open func prepareForInterfaceBuilder() {}
    /// A name for state restoration. Stored, without effect.
    open var restorationIdentifier: String? {
        get { rare.restorationIdentifier }
        set { rare.restorationIdentifier = newValue }
    }
    /// Makes the first responder resign if it is the view or one of its descendants.
    /// - Returns: False if no view in the hierarchy was first responder, or if the first responder didn't resign.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        guard let responder = window?.firstResponder, let view = responder as? UIView ?? (responder as? UIViewController)?.viewIfLoaded,
            view.isUnder(self)
        else { return false }
        if responder.resignFirstResponder() { return true }
        if force { window?.takeKeyboard(from: responder) }
        return force
    }

    /// The shape of the view for collisions of dynamic animators.
    open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
    /// The collision shape for the type `path`, in points relative to the view's center.
    open var collisionBoundingPath: UIBezierPath { UIBezierPath() }

    // MARK: Layer delegate

    /// Updates the layer's contents. UIKit draws only views that override `draw(_:)`.
    open func display(_ layer: CALayer) { displayByDefault(layer) }
    /// Draws the layer's contents by calling `draw(_:)`.
    open func draw(_ layer: CALayer, in ctx: CGContext) { drawByDefault(layer, ctx) }
    /// Called before the layer draws.
    open func layerWillDraw(_ layer: CALayer) {}
    /// Solves the constraints and calls `layoutSubviews()`.
    open func layoutSublayers(of layer: CALayer) { layOutByDefault(layer) }
    /// Returns the action for a change of the layer: none outside animation blocks, an animation inside them for properties that UIKit
    /// animates.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { animationAction(layer, event) }

    /// The interactions of the view.
    open var interactions: [any UIInteraction] {
        get { rare.interactions }
        set { replaceInteractions(newValue) }
    }
    /// Adds an interaction, and removes it from its previous view, if any.
    open func addInteraction(_ interaction: any UIInteraction) { attach(interaction) }
    /// Removes an interaction.
    open func removeInteraction(_ interaction: any UIInteraction) { detach(interaction) }
}
