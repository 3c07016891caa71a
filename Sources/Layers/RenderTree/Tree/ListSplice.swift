import CoreGraphics

// Sublayers come, go and change places without a new list, where their siblings see to it that nothing else about their superlayer changes:
// the ops of one that goes are emptied in place, those of one that comes are made at the end and put where they belong, and those of one
// whose zPosition passes a sibling's are moved. What lies behind the place is shifted, which costs far less than to make it again.

extension RenderTree {
    /// More of them in one update, and the list is made anew.
    private static let spliceLimit = 24

    /// Whether sublayers of a layer in the picture may come and go without a change of the ops around them.
    func mayEdit(_ parent: Int32) -> Bool {
        let p = nodes + Int(parent)
        guard !needsRebuild, p.pointee.stamp == stamp, p.pointee.environment.unit < 0, !sortsByDepth(p),
            p.pointee.layerClass != .replicator,
            p.pointee.transition < 0, p.pointee.state.values.shadowOpacity == 0, list.backdrops.isEmpty, delayed.isEmpty
        else { return false }
        // Beyond two, how many sublayers there are changes nothing for their superlayer.
        var shown = 0
        for child in p.pointee.sublayers where canShow(child) && nodes[Int(child)].stamp == stamp {
            let scope = nodes[Int(child)].environment.scope
            if scope >= 0, scopes[Int(scope)].spreads || scopes[Int(scope)].clearsAround { return false }
            shown += 1
            if shown == 2 { break }
        }
        guard shown == 2 else { return false }
        var i = p.pointee.parent
        while i >= 0 {
            if nodes[Int(i)].transition >= 0 { return false }
            i = nodes[Int(i)].parent
        }
        return true
    }

    // MARK: going

    /// A sublayer leaves one that `mayEdit`: empties its ops. They keep their places until the next build.
    func clearOps(of node: Int32) {
        let n = nodes + Int(node)
        guard n.pointee.stamp == stamp else { return }
        let start = Int(n.pointee.opStart), end = Int(n.pointee.opEnd), scope = n.pointee.environment.scope
        damageOps(n.pointee.opStart, n.pointee.opEnd, scope: scope, list.ops, scopes)
        for at in start..<end {
            if opScopes[at] >= 0 {
                scopes[Int(opScopes[at])].begin = -1
                opScopes[at] = -1
            }
            list.ops[at] = DrawOp(kind: .fill)
            list.boxes[at] = OpBox(.empty)
        }
        if start < end {
            for chunk in (start / DrawList.chunkSize)...((end - 1) / DrawList.chunkSize) {
                list.chunkSpans[chunk] = list.span(ofChunk: chunk)
            }
            touch(scope, .empty)
        }
        emptyOps += end - start
        // None of them belongs to a layer any more.
        var pending: ContiguousArray<Int32> = [node]
        while let each = pending.popLast() {
            nodes[Int(each)].stamp = stamp &- 2
            pending.append(contentsOf: nodes[Int(each)].sublayers)
            if nodes[Int(each)].mask >= 0 { pending.append(nodes[Int(each)].mask) }
        }
        steadyRecords.areShownStale = true
    }

    // MARK: coming

    /// A new sublayer of one that `mayEdit`.
    func arrive(_ node: Int32) {
        nodes[Int(node)].flags.insert(.isArriving)
        arrivals.append(node)
    }

    func forgetArrivals() {
        for node in arrivals { nodes[Int(node)].flags.remove(.isArriving) }
        arrivals.removeAll(keepingCapacity: true)
    }

    /// After all patches: puts in what has come. False where the list has to be made anew.
    func spliceArrivals() -> Bool {
        guard arrivals.count <= Self.spliceLimit, emptyOps <= 256 + list.ops.count / 2, list.payloads.count <= 256 + 2 * list.ops.count,
            scopes.count <= 256 + 2 * list.ops.count
        else { return false }
        for node in arrivals where nodes[Int(node)].flags.contains([.live, .isArriving]) {
            guard splice(node) else { return false }
            nodes[Int(node)].flags.remove(.isArriving)
        }
        arrivals.removeAll(keepingCapacity: true)
        return true
    }

