import AgateDiagnostics
import CoreGraphics

/// A CATransition under way (Behaviour 6.9): the layer's old picture, kept as a frozen subtree, beside the new.
struct TransitionPicture {
    enum Kind: UInt8 { case fade, push, moveIn, reveal }
    enum Side: UInt8 { case left, right, top, bottom }
    var node: Int32
    /// The old subtree; -1 where there was nothing.
    var ghost: Int32
    var animation: AnimationID
    var kind: Kind
    var side: Side
    var progress: Double = 0
    var isActive = false

    init(node: Int32, ghost: Int32, animation: AnimationID, spec: AnimationSpec.Transition) {
        self.node = node; self.ghost = ghost; self.animation = animation
        switch spec.type {
        case "push": kind = .push
        case "moveIn": kind = .moveIn
        case "reveal": kind = .reveal
        case "fade": kind = .fade
        default:
            kind = .fade
            Diagnostic.reportOnce(
                "animation.unsupported-transition", key: spec.type,
                "the transition type \"\(spec.type)\" is not supported; it is drawn as a fade")
        }
        side =
            switch spec.subtype {
            case "fromRight": .right
            case "fromTop": .top
            case "fromBottom": .bottom
            default: .left
            }
    }

    /// How far the pictures have moved at progress 1, in the layer's points.
    func way(_ size: CGSize, flipped: Bool) -> CGSize {
        switch side {
        case .left: CGSize(width: size.width, height: 0)
        case .right: CGSize(width: -size.width, height: 0)
        case .bottom: CGSize(width: 0, height: flipped ? -size.height : size.height)
        case .top: CGSize(width: 0, height: flipped ? size.height : -size.height)
        }
    }
}

extension RenderTree {
    func sampleTransition(_ index: Int32, _ slot: Int, _ local: Double) {
        let i = Int(index)
        let id = transitions[i].animation
        let progress = animated[slot].list.first { $0.compiled.id == id }?.compiled.transitionProgress(at: local)
        transitions[i].isActive = progress != nil
        transitions[i].progress = progress ?? 1
        if !animated[slot].list.contains(where: { $0.compiled.id == id }) { dropTransition(of: transitions[i].node) }
    }

    func dropTransition(of node: Int32) {
        let n = nodes + Int(node)
        let index = n.pointee.transition
        guard index >= 0 else { return }
        n.pointee.transition = -1
        let ghost = transitions[Int(index)].ghost
        transitions[Int(index)].ghost = -1
        transitions[Int(index)].isActive = false
        freeTransitions.append(index)
        if ghost >= 0 { freeSubtree(ghost) }
        markDirty(node)
        needsRebuild = true
    }

    /// Keeps the picture that the layer has at `time` before a commit changes it; a layer that is new to the tree has none.
    func beginTransition(on node: Int32, animation: AnimationID, spec: AnimationSpec.Transition, isNew: Bool, at time: Double) {
        dropTransition(of: node)
        let ghost = !isNew ? copySubtree(node, at: time) : -1
        let picture = TransitionPicture(node: node, ghost: ghost, animation: animation, spec: spec)
        if let free = freeTransitions.popLast() {
            transitions[Int(free)] = picture
            nodes[Int(node)].transition = free
        } else {
            transitions.append(picture)
            nodes[Int(node)].transition = Int32(transitions.count - 1)
        }
        needsRebuild = true
    }

    /// Frozen copies of a layer and all below it, as they stand at a time.
    private func copySubtree(_ node: Int32, at time: Double) -> Int32 {
        var pending: ContiguousArray<(source: Int32, parent: Int32, isMask: Bool)> = [(node, -1, false)]
        var top: Int32 = -1
        while let next = pending.popLast() {
            let source = nodes + Int(next.source)
            var state = source.pointee.state
            if source.pointee.animated >= 0 {
                let record = animated[Int(source.pointee.animated)]
                let local = localTime(of: next.source, at: time)
                state = bases[Int(source.pointee.animated)]
                for each in record.list { each.compiled.apply(at: local, to: &state) }
            }
            var copy = RenderNode(id: LayerID(rawValue: 0), layerClass: source.pointee.layerClass, state: state)
            copy.flags.insert(.isGhost)
            if next.isMask { copy.flags.insert(.isMask) }
            if state.extraBox != nil, state.extra.sublayerTransform != CATransform3DIdentity { copy.flags.insert(.hasSublayerTransform) }
            copy.blendMode = source.pointee.blendMode
            copy.parent = next.parent
            copy.emitter = freezeEmitter(next.source, at: time)
            let sublayers = source.pointee.sublayers
            let mask = source.pointee.mask
            let slot = store.insert(copy)
            if next.parent < 0 {
                top = slot
            } else if next.isMask {
                nodes[Int(next.parent)].mask = slot
            } else {
                nodes[Int(next.parent)].sublayers.append(slot)
            }
            if mask >= 0 { pending.append((mask, slot, true)) }
            for child in sublayers.reversed() { pending.append((child, slot, false)) }
        }
        return top
    }

