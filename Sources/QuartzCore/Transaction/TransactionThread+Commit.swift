import CoreGraphics
import RenderTree

// The phases of a commit: layout and display until nothing asks for more, then one Commit for each context that changed.

extension TransactionThread {
    /// How often layout and display may ask for layout and display again before the commit goes on without them.
    private static let phaseLimit = 16

    /// Commits the only scope left. Its settings stay in force meanwhile.
    func commitOutermost() {
        isCommitting = true
        wantsFlush = false
        if Watch.isOn { Watch.note(.commit, isImplicit: scopes[0].isImplicit, "to the render tree") }
        let waiting = prepare()
        drawOldPictures()
        let (ended, contexts) = LayerLock.withLock { send() }
        isCommitting = false
        let scope = scopes.removeLast()
        AnimationEnd.post(ended)
        scope.group?.close()
        for root in waiting { CATransaction.willUpdate(root) }
        for context in contexts { context.refreshTiles() }
    }

    /// Layout, then display, superlayers before sublayers, until no layout is wanted. What they change joins this commit.
    /// Answers the roots under which something was marked for display while it was displayed: that is the next commit's.
    private func prepare() -> [CALayer] {
        var roots: [CALayer] = []
        var rounds = 0
        repeat {
            // Mostly all layers are one context's.
            var last: UInt64 = 0
            for at in work.prepared..<work.touched.count {
                guard let record = work.touched[at].live, record.contextNumber != last else { continue }
                last = record.contextNumber
                add(record.context?.layer, to: &roots)
            }
            work.prepared = work.touched.count
            for context in work.contexts { add(context.layer, to: &roots) }
            for root in roots { root.layOutTree() }
            for root in roots where root.wantsDisplay { root.displayTree() }
            rounds += 1
        } while rounds < Self.phaseLimit && (work.prepared < work.touched.count || roots.contains(where: \.wantsLayout))
        return roots.filter { $0.wantsDisplay || $0.wantsLayout }
    }

    /// Where a transition begins.
    private func drawOldPictures() {
        var drawn: [LayerContext] = []
        for layer in work.animating {
            guard let context = layer.liveContext, !context.tiles.isEmpty, !drawn.contains(where: { $0 === context }) else { continue }
            guard let store = layer.animationStore, store.entries.contains(where: \.beginsTransition) else { continue }
            drawn.append(context)
            context.drawTilesOfOldPictures(work.touched)
        }
    }

    private func add(_ root: CALayer?, to roots: inout [CALayer]) {
        if let root, !roots.contains(where: { $0 === root }) { roots.append(root) }
    }

    /// Makes and sends the commits. Answers the animations that end with it, and the contexts with tiled layers, which may now need others.
    private func send() -> (ended: [AnimationEnd], tiled: [LayerContext]) {
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
            let builder = CommitBuilder(context)
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
        for builder in order { builder.collectLayers(&ends) }
        for entry in removed {
            if entry.isSent, let layer = entry.layer {
                if let last = order.last, entry.contextNumber == last.context.number {
                    if layer.isShown(by: last.context) { last.remove(entry, of: layer) }
                } else if let context = entry.context, layer.isShown(by: context) {
                    builder(context).remove(entry, of: layer)
                }
            }
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
                // They wait for the first tree that shows it.
            } else {
                // Not in a shown tree: its animations start and stop here.
                if store.entries.contains(where: { !$0.isSuspended && !$0.wasAddedWhileShown }) { AnimationReport.notShown(layer) }
                for entry in store.entries where !entry.isSuspended {
                    ends.append(AnimationEnd(entry: entry, reason: .notShown, startsFirst: true))
                }
                store.entries.removeAll { !$0.isSuspended }
                store.committed = []
            }
        }
        for builder in order { builder.submit() }
        return (ends, order.map(\.context).filter { !$0.tiles.isEmpty })
    }
}

extension AnimationEntry {
    fileprivate var beginsTransition: Bool {
        if !isSent, case .transition = spec.content { return true }
        return false
    }
}

extension CALayer {
    fileprivate var wantsLayout: Bool { !needs.isDisjoint(with: [.layout, .subtreeLayout]) }
    fileprivate var wantsDisplay: Bool { !needs.isDisjoint(with: [.display, .subtreeDisplay]) }

    /// The topmost layer above, or this one.
    var rootLayer: CALayer {
        var layer = self
        while let parent = layer.parent { layer = parent }
        return layer
    }
}

private func take<Element>(_ array: inout [Element]) -> [Element] {
    let taken = array
    array = []
    return taken
}
