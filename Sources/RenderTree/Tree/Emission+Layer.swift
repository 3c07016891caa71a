import CoreGraphics

extension RenderTree {
    /// Makes the steps of a layer and all below it. `all` makes the sublayers too where a patch finds that nothing they hang on changed.
    func emit(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) {
        if emission.hasFailed || !mayDescend(environment.depth) { return }
        let n = nodes + Int(i)
        let wasVisited = n.pointee.stamp == stamp &- (emission.isPatching ? 0 : 1)
        if !emission.isPatching, environment.unit >= 0 {
            // The unit answers for all below it.
            emitPlain(i, in: space, environment, all: true)
            return
        }
        if !emission.isPatching, wasVisited, !emission.isInserting {
            emitComparing(i, in: space, environment)
            return
        }
        emitPlain(i, in: space, environment, all: all || !wasVisited)
        if !emission.isPatching { damageSteps(n.pointee.opStart, n.pointee.opEnd, scope: environment.scope, list.ops, scopes) }
    }

    private func emitPlain(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) {
        let n = nodes + Int(i)
        n.pointee.environment = environment
        n.pointee.opStart = Int32(emission.cursor)
        n.pointee.form = []
        notePictured(n)
        work.nodesMade += 1
        if n.pointee.transition >= 0, transitions[Int(n.pointee.transition)].isActive {
            emitTransition(i, in: space, environment)
        } else {
            emitPicture(i, in: space, environment, all: all)
        }
        if emission.hasFailed {
            // What was placed already is no measure any more for what has moved.
            n.pointee.flags.insert(.needsAll)
            return
        }
        n.pointee.opEnd = Int32(emission.cursor)
        work.opsMade += emission.cursor - Int(n.pointee.opStart)
        n.pointee.flags.subtract([.dirty, .resourcesDirty, .needsAll])
    }

    /// In a build: a node that stood in the last one too. Damages where it differs.
    private func emitComparing(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes + Int(i)
        let wasDirty = n.pointee.flags.contains(.dirty)
        var wholly = n.pointee.flags.contains(.needsAll)
        let start = n.pointee.opStart, end = n.pointee.opEnd
        let childStart = n.pointee.childStart, childEnd = n.pointee.childEnd
        let form = n.pointee.form, scope = n.pointee.environment.scope
        let flipped = n.pointee.flags.contains(.contentsFlipped)
        let matrix = wasDirty ? n.pointee.matrix : CATransform3DIdentity
        let childOpacity = n.pointee.childOpacity, childClip = n.pointee.childClip
        emitPlain(i, in: space, environment, all: true)
        wholly = wholly || n.pointee.form != form || form.contains(.transition) || (start == end) != (n.pointee.opStart == n.pointee.opEnd)
        if !wholly, n.pointee.blendMode != 0, form.contains(.outerGroup), clearsAround(list.ops[Int(n.pointee.opStart)]) {
            // It changes all of its bounds, also where nothing in it did.
            wholly = previousOps[Int(start)].bounds != list.ops[Int(n.pointee.opStart)].bounds
        }
        if !wholly {
            if !wasDirty { return }
            // What sublayers hang on.
            wholly = n.pointee.matrix != matrix || n.pointee.childOpacity != childOpacity || n.pointee.childClip != childClip
                || n.pointee.flags.contains(.contentsFlipped) != flipped || n.pointee.flags.contains(.hasSublayerTransform)
        }
        if !wholly, compareOwnSteps(n, start, childStart, childEnd, end, scope) { return }
        damagePrevious(start, end, scope: scope)
        damageSteps(n.pointee.opStart, n.pointee.opEnd, scope: environment.scope, list.ops, scopes)
    }

    /// Damages where a node's own steps differ from those of the last build; false when they can't be told apart one by one.
    private func compareOwnSteps(
        _ n: UnsafeMutablePointer<RenderNode>, _ start: Int32, _ childStart: Int32, _ childEnd: Int32, _ end: Int32, _ oldScope: Int32
    ) -> Bool {
        // What filters, shadows and bitmaps make of a step is more than the step.
        if n.pointee.form.contains(.spreads) { return false }
        let hasChildren = n.pointee.childEnd > n.pointee.childStart || childEnd > childStart
        let before = hasChildren ? childStart - start : end - start
        let after = hasChildren ? end - childEnd : 0
        let newBefore = hasChildren ? n.pointee.childStart - n.pointee.opStart : n.pointee.opEnd - n.pointee.opStart
        let newAfter = hasChildren ? n.pointee.opEnd - n.pointee.childEnd : 0
        guard before == newBefore, after == newAfter, before >= 0, after >= 0 else { return false }
        for part in 0..<2 {
            let count = Int(part == 0 ? before : after)
            let old = Int(part == 0 ? start : childEnd), new = Int(part == 0 ? n.pointee.opStart : n.pointee.childEnd)
            for k in 0..<count {
                let a = previousOps[old + k]
                var b = list.ops[new + k]
                let samePayload = a.payload < 0 ? b.payload < 0
                    : b.payload >= 0 && list.payloads[Int(b.payload)].isSame(as: previousPayloads[Int(a.payload)])
                b.payload = a.payload
                b.end = a.end
                let isBegin = b.kind == .beginGroup || b.kind == .beginClip
                let newBounds = b.bounds
                if b.kind == .beginGroup { b.bounds = a.bounds }
                if samePayload && a == b { continue }
                if isBegin { return false }
                addDamage(newBounds, scope: n.pointee.environment.scope)
                let spreads = oldScope >= 0 && previousScopes[Int(oldScope)].spreads
                damage.add(spreads ? spread(a.bounds, oldScope, previousScopes) : a.bounds.intersection(viewport.bounds))
            }
        }
        return true
    }

