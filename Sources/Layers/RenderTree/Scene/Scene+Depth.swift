import CoreGraphics

// If one of a layer's sublayers is tilted out of its superlayer's plane, the sublayers are sorted by depth, and cut where their planes
// meet. Each layer with its subtree is one plane, defined by its matrix; transform layers have no plane, so their sublayers take part
// individually.

/// A layer that is sorted by depth.
private struct DepthItem {
    var node: Int32
    var space: CATransform3D
    var environment: DrawEnvironment
}

extension Scene {
    /// Decides, before sublayers are made, if they are to be sorted by depth. A patch can't change it.
    func decideDepthOrder(_ n: UnsafeMutablePointer<RenderNode>) {
        var wants = false
        if n.pointee.sublayers.count > 1 {
            let turned = n.pointee.flags.contains(.hasSublayerTransform) && !n.pointee.state.extra.sublayerTransform.isAffine
            for child in n.pointee.sublayers {
                let c = nodes[child]
                if c.pointee.state.values.isTilted || c.pointee.layerClass == .transform
                    || (turned && c.pointee.state.values.zPosition != 0), nodes.canShow(child)
                {
                    wants = true
                    break
                }
            }
        }
        if wants == n.pointee.flags.contains(.sortsByDepth) { return }
        if editor.pass.isPatching { editor.pass.hasFailed = true; return }
        if wants { n.pointee.flags.insert(.sortsByDepth) } else { n.pointee.flags.remove(.sortsByDepth) }
    }

