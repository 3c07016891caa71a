import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// A source of the particles of a `CAEmitterLayer`: their rate, speed, direction and appearance.
///
/// As in Apple's, a layer copies its cells as values when they are set. A later change of the object has no effect until the cells are set
/// again; the layer's key path `emitterCells.NAME.property` changes a cell in place, and animates it.
///
/// A property with a range is distributed uniformly over value ± range / 2. Angles are in radians, lengths in points of the layer, times
/// in seconds. Any thread may use a cell, one property at a time.
open class CAEmitterCell: NSObject, NSSecureCoding, CAMediaTiming {
    private final var storedSpec = EmitterCellSpec()
    private final var storedSubCells: [CAEmitterCell]?
    private final var storedOwnKeys: [String: Any] = [:]
    private final var storedStyle: [AnyHashable: Any]?

    /// The values that the layer copies, without the sub-cells.
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
    /// The values of custom keys.
    package final var ownKeys: [String: Any] {
        get { LayerLock.withLock { storedOwnKeys } }
        set { LayerLock.set(&storedOwnKeys, newValue) }
    }
    final func setOwn(_ value: Any?, _ key: String) { LayerLock.set(&storedOwnKeys, key, value) }

    /// Creates a cell with all properties at their defaults. It emits nothing until it has a birth rate, a lifetime and contents.
    public override init() { super.init() }

    /// Creates an object for a cell that the layer holds as a value.
    init(_ spec: EmitterCellSpec) {
        storedSpec = spec
        storedSubCells = spec.cells.isEmpty ? nil : spec.cells.map { CAEmitterCell($0) }
        storedSpec.cells = []
        super.init()
    }

    /// Nested cells are released iteratively: recursion would need a stack in proportion to their depth.
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
    open override var classForCoder: AnyClass { ArchivedClass.of(self) }

    /// Encodes the values that differ from their defaults, the sub-cells and custom keys.
    open func encode(with coder: NSCoder) { archive(to: coder) }

    /// Creates a cell from an archive. Values that can't be decoded keep their defaults.
    public required init?(coder: NSCoder) {
        super.init()
        restore(from: coder)
    }

    /// Returns the default value of a property; nil if it is empty, and for unknown keys.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(key) }

    /// Returns whether an archive must contain the property: true if it differs from its default.
    open func shouldArchiveValue(forKey key: String) -> Bool { differsFromDefault(key) }

    // MARK: Identity

    /// The name by which the layer's key paths refer to the cell. Nil by default.
    open var name: String? {
        get { spec.name }
        set { spec.name = newValue }
    }

    /// A Boolean value that indicates whether the cell emits. Existing particles are not affected. True by default.
    open var isEnabled: Bool {
        get { spec.isEnabled }
        set { spec.isEnabled = newValue }
    }

    /// The cells that each particle of this one emits, at its position and relative to its direction.
    open var emitterCells: [CAEmitterCell]? {
        get { subCells }
        set { subCells = newValue }
    }

    /// Values for keys that the program has not set. Stored, and used by key-value access only.
    open var style: [AnyHashable: Any]? {
        get { LayerLock.withLock { storedStyle } }
        set { LayerLock.set(&storedStyle, newValue) }
    }

    // MARK: Emission

    /// The number of particles per second, multiplied by the layer's `birthRate`. 0 by default; negative values are treated as 0.
    /// Animatable through the layer.
    open var birthRate: Float {
        get { Float(spec.numbers.birthRate) }
        set { spec.numbers.birthRate = Double(newValue) }
    }

    /// The lifetime of a particle in seconds, multiplied by the layer's `lifetime`. 0 by default.
    open var lifetime: Float {
        get { Float(spec.numbers.lifetime) }
        set { spec.numbers.lifetime = Double(newValue) }
    }

    /// The range of the lifetime.
    open var lifetimeRange: Float {
        get { Float(spec.numbers.lifetimeRange) }
        set { spec.numbers.lifetimeRange = Double(newValue) }
    }

    /// The angle of the emission direction out of the layer's plane.
    open var emissionLatitude: CGFloat {
        get { CGFloat(spec.numbers.emissionLatitude) }
        set { spec.numbers.emissionLatitude = Double(newValue) }
    }

