import CoreGraphics

extension RenderTree {
    /// Evaluates what may have changed; answers when to come again.
    func animate(at time: Double) -> Double {
        var next = Double.infinity
        var emptied = false
        if hasEmptyRecords { dropEmptyRecords() }
        slowSlots.removeAll(keepingCapacity: true)
        if steady.recordCount > 0 { animateSteady(at: time) }
        tidySteady()
        // What is steady moves in every frame.
        if steady.recordCount > 0 { next = time }
        if steady.recordCount < animatedOrder.count { animateOthers(at: time, &next) }
        for slot in slowSlots {
            next = min(next, sample(Int(slot), at: time))
            if animated[Int(slot)].list.isEmpty { emptied = true }
        }
        if emptied { dropEmptyRecords() }
        for each in delayed where each.nextChange <= time && nodes[Int(each.node)].flags.contains(.live) { markDirty(each.node) }
        return next
    }

    /// All that are not steady. Those that turn out to be are so from the next frame on.
    private func animateOthers(at time: Double, _ next: inout Double) {
        steadyRecords.found.removeAll(keepingCapacity: true)
        animated.withUnsafeMutableBufferPointer { records in
            animatedOrder.withUnsafeBufferPointer { order in
                guard let base = records.baseAddress else { return }
                for i in order.indices {
                    // What comes soon is fetched meanwhile: first the record, then, once it is here, what it leads to.
                    if i + 16 < order.count, steady.ticket(order[i + 16]) == 0 { Prefetch.read(base + Int(order[i + 16])) }
                    if i + 8 < order.count, steady.ticket(order[i + 8]) == 0 { prefetch(base + Int(order[i + 8])) }
                    let slot = order[i]
                    if steady.ticket(slot) != 0 { continue }
                    let record = base + Int(slot)
                    if record.pointee.hasJustLeft {
                        // It is among the slow ones already.
                        record.pointee.hasJustLeft = false
                    } else if record.pointee.quietFrom <= time && time < record.pointee.quietUntil {
                        next = min(next, record.pointee.quietUntil)
                    } else if hasLayerTiming || !sampleQuickly(record, Int(slot), at: time, &next) {
                        slowSlots.append(slot)
                    } else if record.pointee.mayBeSteady, record.pointee.wasActive, record.pointee.quietUntil == time {
                        steadyRecords.found.append(slot)
                    }
                }
            }
        }
        for slot in steadyRecords.found { enroll(slot, at: time) }
    }

    @inline(__always)
    private func prefetch(_ record: UnsafeMutablePointer<AnimatedNode>) {
        guard record.pointee.node >= 0 else { return }
        let n = nodes + Int(record.pointee.node)
        Prefetch.node(n)
        if let first = record.pointee.running.first { Prefetch.animations(first, record.pointee.running.count) }
    }

    func invalidate(_ slot: Int) {
        steady.leave(Int32(slot))
        let node = animated[slot].node
        let layerClass = node >= 0 ? nodes[Int(node)].layerClass : .layer
        bases.withUnsafeBufferPointer { bases in
            guard let base = bases.baseAddress else { return }
            animated[slot].invalidate(base + slot, layerClass)
        }
    }

    /// The common case: nothing to tell, nothing over. False where there is; the state is then to be found again by `sample`.
    @inline(__always)
    private func sampleQuickly(
        _ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int, at time: Double, _ next: inout Double
    ) -> Bool {
        let n = nodes + Int(record.pointee.node)
        if n.pointee.transition >= 0 { return false }
        let ground = record.pointee.wasActive ? record.pointee.ground : .whole
        switch ground {
        case .nothing: break
        case .transform: n.pointee.state.values.transform = bases[slot].values.transform
        case .whole: bases.withUnsafeBufferPointer { n.pointee.state.reset(to: $0[slot]) }
        }
        var soonest = Double.infinity
        var allActive = true
        if var running = record.pointee.running.first {
            let end = running + record.pointee.running.count
            while running < end {
                let phase = running.pointee.compiled.core.apply(at: time, to: &n.pointee.state)
                soonest = min(soonest, phase.nextChange)
                if phase.stage == .active {
                    if !running.pointee.hasStarted && running.pointee.compiled.core.clock.speed != 0 { return false }
                } else {
                    allActive = false
                    if phase.hasEnded && (!running.pointee.hasEnded || running.pointee.compiled.core.flags.contains(.isRemovedOnCompletion)) {
                        return false
                    }
                }
                running += 1
            }
        }
        // One that was active and is not has left its value behind.
        guard allActive || ground == .whole else { return false }
        record.pointee.wasActive = allActive
        // Where not all are active the state was taken back as a whole: whatever changed it before is looked at, too.
        if ground == .whole || record.pointee.trace == .all {
            noteSampled(record.pointee.node)
        } else {
            if record.pointee.trace == .objects { n.pointee.flags.insert(.resourcesDirty) }
            markDirty(record.pointee.node)
        }
        record.pointee.quietFrom = time
        record.pointee.quietUntil = soonest <= time ? time : soonest
        next = min(next, record.pointee.quietUntil)
        return true
    }

