// The animated layers that a frame evaluates. A record is listed in `agenda.order` while each frame may differ. A record whose state is
// valid for some time is not listed: it waits in a queue for the time at which it may change. Steady records are evaluated elsewhere. So
// animations that begin later, hold their value or are not visible cost a frame nothing.

extension Timeline {
    /// Schedules the record for the next update.
    @inline(__always)
    func wake(_ slot: Int) {
        if animated[slot].isListed { return }
        animated[slot].isListed = true
        agenda.woken.append(Int32(slot))
    }

    /// Schedules all records, when time runs backwards and no known state is valid.
    func wakeAll() {
        for slot in animated.indices where animated[slot].node >= 0 { wake(slot) }
    }

    /// Adds records that are due at a time, and woken ones, to the list.
    func listWoken(at time: Double) {
        while let first = agenda.waiting.first, first.time <= time {
            _ = agenda.waiting.removeFirst()
            let slot = Int(first.element.slot)
            guard isCurrent(first.element) else { continue }
            animated[slot].entry.number = 0
            wake(slot)
        }
        if agenda.woken.isEmpty { return }
        func place(_ slot: Int32) -> Int32 {
            let node = animated[Int(slot)].node
            return node >= 0 ? nodes[node].pointee.opStart : 0
        }
        // Ancestors come first, so that everything below them is made once.
        if agenda.woken.count > 1 { agenda.woken.sort { place($0) < place($1) } }
        var from = agenda.order.count - 1, more = agenda.woken.count - 1
        agenda.order.append(contentsOf: agenda.woken)
        var to = agenda.order.count - 1
        while more >= 0, from >= 0 {
            if place(agenda.order[from]) > place(agenda.woken[more]) {
                agenda.order[to] = agenda.order[from]
                from -= 1
            } else {
                agenda.order[to] = agenda.woken[more]
                more -= 1
            }
            to -= 1
        }
        while more >= 0 {
            agenda.order[to] = agenda.woken[more]
            more -= 1
            to -= 1
        }
        agenda.woken.removeAll(keepingCapacity: true)
    }

    /// Enqueues the record for the time at which its state may change.
    @inline(__always)
    func wait(_ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int32) {
        let time = record.pointee.quietUntil
        guard time < .infinity, record.pointee.entry.number == 0 || record.pointee.entry.time != time else { return }
        agenda.lastEntry = agenda.lastEntry == .max ? 1 : agenda.lastEntry + 1
        record.pointee.entry = (agenda.lastEntry, time)
        agenda.waiting.add((slot, agenda.lastEntry), at: time)
    }

    /// The next time at which a waiting record may change.
    func nextWaiting() -> Double {
        if agenda.waiting.count > 64 + 2 * animatedCount { agenda.waiting.filter { isCurrent($1) } }
        while let first = agenda.waiting.first {
            if isCurrent(first.element), !animated[Int(first.element.slot)].isListed { return first.time }
            animated[Int(first.element.slot)].forget(first.element.number)
            _ = agenda.waiting.removeFirst()
        }
        return .infinity
    }

    private func isCurrent(_ entry: (slot: Int32, number: UInt32)) -> Bool { animated[Int(entry.slot)].entry.number == entry.number }

    /// Sorts the agenda by paint order, after a build of a list with changed links.
    func sortAfterBuild() {
        if !agenda.orderIsStale { return }
        agenda.order.sort {
            let a = animated[Int($0)].node, b = animated[Int($1)].node
            return (a >= 0 ? nodes[a].pointee.opStart : 0) < (b >= 0 ? nodes[b].pointee.opStart : 0)
        }
        agenda.orderIsStale = false
    }

    /// Frees the record of a layer that is removed.
    func dropRecord(_ slot: Int) {
        steady.leave(Int32(slot))
        let isListed = animated[slot].isListed
        animated[slot] = AnimatedNode(node: -1)
        animated[slot].isListed = isListed
        bases[slot] = LayerState()
        // A listed record is freed when it is removed from the list.
        if !isListed { freeAnimated.append(Int32(slot)) }
    }

