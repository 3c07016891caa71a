import CoreGraphics

extension PartsWriter {
    /// Adds the op of an emitter's particles. The op keeps its position if there are none.
    func emitParticles(
        _ i: Int32, _ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: DrawEnvironment, flipped: Bool
    ) {
        if editor.pass.hasFailed { return }
        let slot = Int(n.pointee.emitter)
        let history = timeline.emitters.list[slot].history
        let local = timeline.emitters.list[slot].frozenAt ?? timeline.localTime(of: i, at: timeline.time)
        var run = ParticleRun(history, at: local)
        run.run(into: &particles)
        if timeline.emitters.list[slot].frozenAt == nil { timeline.noteNextBirth(i, slot, local, particles) }

        var op = DrawOp(kind: .particles)
        op.projection = projection
        op.opacity = env.opacity
        if isSmooth(n) { op.flags.insert(.antialiased) }
        if !flipped { op.flags.insert(.imageUpsideDown) }
        var draw = ParticleDraw()
        draw.adds = n.pointee.state.extra.emitter.renderMode == .additive
        if preservesDepth(n) {
            // In the units of a projection, which may have been divided by m44.
            let m = n.pointee.matrix
            let w = m.m14 == 0 && m.m24 == 0 && m.m44 != 0 ? m.m44 : 1
            draw.depth = SIMD3(m.m31, m.m32, m.m34) / w
        }
        op.bounds = placeParticles(projection, draw.depth, history, env.clip)
        op.payload = particlePayload(&draw, history, scope: env.scope)
        editor.put(op, scope: env.scope)
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
        guard editor.pass.isPatching else {
            draw.instances = particles.instances
            editor.list.payloads.append(.particles(draw))
            return Int32(editor.list.payloads.count - 1)
        }
        let at = editor.pass.cursor
        guard at < editor.pass.limit, editor.list.ops[at].kind == .particles, editor.list.ops[at].payload >= 0 else {
            editor.pass.hasFailed = true; return -1
        }
        let slot = Int(editor.list.ops[at].payload)
        guard case .particles(var old) = editor.list.payloads[slot] else { editor.pass.hasFailed = true; return -1 }
        // Releases the list's reference, so that `old` is the only one.
        editor.list.payloads[slot] = .polygon([])
        let isSame = old.adds == draw.adds && old.depth == draw.depth && old.instances == particles.instances && old.sprites == draw.sprites
        if !isSame {
            swap(&old.instances, &particles.instances)
            old.sprites = draw.sprites
            old.adds = draw.adds
            old.depth = draw.depth
            // If the op does not move, this is the only record of the change.
            editor.addDamage(editor.list.ops[at].bounds, scope: scope)
            editor.pass.payloadChanged = true
        }
        editor.list.payloads[slot] = .particles(old)
        return Int32(slot)
    }
}
