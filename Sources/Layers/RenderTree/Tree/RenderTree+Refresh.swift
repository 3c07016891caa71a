import CoreGraphics

extension RenderTree {
    /// Brings the list to what the nodes say. Answers whether it was built anew.
    func refreshList() -> Bool {
        if !orderDirty.isEmpty, !reorder() { needsRebuild = true }
        if !needsRebuild && dirty.isEmpty && arrivals.isEmpty { return false }
        if !needsRebuild && patch() && spliceArrivals() {
            settleScopes()
            return false
        }
        rebuild()
        return true
    }

    /// Overwrites the ops of the dirty nodes. False when other ops than before are needed.
    private func patch() -> Bool {
        emission.isPatching = true
        emission.hasFailed = false
        emission.payloadChanged = false
        var place = 0
        while place < dirty.count {
            var target = dirty[place]
            place += 1
            let d = nodes + Int(target)
            // Made along with one above it already, or not in the picture at all.
            guard d.pointee.flags.contains(.dirty) else { continue }
            guard d.pointee.stamp == stamp else {
                // Its ops are made when it is put in.
                if d.pointee.flags.contains(.isArriving) { continue }
                let parent = d.pointee.parent
                if canShow(target), parent >= 0, nodes[Int(parent)].stamp == stamp, canShow(parent) {
                    // It was left out, and now it may show. Under a parent that is hidden itself it can't, however much it changes.
                    d.pointee.flags.insert(.needsAll)
                    return false
                }
                d.pointee.flags.remove(.dirty)
                continue
            }
            if d.pointee.environment.unit >= 0, d.pointee.environment.unit != target {
                target = d.pointee.environment.unit
                markDirty(target)
            }
            let n = nodes + Int(target)
            emission.cursor = Int(n.pointee.opStart)
            emission.limit = Int(n.pointee.opEnd)
            let all = n.pointee.flags.contains(.needsAll), space = space(of: target)
            if all || !patchFill(n, in: space) { emit(target, in: space, n.pointee.environment, all: all) }
            if emission.hasFailed || emission.cursor != emission.limit {
                // The build has to know what stood here.
                n.pointee.opEnd = Int32(emission.limit)
                n.pointee.flags.insert(.needsAll)
                markDirty(target)
                return false
            }
        }
        clearDirty()
        patchCount += 1
        if patchCount & 15 == 0 { tightenChunks() }
        return true
    }

    /// Where a node hangs, to pixels.
    private func space(of node: Int32) -> CATransform3D {
        let parent = nodes[Int(node)].parent
        if parent < 0 { return viewport.matrix }
        return nodes[Int(node)].flags.contains(.isMask) ? nodes[Int(parent)].matrix : sublayerSpace(nodes + Int(parent))
    }

    private func clearDirty() {
        for node in dirty { nodes[Int(node)].flags.subtract([.dirty, .needsAll, .resourcesDirty]) }
        dirty.removeAll(keepingCapacity: true)
    }

    /// Finds the bounds of groups again in which something changed, inner ones first.
    private func settleScopes() {
        while let s = dirtyScopes.pop() {
            let i = Int(s)
            if scopes[i].begin < 0 { continue }
            let begin = Int(scopes[i].begin)
            let old = list.ops[begin].bounds
            var new: DeviceRect
            if scopes[i].isRaster {
                settleRaster(s)
                new = list.ops[begin].bounds
                if new != old { addDamage(new, scope: scopes[i].parent) }
            } else if Int(list.ops[begin].end) - begin < 256 || scopes[i].isChanged || scopes[i].clearsAround || patchCount & 31 == 0 {
                new = scopeBounds(s)
            } else {
                // Too many to look at all for one that moved: larger is allowed, and made exact now and then.
                new = scopes[i].grown
                if scopes[i].hasReach { new = new.union(scopes[i].reach.touched(by: new)) }
                new = old.union(new.union(scopes[i].area).intersection(scopes[i].clip))
                if list.ops[begin].kind == .beginClip { new = old }
            }
            if new != old {
                list.ops[begin].bounds = new
                growChunk(begin, new)
                if scopes[i].clearsAround {
                    addDamage(old, scope: scopes[i].parent)
                    addDamage(new, scope: scopes[i].parent)
                }
            }
            if scopes[i].isChanged { addDamage(new, scope: scopes[i].parent) }
            if new != old || scopes[i].isChanged { touch(scopes[i].parent, new) }
            scopes[i].isDirty = false
            scopes[i].isChanged = false
            scopes[i].grown = .empty
        }
    }