    private func splice(_ node: Int32) -> Bool {
        let n = nodes + Int(node), parent = n.pointee.parent
        guard parent >= 0, mayEdit(parent), n.pointee.transition < 0 else { return false }
        if n.pointee.layerClass == .transform || n.pointee.state.values.isTilted, canShow(node) { return false }
        let p = nodes + Int(parent)
        // It stands as its siblings do.
        guard let sibling = p.pointee.sublayers.first(where: { nodes[Int($0)].stamp == stamp }),
            let next = takeIntoOrder(node, of: parent)
        else { return false }
        let environment = nodes[Int(sibling)].environment
        let place = next >= 0 ? Int(nodes[Int(next)].opStart) : Int(p.pointee.childEnd)

        let base = list.ops.count
        emission.isPatching = false
        emission.isInserting = true
        emission.hasFailed = false
        emission.payloadChanged = false
        emission.cursor = base
        emit(node, in: sublayerSpace(p), environment, all: true)
        emission.isInserting = false
        if emission.hasFailed || !delayed.isEmpty { return false }
        let count = list.ops.count - base
        for at in base..<(base + count) { list.boxes.append(OpBox(list.ops[at].bounds)) }
        for at in base..<(base + count) where list.ops[at].flags.contains(.readsBackdrop) { return false }
        shiftNodes(below: node, by: Int32(place - base))
        if count == 0 { return true }

        growAncestors(of: node, by: Int32(count))
        rotateOps(place, base, base + count)
        shiftOps(place, place + count, by: place - base)
        shiftOps(place + count, base + count, by: count)
        var scope = environment.scope, bounds = DeviceRect.empty
        for at in place..<(place + count) { bounds = bounds.union(list.ops[at].bounds) }
        touch(scope, bounds)
        indexChunks(place / DrawList.chunkSize, (list.ops.count - 1) / DrawList.chunkSize)
        while scope >= 0 {
            let begin = Int(scopes[Int(scope)].begin)
            list.ops[begin].end += Int32(count)
            list.chunkSpans[begin / DrawList.chunkSize] = list.span(ofChunk: begin / DrawList.chunkSize)
            scope = scopes[Int(scope)].parent
        }
        return true
    }

    // MARK: order

    /// The paint order of the superlayer takes in a sublayer that it does not hold yet. Answers the next one in it that has ops or could
    /// have, -1 at the end; nil where the order has to be found as a whole.
    private func takeIntoOrder(_ node: Int32, of parent: Int32) -> Int32? {
        let p = nodes + Int(parent)
        let z = nodes[Int(node)].state.values.zPosition
        if z.isNaN { return nil }
        nodes[Int(node)].paintZ = z
        if p.pointee.paintOrder.isEmpty {
            guard let at = p.pointee.sublayers.lastIndex(of: node) else { return nil }
            let before = p.pointee.sublayers[..<at].last { !nodes[Int($0)].flags.contains(.isArriving) }
            let after = p.pointee.sublayers[(at + 1)...].first { !nodes[Int($0)].flags.contains(.isArriving) }
            let follows = before.map { nodes[Int($0)].paintZ <= z } ?? true
            if follows, after.map({ z <= nodes[Int($0)].paintZ }) ?? true { return after ?? -1 }
            p.pointee.paintOrder = ContiguousArray(p.pointee.sublayers.filter { !nodes[Int($0)].flags.contains(.isArriving) })
        }
        let at = orderPlace(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: at)
        return at + 1 < p.pointee.paintOrder.count ? p.pointee.paintOrder[at + 1] : -1
    }

