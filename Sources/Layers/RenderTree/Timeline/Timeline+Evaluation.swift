import CoreGraphics

extension Timeline {
    /// Writes the states at a time into the nodes, where they may differ from the last evaluation.
    /// - Parameter lastFrame: the layers that the last frame drew, and their places. Layers that can't be seen are not evaluated.
    /// - Returns: the next time at which a state changes; `time` itself if something changes all the time.
    func animate(at time: Double, lastFrame: LayerExtents) -> Double {
        var next = Double.infinity
        if time < self.time { wakeAll() }
        self.time = time
        dropEmptyRecords()
        agenda.slow.removeAll(keepingCapacity: true)
        if steady.recordCount > 0 { animateSteady(at: time) }
        tidySteady()
        // Steady animations change in every frame.
        if steady.recordCount > 0 { next = time }
        listWoken(at: time)
        nodes.work.recordsVisited += steady.recordCount + agenda.order.count
        nodes.work.evaluations += steady.recordCount
        if !agenda.order.isEmpty { animateOthers(at: time, lastFrame, &next) }
        for slot in agenda.slow { next = min(next, sample(Int(slot), at: time)) }
        dropEmptyRecords()
        next = min(next, nextWaiting())
        return next
    }

    /// Evaluates all listed records. Those found to be steady are evaluated as steady from the next frame on; those that wait are removed
    /// from the list.
    private func animateOthers(at time: Double, _ lastFrame: LayerExtents, _ next: inout Double) {
        steadyRecords.found.removeAll(keepingCapacity: true)
        var kept = 0
        animated.withUnsafeMutableBufferPointer { records in
            agenda.order.withUnsafeMutableBufferPointer { order in
                guard let base = records.baseAddress else { return }
                for i in order.indices {
                    // Prefetches upcoming entries: first the record, then, once it is in the cache, the node and animations that it refers
                    // to.
                    if i + 16 < order.count { Prefetch.read(base + Int(order[i + 16])) }
                    if i + 8 < order.count { prefetch(base + Int(order[i + 8])) }
                    let slot = order[i]
                    let record = base + Int(slot)
                    if visit(record, slot, at: time, lastFrame, &next) {
                        order[kept] = slot
                        kept += 1
                    } else {
                        record.pointee.isListed = false
                    }
                }
            }
        }
        agenda.order.removeLast(agenda.order.count - kept)
        for slot in steadyRecords.found { enroll(slot, at: time) }
    }

    /// Brings a listed layer to a time, or adds it to `Agenda.slow`, by the rules at the head of AnimatedNode.swift. Returns false if the
    /// record is removed from the list.
    @inline(__always)
    private func visit(
        _ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int32, at time: Double, _ lastFrame: LayerExtents, _ next: inout Double
    ) -> Bool {
        if record.pointee.node < 0 {
            freeAnimated.append(slot)
            return false
        }
        if steady.generation(slot) != 0 { return false }
        if record.pointee.hasJustLeft {
            // The record is in `Agenda.slow` already.
            record.pointee.hasJustLeft = false
            return true
        }
        if record.pointee.quietFrom <= time && time < record.pointee.quietUntil {
            wait(record, slot)
            return false
        }
        let isHidden = isUnseen(record, Int(slot))
        if isHidden || staysOutside(record, Int(slot), lastFrame), rest(record, at: time, as: isHidden ? .hasSleepers : .hasDistantSleepers)
        {
            next = min(next, record.pointee.quietUntil)
            if record.pointee.quietUntil <= time { return true }
            // Enqueued now, not in the next frame when the record is found quiet.
            wait(record, slot)
            return false
        }
        if !sampleQuickly(record, Int(slot), at: time, &next) {
            agenda.slow.append(slot)
        } else if record.pointee.mayBeSteady, record.pointee.wasActive, record.pointee.quietUntil == time,
            // Steady animations write only matrices: the transform's branch must already be the base's.
            nodes[record.pointee.node].pointee.state.values.branch(of: .transform) == bases[Int(slot)].values.branch(of: .transform)
        {
            steadyRecords.found.append(slot)
        }
        return true
    }

