import CoreGraphics
import Raster
import RenderTree

extension Compositor {
    /// Narrows the clip to the op's shape. False where nothing can show.
    func beginClip(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        let saved = OpenScope(kind: .clip, op: i, end: end, target: target, clip: clip, visible: region)
        let inside = region.intersection(IntRect(op.pointee.bounds))
        guard !inside.isEmpty else { return false }
        if case .polygon(let points)? = list.payload(op) {
            let mask = MaskBuffer(bounds: inside)
            raster.fillConvexPolygon(mask, Clip(inside), points, antialias: false)
            if let outer = clip.mask { mask.multiply(by: outer) }
            clip = Clip(inside, mask: mask)
            scopes.append(saved)
            region = clip.region(in: target.bounds)
            return true
        }
        guard op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else { return false }
        // The same shape again would count edge pixels twice.
        let repeated = isOpen(op, list)
        if repeated || covers(op, inside) {
            clip.bounds = clip.bounds.intersection(inside)
        } else {
            let mask = MaskBuffer(bounds: inside)
            cover(mask, op)
            if let outer = clip.mask { mask.multiply(by: outer) }
            clip = Clip(inside, mask: mask)
        }
        scopes.append(saved)
        region = clip.region(in: target.bounds)
        return true
    }

    private func isOpen(_ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        var s = scopes.count - 1
        while s >= 0, scopes[s].kind == .clip {
            let other = list.ops[scopes[s].op]
            // A polygon's own rectangle means nothing.
            if other.payload < 0, other.rect == op.pointee.rect, other.projection == op.pointee.projection, other.cornerRadius == op.pointee.cornerRadius,
                other.maskedCorners == op.pointee.maskedCorners, other.flags == op.pointee.flags
            {
                return true
            }
            s -= 1
        }
        return false
    }

    /// Whether every pixel of a rectangle lies wholly inside the shape.
    func covers(_ op: UnsafePointer<DrawOp>, _ r: IntRect) -> Bool {
        guard op.pointee.projection.kind == .axisAligned else { return false }
        let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
        let shape = op.pointee.upright(op.pointee.rect, radius: 0)
        let x0 = Double(r.x0), y0 = Double(r.y0), x1 = Double(r.x1), y1 = Double(r.y1)
        guard shape.x0 <= x0, shape.y0 <= y0, shape.x1 >= x1, shape.y1 >= y1 else { return false }
        if radius == 0 { return true }
        // Corners reach further along the edges where they are continuous.
        let reach = usesCircles(op) ? radius : radius * 1.53
        let cx = reach * abs(op.pointee.projection.m11), cy = reach * abs(op.pointee.projection.m22)
        return (shape.x0 + cx <= x0 && shape.x1 - cx >= x1) || (shape.y0 + cy <= y0 && shape.y1 - cy >= y1)
    }

    /// The op's rounded rectangle as coverage.
    func cover(_ mask: MaskBuffer, _ op: UnsafePointer<DrawOp>) {
        let whole = Clip(mask.bounds)
        let p = op.pointee.projection
        if p.kind == .axisAligned, usesCircles(op) {
            raster.fillRoundedRect(mask, whole, op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius))
        } else if op.pointee.isSquare {
            let n = placeQuad(op.pointee.rect, p)
            guard n > 2 else { return }
            raster.fillConvexPolygon(
                mask, whole, Array(UnsafeBufferPointer(start: quad, count: n)), antialias: op.pointee.flags.contains(.antialiased))
        } else {
            path.removeAll()
            CornerOutline.append(
                rect: op.pointee.rect, radius: op.pointee.fittedRadius, corners: op.pointee.maskedCorners, curve: curve(op), to: &path)
            path.withView { cover(mask, $0, p, .winding) }
        }
    }

    func cover(_ mask: MaskBuffer, _ view: PathView, _ projection: Projection, _ rule: Raster.FillRule) {
        let whole = Clip(mask.bounds)
        if projection.kind == .projective {
            projected.removeAll()
            projector.project(view, projection, into: &projected)
            projected.withView { raster.fillPath(mask, whole, $0, transform: .identity, rule: rule) }
        } else {
            raster.fillPath(mask, whole, view, transform: projection.affine, rule: rule)
        }
    }
}
