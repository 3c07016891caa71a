import AgateDiagnostics
import CoreGraphics
import RenderTree

// What stands behind add(_:forKey:) and its kin.

extension CALayer {
    /// The store of the model layer: a presentation copy answers with its model's animations.
    private var modelAnimations: AnimationStore? { (modelLayer ?? self).animationStore }

    func addAnimation(_ animation: CAAnimation, _ key: String?) {
        if refusesChange(of: "animations") { return }
        let thread = TransactionThread.current
        thread.ensureTransaction()
        guard let copy = animation.copy() as? CAAnimation else { return }
        let isTransition = copy is CATransition
        let key = isTransition ? kCATransition : key
        if let key, let property = copy as? CAPropertyAnimation, property.keyPath == nil, leadsSomewhere(key) { property.keyPath = key }
        AnimationReport.checkGiven(copy, on: self)
        if !(copy.duration > 0) {
            let duration = CATransaction.animationDuration()
            copy.resolve { $0.duration = duration }
        }
        if copy.timingFunction == nil, let function = CATransaction.animationTimingFunction() { copy.adopt(function) }
        copy.freeze()

        var groups: [CompletionGroup] = []
        for scope in thread.scopes {
            if let group = scope.group {
                group.enter()
                groups.append(group)
            }
        }
        let entry = AnimationEntry(
            key: key, animation: copy, layer: self, spec: AnimationSpec(copy, on: self), groups: groups, queue: thread.callbacks
        )
        AnimationReport.keepModel(entry)
        LayerLock.withLock {
            let store = animationStore ?? AnimationStore()
            animationStore = store
            if let key, let old = store.index(ofKey: key) { drop(store, old, thread, .replaced) }
            store.entries.append(entry)
            thread.work.animating.append(self)
        }
        if Watch.isOn { Watch.note(.added, entry) }
    }

    /// Whether an animation without a key path has one in its key, as with Apple's.
    private func leadsSomewhere(_ key: String) -> Bool {
        guard let path = PropertyKeyPath(key, of: layerClass) else { return false }
        if case .custom(let name) = path.root { return state.objects.custom?[name] != nil }
        return true
    }

    func dropAnimation(_ key: String) {
        if refusesChange(of: "animations") { return }
        guard let store = animationStore, let index = store.index(ofKey: key) else { return }
        let thread = TransactionThread.current
        thread.ensureTransaction()
        let redraws = store.entries[index].redraws
        LayerLock.withLock { drop(store, index, thread, .removed) }
        if redraws { CALayer.redraw([self]) }
    }

    func removeEveryAnimation() {
        if refusesChange(of: "animations") { return }
        guard let store = animationStore, !store.entries.isEmpty else { return }
        let thread = TransactionThread.current
        thread.ensureTransaction()
        let redraws = store.entries.contains(where: \.redraws)
        LayerLock.withLock { while !store.entries.isEmpty { drop(store, 0, thread, .removed) } }
        if redraws { CALayer.redraw([self]) }
    }

    /// Takes an animation away for a reason that its observer hears.
    package func drop(_ entry: AnimationEntry, _ reason: AnimationEndReason) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        LayerLock.withLock {
            guard let store = animationStore, let index = store.entries.firstIndex(where: { $0 === entry }) else { return }
            drop(store, index, thread, reason)
        }
    }

    private func drop(_ store: AnimationStore, _ index: Int, _ thread: TransactionThread, _ reason: AnimationEndReason) {
        let entry = store.entries.remove(at: index)
        entry.reason = reason
        if Watch.isOn { Watch.note(reason == .replaced ? .replaced : .removed, entry) }
        thread.work.removed.append(entry)
        thread.work.animating.append(self)
    }

    func listAnimationKeys() -> [String]? {
        guard let keys = modelAnimations?.entries.compactMap(\.key), !keys.isEmpty else { return nil }
        return keys
    }

    func findAnimation(_ key: String) -> CAAnimation? {
        guard let store = modelAnimations, let index = store.index(ofKey: key) else { return nil }
        return store.entries[index].animation
    }

    /// Whether the property, or a part of it, is being animated: then an implicit animation sets out from what shows.
    func hasAnimation(ofKey root: String) -> Bool {
        guard let store = animationStore else { return false }
        return store.committed.contains { $0.spec.animates(root) }
    }
}

extension AnimationSpec {
    /// Whether the layer's class wants to be displayed for each value of what this animates.
    func redraws(_ type: CALayer.Type) -> Bool {
        if type == CALayer.self { return false }
        switch content {
        case .basic(let target, _), .keyframe(let target, _), .spring(let target, _, _), .function(let target, _):
            return type.needsDisplay(forKey: String(target.keyPath.prefix { $0 != "." }))
        case .group(let members): return members.contains { $0.redraws(type) }
        case .transition, .empty: return false
        }
    }

    package func animates(_ root: String) -> Bool {
        switch content {
        case .basic(let target, _), .keyframe(let target, _), .spring(let target, _, _), .function(let target, _):
            let path = target.keyPath
            return path == root || path.hasPrefix(root) && path.dropFirst(root.count).first == "."
                || target.valueFunction != nil && root == "transform"
        case .group(let members): return members.contains { $0.animates(root) }
        case .transition, .empty: return false
        }
    }
}