    @inline(__always)
    private func prefetch(_ record: UnsafeMutablePointer<AnimatedNode>) {
        guard record.pointee.node >= 0 else { return }
        let n = nodes[record.pointee.node]
        Prefetch.node(n)
        if let first = record.pointee.running.first { Prefetch.animations(first, record.pointee.running.count) }
    }

    func invalidate(_ slot: Int) {
        steady.leave(Int32(slot))
        let node = animated[slot].node
        let layerClass = node >= 0 ? nodes[node].pointee.layerClass : .layer
        bases.withUnsafeBufferPointer { bases in
            guard let base = bases.baseAddress else { return }
            animated[slot].invalidate(base + slot, layerClass, timeSpace: node >= 0 ? nodes[node].pointee.timeSpace : -1)
        }
        nodes.work.invalidations += 1
        wake(slot)
    }

    /// Handles the common case: no event to report and no animation to remove. Returns false otherwise; the state must then be evaluated by
    /// `sample`.
    @inline(__always)
    private func sampleQuickly(
        _ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int, at time: Double, _ next: inout Double
    ) -> Bool {
        let n = nodes[record.pointee.node]
        if n.pointee.transition >= 0 { return false }
        let space = record.pointee.timeSpace
        let rate = space < 0 ? 1 : spaces.list[Int(space)].rate
        if rate == 0 { return false }
        let local = space < 0 ? time : localTime(inSpace: space, at: time)
        let underlying = record.pointee.wasActive ? record.pointee.underlying : .whole
        switch underlying {
        case .nothing: break
        case .transform:
            n.pointee.state.values.transform = bases[slot].values.transform
            // Includes the flags for how key paths decomposed it.
            n.pointee.state.values.flags = bases[slot].values.flags
        case .whole: bases.withUnsafeBufferPointer { n.pointee.state.reset(to: $0[slot]) }
        }
        var soonest = Double.infinity
        var allActive = true
        if var running = record.pointee.running.first {
            let end = running + record.pointee.running.count
            while running < end {
                let phase = running.pointee.compiled.core.apply(at: local, to: &n.pointee.state)
                soonest = min(soonest, phase.nextChange)
                if phase.stage == .active {
                    if !running.pointee.hasStarted && running.pointee.compiled.core.clock.speed != 0 { return false }
                } else {
                    allActive = false
                    if phase.hasEnded && (!running.pointee.hasEnded || running.pointee.compiled.core.flags.contains(.isRemovedOnCompletion))
                    {
                        return false
                    }
                }
                running += 1
            }
        }
        // An animation that is no longer active has left its value in the state.
        guard allActive || underlying == .whole else { return false }
        // When time runs backwards, the next change is the previous one in local time.
        if rate < 0, soonest > local { return false }
        record.pointee.wasActive = allActive
        record.pointee.isAsleep = false
        nodes.work.evaluations += 1
        // If not all are active, the whole state was reset: earlier changes to it must be checked, too.
        if underlying == .whole || record.pointee.invalidationScope == .all {
            nodes.noteSampled(record.pointee.node)
        } else {
            if record.pointee.invalidationScope == .objects { n.pointee.flags.insert(.resourcesDirty) }
            nodes.markDirty(record.pointee.node)
        }
        record.pointee.quietFrom = time
        if soonest <= local {
            record.pointee.quietUntil = time
        } else {
            record.pointee.quietUntil = space < 0 || soonest == .infinity ? soonest : time + (soonest - local) / rate
        }
        next = min(next, record.pointee.quietUntil)
        return true
    }