    /// The layer without its transition.
    func emitPicture(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) {
        let n = nodes + Int(i)
        let flags = n.pointee.state.values.flags
        if flags.contains(.hidden) { return }
        // Steps of a layer that animates stay in the list when nothing shows, with empty bounds: coming and going is then a patch.
        let keeps = n.pointee.animated >= 0
        let own = min(1, max(0, n.pointee.state.values.opacity))
        var env = environment
        var vanishes = !(own > 0)
        if vanishes && !keeps { return }
        if n.pointee.flags.contains(.hasSleepers), !environment.clip.isEmpty { wakeSleepers(n) }
        if emission.hasFailed { return }

        let oldMatrix = n.pointee.matrix
        var matrix = CATransform3D.product(layerEdge(n), space)
        let keepsDepth = preservesDepth(n)
        if !keepsDepth { matrix = matrix.flattened }
        if emission.shift != .zero {
            let d = emission.shift
            emission.shift = .zero
            matrix.m41 += d.width * matrix.m11 + d.height * matrix.m21
            matrix.m42 += d.width * matrix.m12 + d.height * matrix.m22
            matrix.m43 += d.width * matrix.m13 + d.height * matrix.m23
            matrix.m44 += d.width * matrix.m14 + d.height * matrix.m24
        }
        n.pointee.matrix = matrix
        let flipped = environment.flipped != flags.contains(.geometryFlipped)
        // In a bitmap nothing moves along.
        var moved = matrix != oldMatrix && !mayRasterize(n)
        if flipped != n.pointee.flags.contains(.contentsFlipped) {
            moved = true
            if flipped { n.pointee.flags.insert(.contentsFlipped) } else { n.pointee.flags.remove(.contentsFlipped) }
        }
        if n.pointee.layerClass == .transform {
            env.opacity *= own
            if vanishes { env.clip = .empty }
            emitSublayersIfNeeded(i, env, flipped: flipped, all: all || moved)
            return
        }

        var projection = Projection.identity
        if let placed = Projection(plane: matrix) { projection = placed } else { vanishes = true }
        if !vanishes, !flags.contains(.doubleSided) {
            // Flips of geometry mirror nothing that a viewer would call the back.
            let mirrored = flipped != viewport.rootGeometryFlipped
            let upright = viewport.isMirrored ? -1.0 : 1.0
            if projection.determinant * (mirrored ? -1 : 1) * upright < 0 { vanishes = true }
        }
        if vanishes {
            if !keeps { return }
            env.clip = .empty
        }
        emitParts(i, projection, env, opacity: environment.opacity * own, flipped: flipped, all: all || moved)
    }

    /// Whether a sublayer can show at all, without looking below it.
    @inline(__always)
    func canShow(_ i: Int32) -> Bool {
        let n = nodes + Int(i)
        if n.pointee.transition >= 0 { return true }
        if n.pointee.state.values.flags.contains(.hidden) { return false }
        return n.pointee.state.values.opacity > 0 || n.pointee.animated >= 0
    }

    /// How many sublayers can show, counted to 2, and the last of them.
    func visibleSublayers(_ i: Int32) -> (count: Int, only: Int32) {
        let n = nodes + Int(i)
        var count = 0
        var only: Int32 = -1
        if n.pointee.layerClass == .replicator {
            return (n.pointee.sublayers.isEmpty || instanceCount(n) == 0 ? 0 : 2, -1)
        }
        for child in n.pointee.sublayers where canShow(child) {
            count += 1
            only = child
            if count == 2 { break }
        }
        return (count, only)
    }

