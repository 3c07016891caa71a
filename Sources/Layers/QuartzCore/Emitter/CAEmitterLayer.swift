import CoreGraphics
import Foundation
import RenderTree

/// A layer that emits particles, drawn above its other content.
///
/// The particles depend only on the layer's time. They begin at the layer's time 0, so a layer whose `beginTime` is 0 looks as if it had
/// emitted for a very long time; set `beginTime = CACurrentMediaTime()` for one that starts. A particle takes its properties from the
/// values at the time of its birth, animated ones included, so existing particles continue unchanged when the values change. Unlike
/// Apple's, a `seed` results in different random numbers.
open class CAEmitterLayer: CALayer {
    package override class var kind: LayerClass { .emitter }

    /// The objects that the program set. The layer shows their values as of that time.
    private final var cellObjects: [CAEmitterCell]?
    final var behaviorObjects: [CAEmitterBehavior]?

    /// The cells that emit particles; nil by default. They are copied as values: to change a cell in place, use the layer's key path
    /// `emitterCells.NAME.property`.
    open var emitterCells: [CAEmitterCell]? {
        get { LayerLock.withLock { cellObjects ?? state.objects.emitterCells.map { $0.map { CAEmitterCell($0) } } } }
        set {
            if refusesChange(of: "emitterCells") { return }
            // Released after the lock.
            let old = LayerLock.withLock { cellObjects }
            putValue(.emitterCells, newValue.map { cells in .object(OpaqueObject(cells.map { $0.snapshot() })) }) { cellObjects = newValue }
            withExtendedLifetime(old) {}
        }
    }

    /// The factor for the birth rates of all cells; 1 by default. Setting it to 0 stops the emission; existing particles continue.
    /// Animatable.
    open var birthRate: Float {
        get { LayerLock.withLock { Float(state.extra.emitter.numbers.birthRate) } }
        set {
            putNumber(.birthRate, state.extra.emitter.numbers.birthRate, Double(newValue)) {
                $0.extra.emitter.numbers.birthRate = Double(newValue)
            }
        }
    }

    /// The factor for the lifetimes of new particles; 1 by default. Animatable.
    open var lifetime: Float {
        get { LayerLock.withLock { Float(state.extra.emitter.numbers.lifetime) } }
        set {
            putNumber(.lifetime, state.extra.emitter.numbers.lifetime, Double(newValue)) {
                $0.extra.emitter.numbers.lifetime = Double(newValue)
            }
        }
    }

    /// The centre of the emitting shape, in points of the layer. Animatable.
    open var emitterPosition: CGPoint {
        get { LayerLock.withLock { state.extra.emitter.numbers.position } }
        set { putFinite(.emitterPosition, state.extra.emitter.numbers.position, newValue) { $0.extra.emitter.numbers.position = newValue } }
    }

    /// The height of that centre above the layer's plane. Animatable.
    open var emitterZPosition: CGFloat {
        get { LayerLock.withLock { CGFloat(state.extra.emitter.numbers.zPosition) } }
        set {
            putFinite(.emitterZPosition, CGFloat(state.extra.emitter.numbers.zPosition), newValue) {
                $0.extra.emitter.numbers.zPosition = Double(newValue)
            }
        }
    }

    /// The size of the shape. The radius of circles and spheres is its width. Animatable.
    open var emitterSize: CGSize {
        get { LayerLock.withLock { state.extra.emitter.numbers.size } }
        set { putFinite(.emitterSize, state.extra.emitter.numbers.size, newValue) { $0.extra.emitter.numbers.size = newValue } }
    }

    /// The depth of a cuboid. Animatable.
    open var emitterDepth: CGFloat {
        get { LayerLock.withLock { CGFloat(state.extra.emitter.numbers.depth) } }
        set {
            putFinite(.emitterDepth, CGFloat(state.extra.emitter.numbers.depth), newValue) {
                $0.extra.emitter.numbers.depth = Double(newValue)
            }
        }
    }

