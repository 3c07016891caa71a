import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// What a `CAEmitterLayer` emits: how often, how fast, which way, and what its particles look like.
///
/// As Apple's, with one thing to know: a layer takes its cells as values when they are set. A change of the object afterwards shows only
/// when the cells are set again; the layer's key path `emitterCells.NAME.property` changes a cell in place, and animates it.
///
/// A property with a range is spread evenly over value ± range / 2. Angles are radians, lengths points of the layer, times seconds. Any
/// thread may use a cell, a property at a time.
open class CAEmitterCell: NSObject, NSSecureCoding, CAMediaTiming {
    private final var storedSpec = EmitterCellSpec()
    private final var storedSubCells: [CAEmitterCell]?
    private final var storedOwnKeys: [String: Any] = [:]
    private final var storedStyle: [AnyHashable: Any]?

    /// All that the layer takes, without the sub-cells.
    final var spec: EmitterCellSpec {
        get { LayerLock.withLock { storedSpec } }
        _modify {
            LayerLock.lock()
            defer { LayerLock.unlock() }
            yield &storedSpec
        }
    }
    final var subCells: [CAEmitterCell]? {
        get { LayerLock.withLock { storedSubCells } }
        set { LayerLock.set(&storedSubCells, newValue) }
    }
    /// Values under keys that no property has.
    package final var ownKeys: [String: Any] {
        get { LayerLock.withLock { storedOwnKeys } }
        set { LayerLock.set(&storedOwnKeys, newValue) }
    }
    final func setOwn(_ value: Any?, _ key: String) { LayerLock.set(&storedOwnKeys, key, value) }

    /// A cell with every property at its default: it emits nothing until it has a birth rate, a lifetime and contents.
    public override init() { super.init() }

    /// An object again for a cell that the layer holds as a value.
    init(_ spec: EmitterCellSpec) {
        storedSpec = spec
        storedSubCells = spec.cells.isEmpty ? nil : spec.cells.map { CAEmitterCell($0) }
        storedSpec.cells = []
        super.init()
    }

    /// Cells in cells are let go of along a list: calls for each would need a stack as deep as they are.
    deinit {
        guard var waiting = storedSubCells else { return }
        storedSubCells = nil
        while var cell = waiting.popLast() {
            guard isKnownUniquelyReferenced(&cell), let below = cell.storedSubCells else { continue }
            cell.storedSubCells = nil
            waiting += below
        }
    }

    open class var supportsSecureCoding: Bool { true }
    open override var classForCoder: AnyClass { archivedClass(of: self) }

    /// Keeps the values that differ from their defaults, the sub-cells and keys of your own.
    open func encode(with coder: NSCoder) { archive(to: coder) }

    /// A cell from an archive. Values that can't be read are left at their defaults.
    public required init?(coder: NSCoder) {
        super.init()
        restore(from: coder)
    }

    /// What a property is on a new cell; nil where there is nothing, and for unknown keys.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(key) }

    /// Whether an archive keeps the property: where it differs from its default.
    open func shouldArchiveValue(forKey key: String) -> Bool { differsFromDefault(key) }

    // MARK: Identity

