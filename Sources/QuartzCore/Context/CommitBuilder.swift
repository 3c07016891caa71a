import CoreGraphics
import RenderTree
import Synchronization

/// Makes one context's part of a commit. Runs under the layers' lock.
final class CommitBuilder {
    let context: LayerContext
    private let now: Double
    private var commit = Commit()
    private var rootChanged = false
    /// Distinguished by it from all other commits.
    private let number = CommitBuilder.counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt64>(0)
    /// Layers of this context in the transaction's list.
    var touched: [CALayer] = []
    /// Layers that came with animations of a tree that went away.
    private(set) var resuming: [CALayer] = []

    init(_ context: LayerContext) {
        self.context = context
        now = context.clock.now
        commit.time = now
    }

    func changeRoot() { rootChanged = true }

    /// New layers, then those that left, then changes. The order lets a layer that moved inside the tree stay live.
    func collectLayers(_ ends: inout [AnimationEnd]) {
        if rootChanged { collectRoot(&ends) }
        for layer in touched {
            guard let record = layer.live, record.committedLinks != nil, isAttached(layer), let links = record.committedLinks else {
                continue
            }
            let kept = KeptSublayers(links.children, layer.children)
            for at in kept.start..<(layer.children.count - kept.end) { attach(layer.children[at], &ends) }
            if let mask = layer.maskLayer { attach(mask, &ends) }
        }
        for layer in touched {
            guard let record = layer.live, record.committedLinks != nil, let links = record.committedLinks else { continue }
            let kept = KeptSublayers(links.children, layer.children)
            for child in links.children[kept.start..<(links.children.count - kept.end)] where !isAttached(child) { detach(child, &ends) }
            if let mask = links.mask, !isAttached(mask) { detach(mask, &ends) }
        }
        commit.updates.reserveCapacity(commit.updates.count + touched.count)
        for layer in touched {
            guard let record = layer.live, record.contextNumber == context.number else { continue }
            if record.hasChanges, isAttached(layer) { update(layer, record) }
            record.settle()
        }
    }

    private func collectRoot(_ ends: inout [AnimationEnd]) {
        let old = context.committedRoot
        guard old !== context.layer else { return }
        commit.root = .some(context.layer?.id)
        context.committedRoot = context.layer
        if let root = context.layer { attach(root, &ends) }
        guard let old, !isAttached(old) else { return }
        if context.keepsAnimations { context.leave(old, keepsAnimations: true, &ends) } else { detach(old, &ends) }
    }

    /// Whether the way up ends at the root. What was found for a layer holds for all on its way, so that each is looked at once in a
    /// commit.
    private func isAttached(_ layer: CALayer) -> Bool {
        guard let root = context.layer else { return false }
        var here = layer
        var answer: Bool?
        while answer == nil {
            if let record = here.live, record.placeCommit == number {
                answer = record.isPlaced
            } else if let above = here.parent {
                here = above
            } else {
                answer = here === root
            }
        }
        let isPlaced = answer ?? false
        var next: CALayer? = layer
        while let each = next, each.live?.placeCommit != number {
            if let record = each.live {
                record.placeCommit = number
                record.isPlaced = isPlaced
            }
            next = each.parent
        }
        return isPlaced
    }

    /// A layer that the tree does not have is sent whole, with all under it: superlayers before sublayers, and these before the mask.
    private func attach(_ top: CALayer, _ ends: inout [AnimationEnd]) {
        var waiting = [top]
        while let layer = waiting.popLast() {
            guard attachAlone(layer, &ends) else { continue }
            if let mask = layer.maskLayer { waiting.append(mask) }
            waiting.append(contentsOf: layer.children.reversed())
        }
    }

    /// False for a layer that the tree has.
    private func attachAlone(_ layer: CALayer, _ ends: inout [AnimationEnd]) -> Bool {
        context.layersCommitted += 1
        if let record = layer.live, record.context === context, record.isCommitted { return false }
        let record: LiveRecord
        if let own = layer.live, own.context === context {
            record = own
        } else {
            // Out of another context's tree: what ran there is over.
            if let other = layer.live?.context { endAnimations(layer, other, &ends) }
            layer.live?.presentation = nil
            record = LiveRecord(context: context)
            layer.live = record
        }
        record.settle()
        record.isCommitted = true
        if layer.layerClass == .tiled, let tiled = layer as? CATiledLayer { context.tiles.add(tiled) }
        if layer.needs.contains(.drawsFrames), let drawing = layer as? any FrameDrawingLayer { context.frameLayers.add(drawing) }
        begin(layer)
        if let schedule = context.schedule, let box = layer.state.extraBox, !box.value.timing.isPlain { schedule.noteTiming(of: layer) }
        var update = LayerUpdate(id: layer.id, layerClass: layer.layerClass, changed: .all, state: layer.state)
        update.sublayers = layer.children.map(\.id)
        update.mask = .some(layer.maskLayer?.id)
        commit.updates.append(update)
        if let store = layer.animationStore, store.entries.contains(where: { $0.isSuspended || layer.keepsAnimations }) {
            resuming.append(layer)
        }
        return true
    }

