import AgateDiagnostics
import CoreGraphics

extension RenderTree {
    /// Applies one commit. Layers and animations that the tree does not know, and links that would close a ring, are left out.
    package func apply(_ commit: Commit) {
        hasNews = true
        keepOldPictures(commit)
        var orphans: [Int32] = []
        for update in commit.updates { applyState(update, &orphans) }
        // All that leaves its place first: two layers may have changed places, one now in the other.
        for update in commit.updates { unlinkWhatLeft(update, &orphans) }
        for update in commit.updates { applyLinks(update) }
        if let newRoot = commit.root {
            if root >= 0 { orphans.append(root) }
            root = newRoot.flatMap { index[$0] } ?? -1
            if root >= 0, nodes[Int(root)].parent >= 0 { detach(root) }
            if root >= 0, nodes[Int(root)].timeSpace >= 0 { retimed.append(root) }
            needsRebuild = true
        }
        settleTiming()
        for change in commit.animations { applyAnimation(change) }
        recordEmitters(at: commit.time)
        for node in orphans where nodes[Int(node)].flags.contains(.live) && nodes[Int(node)].parent < 0 && node != root { freeSubtree(node) }
    }

    /// Transitions show what was there before any of the commit's updates.
    private func keepOldPictures(_ commit: Commit) {
        for case .add(let layer, let id, let spec) in commit.animations {
            guard case .transition(let transition) = spec.content, let node = index[layer] else { continue }
            beginTransition(on: node, animation: id, spec: transition, isNew: false, at: commit.time)
        }
    }

    private func applyState(_ update: LayerUpdate, _ orphans: inout [Int32]) {
        let node: Int32
        if let known = index[update.id] {
            // Links only.
            if update.changed.isEmpty { return }
            node = known
            let n = nodes + Int(node)
            if n.pointee.layerClass != update.layerClass { n.pointee.layerClass = update.layerClass; needsRebuild = true }
            if n.pointee.animated >= 0 {
                let slot = Int(n.pointee.animated)
                noteTiming(of: node, before: bases[slot], update.state)
                bases[slot] = update.state
                invalidate(slot)
            } else {
                noteTiming(of: node, before: n.pointee.state, update.state)
            }
            // Animations run over it in the next update.
            n.pointee.state = update.state
            n.pointee.flags.insert([.resourcesDirty])
            if update.state.extraBox == nil, n.pointee.flags.contains(.hasSublayerTransform) {
                n.pointee.flags.remove(.hasSublayerTransform)
                n.pointee.flags.insert(.needsAll)
            }
        } else {
            node = store.insert(RenderNode(id: update.id, layerClass: update.layerClass, state: update.state))
            index[update.id] = node
            orphans.append(node)
            nodes[Int(node)].flags.insert(.resourcesDirty)
            if let box = update.state.extraBox, !box.value.timing.isPlain { retimed.append(node) }
        }
        if update.state.objectsBox != nil {
            let objects = update.state.objects
            let mode = CompositingFilterName.blendMode(of: objects.compositingFilter)
            nodes[Int(node)].blendMode = mode
            CompositingFilterName.reportUnsupported(objects.filters)
            CompositingFilterName.reportUnsupported(objects.backgroundFilters)
        } else {
            nodes[Int(node)].blendMode = 0
        }
        if update.layerClass == .emitter { toldEmitters.append(node) }
        noteSampled(node)
        if update.layerClass == .tiled { noteTiles(node) }
        if update.state.objectsBox != nil { notePicture(node) }
    }

