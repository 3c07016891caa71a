// The update of the list: moves, patches, insertions; or a build
//
//     input         step             effect                                                         if it fails
//     orderDirty    reorder          rotates the ops of layers whose zPosition passed a sibling's   -> rebuild
//     dirty         patch            overwrites ops in place                                        -> rebuild
//     arrivals      spliceArrivals   writes the ops of new sublayers and rotates them into place    -> rebuild
//     scopes        settleScopes     updates the bounds of groups and clips around what changed
//
// Moves come first: they need only the ranges, and patches then write into the final places. Insertions come last: a new sublayer takes
// the environment of a sibling and the space of its superlayer, which patches update. Removed sublayers were emptied by the commit.
//
// Any step may find that it needs other ops than there are. It then leaves the list half changed, which is safe for two reasons: whatever
// was written or moved has already added its old and new pixels to the damage, and each node that is done has a range that names its ops.
// The build compares with this list, and damages as a whole the node at which the step failed, with everything below it (`needsAll`).

import CoreGraphics

extension Scene {
    /// Updates the list from the nodes. Returns true if it was rebuilt.
    func refreshList() -> Bool {
        if !nodes.orderDirty.isEmpty, !splicer.reorder() { nodes.needsRebuild = true }
        if !nodes.needsRebuild && nodes.dirty.isEmpty && splicer.arrivals.isEmpty { return false }
        if !nodes.needsRebuild && patch() && spliceArrivals() {
            editor.settleScopes()
            return false
        }
        rebuild()
        return true
    }

    /// Inserts the ops of new sublayers, after all patches. Returns false if the list has to be rebuilt.
    private func spliceArrivals() -> Bool {
        guard splicer.mayInsert else { return false }
        for node in splicer.arrivals where nodes.isLive(node) && nodes[node].pointee.flags.contains(.isArriving) {
            guard let insertion = splicer.begin(node) else { return false }
            emit(node, in: insertion.space, insertion.environment, all: true)
            guard splicer.finish(insertion) else { return false }
            indexes.add(node)
        }
        splicer.forgetArrivals()
        return true
    }

    /// Overwrites the ops of the dirty nodes. Returns false if different ops are needed.
    private func patch() -> Bool {
        editor.pass = .patch
        if !indexes.isEmpty { noteChanges() }
        var place = 0
        while place < nodes.dirty.count {
            var target = nodes.dirty[place]
            place += 1
            if place + Prefetch.distance < nodes.dirty.count {
                // Possibly a freed slot, whose memory is valid, too.
                Prefetch.node(nodes.base + Int(nodes.dirty[place + Prefetch.distance]))
            }
            // Already drawn with an ancestor, or removed.
            guard nodes.isLive(target), nodes[target].pointee.flags.contains(.dirty) else { continue }
            let d = nodes[target]
            guard d.pointee.stamp == nodes.stamp else {
                // Its ops are made when it is inserted.
                if d.pointee.flags.contains(.isArriving) { continue }
                let parent = d.pointee.parent
                if nodes.canShow(target), parent >= 0, nodes[parent].pointee.stamp == nodes.stamp, nodes.canShow(parent) {
                    // It was left out, and now it may show. Below a hidden parent it can't show, whatever its own changes.
                    d.pointee.flags.insert(.needsAll)
                    return false
                }
                d.pointee.flags.remove(.dirty)
                continue
            }
            if d.pointee.environment.unit >= 0, d.pointee.environment.unit != target {
                target = d.pointee.environment.unit
                nodes.markDirty(target)
            }
            if !indexes.isEmpty, let deferred = indexes.outermostDeferred(at: target) {
                target = deferred
                nodes[target].pointee.flags.insert(.needsAll)
                nodes.markDirty(target)
            }
            let n = nodes[target]
            if n.pointee.opStart == n.pointee.opEnd, changesShadowOfParent(target) {
                n.pointee.flags.insert(.needsAll)
                return false
            }
            editor.seek(n.pointee.opStart, n.pointee.opEnd)
            let all = n.pointee.flags.contains(.needsAll), space = space(of: target)
            if all || !patchFill(n, in: space) { emit(target, in: space, n.pointee.environment, all: all) }
            if editor.pass.hasFailed || editor.pass.cursor != editor.pass.limit {
                // The build needs the range of the old ops.
                n.pointee.opEnd = Int32(editor.pass.limit)
                n.pointee.flags.insert(.needsAll)
                nodes.markDirty(target)
                return false
            }
        }
        clearDirty()
        editor.patchCount += 1
        if editor.patchCount & 15 == 0 { editor.tightenChunks() }
        return true
    }