    /// The angle of the emission direction in the layer's plane: from +x towards +y, or relative to the direction of the shape or the
    /// emitting particle.
    open var emissionLongitude: CGFloat {
        get { CGFloat(spec.numbers.emissionLongitude) }
        set { spec.numbers.emissionLongitude = Double(newValue) }
    }

    /// The angle of the cone about the direction in which particles are emitted, uniformly distributed in space.
    open var emissionRange: CGFloat {
        get { CGFloat(spec.numbers.emissionRange) }
        set { spec.numbers.emissionRange = Double(newValue) }
    }

    // MARK: Motion

    /// The speed in points per second, multiplied by the layer's `velocity`.
    open var velocity: CGFloat {
        get { CGFloat(spec.numbers.velocity) }
        set { spec.numbers.velocity = Double(newValue) }
    }

    /// The range of the velocity.
    open var velocityRange: CGFloat {
        get { CGFloat(spec.numbers.velocityRange) }
        set { spec.numbers.velocityRange = Double(newValue) }
    }

    /// The acceleration along x, in points per second squared.
    open var xAcceleration: CGFloat {
        get { CGFloat(spec.numbers.xAcceleration) }
        set { spec.numbers.xAcceleration = Double(newValue) }
    }

    /// The acceleration along y, in points per second squared.
    open var yAcceleration: CGFloat {
        get { CGFloat(spec.numbers.yAcceleration) }
        set { spec.numbers.yAcceleration = Double(newValue) }
    }

    /// The acceleration along z, in points per second squared.
    open var zAcceleration: CGFloat {
        get { CGFloat(spec.numbers.zAcceleration) }
        set { spec.numbers.zAcceleration = Double(newValue) }
    }

    /// The scale factor of the picture. 1 by default.
    open var scale: CGFloat {
        get { CGFloat(spec.numbers.scale) }
        set { spec.numbers.scale = Double(newValue) }
    }

    /// The range of the scale.
    open var scaleRange: CGFloat {
        get { CGFloat(spec.numbers.scaleRange) }
        set { spec.numbers.scaleRange = Double(newValue) }
    }

    /// The change of the scale per second. A scale that falls to 0 stays there.
    open var scaleSpeed: CGFloat {
        get { CGFloat(spec.numbers.scaleSpeed) }
        set { spec.numbers.scaleSpeed = Double(newValue) }
    }

    /// The rotation speed of a particle, in radians per second.
    open var spin: CGFloat {
        get { CGFloat(spec.numbers.spin) }
        set { spec.numbers.spin = Double(newValue) }
    }

    /// The range of the spin.
    open var spinRange: CGFloat {
        get { CGFloat(spec.numbers.spinRange) }
        set { spec.numbers.spinRange = Double(newValue) }
    }

    // MARK: Colour

    /// The colour by which the picture is multiplied. Opaque white by default; nil is equivalent.
    open var color: CGColor? {
        get { spec.color }
        set { spec.setColor(newValue) }
    }

    /// The range of the colour's red.
    open var redRange: Float {
        get { Float(spec.numbers.redRange) }
        set { spec.numbers.redRange = Double(newValue) }
    }

    /// The range of the colour's green.
    open var greenRange: Float {
        get { Float(spec.numbers.greenRange) }
        set { spec.numbers.greenRange = Double(newValue) }
    }

    /// The range of the colour's blue.
    open var blueRange: Float {
        get { Float(spec.numbers.blueRange) }
        set { spec.numbers.blueRange = Double(newValue) }
    }

    /// The range of the colour's alpha.
    open var alphaRange: Float {
        get { Float(spec.numbers.alphaRange) }
        set { spec.numbers.alphaRange = Double(newValue) }
    }

    /// The change of the colour's red per second. The component is limited to 0 and 1.
    open var redSpeed: Float {
        get { Float(spec.numbers.redSpeed) }
        set { spec.numbers.redSpeed = Double(newValue) }
    }

    /// The change of the colour's green per second. The component is limited to 0 and 1.
    open var greenSpeed: Float {
        get { Float(spec.numbers.greenSpeed) }
        set { spec.numbers.greenSpeed = Double(newValue) }
    }

