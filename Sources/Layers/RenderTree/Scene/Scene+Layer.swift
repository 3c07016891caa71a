import CoreGraphics

extension Scene {
    /// Makes the layer without its transition. Returns true if its sublayers are still to be made.
    func emitPicture(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) -> Bool {
        let n = nodes[i]
        let flags = n.pointee.state.values.flags
        if flags.contains(.hidden) { return false }
        // Ops of an animated layer stay in the list, with empty bounds, while nothing shows: appearing and disappearing are then patches.
        let keeps = n.pointee.animated >= 0
        let own = min(1, max(0, n.pointee.state.values.opacity))
        var env = environment
        var vanishes = !(own > 0)
        if vanishes && !keeps { return false }
        if n.pointee.flags.contains(.hasSleepers), !environment.clip.isEmpty { sleepers.wake(n) }
        if editor.pass.hasFailed { return false }

        let oldMatrix = n.pointee.matrix
        var matrix = CATransform3D.product(layerEdge(n), space)
        let keepsDepth = preservesDepth(n)
        if !keepsDepth { matrix = matrix.flattened }
        if shift != .zero {
            let d = shift
            shift = .zero
            matrix.m41 += d.width * matrix.m11 + d.height * matrix.m21
            matrix.m42 += d.width * matrix.m12 + d.height * matrix.m22
            matrix.m43 += d.width * matrix.m13 + d.height * matrix.m23
            matrix.m44 += d.width * matrix.m14 + d.height * matrix.m24
        }
        n.pointee.matrix = matrix
        let flipped = environment.flipped != flags.contains(.geometryFlipped)
        // In a bitmap nothing moves with the layer.
        var moved = matrix != oldMatrix && !mayRasterize(n), turned = false
        if flipped != n.pointee.flags.contains(.contentsFlipped) {
            (moved, turned) = (true, true)
            if flipped { n.pointee.flags.insert(.contentsFlipped) } else { n.pointee.flags.remove(.contentsFlipped) }
        }
        if n.pointee.layerClass == .transform {
            env.opacity *= own
            if vanishes { env.clip = .empty }
            guard let sublayers = openSublayers(i, env, flipped: flipped, all: all || moved, moved: moved) else { return false }
            openNodes.append(OpenNode(node: i, parts: nil, sublayers: sublayers))
            return true
        }

        var projection = Projection.identity
        if let placed = Projection(plane: matrix) { projection = placed } else { vanishes = true }
        if !vanishes, !flags.contains(.doubleSided) {
            // Flips of geometry do not turn a layer's back to the viewer.
            let mirrored = flipped != settings.viewport.rootGeometryFlipped
            let upright = settings.viewport.isMirrored ? -1.0 : 1.0
            if projection.determinant * (mirrored ? -1 : 1) * upright < 0 { vanishes = true }
        }
        if vanishes {
            if !keeps { return false }
            env.clip = .empty
        }
        // A turned layer's sublayers are made as a whole.
        return emitParts(
            i, projection, env, opacity: environment.opacity * own, flipped: flipped, all: all || turned, moved: moved)
    }

    /// Returns the number of visible sublayers, counted up to 2, and the last of them.
    func visibleSublayers(_ i: Int32) -> (count: Int, only: Int32) {
        let n = nodes[i]
        var count = 0
        var only: Int32 = -1
        if n.pointee.layerClass == .replicator {
            return (n.pointee.sublayers.isEmpty || limits.instanceCount(n) == 0 ? 0 : 2, -1)
        }
        for child in n.pointee.sublayers where nodes.canShow(child) {
            count += 1
            only = child
            if count == 2 { break }
        }
        return (count, only)
    }

