import AgateDiagnostics
import CoreGraphics

extension RenderTree {
    /// Applies one commit. Layers and animations that are not in the tree, and links that would close a ring, are ignored.
    package func apply(_ commit: Commit) {
        hasChanges = true
        keepOldPictures(commit)
        var orphans: [Int32] = []
        commit.updates.withUnsafeBufferPointer { updates in
            var linked: ContiguousArray<Int> = []
            guard let first = updates.baseAddress else { return }
            // Nodes are large: growing their storage step by step would copy each several times.
            if updates.count > 64 { nodes.reserve(updates.lazy.filter { $0.changed == .all && self.nodes.index[$0.id] == nil }.count) }
            for i in updates.indices {
                let isNew = applyState(first + i, &orphans)
                if (first + i).pointee.mayLink(isNew: isNew) { linked.append(i) }
            }
            // Removals come first: two layers may have changed places, so that one is now in the other.
            for i in linked { unlinkWhatLeft(first + i, &orphans) }
            for i in linked { applyLinks(first + i) }
        }
        if let newRoot = commit.root {
            if nodes.root >= 0 { orphans.append(nodes.root) }
            nodes.root = newRoot.flatMap { nodes.index[$0] } ?? -1
            if nodes.root >= 0, nodes[nodes.root].pointee.parent >= 0 { detach(nodes.root) }
            if nodes.root >= 0, nodes[nodes.root].pointee.timeSpace >= 0 { timeline.spaces.retimed.append(nodes.root) }
            nodes.needsRebuild = true
        }
        timeline.settleTiming()
        for change in commit.animations { timeline.apply(change) }
        timeline.recordEmitters(at: commit.time)
        for node in orphans where nodes.isLive(node) && nodes[node].pointee.parent < 0 && node != nodes.root {
            freeSubtree(node)
        }
    }

    /// Keeps the old pictures of transitions, before any of the commit's updates is applied.
    private func keepOldPictures(_ commit: Commit) {
        for case .add(let layer, let id, let spec) in commit.animations {
            guard case .transition(let transition) = spec.content, let node = nodes.index[layer] else { continue }
            timeline.beginTransition(on: node, animation: id, spec: transition, isNew: false, at: commit.time)
        }
    }

    /// Applies the state, and returns whether the layer is new to the tree. Through a pointer: an update is large, and a copy of it retains
    /// a reference for each of its parts.
    private func applyState(_ update: UnsafePointer<LayerUpdate>, _ orphans: inout [Int32]) -> Bool {
        let node: Int32, isNew: Bool
        if let known = nodes.index[update.pointee.id] {
            // The update has links only.
            if update.pointee.changed.isEmpty { return false }
            (node, isNew) = (known, false)
            let n = nodes[node]
            if update.pointee.changed == .ownKeys {
                applyOwnKeys(update, n)
                return false
            }
            if n.pointee.layerClass != update.pointee.layerClass {
                n.pointee.layerClass = update.pointee.layerClass; nodes.needsRebuild = true
            }
            if n.pointee.animated >= 0 {
                let slot = Int(n.pointee.animated)
                timeline.noteTiming(of: node, before: timeline.bases[slot].extraBox, update.pointee.state.extraBox)
                timeline.bases[slot] = update.pointee.state
                timeline.invalidate(slot)
            } else {
                timeline.noteTiming(of: node, before: n.pointee.state.extraBox, update.pointee.state.extraBox)
            }
            // Animations are applied to this state in the next update.
            n.pointee.state = update.pointee.state
            n.pointee.flags.insert(.resourcesDirty)
            if update.pointee.state.extraBox == nil, n.pointee.flags.contains(.hasSublayerTransform) {
                n.pointee.flags.remove(.hasSublayerTransform)
                n.pointee.flags.insert(.needsAll)
            }
        } else {
            node = nodes.insert(RenderNode(id: update.pointee.id, layerClass: update.pointee.layerClass, state: update.pointee.state))
            isNew = true
            nodes.index[update.pointee.id] = node
            orphans.append(node)
            nodes[node].pointee.flags.insert(.resourcesDirty)
            if let box = update.pointee.state.extraBox, !box.value.timing.isPlain { timeline.spaces.retimed.append(node) }
        }
        if let objects = update.pointee.state.objectsBox?.pointer {
            nodes[node].pointee.blendMode = CompositingFilterName.blendMode(of: objects.pointee.compositingFilter)
            if objects.pointee.filters != nil { CompositingFilterName.reportUnsupported(objects.pointee.filters) }
            if objects.pointee.backgroundFilters != nil { CompositingFilterName.reportUnsupported(objects.pointee.backgroundFilters) }
        } else {
            nodes[node].pointee.blendMode = .normal
        }
        if update.pointee.layerClass == .emitter { timeline.emitters.changed.append(node) }
        nodes.noteSampled(node)
        if update.pointee.layerClass == .tiled { timeline.noteTiles(node) }
        if update.pointee.state.objectsBox != nil { timeline.notePicture(node) }
        return isNew
    }