    /// Brings one layer's state to a time, tells starts and ends, removes what is over. Answers when it next changes.
    @inline(never)
    private func sample(_ slot: Int, at time: Double) -> Double {
        let node = animated[slot].node
        let n = nodes + Int(node)
        let plain = !hasLayerTiming
        let rate = plain ? 1 : effectiveSpeed(of: node)
        let local = plain ? time : localTime(of: node, at: time)
        var nextLocal = Double.infinity
        var remove = false
        animated[slot].wasActive = false
        bases.withUnsafeBufferPointer { n.pointee.state.reset(to: $0[slot]) }
        let running = animated[slot].running
        if let first = running.first {
            for k in 0..<running.count {
                // Through the pointer: the plain part alone is read, and no reference counted.
                let phase = (first + k).pointee.compiled.core.apply(at: local, to: &n.pointee.state)
                nextLocal = min(nextLocal, phase.nextChange)
                if phase.stage != .before, rate != 0, phase.hasEnded || !(first + k).pointee.hasStarted { remove = tell(slot, k, phase) || remove }
            }
        }
        if remove {
            animated[slot].list.removeAll { $0.hasEnded && $0.compiled.isRemovedOnCompletion }
            invalidate(slot)
            n.pointee.state.reset(to: bases[slot])
            nextLocal = .infinity
            for k in 0..<animated[slot].list.count {
                nextLocal = min(nextLocal, animated[slot].list[k].compiled.apply(at: local, to: &n.pointee.state).nextChange)
            }
        }
        if n.pointee.transition >= 0 { sampleTransition(n.pointee.transition, slot, local) }
        noteSampled(node)

        let next: Double
        if rate == 0 {
            // Its time stands still: the same at any time.
            animated[slot].quietFrom = -.infinity
            next = .infinity
        } else {
            animated[slot].quietFrom = time
            if nextLocal <= local || rate < 0 { next = rate < 0 && nextLocal == .infinity && !hasUnfinished(slot, local) ? .infinity : time }
            else if plain { next = nextLocal } else { next = nextLocal == .infinity ? .infinity : time + (nextLocal - local) / rate }
        }
        animated[slot].quietUntil = next
        return next
    }

    private func hasUnfinished(_ slot: Int, _ local: Double) -> Bool {
        animated[slot].list.contains { $0.compiled.activeInterval().begin <= local }
    }

    /// Answers whether the animation is over and leaves the layer.
    @inline(__always)
    private func tell(_ slot: Int, _ k: Int, _ phase: AnimationPhase) -> Bool {
        if !animated[slot].list[k].hasStarted && (animated[slot].list[k].compiled.clock.speed != 0) {
            animated[slot].list[k].hasStarted = true
            events.append(RenderEvent(layer: nodes[Int(animated[slot].node)].id, animation: animated[slot].list[k].compiled.id, kind: .started))
        }
        guard phase.hasEnded else { return false }
        if !animated[slot].list[k].hasEnded {
            animated[slot].list[k].hasEnded = true
            events.append(RenderEvent(layer: nodes[Int(animated[slot].node)].id, animation: animated[slot].list[k].compiled.id, kind: .ended))
        }
        return animated[slot].list[k].compiled.isRemovedOnCompletion
    }