    /// The order of Behaviour 4.5 (shadow, background, gradient, contents, shape, sublayers, border, particles), and around it that of Z6: filters, the shadow
    /// of what they leave, mask, opacity, blend mode over what is behind, filtered.
    /// - Parameter inBitmap: what lies outside of a rasterised layer's bitmap was made already.
    func emitParts(
        _ i: Int32, _ projection: Projection, _ environment: DrawEnvironment, opacity: Float, flipped: Bool, all: Bool, inBitmap: Bool = false
    ) {
        let n = nodes + Int(i)
        var env = environment
        let parts = ownParts(n, keeps: n.pointee.animated >= 0)
        let visible = visibleSublayers(i)
        let backdrop = inBitmap ? nil : backgroundFilters(n)
        let count = parts.count + visible.count
        if count == 0, backdrop == nil { return }

        var remaining = opacity
        var form: DrawForm = []
        let flags = n.pointee.state.values.flags
        let bounds = n.pointee.state.values.bounds
        let blend = env.ignoresBlendMode ? 0 : n.pointee.blendMode
        env.ignoresBlendMode = false
        let rasterizes = !inBitmap && mayRasterize(n)
        let hasMask = n.pointee.mask >= 0 && !rasterizes

        // Shadow (S10 to S15): on screen masksToBounds cuts it off.
        let filters = rasterizes ? nil : contentFilters(n)
        var shadowStep = false, shadowGroup = false
        if !rasterizes, n.pointee.state.values.shadowOpacity > 0, flags.contains(.hasShadowColor),
           clipsOwnDrawing || !flags.contains(.masksToBounds) {
            form.insert(.shadow)
            if filters == nil, isShadowShapeKnown(n, parts, visible.count, flipped: flipped) { shadowStep = true } else { shadowGroup = true }
        }

        let groups = flags.contains(.allowsGroupOpacity)
        var needsOpacityGroup = groups && remaining < 1 && count > 1 && !rasterizes
        if groups, remaining < 1, parts.isEmpty, visible.only >= 0, !shadowGroup, !rasterizes {
            // The one sublayer takes it along, if it keeps its own subtree together.
            let child = nodes + Int(visible.only)
            if child.pointee.layerClass == .transform || !child.pointee.state.values.flags.contains(.allowsGroupOpacity) { needsOpacityGroup = true }
        }

        var outer: OpenScope?
        if hasMask || blend != 0 || backdrop != nil {
            form.insert(.outerGroup)
            var group = GroupDraw()
            group.hasMask = hasMask
            group.blendMode = Int32(blend)
            var op = DrawOp(kind: .beginGroup)
            var area = DeviceRect.empty
            var backdropReach = GroupReach()
            if let backdrop {
                form.insert(.spreads)
                op = shapeOp(.beginGroup, n, projection, env)
                op.flags.insert(.readsBackdrop)
                group.backdrop = .init(filters: backdrop, opacity: opacity)
                area = projection.deviceBounds(of: bounds, in: env.clip)
                backdropReach = group.backdropReach(projection, around: bounds)
            }
            if !shadowStep && !shadowGroup && !rasterizes && filters == nil && (groups || count == 1) {
                op.opacity = remaining
                remaining = 1
                needsOpacityGroup = false
            }
            op.payload = placePayload(.group(group), scope: env.scope)
            let opened = open(op, scope: env.scope, clip: env.clip, reach: nil, area: area, backdropReach: backdropReach)
            env.scope = opened.scope
            outer = opened
        }
        if rasterizes {
            form.insert([.innerGroup, .spreads])
            emitBitmap(i, projection, env, opacity: remaining, flipped: flipped, all: all)
            if let outer { close(outer, .endGroup) }
            n.pointee.form.formUnion(form)
            return
        }
        var clip: OpenScope?
        let clips = flags.contains(.masksToBounds)
        if clips, clipsOwnDrawing {
            form.insert(.clip)
            clip = openClip(n, projection, &env)
        }
        if emission.hasFailed { return }
        if shadowStep { emitShadow(n, projection, env, opacity: remaining) }
        var inner: OpenScope?
        if shadowGroup || needsOpacityGroup || filters != nil {
            form.insert(.innerGroup)
            var op = DrawOp(kind: .beginGroup)
            op.opacity = remaining
            remaining = 1
            var reach: GroupReach?
            if shadowGroup || filters != nil {
                form.insert(.spreads)
                var group = GroupDraw()
                let v = n.pointee.state.values
                if shadowGroup {
                    group.shadow = .init(color: v.shadowColor, opacity: min(1, v.shadowOpacity), radius: max(0, v.shadowRadius), offset: v.shadowOffset)
                }
                group.filters = filters ?? []
                op.payload = placePayload(.group(group), scope: env.scope)
                op.projection = projection
                op.rect = bounds
                reach = group.reach(projection, around: bounds) ?? GroupReach()
            }
            let opened = open(op, scope: env.scope, clip: env.clip, reach: reach)
            env.scope = opened.scope
            if let reach, !env.clip.isEmpty { env.clip = env.clip.union(reach.source(of: env.clip)) }
            inner = opened
        }
        if emission.hasFailed { return }

        env.opacity = remaining
        emitBackground(n, parts, projection, env)

        let beforeClip = env
        if clips, !clipsOwnDrawing, needsClip(n, parts, visible.count, flipped: flipped) {
            form.insert(.clip)
            clip = openClip(n, projection, &env)
        }
        if emission.hasFailed { return }
        emitContents(n, parts, projection, env, flipped: flipped)
        emitSublayersIfNeeded(i, env, flipped: flipped, all: all)
        if let clip, !clipsOwnDrawing {
            close(clip, .endClip)
            env = beforeClip
        }
        emitBorder(n, parts, projection, env)
        if parts.contains(.particles) {
            // Above the border, so the clip is opened again.
            let above = clips && !clipsOwnDrawing && !emission.hasFailed ? openClip(n, projection, &env) : nil
            emitParticles(i, projection, env, flipped: flipped)
            if let above {
                form.insert(.particleClip)
                close(above, .endClip)
                env = beforeClip
            }
        }
        if let inner { close(inner, .endGroup) }
        if let clip, clipsOwnDrawing { close(clip, .endClip) }
        if let outer {
            if hasMask {
                beginMask()
                emitMask(n.pointee.mask, of: n, scope: outer.scope, clip: environment.clip, flipped: flipped, depth: environment.depth, all: all)
            }
            close(outer, .endGroup)
        }
        if n.pointee.flags.contains(.sortsByDepth) { form.insert(.depth) }
        n.pointee.form.formUnion(form)
    }