    /// Makes all sublayers, farthest first, in pieces where they cross.
    func emitByDepth(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) {
        let n = nodes[i]
        let start = Int32(editor.pass.cursor)
        var items: [DepthItem] = []
        var containers: [Int32] = []
        collect(i, in: space, environment, &items, &containers)
        let c = environment.clip
        // One more pixel on each side, so that no edge coincides with the clip's.
        let x0 = Double(c.x0) - 1, y0 = Double(c.y0) - 1, x1 = Double(c.x1) + 1, y1 = Double(c.y1) + 1
        let frame: [SIMD2<Double>] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        let pieces: [DepthPiece]
        if items.count > 1, !c.isEmpty {
            pieces = PlaneSplit.order(items.map { plane($0, frame) }, within: frame)
        } else {
            pieces = items.indices.map { DepthPiece(plane: $0) }
        }

        let order = ContiguousArray(pieces.map { items[$0.plane].node })
        if editor.pass.isPatching, n.pointee.layerClass != .replicator, order != n.pointee.paintOrder {
            editor.pass.hasFailed = true; return
        }
        n.pointee.paintOrder = order
        var firstOps = [Int32](repeating: -1, count: items.count)
        for piece in pieces {
            let item = items[piece.plane]
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
        for each in containers {
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

    /// Collects the sublayers; transform layers are replaced by their contents.
    private func collect(
        _ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, _ items: inout [DepthItem], _ containers: inout [Int32]
    ) {
        // Nested transform layers are kept in a list instead of recursive calls.
        var open: [(node: Int32, next: Int, space: CATransform3D, environment: DrawEnvironment)] = [(i, 0, space, environment)]
        while let top = open.indices.last {
            let (space, environment) = (open[top].space, open[top].environment)
            guard open[top].next < nodes[open[top].node].pointee.sublayers.count else {
                open.removeLast()
                continue
            }
            let child = nodes[open[top].node].pointee.sublayers[open[top].next]
            open[top].next += 1
            let n = nodes[child]
            guard n.pointee.layerClass == .transform, n.pointee.transition < 0, nodes.canShow(child), mayDescend(environment.depth) else {
                items.append(DepthItem(node: child, space: space, environment: environment))
                continue
            }
            n.pointee.environment = environment
            n.pointee.form = []
            nodes.noteDrawn(n)
            n.pointee.flags.subtract([.dirty, .resourcesDirty, .needsAll])
            n.pointee.matrix = .product(layerEdge(n), space)
            var env = environment
            env.flipped = environment.flipped != n.pointee.state.values.flags.contains(.geometryFlipped)
            if env.flipped { n.pointee.flags.insert(.contentsFlipped) } else { n.pointee.flags.remove(.contentsFlipped) }
            let own = min(1, max(0, n.pointee.state.values.opacity))
            env.opacity *= own
            if !(own > 0) { env.clip = .empty }
            n.pointee.childOpacity = env.opacity
            n.pointee.childClip = env.clip
            containers.append(child)
            if !n.pointee.flags.isDisjoint(with: [.hasSleepers, .hasDistantSleepers]), !env.clip.isEmpty { wakeSleepers(n) }
            open.append((child, 0, sublayerSpace(n), env))
        }
    }

    // MARK: planes

    private func plane(_ item: DepthItem, _ frame: [SIMD2<Double>]) -> DepthPlane {
        var result = DepthPlane(polygon: [], slope: .zero, level: 0, cost: 0)
        guard !item.environment.clip.isEmpty, nodes.canShow(item.node) else { return result }
        let n = nodes[item.node]
        let m = CATransform3D.product(layerEdge(n), item.space)
        guard let projection = Projection(plane: m) else { return result }
        // z over the plane is a linear combination of x, y and w: by Cramer's rule.
        func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
        }
        func column(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> SIMD3<Double> { SIMD3(Double(a), Double(b), Double(c)) }
        let x = column(m.m11, m.m21, m.m41), y = column(m.m12, m.m22, m.m42), w = column(m.m14, m.m24, m.m44),
            z = column(m.m13, m.m23, m.m43)
        let d = determinant(x, y, w)
        guard d != 0, d.isFinite else { return result }
        result.slope = SIMD2(determinant(z, y, w), determinant(x, z, w)) / d
        result.level = determinant(x, y, z) / d
        guard (result.slope.x + result.slope.y + result.level).isFinite else { return result }
        let extent = self.extent(of: item.node, depth: 0)
        result.cost = cost(n, isKnown: extent != nil)
        guard let extent else { result.polygon = frame; return result }
        if extent.isNull || !(extent.size.width > 0 && extent.size.height > 0) { return result }
        result.polygon = PlaneSplit.overlap(projection.outline(of: extent), frame)
        return result
    }

    private func cost(_ n: UnsafeMutablePointer<RenderNode>, isKnown: Bool) -> Int {
        if !isKnown { return 3 }
        if !n.pointee.sublayers.isEmpty || n.pointee.mask >= 0 { return 2 }
        return n.pointee.state.objectsBox != nil || n.pointee.state.values.shadowOpacity > 0 ? 1 : 0
    }

    /// Returns a box around everything that a layer draws, in its own space; null if it draws nothing, nil if the box can't be computed
    /// cheaply.
    func extent(of i: Int32, depth: Int, keeps: Bool = false) -> CGRect? {
        let n = nodes[i]
        if n.pointee.layerClass == .replicator || n.pointee.layerClass == .transform || n.pointee.transition >= 0 || depth > 64 {
            return nil
        }
        let bounds = n.pointee.state.values.bounds
        let parts = writer.ownParts(n, keeps: keeps)
        var box = CGRect.null
        if parts.contains(.fill) || parts.contains(.stroke), let path = n.pointee.state.objects.path {
            let reach = parts.contains(.stroke) ? n.pointee.state.extra.lineWidth / 2 * max(1.5, n.pointee.state.extra.miterLimit) : 0
            box = path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
        }
        if parts.contains(.contents) {
            switch n.pointee.state.values.contentsGravity {
            case .resize, .resizeAspect: break
            default: if !n.pointee.state.values.flags.contains(.masksToBounds) { return nil }
            }
        }
        if !n.pointee.sublayers.isEmpty {
            if n.pointee.flags.contains(.hasSublayerTransform) {
                return n.pointee.state.values.flags.contains(.masksToBounds) ? bounds : nil
            }
            if !n.pointee.flags.isDisjoint(with: [.hasSleepers, .hasDistantSleepers]) { wakeSleepers(n) }
            for child in n.pointee.sublayers where nodes.canShow(child) {
                guard let inner = extent(of: child, depth: depth + 1) else {
                    return n.pointee.state.values.flags.contains(.masksToBounds) ? bounds : nil
                }
                if inner.isNull { continue }
                guard let p = Projection(plane: layerEdge(nodes[child])), let b = p.deviceBox(of: inner) else { continue }
                box = box.union(CGRect(x: b.minX, y: b.minY, width: b.maxX - b.minX, height: b.maxY - b.minY))
            }
        }
        if n.pointee.state.values.flags.contains(.masksToBounds) { box = box.isNull ? box : box.intersection(bounds) }
        if !parts.isDisjoint(with: [.background, .gradient, .contents, .border]) { box = box.union(bounds) }
        if n.pointee.state.values.shadowOpacity > 0 {
            if n.pointee.state.objectsBox != nil, let path = n.pointee.state.objects.shadowPath { box = box.union(path.boundingBoxOfPath) }
            let offset = n.pointee.state.values.shadowOffset, reach = -3 * max(0, n.pointee.state.values.shadowRadius)
            if !box.isNull { box = box.union(box.offsetBy(dx: offset.width, dy: offset.height).insetBy(dx: reach, dy: reach)) }
        }
        return box
    }
}

extension Projection {
    /// Returns the device corners of a rectangle, without the part behind the camera.
    func outline(of r: CGRect) -> [SIMD2<Double>] {
        let x0 = Double(r.minX), y0 = Double(r.minY), x1 = Double(r.maxX), y1 = Double(r.maxY)
        let corners: [SIMD2<Double>] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        // Clipped at a small distance from the eye's plane, so that coordinates stay small enough for the computation.
        let inFront = kind == .projective ? PlaneSplit.part(of: corners, SIMD2(m13, m23), m33 - 1e-4) : corners
        return inFront.map { p in
            let w = p.x * m13 + p.y * m23 + m33
            return SIMD2(p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32) / w
        }
    }
}