    /// The emitting shape; a point by default.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { CAEmitterLayerEmitterShape(rawValue: nameValue(.emitterShape)) }
        set { putName(.emitterShape, newValue.rawValue) }
    }

    /// The part of the shape that emits; its whole volume by default.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { CAEmitterLayerEmitterMode(rawValue: nameValue(.emitterMode)) }
        set { putName(.emitterMode, newValue.rawValue) }
    }

    /// The order in which particles are drawn, and how they are blended with the content below.
    open var renderMode: CAEmitterLayerRenderMode {
        get { CAEmitterLayerRenderMode(rawValue: nameValue(.renderMode)) }
        set { putName(.renderMode, newValue.rawValue) }
    }

    /// A Boolean value that indicates whether particles have their own depth, as the sublayers of a transform layer do. Otherwise they are
    /// flattened into the layer's plane.
    open var preservesDepth: Bool {
        get { LayerLock.withLock { state.extra.emitter.preservesDepth } }
        set { put(.emitterPreservesDepth, state.extra.emitter.preservesDepth, newValue) { $0.extra.emitter.preservesDepth = newValue } }
    }

    /// The factor for the velocities of new particles; 1 by default. Animatable.
    open var velocity: Float {
        get { LayerLock.withLock { Float(state.extra.emitter.numbers.velocity) } }
        set {
            putFinite(.velocity, state.extra.emitter.numbers.velocity, Double(newValue)) {
                $0.extra.emitter.numbers.velocity = Double(newValue)
            }
        }
    }

    /// The factor for the scales of new particles; 1 by default. Animatable.
    open var scale: Float {
        get { LayerLock.withLock { Float(state.extra.emitter.numbers.scale) } }
        set { putFinite(.scale, state.extra.emitter.numbers.scale, Double(newValue)) { $0.extra.emitter.numbers.scale = Double(newValue) } }
    }

    /// The factor for the spins of new particles; 1 by default. Animatable.
    open var spin: Float {
        get { LayerLock.withLock { Float(state.extra.emitter.numbers.spin) } }
        set { putFinite(.spin, state.extra.emitter.numbers.spin, Double(newValue)) { $0.extra.emitter.numbers.spin = Double(newValue) } }
    }

    /// The seed of the particles' random numbers. The same seed results in the same particles.
    open var seed: UInt32 {
        get { LayerLock.withLock { UInt32(max(0, min(state.extra.emitter.seed, Double(UInt32.max)))) } }
        set { put(.seed, state.extra.emitter.seed, Double(newValue)) { $0.extra.emitter.seed = Double(newValue) } }
    }

    // MARK: Key-value access

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "emitterCells": emitterCells
        case "emitterBehaviors": emitterBehaviors
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        if key == "emitterBehaviors" { return setBehaviors(value) }
        guard key == "emitterCells" else { return super.setValue(value, forKey: key) }
        // A plain cast would recurse into each level.
        let given = value.map { ContainerDepth.guarded($0) }
        if given == nil || given is [CAEmitterCell] {
            emitterCells = given as? [CAEmitterCell]
        } else {
            LayerReport.wrongValue(self, key, value)
        }
    }

    open override func value(forKeyPath keyPath: String) -> Any? {
        if keyPath.hasPrefix("emitterBehaviors.") { return behaviorValue(keyPath) }
        guard keyPath.hasPrefix("emitterCells.") else { return super.value(forKeyPath: keyPath) }
        if let path = PropertyKeyPath(keyPath, of: .emitter) { return currentState.value(at: path).map { Boxing.any($0) } }
        // Only the object has the value of a custom key.
        return cellObject(keyPath).flatMap { $0.cell.value(forKeyPath: $0.rest) }
    }

    open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
        if keyPath.hasPrefix("emitterBehaviors.") { return setBehaviorValue(value, keyPath) }
        guard keyPath.hasPrefix("emitterCells.") else { return super.setValue(value, forKeyPath: keyPath) }
        if refusesChange(of: keyPath) { return }
        let object = cellObject(keyPath)
        guard let path = PropertyKeyPath(keyPath, of: .emitter) else {
            guard let object, !object.rest.contains(".") else { return LayerReport.unknownPath(self, keyPath) }
            object.cell.setValue(value, forKey: object.rest)
            return
        }
        guard case .emitterCell(let cellPath) = path.root, var cells = currentState.objects.emitterCells, cellPath.leadsSomewhere(in: cells)
        else {
            return LayerReport.unknownPath(self, keyPath)
        }
        var part: PropertyValue?
        if let value, !Boxing.isNil(value) {
            guard let kind = path.kind, let boxed = Boxing.value(value, as: kind) else {
                return LayerReport.wrongValue(self, keyPath, value)
            }
            part = boxed
        }
        var whole = part
        if let subPath = path.subPath {
            guard var old = cellPath.value(in: cells), subPath.set(part, in: &old) else {
                return LayerReport.wrongValue(self, keyPath, value)
            }
            whole = old
        }
        guard cellPath.set(whole, in: &cells) else { return LayerReport.wrongValue(self, keyPath, value) }
        object?.cell.setValue(value, forKeyPath: object?.rest ?? "")
        putValue(.emitterCells, .object(OpaqueObject(cells)), event: keyPath)
    }

    /// Returns the object that a key path leads to, through sub-cells, and the rest of the key path.
    private func cellObject(_ keyPath: String) -> (cell: CAEmitterCell, rest: String)? {
        var cells = LayerLock.withLock { cellObjects } ?? []
        var rest = keyPath
        while true {
            let keys = rest.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard keys.count == 3, keys[0] == "emitterCells", let cell = cells.first(where: { $0.name == keys[1] }) else { return nil }
            if !keys[2].hasPrefix("emitterCells.") { return (cell, keys[2]) }
            cells = cell.emitterCells ?? []
            rest = keys[2]
        }
    }

    // MARK: Archives

    final func archiveCells(to coder: NSCoder) {
        if let cells = emitterCells { coder.encodeList(cells, forKey: "emitterCells") }
        archiveBehaviors(to: coder)
    }

    final func restoreCells(from coder: NSCoder) {
        restoreBehaviors(from: coder)
        guard let cells = coder.storedList(of: CAEmitterCell.self, forKey: "emitterCells") else { return }
        cellObjects = cells
        state.objects.emitterCells = cells.map { $0.snapshot() }
    }
}