    /// After a state changed: what hangs on it.
    func noteSampled(_ node: Int32) {
        let n = nodes + Int(node)
        if n.pointee.state.extraBox != nil {
            let has = n.pointee.state.extra.sublayerTransform != CATransform3DIdentity
            if has != n.pointee.flags.contains(.hasSublayerTransform) {
                if has { n.pointee.flags.insert(.hasSublayerTransform) } else { n.pointee.flags.remove(.hasSublayerTransform) }
                n.pointee.flags.insert(.needsAll)
            }
        }
        if n.pointee.state.objectsBox != nil { n.pointee.flags.insert(.resourcesDirty) }
        if n.pointee.layerClass == .replicator || n.pointee.layerClass == .transform { n.pointee.flags.insert(.needsAll) }
        markDirty(node)
        if n.pointee.state.values.isTilted { noteTilted(node) }
        if n.pointee.state.values.zPosition != n.pointee.paintZ {
            n.pointee.flags.insert(.needsAll)
            markOrderDirty(n.pointee.parent)
        }
    }

    func markOrderDirty(_ parent: Int32) {
        guard parent >= 0, !nodes[Int(parent)].flags.contains(.orderDirty) else { return }
        nodes[Int(parent)].flags.insert(.orderDirty)
        orderDirty.append(parent)
    }

    /// Layers whose last animation ended stand as committed again.
    func dropEmptyRecords() {
        hasEmptyRecords = false
        animatedOrder.removeAll { slot in
            guard animated[Int(slot)].list.isEmpty else { return false }
            let node = animated[Int(slot)].node
            if node >= 0 {
                nodes[Int(node)].state = bases[Int(slot)]
                nodes[Int(node)].animated = -1
                dropTransition(of: node)
                noteSampled(node)
            }
            animated[Int(slot)] = AnimatedNode(node: -1)
            bases[Int(slot)] = LayerState()
            freeAnimated.append(slot)
            return true
        }
    }

    // MARK: time

    /// Absolute time to the time of the layer's animations: through the time spaces of all layers above it and its own. A layer that
    /// begins later does not hold the animations on it, so that one resumed after a pause goes on.
    func localTime(of node: Int32, at time: Double) -> Double {
        let n = nodes + Int(node)
        var t = time
        if n.pointee.parent >= 0 {
            t = localTime(of: n.pointee.parent, at: time)
            for each in instanceShifts where each.node == n.pointee.parent { t -= each.shift }
        }
        if n.pointee.state.extraBox == nil { return t }
        return n.pointee.state.extra.timing.localTime(atParentTime: t)
    }

    /// Local seconds a second; below 0 where a wrapped time may run either way, so that nobody waits for a moment to come.
    func effectiveSpeed(of node: Int32) -> Double {
        var rate = 1.0
        var wraps = false
        var i = node
        while i >= 0 {
            let n = nodes + Int(i)
            if n.pointee.state.extraBox != nil {
                rate *= Double(n.pointee.state.extra.timing.speed)
                wraps = wraps || n.pointee.state.extra.timing.wrapsTime
            }
            i = n.pointee.parent
        }
        return wraps ? -abs(rate) : rate
    }

    // MARK: instances of replicators

    /// Brings everything below a replicator to the time of the instance being drawn. Answers when it next changes.
    func sampleBelow(_ replicator: Int32) -> Double {
        var next = Double.infinity
        var stack = ContiguousArray(nodes[Int(replicator)].sublayers)
        while let i = stack.popLast() {
            let n = nodes + Int(i)
            stack.append(contentsOf: n.pointee.sublayers)
            if n.pointee.mask >= 0 { stack.append(n.pointee.mask) }
            guard n.pointee.animated >= 0 else { continue }
            let slot = Int(n.pointee.animated)
            let local = localTime(of: i, at: time)
            let rate = effectiveSpeed(of: i)
            steady.leave(Int32(slot))
            animated[slot].mayBeSteady = false
            animated[slot].wasActive = false
            n.pointee.state.reset(to: bases[slot])
            var nextLocal = Double.infinity
            for k in 0..<animated[slot].list.count {
                nextLocal = min(nextLocal, animated[slot].list[k].compiled.apply(at: local, to: &n.pointee.state).nextChange)
            }
            if n.pointee.state.objectsBox != nil { n.pointee.flags.insert(.resourcesDirty) }
            if rate == 0 || nextLocal == .infinity { continue }
            next = min(next, nextLocal <= local || rate < 0 ? time : time + (nextLocal - local) / rate)
        }
        return next
    }

    func setDelayed(_ node: Int32, nextChange: Double) {
        if let at = delayed.firstIndex(where: { $0.node == node }) { delayed[at].nextChange = nextChange } else { delayed.append((node, nextChange)) }
    }
}
