import CoreGraphics
import Raster
import RenderTree

extension Compositor {
    @inline(__always)
    func fill(_ op: UnsafePointer<DrawOp>) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        if color >> 24 == 0 { return }
        if op.pointee.projection.kind == .axisAligned, usesCircles(op) {
            let r = op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius)
            raster.fillRoundedRect(target, clip, r, color: color)
        } else {
            fillShape(op, .solid(color))
        }
    }

    /// Whether the corners (if any) are the rasteriser's own.
    @inline(__always)
    package func usesCircles(_ op: UnsafePointer<DrawOp>) -> Bool {
        op.pointee.isSquare || (!op.pointee.flags.contains(.continuousCorners) && options.cornerOutline == .circular)
    }

    func curve(_ op: UnsafePointer<DrawOp>) -> CornerOutline.Curve {
        if options.cornerOutline == .continuousUnclamped { return .continuousUnclamped }
        return op.pointee.flags.contains(.continuousCorners) ? .continuous : .circular
    }

    /// The op's rounded rectangle filled with any paint.
    func fillShape(_ op: UnsafePointer<DrawOp>, _ paint: Paint) {
        let upright = op.pointee.projection.kind == .axisAligned
        if upright, usesCircles(op) {
            let r = op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius)
            raster.fillRoundedRect(target, clip, r, paint: paint)
        } else if op.pointee.isSquare {
            fillQuad(op.pointee.rect, op.pointee.projection, op.pointee.softEdges, paint)
        } else {
            path.removeAll()
            CornerOutline.append(
                rect: op.pointee.rect, radius: op.pointee.fittedRadius, corners: op.pointee.maskedCorners, curve: curve(op), to: &path)
            fillPath(op.pointee.projection, .winding, paint)
        }
    }

    /// The scratch path, filled.
    func fillPath(_ projection: Projection, _ rule: Raster.FillRule, _ paint: Paint) {
        path.withView { fill($0, projection, rule, paint) }
    }

    func fill(_ view: PathView, _ projection: Projection, _ rule: Raster.FillRule, _ paint: Paint) {
        if projection.kind == .projective {
            projected.removeAll()
            projector.project(view, projection, into: &projected)
            projected.withView { raster.fillPath(target, clip, $0, transform: .identity, rule: rule, paint: paint) }
        } else {
            raster.fillPath(target, clip, view, transform: projection.affine, rule: rule, paint: paint)
        }
    }

    func fillQuad(_ rect: CGRect, _ projection: Projection, _ edges: EdgeSet, _ paint: Paint) {
        let count = placeQuad(rect, projection)
        guard count > 2 else { return }
        // A quad cut by the eye's plane has other edges than its own.
        let edges: EdgeSet = count == 4 || edges == .none ? edges : .all
        raster.fillConvexPolygon(target, clip, UnsafeBufferPointer(start: quad, count: count), antialiased: edges, paint: paint)
    }

    /// The device corners of a rectangle in `quad`; answers how many.
    package func placeQuad(_ r: CGRect, _ projection: Projection) -> Int {
        let x0 = Double(r.origin.x), y0 = Double(r.origin.y), x1 = x0 + r.size.width, y1 = y0 + r.size.height
        quad[0] = [x0, y0]; quad[1] = [x1, y0]; quad[2] = [x1, y1]; quad[3] = [x0, y1]
        var inFront = true
        if projection.kind == .projective {
            for i in 0..<4 where !(projection.w(quad[i]) > Projection.cutW) { inFront = false }
        }
        if inFront {
            for i in 0..<4 { quad[i] = projection.apply(quad[i]) }
            return 4
        }
        let corners = [quad[0], quad[1], quad[2], quad[3]]
        var n = 0
        ProjectedPath.cut(corners, projection) { p in
            if n < 8 { quad[n] = p; n += 1 }
        }
        return n
    }
}
