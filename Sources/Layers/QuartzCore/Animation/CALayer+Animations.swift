import AgateDiagnostics
import CoreGraphics
import RenderTree

// The implementation of add(_:forKey:) and related methods.

extension CALayer {
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
        let spec = AnimationSpec(copy, on: self)
        AnimationReport.checkKeyPath(spec, on: self)

        let entry = AnimationEntry(key: key, .made(copy), layer: self, spec: spec, groups: thread.enterGroups(), thread: thread)
        AnimationReport.keepModel(entry)
        insert(entry, thread)
    }

    /// Adds the implicit animation of a property of which the search found no other action. It gets an object when the program asks for
    /// it: most are never asked for.
    final func addImplicitAnimation(_ property: LayerProperty, from: PropertyValue) {
        let thread = TransactionThread.current
        thread.ensureTransaction()
        let function = CATransaction.animationTimingFunction() ?? Actions.standardTiming
        var spec = AnimationSpec(.basic(AnimationSpec.Target(property), AnimationSpec.Basic(from: from)))
        spec.timing.duration = CATransaction.animationDuration()
        spec.timing.fillMode = .backwards
        spec.timingCurve = function.curve
        insert(
            AnimationEntry(
                key: property.key, .implicit(function), layer: self, spec: spec, groups: thread.enterGroups(), thread: thread), thread)
    }

    /// Adds an animation, and removes the one that has its key.
    private func insert(_ entry: AnimationEntry, _ thread: TransactionThread) {
        thread.ensureTransaction()
        let replaced = LayerLock.withLock {
            let store = animationStore ?? AnimationStore()
            animationStore = store
            let replaced = entry.key.flatMap { store.index(ofKey: $0) }.map { drop(store, $0, thread, .replaced) }
            store.entries.append(entry)
            if thread.work.animating.last !== self { thread.work.animating.append(self) }
            return replaced
        }
        guard Watch.isOn else { return }
        if let replaced { Watch.note(.replaced, replaced) }
        Watch.note(.added, entry)
    }

    /// Returns whether an animation's key is a valid key path, which an animation without a key path then uses, as in Apple's.
    private func leadsSomewhere(_ key: String) -> Bool {
        guard let path = PropertyKeyPath(key, of: layerClass) else { return false }
        if case .custom(let name) = path.root { return customValue(name) != nil }
        return true
    }

    func dropAnimation(_ key: String) {
        if refusesChange(of: "animations") { return }
        guard LayerLock.withLock({ animationStore?.index(ofKey: key) != nil }) else { return }
        let thread = TransactionThread.opened
        let dropped = LayerLock.withLock {
            animationStore.flatMap { store in store.index(ofKey: key).map { drop(store, $0, thread, .removed) } }
        }
        report(dropped.map { [$0] } ?? [])
    }

    private func report(_ removed: [AnimationEntry]) {
        if Watch.isOn { for entry in removed { Watch.note(entry.reason == .replaced ? .replaced : .removed, entry) } }
        if removed.contains(where: \.redraws) { CALayer.redraw([self]) }
    }

    func removeEveryAnimation() {
        if refusesChange(of: "animations") { return }
        guard LayerLock.withLock({ !(animationStore?.entries.isEmpty ?? true) }) else { return }
        let thread = TransactionThread.opened
        let dropped = LayerLock.withLock {
            var dropped: [AnimationEntry] = []
            guard let store = animationStore else { return dropped }
            // From the end, since removing one moves those behind it.
            while !store.entries.isEmpty { dropped.append(drop(store, store.entries.count - 1, thread, .removed)) }
            thread.work.removed.replaceSubrange((thread.work.removed.count - dropped.count)..., with: dropped.reversed())
            return dropped
        }
        report(dropped.reversed())
    }

    /// Removes an animation for a reason that is passed to its observer.
    package func drop(_ entry: AnimationEntry, _ reason: AnimationEndReason) {
        let thread = TransactionThread.opened
        let dropped: AnimationEntry? = LayerLock.withLock {
            guard let store = animationStore, let index = store.entries.firstIndex(identicalTo: entry) else { return nil }
            return drop(store, index, thread, reason)
        }
        if Watch.isOn, let dropped { Watch.note(reason == .replaced ? .replaced : .removed, dropped) }
    }

    /// Removes an animation. Call under the lock.
    private func drop(_ store: AnimationStore, _ index: Int, _ thread: TransactionThread, _ reason: AnimationEndReason) -> AnimationEntry {
        let entry = store.remove(at: index, reason)
        thread.work.removed.append(entry)
        if thread.work.animating.last !== self { thread.work.animating.append(self) }
        return entry
    }

    func listAnimationKeys() -> [String]? {
        let keys = LayerLock.withLock { (modelLayer ?? self).animationStore?.entries.compactMap(\.key) ?? [] }
        return keys.isEmpty ? nil : keys
    }

    func findAnimation(_ key: String) -> CAAnimation? {
        LayerLock.withLock {
            guard let store = (modelLayer ?? self).animationStore, let index = store.index(ofKey: key) else { return nil }
            return store.entries[index].animation
        }
    }

    /// Returns whether the property, or a part of it, is being animated. An implicit animation then starts from the value currently shown.
    func hasAnimation(ofKey root: String) -> Bool {
        LayerLock.withLock { animationStore?.committed.contains { $0.spec.animates(root) } ?? false }
    }
}

extension AnimationSpec {
    /// Returns whether the layer's class requires a display for each value of the animated property.
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
