import CoreGraphics
import Foundation
import RenderTree
import Synchronization

/// A rectangle of a picture, with its geometry, its appearance and its sublayers: the model of what is shown, as in Apple's Core
/// Animation.
///
/// Changing a property joins the thread's transaction. Once the layer has been shown, the change animates unless the action search returns
/// another action.
///
/// Any thread may use any layer. Reading or setting one property is atomic, and so is an edit of the tree. A transaction becomes visible
/// as a whole. A value may be out of date by the time it is used: hold ``CATransaction/lock()`` to read, decide and set.
/// `layoutSublayers()`, `display()`, `draw(in:)` and the delegate are called on the thread that commits, without a lock held.
///
/// The class body declares everything that a subclass may override, and is therefore one long list. The implementation is in the
/// extensions beside it. `PropertyTable` lists what each property holds and what setting it invalidates.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
    // MARK: Storage
    // Storage is accessed only under `LayerLock`, and no setter exposes it while other code runs. The run-time checks of exclusive access,
    // a quarter of a setter's time, are therefore left out. `modelLayer` is set before anyone else has the copy, and never again.

    package final let id: LayerID
    /// The model values; for a presentation copy, the values shown.
    @exclusivity(unchecked) package final var state: LayerState
    /// The properties that the program has set. `style` no longer applies to them.
    @exclusivity(unchecked) package final var explicitProperties = PropertySet(rawValue: 0)
    @exclusivity(unchecked) package final var needs = LayerNeeds(rawValue: 0)
    /// The bits of a `CAAutoresizingMask`.
    @exclusivity(unchecked) package final var autoresizing: UInt8 = 0
    package final unowned(unsafe) let classInfo: LayerClassInfo
    /// The superlayer; for a mask, the layer that it masks.
    @exclusivity(unchecked) package final unowned(unsafe) var parent: CALayer?
    @exclusivity(unchecked) package final var sublayerList = SiblingList<CALayer>()
    @exclusivity(unchecked) package final var maskLayer: CALayer?
    /// For a presentation copy, the layer that it represents; nil for a model layer.
    @exclusivity(unchecked) package final var modelLayer: CALayer?
    /// The context's record of a layer that is shown; nil before the layer's first commit.
    @exclusivity(unchecked) package final var live: LiveRecord?
    @exclusivity(unchecked) package final var animationStore: AnimationStore?
    @exclusivity(unchecked) package final var rare: LayerRare?
    @exclusivity(unchecked) package final var displayRect = CGRect.null
    /// The number of the thread that last added the layer to its superlayer or removed it.
    @exclusivity(unchecked) final var linkThread: UInt32 = 0
    @exclusivity(unchecked) private final weak var delegateReference: (any CALayerDelegate)?

    package final var layerClass: LayerClass { classInfo.kind }
    /// The kind of layer that the engine treats this class as.
    package class var kind: LayerClass { .layer }

    // MARK: Initialisers

    /// Creates a layer with the default values of its class.
    public override init() {
        id = Self.nextID()
        classInfo = LayerClassInfo.of(Self.self)
        state = classInfo.initialState
        super.init()
    }

    /// Creates a copy for presentation. The system calls this initialiser on the class of the layer that is shown.
    ///
    /// A subclass overrides it to copy its own stored properties and calls super. The system copies layer properties and `@CAAnimatable`
    /// properties. When a program calls it, it creates a layer with default values, as Apple's does.
    /// - Parameter layer: the layer to copy.
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
    open override var classForCoder: AnyClass { ArchivedClass.of(self) }
    /// Encodes the values that differ from a new layer's, the mask and the sublayers, but neither animations nor the delegate. The archive
    /// format is Agate's own.
    open func encode(with coder: NSCoder) { archive(to: coder) }

    /// Creates a layer from an archive. Values that can't be decoded keep their defaults, with a diagnostic.
    public required init?(coder: NSCoder) {
        id = Self.nextID()
        classInfo = LayerClassInfo.of(Self.self)
        state = classInfo.initialState
        super.init()
        restore(from: coder)
    }

    deinit { releaseTree() }

    // MARK: Geometry

    /// The layer's rectangle in its own space: its size, and the point of its own space that is at the rectangle's corner. Empty by
    /// default; a negative size is standardised. Animatable. Non-finite values are refused with a diagnostic, as for all geometry.
    open var bounds: CGRect {
        get { LayerLock.withLock { state.values.bounds } }
        set { setBounds(newValue) }
    }

    /// The position of the anchor point in the superlayer's space, in points. Animatable.
    open var position: CGPoint {
        get { LayerLock.withLock { state.values.position } }
        set { putFinite(.position, state.values.position, newValue) { $0.values.position = newValue } }
    }

    /// The layer's height above the superlayer's plane. Siblings are painted in ascending order of it. Animatable.
    open var zPosition: CGFloat {
        get { LayerLock.withLock { state.values.zPosition } }
        set { putFinite(.zPosition, state.values.zPosition, newValue) { $0.values.zPosition = newValue } }
    }

    /// The point that `position` places and that `transform` is applied about, in units of the bounds. (0.5, 0.5) by default. Animatable.
    open var anchorPoint: CGPoint {
        get { LayerLock.withLock { state.values.anchorPoint } }
        set { putFinite(.anchorPoint, state.values.anchorPoint, newValue) { $0.values.anchorPoint = newValue } }
    }

    /// The anchor point's height above the layer's plane, in points. Animatable.
    open var anchorPointZ: CGFloat {
        get { LayerLock.withLock { state.values.anchorPointZ } }
        set { putFinite(.anchorPointZ, state.values.anchorPointZ, newValue) { $0.values.anchorPointZ = newValue } }
    }

    /// The transform applied to the layer about its anchor point. Animatable.
    open var transform: CATransform3D {
        get { LayerLock.withLock { state.values.transform } }
        set { putFinite(.transform, state.values.transform, newValue) { $0.values.setTransform(newValue) } }
    }

    /// The transform applied to all sublayers about this layer's anchor point, such as a perspective. Animatable.
    open var sublayerTransform: CATransform3D {
        get { LayerLock.withLock { state.extra.sublayerTransform } }
        set {
            putFinite(.sublayerTransform, state.extra.sublayerTransform, newValue) {
                $0.extra.sublayerTransform = newValue
                $0.values.setBranch([], of: .sublayerTransform)
            }
        }
    }

    /// The smallest rectangle in the superlayer's space that contains the transformed bounds. Derived: setting it sets `position` and
    /// `bounds`, and it is never the key of an event.
    open var frame: CGRect {
        get { LayerGeometry.frame(LayerLock.withLock { state.values }) }
        set { setFrame(newValue) }
    }

    /// A Boolean value that indicates whether the layer and its sublayers are hidden. Animatable.
    open var isHidden: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.hidden) } }
        set { putFlag(.hidden, .hidden, newValue) }
    }

    /// A Boolean value that indicates whether the layer is visible when it faces away from the viewer. Animatable.
    open var isDoubleSided: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.doubleSided) } }
        set { putFlag(.doubleSided, .doubleSided, newValue) }
    }

    /// A Boolean value that indicates whether the y axis of the layer's space is flipped for its sublayers.
    open var isGeometryFlipped: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.geometryFlipped) } }
        set { putFlag(.geometryFlipped, .geometryFlipped, newValue) }
    }

    /// A Boolean value that indicates whether sublayers and contents are clipped to the (rounded) bounds. Animatable.
    open var masksToBounds: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.masksToBounds) } }
        set { putFlag(.masksToBounds, .masksToBounds, newValue) }
    }

    // MARK: Contents

    /// The object that provides the layer's contents: a `CGImage`. Any other object is kept and draws nothing. Animatable.
    open var contents: Any? {
        get { LayerLock.withLock { state.objects.contents.flatMap { Boxing.any($0) } } }
        set {
            if modelLayer != nil, LayerLock.withLock({ needs.contains(.isDisplayedCopy) }), let modelLayer {
                modelLayer.contents = newValue
            } else if let newValue, type(of: newValue) == CGImage.self, let image = newValue as? CGImage {
                putImage(image)
            } else {
                putValue(.contents, newValue.map { Boxing.contents($0) })
            }
        }
    }

    /// The part of the contents that is shown, in units of the contents. Animatable.
    open var contentsRect: CGRect {
        get { LayerLock.withLock { state.values.contentsRect } }
        set { putFinite(.contentsRect, state.values.contentsRect, newValue) { $0.values.contentsRect = newValue } }
    }

    /// The alignment and scaling of the contents within the bounds.
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(rawValue: nameValue(.contentsGravity)) }
        set { putName(.contentsGravity, newValue.rawValue) }
    }

    /// The number of pixels per point of the contents. Animatable.
    open var contentsScale: CGFloat {
        get { LayerLock.withLock { state.values.contentsScale } }
        set { putFinite(.contentsScale, state.values.contentsScale, newValue) { $0.values.contentsScale = newValue } }
    }

    /// The part of the contents that stretches when they are resized, in units of the contents. Animatable.
    open var contentsCenter: CGRect {
        get { LayerLock.withLock { state.extra.contentsCenter } }
        set { putFinite(.contentsCenter, state.extra.contentsCenter, newValue) { $0.extra.contentsCenter = newValue } }
    }

    /// The pixel format of the contents that the layer draws, from its next display on. ``CALayerContentsFormat/gray8Uint`` converts them
    /// to gray and keeps their alpha; ``CALayerContentsFormat/RGBA16Float`` gives `draw(in:)` a bitmap of half floats.
    open var contentsFormat: CALayerContentsFormat {
        get { CALayerContentsFormat(rawValue: nameValue(.contentsFormat)) }
        set { putName(.contentsFormat, newValue.rawValue) }
    }

    /// The filter used to resample contents when they shrink.
    open var minificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: nameValue(.minificationFilter)) }
        set { putName(.minificationFilter, newValue.rawValue) }
    }

    /// The filter used to resample contents when they grow.
    open var magnificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: nameValue(.magnificationFilter)) }
        set { putName(.magnificationFilter, newValue.rawValue) }
    }

    /// The bias added to the trilinear filter's level of detail. Animatable.
    open var minificationFilterBias: Float {
        get { LayerLock.withLock { state.extra.minificationFilterBias } }
        set {
            putFinite(.minificationFilterBias, state.extra.minificationFilterBias, newValue) { $0.extra.minificationFilterBias = newValue }
        }
    }

    /// A Boolean value that promises that the layer's drawing covers its bounds.
    open var isOpaque: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.opaque) } }
        set { putFlag(.opaque, .opaque, newValue) }
    }

    /// A Boolean value that indicates whether a change of the bounds' size marks the layer for display.
    open var needsDisplayOnBoundsChange: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.needsDisplayOnBoundsChange) } }
        set { putFlag(.needsDisplayOnBoundsChange, .needsDisplayOnBoundsChange, newValue) }
    }

    /// A hint that drawing may be deferred. It does not change the picture.
    open var drawsAsynchronously: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.drawsAsynchronously) } }
        set { putFlag(.drawsAsynchronously, .drawsAsynchronously, newValue) }
    }

    /// The edges that are antialiased when `allowsEdgeAntialiasing` is true; all by default.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { CAEdgeAntialiasingMask(rawValue: UInt32(LayerLock.withLock { state.values.edgeAntialiasingMask })) }
        set {
            let bits = UInt8(newValue.rawValue & 15)
            put(.edgeAntialiasingMask, state.values.edgeAntialiasingMask, bits) { $0.values.edgeAntialiasingMask = bits }
        }
    }

    /// A Boolean value that indicates whether edges that are not aligned to pixels are antialiased. True by default, as on macOS.
    open var allowsEdgeAntialiasing: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.allowsEdgeAntialiasing) } }
        set { putFlag(.allowsEdgeAntialiasing, .allowsEdgeAntialiasing, newValue) }
    }

    // MARK: Appearance

    /// The colour that fills the (rounded) bounds behind the contents; nil for no fill. Animatable.
    open var backgroundColor: CGColor? {
        get { color(.backgroundColor) }
        set { putValue(.backgroundColor, newValue.map { .color($0) }) }
    }

    /// The corner radius of the background, border and clip, in points. Animatable.
    open var cornerRadius: CGFloat {
        get { LayerLock.withLock { state.values.cornerRadius } }
        set { putFinite(.cornerRadius, state.values.cornerRadius, newValue) { $0.values.cornerRadius = newValue } }
    }

    /// The corners that `cornerRadius` rounds; all by default.
    open var maskedCorners: CACornerMask {
        get { LayerLock.withLock { CACornerMask(rawValue: UInt(state.values.maskedCorners)) } }
        set {
            let bits = UInt8(newValue.rawValue & 15)
            put(.maskedCorners, state.values.maskedCorners, bits) { $0.values.maskedCorners = bits }
        }
    }

    /// The shape of the rounded corners. An unknown value is treated as circular.
    open var cornerCurve: CALayerCornerCurve {
        get { CALayerCornerCurve(rawValue: nameValue(.cornerCurve)) }
        set { putName(.cornerCurve, newValue.rawValue) }
    }

    /// The width of the border, inside the bounds, in points. Animatable.
    open var borderWidth: CGFloat {
        get { LayerLock.withLock { state.values.borderWidth } }
        set { putFinite(.borderWidth, state.values.borderWidth, newValue) { $0.values.borderWidth = newValue } }
    }

    /// The colour of the border; opaque black by default. Animatable.
    open var borderColor: CGColor? {
        get { color(.borderColor) }
        set { putValue(.borderColor, newValue.map { .color($0) }) }
    }

    /// The layer's opacity: 0 is invisible, 1 opaque. Clamped when drawn. Animatable.
    open var opacity: Float {
        get { LayerLock.withLock { state.values.opacity } }
        set { putFinite(.opacity, state.values.opacity, newValue) { $0.values.opacity = newValue } }
    }

    /// A Boolean value that indicates whether opacity applies to the layer and its sublayers as one group.
    open var allowsGroupOpacity: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.allowsGroupOpacity) } }
        set { putFlag(.allowsGroupOpacity, .allowsGroupOpacity, newValue) }
    }

    /// The filter that composites the layer with the content behind it; nil for source-over. Animatable by a transition.
    open var compositingFilter: Any? {
        get { LayerLock.withLock { state.objects.compositingFilter }?.programObject }
        set { putValue(.compositingFilter, newValue.map { .object(OpaqueObject(filter: $0)) }) }
    }

    /// The filters applied to the layer's picture, in order: ``CAFilter`` objects. Their values are copied when set; to change them later,
    /// use key paths such as `filters.NAME.inputRadius`, which animations accept, too. Animatable by a transition.
    open var filters: [Any]? {
        get { LayerLock.withLock { state.objects.filters }?.map(\.programObject) }
        set { putFilters(.filters, \.filters, newValue) }
    }

    /// The filters applied to the content behind the layer, inside its rounded bounds and its mask. They fade with the layer's opacity.
    /// Animatable by a transition.
    open var backgroundFilters: [Any]? {
        get { LayerLock.withLock { state.objects.backgroundFilters }?.map(\.programObject) }
        set { putFilters(.backgroundFilters, \.backgroundFilters, newValue) }
    }

    /// A Boolean value that indicates whether the layer is rendered into a bitmap before compositing. Animatable.
    open var shouldRasterize: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.shouldRasterize) } }
        set { putFlag(.shouldRasterize, .shouldRasterize, newValue) }
    }

    /// The number of pixels per point of that bitmap. Animatable.
    open var rasterizationScale: CGFloat {
        get { LayerLock.withLock { state.extra.rasterizationScale } }
        set { putFinite(.rasterizationScale, state.extra.rasterizationScale, newValue) { $0.extra.rasterizationScale = newValue } }
    }

    /// The colour of the shadow; opaque black by default. Animatable.
    open var shadowColor: CGColor? {
        get { color(.shadowColor) }
        set { putValue(.shadowColor, newValue.map { .color($0) }) }
    }

    /// The opacity of the shadow. 0 by default, which draws no shadow. Animatable.
    open var shadowOpacity: Float {
        get { LayerLock.withLock { state.values.shadowOpacity } }
        set { putFinite(.shadowOpacity, state.values.shadowOpacity, newValue) { $0.values.shadowOpacity = newValue } }
    }

    /// The offset of the shadow, in points; (0, -3) by default. Animatable.
    open var shadowOffset: CGSize {
        get { LayerLock.withLock { state.values.shadowOffset } }
        set { putFinite(.shadowOffset, state.values.shadowOffset, newValue) { $0.values.shadowOffset = newValue } }
    }

    /// The standard deviation of the shadow's blur, in points; 3 by default. Animatable.
    open var shadowRadius: CGFloat {
        get { LayerLock.withLock { state.values.shadowRadius } }
        set { putFinite(.shadowRadius, state.values.shadowRadius, newValue) { $0.values.shadowRadius = newValue } }
    }

    /// The outline that casts the shadow; nil for the layer's own picture. Copied when set. Animatable.
    open var shadowPath: CGPath? {
        get { LayerLock.withLock { state.objects.shadowPath } }
        set { putValue(.shadowPath, newValue.map { Boxing.path($0) }) }
    }

    /// The layer's name. Constraints and filters refer to layers by it.
    open var name: String? {
        get { LayerLock.withLock { state.objects.name } }
        set { put(.name, state.objects.name, newValue) { $0.objects.name = newValue } }
    }

    /// A Boolean value that indicates whether values brighter than white may be displayed brighter than white.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { LayerLock.withLock { state.values.flags.contains(.wantsExtendedDynamicRangeContent) } }
        set {
            putFlag(.wantsExtendedDynamicRangeContent, .wantsExtendedDynamicRangeContent, newValue)
            if newValue, modelLayer == nil { LayerReport.unsupported(self, "wantsExtendedDynamicRangeContent", true) }
        }
    }

    /// The requested brightness of the contents, as a multiple of white; 0 leaves it to the system. Stored, but without effect: surfaces
    /// have 8 bits per channel.
    open var contentsHeadroom: CGFloat {
        get { LayerLock.withLock { rare?.contentsHeadroom ?? 0 } }
        set { putRare("contentsHeadroom", \.contentsHeadroom, newValue) }
    }
    /// The tone mapping of bright contents. Stored, but without effect.
    open var toneMapMode: ToneMapMode {
        get { LayerLock.withLock { rare?.toneMapMode ?? .automatic } }
        set { putRare("toneMapMode", \.toneMapMode, newValue.isKnown ? newValue : .automatic) }
    }
    /// The range of brightness that the layer requests. Stored, but without effect.
    open var preferredDynamicRange: DynamicRange {
        get { LayerLock.withLock { rare?.preferredDynamicRange ?? .standard } }
        set { putRare("preferredDynamicRange", \.preferredDynamicRange, newValue.isKnown ? newValue : .standard) }
    }

    // MARK: CAMediaTiming

    /// The time at which the layer's time begins, in its superlayer's time, in seconds.
    open var beginTime: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.beginTime } }
        set { putNumber(.beginTime, state.extra.timing.beginTime, newValue) { $0.extra.timing.beginTime = newValue } }
    }

    /// The duration. Infinite for layers; it does not limit animations.
    open var duration: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.duration } }
        set { putNumber(.duration, state.extra.timing.duration, newValue) { $0.extra.timing.duration = newValue } }
    }

    /// The offset added to the layer's time, in seconds.
    open var timeOffset: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.timeOffset } }
        set { putNumber(.timeOffset, state.extra.timing.timeOffset, newValue) { $0.extra.timing.timeOffset = newValue } }
    }

    /// The repeat duration. It has no effect on a layer's time.
    open var repeatDuration: CFTimeInterval {
        get { LayerLock.withLock { state.extra.timing.repeatDuration } }
        set { putNumber(.repeatDuration, state.extra.timing.repeatDuration, newValue) { $0.extra.timing.repeatDuration = newValue } }
    }

    /// The rate of the layer's time: layer seconds per second of the superlayer. 0 stops all animations of the layer and its subtree.
    open var speed: Float {
        get { LayerLock.withLock { state.extra.timing.speed } }
        set { putNumber(.speed, state.extra.timing.speed, newValue) { $0.extra.timing.speed = newValue } }
    }

    /// The repeat count. It has no effect on a layer's time.
    open var repeatCount: Float {
        get { LayerLock.withLock { state.extra.timing.repeatCount } }
        set { putNumber(.repeatCount, state.extra.timing.repeatCount, newValue) { $0.extra.timing.repeatCount = newValue } }
    }

    /// A Boolean value for reversed cycles. It has no effect on a layer's time.
    open var autoreverses: Bool {
        get { LayerLock.withLock { state.extra.timing.autoreverses } }
        set { put(.autoreverses, state.extra.timing.autoreverses, newValue) { $0.extra.timing.autoreverses = newValue } }
    }

    /// The fill mode. It has no effect on a layer's time.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: nameValue(.fillMode)) }
        set { putName(.fillMode, newValue.rawValue) }
    }

    // MARK: Tree

    /// The layer that has this one among its sublayers or as its mask.
    open var superlayer: CALayer? { treeParent }

    /// The sublayers, back to front if their zPosition is equal; nil if there are none. Assigned layers are removed from their
    /// superlayers.
    open var sublayers: [CALayer]? {
        get { let layers = treeChildren; return layers.isEmpty ? nil : layers }
        set { setSublayers(newValue ?? []) }
    }

    /// The layer whose alpha channel masks this one, in this layer's space. An assigned layer is removed from its superlayer.
    open var mask: CALayer? {
        get { treeMask }
        set { setMask(newValue) }
    }

    /// Appends a layer to the sublayers, and removes it from its superlayer if it has one. A cycle is refused with a diagnostic.
    open func addSublayer(_ layer: CALayer) { insert(layer, .at(.max)) }

    /// Inserts a layer at an index of the sublayers. An index beyond the end appends the layer.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, .at(Int(idx))) }

    /// Inserts a layer just below a sublayer; at the bottom for nil; on top if `sibling` is not a sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, .below(sibling)) }

    /// Inserts a layer just above a sublayer; on top for nil or if `sibling` is not a sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, .above(sibling)) }

    /// Replaces a sublayer. An `oldLayer` that is not a sublayer is refused with a diagnostic.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

    /// Removes the layer from its superlayer's sublayers or mask. Its running animations end at the commit.
    open func removeFromSuperlayer() { detach() }

    // MARK: Spaces

    /// Converts a point from another layer's space to this layer's. Nil is the space that contains the root layer.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { LayerSpace.convert(p, from: l, to: self) }
    /// Converts a point from this layer's space to another layer's. Nil is the space that contains the root layer.
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { LayerSpace.convert(p, from: self, to: l) }
    /// Converts a rectangle from another layer's space to this layer's, and returns its bounding box.
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { LayerSpace.convert(r, from: l, to: self) }
    /// Converts a rectangle from this layer's space to another layer's, and returns its bounding box.
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { LayerSpace.convert(r, from: self, to: l) }
    /// Converts a time from another layer's time to this layer's, in seconds. Nil is media time, as `CACurrentMediaTime()`.
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { LayerTime.convert(t, from: l, to: self) }
    /// Converts a time from this layer's time to another layer's, in seconds. Nil is media time.
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { LayerTime.convert(t, from: self, to: l) }

    /// Returns the topmost layer of this tree that contains a point in the superlayer's space; nil if there is none.
    open func hitTest(_ p: CGPoint) -> CALayer? { hit(p) }

    /// Returns whether the bounds contain a point in the layer's own space, the far edges excluded.
    open func contains(_ p: CGPoint) -> Bool { LayerGeometry.contains(bounds, p) }

    /// Returns whether the number of flipped geometries from this layer to its root is odd.
    open func contentsAreFlipped() -> Bool { countsAsFlipped }

    /// Returns the transform if it is affine; the identity otherwise.
    open func affineTransform() -> CGAffineTransform { affinePart }

    /// Replaces the transform with an affine one.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = LayerGeometry.transform(m) }

    // MARK: Layout

    /// Marks the layer for layout at the next commit or `layoutIfNeeded()`, and notifies the layout manager that its cached information is
    /// invalid.
    open func setNeedsLayout() {
        markForLayout()
        invalidateByManager()
    }
    /// Returns whether the layer is marked for layout.
    open func needsLayout() -> Bool { LayerLock.withLock { needs.contains(.layout) } }
    /// Lays out the marked layers of the tree, starting with the topmost ancestor that needs layout.
    open func layoutIfNeeded() { layOutFromTop() }
    /// Lays out the sublayers with the delegate, or else with the layout manager. Called when layout is needed.
    open func layoutSublayers() { layOutByDelegateOrManager() }
    /// Returns the layer's preferred size, in the superlayer's space.
    open func preferredFrameSize() -> CGSize { preferredSizeByManager }
    /// Resizes all sublayers by their autoresizing masks after the size of the bounds has changed.
    open func resizeSublayers(withOldSize size: CGSize) { autoresizeSublayers(oldSize: size) }
    /// Resizes the layer by its autoresizing mask after its superlayer's size has changed.
    open func resize(withOldSuperlayerSize size: CGSize) { autoresize(oldSuperlayerSize: size) }

    /// The parts of the frame that change when the superlayer's size changes; none by default.
    open var autoresizingMask: CAAutoresizingMask {
        get { CAAutoresizingMask(rawValue: UInt32(LayerLock.withLock { autoresizing })) }
        set {
            if refusesChange(of: "autoresizingMask") { return }
            let bits = UInt8(newValue.rawValue & 63)
            if LayerLock.withLock({ autoresizing }) == bits { return }
            notifying("autoresizingMask") { LayerLock.withLock { autoresizing = bits } }
        }
    }

    /// The object that lays out the sublayers when the delegate doesn't.
    open var layoutManager: CALayoutManager? {
        get { LayerLock.withLock { rare?.layoutManager } }
        set {
            if refusesChange(of: "layoutManager") { return }
            notifying("layoutManager") { changeRare(\.layoutManager, newValue) }
            markForLayoutAutomatically()
        }
    }

    /// The constraints that a `CAConstraintLayoutManager` of the superlayer applies.
    open var constraints: [CAConstraint]? {
        get { LayerLock.withLock { rare?.constraints } }
        set { setConstraints(newValue) }
    }

    /// Appends a constraint.
    open func addConstraint(_ c: CAConstraint) { setConstraints((constraints ?? []) + [c]) }

    // MARK: Display

    /// Marks the whole layer for display at the next commit or `displayIfNeeded()`.
    open func setNeedsDisplay() { markForDisplay(.infinite) }
    /// Marks a rectangle of the layer for display, in its own space.
    open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }
    /// Returns whether the layer is marked for display.
    open func needsDisplay() -> Bool { LayerLock.withLock { needs.contains(.display) } }
    /// Displays the layer if it is marked.
    open func displayIfNeeded() { displayIfMarked() }
    /// Updates the contents with the delegate's `display(_:)`, or else with a new image that `draw(in:)` draws. Called when display is
    /// needed, and rarely by programs. It clears the mark of `setNeedsDisplay()`.
    open func display() { renewContents() }
    /// Draws the layer's contents by calling the delegate, in the layer's own space and in points. Sublayers are not part of the contents.
    open func draw(in ctx: CGContext) { drawByDelegate(ctx) }
    /// Draws the layer and its subtree with the model values, in its own space. `CALayer+Render.swift` lists what is left out.
    open func render(in ctx: CGContext) { renderTree(in: ctx) }

    // MARK: Actions and animations

    /// The layer's delegate; not retained.
    open weak var delegate: (any CALayerDelegate)? {
        get { LayerLock.withLock { delegateReference } }
        set {
            if refusesChange(of: "delegate") { return }
            notifying("delegate") {
                LayerLock.withLock {
                    delegateReference = newValue
                    needs.remove(.hasQuietDelegate)
                    if newValue != nil { needs.insert(.mayAct) }
                }
            }
        }
    }

    /// The actions by event. `NSNull` ends the search for an event.
    open var actions: [String: any CAAction]? {
        get { LayerLock.withLock { rare?.actions } }
        set {
            if refusesChange(of: "actions") { return }
            notifying("actions") { changeRare(\.actions, newValue) { if newValue != nil { needs.insert(.mayAct) } } }
        }
    }

    /// Values for properties that were never set, by key. Its own `style` entry continues the search, and its `actions` entry is searched
    /// for actions. Changes to a mutable dictionary take effect when it is set again.
    open var style: [AnyHashable: Any]? {
        get { LayerLock.withLock { rare?.style } }
        set { setStyle(newValue) }
    }

    /// Returns the action for an event: from the delegate, `actions`, `style` or the class; for a shown layer, otherwise the implicit
    /// animation.
    open func action(forKey event: String) -> (any CAAction)? { Actions.search(self, event) }

    /// Adds a copy of an animation, replacing an animation with the same key.
    open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, key) }
    /// Removes the animation with a key. It ends unfinished.
    open func removeAnimation(forKey key: String) { dropAnimation(key) }
    /// Removes all animations. They end unfinished.
    open func removeAllAnimations() { removeEveryAnimation() }
    /// Returns the keys of the animations, in the order in which they apply; nil if there are none.
    open func animationKeys() -> [String]? { listAnimationKeys() }
    /// Returns the animation with a key, which must not be changed.
    open func animation(forKey key: String) -> CAAnimation? { findAnimation(key) }

    /// Returns a read-only copy with the values currently shown; nil before the layer's first commit.
    open func presentation() -> Self? {
        guard let copy = makePresentation() else { return nil }
        // The class is usually the same, which avoids a dynamic cast.
        return type(of: copy) == type(of: self) ? unsafeDowncast(copy, to: Self.self) : copy as? Self
    }
    /// Returns the model layer of a presentation copy; any other layer returns itself.
    open func model() -> Self { (modelLayer as? Self) ?? self }

    /// Returns the class's default action for an event; nil unless a subclass overrides it.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
    /// Returns the class's default value for a key. Nil if Apple's returns nil, although reading the property returns zero.
    open class func defaultValue(forKey key: String) -> Any? { LayerDefaults.value(forKey: key, of: kind) }
    /// Returns whether setting or animating the key's property marks the layer for display. Called once for each property of the table.
    open class func needsDisplay(forKey key: String) -> Bool { false }
    /// Returns the factor by which a corner of the shape extends beyond its radius, along each edge.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat { curve == .continuous ? 1.528665 : 1 }
    /// Returns whether an archive must store the key's value.
    open func shouldArchiveValue(forKey key: String) -> Bool { LayerDefaults.shouldArchive(key, of: self) }

    // MARK: Key-value access

    /// Returns the value of a property, or of any other key that was set. Scalars are returned as `NSNumber`, structs as themselves.
    open func value(forKey key: String) -> Any? { keyedValue(key) }
    /// Sets a property, or stores a value under any other key. Nil sets a scalar to 0.
    open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
    /// Returns the value at a key path, such as `transform.rotation.z` or `bounds.size.width`.
    open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }
    /// Sets the value at a key path, such as `transform.rotation.z` or `bounds.size.width`.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }

    // MARK: Scrolling

    /// Scrolls the nearest scroll layer so that a point of this layer is at its corner.
    open func scroll(_ p: CGPoint) { scrollAncestor(to: p) }
    /// Scrolls the nearest scroll layer by the smallest distance that makes a rectangle of this layer visible.
    open func scrollRectToVisible(_ r: CGRect) { scrollAncestor(toShow: r) }
    /// The part of the bounds that is visible through the nearest scroll layer, in this layer's space.
    open var visibleRect: CGRect { visiblePart }
}