    /// A layer that left, with all under it: it is not live any more, and the animations that ran on it end. What was cut from it in this
    /// commit was under it before, and leaves too.
    private func detach(_ top: CALayer, _ ends: inout [AnimationEnd]) {
        var waiting = [top]
        while let layer = waiting.popLast() {
            context.layersCommitted += 1
            guard let record = layer.live, record.context === context else { continue }
            let links = record.committedLinks
            record.presentation = nil
            layer.live = nil
            endAnimations(layer, context, &ends)
            if let links {
                if let mask = links.mask, mask.live != nil, !isAttached(mask) { waiting.append(mask) }
                for child in links.children where child.live != nil && !isAttached(child) { waiting.append(child) }
            }
            if let mask = layer.maskLayer { waiting.append(mask) }
            waiting.append(contentsOf: layer.children.reversed())
        }
    }

    private func endAnimations(_ layer: CALayer, _ context: LayerContext, _ ends: inout [AnimationEnd]) {
        guard let store = layer.animationStore else { return }
        if layer.needs.contains(.keepsAnimations) { store.suspend(context.inbox) } else { store.end(context.inbox, &ends) }
    }

    /// A begin time that waits for the present gets it.
    private func begin(_ layer: CALayer) {
        guard layer.needs.contains(.beginsAtCommit) else { return }
        layer.needs.remove(.beginsAtCommit)
        layer.state.extra.timing.beginTime += layer.parent.map { LayerContext.localTime(now, on: $0) } ?? now
    }

    private func update(_ layer: CALayer, _ record: LiveRecord) {
        begin(layer)
        context.layersCommitted += 1
        var update = LayerUpdate(id: layer.id, layerClass: layer.layerClass, changed: record.changed, state: layer.state)
        if let schedule = context.schedule {
            if !record.changed.isDisjoint(with: .timing) { schedule.noteTiming(of: layer) }
            if record.committedLinks != nil { schedule.noteLinks(of: layer) }
        }
        if let links = record.committedLinks {
            let kept = KeptSublayers(links.children, layer.children)
            if kept.start < links.children.count || kept.start < layer.children.count {
                update.sublayers = layer.children[kept.start..<(layer.children.count - kept.end)].map(\.id)
                (update.keptAtStart, update.keptAtEnd) = (kept.start, kept.end)
            }
            if links.mask !== layer.maskLayer { update.mask = .some(layer.maskLayer?.id) }
        }
        commit.updates.append(update)
        if record.isHidden { AnimationReport.checkHidden(layer, record.changed) }
    }

    func remove(_ entry: AnimationEntry, of layer: CALayer) {
        context.inbox.remove(entry.id)
        commit.animations.append(.remove(layer.id, entry.id))
    }

    /// Sends what the tree does not have yet. A begin time of 0 becomes the layer's present, so that all start in step.
    func send(_ store: AnimationStore, on layer: CALayer) {
        for entry in store.entries where !entry.isSent {
            if entry.spec.timing.beginTime == 0, !entry.isSuspended {
                let begin = LayerContext.localTime(now, on: layer)
                entry.spec.timing.beginTime = begin
                entry.animation.resolve { $0.beginTime = begin }
                entry.beganWhenShown = true
            }
            entry.isSent = true
            entry.isSuspended = false
            entry.show(by: context)
            if let queue = context.queue { entry.queue = queue }
            if entry.isWaitedFor {
                context.inbox.add(entry)
                context.schedule?.add(entry)
            }
            commit.animations.append(.add(layer.id, entry.id, entry.spec))
        }
        store.committed = store.entries
    }

    func submit() {
        if !commit.isEmpty { context.submit(commit) }
    }
}

/// How many sublayers at both ends of a list are the same as before.
private struct KeptSublayers {
    var start = 0, end = 0

    init(_ old: [CALayer], _ new: [CALayer]) {
        old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                // Compared as addresses: counting references would cost more than the comparison.
                let old = old.bindMemory(to: UInt.self), new = new.bindMemory(to: UInt.self)
                let most = min(old.count, new.count)
                while start < most, old[start] == new[start] { start += 1 }
                while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
            }
        }
    }
}
