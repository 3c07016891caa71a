import AgateDiagnostics
import CoreGraphics
import RenderTree

// The phases of a commit: layout and display until no more is requested, then one Commit for each context that changed.

extension TransactionThread {
    /// The maximum number of rounds in which layout and display may request more of either. The commit then proceeds without them.
    private static let phaseLimit = 16

    /// Commits the only remaining scope. Its settings remain in effect meanwhile.
    func commitOutermost() {
        isCommitting = true
        wantsFlush = false
        if Watch.isOn { Watch.note(.commit, isImplicit: scopes[0].isImplicit, "to the render tree") }
        let waiting = prepare()
        drawOldPictures()
        // Values that the render tree has received may be the last references to objects of the program. They are released after the lock.
        let sent = LayerLock.withLock { send() }
        isCommitting = false
        let scope = scopes.removeLast()
        sent.finish()
        AnimationEnd.post(sent.ends)
        scope.group?.close()
        if !waiting.isEmpty {
            ensureTransaction()
            LayerLock.withLock { for root in waiting { willDisplay(root) } }
        }
        for context in sent.tiled { context.refreshTiles() }
    }

    /// Performs layout, then display, superlayers before sublayers, until no layout is requested. Their changes join this commit. Returns
    /// the roots with layers that were marked for display during display; these are left to the next commit.
    private func prepare() -> [CALayer] {
        var roots: [CALayer] = []
        var rounds = 0
        var isWaiting = false, wantsLayout = false
        repeat {
            // Usually all layers belong to one context.
            LayerLock.withLock {
                var last: UInt64 = 0
                for at in work.prepared..<work.touched.count {
                    guard let record = work.touched[at].live, record.contextNumber != last else { continue }
                    last = record.contextNumber
                    add(record.context?.layer, to: &roots)
                }
                for context in work.contexts { add(context.layer, to: &roots) }
            }
            work.prepared = work.touched.count
            isWaiting = false
            for root in roots where root.layOutTree(of: self) { isWaiting = true }
            let marks = (layout: layoutMarks, display: displayMarks)
            for root in roots where root.wantsDisplay { root.displayTree(of: self) }
            rounds += 1
            // Remaining marks may be those of other threads, whose commits handle them.
            wantsLayout = isWaiting || layoutMarks != marks.layout
            isWaiting = wantsLayout || displayMarks != marks.display
        } while rounds < Self.phaseLimit && (work.prepared < work.touched.count || wantsLayout)
        return isWaiting ? roots.filter { $0.wantsDisplay || $0.wantsLayout } : []
    }

    /// Draws the tiles of the old pictures of contexts in which a transition begins.
    private func drawOldPictures() {
        var drawn: [LayerContext] = []
        for layer in work.animating {
            guard let context = layer.liveContext, LayerLock.withLock({ !context.tiles.isEmpty }),
                !drawn.contains(identicalTo: context)
            else { continue }
            guard LayerLock.withLock({ layer.animationStore?.entries.contains(where: \.beginsTransition) ?? false }) else { continue }
            drawn.append(context)
            context.drawTilesOfOldPictures(work.touched)
        }
    }

    private func add(_ root: CALayer?, to roots: inout [CALayer]) {
        if let root, !roots.contains(identicalTo: root) { roots.append(root) }
    }

