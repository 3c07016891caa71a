import AgateDiagnostics
import QuartzCore
import RenderTree

/// The change of one property of one layer: from the call to the animation that is added to the layer.
struct Move<L: AnimatableLayer, Value> {
    private let layer: L
    private let keyPath: ReferenceWritableKeyPath<L, Value>
    private let values: [Value]
    private let velocity: Value?
    private let source: String
    private let handle: AnimationHandle
    private let keys: [String]

    init(
        _ layer: L, _ keyPath: ReferenceWritableKeyPath<L, Value>, _ values: [Value], velocity: Value?, source: String,
        _ handle: AnimationHandle
    ) {
        self.layer = layer
        self.keyPath = keyPath
        self.values = values
        self.velocity = velocity
        self.source = source
        self.handle = handle
        keys = AnimatedKeyPaths.strings(keyPath, of: layer)
    }

    /// - Parameter make: Creates the animation; returns nil if it would have no visible effect.
    func start(_ schedule: Schedule, _ duration: Double, _ make: (MotionBuilder) -> CAAnimation?) {
        guard let target = values.last else { return }
        // A frame is two properties, and keyframes of a frame can't be split into pairs of them.
        guard !keys.isEmpty, keys.count == 1 || values.count == 1 else {
            report("animation.not-animatable", "can't be animated by its Swift key path; it is set without animation")
            return CATransaction.withoutActions { layer[keyPath: keyPath] = target }
        }
        for value in values + (velocity.map { [$0] } ?? []) where !isFinite(value) {
            report("layer.refused-value", "can't be set to \(value); the previous value is kept")
            handle.completion.enter()
            return handle.completion.leave(.refused)
        }
        let properties = keys.compactMap { key in PropertyKeyPath(key, of: layer.layerClass).map { Property(key: key, path: $0, of: layer) }
        }
        let first = boxed(layer[keyPath: keyPath])
        CATransaction.withoutActions { layer[keyPath: keyPath] = target }
        guard schedule.isUsable, duration.isFinite, duration >= 0 else {
            report(
                "animation.refused-timing", "can't be animated with a duration of \(duration) and \(schedule); it is set without animation")
            for property in properties { property.dropAnimations() }
            return
        }
        for property in properties { start(property, first, schedule, duration, make) }
    }

    private func start(
        _ property: Property, _ first: PropertyValue?, _ schedule: Schedule, _ duration: Double, _ make: (MotionBuilder) -> CAAnimation?
    ) {
        var before = property.before
        // A custom property that has never been set has its default value.
        if before.value == nil, case .custom = property.path.root { before.value = first }
        if let velocity, keys.count == 1 { before.velocity = boxed(velocity)?.components }
        let builder = MotionBuilder(
            keyPath: property.key, start: before, parts: property.parts, target: layer.storedValue(at: property.path),
            frames: keys.count == 1 && values.count > 1 ? values.map { boxed($0) } : [], schedule: schedule
        )
        guard duration > 0 || schedule.delay > 0, let animation = make(builder) else { return property.dropAnimations() }
        layer.dropAnimations(of: property.key)
        schedule.apply(to: animation, now: layer.localNow)
        if Watch.isOn { Watch.noteAnimate(layer, property.key, "\(Watch.describe(animation)), asked for at \(source)") }
        guard let entry = layer.addEntry(animation, forKey: property.key) else { return }
        handle.add(AnimationHandle.Part(layer: layer, keyPath: property.key, path: property.path, entry: entry))
    }

    private func report(_ identifier: String, _ what: String) {
        let name = LayerReport.describe(layer)
        let key = keys.first ?? "\(keyPath)"
        Diagnostic.report(identifier, layer: name, key: key, "\(name): \(key) \(what) (\(source))")
    }

    private func boxed(_ value: Value) -> PropertyValue? {
        guard !Boxing.isNil(value) else { return nil }
        guard keys.count == 1, let kind = PropertyKeyPath(keys[0], of: layer.layerClass)?.kind else { return Boxing.value(value) }
        return Boxing.value(value, as: kind)
    }

    private func isFinite(_ value: Value) -> Bool {
        guard let boxed = boxed(value) else { return Boxing.isNil(value) }
        if case .transform(let transform) = boxed { return transform.elements.allSatisfy(\.isFinite) }
        return boxed.components?.allSatisfy(\.isFinite) ?? true
    }
}

/// A property of a layer, and its state before the new value was set.
private struct Property {
    let key: String
    let path: PropertyKeyPath
    let layer: CALayer
    let before: ShownMotion
    /// The parts of a transform that moves.
    let parts: [(key: String, path: SubPath, motion: ShownMotion)]

    init(key: String, path: PropertyKeyPath, of layer: CALayer) {
        self.key = key
        self.path = path
        self.layer = layer
        before = layer.shownMotion(of: path)
        parts =
            !before.isAnimated || path.kind != .transform
            ? []
            : MotionBuilder.planarParts.map { part in
                (key + "." + part.rawValue, part, layer.shownMotion(of: PropertyKeyPath(root: path.root, subPath: part)))
            }
    }

    /// Removes the animations that would hide the new value, which applies immediately.
    func dropAnimations() {
        layer.dropAnimations(of: key)
        if let own = layer.currentAnimations.first(where: { $0.key == key }) { layer.drop(own, .replaced) }
    }
}

extension Schedule {
    /// Writes the schedule into an animation of one cycle.
    func apply(to animation: CAAnimation, now: Double) {
        if delay > 0 {
            animation.beginTime = now + delay
            animation.fillMode = .backwards
        }
        animation.repeatCount = repeatCount == 1 ? 0 : repeatCount
        animation.autoreverses = autoreverses
        animation.speed = speed
        // A transaction would give its own timing function to an animation without one.
        if animation.timingFunction == nil { animation.timingFunction = CAMediaTimingFunction(name: .linear) }
    }
}