    /// By which the layer's key paths find the cell. Nil at first.
    open var name: String? {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// Whether the cell emits; what lives already lives on. True at first.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// Cells that each particle of this one emits, from where it is and relative to where it heads.
    open var emitterCells: [CAEmitterCell]? {
        get { subCells }
        set { subCells = newValue }
    }

    /// Values for keys that the program has not set; kept, and looked at by key-value access only.
    open var style: [AnyHashable: Any]? {
        get { LayerLock.withLock { storedStyle } }
        set { LayerLock.set(&storedStyle, newValue) }
    }

    // MARK: Emission

    /// Particles a second, times the layer's `birthRate`. 0 at first; negative values count as 0. Animatable through the layer.
    open var birthRate: Float {
        get { Float(spec.numbers.birthRate) }
        set { spec.numbers.birthRate = Double(newValue) }
    }

    /// How long a particle lives, times the layer's `lifetime`, in seconds. 0 at first.
    open var lifetime: Float {
        get { Float(spec.numbers.lifetime) }
        set { spec.numbers.lifetime = Double(newValue) }
    }

    /// Spread of the lifetime.
    open var lifetimeRange: Float {
        get { Float(spec.numbers.lifetimeRange) }
        set { spec.numbers.lifetimeRange = Double(newValue) }
    }

    /// How far the direction rises out of the layer's plane.
    open var emissionLatitude: CGFloat {
        get { CGFloat(spec.numbers.emissionLatitude) }
        set { spec.numbers.emissionLatitude = Double(newValue) }
    }

    /// The direction in the layer's plane: from +x towards +y, or relative to where the shape or the emitting particle points.
    open var emissionLongitude: CGFloat {
        get { CGFloat(spec.numbers.emissionLongitude) }
        set { spec.numbers.emissionLongitude = Double(newValue) }
    }

    /// The angle of the cone about the direction that particles leave in, evenly in space.
    open var emissionRange: CGFloat {
        get { CGFloat(spec.numbers.emissionRange) }
        set { spec.numbers.emissionRange = Double(newValue) }
    }

    // MARK: Motion

    /// Points a second, times the layer's `velocity`.
    open var velocity: CGFloat {
        get { CGFloat(spec.numbers.velocity) }
        set { spec.numbers.velocity = Double(newValue) }
    }

    /// Spread of the velocity.
    open var velocityRange: CGFloat {
        get { CGFloat(spec.numbers.velocityRange) }
        set { spec.numbers.velocityRange = Double(newValue) }
    }

    /// What x of the velocity grows by, in points a second squared.
    open var xAcceleration: CGFloat {
        get { CGFloat(spec.numbers.xAcceleration) }
        set { spec.numbers.xAcceleration = Double(newValue) }
    }

    /// What y of the velocity grows by, in points a second squared.
    open var yAcceleration: CGFloat {
        get { CGFloat(spec.numbers.yAcceleration) }
        set { spec.numbers.yAcceleration = Double(newValue) }
    }

    /// What z of the velocity grows by, in points a second squared.
    open var zAcceleration: CGFloat {
        get { CGFloat(spec.numbers.zAcceleration) }
        set { spec.numbers.zAcceleration = Double(newValue) }
    }

    /// The size, as a factor of the picture's. 1 at first.
    open var scale: CGFloat {
        get { CGFloat(spec.numbers.scale) }
        set { spec.numbers.scale = Double(newValue) }
    }

    /// Spread of the scale.
    open var scaleRange: CGFloat {
        get { CGFloat(spec.numbers.scaleRange) }
        set { spec.numbers.scaleRange = Double(newValue) }
    }

    /// What the scale grows by a second; one that falls to 0 stays there.
    open var scaleSpeed: CGFloat {
        get { CGFloat(spec.numbers.scaleSpeed) }
        set { spec.numbers.scaleSpeed = Double(newValue) }
    }

    /// Radians a second that a particle turns.
    open var spin: CGFloat {
        get { CGFloat(spec.numbers.spin) }
        set { spec.numbers.spin = Double(newValue) }
    }

    /// Spread of the spin.
    open var spinRange: CGFloat {
        get { CGFloat(spec.numbers.spinRange) }
        set { spec.numbers.spinRange = Double(newValue) }
    }

    // MARK: Colour

    /// Multiplies the picture. Opaque white at first; nil is the same.
    open var color: CGColor? {
        get { spec.color }
        set { spec.setColor(newValue) }
    }

    /// Spread of the colour's red.
    open var redRange: Float {
        get { Float(spec.numbers.redRange) }
        set { spec.numbers.redRange = Double(newValue) }
    }

    /// Spread of the colour's green.
    open var greenRange: Float {
        get { Float(spec.numbers.greenRange) }
        set { spec.numbers.greenRange = Double(newValue) }
    }

    /// Spread of the colour's blue.
    open var blueRange: Float {
        get { Float(spec.numbers.blueRange) }
        set { spec.numbers.blueRange = Double(newValue) }
    }

    /// Spread of the colour's alpha.
    open var alphaRange: Float {
        get { Float(spec.numbers.alphaRange) }
        set { spec.numbers.alphaRange = Double(newValue) }
    }

    /// What the colour's red grows by a second; it ends at 0 and 1.
    open var redSpeed: Float {
        get { Float(spec.numbers.redSpeed) }
        set { spec.numbers.redSpeed = Double(newValue) }
    }

    /// What the colour's green grows by a second; it ends at 0 and 1.
    open var greenSpeed: Float {
        get { Float(spec.numbers.greenSpeed) }
        set { spec.numbers.greenSpeed = Double(newValue) }
    }

    /// What the colour's blue grows by a second; it ends at 0 and 1.
    open var blueSpeed: Float {
        get { Float(spec.numbers.blueSpeed) }
        set { spec.numbers.blueSpeed = Double(newValue) }
    }

    /// What the colour's alpha grows by a second; it ends at 0 and 1.
    open var alphaSpeed: Float {
        get { Float(spec.numbers.alphaSpeed) }
        set { spec.numbers.alphaSpeed = Double(newValue) }
    }

    // MARK: Picture

    /// The picture of a particle: a `CGImage`. Nil draws nothing, and emits sub-cells all the same.
    open var contents: Any? {
        get { spec.contents.map { Boxing.any($0) } }
        set { spec.contents = newValue.flatMap { Boxing.isNil($0) ? nil : Boxing.contents($0) } }
    }

    /// The part of the picture that shows, in the unit square.
    open var contentsRect: CGRect {
        get { spec.contentsRect }
        set { spec.contentsRect = newValue }
    }

    /// Pixels of the picture for each point. 1 at first.
    open var contentsScale: CGFloat {
        get { CGFloat(spec.contentsScale) }
        set { spec.contentsScale = Double(newValue) }
    }

    /// How the picture is made smaller: `linear`, `nearest` or `trilinear`.
    open var minificationFilter: String {
        get { EmitterCellSpec.name(of: spec.minificationFilter) }
        set { spec.minificationFilter = EmitterCellSpec.filter(named: newValue) }
    }

    /// How the picture is made larger: as above.
    open var magnificationFilter: String {
        get { EmitterCellSpec.name(of: spec.magnificationFilter) }
        set { spec.magnificationFilter = EmitterCellSpec.filter(named: newValue) }
    }

    /// Kept, without an effect: there is no level of detail to shift.
    open var minificationFilterBias: Float {
        get { Float(spec.minificationFilterBias) }
        set { spec.minificationFilterBias = Double(newValue) }
    }

    // MARK: CAMediaTiming

    /// When the cell begins to emit: in the layer's time, or from the birth of the particle that it hangs on.
    open var beginTime: CFTimeInterval {
        get { spec.timing.beginTime }
        set { spec.timing.beginTime = newValue }
    }

    /// For how long it emits; infinite at first. What it has emitted lives on.
    open var duration: CFTimeInterval {
        get { spec.timing.duration }
        set { spec.timing.duration = newValue }
    }

    /// How fast it emits and its particles live; what is not above 0 emits nothing.
    open var speed: Float {
        get { spec.timing.speed }
        set { spec.timing.speed = newValue }
    }

    /// How far the emission is ahead.
    open var timeOffset: CFTimeInterval {
        get { spec.timing.timeOffset }
        set { spec.timing.timeOffset = newValue }
    }

    /// How often the duration repeats.
    open var repeatCount: Float {
        get { spec.timing.repeatCount }
        set { spec.timing.repeatCount = newValue }
    }

    /// For how long the duration repeats.
    open var repeatDuration: CFTimeInterval {
        get { spec.timing.repeatDuration }
        set { spec.timing.repeatDuration = newValue }
    }

    /// Doubles the duration: emission has no way back.
    open var autoreverses: Bool {
        get { spec.timing.autoreverses }
        set { spec.timing.autoreverses = newValue }
    }

    /// Kept, without an effect: nothing is emitted outside of the active time.
    open var fillMode: CAMediaTimingFillMode {
        get { spec.timing.fillMode.name }
        set { spec.timing.fillMode = FillMode(name: newValue) }
    }

    // MARK: Key-value access

    /// The value of a property or of a key of your own; nil for a key never set.
    open func value(forKey key: String) -> Any? { keyedValue(key) }
    /// Sets a property, or keeps the value under a key of your own.
    open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
    /// As `value(forKey:)`; `emitterCells.NAME.property` leads into a sub-cell, and a structure's parts are reached.
    open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }
    /// As `setValue(_:forKey:)`, for the same key paths.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }
}