    /// Opens the clip to the layer's rounded bounds and narrows the environment to it.
    private func openClip(_ n: UnsafeMutablePointer<RenderNode>, _ projection: Projection, _ env: inout DrawEnvironment) -> OpenScope {
        var op = shapeOp(.beginClip, n, projection, env)
        op.bounds = projection.deviceBounds(of: op.rect, in: env.clip)
        let opened = open(op, scope: env.scope, clip: op.bounds, reach: nil)
        env.scope = opened.scope
        env.clip = op.bounds
        return opened
    }

    private func emitMask(
        _ mask: Int32, of n: UnsafeMutablePointer<RenderNode>, scope: Int32, clip: DeviceRect, flipped: Bool, depth: Int32, all: Bool
    ) {
        if emission.hasFailed { return }
        let m = nodes + Int(mask)
        var env = DrawEnvironment(clip: clip, flipped: flipped)
        env.scope = scope
        env.unit = n.pointee.environment.unit
        env.ignoresBlendMode = true
        env.depth = depth + 1
        if emission.isPatching, !all, m.pointee.stamp == stamp, m.pointee.environment.clip == clip { emission.cursor = Int(m.pointee.opEnd); return }
        emit(mask, in: n.pointee.matrix, env, all: true)
    }

    private func emitSublayersIfNeeded(_ i: Int32, _ environment: DrawEnvironment, flipped: Bool, all: Bool) {
        if emission.hasFailed { return }
        let n = nodes + Int(i)
        if emission.isPatching, !all, environment.opacity == n.pointee.childOpacity, environment.clip == n.pointee.childClip,
           !n.pointee.flags.contains(.hasSublayerTransform), !sortsByDepth(n), n.pointee.layerClass != .replicator {
            emission.cursor += Int(n.pointee.childEnd - n.pointee.childStart)
            if emission.cursor > emission.limit { emission.hasFailed = true }
            return
        }
        n.pointee.childOpacity = environment.opacity
        n.pointee.childClip = environment.clip
        let start = Int32(emission.cursor)
        if !n.pointee.sublayers.isEmpty {
            var env = environment
            env.flipped = flipped
            env.depth += 1
            if !emission.isPatching || n.pointee.flags.contains(.sortsByDepth) {
                decideDepthOrder(n)
                if emission.hasFailed { return }
            }
            if n.pointee.layerClass == .replicator {
                emitInstances(i, env)
            } else {
                if sortsByDepth(n), env.unit < 0 { env.unit = i }
                emitSublayers(i, in: sublayerSpace(n), env)
            }
        }
        n.pointee.childStart = start
        n.pointee.childEnd = Int32(emission.cursor)
    }

    /// All sublayers in paint order.
    func emitSublayers(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes + Int(i)
        if sortsByDepth(n) { emitByDepth(i, in: space, environment); return }
        if !emission.isPatching { orderByZPosition(i) }
        let order = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers : n.pointee.paintOrder
        for child in order {
            emit(child, in: space, environment, all: true)
            if emission.hasFailed { return }
        }
    }
}
