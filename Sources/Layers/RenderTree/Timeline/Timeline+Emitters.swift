import CoreGraphics

extension Timeline {
    /// Records the values of a commit with its time in emitters. Call after the whole commit is applied, since a layer's time depends on
    /// its ancestors.
    func recordEmitters(at time: Double) {
        guard !emitters.changed.isEmpty else { return }
        for node in emitters.changed {
            guard nodes.isLive(node), nodes[node].pointee.layerClass == .emitter else { continue }
            let n = nodes[node]
            let state = n.pointee.animated >= 0 ? bases[Int(n.pointee.animated)] : n.pointee.state
            if n.pointee.emitter < 0 {
                n.pointee.emitter = insertEmitter(EmitterNode(node: node, history: EmitterHistory()))
                nodes.needsRebuild = true
            }
            let slot = Int(n.pointee.emitter)
            let history = emitters.list[slot].history
            let local = localTime(of: node, at: time)
            let timing = state.extra.timing
            if timing != history.timing, !history.epochs.isEmpty {
                // A jump of the layer's clock restarts the emission; stopping or resuming it does not.
                let parentTime = n.pointee.parent >= 0 ? localTime(of: n.pointee.parent, at: time) : time
                if abs(timing.localTime(atParentTime: parentTime) - history.timing.localTime(atParentTime: parentTime)) > 0.25 {
                    history.reset()
                }
            }
            history.timing = timing
            let animations = n.pointee.animated >= 0 ? ContiguousArray(animated[Int(n.pointee.animated)].list.map(\.compiled)) : []
            history.record(state, animations, at: local)
            emitters.list[slot].quietFrom = .infinity
            nodes.markDirty(node)
        }
        emitters.changed.removeAll(keepingCapacity: true)
    }

    private func insertEmitter(_ emitter: EmitterNode) -> Int32 {
        if let free = emitters.free.popLast() { emitters.list[Int(free)] = emitter; return free }
        emitters.list.append(emitter)
        return Int32(emitters.list.count - 1)
    }

    func dropEmitter(_ slot: Int32) {
        emitters.list[Int(slot)] = EmitterNode(node: -1, history: EmitterHistory())
        emitters.free.append(slot)
    }

    /// Freezes a copy of an emitter at a time, for an old picture. Returns its slot, or -1 if the node has no emitter.
    func freezeEmitter(_ node: Int32, at time: Double) -> Int32 {
        let slot = nodes[node].pointee.emitter
        guard slot >= 0 else { return -1 }
        let frozen = emitters.list[Int(slot)].frozenAt ?? localTime(of: node, at: time)
        return insertEmitter(EmitterNode(node: node, history: emitters.list[Int(slot)].history.copy(), frozenAt: frozen))
    }

    /// Marks emitters with live particles as dirty, since they differ in every frame.
    func markEmitters(at time: Double) {
        for slot in emitters.list.indices where emitters.list[slot].node >= 0 && emitters.list[slot].frozenAt == nil {
            if emitters.list[slot].quietFrom <= time && time < emitters.list[slot].quietUntil { continue }
            emitters.list[slot].quietFrom = time
            emitters.list[slot].quietUntil = .infinity
            nodes.markDirty(emitters.list[slot].node)
        }
    }

    /// Returns whether the emitter has cells, or had cells with particles that may be alive.
    func mayEmit(_ slot: Int32) -> Bool {
        emitters.list[Int(slot)].history.epochs.contains { !$0.sample.cells.isEmpty }
    }

    /// Records the time until which the particles of a frame stay unchanged.
    func noteNextBirth(_ i: Int32, _ slot: Int, _ local: Double, _ particles: borrowing ParticleFrame) {
        if emitters.list[slot].quietFrom != time {
            emitters.list[slot].quietFrom = time
            emitters.list[slot].quietUntil = .infinity
        }
        let rate = effectiveSpeed(of: i)
        guard rate != 0 else { return }
        var next = Double.infinity
        // Backwards, particles that have died come back at any time.
        if particles.isBusy || rate < 0 {
            next = time
        } else if particles.nextBirth < .infinity {
            next = max(time, time + (particles.nextBirth - local) / rate)
        }
        emitters.list[slot].quietUntil = min(emitters.list[slot].quietUntil, next)
    }
}