    /// Both pictures: old · (1 - p) + new · p for a fade, moved for the others.
    func emitTransition(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes + Int(i)
        n.pointee.form = .transition
        let picture = transitions[Int(n.pointee.transition)]
        let p = picture.progress
        let flags = n.pointee.state.values.flags
        let size = n.pointee.state.values.bounds.size
        let flipped = environment.flipped != flags.contains(.geometryFlipped)
        let way = picture.kind == .fade ? CGSize.zero : picture.way(size, flipped: flipped)
        let plane = Projection(plane: CATransform3D.product(layerEdge(n), space).flattened)
        let out = Self.onPixels(CGSize(width: way.width * p, height: way.height * p), plane)
        let into = CGSize(width: out.width - way.width, height: out.height - way.height)

        var env = environment
        var group = GroupDraw()
        group.blendMode = Int32(env.ignoresBlendMode ? 0 : n.pointee.blendMode)
        env.ignoresBlendMode = true
        env.depth += 1
        var op = DrawOp(kind: .beginGroup)
        op.payload = placePayload(.group(group), scope: env.scope)
        let outer = open(op, scope: env.scope, clip: env.clip, reach: nil)
        env.scope = outer.scope

        var clip: OpenScope?
        if picture.kind != .fade, flags.contains(.masksToBounds), !emission.hasFailed,
            let projection = plane
        {
            var op = shapeOp(.beginClip, n, projection, env)
            op.bounds = projection.deviceBounds(of: op.rect, in: env.clip)
            let opened = open(op, scope: env.scope, clip: op.bounds, reach: nil)
            env.scope = opened.scope
            env.clip = op.bounds
            clip = opened
        }
        switch picture.kind {
        case .fade:
            emitOld(picture.ghost, of: n, in: space, env, opacity: Float(1 - p), shift: .zero)
            emitNew(i, in: space, env, opacity: Float(p), adds: true, shift: .zero)
        case .push:
            emitOld(picture.ghost, of: n, in: space, env, opacity: 1, shift: out)
            emitNew(i, in: space, env, opacity: 1, adds: false, shift: into)
        case .moveIn:
            emitOld(picture.ghost, of: n, in: space, env, opacity: 1, shift: .zero)
            emitNew(i, in: space, env, opacity: 1, adds: false, shift: into)
        case .reveal:
            emitNew(i, in: space, env, opacity: 1, adds: false, shift: .zero)
            emitOld(picture.ghost, of: n, in: space, env, opacity: 1, shift: out)
        }
        if let clip { close(clip, .endClip) }
        close(outer, .endGroup)
        n.pointee.form = .transition
    }

    /// A way in whole pixels, where pictures stand upright: two smooth edges that meet inside a pixel would let the ground show between
    /// them.
    private static func onPixels(_ way: CGSize, _ projection: Projection?) -> CGSize {
        guard let p = projection, p.kind == .axisAligned, p.m11 != 0, p.m22 != 0 else { return way }
        return CGSize(width: (way.width * p.m11).rounded() / p.m11, height: (way.height * p.m22).rounded() / p.m22)
    }

    private func emitOld(
        _ ghost: Int32, of n: UnsafeMutablePointer<RenderNode>, in space: CATransform3D, _ environment: DrawEnvironment, opacity: Float,
        shift: CGSize
    ) {
        guard ghost >= 0, !emission.hasFailed else { return }
        // The old picture goes where the layer goes.
        let g = nodes + Int(ghost)
        g.pointee.state.values.transform = n.pointee.state.values.transform
        g.pointee.state.values.position = n.pointee.state.values.position
        g.pointee.state.values.zPosition = n.pointee.state.values.zPosition
        g.pointee.state.values.anchorPoint = n.pointee.state.values.anchorPoint
        g.pointee.state.values.anchorPointZ = n.pointee.state.values.anchorPointZ
        g.pointee.state.values.opacity = n.pointee.state.values.opacity
        inGroup(environment, opacity: opacity, blendMode: 0) { env in
            emission.shift = shift
            emit(ghost, in: space, env, all: true)
            emission.shift = .zero
        }
    }

    private func emitNew(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, opacity: Float, adds: Bool, shift: CGSize) {
        if emission.hasFailed { return }
        inGroup(environment, opacity: opacity, blendMode: adds ? CompositingFilterName.plusLighter : 0) { env in
            emission.shift = shift
            emitInside { emitPicture(i, in: space, env, all: true) }
            emission.shift = .zero
        }
    }

    /// Makes the ops of `body` in a group of their own.
    func inGroup(_ environment: DrawEnvironment, opacity: Float, blendMode: Int32, _ body: (DrawEnvironment) -> Void) {
        var env = environment
        var op = DrawOp(kind: .beginGroup)
        op.opacity = min(1, max(0, opacity))
        var group = GroupDraw()
        group.blendMode = blendMode
        op.payload = placePayload(.group(group), scope: env.scope)
        let opened = open(op, scope: env.scope, clip: env.clip, reach: nil)
        env.scope = opened.scope
        env.ignoresBlendMode = true
        if !emission.hasFailed { body(env) }
        close(opened, .endGroup)
    }
}
