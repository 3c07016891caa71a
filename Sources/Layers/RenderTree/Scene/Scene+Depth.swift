import CoreGraphics

extension Scene {
    /// Decides, before sublayers are made, if they are to be sorted by depth. A patch can't change it.
    func decideDepthOrder(_ n: UnsafeMutablePointer<RenderNode>) {
        let wants = depthSorter.wantsSorting(n)
        if wants == n.pointee.flags.contains(.sortsByDepth) { return }
        if editor.pass.isPatching { editor.pass.hasFailed = true; return }
        if wants { n.pointee.flags.insert(.sortsByDepth) } else { n.pointee.flags.remove(.sortsByDepth) }
    }

    /// Makes all sublayers, farthest first, in pieces where they cross.
    func emitByDepth(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes[i]
        let start = Int32(editor.pass.cursor)
        let order = depthSorter.order(sublayersOf: i, in: space, environment), paintOrder = order.paintOrder()
        if editor.pass.isPatching, n.pointee.layerClass != .replicator, paintOrder != n.pointee.paintOrder {
            editor.pass.hasFailed = true; return
        }
        n.pointee.paintOrder = paintOrder
        var firstOps = [Int32](repeating: -1, count: order.items.count)
        for piece in order.pieces {
            let item = order.items[piece.plane]
            let at = Int32(editor.pass.cursor)
            let repeats = writer.repeats
            if firstOps[piece.plane] >= 0 { writer.repeats = true } else { firstOps[piece.plane] = at }
            if piece.clip.isEmpty { emit(item.node, in: item.space, item.environment, all: true) } else { emitPiece(item, piece.clip) }
            writer.repeats = repeats
            if editor.pass.hasFailed { return }
            // Includes ops between its pieces: the range may cover more than the layer's own ops, but not less.
            nodes[item.node].pointee.opStart = firstOps[piece.plane]
            nodes[item.node].pointee.opEnd = Int32(editor.pass.cursor)
        }
        for each in order.containers {
            let n = nodes[each]
            n.pointee.opStart = start; n.pointee.opEnd = Int32(editor.pass.cursor)
            n.pointee.childStart = start; n.pointee.childEnd = n.pointee.opEnd
        }
    }

    /// Makes the layer under a convex clip. The clip has hard edges: each pixel belongs to one piece, so that pieces join without a seam.
    private func emitPiece(_ item: DepthItem, _ clip: [SIMD2<Double>]) {
        var env = item.environment
        var op = DrawOp(kind: .beginClip)
        var box = (low: clip[0], high: clip[0])
        for p in clip { box = (pointwiseMin(box.low, p), pointwiseMax(box.high, p)) }
        op.bounds = DeviceRect(minX: box.low.x, minY: box.low.y, maxX: box.high.x, maxY: box.high.y).intersection(env.clip)
        op.payload = editor.placePayload(.polygon(clip), scope: env.scope)
        let opened = editor.open(op, scope: env.scope, clip: op.bounds, reach: nil)
        if editor.pass.hasFailed { return }
        env.scope = opened.scope
        env.clip = op.bounds
        emit(item.node, in: item.space, env, all: true)
        editor.close(opened, .endClip)
    }
}
