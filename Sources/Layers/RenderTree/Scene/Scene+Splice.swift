import CoreGraphics

// Inserts, removes and reorders sublayers without a new list, if their siblings guarantee that nothing else about their superlayer changes.
// The ops of a removed sublayer are emptied in place; those of a new one are written at the end and moved to their place; those of one
// whose zPosition passes a sibling's are moved. Ops after the place are shifted, which costs far less than making them again.

extension Scene {
    /// The maximum number of insertions in one update; with more, the list is rebuilt.
    private static let spliceLimit = 24

    /// Returns true if sublayers of a layer in the picture may be added and removed without a change of the ops around them.
    func mayEdit(_ parent: Int32) -> Bool {
        let p = nodes[parent]
        guard !nodes.needsRebuild, p.pointee.stamp == nodes.stamp, p.pointee.environment.unit < 0, !sortsByDepth(p),
            p.pointee.layerClass != .replicator,
            p.pointee.transition < 0, p.pointee.state.values.shadowOpacity == 0, editor.list.backdrops.isEmpty, delayed.isEmpty
        else { return false }
        // Beyond two, the number of sublayers does not affect the superlayer's ops.
        var shown = 0
        for child in p.pointee.sublayers where nodes.canShow(child) && nodes[child].pointee.stamp == nodes.stamp {
            let scope = nodes[child].pointee.environment.scope
            if scope >= 0, editor.scopes[Int(scope)].spreads || editor.scopes[Int(scope)].clearsAround { return false }
            shown += 1
            if shown == 2 { break }
        }
        guard shown == 2 else { return false }
        var i = p.pointee.parent
        while i >= 0 {
            if nodes[i].pointee.transition >= 0 { return false }
            i = nodes[i].pointee.parent
        }
        return true
    }

    // MARK: removal