    /// Applies the values of custom keys. They are not drawn; animations of such keys begin with them.
    private func applyOwnKeys(_ update: UnsafePointer<LayerUpdate>, _ n: UnsafeMutablePointer<RenderNode>) {
        let custom = update.pointee.state.objects.custom
        if n.pointee.animated >= 0 {
            timeline.bases[Int(n.pointee.animated)].objects.custom = custom
            timeline.invalidate(Int(n.pointee.animated))
        } else {
            n.pointee.state.objects.custom = custom
        }
    }

    private func unlinkWhatLeft(_ update: UnsafePointer<LayerUpdate>, _ orphans: inout [Int32]) {
        guard let node = nodes.index[update.pointee.id] else { return }
        if let mask = update.pointee.mask, nodes[node].pointee.mask >= 0, nodes[node].pointee.mask != mask.flatMap({ nodes.index[$0] }) {
            unlink(nodes[node].pointee.mask, &orphans)
            nodes[node].pointee.mask = -1
            nodes.markDirty(node)
            nodes.needsRebuild = true
        }
        guard let (_, start, end) = change(of: node, by: update) else { return }
        let range = start..<(nodes[node].pointee.sublayers.count - end)
        if range.isEmpty { return }
        let isSeen = nodes[node].pointee.stamp == nodes.stamp, edits = isSeen && scene.splicer.mayEdit(node)
        for at in range {
            let child = nodes[node].pointee.sublayers[at]
            if edits { scene.splicer.clear(child) }
            unlink(child, &orphans)
        }
        nodes[node].pointee.sublayers.removeSubrange(range)
        if edits, scene.splicer.mayEdit(node) {
            nodes[node].pointee.paintOrder.removeAll { nodes[$0].pointee.parent != node }
        } else {
            nodes[node].pointee.paintOrder = []
            if isSeen { nodes.needsRebuild = true }
        }
    }

    /// Returns the new sublayers between those that are unchanged at both ends, and the numbers of these. Nil if nothing changes.
    private func change(
        of node: Int32, by update: UnsafePointer<LayerUpdate>
    ) -> (new: ContiguousArray<Int32>, start: Int, end: Int)? {
        guard let sublayers = update.pointee.sublayers else { return nil }
        var new = ContiguousArray<Int32>()
        new.reserveCapacity(sublayers.count)
        for id in sublayers { if let child = nodes.index[id] { new.append(child) } }
        return nodes[node].pointee.sublayers.withUnsafeBufferPointer { old in
            var start = min(update.pointee.keptAtStart, old.count), end = min(update.pointee.keptAtEnd, old.count - start)
            var first = 0, last = new.count
            while start < old.count - end, first < last, old[start] == new[first] { start += 1; first += 1 }
            while end < old.count - start, first < last, old[old.count - 1 - end] == new[last - 1] { end += 1; last -= 1 }
            if first == last, start + end == old.count { return nil }
            return (ContiguousArray(new[first..<last]), start, end)
        }
    }

