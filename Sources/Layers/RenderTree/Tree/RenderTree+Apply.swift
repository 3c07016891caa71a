import AgateDiagnostics
import CoreGraphics

extension RenderTree {
    /// Applies one commit. Layers and animations that the tree does not know, and links that would close a ring, are left out.
    package func apply(_ commit: Commit) {
        hasChanges = true
        keepOldPictures(commit)
        var orphans: [Int32] = []
        commit.updates.withUnsafeBufferPointer { updates in
            var linked: ContiguousArray<Int> = []
            guard let first = updates.baseAddress else { return }
            for i in updates.indices {
                applyState(first + i, &orphans)
                if (first + i).pointee.sublayers != nil || (first + i).pointee.mask != nil { linked.append(i) }
            }
            // All that leaves its place first: two layers may have changed places, one now in the other.
            for i in linked { unlinkWhatLeft(updates[i], &orphans) }
            for i in linked { applyLinks(updates[i]) }
        }
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
        for node in orphans where nodes[Int(node)].flags.contains(.live) && nodes[Int(node)].parent < 0 && node != root {
            freeSubtree(node)
        }
    }

    /// Transitions show what was there before any of the commit's updates.
    private func keepOldPictures(_ commit: Commit) {
        for case .add(let layer, let id, let spec) in commit.animations {
            guard case .transition(let transition) = spec.content, let node = index[layer] else { continue }
            beginTransition(on: node, animation: id, spec: transition, isNew: false, at: commit.time)
        }
    }

    /// Through a pointer: an update is large, and a copy of it counts a reference for each of its parts.
    private func applyState(_ update: UnsafePointer<LayerUpdate>, _ orphans: inout [Int32]) {
        let node: Int32
        if let known = index[update.pointee.id] {
            // Links only.
            if update.pointee.changed.isEmpty { return }
            node = known
            let n = nodes + Int(node)
            if update.pointee.changed == .ownKeys { return applyOwnKeys(update, n) }
            if n.pointee.layerClass != update.pointee.layerClass { n.pointee.layerClass = update.pointee.layerClass; needsRebuild = true }
            if n.pointee.animated >= 0 {
                let slot = Int(n.pointee.animated)
                noteTiming(of: node, before: bases[slot], update.pointee.state)
                bases[slot] = update.pointee.state
                invalidate(slot)
            } else {
                noteTiming(of: node, before: n.pointee.state, update.pointee.state)
            }
            // Animations run over it in the next update.
            n.pointee.state = update.pointee.state
            n.pointee.flags.insert(.resourcesDirty)
            if update.pointee.state.extraBox == nil, n.pointee.flags.contains(.hasSublayerTransform) {
                n.pointee.flags.remove(.hasSublayerTransform)
                n.pointee.flags.insert(.needsAll)
            }
        } else {
            node = store.insert(RenderNode(id: update.pointee.id, layerClass: update.pointee.layerClass, state: update.pointee.state))
            index[update.pointee.id] = node
            orphans.append(node)
            nodes[Int(node)].flags.insert(.resourcesDirty)
            if let box = update.pointee.state.extraBox, !box.value.timing.isPlain { retimed.append(node) }
        }
        if let objects = update.pointee.state.objectsBox?.pointer {
            nodes[Int(node)].blendMode = CompositingFilterName.blendMode(of: objects.pointee.compositingFilter)
            if objects.pointee.filters != nil { CompositingFilterName.reportUnsupported(objects.pointee.filters) }
            if objects.pointee.backgroundFilters != nil { CompositingFilterName.reportUnsupported(objects.pointee.backgroundFilters) }
        } else {
            nodes[Int(node)].blendMode = 0
        }
        if update.pointee.layerClass == .emitter { changedEmitters.append(node) }
        noteSampled(node)
        if update.pointee.layerClass == .tiled { noteTiles(node) }
        if update.pointee.state.objectsBox != nil { notePicture(node) }
    }

    /// Nothing is drawn of them; they are what animations of such keys begin with.
    private func applyOwnKeys(_ update: UnsafePointer<LayerUpdate>, _ n: UnsafeMutablePointer<RenderNode>) {
        let custom = update.pointee.state.objects.custom
        if n.pointee.animated >= 0 {
            bases[Int(n.pointee.animated)].objects.custom = custom
            invalidate(Int(n.pointee.animated))
        } else {
            n.pointee.state.objects.custom = custom
        }
    }

