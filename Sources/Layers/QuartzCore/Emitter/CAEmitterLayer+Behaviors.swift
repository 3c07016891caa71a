import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// Behaviours are accessed by key-value access only, as Apple's are.
extension CAEmitterLayer {
    final var emitterBehaviors: [CAEmitterBehavior]? {
        get { LayerLock.withLock { behaviorObjects ?? state.objects.emitterBehaviors.map { $0.map { CAEmitterBehavior($0) } } } }
        set {
            if refusesChange(of: "emitterBehaviors") { return }
            // Released after the lock.
            let old = LayerLock.withLock { behaviorObjects }
            putValue(.emitterBehaviors, newValue.map { behaviors in .object(OpaqueObject(behaviors.map(\.spec))) }) {
                behaviorObjects = newValue
            }
            withExtendedLifetime(old) {}
        }
    }

    final func setBehaviors(_ value: Any?) {
        // A plain cast would recurse into each level.
        let value = value.map { ContainerDepth.guarded($0) }
        if value == nil || value is [CAEmitterBehavior] {
            emitterBehaviors = value as? [CAEmitterBehavior]
        } else if let list = value as? [Any] {
            // From a list with any element type.
            let behaviors = list.compactMap { $0 as? CAEmitterBehavior }
            if behaviors.count == list.count {
                emitterBehaviors = behaviors
            } else {
                LayerReport.wrongValue(self, "emitterBehaviors", value)
            }
        } else {
            LayerReport.wrongValue(self, "emitterBehaviors", value)
        }
    }

    /// Returns the value at a key path `emitterBehaviors.NAME.input`.
    final func behaviorValue(_ keyPath: String) -> Any? {
        if let path = PropertyKeyPath(keyPath, of: .emitter) { return currentState.value(at: path).map { Boxing.any($0) } }
        return behavior(keyPath).flatMap { $0.behavior.value(forKey: $0.rest) }
    }

    /// Changes the layer's value and the program's object.
    final func setBehaviorValue(_ value: Any?, _ keyPath: String) {
        if refusesChange(of: keyPath) { return }
        let object = behavior(keyPath)
        guard let path = PropertyKeyPath(keyPath, of: .emitter) else {
            guard let object else { return LayerReport.unknownPath(self, keyPath) }
            return object.behavior.setValue(value, forKey: object.rest)
        }
        guard case .emitterBehavior(let behaviorPath) = path.root, var behaviors = currentState.objects.emitterBehaviors,
            behaviors.contains(where: { $0.name == behaviorPath.name })
        else { return LayerReport.unknownPath(self, keyPath) }
        var whole: PropertyValue?
        if let value, !Boxing.isNil(value) {
            guard let kind = path.kind, let boxed = Boxing.value(value, as: kind) else {
                return LayerReport.wrongValue(self, keyPath, value)
            }
            whole = boxed
        }
        if let subPath = path.subPath {
            guard var old = behaviorPath.value(in: behaviors), subPath.set(whole, in: &old) else {
                return LayerReport.wrongValue(self, keyPath, value)
            }
            whole = old
        }
        guard behaviorPath.set(whole, in: &behaviors) else { return LayerReport.wrongValue(self, keyPath, value) }
        object?.behavior.setValue(value, forKeyPath: object?.rest ?? "")
        putValue(.emitterBehaviors, .object(OpaqueObject(behaviors)), event: keyPath)
    }

    private func behavior(_ keyPath: String) -> (behavior: CAEmitterBehavior, rest: String)? {
        let keys = keyPath.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard keys.count == 3,
            let behavior = LayerLock.withLock({ behaviorObjects })?.first(where: { $0.name.map { $0 == keys[1] } ?? false })
        else { return nil }
        return (behavior, String(keys[2]))
    }

    final func archiveBehaviors(to coder: NSCoder) {
        if let behaviors = emitterBehaviors { coder.encodeList(behaviors, forKey: "emitterBehaviors") }
    }

    final func restoreBehaviors(from coder: NSCoder) {
        guard let behaviors = coder.storedList(of: CAEmitterBehavior.self, forKey: "emitterBehaviors") else { return }
        behaviorObjects = behaviors
        state.objects.emitterBehaviors = behaviors.map(\.spec)
    }
}