    private func applyLinks(_ update: UnsafePointer<LayerUpdate>) {
        guard let node = nodes.index[update.pointee.id] else { return }
        if let mask = update.pointee.mask, let new = mask.flatMap({ nodes.index[$0] }), nodes[node].pointee.mask != new,
            mayLink(new, under: node)
        {
            if nodes[new].pointee.parent >= 0 { detach(new) }
            nodes[new].pointee.parent = node
            nodes[new].pointee.flags.insert(.isMask)
            nodes[node].pointee.mask = new
            timeline.noteTimingOfLink(new, under: node)
            nodes.markDirty(node)
            nodes.needsRebuild = true
        }
        guard let (new, start, _) = change(of: node, by: update) else { return }
        let isSeen = nodes[node].pointee.stamp == nodes.stamp, edits = isSeen && scene.splicer.mayEdit(node)
        var linked = ContiguousArray<Int32>()
        linked.reserveCapacity(new.count)
        for child in new {
            // A duplicate in the list, or a ring: the first link is kept.
            guard mayLink(child, under: node), !(nodes[child].pointee.parent == node) else { continue }
            if nodes[child].pointee.parent >= 0 { detach(child) }
            nodes[child].pointee.parent = node
            nodes[child].pointee.flags.remove(.isMask)
            timeline.noteTimingOfLink(child, under: node)
            linked.append(child)
            // The layer may have been invisible in its old place and be visible here.
            if nodes[child].pointee.animated >= 0, timeline.animated[Int(nodes[child].pointee.animated)].isAsleep {
                timeline.invalidate(Int(nodes[child].pointee.animated))
            }
            nodes[child].pointee.flags.insert(.needsAll)
            nodes.markDirty(child)
            if edits { scene.splicer.arrive(child) }
        }
        nodes[node].pointee.sublayers.insert(contentsOf: linked, at: min(start, nodes[node].pointee.sublayers.count))
        timeline.agenda.orderIsStale = true
        if edits { return }
        nodes[node].pointee.paintOrder = []
        // Layers linked to one that is not in the picture are drawn when that one is.
        if isSeen { nodes.needsRebuild = true }
    }

    private func mayLink(_ child: Int32, under node: Int32) -> Bool {
        var i = node
        if child == node || !nodes[child].pointee.sublayers.isEmpty || nodes[child].pointee.mask >= 0 {
            while i >= 0 {
                if i == child {
                    Diagnostic.report("rendertree.cyclic-link", "a layer can't be its own ancestor; the link is ignored")
                    return false
                }
                i = nodes[i].pointee.parent
            }
        }
        return true
    }

    private func unlink(_ child: Int32, _ orphans: inout [Int32]) {
        damageOld(child)
        nodes[child].pointee.parent = -1
        nodes[child].pointee.flags.remove(.isMask)
        orphans.append(child)
    }

    /// Removes a node from the parent that still lists it.
    private func detach(_ node: Int32) {
        let parent = nodes[node].pointee.parent
        damageOld(node)
        nodes[node].pointee.parent = -1
        if nodes[parent].pointee.mask == node {
            nodes[parent].pointee.mask = -1
            nodes.markDirty(parent)
        }
        nodes[parent].pointee.sublayers.removeAll { $0 == node }
        nodes[parent].pointee.paintOrder = []
        nodes.needsRebuild = true
    }

    /// Damages the pixels that a node drew in the last frame, since the next one is drawn without it.
    private func damageOld(_ node: Int32) {
        scene.damageOps(of: node)
        let n = nodes[node]
        if n.pointee.stamp == nodes.stamp, n.pointee.flags.contains(.isMask), n.pointee.parent >= 0 { nodes.markDirty(n.pointee.parent) }
    }

    /// Frees a subtree that is no longer reachable from the root.
    private func freeSubtree(_ top: Int32) {
        if !nodes[top].pointee.flags.contains(.isGhost) { damageOld(top) }
        timeline.freeSubtree(top)
    }
}

extension LayerUpdate {
    /// Returns whether the update may change links. Most layers that are new to a tree have neither sublayers nor a mask.
    @inline(__always)
    fileprivate func mayLink(isNew: Bool) -> Bool {
        isNew ? !(sublayers?.isEmpty ?? true) || (mask ?? nil) != nil : sublayers != nil || mask != nil
    }
}