    private func tightenChunks() {
        for chunk in looseChunks {
            list.chunkBounds[Int(chunk)] = exactChunk(Int(chunk))
            chunkIsLoose[Int(chunk)] = false
        }
        looseChunks.removeAll(keepingCapacity: true)
    }

    func exactChunk(_ chunk: Int) -> DeviceRect {
        var bounds = DeviceRect.empty
        let start = chunk * DrawList.chunkSize
        for at in start..<min(start + DrawList.chunkSize, list.ops.count) { bounds = bounds.union(list.ops[at].bounds) }
        return bounds
    }

    /// Replicators and depth-sorted layers are compared as a whole.
    private func markUnits() {
        for node in dirty where nodes[Int(node)].flags.contains(.dirty) {
            var i = node
            while i >= 0, !nodes[Int(i)].flags.contains(.found) {
                let n = nodes + Int(i)
                n.pointee.flags.insert(.found)
                if n.pointee.layerClass == .replicator || sortsByDepth(n) { n.pointee.flags.insert(.needsAll) }
                i = n.pointee.parent
            }
        }
        for node in dirty {
            var i = node
            while i >= 0, nodes[Int(i)].flags.contains(.found) {
                nodes[Int(i)].flags.remove(.found)
                i = nodes[Int(i)].parent
            }
        }
    }

    private func rebuild() {
        markUnits()
        forgetArrivals()
        emptyOps = 0
        dirtyScopes.removeAll()
        swap(&list.ops, &previousOps)
        swap(&list.payloads, &previousPayloads)
        swap(&scopes, &previousScopes)
        list.ops.removeAll(keepingCapacity: true)
        list.payloads.removeAll(keepingCapacity: true)
        opScopes.removeAll(keepingCapacity: true)
        scopes.removeAll(keepingCapacity: true)
        delayed.removeAll(keepingCapacity: true)
        emission.isPatching = false
        emission.hasFailed = false
        emission.payloadChanged = false
        emission.cursor = 0
        list.width = viewport.width
        list.height = viewport.height
        list.background = viewport.background
        stamp &+= 1
        if root >= 0 {
            emit(root, in: viewport.matrix, DrawEnvironment(clip: viewport.bounds, flipped: viewport.rootGeometryFlipped), all: true)
        }
        clearDirty()
        previousPayloads.removeAll(keepingCapacity: true)
        let chunks = (list.ops.count + DrawList.chunkSize - 1) / DrawList.chunkSize
        list.chunkBounds.removeAll(keepingCapacity: true)
        list.chunkSpans.removeAll(keepingCapacity: true)
        chunkIsLoose.removeAll(keepingCapacity: true)
        looseChunks.removeAll(keepingCapacity: true)
        for chunk in 0..<chunks {
            list.chunkBounds.append(exactChunk(chunk))
            list.chunkSpans.append(list.span(ofChunk: chunk))
            chunkIsLoose.append(false)
        }
        list.indexOps()
        if animatedOrderIsStale { sortAnimated() }
        work.builds += 1
        needsRebuild = false
    }

    /// In a build: ops that the list had before.
    func damagePrevious(_ start: Int32, _ end: Int32, scope: Int32) {
        damageOps(start, end, scope: scope, previousOps, previousScopes)
    }

    /// Ops between, as part of what stood in `scope`.
    func damageOps(_ start: Int32, _ end: Int32, scope: Int32, _ ops: ContiguousArray<DrawOp>, _ scopes: ContiguousArray<Scope>) {
        guard start < end, Int(end) <= ops.count else { return }
        let spreads = scope >= 0 && scopes[Int(scope)].spreads
        // Of this build, not of the last one.
        if spreads, Int(scope) < self.scopes.count { noteOpenBitmaps(scope) }
        var at = Int(start)
        while at < Int(end) {
            let bounds = ops[at].bounds
            if !bounds.isEmpty { damage.add(spreads ? spread(bounds, scope, scopes) : bounds.intersection(viewport.bounds)) }
            // A group's bounds hold all inside it.
            let isBegin = ops[at].kind == .beginGroup || ops[at].kind == .beginClip
            at = isBegin && Int(ops[at].end) > at ? Int(ops[at].end) + 1 : at + 1
        }
    }
}
