import AgateDiagnostics
import CRuntimeHooks
import CoreGraphics
import Foundation
import ObjectiveCRuntime
import RenderTree
import Synchronization

private let lastID = Atomic<UInt64>(0)

/// The position at which a layer is inserted among the sublayers.
enum SublayerPlace {
    /// At an index, counted before the layer leaves its old position. Indexes out of bounds are clamped.
    case at(Int)
    /// Just below a sibling; at the bottom for nil; on top if the layer given is not a sublayer.
    case below(CALayer?)
    /// Just above a sibling; on top for nil or if the layer given is not a sublayer.
    case above(CALayer?)
}

/// Editing the tree (Behaviour 4.9). Actions are searched for before the change and run after it, superlayers before the layer (A12).
/// Observers of `sublayers`, `mask` and `superlayer` are notified around both. The change itself is one critical section under the layer
/// lock, which examines the tree as it is by then.
extension CALayer {
    static func nextID() -> LayerID {
        LayerID(rawValue: lastID.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The superlayer, retained. Also nil while the superlayer is being released: its memory is still valid, since its deinit waits for
    /// the lock before it releases its sublayers, but no new reference may be taken.
    package final var parentNow: CALayer? {
        LayerLock.withLock {
            guard let parent else { return nil }
            let pointer = Unmanaged.passUnretained(parent).toOpaque()
            guard let held = swift_tryRetain(pointer) else { return nil }
            return Unmanaged<CALayer>.fromOpaque(held).takeRetainedValue()
        }
    }

    /// The sublayers. Call under the lock.
    package final var children: [CALayer] { sublayerList.all }

    final func insert(_ layer: CALayer, _ place: SublayerPlace) {
        guard allowsAdding(layer) else { return }
        var run = PendingEdit()
        if mayFindAction || layer.mayFindAction || layer.parentNow != nil || isObserved || layer.isObserved {
            let (old, wasMask, stays) = LayerLock.withLock {
                let old = layer.parentNow, wasMask = old?.maskLayer === layer
                return (old, wasMask, old === self && !wasMask && index(for: layer, place) == nil)
            }
            if stays { return }
            if let old, old !== self || wasMask { run.change(old, wasMask ? "mask" : "sublayers") }
            run.change(self, "sublayers")
            if old !== self || wasMask { run.ask(layer, kCAOnOrderIn) }
            if old !== self { run.observe(layer, "superlayer") }
        }
        edit(run) { thread, edit in
            guard canAdd(layer) else { return false }
            if layer.parent === self, maskLayer !== layer {
                guard let (old, new) = index(for: layer, place) else { return false }
                thread.willChangeTree(self)
                sublayerList.remove(at: old)
                sublayerList.insert(layer, at: new)
                layer.linkThread = thread.number
            } else {
                let new = index(of: place)
                layer.unlink(thread, &edit)
                thread.willChangeTree(self)
                sublayerList.insert(layer, at: min(new, sublayerList.count))
                link(layer, thread)
            }
            edit.changed(self)
            return true
        }
    }

    /// Returns the index of an insertion position. Call under the lock.
    private func index(of place: SublayerPlace) -> Int {
        switch place {
        case .at(let index): return min(max(index, 0), sublayerList.count)
        case .below(nil): return 0
        case .below(let sibling?): return sublayerList.firstIndex(identicalTo: sibling) ?? sublayerList.count
        case .above(nil): return sublayerList.count
        case .above(let sibling?): return sublayerList.firstIndex(identicalTo: sibling).map { $0 + 1 } ?? sublayerList.count
        }
    }

    /// Returns the current index of a sublayer and its new index after removal; nil if the layer keeps its position.
    private func index(for layer: CALayer, _ place: SublayerPlace) -> (old: Int, new: Int)? {
        guard let old = sublayerList.firstIndex(identicalTo: layer) else { return nil }
        var new = index(of: place)
        if old < new { new -= 1 }
        return old == new ? nil : (old, min(new, sublayerList.count - 1))
    }

    final func replace(_ old: CALayer, with new: CALayer) {
        if refusesChange(of: "sublayers") { return }
        guard LayerLock.withLock({ sublayerList.contains(identicalTo: old) }) else { return LayerReport.notASublayer(self, old) }
        if old === new { return }
        guard allowsAdding(new) else { return }
        var run = PendingEdit()
        let from = new.parentNow
        if let from, from !== self { run.change(from, from.key(of: new)) }
        run.change(self, "sublayers")
        run.ask(old, kCAOnOrderOut)
        run.observe(old, "superlayer")
        if from !== self {
            run.ask(new, kCAOnOrderIn)
            run.observe(new, "superlayer")
        } else {
            run.observe(self, key(of: new))
        }
        edit(run) { thread, edit in
            guard canAdd(new) else { return false }
            new.unlink(thread, &edit)
            thread.willChangeTree(self)
            if let index = sublayerList.firstIndex(identicalTo: old) {
                edit.keep(old)
                sublayerList.replace(at: index, with: new)
                old.parent = nil
                old.linkThread = thread.number
                link(new, thread)
            }
            edit.changed(self)
            return true
        }
    }

    final func setSublayers(_ new: [CALayer]) {
        if refusesChange(of: "sublayers") { return }
        var layers: [CALayer] = []
        var wanted = Set<ObjectIdentifier>()
        for layer in new where wanted.insert(ObjectIdentifier(layer)).inserted && allowsAdding(layer) { layers.append(layer) }
        let (leaving, joining, isSame) = LayerLock.withLock {
            (
                children.filter { !wanted.contains(ObjectIdentifier($0)) },
                layers.filter { $0.parent !== self || maskLayer === $0 },
                layers.elementsEqual(children, by: ===)
            )
        }
        if isSame { return }
        var run = PendingEdit()
        run.change(self, "sublayers")
        for layer in leaving {
            run.ask(layer, kCAOnOrderOut)
            run.observe(layer, "superlayer")
        }
        for layer in joining {
            run.ask(layer, kCAOnOrderIn)
            run.observeMove(of: layer, to: self)
        }
        edit(run) { thread, edit in
            layers.removeAll { !canAdd($0) }
            for layer in layers where layer.parent !== self || maskLayer === layer { layer.unlink(thread, &edit) }
            thread.willChangeTree(self)
            for layer in children where !wanted.contains(ObjectIdentifier(layer)) {
                edit.keep(layer)
                layer.parent = nil
                layer.linkThread = thread.number
            }
            sublayerList.set(layers)
            for layer in layers { link(layer, thread) }
            edit.changed(self)
            return true
        }
    }

    final func setMask(_ new: CALayer?) {
        if refusesChange(of: "mask") { return }
        let old = LayerLock.withLock { maskLayer }
        guard new !== old else { return }
        if let new, !allowsAdding(new) { return }
        if layerClass == .transform { LayerReport.ignored(self, "mask") }
        var run = PendingEdit()
        if let new, let from = new.parentNow { run.change(from, from.key(of: new)) }
        run.change(self, "mask")
        if let old { run.observe(old, "superlayer") }
        if let new {
            run.ask(new, kCAOnOrderIn)
            if new.parentNow !== self { run.observe(new, "superlayer") }
        }
        edit(run) { thread, edit in
            if let new, !canAdd(new) { return false }
            new?.unlink(thread, &edit)
            thread.willChangeTree(self)
            if let mask = maskLayer {
                edit.keep(mask)
                mask.parent = nil
                mask.linkThread = thread.number
            }
            maskLayer = new
            if let new { link(new, thread) }
            return true
        }
    }

    final func detach() {
        if refusesChange(of: "superlayer") { return }
        guard let above = parentNow else { return }
        var run = PendingEdit()
        let key = above.key(of: self)
        run.change(above, key)
        if key == "sublayers" { run.ask(self, kCAOnOrderOut) }
        run.observe(self, "superlayer")
        edit(run) { thread, edit in
            unlink(thread, &edit)
            return true
        }
    }

    /// Returns the key under which the layer has a sublayer or a mask.
    fileprivate func key(of layer: CALayer) -> String { LayerLock.withLock { maskLayer === layer } ? "mask" : "sublayers" }

    /// Changes the tree in one critical section under the lock, then marks the changed layers for layout and runs the actions.
    private func edit(_ run: PendingEdit, _ body: (TransactionThread, inout TreeEdit) -> Bool) {
        run.willChange()
        defer { run.didChange() }
        // Afterwards: the observers' code may have committed.
        let thread = TransactionThread.opened
        var edit = TreeEdit()
        LayerLock.lock()
        let isDone = body(thread, &edit)
        LayerLock.unlock()
        guard isDone else { return }
        edit.markForLayout()
        run.run()
    }

    /// Removes the layer from the superlayer's sublayers or mask, without events. Call under the lock.
    private func unlink(_ thread: TransactionThread, _ edit: inout TreeEdit) {
        guard let above = parentNow else { return }
        thread.willChangeTree(above)
        edit.keep(self)
        parent = nil
        linkThread = thread.number
        if above.maskLayer === self {
            above.maskLayer = nil
        } else if let index = above.sublayerList.firstIndex(identicalTo: self) {
            above.sublayerList.remove(at: index)
            edit.changed(above)
        }
    }

    private func link(_ layer: CALayer, _ thread: TransactionThread) {
        layer.parent = self
        layer.linkThread = thread.number
        // Marks made before the layer was added are found from the root only if the path to them is marked.
        if !layer.needs.isDisjoint(with: .anyLayout) { markWay(.subtreeLayout) }
        if !layer.needs.isDisjoint(with: .anyDisplay) { markWay(.subtreeDisplay) }
    }

    private func allowsAdding(_ layer: CALayer) -> Bool {
        if refusesChange(of: "sublayers") { return false }
        if layer.modelLayer != nil {
            LayerReport.readOnly(layer, "superlayer")
            return false
        }
        if LayerLock.withLock({ canAdd(layer) }) { return true }
        LayerReport.cycle(self, layer)
        return false
    }

    /// Returns whether a layer is neither this one nor an ancestor. Call under the lock.
    private func canAdd(_ layer: CALayer) -> Bool {
        // Most layers being added have no descendants, and so can't be ancestors.
        guard layer === self || !layer.sublayerList.isEmpty || layer.maskLayer != nil else { return true }
        var above: CALayer? = self
        while let here = above {
            if here === layer { return false }
            above = here.parent
        }
        return true
    }

    /// Releases the subtree without recursion, since a deep tree would cause a stack overflow.
    final func releaseTree() {
        // Sublayers on other threads refer to this layer as their parent until they are unlinked here, under the lock.
        var waiting: [CALayer] = []
        LayerLock.withLock { releaseLinks(into: &waiting) }
        while var layer = waiting.popLast() {
            if isKnownUniquelyReferenced(&layer) { LayerLock.withLock { layer.releaseLinks(into: &waiting) } }
        }
    }

    private func releaseLinks(into waiting: inout [CALayer]) {
        if !sublayerList.isEmpty {
            let children = self.children
            for child in children { child.parent = nil }
            waiting.append(contentsOf: children)
            sublayerList.set([])
        }
        if let mask = maskLayer {
            mask.parent = nil
            waiting.append(mask)
            maskLayer = nil
        }
    }
}

/// The work that one edit of the tree leaves for after the lock.
private struct TreeEdit {
    private var first: CALayer?
    private var second: CALayer?
    private var kept: CALayer?
    private var others: [CALayer] = []

    /// Records that a layer's sublayers have changed, so that it needs layout.
    mutating func changed(_ layer: CALayer) {
        if first == nil || first === layer {
            first = layer
        } else if second == nil || second === layer {
            second = layer
        } else {
            others.append(layer)
        }
    }

    /// Retains a removed layer, which the tree alone may have owned. It is released after the lock.
    mutating func keep(_ layer: CALayer) { if kept == nil { kept = layer } else { keptOthers.append(layer) } }
    private var keptOthers: [CALayer] = []

    func markForLayout() {
        first?.markForLayoutAutomatically()
        second?.markForLayoutAutomatically()
        for layer in others { layer.markForLayoutAutomatically() }
    }
}

/// The actions and the observed changes of one tree operation. They are found before the operation and run after it.
private struct PendingEdit {
    private var found: [(layer: CALayer, event: String, action: any CAAction)] = []
    private var observed: [(layer: CALayer, key: String)] = []

    /// Prepares the change of `sublayers` or `mask`.
    mutating func change(_ layer: CALayer, _ key: String) {
        ask(layer, key)
        observe(layer, key)
    }

    mutating func ask(_ layer: CALayer, _ event: String) {
        if let action = layer.askAction(event) { found.append((layer, event, action)) }
    }

    mutating func observe(_ layer: CALayer, _ key: String) {
        if layer.isObserved { observed.append((layer, key)) }
    }

    /// Prepares the observers of a layer that leaves its superlayer for another one, and of that superlayer.
    mutating func observeMove(of layer: CALayer, to above: CALayer) {
        guard KeyValueChanges.isAnyObserved else { return }
        let from = layer.parentNow
        if let from { observe(from, from.key(of: layer)) }
        if from !== above { observe(layer, "superlayer") }
    }

    func willChange() {
        for (layer, key) in observed { KeyValueChanges.will(layer, key) }
    }

    func run() {
        for entry in found { entry.action.run(forKey: entry.event, object: entry.layer, arguments: nil) }
    }

    func didChange() {
        for (layer, key) in observed.reversed() { KeyValueChanges.did(layer, key) }
    }
}