    /// Brings one layer's state to a time, reports starts and ends, and removes animations that have ended. Returns the time of the next
    /// change.
    @inline(never)
    private func sample(_ slot: Int, at time: Double) -> Double {
        let node = animated[slot].node
        let n = nodes[node]
        let plain = animated[slot].timeSpace < 0
        let rate = plain ? 1 : effectiveSpeed(of: node)
        let local = plain ? time : localTime(of: node, at: time)
        animated[slot].isAsleep = false
        nodes.work.evaluations += 1
        var nextLocal = Double.infinity
        var remove = false
        animated[slot].wasActive = false
        bases.withUnsafeBufferPointer { n.pointee.state.reset(to: $0[slot]) }
        let running = animated[slot].running
        if let first = running.first {
            for k in 0..<running.count {
                // Through the pointer: reads only the plain part, without reference counting.
                let phase = (first + k).pointee.compiled.core.apply(at: local, to: &n.pointee.state)
                nextLocal = min(nextLocal, phase.nextChange)
                if phase.stage != .before, rate != 0, phase.hasEnded || !(first + k).pointee.hasStarted {
                    remove = report(slot, k, phase) || remove
                }
            }
        }
        if remove {
            animated[slot].list.removeAll { $0.hasEnded && $0.compiled.isRemovedOnCompletion }
            if animated[slot].list.isEmpty { agenda.emptied.append(Int32(slot)) }
            invalidate(slot)
            n.pointee.state.reset(to: bases[slot])
            nextLocal = .infinity
            for k in 0..<animated[slot].list.count {
                nextLocal = min(nextLocal, animated[slot].list[k].compiled.apply(at: local, to: &n.pointee.state).nextChange)
            }
        }
        if n.pointee.transition >= 0 { sampleTransition(n.pointee.transition, slot, local) }
        nodes.noteSampled(node)

        let next: Double
        if rate == 0 {
            // The layer's time is stopped: the state is the same at any time.
            animated[slot].quietFrom = -.infinity
            next = .infinity
        } else {
            animated[slot].quietFrom = time
            if nextLocal <= local || rate < 0 {
                next = rate < 0 && nextLocal == .infinity && !hasUnfinished(slot, local) ? .infinity : time
            } else if plain {
                next = nextLocal
            } else {
                next = nextLocal == .infinity ? .infinity : time + (nextLocal - local) / rate
            }
        }
        animated[slot].quietUntil = next
        return next
    }

    private func hasUnfinished(_ slot: Int, _ local: Double) -> Bool {
        animated[slot].list.contains { $0.compiled.activeInterval().begin <= local }
    }

    /// Reports the start and end of an animation. Returns true if it has ended and is to be removed from the layer.
    @inline(__always)
    private func report(_ slot: Int, _ k: Int, _ phase: AnimationPhase) -> Bool {
        if !animated[slot].list[k].hasStarted && (animated[slot].list[k].compiled.clock.speed != 0) {
            animated[slot].list[k].hasStarted = true
            events.append(
                RenderEvent(layer: nodes[animated[slot].node].pointee.id, animation: animated[slot].list[k].compiled.id, kind: .started))
        }
        guard phase.hasEnded else { return false }
        if !animated[slot].list[k].hasEnded {
            animated[slot].list[k].hasEnded = true
            events.append(
                RenderEvent(layer: nodes[animated[slot].node].pointee.id, animation: animated[slot].list[k].compiled.id, kind: .ended))
        }
        return animated[slot].list[k].compiled.isRemovedOnCompletion
    }

    // MARK: instances of replicators

    /// Brings everything below a replicator to the time of the instance being drawn. Returns the time of the next change.
    func sampleBelow(_ replicator: Int32) -> Double {
        var next = Double.infinity
        var stack = ContiguousArray(nodes[replicator].pointee.sublayers)
        while let i = stack.popLast() {
            let n = nodes[i]
            stack.append(contentsOf: n.pointee.sublayers)
            if n.pointee.mask >= 0 { stack.append(n.pointee.mask) }
            guard n.pointee.animated >= 0 else { continue }
            let slot = Int(n.pointee.animated)
            let local = localTime(of: i, at: time)
            let rate = effectiveSpeed(of: i)
            steady.leave(Int32(slot))
            animated[slot].mayBeSteady = false
            animated[slot].wasActive = false
            animated[slot].isAsleep = false
            wake(slot)
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
}
