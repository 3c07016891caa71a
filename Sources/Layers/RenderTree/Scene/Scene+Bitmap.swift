import CoreGraphics

extension Scene {
    func mayRasterize(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        n.pointee.state.values.flags.contains(.shouldRasterize) && !settings.clipsOwnDrawing && BitmapSpace.fits(n)
    }

    /// Makes the ops of the layer and its subtree in the space of its bitmap, so that only a change inside invalidates it.
    func emitBitmap(_ i: Int32, _ projection: Projection, _ environment: DrawEnvironment, opacity: Float, flipped: Bool, all: Bool) {
        if editor.pass.hasFailed { return }
        let n = nodes[i], space = BitmapSpace(n, placedBy: projection)
        var group = GroupDraw()
        group.raster = space.raster
        var op = DrawOp(kind: .beginGroup)
        op.flags = .rasterized
        op.opacity = opacity
        op.projection = projection
        op.payload = editor.placePayload(.group(group), scope: environment.scope)
        let opened = editor.open(op, scope: environment.scope, clip: environment.clip, reach: nil)
        if editor.pass.hasFailed { return }

        var env = environment
        env.scope = opened.scope
        env.clip = space.clip
        env.opacity = 1
        env.ignoresBlendMode = true
        env.depth += 1
        let moved = n.pointee.rasterMatrix != space.matrix
        n.pointee.rasterMatrix = space.matrix
        n.pointee.matrix = space.matrix
        if limits.mayDescend(env.depth) {
            emitInside {
                emitParts(i, space.projection, env, opacity: 1, flipped: flipped, all: all || moved, moved: moved, inBitmap: true)
            }
        }
        editor.close(opened, .endGroup)
    }
}