    /// The change of the colour's blue per second. The component is limited to 0 and 1.
    open var blueSpeed: Float {
        get { Float(spec.numbers.blueSpeed) }
        set { spec.numbers.blueSpeed = Double(newValue) }
    }

    /// The change of the colour's alpha per second. The component is limited to 0 and 1.
    open var alphaSpeed: Float {
        get { Float(spec.numbers.alphaSpeed) }
        set { spec.numbers.alphaSpeed = Double(newValue) }
    }

    // MARK: Picture

    /// The picture of a particle: a `CGImage`. With nil, nothing is drawn, but sub-cells are still emitted.
    open var contents: Any? {
        get { spec.contents.map { Boxing.any($0) } }
        set { spec.contents = newValue.flatMap { Boxing.isNil($0) ? nil : Boxing.contents($0) } }
    }

    /// The part of the picture that is shown, in the unit square.
    open var contentsRect: CGRect {
        get { spec.contentsRect }
        set { spec.contentsRect = newValue }
    }

    /// The number of pixels of the picture per point. 1 by default.
    open var contentsScale: CGFloat {
        get { CGFloat(spec.contentsScale) }
        set { spec.contentsScale = Double(newValue) }
    }

    /// The filter used when the picture is made smaller: `linear`, `nearest` or `trilinear`.
    open var minificationFilter: String {
        get { EmitterCellSpec.name(of: spec.minificationFilter) }
        set { spec.minificationFilter = EmitterCellSpec.filter(named: newValue) }
    }

    /// The filter used when the picture is made larger: `linear`, `nearest` or `trilinear`.
    open var magnificationFilter: String {
        get { EmitterCellSpec.name(of: spec.magnificationFilter) }
        set { spec.magnificationFilter = EmitterCellSpec.filter(named: newValue) }
    }

    /// Stored without effect: there is no level of detail to bias.
    open var minificationFilterBias: Float {
        get { Float(spec.minificationFilterBias) }
        set { spec.minificationFilterBias = Double(newValue) }
    }

    // MARK: CAMediaTiming

    /// The time at which the cell begins to emit: in the layer's time, or from the birth of the particle that emits its particles.
    open var beginTime: CFTimeInterval {
        get { spec.timing.beginTime }
        set { spec.timing.beginTime = newValue }
    }

    /// The duration of the emission; infinite by default. Emitted particles are not affected by its end.
    open var duration: CFTimeInterval {
        get { spec.timing.duration }
        set { spec.timing.duration = newValue }
    }

    /// The speed of the emission and of the particles' time. With a speed of 0 or less, nothing is emitted.
    open var speed: Float {
        get { spec.timing.speed }
        set { spec.timing.speed = newValue }
    }

    /// The offset by which the emission is ahead.
    open var timeOffset: CFTimeInterval {
        get { spec.timing.timeOffset }
        set { spec.timing.timeOffset = newValue }
    }

    /// The number of times that the duration repeats.
    open var repeatCount: Float {
        get { spec.timing.repeatCount }
        set { spec.timing.repeatCount = newValue }
    }

    /// The time for which the duration repeats.
    open var repeatDuration: CFTimeInterval {
        get { spec.timing.repeatDuration }
        set { spec.timing.repeatDuration = newValue }
    }

    /// A Boolean value that doubles the duration if true: emission can't be reversed.
    open var autoreverses: Bool {
        get { spec.timing.autoreverses }
        set { spec.timing.autoreverses = newValue }
    }

    /// Stored without effect: nothing is emitted outside the active time.
    open var fillMode: CAMediaTimingFillMode {
        get { spec.timing.fillMode.name }
        set { spec.timing.fillMode = FillMode(name: newValue) }
    }

    // MARK: Key-value access

    /// Returns the value of a property or of a custom key; nil for a key that was never set.
    open func value(forKey key: String) -> Any? { keyedValue(key) }
    /// Sets a property, or stores the value under a custom key.
    open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
    /// Returns a value as `value(forKey:)` does. `emitterCells.NAME.property` leads into a sub-cell, and components of structures are
    /// supported.
    open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }
    /// Sets a value as `setValue(_:forKey:)` does, for the same key paths.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }
}
