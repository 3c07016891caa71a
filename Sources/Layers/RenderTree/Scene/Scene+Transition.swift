import CoreGraphics

extension Scene {
    /// Makes both pictures of a layer with a transition, in one group.
    func emitTransition(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes[i]
        n.pointee.form = .transition
        let transition = timeline.transitions.list[Int(n.pointee.transition)]
        let flags = n.pointee.state.values.flags
        let plane = Projection(plane: CATransform3D.product(layerEdge(n), space).flattened)
        let layout = TransitionLayout(
            transition, size: n.pointee.state.values.bounds.size, flipped: environment.flipped != flags.contains(.geometryFlipped),
            plane: plane)

        var env = environment
        var group = GroupDraw()
        group.blendMode = env.ignoresBlendMode ? .normal : n.pointee.blendMode
        env.ignoresBlendMode = true
        env.depth += 1
        var op = DrawOp(kind: .beginGroup)
        op.payload = editor.placePayload(.group(group), scope: env.scope)
        let outer = editor.open(op, scope: env.scope, clip: env.clip, reach: nil)
        env.scope = outer.scope

        var clip: OpenScope?
        if layout.moves, flags.contains(.masksToBounds), !editor.pass.hasFailed, let plane { clip = openClip(n, plane, &env) }
        emitPicture(layout.lower, of: i, ghost: transition.ghost, in: space, env)
        emitPicture(layout.upper, of: i, ghost: transition.ghost, in: space, env)
        if let clip { editor.close(clip, .endClip) }
        editor.close(outer, .endGroup)
        n.pointee.form = .transition
    }

    private func emitPicture(
        _ picture: TransitionLayout.Picture, of i: Int32, ghost: Int32, in space: CATransform3D, _ environment: DrawEnvironment
    ) {
        if editor.pass.hasFailed || picture.isOld && ghost < 0 { return }
        if picture.isOld { place(ghost, as: nodes[i]) }
        writer.inGroup(environment, opacity: picture.opacity, blendMode: picture.blendMode) { env in
            shift = picture.shift
            if picture.isOld {
                emit(ghost, in: space, env, all: true)
            } else {
                emitInside { emitPicture(i, in: space, env, all: true) }
            }
            shift = .zero
        }
    }

    /// Moves an old picture with its layer.
    private func place(_ ghost: Int32, as n: UnsafeMutablePointer<RenderNode>) {
        let g = nodes[ghost]
        g.pointee.state.values.transform = n.pointee.state.values.transform
        g.pointee.state.values.position = n.pointee.state.values.position
        g.pointee.state.values.zPosition = n.pointee.state.values.zPosition
        g.pointee.state.values.anchorPoint = n.pointee.state.values.anchorPoint
        g.pointee.state.values.anchorPointZ = n.pointee.state.values.anchorPointZ
        g.pointee.state.values.opacity = n.pointee.state.values.opacity
    }
}
