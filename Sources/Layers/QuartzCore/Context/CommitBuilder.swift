import AgateDiagnostics
import CoreGraphics
import RenderTree
import Synchronization

/// Makes one context's part of a thread's commit. Runs under the layer lock.
///
/// If other threads have uncommitted changes to the same layers, it sends the committed values with only this thread's changes: the
/// properties that this thread changed, and the sublayers that it added or removed.
final class CommitBuilder {
    let context: LayerContext
    private let thread: TransactionThread
    private let now: Double
    @exclusivity(unchecked) private var commit = Commit()
    @exclusivity(unchecked) private var rootChanged = false
    /// A number that distinguishes the commit from all others.
    private let number = CommitBuilder.counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt64>(0)
    /// The layers of this context in the transaction's list.
    @exclusivity(unchecked) var touched: [CALayer] = []
    /// Layers with suspended animations from a released tree.
    @exclusivity(unchecked) private(set) var resuming: [CALayer] = []
    /// Values that are no longer needed, to be released after the lock.
    @exclusivity(unchecked) private var released: ContiguousArray<Box<LayerObjects>> = []
    @exclusivity(unchecked) private var releasedLinks: [LiveRecord.Links] = []
    @exclusivity(unchecked) private var releasedCopies: [CALayer] = []
    /// Layers with a value that an ended animation hides, and their changed properties.
    @exclusivity(unchecked) private var hidden: [(layer: CALayer, changed: PropertySet)] = []

    init(_ context: LayerContext, for thread: TransactionThread) {
        self.context = context
        self.thread = thread
        now = context.clock.now
        commit.time = now
    }

    func changeRoot() { rootChanged = true }

    /// Handles new layers, then removed ones, then changes. Due to this order, a layer that moved inside the tree stays live.
    func collectLayers(_ ends: inout [AnimationEnd]) {
        if rootChanged { collectRoot(&ends) }
        for layer in touched {
            guard let record = layer.live, let links = record.committedLinks, record.changes(of: thread.number).hasLinks, isAttached(layer)
            else { continue }
            let new = newLinks(of: layer, record, links)
            let kept = KeptSublayers(links.children, new.children)
            // The updates are large: growing the list step by step would copy each several times.
            commit.updates.reserve(new.children.count - kept.end - kept.start)
            for at in kept.start..<(new.children.count - kept.end) { attach(new.children[at], &ends) }
            if let mask = new.mask { attach(mask, &ends) }
        }
        for layer in touched {
            guard let record = layer.live, let links = record.committedLinks, record.changes(of: thread.number).hasLinks else { continue }
            let new = newLinks(of: layer, record, links)
            let kept = KeptSublayers(links.children, new.children)
            for child in links.children[kept.start..<(links.children.count - kept.end)] where !isAttached(child) {
                if !record.isShared(beside: thread.number) || !new.children.contains(identicalTo: child) { detach(child, &ends) }
            }
            if let mask = links.mask, mask !== new.mask, !isAttached(mask) { detach(mask, &ends) }
        }
        commit.updates.reserve(touched.count)
        for layer in touched {
            guard let record = layer.live, record.contextNumber == context.number else { continue }
            let changes = record.changes(of: thread.number)
            if record.isShared(beside: thread.number) {
                updateShared(layer, record, changes)
            } else {
                // A layer that another thread is moving is still present.
                if !changes.isEmpty, record.isCommitted { update(layer, record, changes) }
                settle(record, layer)
            }
        }
    }

    /// Records that the model's values are committed.
    private func settle(_ record: LiveRecord, _ layer: CALayer) {
        if let box = record.committed?.value.objectsBox, box !== layer.state.objectsBox { released.append(box) }
        if let links = record.committedLinks { releasedLinks.append(links) }
        record.settle()
    }

    /// Returns the sublayers and the mask after this commit: the model's, except for uncommitted changes of other threads.
    private func newLinks(of layer: CALayer, _ record: LiveRecord, _ old: LiveRecord.Links) -> LiveRecord.Links {
        let model = LiveRecord.Links(children: layer.children, mask: layer.maskLayer)
        guard record.isShared(beside: thread.number) else { return model }
        func isOthers(_ sublayer: CALayer) -> Bool {
            sublayer.linkThread != thread.number && record.changes(of: sublayer.linkThread).hasLinks
        }
        let before = Set(old.children.map { ObjectIdentifier($0) }), now = Set(model.children.map { ObjectIdentifier($0) })
        var children = model.children.filter { before.contains(ObjectIdentifier($0)) || !isOthers($0) }
        // Sublayers that other threads have removed keep their position after the preceding sublayer.
        var above: CALayer?
        for child in old.children {
            if !now.contains(ObjectIdentifier(child)), isOthers(child), !isShownElsewhere(child, than: layer) {
                let place = above.flatMap { above in children.firstIndex(identicalTo: above) }.map { $0 + 1 } ?? 0
                children.insert(child, at: place)
                above = child
            } else if now.contains(ObjectIdentifier(child)) {
                above = child
            }
        }
        var mask = model.mask
        if mask !== old.mask, let changed = mask ?? old.mask, isOthers(changed) {
            mask = old.mask.flatMap { isShownElsewhere($0, than: layer) ? nil : $0 }
        }
        return LiveRecord.Links(children: children, mask: mask)
    }

