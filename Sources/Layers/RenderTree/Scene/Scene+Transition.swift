import CoreGraphics

extension Scene {
    /// Makes both pictures: old · (1 - p) + new · p for a fade, moved for the others.
    func emitTransition(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes[i]
        n.pointee.form = .transition
        let picture = timeline.transitions.list[Int(n.pointee.transition)]
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
        group.blendMode = env.ignoresBlendMode ? .normal : n.pointee.blendMode
        env.ignoresBlendMode = true
        env.depth += 1
        var op = DrawOp(kind: .beginGroup)
        op.payload = editor.placePayload(.group(group), scope: env.scope)
        let outer = editor.open(op, scope: env.scope, clip: env.clip, reach: nil)
        env.scope = outer.scope

        var clip: OpenScope?
        if picture.kind != .fade, flags.contains(.masksToBounds), !editor.pass.hasFailed,
            let projection = plane
        {
            var op = writer.shapeOp(.beginClip, n, projection, env)
            op.bounds = projection.deviceBounds(of: op.rect, in: env.clip)
            let opened = editor.open(op, scope: env.scope, clip: op.bounds, reach: nil)
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
        if let clip { editor.close(clip, .endClip) }
        editor.close(outer, .endGroup)
        n.pointee.form = .transition
    }

    /// Rounds an offset to whole pixels if the pictures are axis-aligned: two antialiased edges that meet inside a pixel would let the
    /// background show between them.
    private static func onPixels(_ way: CGSize, _ projection: Projection?) -> CGSize {
        guard let p = projection, p.kind == .axisAligned, p.m11 != 0, p.m22 != 0 else { return way }
        return CGSize(width: (way.width * p.m11).rounded() / p.m11, height: (way.height * p.m22).rounded() / p.m22)
    }

    private func emitOld(
        _ ghost: Int32, of n: UnsafeMutablePointer<RenderNode>, in space: CATransform3D, _ environment: DrawEnvironment, opacity: Float,
        shift: CGSize
    ) {
        guard ghost >= 0, !editor.pass.hasFailed else { return }
        // The old picture moves with the layer.
        let g = nodes[ghost]
        g.pointee.state.values.transform = n.pointee.state.values.transform
        g.pointee.state.values.position = n.pointee.state.values.position
        g.pointee.state.values.zPosition = n.pointee.state.values.zPosition
        g.pointee.state.values.anchorPoint = n.pointee.state.values.anchorPoint
        g.pointee.state.values.anchorPointZ = n.pointee.state.values.anchorPointZ
        g.pointee.state.values.opacity = n.pointee.state.values.opacity
        writer.inGroup(environment, opacity: opacity, blendMode: .normal) { env in
            self.shift = shift
            emit(ghost, in: space, env, all: true)
            self.shift = .zero
        }
    }

    private func emitNew(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, opacity: Float, adds: Bool, shift: CGSize) {
        if editor.pass.hasFailed { return }
        writer.inGroup(environment, opacity: opacity, blendMode: adds ? .plusLighter : .normal) { env in
            self.shift = shift
            emitInside { emitPicture(i, in: space, env, all: true) }
            self.shift = .zero
        }
    }
}