    /// Makes the parts of a layer up to its sublayers; returns true if those are still to be made. The order is that of Behaviour 4.5
    /// (shadow, background, gradient, contents, shape, sublayers, border, particles), and around it that of Z6: filters, the shadow of the
    /// filtered result, mask, opacity, blend mode over the backdrop, filtered.
    /// - Parameters:
    ///   - all: true to make everything below, even if nothing that it depends on changed.
    ///   - moved: true to make the sublayers, and everything below them that moves with them.
    ///   - inBitmap: true if the parts outside of a rasterised layer's bitmap were made already.
    func emitParts(
        _ i: Int32, _ projection: Projection, _ environment: DrawEnvironment, opacity: Float, flipped: Bool, all: Bool, moved: Bool,
        inBitmap: Bool = false
    ) -> Bool {
        let n = nodes[i]
        var env = environment
        let parts = writer.ownParts(n, keeps: n.pointee.animated >= 0)
        let visible = visibleSublayers(i)
        let backdrop = inBitmap ? nil : writer.backgroundFilters(n)
        let count = parts.count + visible.count
        if count == 0, backdrop == nil { return false }

        var remaining = opacity
        var form: DrawForm = []
        let flags = n.pointee.state.values.flags
        let blend = env.ignoresBlendMode ? .normal : n.pointee.blendMode
        env.ignoresBlendMode = false
        let rasterizes = !inBitmap && mayRasterize(n)
        let hasMask = n.pointee.mask >= 0 && !rasterizes

        // Shadow (S10 to S15): on screen, masksToBounds suppresses it.
        let filters = rasterizes ? nil : writer.contentFilters(n)
        var shadowOp = false, shadowGroup = false
        if !rasterizes, n.pointee.state.values.shadowOpacity > 0, flags.contains(.hasShadowColor),
            settings.clipsOwnDrawing || !flags.contains(.masksToBounds)
        {
            form.insert(.shadow)
            if filters == nil, writer.isShadowShapeKnown(n, parts, visible.count, flipped: flipped) {
                shadowOp = true
            } else {
                shadowGroup = true
            }
        }

        let groups = flags.contains(.allowsGroupOpacity)
        var needsOpacityGroup = groups && remaining < 1 && count > 1 && !rasterizes
        if groups, remaining < 1, parts.isEmpty, visible.only >= 0, !shadowGroup, !rasterizes {
            // The only sublayer can apply the opacity, if it groups its own subtree.
            let child = nodes[visible.only]
            if child.pointee.layerClass == .transform || !child.pointee.state.values.flags.contains(.allowsGroupOpacity) {
                needsOpacityGroup = true
            }
        }

        var outer: OpenScope?
        if hasMask || blend != .normal || backdrop != nil {
            form.insert(.outerGroup)
            if backdrop != nil { form.insert(.spreads) }
            var groupOpacity: Float = 1
            if !shadowOp && !shadowGroup && !rasterizes && filters == nil && (groups || count == 1) {
                groupOpacity = remaining
                remaining = 1
                needsOpacityGroup = false
            }
            let opened = openOuterGroup(
                n, projection, env, opacity: groupOpacity, hasMask: hasMask, blend: blend, backdrop, backdropOpacity: opacity)
            env.scope = opened.scope
            outer = opened
        }
        if rasterizes {
            form.insert([.innerGroup, .spreads])
            emitBitmap(i, projection, env, opacity: remaining, flipped: flipped, all: all)
            if let outer { editor.close(outer, .endGroup) }
            n.pointee.form.formUnion(form)
            return false
        }
        var clip: OpenScope?
        let clips = flags.contains(.masksToBounds)
        if clips, settings.clipsOwnDrawing {
            form.insert(.clip)
            clip = openClip(n, projection, &env)
        }
        if editor.pass.hasFailed { return false }
        if shadowOp { writer.emitShadow(n, projection, env, opacity: remaining) }
        var inner: OpenScope?
        if shadowGroup || needsOpacityGroup || filters != nil {
            form.insert(.innerGroup)
            if shadowGroup || filters != nil { form.insert(.spreads) }
            inner = openInnerGroup(n, projection, &env, opacity: remaining, filters, castsShadow: shadowGroup)
            remaining = 1
        }
        if editor.pass.hasFailed { return false }

        env.opacity = remaining
        writer.emitBackground(n, parts, projection, env)

        let beforeClip = env
        if clips, !settings.clipsOwnDrawing, writer.needsClip(n, parts, visible.count, flipped: flipped) {
            form.insert(.clip)
            clip = openClip(n, projection, &env)
        }
        if editor.pass.hasFailed { return false }
        writer.emitContents(n, parts, projection, env, flipped: flipped)
        let rest = OpenParts(
            parts: parts, projection: projection, environment: environment, beforeClip: beforeClip, outer: outer, inner: inner, clip: clip,
            form: form,
            hasMask: hasMask, flipped: flipped, all: all || moved
        )
        // Only groups and clips around the sublayers count towards the depth.
        if env.scope != environment.scope { env.depth += 1 }
        if let sublayers = openSublayers(i, env, flipped: flipped, all: all, moved: moved) {
            openNodes.append(OpenNode(node: i, parts: rest, sublayers: sublayers))
            return true
        }
        emitPartsAbove(i, rest)
        return false
    }

    /// Makes the parts above the sublayers, and closes the groups and clips opened around them.
    func emitPartsAbove(_ i: Int32, _ rest: OpenParts) {
        let n = nodes[i]
        var env = rest.beforeClip
        let clips = n.pointee.state.values.flags.contains(.masksToBounds)
        if let clip = rest.clip, !settings.clipsOwnDrawing { editor.close(clip, .endClip) }
        writer.emitBorder(n, rest.parts, rest.projection, env)
        var form = rest.form
        if rest.parts.contains(.particles) {
            // Particles are above the border, so the clip is opened again.
            let above = clips && !settings.clipsOwnDrawing && !editor.pass.hasFailed ? openClip(n, rest.projection, &env) : nil
            writer.emitParticles(i, n, rest.projection, env, flipped: rest.flipped)
            if let above {
                form.insert(.particleClip)
                editor.close(above, .endClip)
            }
        }
        if let inner = rest.inner { editor.close(inner, .endGroup) }
        if let clip = rest.clip, settings.clipsOwnDrawing { editor.close(clip, .endClip) }
        if let outer = rest.outer {
            if rest.hasMask {
                editor.beginMask()
                emitMask(n.pointee.mask, of: n, scope: outer.scope, rest)
            }
            editor.close(outer, .endGroup)
        }
        if n.pointee.flags.contains(.sortsByDepth) { form.insert(.depth) }
        n.pointee.form.formUnion(form)
    }