    /// Returns true if a layer that drew nothing decides now, since it was shown or hidden, what its superlayer's shadow is made from: that
    /// of a box alone is not made from a picture.
    private func changesShadowOfParent(_ node: Int32) -> Bool {
        let parent = nodes[node].pointee.parent
        guard parent >= 0, !nodes[node].pointee.flags.contains(.isMask), nodes[parent].pointee.form.contains(.shadow) else { return false }
        if nodes[parent].pointee.state.objectsBox != nil, nodes[parent].pointee.state.objects.shadowPath != nil { return false }
        let isGroup = nodes[parent].pointee.form.contains(.innerGroup)
        return nodes.canShow(node) ? !isGroup : isGroup && visibleSublayers(parent).count == 0
    }

    /// Forgets the boxes of layers below which something changed, and marks deferred layers to which sublayers came.
    private func noteChanges() {
        for node in nodes.dirty
        where nodes.isLive(node) && nodes[node].pointee.flags.contains(.dirty) && nodes[node].pointee.stamp == nodes.stamp {
            indexes.noteChange(node)
        }
        for node in splicer.arrivals where nodes.isLive(node) && nodes[node].pointee.flags.contains(.isArriving) {
            let parent = nodes[node].pointee.parent
            guard parent >= 0, nodes[parent].pointee.stamp == nodes.stamp else { continue }
            indexes.noteChange(parent)
            if let deferred = indexes.outermostDeferred(at: parent) {
                nodes[deferred].pointee.flags.insert(.needsAll)
                nodes.markDirty(deferred)
            }
        }
    }

    /// Returns the transform of a node's superlayer space to pixels.
    private func space(of node: Int32) -> CATransform3D {
        let parent = nodes[node].pointee.parent
        if parent < 0 { return settings.viewport.matrix }
        return nodes[node].pointee.flags.contains(.isMask) ? nodes[parent].pointee.matrix : sublayerSpace(nodes[parent])
    }

    private func clearDirty() {
        for node in nodes.dirty where nodes.isLive(node) { nodes[node].pointee.flags.subtract([.dirty, .needsAll, .resourcesDirty]) }
        nodes.dirty.removeAll(keepingCapacity: true)
    }

    /// Marks the units of dirty nodes: replicators and depth-sorted layers are compared as a whole.
    private func markUnits() {
        for node in nodes.dirty where nodes.isLive(node) && nodes[node].pointee.flags.contains(.dirty) {
            var i = node
            while i >= 0, !nodes[i].pointee.flags.contains(.found) {
                let n = nodes[i]
                n.pointee.flags.insert(.found)
                if n.pointee.layerClass == .replicator || sortsByDepth(n) { n.pointee.flags.insert(.needsAll) }
                i = n.pointee.parent
            }
        }
        for node in nodes.dirty where nodes.isLive(node) {
            var i = node
            while i >= 0, nodes[i].pointee.flags.contains(.found) {
                nodes[i].pointee.flags.remove(.found)
                i = nodes[i].pointee.parent
            }
        }
    }

    private func rebuild() {
        markUnits()
        splicer.forgetArrivals()
        delayed.removeAll()
        indexes.removeAll()
        editor.beginBuild(settings.viewport)
        nodes.stamp &+= 1
        if nodes.root >= 0 {
            let environment = DrawEnvironment(clip: settings.viewport.bounds, flipped: settings.viewport.rootGeometryFlipped)
            emit(nodes.root, in: settings.viewport.matrix, environment, all: true)
        }
        clearDirty()
        editor.endBuild()
        nodes.work.builds += 1
        nodes.needsRebuild = false
    }
}
