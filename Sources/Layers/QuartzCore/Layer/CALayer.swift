import CoreGraphics
import Foundation
import RenderTree
import Synchronization

/// A rectangle of a picture, with its place, its look and its sublayers: the model of what is shown, as Apple's.
///
/// Changing a property joins the thread's transaction; once the layer has been shown, the change animates unless the action
/// search says otherwise.
///
/// Any thread may use any layer. A property is read and set as a whole, an edit of the tree too, and a transaction shows as a whole. What
/// was read may be out of date when it is used: hold ``CATransaction/lock()`` to read, decide and set. `layoutSublayers()`, `display()`,
/// `draw(in:)` and the delegate are called on the thread that commits, without a lock held.
///
/// The class body declares everything that a subclass may override, and so is one long list; the work is done in the
/// extensions beside it. What each property holds, and what setting it makes stale, stands in `PropertyTable`.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
    // MARK: Storage
    // Storage is reached under `LayerLock` alone, and no setter gives it out while other code runs: the run-time checks of exclusive
    // access, a quarter of a setter's time, are left out. `modelLayer` is set before anybody else has the copy, and never again.

    package final let id: LayerID
    /// The model values; on a presentation copy, the values shown.
    @exclusivity(unchecked) package final var state: LayerState
    /// Properties that the program set itself: `style` no longer speaks for them.
    @exclusivity(unchecked) package final var explicitProperties = PropertySet(rawValue: 0)
    @exclusivity(unchecked) package final var needs = LayerNeeds(rawValue: 0)
    /// As `CAAutoresizingMask`.
    @exclusivity(unchecked) package final var autoresizing: UInt8 = 0
    package final unowned(unsafe) let classInfo: LayerClassInfo
    /// The superlayer; of a mask, the layer that it masks.
    @exclusivity(unchecked) package final unowned(unsafe) var parent: CALayer?
    @exclusivity(unchecked) package final var children: [CALayer] = []
    @exclusivity(unchecked) package final var maskLayer: CALayer?
    /// On a presentation copy, the layer that it shows; nil on a model layer.
    @exclusivity(unchecked) package final var modelLayer: CALayer?
    /// What the context keeps of a layer that is shown; nil before its first commit.
    @exclusivity(unchecked) package final var live: LiveRecord?
    @exclusivity(unchecked) package final var animationStore: AnimationStore?
    @exclusivity(unchecked) package final var rare: LayerRare?
    @exclusivity(unchecked) package final var displayRect = CGRect.null
    /// The thread that put the layer in its place, or took it from there, last.
    @exclusivity(unchecked) final var linkThread: UInt32 = 0
    @exclusivity(unchecked) private final weak var delegateReference: (any CALayerDelegate)?

    package final var layerClass: LayerClass { classInfo.kind }
    /// Which kind of layer the engine sees in this class.
    package class var kind: LayerClass { .layer }

    // MARK: Making

    /// A layer with the default values of its class.
    public override init() {
        id = Self.nextID()
        classInfo = LayerClassInfo.of(Self.self)
        state = classInfo.initialState
        super.init()
    }

    /// Makes a copy for presentation; the system calls it on the class of the layer that it shows.
    ///
    /// A subclass overrides it to copy its own stored properties and calls super. Layer properties and `@CAAnimatable`
    /// properties are copied by the system; called by a program it makes a layer with default values, as Apple's.
    /// - Parameter layer: the layer that is to be copied.
    public init(layer: Any) {
        let source = layer as? CALayer
        let isCopy = source != nil && source === TransactionThread.current.copied
        id = isCopy ? source!.id : Self.nextID()
        classInfo = LayerClassInfo.of(Self.self)
        state = isCopy ? LayerLock.withLock { source!.state } : classInfo.initialState
        if isCopy { needs = .isCopying }
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { archivedClass(of: self) }
    /// Keeps what differs from a new layer, the mask and the sublayers, but neither animations nor the delegate. The archive is Agate's
    /// own.
    open func encode(with coder: NSCoder) { archive(to: coder) }

    /// The layer of an archive. Values that can't be read are left at their defaults, with a diagnostic.
    public required init?(coder: NSCoder) {
        id = Self.nextID()
        classInfo = LayerClassInfo.of(Self.self)
        state = classInfo.initialState
        super.init()
        restore(from: coder)
    }

    deinit { releaseTree() }

    // MARK: Geometry

    /// The layer's own rectangle: its size, and the point of its own space that lies at the rectangle's corner. Empty at
    /// first; a negative size is standardised. Animatable. Non-finite values are refused with a diagnostic, as in all geometry.
    open var bounds: CGRect {
        get { LayerLock.withLock { state.values.bounds } }
        set { setBounds(newValue) }
    }

    /// Where the anchor point lies in the superlayer's space, in points. Animatable.
    open var position: CGPoint {
        get { LayerLock.withLock { state.values.position } }
        set { putFinite(.position, state.values.position, newValue) { $0.values.position = newValue } }
    }

    /// The height over the superlayer's plane; siblings are painted in its order. Animatable.
    open var zPosition: CGFloat {
        get { LayerLock.withLock { state.values.zPosition } }
        set { putFinite(.zPosition, state.values.zPosition, newValue) { $0.values.zPosition = newValue } }
    }

    /// The point that `position` places and that `transform` turns about, in units of the bounds; (0.5, 0.5) at first. Animatable.
    open var anchorPoint: CGPoint {
        get { LayerLock.withLock { state.values.anchorPoint } }
        set { putFinite(.anchorPoint, state.values.anchorPoint, newValue) { $0.values.anchorPoint = newValue } }
    }

    /// The anchor point's height over the layer's plane, in points. Animatable.
    open var anchorPointZ: CGFloat {
        get { LayerLock.withLock { state.values.anchorPointZ } }
        set { putFinite(.anchorPointZ, state.values.anchorPointZ, newValue) { $0.values.anchorPointZ = newValue } }
    }

    /// Applied to the layer about its anchor point. Animatable.
    open var transform: CATransform3D {
        get { LayerLock.withLock { state.values.transform } }
        set { putFinite(.transform, state.values.transform, newValue) { $0.values.setTransform(newValue) } }
    }

    /// Applied to all sublayers about this layer's anchor point, such as a perspective. Animatable.
    open var sublayerTransform: CATransform3D {
        get { LayerLock.withLock { state.extra.sublayerTransform } }
        set {
            putFinite(.sublayerTransform, state.extra.sublayerTransform, newValue) {
                $0.extra.sublayerTransform = newValue
                $0.values.setBranch([], of: .sublayerTransform)
            }
        }
    }

    /// The smallest rectangle, in the superlayer's space, that holds the transformed bounds. Derived: setting it sets
    /// `position` and `bounds`, and it is never the key of an event.
    open var frame: CGRect {
        get { LayerGeometry.frame(LayerLock.withLock { state.values }) }
        set { setFrame(newValue) }
    }

    /// Whether the layer and all under it are left out. Animatable.
    open var isHidden: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.hidden) } }
        set { putFlag(.hidden, .hidden, newValue) }
    }

    /// Whether the layer shows when it faces away from the viewer. Animatable.
    open var isDoubleSided: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.doubleSided) } }
        set { putFlag(.doubleSided, .doubleSided, newValue) }
    }

    /// Whether the y axis of the layer's space is turned over for its sublayers.
    open var isGeometryFlipped: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.geometryFlipped) } }
        set { putFlag(.geometryFlipped, .geometryFlipped, newValue) }
    }

    /// Whether sublayers and contents are cut at the (rounded) bounds. Animatable.
    open var masksToBounds: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.masksToBounds) } }
        set { putFlag(.masksToBounds, .masksToBounds, newValue) }
    }

    // MARK: Contents

    /// What the layer shows: a `CGImage`; any other object is kept and draws nothing. Animatable.
    open var contents: Any? {
        get { LayerLock.withLock { state.objects.contents.flatMap { Boxing.any($0) } } }
        set {
            if modelLayer != nil, LayerLock.withLock({ needs.contains(.isDisplayedCopy) }), let modelLayer {
                modelLayer.contents = newValue
            } else {
                putValue(.contents, newValue.map { Boxing.contents($0) })
            }
        }
    }

    /// The part of the contents that is shown, in units of them. Animatable.
    open var contentsRect: CGRect {
        get { LayerLock.withLock { state.values.contentsRect } }
        set { putFinite(.contentsRect, state.values.contentsRect, newValue) { $0.values.contentsRect = newValue } }
    }

    /// Where the contents stand in the bounds.
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(rawValue: nameValue(.contentsGravity)) }
        set { putName(.contentsGravity, newValue.rawValue) }
    }

    /// Pixels per point of the contents. Animatable.
    open var contentsScale: CGFloat {
        get { LayerLock.withLock { state.values.contentsScale } }
        set { putFinite(.contentsScale, state.values.contentsScale, newValue) { $0.values.contentsScale = newValue } }
    }

    /// The part of the contents that stretches when they are resized, in units of them. Animatable.
    open var contentsCenter: CGRect {
        get { LayerLock.withLock { state.extra.contentsCenter } }
        set { putFinite(.contentsCenter, state.extra.contentsCenter, newValue) { $0.extra.contentsCenter = newValue } }
    }

    /// The pixel format of what the layer draws for itself, from its next display on. ``CALayerContentsFormat/gray8Uint`` makes gray of it
    /// and keeps its alpha; ``CALayerContentsFormat/RGBA16Float`` gives `draw(in:)` a bitmap of half floats.
    open var contentsFormat: CALayerContentsFormat {
        get { CALayerContentsFormat(rawValue: nameValue(.contentsFormat)) }
        set { putName(.contentsFormat, newValue.rawValue) }
    }

    /// How contents are resampled when they shrink.
    open var minificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: nameValue(.minificationFilter)) }
        set { putName(.minificationFilter, newValue.rawValue) }
    }

    /// How contents are resampled when they grow.
    open var magnificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: nameValue(.magnificationFilter)) }
        set { putName(.magnificationFilter, newValue.rawValue) }
    }

    /// Added to the level of detail of the trilinear filter. Animatable.
    open var minificationFilterBias: Float {
        get { LayerLock.withLock { state.extra.minificationFilterBias } }
        set {
            putFinite(.minificationFilterBias, state.extra.minificationFilterBias, newValue) { $0.extra.minificationFilterBias = newValue }
        }
    }

    /// A promise that what the layer draws covers its bounds.
    open var isOpaque: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.opaque) } }
        set { putFlag(.opaque, .opaque, newValue) }
    }

    /// Whether a change of the bounds' size marks the layer for display.
    open var needsDisplayOnBoundsChange: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.needsDisplayOnBoundsChange) } }
        set { putFlag(.needsDisplayOnBoundsChange, .needsDisplayOnBoundsChange, newValue) }
    }

    /// A hint that drawing may happen later; the picture is the same.
    open var drawsAsynchronously: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.drawsAsynchronously) } }
        set { putFlag(.drawsAsynchronously, .drawsAsynchronously, newValue) }
    }

    /// The edges that are antialiased, when `allowsEdgeAntialiasing`; all at first.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { CAEdgeAntialiasingMask(rawValue: UInt32(LayerLock.withLock { state.values.edgeAntialiasingMask })) }
        set {
            let bits = UInt8(newValue.rawValue & 15)
            put(.edgeAntialiasingMask, state.values.edgeAntialiasingMask, bits) { $0.values.edgeAntialiasingMask = bits }
        }
    }

    /// Whether edges that don't lie on pixels are antialiased; true, as on macOS.
    open var allowsEdgeAntialiasing: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.allowsEdgeAntialiasing) } }
        set { putFlag(.allowsEdgeAntialiasing, .allowsEdgeAntialiasing, newValue) }
    }

    // MARK: Appearance

    /// Fills the (rounded) bounds behind the contents; nil fills nothing. Animatable.
    open var backgroundColor: CGColor? {
        get { color(.backgroundColor) }
        set { putValue(.backgroundColor, newValue.map { .color($0) }) }
    }

    /// The radius of the corners of background, border and clip, in points. Animatable.
    open var cornerRadius: CGFloat {
        get { LayerLock.withLock { state.values.cornerRadius } }
        set { putFinite(.cornerRadius, state.values.cornerRadius, newValue) { $0.values.cornerRadius = newValue } }
    }

    /// The corners that `cornerRadius` rounds; all at first.
    open var maskedCorners: CACornerMask {
        get { LayerLock.withLock { CACornerMask(rawValue: UInt(state.values.maskedCorners)) } }
        set {
            let bits = UInt8(newValue.rawValue & 15)
            put(.maskedCorners, state.values.maskedCorners, bits) { $0.values.maskedCorners = bits }
        }
    }

    /// The shape of the rounded corners; an unknown one is circular.
    open var cornerCurve: CALayerCornerCurve {
        get { CALayerCornerCurve(rawValue: nameValue(.cornerCurve)) }
        set { putName(.cornerCurve, newValue.rawValue) }
    }

    /// The width of the border, inside the bounds, in points. Animatable.
    open var borderWidth: CGFloat {
        get { LayerLock.withLock { state.values.borderWidth } }
        set { putFinite(.borderWidth, state.values.borderWidth, newValue) { $0.values.borderWidth = newValue } }
    }

    /// The colour of the border; opaque black at first. Animatable.
    open var borderColor: CGColor? {
        get { color(.borderColor) }
        set { putValue(.borderColor, newValue.map { .color($0) }) }
    }

    /// 0 is invisible, 1 opaque; clamped when drawn. Animatable.
    open var opacity: Float {
        get { LayerLock.withLock { state.values.opacity } }
        set { putFinite(.opacity, state.values.opacity, newValue) { $0.values.opacity = newValue } }
    }

    /// Whether the layer fades with its sublayers as one picture.
    open var allowsGroupOpacity: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.allowsGroupOpacity) } }
        set { putFlag(.allowsGroupOpacity, .allowsGroupOpacity, newValue) }
    }

    /// How the layer is put over what is behind it; nil is source-over. Animatable by a transition.
    open var compositingFilter: Any? {
        get { LayerLock.withLock { state.objects.compositingFilter?.programObject } }
        set { putValue(.compositingFilter, newValue.map { .object(OpaqueObject(filter: $0)) }) }
    }

    /// Filters of the layer's picture, applied in order: ``CAFilter`` objects. Their values are those at the time of setting; later ones go
    /// by key paths such as `filters.NAME.inputRadius`, which animations take, too. Animatable by a transition.
    open var filters: [Any]? {
        get { LayerLock.withLock { state.objects.filters?.map(\.programObject) } }
        set { putFilters(.filters, \.filters, newValue) }
    }

    /// Filters of what is behind the layer, inside its rounded bounds and its mask; they fade with its opacity. Animatable by a transition.
    open var backgroundFilters: [Any]? {
        get { LayerLock.withLock { state.objects.backgroundFilters?.map(\.programObject) } }
        set { putFilters(.backgroundFilters, \.backgroundFilters, newValue) }
    }

    /// Whether the layer is drawn into a bitmap first. Animatable.
    open var shouldRasterize: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.shouldRasterize) } }
        set { putFlag(.shouldRasterize, .shouldRasterize, newValue) }
    }

    /// Pixels per point of that bitmap. Animatable.
    open var rasterizationScale: CGFloat {
        get { LayerLock.withLock { state.extra.rasterizationScale } }
        set { putFinite(.rasterizationScale, state.extra.rasterizationScale, newValue) { $0.extra.rasterizationScale = newValue } }
    }

    /// The colour of the shadow; opaque black at first. Animatable.
    open var shadowColor: CGColor? {
        get { color(.shadowColor) }
        set { putValue(.shadowColor, newValue.map { .color($0) }) }
    }

    /// The strength of the shadow; 0, none, at first. Animatable.
    open var shadowOpacity: Float {
        get { LayerLock.withLock { state.values.shadowOpacity } }
        set { putFinite(.shadowOpacity, state.values.shadowOpacity, newValue) { $0.values.shadowOpacity = newValue } }
    }

    /// Where the shadow falls, in points; (0, -3) at first. Animatable.
    open var shadowOffset: CGSize {
        get { LayerLock.withLock { state.values.shadowOffset } }
        set { putFinite(.shadowOffset, state.values.shadowOffset, newValue) { $0.values.shadowOffset = newValue } }
    }

    /// The standard deviation of the shadow's blur, in points; 3 at first. Animatable.
    open var shadowRadius: CGFloat {
        get { LayerLock.withLock { state.values.shadowRadius } }
        set { putFinite(.shadowRadius, state.values.shadowRadius, newValue) { $0.values.shadowRadius = newValue } }
    }

    /// The outline that casts the shadow; nil is the layer's own picture. Copied when set. Animatable.
    open var shadowPath: CGPath? {
        get { LayerLock.withLock { state.objects.shadowPath } }
        set { putValue(.shadowPath, newValue.map { Boxing.path($0) }) }
    }

    /// A name for the program; constraints and filters find layers by it.
    open var name: String? {
        get { LayerLock.withLock { state.objects.name } }
        set { put(.name, state.objects.name, newValue) { $0.objects.name = newValue } }
    }

    /// Whether values brighter than white may show brighter than white.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.wantsExtendedDynamicRangeContent) } }
        set {
            putFlag(.wantsExtendedDynamicRangeContent, .wantsExtendedDynamicRangeContent, newValue)
            if newValue { LayerReport.unsupported(self, "wantsExtendedDynamicRangeContent", true) }
        }
    }

    /// How bright the contents want to be, as a multiple of white; 0 leaves it to the system. Kept, without effect: surfaces hold 8 bits a
    /// channel.
    open var contentsHeadroom: CGFloat {
        get { LayerLock.withLock { rare?.contentsHeadroom ?? 0 } }
        set { putRare("contentsHeadroom", \.contentsHeadroom, newValue) }
    }
    /// Whether bright contents are toned down. Kept, without effect.
    open var toneMapMode: ToneMapMode {
        get { LayerLock.withLock { rare?.toneMapMode ?? .automatic } }
        set { putRare("toneMapMode", \.toneMapMode, newValue.isKnown ? newValue : .automatic) }
    }
    /// The range of brightness that the layer asks for. Kept, without effect.
    open var preferredDynamicRange: DynamicRange {
        get { LayerLock.withLock { rare?.preferredDynamicRange ?? .standard } }
        set { putRare("preferredDynamicRange", \.preferredDynamicRange, newValue.isKnown ? newValue : .standard) }
    }

    // MARK: CAMediaTiming

    /// When the layer's time begins, in its superlayer's time, in seconds.
    open var beginTime: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.beginTime } }
        set { putNumber(.beginTime, state.extra.timing.beginTime, newValue) { $0.extra.timing.beginTime = newValue } }
    }

    /// Infinity on layers; it does not limit animations.
    open var duration: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.duration } }
        set { putNumber(.duration, state.extra.timing.duration, newValue) { $0.extra.timing.duration = newValue } }
    }

    /// Added to the layer's time, in seconds.
    open var timeOffset: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.timeOffset } }
        set { putNumber(.timeOffset, state.extra.timing.timeOffset, newValue) { $0.extra.timing.timeOffset = newValue } }
    }

    /// Takes no part in a layer's time.
    open var repeatDuration: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.repeatDuration } }
        set { putNumber(.repeatDuration, state.extra.timing.repeatDuration, newValue) { $0.extra.timing.repeatDuration = newValue } }
    }

    /// Layer seconds per second of the superlayer; 0 stops all animations on and under the layer.
    open var speed: Float {
        get { LayerLock.withLock { state.extra.timing.speed } }
        set { putNumber(.speed, state.extra.timing.speed, newValue) { $0.extra.timing.speed = newValue } }
    }

    /// Takes no part in a layer's time.
    open var repeatCount: Float {
        get { LayerLock.withLock { state.extra.timing.repeatCount } }
        set { putNumber(.repeatCount, state.extra.timing.repeatCount, newValue) { $0.extra.timing.repeatCount = newValue } }
    }

    /// Takes no part in a layer's time.
    open var autoreverses: Bool {
        get { LayerLock.withLock { state.extra.timing.autoreverses } }
        set { put(.autoreverses, state.extra.timing.autoreverses, newValue) { $0.extra.timing.autoreverses = newValue } }
    }

    /// Takes no part in a layer's time.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: nameValue(.fillMode)) }
        set { putName(.fillMode, newValue.rawValue) }
    }

    // MARK: Tree

    /// The layer that holds this one among its sublayers or as its mask.
    open var superlayer: CALayer? { treeParent }

    /// The layers under this one, back to front where their zPosition is equal; nil when there are none. Layers that are
    /// assigned leave their superlayers.
    open var sublayers: [CALayer]? {
        get { let layers = treeChildren; return layers.isEmpty ? nil : layers }
        set { setSublayers(newValue ?? []) }
    }

    /// The layer whose alpha shows what of this one is seen; its space is this layer's. A layer that is assigned leaves
    /// its superlayer.
    open var mask: CALayer? {
        get { treeMask }
        set { setMask(newValue) }
    }

    /// Appends a layer to the sublayers, out of its superlayer if it has one. A cycle is refused with a diagnostic.
    open func addSublayer(_ layer: CALayer) { insert(layer, .at(.max)) }

    /// Inserts a layer at a place among the sublayers; an index beyond the end appends.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, .at(Int(idx))) }

    /// Inserts a layer just below a sublayer: at the bottom for nil, on top when it is no sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, .below(sibling)) }

    /// Inserts a layer just above a sublayer: on top for nil or when it is no sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, .above(sibling)) }

    /// Puts a layer in the place of a sublayer. An old layer that is no sublayer is refused with a diagnostic.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

    /// Takes the layer out of its superlayer's sublayers or mask; its running animations end at the commit.
    open func removeFromSuperlayer() { detach() }

    // MARK: Spaces

    /// A point of another layer's space in this layer's; nil is the space that the root layer stands in.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { LayerSpace.convert(p, from: l, to: self) }
    /// A point of this layer's space in another's; nil is the space that the root layer stands in.
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { LayerSpace.convert(p, from: self, to: l) }
    /// The bounding box of a rectangle of another layer's space in this layer's.
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { LayerSpace.convert(r, from: l, to: self) }
    /// The bounding box of a rectangle of this layer's space in another's.
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { LayerSpace.convert(r, from: self, to: l) }
    /// A time of another layer in this layer's time, in seconds; nil is media time, as `CACurrentMediaTime()`.
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { LayerTime.convert(t, from: l, to: self) }
    /// A time of this layer in another's, in seconds; nil is media time.
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { LayerTime.convert(t, from: self, to: l) }

    /// The topmost layer of this tree that holds a point of the superlayer's space; nil when none does.
    open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

    /// Whether a point of the layer's own space lies in its bounds, the far edges excluded.
    open func contains(_ p: CGPoint) -> Bool { LayerGeometry.contains(bounds, p) }

    /// Whether an odd number of flipped geometries lies on the way from this layer to its root.
    open func contentsAreFlipped() -> Bool { countsAsFlipped }

    /// The transform, when it is one of the plane; the identity otherwise.
    open func affineTransform() -> CGAffineTransform { affinePart }

    /// Replaces the whole transform by one of the plane.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = LayerGeometry.transform(m) }

    // MARK: Layout

    /// Marks the layer for layout at the next commit or `layoutIfNeeded()`, and tells the layout manager that what it kept no longer holds.
    open func setNeedsLayout() {
        markForLayout()
        invalidateByManager()
    }
    /// Whether the layer is marked for layout.
    open func needsLayout() -> Bool { LayerLock.withLock { needs.contains(.layout) } }
    /// Lays out what is marked, from the topmost superlayer that needs it down.
    open func layoutIfNeeded() { layOutFromTop() }
    /// Lays out the sublayers: by the delegate, else by the layout manager. Called when layout is needed.
    open func layoutSublayers() { layOutByDelegateOrManager() }
    /// The size that the layer would like, in the superlayer's space.
    open func preferredFrameSize() -> CGSize { preferredSizeByManager }
    /// Resizes all sublayers after the bounds changed size, by their autoresizing masks.
    open func resizeSublayers(withOldSize size: CGSize) { autoresizeSublayers(oldSize: size) }
    /// Resizes the layer after its superlayer changed size, by its autoresizing mask.
    open func resize(withOldSuperlayerSize size: CGSize) { autoresize(oldSuperlayerSize: size) }

    /// How the frame follows when the superlayer changes size; none of it at first.
    open var autoresizingMask: CAAutoresizingMask {
        get { CAAutoresizingMask(rawValue: UInt32(LayerLock.withLock { autoresizing })) }
        set {
            if refusesChange(of: "autoresizingMask") { return }
            LayerLock.withLock { autoresizing = UInt8(newValue.rawValue & 63) }
        }
    }

    /// The object that lays out the sublayers when the delegate doesn't.
    open var layoutManager: CALayoutManager? {
        get { LayerLock.withLock { rare?.layoutManager } }
        set {
            if refusesChange(of: "layoutManager") { return }
            changeRare(\.layoutManager, newValue)
            markForLayoutAutomatically()
        }
    }

    /// The constraints that a `CAConstraintLayoutManager` of the superlayer follows.
    open var constraints: [CAConstraint]? {
        get { LayerLock.withLock { rare?.constraints } }
        set { setConstraints(newValue) }
    }

    /// Appends a constraint.
    open func addConstraint(_ c: CAConstraint) { setConstraints((constraints ?? []) + [c]) }

    // MARK: Display

    /// Marks the whole layer for display at the next commit or `displayIfNeeded()`.
    open func setNeedsDisplay() { markForDisplay(bounds) }
    /// Marks a rectangle of the layer for display, in its own space.
    open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }
    /// Whether the layer is marked for display.
    open func needsDisplay() -> Bool { LayerLock.withLock { needs.contains(.display) } }
    /// Displays the layer if it is marked.
    open func displayIfNeeded() { displayIfMarked() }
    /// Renews the contents: the delegate's `display(_:)` does it, or else `draw(in:)` draws a new image. Called when display is needed, and
    /// seldom by programs; the mark of `setNeedsDisplay()` is then taken away.
    open func display() { renewContents() }
    /// Draws the layer's contents, in its own space and in points; asks the delegate. Nothing under the layer is part of them.
    open func draw(in ctx: CGContext) { drawByDelegate(ctx) }
    /// Draws the layer and all under it, with the values of the model, in its own space: see `CALayer+Render.swift` for what is left out.
    open func render(in ctx: CGContext) { renderTree(in: ctx) }

    // MARK: Actions and animations

    /// The object that answers for the layer; not retained.
    open weak var delegate: (any CALayerDelegate)? {
        get { LayerLock.withLock { delegateReference } }
        set {
            LayerLock.withLock {
                delegateReference = newValue
                if newValue != nil { needs.insert(.mayAct) }
            }
        }
    }

    /// Actions by event; `NSNull` stops the search for an event.
    open var actions: [String: any CAAction]? {
        get { LayerLock.withLock { rare?.actions } }
        set {
            if refusesChange(of: "actions") { return }
            changeRare(\.actions, newValue) { if newValue != nil { needs.insert(.mayAct) } }
        }
    }

    /// Values for properties that were never set, by key; its own `style` entry goes on the search, and its `actions` entry
    /// is searched for actions. Changing the dictionary has an effect when it is set again.
    open var style: [AnyHashable: Any]? {
        get { LayerLock.withLock { rare?.style } }
        set { setStyle(newValue) }
    }

    /// The action for an event: of the delegate, `actions`, `style`, the class, or for a shown layer the ready-made one.
    open func action(forKey event: String) -> (any CAAction)? { Actions.search(self, event) }

    /// Adds a copy of an animation, in place of one of the same key.
    open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, key) }
    /// Removes the animation of a key, which ends unfinished.
    open func removeAnimation(forKey key: String) { dropAnimation(key) }
    /// Removes all animations, which end unfinished.
    open func removeAllAnimations() { removeEveryAnimation() }
    /// The keys of the animations, in the order in which they apply; nil without any.
    open func animationKeys() -> [String]? { listAnimationKeys() }
    /// The animation of a key, which must not be changed.
    open func animation(forKey key: String) -> CAAnimation? { findAnimation(key) }

    /// A copy with the values that show now; nil before the layer was first committed. Read-only.
    open func presentation() -> Self? {
        guard let copy = makePresentation() else { return nil }
        // The same class, mostly: a cast that asks nothing.
        return type(of: copy) == type(of: self) ? unsafeDowncast(copy, to: Self.self) : copy as? Self
    }
    /// Of a presentation copy, the layer that it shows; of any other layer, itself.
    open func model() -> Self { (modelLayer as? Self) ?? self }

    /// The class's action for an event; nil unless a subclass says otherwise.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
    /// The class's value of a key; nil where Apple's answers nil although reading the property gives zero.
    open class func defaultValue(forKey key: String) -> Any? { LayerDefaults.value(forKey: key, of: kind) }
    /// Whether setting the key's property, or animating it, marks the layer for display. Asked once for each property of
    /// the table.
    open class func needsDisplay(forKey key: String) -> Bool { false }
    /// How much longer than its radius a corner of the shape is, along each edge.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat { curve == .continuous ? 1.528665 : 1 }
    /// Whether an archive would need the key's value.
    open func shouldArchiveValue(forKey key: String) -> Bool { LayerDefaults.shouldArchive(key, of: self) }

    // MARK: Key-value access

    /// The value of a property, or of any other key that was set; scalars as `NSNumber`, structs as themselves.
    open func value(forKey key: String) -> Any? { keyedValue(key) }
    /// Sets a property, or keeps a value under any other key. Nil sets a scalar to 0.
    open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
    /// The value at a path, such as `transform.rotation.z` or `bounds.size.width`.
    open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }
    /// Sets the value at a path, such as `transform.rotation.z` or `bounds.size.width`.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }

    // MARK: Scrolling

    /// Scrolls the nearest scroll layer so that a point of this layer lies at its corner.
    open func scroll(_ p: CGPoint) { scrollAncestor(to: p) }
    /// Scrolls the nearest scroll layer by the least that shows a rectangle of this layer.
    open func scrollRectToVisible(_ r: CGRect) { scrollAncestor(toShow: r) }
    /// The part of the bounds that the nearest scroll layer lets through, in this layer's space.
    open var visibleRect: CGRect { visiblePart }
}