    /// Restores the committed state of layers whose last animation was removed, and frees their records.
    func dropEmptyRecords() {
        for slot in agenda.emptied {
            let node = animated[Int(slot)].node
            guard node >= 0, animated[Int(slot)].list.isEmpty else { continue }
            nodes[node].pointee.state = bases[Int(slot)]
            nodes[node].pointee.animated = -1
            dropTransition(of: node)
            nodes.noteSampled(node)
            dropRecord(Int(slot))
        }
        agenda.emptied.removeAll(keepingCapacity: true)
    }

    // MARK: layers that are not visible

    /// Returns true if none of the effects of the layer's animations can be seen before something else around it changes.
    @inline(__always)
    func isUnseen(_ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int) -> Bool {
        let n = nodes[record.pointee.node]
        // Not visited by the last build: under a hidden layer, or hidden by its own animation, which may show it again.
        if n.pointee.stamp != nodes.stamp {
            return n.pointee.parent >= 0 && !(record.pointee.mayUnhide && nodes[n.pointee.parent].pointee.stamp == nodes.stamp)
        }
        if n.pointee.environment.unit >= 0 { return false }
        if n.pointee.environment.clip.isEmpty { return n.pointee.parent >= 0 }
        return !record.pointee.mayUnhide && n.pointee.state.values.flags.contains(.hidden) && bases[slot].values.flags.contains(.hidden)
    }

    /// Leaves the state of an unseen layer as it is until an animation begins or ends. Returns false if there is an event to report now.
    /// - Parameter reason: the flag to set on the superlayer, so that the layer is evaluated when the superlayer is drawn differently.
    func rest(_ record: UnsafeMutablePointer<AnimatedNode>, at time: Double, as reason: NodeFlags) -> Bool {
        let n = nodes[record.pointee.node]
        if n.pointee.transition >= 0 || n.pointee.layerClass == .emitter { return false }
        let space = record.pointee.timeSpace
        let rate = space < 0 ? 1 : spaces.list[Int(space)].rate
        guard rate > 0 else { return false }
        let local = space < 0 ? time : localTime(inSpace: space, at: time)
        var next = Double.infinity
        for i in 0..<record.pointee.running.count {
            guard let each = record.pointee.running.first.map({ $0 + i }) else { break }
            let stage = each.pointee.compiled.core.clock.sample(at: local).stage
            let interval = each.pointee.compiled.core.clock.interval
            switch stage {
            case .before: next = min(next, interval.begin)
            case .active:
                if !each.pointee.hasStarted && each.pointee.compiled.core.clock.speed != 0 { return false }
                next = min(next, interval.end)
            case .filled, .finished:
                if !each.pointee.hasEnded || each.pointee.compiled.core.flags.contains(.isRemovedOnCompletion) { return false }
            }
        }
        record.pointee.quietFrom = time
        record.pointee.quietUntil = next <= local ? time : (space < 0 || next == .infinity ? next : time + (next - local) / rate)
        record.pointee.wasActive = false
        record.pointee.isAsleep = true
        if n.pointee.parent >= 0 { nodes[n.pointee.parent].pointee.flags.insert(reason) }
        return true
    }

    /// Brings one sleeping layer to the time of the update, without reporting events.
    func evaluate(_ slot: Int) {
        let node = animated[slot].node
        let n = nodes[node]
        let local = localTime(of: node, at: time)
        animated[slot].isAsleep = false
        animated[slot].wasActive = false
        animated[slot].quietFrom = .infinity
        animated[slot].quietUntil = -.infinity
        bases.withUnsafeBufferPointer { n.pointee.state.reset(to: $0[slot]) }
        if let first = animated[slot].running.first {
            for k in 0..<animated[slot].running.count { _ = (first + k).pointee.compiled.core.apply(at: local, to: &n.pointee.state) }
        }
        nodes.work.evaluations += 1
        nodes.noteSampled(node)
        wake(slot)
    }

    /// Evaluates the sleepers among a layer's sublayers, and its mask, before they are drawn.
    func wakeSleepers(_ n: UnsafeMutablePointer<RenderNode>) {
        n.pointee.flags.subtract([.hasSleepers, .hasDistantSleepers])
        for child in n.pointee.sublayers { wakeSleeper(child) }
        if n.pointee.mask >= 0 { wakeSleeper(n.pointee.mask) }
    }

    private func wakeSleeper(_ node: Int32) {
        let slot = Int(nodes[node].pointee.animated)
        if slot >= 0, animated[slot].isAsleep { evaluate(slot) }
    }
}