    /// Makes and sends the commits. Call under the lock.
    private func send() -> SentWork {
        let touched = take(&work.touched)
        work.prepared = 0
        let rootsChanged = take(&work.contexts)
        let animating = take(&work.animating)
        let removed = take(&work.removed)

        var builders: [ObjectIdentifier: CommitBuilder] = [:]
        var order: [CommitBuilder] = []
        func builder(_ context: LayerContext) -> CommitBuilder {
            if let last = order.last, last.context === context { return last }
            if let builder = builders[ObjectIdentifier(context)] { return builder }
            let builder = CommitBuilder(context, for: self)
            builders[ObjectIdentifier(context)] = builder
            order.append(builder)
            return builder
        }
        for context in rootsChanged { builder(context).changeRoot() }
        for layer in touched {
            guard let record = layer.live else { continue }
            if let last = order.last, record.contextNumber == last.context.number {
                last.touched.append(layer)
            } else if let context = record.context {
                builder(context).touched.append(layer)
            }
        }
        for layer in animating {
            if let last = order.last, layer.isShown(by: last.context) { continue }
            if let context = layer.liveContext { _ = builder(context) }
        }

        var ends: [AnimationEnd] = []
        var neverShown: [CALayer] = []
        for builder in order { builder.collectLayers(&ends) }
        for entry in removed {
            if entry.isSent, let layer = entry.layer {
                if let last = order.last, entry.contextNumber == last.context.number {
                    if layer.isShown(by: last.context) { last.remove(entry, of: layer) }
                } else if let context = entry.context, layer.isShown(by: context) {
                    builder(context).remove(entry, of: layer)
                }
            }
            entry.layer?.animationStore?.removalIsCommitted(entry)
            ends.append(AnimationEnd(entry: entry, reason: entry.reason, startsFirst: false))
        }
        for builder in order { for layer in builder.resuming { if let store = layer.animationStore { builder.send(store, on: layer) } } }
        for layer in animating {
            guard let store = layer.animationStore else { continue }
            if let last = order.last, layer.isShown(by: last.context) {
                last.send(store, on: layer)
            } else if let context = layer.liveContext {
                builder(context).send(store, on: layer)
            } else if layer.needs.contains(.keepsAnimations) {
                // The animations wait for the first tree that shows the layer, regardless of the thread that commits.
                for entry in store.entries where entry.thread == number { entry.thread = 0 }
            } else {
                // The layer is not in a shown tree: its animations start and stop here. Those that remain after their end, and for which
                // nothing waits, remain here too, for the first tree that shows the layer: trees for films exist long before they are
                // drawn.
                for entry in store.entries where entry.thread == number && entry.waitsForATree { entry.thread = 0 }
                let over = store.entries.filter { !$0.isSuspended && ($0.thread == number || $0.thread == 0) && !$0.waitsForATree }
                if over.contains(where: { !$0.wasAddedWhileShown }) { neverShown.append(layer) }
                for entry in over { ends.append(AnimationEnd(entry: entry, reason: .notShown, startsFirst: true)) }
                store.entries.removeAll { entry in over.contains(identicalTo: entry) }
                store.committed = []
            }
        }
        for builder in order { builder.submit() }
        return SentWork(
            ends: ends, tiled: order.map(\.context).filter { !$0.tiles.isEmpty }, neverShown: neverShown, builders: order,
            released: [touched, animating], removed: removed)
    }
}

/// The work that a commit leaves for after the lock.
private struct SentWork {
    /// The animations that end with the commit.
    let ends: [AnimationEnd]
    /// Contexts with tiled layers, which may now need other tiles.
    let tiled: [LayerContext]
    /// Layers whose animations are never shown.
    let neverShown: [CALayer]
    let builders: [CommitBuilder]
    let released: [[CALayer]]
    let removed: [AnimationEntry]

    func finish() {
        for layer in neverShown { AnimationReport.notShown(layer) }
        for builder in builders { builder.finish() }
    }
}

extension AnimationEntry {
    fileprivate var beginsTransition: Bool {
        if !isSent, case .transition = spec.content { return true }
        return false
    }
}

extension CALayer {
    fileprivate var wantsLayout: Bool { LayerLock.withLock { !needs.isDisjoint(with: .anyLayout) } }
    fileprivate var wantsDisplay: Bool { LayerLock.withLock { !needs.isDisjoint(with: .anyDisplay) } }

    /// The topmost ancestor, or this layer if it has no superlayer.
    var rootLayer: CALayer {
        LayerLock.withLock {
            var layer = self
            while let parent = layer.parentNow { layer = parent }
            return layer
        }
    }
}

private func take<Element>(_ array: inout [Element]) -> [Element] {
    let taken = array
    array = []
    return taken
}