    /// Empties the ops of a sublayer that is removed from a layer for which `mayEdit` is true. The ops keep their places until the next
    /// build.
    func clearOps(of node: Int32) {
        let n = nodes[node]
        guard n.pointee.stamp == nodes.stamp else { return }
        let start = Int(n.pointee.opStart), end = Int(n.pointee.opEnd), scope = n.pointee.environment.scope
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: scope)
        for at in start..<end {
            if editor.opScopes[at] >= 0 {
                editor.scopes[Int(editor.opScopes[at])].begin = -1
                editor.opScopes[at] = -1
            }
            editor.list.ops[at] = DrawOp(kind: .fill)
            editor.list.boxes[at] = OpBox(.empty)
        }
        if start < end {
            for chunk in (start / DrawList.chunkSize)...((end - 1) / DrawList.chunkSize) {
                editor.list.chunkSpans[chunk] = editor.list.span(ofChunk: chunk)
            }
            editor.touch(scope, .empty)
        }
        editor.emptyOps += end - start
        // None of the ops belongs to a layer any more.
        var pending: ContiguousArray<Int32> = [node]
        while let each = pending.popLast() {
            nodes[each].pointee.stamp = nodes.stamp &- 2
            pending.append(contentsOf: nodes[each].pointee.sublayers)
            if nodes[each].pointee.mask >= 0 { pending.append(nodes[each].pointee.mask) }
        }
        nodes.shownIsStale = true
    }

    // MARK: insertion

    /// Registers a new sublayer of a layer for which `mayEdit` is true.
    func arrive(_ node: Int32) {
        nodes[node].pointee.flags.insert(.isArriving)
        arrivals.append(node)
    }

    func forgetArrivals() {
        for node in arrivals where nodes.isLive(node) { nodes[node].pointee.flags.remove(.isArriving) }
        arrivals.removeAll(keepingCapacity: true)
    }

    /// Inserts the ops of new sublayers, after all patches. Returns false if the list has to be rebuilt.
    func spliceArrivals() -> Bool {
        guard arrivals.count <= Self.spliceLimit, editor.emptyOps <= 256 + editor.list.ops.count / 2,
            editor.list.payloads.count <= 256 + 2 * editor.list.ops.count,
            editor.scopes.count <= 256 + 2 * editor.list.ops.count
        else { return false }
        for node in arrivals where nodes.isLive(node) && nodes[node].pointee.flags.contains(.isArriving) {
            guard splice(node) else { return false }
            nodes[node].pointee.flags.remove(.isArriving)
        }
        arrivals.removeAll(keepingCapacity: true)
        return true
    }

    private func splice(_ node: Int32) -> Bool {
        let n = nodes[node], parent = n.pointee.parent
        guard parent >= 0, mayEdit(parent), n.pointee.transition < 0 else { return false }
        if n.pointee.layerClass == .transform || n.pointee.state.values.isTilted, nodes.canShow(node) { return false }
        let p = nodes[parent]
        // It has the same environment as its siblings.
        guard let sibling = p.pointee.sublayers.first(where: { nodes[$0].pointee.stamp == nodes.stamp }),
            let next = takeIntoOrder(node, of: parent)
        else { return false }
        let environment = nodes[sibling].pointee.environment
        let place = next >= 0 ? Int(nodes[next].pointee.opStart) : Int(p.pointee.childEnd)

        let base = editor.list.ops.count
        editor.pass.isPatching = false
        editor.pass.isInserting = true
        editor.pass.hasFailed = false
        editor.pass.payloadChanged = false
        editor.pass.cursor = base
        emit(node, in: sublayerSpace(p), environment, all: true)
        editor.pass.isInserting = false
        if editor.pass.hasFailed || !delayed.isEmpty { return false }
        let count = editor.list.ops.count - base
        for at in base..<(base + count) { editor.list.boxes.append(OpBox(editor.list.ops[at].bounds)) }
        for at in base..<(base + count) where editor.list.ops[at].flags.contains(.readsBackdrop) { return false }
        shiftNodes(below: node, by: Int32(place - base))
        if count == 0 { return true }

        growAncestors(of: node, by: Int32(count))
        editor.rotateOps(place, base, base + count)
        editor.shiftOps(place, place + count, by: place - base)
        editor.shiftOps(place + count, base + count, by: count)
        var scope = environment.scope, bounds = DeviceRect.empty
        for at in place..<(place + count) { bounds = bounds.union(editor.list.ops[at].bounds) }
        editor.touch(scope, bounds)
        editor.indexChunks(place / DrawList.chunkSize, (editor.list.ops.count - 1) / DrawList.chunkSize)
        while scope >= 0 {
            let begin = Int(editor.scopes[Int(scope)].begin)
            editor.list.ops[begin].end += Int32(count)
            editor.list.chunkSpans[begin / DrawList.chunkSize] = editor.list.span(ofChunk: begin / DrawList.chunkSize)
            scope = editor.scopes[Int(scope)].parent
        }
        return true
    }

    // MARK: order

    /// Inserts a sublayer into the superlayer's paint order, which does not contain it yet. Returns the next one in the order that has ops
    /// or could have, -1 at the end; nil if the whole order must be computed again.
    private func takeIntoOrder(_ node: Int32, of parent: Int32) -> Int32? {
        let p = nodes[parent]
        let z = nodes[node].pointee.state.values.zPosition
        if z.isNaN { return nil }
        nodes[node].pointee.paintZ = z
        if p.pointee.paintOrder.isEmpty {
            guard let at = p.pointee.sublayers.lastIndex(of: node) else { return nil }
            let before = p.pointee.sublayers[..<at].last { !nodes[$0].pointee.flags.contains(.isArriving) }
            let after = p.pointee.sublayers[(at + 1)...].first { !nodes[$0].pointee.flags.contains(.isArriving) }
            let follows = before.map { nodes[$0].pointee.paintZ <= z } ?? true
            if follows, after.map({ z <= nodes[$0].pointee.paintZ }) ?? true { return after ?? -1 }
            p.pointee.paintOrder = ContiguousArray(p.pointee.sublayers.filter { !nodes[$0].pointee.flags.contains(.isArriving) })
        }
        let at = orderPlace(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: at)
        return at + 1 < p.pointee.paintOrder.count ? p.pointee.paintOrder[at + 1] : -1
    }

    /// Returns a sublayer's index in a paint order that does not contain it: after those of a smaller zPosition, and after those of the
    /// same zPosition that come before it in the tree.
    private func orderPlace(of node: Int32, _ z: CGFloat, in parent: Int32) -> Int {
        let p = nodes[parent]
        var low = 0, high = p.pointee.paintOrder.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[p.pointee.paintOrder[middle]].pointee.paintZ < z { low = middle + 1 } else { high = middle }
        }
        guard low < p.pointee.paintOrder.count, nodes[p.pointee.paintOrder[low]].pointee.paintZ == z else { return low }
        for child in p.pointee.sublayers {
            if child == node { break }
            if nodes[child].pointee.paintZ == z, !nodes[child].pointee.flags.contains(.isArriving) { low += 1 }
        }
        return low
    }

    /// Updates the paint order after changes of zPositions. Returns false if the list has to be rebuilt.
    func reorder() -> Bool {
        defer {
            for node in nodes.orderDirty where nodes.isLive(node) { nodes[node].pointee.flags.remove(.orderDirty) }
            nodes.orderDirty.removeAll(keepingCapacity: true)
        }
        let isFew = nodes.orderDirty.count <= Self.spliceLimit
        var last: Int32 = -1
        for node in nodes.orderDirty where nodes.isLive(node) && nodes[node].pointee.flags.contains(.orderDirty) {
            let n = nodes[node], parent = n.pointee.parent
            // Layers that are not in the picture are ordered when they are added to it.
            guard parent >= 0, nodes[parent].pointee.stamp == nodes.stamp, !sortsByDepth(nodes[parent]),
                !n.pointee.flags.contains(.isArriving)
            else { continue }
            if isFew {
                if n.pointee.state.values.zPosition != n.pointee.paintZ, !moveInOrder(node) { return false }
            } else if parent != last {
                if !orderHolds(parent) { return false }
                last = parent
            }
        }
        return true
    }

    private func moveInOrder(_ node: Int32) -> Bool {
        let n = nodes[node], parent = n.pointee.parent
        let z = n.pointee.state.values.zPosition
        guard !z.isNaN, n.pointee.stamp == nodes.stamp, mayEdit(parent) else { return orderHolds(parent) }
        let p = nodes[parent]
        if p.pointee.paintOrder.isEmpty {
            p.pointee.paintOrder = ContiguousArray(p.pointee.sublayers.filter { !nodes[$0].pointee.flags.contains(.isArriving) })
        }
        guard let old = p.pointee.paintOrder.firstIndex(of: node) else { return false }
        n.pointee.paintZ = z
        p.pointee.paintOrder.remove(at: old)
        let new = orderPlace(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: new)
        if new == old { return true }
        let start = Int(n.pointee.opStart), end = Int(n.pointee.opEnd), count = end - start
        let next =
            new + 1 < p.pointee.paintOrder.count ? Int(nodes[p.pointee.paintOrder[new + 1]].pointee.opStart) : Int(p.pointee.childEnd)
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: n.pointee.environment.scope)
        // The siblings it passes move in the opposite direction.
        let passed = new < old ? (new + 1)...old : old...(new - 1)
        for at in passed { shiftNodes(below: p.pointee.paintOrder[at], by: Int32(new < old ? count : -count)) }
        shiftNodes(below: node, by: Int32(new < old ? next - start : next - end))
        if count == 0 { return true }
        if new < old {
            editor.rotateOps(next, start, end)
            editor.shiftOps(next, next + count, by: next - start)
            editor.shiftOps(next + count, end, by: count)
            editor.indexChunks(next / DrawList.chunkSize, (end - 1) / DrawList.chunkSize)
        } else if next > end {
            editor.rotateOps(start, end, next)
            editor.shiftOps(start, next - count, by: -count)
            editor.shiftOps(next - count, next, by: next - end)
            editor.indexChunks(start / DrawList.chunkSize, (next - 1) / DrawList.chunkSize)
        }
        return true
    }

    // MARK: ops

    /// Updates the op ranges after an insertion into a layer: its ancestors end later, and everything after it begins later.
    private func growAncestors(of node: Int32, by count: Int32) {
        var path = node
        var i = nodes[node].pointee.parent
        while i >= 0 {
            let n = nodes[i]
            if n.pointee.mask != path {
                let at = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.lastIndex(of: path) : n.pointee.paintOrder.firstIndex(of: path)
                if let at {
                    let last = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.count : n.pointee.paintOrder.count
                    for k in (at + 1)..<max(at + 1, last) {
                        let sibling = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers[k] : n.pointee.paintOrder[k]
                        if nodes[sibling].pointee.stamp == nodes.stamp { shiftNodes(below: sibling, by: count) }
                    }
                }
                n.pointee.childEnd += count
                if n.pointee.mask >= 0, nodes[n.pointee.mask].pointee.stamp == nodes.stamp { shiftNodes(below: n.pointee.mask, by: count) }
            }
            n.pointee.opEnd += count
            path = i
            i = n.pointee.parent
        }
    }

    private func shiftNodes(below top: Int32, by count: Int32) {
        if count == 0 { return }
        var pending: ContiguousArray<Int32> = []
        var next: Int32? = top
        while let node = next {
            let n = nodes[node]
            n.pointee.opStart += count
            n.pointee.opEnd += count
            n.pointee.childStart += count
            n.pointee.childEnd += count
            nodes.work.nodesShifted += 1
            for child in n.pointee.sublayers where nodes[child].pointee.stamp == nodes.stamp { pending.append(child) }
            if n.pointee.mask >= 0, nodes[n.pointee.mask].pointee.stamp == nodes.stamp { pending.append(n.pointee.mask) }
            next = pending.popLast()
        }
    }
}