    private func emitMask(_ mask: Int32, of n: UnsafeMutablePointer<RenderNode>, scope: Int32, _ rest: OpenParts) {
        if editor.pass.hasFailed { return }
        let m = nodes[mask]
        let clip = rest.environment.clip
        var env = DrawEnvironment(clip: clip, flipped: rest.flipped)
        env.scope = scope
        env.unit = n.pointee.environment.unit
        env.deferrable = n.pointee.environment.deferrable
        env.ignoresBlendMode = true
        env.depth = rest.environment.depth + 1
        if editor.pass.isPatching, !rest.all, m.pointee.stamp == nodes.stamp, m.pointee.environment.clip == clip {
            editor.pass.cursor = Int(m.pointee.opEnd); return
        }
        emit(mask, in: n.pointee.matrix, env, all: true)
    }

    /// Returns the sublayers to be made; nil if there are none, or if they are already made because they do not simply follow each other.
    private func openSublayers(
        _ i: Int32, _ environment: DrawEnvironment, flipped: Bool, all: Bool, moved: Bool
    ) -> OpenSublayers? {
        if editor.pass.hasFailed { return nil }
        let n = nodes[i]
        if editor.pass.isPatching, !all, !moved, environment.opacity == n.pointee.childOpacity, environment.clip == n.pointee.childClip,
            !n.pointee.flags.contains(.hasSublayerTransform), !sortsByDepth(n), n.pointee.layerClass != .replicator
        {
            editor.pass.cursor += Int(n.pointee.childEnd - n.pointee.childStart)
            if editor.pass.cursor > editor.pass.limit { editor.pass.hasFailed = true }
            return nil
        }
        // From here on the sublayers are made again, possibly in another place or clip.
        if n.pointee.flags.contains(.hasDistantSleepers) {
            sleepers.wake(n)
            if editor.pass.hasFailed { return nil }
        }
        let isSame = environment.opacity == n.pointee.childOpacity && environment.clip == n.pointee.childClip
        n.pointee.childOpacity = environment.opacity
        n.pointee.childClip = environment.clip
        let start = Int32(editor.pass.cursor)
        if !editor.pass.isPatching { n.pointee.sublayerIndex = -1 }
        if !n.pointee.sublayers.isEmpty {
            var env = environment
            env.flipped = flipped
            if editor.pass.isPatching, !all, isSame, mayDefer(n, env), let some = indexes.sublayersToMake(n, clip: env.clip) {
                if start != n.pointee.childStart { editor.pass.hasFailed = true; return nil }
                return OpenSublayers(
                    order: some, space: sublayerSpace(n), environment: env, start: start, isForced: false, areDeferrable: true,
                    isPartial: true)
            }
            if !editor.pass.isPatching || n.pointee.flags.contains(.sortsByDepth) {
                decideDepthOrder(n)
                if editor.pass.hasFailed { return nil }
            }
            if n.pointee.layerClass == .replicator {
                env.depth += 1
                emitInstances(i, env)
            } else if sortsByDepth(n) {
                if env.unit < 0 { env.unit = i }
                env.depth += 1
                emitSublayers(i, in: sublayerSpace(n), env)
            } else {
                return OpenSublayers(
                    order: paintOrder(i), space: sublayerSpace(n), environment: env, start: start,
                    isForced: all || !editor.pass.isPatching, areDeferrable: mayDefer(n, env))
            }
        }
        n.pointee.childStart = start
        n.pointee.childEnd = Int32(editor.pass.cursor)
        return nil
    }

    /// Returns true if the placement of sublayers that don't show may be deferred when the layer moves.
    private func mayDefer(_ n: UnsafeMutablePointer<RenderNode>, _ environment: DrawEnvironment) -> Bool {
        n.pointee.sublayers.count >= indexes.minimum && environment.unit < 0 && n.pointee.layerClass != .replicator && !sortsByDepth(n)
            && !n.pointee.flags.contains(.hasSublayerTransform) && !settings.clipsOwnDrawing
    }

    private func paintOrder(_ i: Int32) -> ContiguousArray<Int32> {
        if !editor.pass.isPatching { splicer.order.sort(i) }
        let n = nodes[i]
        return n.pointee.paintOrder.isEmpty ? n.pointee.sublayers : n.pointee.paintOrder
    }

    /// Makes all sublayers in paint order before it returns.
    func emitSublayers(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        if sortsByDepth(nodes[i]) { emitByDepth(i, in: space, environment); return }
        for child in paintOrder(i) {
            emit(child, in: space, environment, all: true)
            if editor.pass.hasFailed { return }
        }
    }
}

/// The state needed for the parts of a layer after its sublayers.
struct OpenParts {
    let parts: OwnParts
    let projection: Projection
    /// The environment that the superlayer passed down.
    let environment: DrawEnvironment
    /// Inside the layer's groups and outside of its clip.
    let beforeClip: DrawEnvironment
    let outer, inner, clip: OpenScope?
    let form: DrawForm
    let hasMask: Bool
    let flipped: Bool
    let all: Bool
}