    /// Where in a paint order that does not hold the sublayer: after those of a smaller zPosition, and after those of its own that come
    /// before it in the tree.
    private func orderPlace(of node: Int32, _ z: CGFloat, in parent: Int32) -> Int {
        let p = nodes + Int(parent)
        var low = 0, high = p.pointee.paintOrder.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[Int(p.pointee.paintOrder[middle])].paintZ < z { low = middle + 1 } else { high = middle }
        }
        guard low < p.pointee.paintOrder.count, nodes[Int(p.pointee.paintOrder[low])].paintZ == z else { return low }
        for child in p.pointee.sublayers {
            if child == node { break }
            if nodes[Int(child)].paintZ == z, !nodes[Int(child)].flags.contains(.isArriving) { low += 1 }
        }
        return low
    }

    /// Brings the paint order to what zPositions say. False where the list has to be made anew.
    func reorder() -> Bool {
        defer {
            for node in orderDirty { nodes[Int(node)].flags.remove(.orderDirty) }
            orderDirty.removeAll(keepingCapacity: true)
        }
        let isFew = orderDirty.count <= Self.spliceLimit
        var last: Int32 = -1
        for node in orderDirty where nodes[Int(node)].flags.contains([.live, .orderDirty]) {
            let n = nodes + Int(node), parent = n.pointee.parent
            // What is not in the picture is ordered when it comes there.
            guard parent >= 0, nodes[Int(parent)].stamp == stamp, !sortsByDepth(nodes + Int(parent)), !n.pointee.flags.contains(.isArriving)
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
        let n = nodes + Int(node), parent = n.pointee.parent
        let z = n.pointee.state.values.zPosition
        guard !z.isNaN, n.pointee.stamp == stamp, mayEdit(parent) else { return orderHolds(parent) }
        let p = nodes + Int(parent)
        if p.pointee.paintOrder.isEmpty {
            p.pointee.paintOrder = ContiguousArray(p.pointee.sublayers.filter { !nodes[Int($0)].flags.contains(.isArriving) })
        }
        guard let old = p.pointee.paintOrder.firstIndex(of: node) else { return false }
        n.pointee.paintZ = z
        p.pointee.paintOrder.remove(at: old)
        let new = orderPlace(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: new)
        if new == old { return true }
        let start = Int(n.pointee.opStart), end = Int(n.pointee.opEnd), count = end - start
        let next = new + 1 < p.pointee.paintOrder.count ? Int(nodes[Int(p.pointee.paintOrder[new + 1])].opStart) : Int(p.pointee.childEnd)
        damageOps(n.pointee.opStart, n.pointee.opEnd, scope: n.pointee.environment.scope, list.ops, scopes)
        // Those that it passes go the other way.
        let passed = new < old ? (new + 1)...old : old...(new - 1)
        for at in passed { shiftNodes(below: p.pointee.paintOrder[at], by: Int32(new < old ? count : -count)) }
        shiftNodes(below: node, by: Int32(new < old ? next - start : next - end))
        if count == 0 { return true }
        if new < old {
            rotateOps(next, start, end)
            shiftOps(next, next + count, by: next - start)
            shiftOps(next + count, end, by: count)
            indexChunks(next / DrawList.chunkSize, (end - 1) / DrawList.chunkSize)
        } else if next > end {
            rotateOps(start, end, next)
            shiftOps(start, next - count, by: -count)
            shiftOps(next - count, next, by: next - end)
            indexChunks(start / DrawList.chunkSize, (next - 1) / DrawList.chunkSize)
        }
        return true
    }

    // MARK: ops

    /// Ops from `middle` on come before those from `low` on.
    private func rotateOps(_ low: Int, _ middle: Int, _ high: Int) {
        func turn<Element>(_ array: inout ContiguousArray<Element>) {
            array.withUnsafeMutableBufferPointer { buffer in
                guard let first = buffer.baseAddress.map({ $0 + low }) else { return }
                let head = middle - low, tail = high - middle
                if head == 0 || tail == 0 { return }
                // The shorter part goes aside.
                let aside = UnsafeMutablePointer<Element>.allocate(capacity: min(head, tail))
                if head <= tail {
                    aside.moveInitialize(from: first, count: head)
                    first.moveInitialize(from: first + head, count: tail)
                    (first + tail).moveInitialize(from: aside, count: head)
                } else {
                    aside.moveInitialize(from: first + head, count: tail)
                    (first + tail).moveInitialize(from: first, count: head)
                    first.moveInitialize(from: aside, count: tail)
                }
                aside.deallocate()
            }
        }
        turn(&list.ops)
        turn(&opScopes)
        turn(&list.boxes)
    }

    /// Ops that stand where they belong now: what counts their places.
    private func shiftOps(_ low: Int, _ high: Int, by count: Int) {
        for at in low..<high {
            if list.ops[at].end >= 0 { list.ops[at].end += Int32(count) }
            if opScopes[at] >= 0 { scopes[Int(opScopes[at])].begin = Int32(at) }
        }
    }

    private func indexChunks(_ first: Int, _ last: Int) {
        while list.chunkBounds.count <= last {
            list.chunkBounds.append(.empty)
            list.chunkSpans.append(-1)
            list.chunkOccludes.append(false)
            list.chunkIsPlain.append(true)
            chunkIsLoose.append(false)
        }
        for chunk in first...last {
            let start = chunk * DrawList.chunkSize, end = min(start + DrawList.chunkSize, list.ops.count)
            list.chunkBounds[chunk] = exactChunk(chunk)
            list.chunkSpans[chunk] = list.span(ofChunk: chunk)
            list.chunkIsPlain[chunk] = list.ops[start..<end].allSatisfy(\.isAlone)
            list.chunkOccludes[chunk] = list.ops[start..<end].contains { $0.flags.contains(.occludes) }
        }
    }

    /// New ops among those of a layer: all around it ends later, all behind it begins later.
    private func growAncestors(of node: Int32, by count: Int32) {
        var path = node
        var i = nodes[Int(node)].parent
        while i >= 0 {
            let n = nodes + Int(i)
            if n.pointee.mask != path {
                let at = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.lastIndex(of: path) : n.pointee.paintOrder.firstIndex(of: path)
                if let at {
                    let last = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.count : n.pointee.paintOrder.count
                    for k in (at + 1)..<max(at + 1, last) {
                        let sibling = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers[k] : n.pointee.paintOrder[k]
                        if nodes[Int(sibling)].stamp == stamp { shiftNodes(below: sibling, by: count) }
                    }
                }
                n.pointee.childEnd += count
                if n.pointee.mask >= 0, nodes[Int(n.pointee.mask)].stamp == stamp { shiftNodes(below: n.pointee.mask, by: count) }
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
            let n = nodes + Int(node)
            n.pointee.opStart += count
            n.pointee.opEnd += count
            n.pointee.childStart += count
            n.pointee.childEnd += count
            work.nodesShifted += 1
            for child in n.pointee.sublayers where nodes[Int(child)].stamp == stamp { pending.append(child) }
            if n.pointee.mask >= 0, nodes[Int(n.pointee.mask)].stamp == stamp { pending.append(n.pointee.mask) }
            next = pending.popLast()
        }
    }
}