    private func unlinkWhatLeft(_ update: LayerUpdate, _ orphans: inout [Int32]) {
        guard update.mask != nil || update.sublayers != nil, let node = index[update.id] else { return }
        if let mask = update.mask, nodes[Int(node)].mask >= 0, nodes[Int(node)].mask != mask.flatMap({ index[$0] }) {
            unlink(nodes[Int(node)].mask, &orphans)
            nodes[Int(node)].mask = -1
            markDirty(node)
            needsRebuild = true
        }
        guard let (_, kept) = change(of: node, to: update.sublayers) else { return }
        let old = nodes[Int(node)].sublayers
        for child in old[kept.start..<(old.count - kept.end)] { unlink(child, &orphans) }
        nodes[Int(node)].sublayers.removeSubrange(kept.start..<(old.count - kept.end))
        nodes[Int(node)].paintOrder = []
        needsRebuild = true
    }

    /// The sublayers that a node is to have, and how many are the same at both ends already: what stands between them is what changes.
    /// Nil where nothing does.
    private func change(of node: Int32, to sublayers: [LayerID]?) -> (new: ContiguousArray<Int32>, kept: (start: Int, end: Int))? {
        guard let sublayers else { return nil }
        let old = nodes[Int(node)].sublayers
        var new = ContiguousArray<Int32>()
        new.reserveCapacity(sublayers.count)
        for id in sublayers { if let child = index[id] { new.append(child) } }
        if old == new { return nil }
        let most = min(old.count, new.count)
        var start = 0
        while start < most, old[start] == new[start] { start += 1 }
        var end = 0
        while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        return (new, (start, end))
    }

    private func applyLinks(_ update: LayerUpdate) {
        guard update.mask != nil || update.sublayers != nil, let node = index[update.id] else { return }
        if let mask = update.mask, let new = mask.flatMap({ index[$0] }), nodes[Int(node)].mask != new, mayLink(new, under: node) {
            if nodes[Int(new)].parent >= 0 { detach(new) }
            nodes[Int(new)].parent = node
            nodes[Int(new)].flags.insert(.isMask)
            nodes[Int(node)].mask = new
            noteTimingOfLink(new, under: node)
            markDirty(node)
            needsRebuild = true
        }
        guard let (new, kept) = change(of: node, to: update.sublayers) else { return }
        var linked = ContiguousArray<Int32>()
        linked.reserveCapacity(new.count)
        linked.append(contentsOf: new[0..<kept.start])
        for child in new[kept.start..<(new.count - kept.end)] {
            // Twice in one list, or a ring: the first link stays.
            guard mayLink(child, under: node), !(nodes[Int(child)].parent == node) else { continue }
            if nodes[Int(child)].parent >= 0 { detach(child) }
            nodes[Int(child)].parent = node
            nodes[Int(child)].flags.remove(.isMask)
            noteTimingOfLink(child, under: node)
            linked.append(child)
            nodes[Int(child)].flags.insert(.needsAll)
            markDirty(child)
        }
        linked.append(contentsOf: new[(new.count - kept.end)...])
        nodes[Int(node)].sublayers = linked
        nodes[Int(node)].paintOrder = []
        needsRebuild = true
        animatedOrderIsStale = true
    }

    private func mayLink(_ child: Int32, under node: Int32) -> Bool {
        var i = node
        if child == node || !nodes[Int(child)].sublayers.isEmpty || nodes[Int(child)].mask >= 0 {
            while i >= 0 {
                if i == child {
                    Diagnostic.report("rendertree.cyclic-link", "A layer can't be its own ancestor; the link is left out.")
                    return false
                }
                i = nodes[Int(i)].parent
            }
        }
        return true
    }

    private func unlink(_ child: Int32, _ orphans: inout [Int32]) {
        damageOld(child)
        nodes[Int(child)].parent = -1
        nodes[Int(child)].flags.remove(.isMask)
        orphans.append(child)
    }

    /// Takes a node out of the parent that still lists it.
    private func detach(_ node: Int32) {
        let parent = Int(nodes[Int(node)].parent)
        damageOld(node)
        nodes[Int(node)].parent = -1
        if nodes[parent].mask == node { nodes[parent].mask = -1; markDirty(Int32(parent)) }
        nodes[parent].sublayers.removeAll { $0 == node }
        nodes[parent].paintOrder = []
    }