    /// Returns whether the tree already contains a layer under its new superlayer. That superlayer was added to the tree whole, with
    /// sublayers that other threads had added to it.
    private func isShownElsewhere(_ layer: CALayer, than old: CALayer) -> Bool {
        guard let above = layer.parent, above !== old, let record = above.live, record.contextNumber == context.number, record.isCommitted
        else { return false }
        guard let links = record.committedLinks else { return true }
        return links.mask === layer || links.children.contains(identicalTo: layer)
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

    /// Returns whether the topmost ancestor is the root. The result is stored for all layers on the path, so that each is examined once in
    /// a commit.
    private func isAttached(_ layer: CALayer) -> Bool {
        guard let root = context.layer else { return false }
        var here = layer
        var answer: Bool?
        while answer == nil {
            if let record = here.live, record.placeCommit == number {
                answer = record.isPlaced
            } else if let above = here.parent {
                if here.isBrought(to: above, besides: thread) { answer = false } else { here = above }
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

    /// Sends a layer that is new in the tree with its whole subtree: superlayers before sublayers, and these before the mask.
    private func attach(_ top: CALayer, _ ends: inout [AnimationEnd]) {
        var waiting = [top]
        while let layer = waiting.popLast() {
            guard attachAlone(layer, &ends) else { continue }
            if let mask = layer.maskLayer { waiting.append(mask) }
            waiting.append(contentsOf: layer.children.reversed())
        }
    }

    /// Returns false for a layer that the tree already has.
    private func attachAlone(_ layer: CALayer, _ ends: inout [AnimationEnd]) -> Bool {
        context.layersCommitted += 1
        if let record = layer.live, record.context === context, record.isCommitted { return false }
        let record: LiveRecord
        if let own = layer.live, own.context === context {
            record = own
        } else {
            // The layer comes from another context's tree: its animations there have ended.
            if let other = layer.live?.context { endAnimations(layer, other, &ends) }
            release(layer.live)
            record = LiveRecord(context: context)
            layer.live = record
        }
        settle(record, layer)
        record.isCommitted = true
        if layer.layerClass == .tiled, let tiled = layer as? CATiledLayer { context.tiles.add(tiled) }
        if layer.needs.contains(.drawsFrames), let drawing = layer as? any FrameDrawingLayer { context.frameLayers.add(drawing) }
        begin(layer)
        if let schedule = context.schedule, let box = layer.state.extraBox, !box.value.timing.isPlain { schedule.noteTiming(of: layer) }
        commit.updates.append(
            LayerUpdate(
                id: layer.id, layerClass: layer.layerClass, changed: .all, state: layer.state, sublayers: layer.children.map(\.id),
                mask: .some(layer.maskLayer?.id)))
        // Entries without a thread wait for a tree.
        if let store = layer.animationStore,
            store.entries.contains(where: { $0.isSuspended || layer.keepsAnimations || $0.thread == 0 && $0.waitsForATree })
        {
            resuming.append(layer)
        }
        return true
    }

    /// Handles a removed layer and its subtree: they are no longer live, and their running animations end. Layers that were removed from
    /// the subtree in this commit were previously part of it, and are removed as well.
    private func detach(_ top: CALayer, _ ends: inout [AnimationEnd]) {
        var waiting = [top]
        while let layer = waiting.popLast() {
            context.layersCommitted += 1
            guard let record = layer.live, record.context === context else { continue }
            let links = record.committedLinks
            release(record)
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

    /// Releases the record of a layer that is no longer shown, or is shown in another context.
    private func release(_ record: LiveRecord?) {
        guard let record else { return }
        if let copy = record.presentation { releasedCopies.append(copy) }
        record.presentation = nil
        if let box = record.committed?.value.objectsBox { released.append(box) }
        if let links = record.committedLinks { releasedLinks.append(links) }
    }

    private func endAnimations(_ layer: CALayer, _ context: LayerContext, _ ends: inout [AnimationEnd]) {
        guard let store = layer.animationStore else { return }
        if layer.needs.contains(.keepsAnimations) { store.suspend(context.inbox) } else { store.end(context.inbox, &ends) }
    }

    /// Adds the current time to a begin time that is relative to the commit.
    private func begin(_ layer: CALayer) {
        guard layer.needs.contains(.beginsAtCommit) else { return }
        layer.needs.remove(.beginsAtCommit)
        layer.state.extra.timing.beginTime += layer.parent.map { LayerContext.localTime(now, on: $0) } ?? now
    }

    private func update(_ layer: CALayer, _ record: LiveRecord, _ changes: LiveRecord.Changes) {
        begin(layer)
        // By its address: each copy of a state retains its objects.
        withUnsafeMutablePointer(to: &layer.state) { state in
            send(layer, record, changes, state, LiveRecord.Links(children: layer.children, mask: layer.maskLayer))
        }
    }

    /// Updates a layer with uncommitted changes of other threads: sends the committed state with this thread's changes.
    private func updateShared(_ layer: CALayer, _ record: LiveRecord, _ changes: LiveRecord.Changes) {
        defer { record.forget(thread.number) }
        guard !changes.isEmpty, record.isCommitted, let committed = record.committed?.value else { return }
        begin(layer)
        var state = committed.taking(changes, from: layer.state)
        var links = LiveRecord.Links(children: layer.children, mask: layer.maskLayer)
        if changes.hasLinks, let old = record.committedLinks { links = newLinks(of: layer, record, old) }
        withUnsafeMutablePointer(to: &state) { send(layer, record, changes, $0, links) }
        if let box = committed.objectsBox { released.append(box) }
        record.committed = Box(state)
        if changes.hasLinks, let old = record.committedLinks {
            releasedLinks.append(old)
            record.committedLinks = links
        }
    }

    private func send(
        _ layer: CALayer, _ record: LiveRecord, _ changes: LiveRecord.Changes, _ state: UnsafePointer<LayerState>, _ new: LiveRecord.Links
    ) {
        context.layersCommitted += 1
        if let schedule = context.schedule {
            if !changes.properties.isDisjoint(with: .timing) { schedule.noteTiming(of: layer) }
            if changes.hasLinks { schedule.noteLinks(of: layer) }
        }
        var sublayers: [LayerID]?, kept = KeptSublayers(), mask: LayerID??
        if changes.hasLinks, let links = record.committedLinks {
            let same = KeptSublayers(links.children, new.children)
            if same.start < links.children.count || same.start < new.children.count {
                sublayers = new.children[same.start..<(new.children.count - same.end)].map(\.id)
                kept = same
            }
            if links.mask !== new.mask { mask = .some(new.mask?.id) }
        }
        commit.updates.append(
            LayerUpdate(
                id: layer.id, layerClass: layer.layerClass, changed: changes.properties, state: state.pointee, sublayers: sublayers,
                keptAtStart: kept.start, keptAtEnd: kept.end, mask: mask))
        if record.isHidden { hidden.append((layer, changes.properties)) }
    }

    func remove(_ entry: AnimationEntry, of layer: CALayer) {
        context.inbox.remove(entry.id)
        commit.animations.append(.remove(layer.id, entry.id))
    }

    /// Sends the animations that the tree does not have yet. A begin time of 0 becomes the layer's current time, so that all of them start
    /// simultaneously.
    func send(_ store: AnimationStore, on layer: CALayer) {
        var sent: [AnimationEntry] = []
        for entry in store.entries where !entry.isSent && (entry.thread == thread.number || entry.thread == 0 || entry.isSuspended) {
            sent.append(entry)
            if entry.spec.timing.beginTime == 0, !entry.isSuspended {
                entry.begin(at: LayerContext.localTime(now, on: layer))
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
        store.show(sent)
    }

    func submit() {
        if !commit.isEmpty { context.submit(commit) }
    }

    /// Performs the steps that call other code. Call without the lock.
    func finish() {
        context.driver.applySubmitted()
        for (layer, changed) in hidden { AnimationReport.checkHidden(layer, changed) }
    }
}

extension Array {
    /// Makes room for more elements. The capacity at least doubles if it grows, so that repeated calls take linear time.
    fileprivate mutating func reserve(_ more: Int) {
        if count + more > capacity { reserveCapacity(Swift.max(count + more, 2 * count)) }
    }
}

extension LayerState {
    /// Returns this state with the changes of a thread.
    fileprivate func taking(_ changes: LiveRecord.Changes, from model: LayerState) -> LayerState {
        var state = self
        if changes.properties == .all { return model }
        for row in PropertyTable.rows where changes.properties.contains(PropertySet(row.property)) {
            state.setValue(model.value(of: row.property), of: row.property)
        }
        for property in [LayerProperty.transform, .sublayerTransform, .instanceTransform]
        where changes.properties.contains(PropertySet(property)) {
            state.values.setBranch(model.values.branch(of: property), of: property)
        }
        // The timing has a value without a row in the property table.
        if !changes.properties.isDisjoint(with: .timing) { state.extra.timing = model.extra.timing }
        if changes.properties.contains(PropertySet(.contents)) { state.objects.tiles = model.objects.tiles }
        if changes.properties.contains(.ownKeys) { state.objects.custom = model.objects.custom }
        return state
    }
}

/// The number of unchanged sublayers at both ends of a list.
private struct KeptSublayers {
    var start = 0, end = 0

    init() {}

    init(_ old: [CALayer], _ new: [CALayer]) {
        old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                // The addresses are compared: reference counting would cost more than the comparison.
                let old = old.bindMemory(to: UInt.self), new = new.bindMemory(to: UInt.self)
                let most = min(old.count, new.count)
                while start < most, old[start] == new[start] { start += 1 }
                while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
            }
        }
    }
}
