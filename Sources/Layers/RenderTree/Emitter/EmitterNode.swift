import CoreGraphics

/// The state of emitter layers in the tree.
struct EmitterNode {
    /// The index of the node; -1 for a free slot.
    var node: Int32
    var history: EmitterHistory
    /// The layer's time at which an old picture is frozen.
    var frozenAt: Double?
    /// The time of the last evaluation of the particles, and the time until which they do not change, in the tree's time.
    var quietFrom = Double.infinity
    var quietUntil = Double.infinity
}

extension RenderTree {
    /// Records the values of a commit with its time in emitters. Call after the whole commit is applied, since a layer's time depends on
    /// its ancestors.
    func recordEmitters(at time: Double) {
        guard !changedEmitters.isEmpty else { return }
        for node in changedEmitters {
            let n = nodes + Int(node)
            guard n.pointee.flags.contains(.live), n.pointee.layerClass == .emitter else { continue }
            let state = n.pointee.animated >= 0 ? bases[Int(n.pointee.animated)] : n.pointee.state
            if n.pointee.emitter < 0 {
                n.pointee.emitter = insertEmitter(EmitterNode(node: node, history: EmitterHistory()))
                needsRebuild = true
            }
            let slot = Int(n.pointee.emitter)
            let history = emitters[slot].history
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
            emitters[slot].quietFrom = .infinity
            markDirty(node)
        }
        changedEmitters.removeAll(keepingCapacity: true)
    }

    private func insertEmitter(_ emitter: EmitterNode) -> Int32 {
        if let free = freeEmitters.popLast() { emitters[Int(free)] = emitter; return free }
        emitters.append(emitter)
        return Int32(emitters.count - 1)
    }

    func dropEmitter(_ slot: Int32) {
        emitters[Int(slot)] = EmitterNode(node: -1, history: EmitterHistory())
        freeEmitters.append(slot)
    }

    /// Freezes an emitter at a time, for an old picture. Returns -1 if the node has none.
    func freezeEmitter(_ node: Int32, at time: Double) -> Int32 {
        let slot = nodes[Int(node)].emitter
        guard slot >= 0 else { return -1 }
        let frozen = emitters[Int(slot)].frozenAt ?? localTime(of: node, at: time)
        return insertEmitter(EmitterNode(node: node, history: emitters[Int(slot)].history.copy(), frozenAt: frozen))
    }

    /// Marks emitters with live particles, which differ in every frame.
    func markEmitters(at time: Double) {
        for slot in emitters.indices where emitters[slot].node >= 0 && emitters[slot].frozenAt == nil {
            if emitters[slot].quietFrom <= time && time < emitters[slot].quietUntil { continue }
            emitters[slot].quietFrom = time
            emitters[slot].quietUntil = .infinity
            markDirty(emitters[slot].node)
        }
    }

    /// Returns whether the emitter has cells, or had cells with particles that may be alive.
    func mayEmit(_ slot: Int32) -> Bool {
        emitters[Int(slot)].history.epochs.contains { !$0.sample.cells.isEmpty }
    }

    /// Adds the op of an emitter's particles. The op keeps its position if there are none.
    func emitParticles(_ i: Int32, _ projection: Projection, _ env: DrawEnvironment, flipped: Bool) {
        if emission.hasFailed { return }
        let n = nodes + Int(i)
        let slot = Int(n.pointee.emitter)
        let history = emitters[slot].history
        let local = emitters[slot].frozenAt ?? localTime(of: i, at: time)
        var run = ParticleRun(history, at: local)
        run.run(into: &particles)
        if emitters[slot].frozenAt == nil { noteNextBirth(i, slot, local) }

        var op = DrawOp(kind: .particles)
        op.projection = projection
        op.opacity = env.opacity
        if isSmooth(n) { op.flags.insert(.antialiased) }
        if !flipped { op.flags.insert(.imageUpsideDown) }
        var draw = ParticleDraw()
        draw.adds = n.pointee.state.extra.emitter.renderMode == .additive
        if preservesDepth(n) {
            // In the units of a projection, which may have been divided.
            let m = n.pointee.matrix
            let w = m.m14 == 0 && m.m24 == 0 && m.m44 != 0 ? m.m44 : 1
            draw.depth = SIMD3(m.m31, m.m32, m.m34) / w
        }
        op.bounds = placeParticles(projection, draw.depth, history, env.clip)
        op.payload = particlePayload(&draw, history, scope: env.scope)
        put(op, scope: env.scope)
    }