    private func unlinkWhatLeft(_ update: LayerUpdate, _ orphans: inout [Int32]) {
        guard update.mask != nil || update.sublayers != nil, let node = index[update.id] else { return }
        if let mask = update.mask, nodes[Int(node)].mask >= 0, nodes[Int(node)].mask != mask.flatMap({ index[$0] }) {
            unlink(nodes[Int(node)].mask, &orphans)
            nodes[Int(node)].mask = -1
            markDirty(node)
            needsRebuild = true
        }
        guard let (_, start, end) = change(of: node, by: update) else { return }
        let range = start..<(nodes[Int(node)].sublayers.count - end)
        if range.isEmpty { return }
        let isSeen = nodes[Int(node)].stamp == stamp, edits = isSeen && mayEdit(node)
        for at in range {
            let child = nodes[Int(node)].sublayers[at]
            if edits { clearOps(of: child) }
            unlink(child, &orphans)
        }
        nodes[Int(node)].sublayers.removeSubrange(range)
        if edits, mayEdit(node) {
            nodes[Int(node)].paintOrder.removeAll { nodes[Int($0)].parent != node }
        } else {
            nodes[Int(node)].paintOrder = []
            if isSeen { needsRebuild = true }
        }
    }

    /// What stands between the sublayers that are the same at both ends already, and how many these are. Nil where nothing changes.
    private func change(of node: Int32, by update: LayerUpdate) -> (new: ContiguousArray<Int32>, start: Int, end: Int)? {
        guard let sublayers = update.sublayers else { return nil }
        var new = ContiguousArray<Int32>()
        new.reserveCapacity(sublayers.count)
        for id in sublayers { if let child = index[id] { new.append(child) } }
        return nodes[Int(node)].sublayers.withUnsafeBufferPointer { old in
            var start = min(update.keptAtStart, old.count), end = min(update.keptAtEnd, old.count - start)
            var first = 0, last = new.count
            while start < old.count - end, first < last, old[start] == new[first] { start += 1; first += 1 }
            while end < old.count - start, first < last, old[old.count - 1 - end] == new[last - 1] { end += 1; last -= 1 }
            if first == last, start + end == old.count { return nil }
            return (ContiguousArray(new[first..<last]), start, end)
        }
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
        guard let (new, start, _) = change(of: node, by: update) else { return }
        let isSeen = nodes[Int(node)].stamp == stamp, edits = isSeen && mayEdit(node)
        var linked = ContiguousArray<Int32>()
        linked.reserveCapacity(new.count)
        for child in new {
            // Twice in one list, or a ring: the first link stays.
            guard mayLink(child, under: node), !(nodes[Int(child)].parent == node) else { continue }
            if nodes[Int(child)].parent >= 0 { detach(child) }
            nodes[Int(child)].parent = node
            nodes[Int(child)].flags.remove(.isMask)
            noteTimingOfLink(child, under: node)
            linked.append(child)
            // Unseen where it was, it may be seen here.
            if nodes[Int(child)].animated >= 0, animated[Int(nodes[Int(child)].animated)].isAsleep {
                invalidate(Int(nodes[Int(child)].animated))
            }
            nodes[Int(child)].flags.insert(.needsAll)
            markDirty(child)
            if edits { arrive(child) }
        }
        nodes[Int(node)].sublayers.insert(contentsOf: linked, at: min(start, nodes[Int(node)].sublayers.count))
        animatedOrderIsStale = true
        if edits { return }
        nodes[Int(node)].paintOrder = []
        // What is linked to something that is not in the picture is found when that comes there.
        if isSeen { needsRebuild = true }
    }

    private func mayLink(_ child: Int32, under node: Int32) -> Bool {
        var i = node
        if child == node || !nodes[Int(child)].sublayers.isEmpty || nodes[Int(child)].mask >= 0 {
            while i >= 0 {
                if i == child {
                    Diagnostic.report("rendertree.cyclic-link", "a layer can't be its own ancestor; the link is ignored")
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
        needsRebuild = true
    }

    /// What a node drew in the last frame has to be drawn again without it.
    private func damageOld(_ node: Int32) {
        let n = nodes + Int(node)
        guard n.pointee.stamp == stamp else { return }
        let scope = n.pointee.environment.scope
        let unit = n.pointee.environment.unit
        if unit >= 0, nodes[Int(unit)].flags.contains(.live) { nodes[Int(unit)].flags.insert(.needsAll); markDirty(unit) }
        damageOps(n.pointee.opStart, n.pointee.opEnd, scope: Int(scope) < scopes.count ? scope : -1, list.ops, scopes)
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
            if n.pointee.stamp == stamp { needsRebuild = true }
            store.remove(node)
        }
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
                Diagnostic.report("animation.no-effect", "\(name.map { "the layer “\($0)”" } ?? "a layer without a name"): \(why)")
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
            if n.pointee.layerClass == .emitter { changedEmitters.append(node) }
            invalidate(slot)
        case .remove(let layer, let id):
            guard let node = index[layer], nodes[Int(node)].animated >= 0 else { return }
            if nodes[Int(node)].layerClass == .emitter { changedEmitters.append(node) }
            let slot = Int(nodes[Int(node)].animated)
            animated[slot].list.removeAll { $0.compiled.id == id }
            invalidate(slot)
            if animated[slot].list.isEmpty { emptied.append(Int32(slot)) }
        }
    }
}