    /// What a node drew in the last frame has to be drawn again without it.
    private func damageOld(_ node: Int32) {
        let n = nodes + Int(node)
        guard n.pointee.stamp == stamp else { return }
        let scope = n.pointee.environment.scope
        let unit = n.pointee.environment.unit
        if unit >= 0, nodes[Int(unit)].flags.contains(.live) { nodes[Int(unit)].flags.insert(.needsAll); markDirty(unit) }
        damageSteps(n.pointee.opStart, n.pointee.opEnd, scope: Int(scope) < scopes.count ? scope : -1, list.ops, scopes)
        if n.pointee.flags.contains(.isMask) && n.pointee.parent >= 0 { markDirty(n.pointee.parent) }
    }

    /// Forgets a node that the root no longer reaches, and all below it.
    func freeSubtree(_ top: Int32) {
        if !nodes[Int(top)].flags.contains(.isGhost) { damageOld(top) }
        var pending: ContiguousArray<Int32> = [top]
        while let node = pending.popLast() {
            let n = nodes + Int(node)
            pending.append(contentsOf: n.pointee.sublayers)
            if n.pointee.mask >= 0 { pending.append(n.pointee.mask) }
            if n.pointee.transition >= 0 {
                let index = n.pointee.transition
                if transitions[Int(index)].ghost >= 0 { pending.append(transitions[Int(index)].ghost) }
                transitions[Int(index)].ghost = -1
                transitions[Int(index)].isActive = false
                freeTransitions.append(index)
            }
            if n.pointee.emitter >= 0 { dropEmitter(n.pointee.emitter) }
            if n.pointee.animated >= 0 {
                dropRecord(Int(n.pointee.animated))
            }
            dropTimeSpace(of: node)
            if !n.pointee.flags.contains(.isGhost) { index[n.pointee.id] = nil }
            store.remove(node)
        }
        needsRebuild = true
    }

    // MARK: animations

    private func applyAnimation(_ change: AnimationChange) {
        switch change {
        case .add(let layer, let id, let spec):
            guard let node = index[layer] else { return }
            let n = nodes + Int(node)
            let compiled = CompiledAnimation(spec: spec, id: id, layerClass: n.pointee.layerClass)
            if let why = compiled.diagnostic {
                let name = n.pointee.state.objectsBox == nil ? nil : n.pointee.state.objects.name
                Diagnostic.report("animation.no-effect", "On \(name.map { "the layer “\($0)”" } ?? "a layer without a name"): \(why).")
            }
            if case .transition(let transition) = spec.content, n.pointee.transition < 0 {
                // New to the tree: it comes in over nothing.
                beginTransition(on: node, animation: id, spec: transition, isNew: true, at: time)
            }
            if n.pointee.animated < 0 {
                let record = AnimatedNode(node: node)
                if let free = freeAnimated.popLast() {
                    animated[Int(free)] = record
                    bases[Int(free)] = n.pointee.state
                    n.pointee.animated = free
                } else {
                    animated.append(record)
                    bases.append(n.pointee.state)
                    n.pointee.animated = Int32(animated.count - 1)
                }
                markDirty(node)
            }
            let slot = Int(n.pointee.animated)
            if animated[slot].list.contains(where: { $0.compiled.id == id }) { return }
            animated[slot].list.append(RunningAnimation(compiled: compiled))
            if n.pointee.layerClass == .emitter { toldEmitters.append(node) }
            invalidate(slot)
        case .remove(let layer, let id):
            guard let node = index[layer], nodes[Int(node)].animated >= 0 else { return }
            if nodes[Int(node)].layerClass == .emitter { toldEmitters.append(node) }
            let slot = Int(nodes[Int(node)].animated)
            animated[slot].list.removeAll { $0.compiled.id == id }
            invalidate(slot)
            if animated[slot].list.isEmpty { emptied.append(Int32(slot)) }
        }
    }
}