    private func noteNextBirth(_ i: Int32, _ slot: Int, _ local: Double) {
        if emitters[slot].quietFrom != time {
            emitters[slot].quietFrom = time
            emitters[slot].quietUntil = .infinity
        }
        let rate = effectiveSpeed(of: i)
        guard rate != 0 else { return }
        var next = Double.infinity
        if particles.isBusy || (rate < 0 && !particles.instances.isEmpty) {
            next = time
        } else if particles.nextBirth < .infinity {
            next = rate < 0 ? time : max(time, time + (particles.nextBirth - local) / rate)
        }
        emitters[slot].quietUntil = min(emitters[slot].quietUntil, next)
    }

    /// Removes particles that can't be visible. Returns the bounding box of the rest.
    private func placeParticles(_ p: Projection, _ depth: SIMD3<Double>, _ history: EmitterHistory, _ clip: DeviceRect) -> DeviceRect {
        if clip.isEmpty { particles.instances.removeAll(keepingCapacity: true); return .empty }
        var x0 = Double.infinity, y0 = Double.infinity, x1 = -Double.infinity, y1 = -Double.infinity
        let left = Double(clip.x0), top = Double(clip.y0), right = Double(clip.x1), bottom = Double(clip.y1)
        var kept = 0
        history.sprites.withUnsafeBufferPointer { sprites in
            particles.instances.withUnsafeMutableBufferPointer { all in
                for i in all.indices {
                    let each = all[i]
                    let size = sprites[Int(each.sprite)].size
                    let w = Double(size.width) / 2, h = Double(size.height) / 2
                    let box: (minX: Double, minY: Double, maxX: Double, maxY: Double)
                    if p.kind == .projective || depth != .zero {
                        // A square that contains the particle at any rotation.
                        let r = (w * w + h * h).squareRoot() * each.reach
                        let square = CGRect(x: each.x - r, y: each.y - r, width: 2 * r, height: 2 * r)
                        let rise = abs(Double(each.riseX)) * w + abs(Double(each.riseY)) * h
                        guard let low = p.raised(by: each.z - rise, along: depth).deviceBox(of: square) else { continue }
                        if rise > 0 {
                            guard let high = p.raised(by: each.z + rise, along: depth).deviceBox(of: square) else { continue }
                            box = (min(low.minX, high.minX), min(low.minY, high.minY), max(low.maxX, high.maxX), max(low.maxY, high.maxY))
                        } else {
                            box = low
                        }
                    } else {
                        let x = each.x * p.m11 + each.y * p.m21 + p.m31, y = each.x * p.m12 + each.y * p.m22 + p.m32
                        let ex = abs(each.c * p.m11 + each.s * p.m21) * w + abs(each.downX * p.m11 + each.downY * p.m21) * h
                        let ey = abs(each.c * p.m12 + each.s * p.m22) * w + abs(each.downX * p.m12 + each.downY * p.m22) * h
                        box = (x - ex, y - ey, x + ex, y + ey)
                    }
                    // Includes half a pixel of soft edge. Non-finite values fail this test.
                    guard box.maxX + 0.5 > left, box.maxY + 0.5 > top, box.minX - 0.5 < right, box.minY - 0.5 < bottom else { continue }
                    x0 = min(x0, box.minX); y0 = min(y0, box.minY); x1 = max(x1, box.maxX); y1 = max(y1, box.maxY)
                    if kept != i { all[kept] = each }
                    kept += 1
                }
            }
        }
        particles.instances.removeLast(particles.instances.count - kept)
        if kept == 0 { return .empty }
        return DeviceRect(minX: x0 - 1, minY: y0 - 1, maxX: x1 + 1, maxY: y1 + 1).intersection(clip)
    }

    /// In a patch, the list's array and the newly filled one are swapped, so that none is allocated.
    private func particlePayload(_ draw: inout ParticleDraw, _ history: EmitterHistory, scope: Int32) -> Int32 {
        draw.sprites = history.sprites
        guard emission.isPatching else {
            draw.instances = particles.instances
            list.payloads.append(.particles(draw))
            return Int32(list.payloads.count - 1)
        }
        let at = emission.cursor
        guard at < emission.limit, list.ops[at].kind == .particles, list.ops[at].payload >= 0 else { emission.hasFailed = true; return -1 }
        let slot = Int(list.ops[at].payload)
        guard case .particles(var old) = list.payloads[slot] else { emission.hasFailed = true; return -1 }
        // So that there is only one reference to it.
        list.payloads[slot] = .polygon([])
        let isSame = old.adds == draw.adds && old.depth == draw.depth && old.instances == particles.instances && old.sprites == draw.sprites
        if !isSame {
            swap(&old.instances, &particles.instances)
            old.sprites = draw.sprites
            old.adds = draw.adds
            old.depth = draw.depth
            // If the op does not move, this is the only record of the change.
            addDamage(list.ops[at].bounds, scope: scope)
            emission.payloadChanged = true
        }
        list.payloads[slot] = .particles(old)
        return Int32(slot)
    }
}
