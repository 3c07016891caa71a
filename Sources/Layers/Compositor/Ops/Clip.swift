import CoreGraphics
import Raster
import RenderTree

extension Compositor {
    /// Narrows the clip to the op's shape. False where nothing can show.
    func beginClip(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        let inside = region.intersection(IntRect(op.pointee.bounds))
        guard !inside.isEmpty, let narrow = narrowed(clip, to: op, inside, list) else { return false }
        scopes.append(OpenScope(kind: .clip, op: i, end: end, target: target, clip: clip, visible: region))
        clip = narrow
        region = clip.region(in: target.bounds)
        return true
    }

    /// A clip within the op's shape, as far as `inside` reaches; nil where nothing is left.
    func narrowed(_ outer: Clip, to op: UnsafePointer<DrawOp>, _ inside: IntRect, _ list: ListView) -> Clip? {
        if case .polygon(let points)? = list.payload(op) {
            let mask = MaskBuffer(bounds: inside)
            raster.fillConvexPolygon(mask, Clip(inside), points, antialias: false)
            if let outer = outer.mask { mask.multiply(by: outer) }
            return Clip(inside, mask: mask)
        }
        guard op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else { return nil }
        // The same shape again would count edge pixels twice.
        if isOpen(op, list) || covers(op, inside) {
            return Clip(outer.bounds.intersection(inside), mask: outer.mask, inner: outer.inner)
        }
        let mask = MaskBuffer(bounds: inside)
        cover(mask, op)
        var inner = covered(by: op).intersection(inside)
        if let outerMask = outer.mask {
            mask.multiply(by: outerMask)
            inner = inner.intersection(outer.inner)
        }
        return Clip(inside, mask: mask, inner: inner)
    }

    private func isOpen(_ op: UnsafePointer<DrawOp>, _ list: ListView) -> Bool {
        var s = scopes.count - 1
        while s >= 0, scopes[s].kind == .clip {
            if list.ops[scopes[s].op].hasSameOutline(as: op.pointee) { return true }
            s -= 1
        }
        return false
    }

    /// Whether every pixel of a rectangle lies wholly inside the shape.
    package func covers(_ op: UnsafePointer<DrawOp>, _ r: IntRect) -> Bool {
        guard op.pointee.projection.kind == .axisAligned else { return false }
        let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
        let shape = op.pointee.upright(op.pointee.rect, radius: 0)
        let x0 = Double(r.x0), y0 = Double(r.y0), x1 = Double(r.x1), y1 = Double(r.y1)
        guard shape.x0 <= x0, shape.y0 <= y0, shape.x1 >= x1, shape.y1 >= y1 else { return false }
        if radius == 0 { return true }
        let corner = corners(op, radius)
        return (shape.x0 + corner.x <= x0 && shape.x1 - corner.x >= x1) || (shape.y0 + corner.y <= y0 && shape.y1 - corner.y >= y1)
    }

    /// Pixels that lie wholly inside the shape: all of them, or those between its upper and its lower corners, or between the left and the
    /// right ones.
    package func covered(by op: UnsafePointer<DrawOp>, besideCorners: Bool = true) -> IntRect {
        guard op.pointee.projection.kind == .axisAligned else { return .empty }
        let shape = op.pointee.upright(op.pointee.rect, radius: 0)
        let corner = op.pointee.isSquare ? .zero : corners(op, op.pointee.fittedRadius)
        let dx = besideCorners ? 0 : corner.x, dy = besideCorners ? corner.y : 0
        return IntRect(
            IntRect.clamped((shape.x0 + dx).rounded(.up)), IntRect.clamped((shape.y0 + dy).rounded(.up)),
            IntRect.clamped((shape.x1 - dx).rounded(.down)), IntRect.clamped((shape.y1 - dy).rounded(.down)))
    }

    /// How far corners reach along the edges, in pixels: further where they are continuous.
    private func corners(_ op: UnsafePointer<DrawOp>, _ radius: Double) -> SIMD2<Double> {
        let reach = usesCircles(op) ? radius : radius * 1.53
        return SIMD2(reach * abs(op.pointee.projection.m11), reach * abs(op.pointee.projection.m22))
    }

    /// The op's rounded rectangle as coverage.
    package func cover(_ mask: MaskBuffer, _ op: UnsafePointer<DrawOp>, _ clip: Clip? = nil) {
        let whole = clip ?? Clip(mask.bounds)
        let p = op.pointee.projection
        if p.kind == .axisAligned, usesCircles(op) {
            raster.fillRoundedRect(
                mask, whole, op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius))
        } else if op.pointee.isSquare {
            let n = placeQuad(op.pointee.rect, p)
            guard n > 2 else { return }
            raster.fillConvexPolygon(
                mask, whole, Array(UnsafeBufferPointer(start: quad, count: n)), antialias: op.pointee.flags.contains(.antialiased))
        } else {
            path.removeAll()
            CornerOutline.append(
                rect: op.pointee.rect, radius: op.pointee.fittedRadius, corners: op.pointee.maskedCorners, curve: curve(op), to: &path)
            path.withView { cover(mask, $0, p, .winding, whole) }
        }
    }

    func cover(_ mask: MaskBuffer, _ view: PathView, _ projection: Projection, _ rule: Raster.FillRule, _ clip: Clip? = nil) {
        let whole = clip ?? Clip(mask.bounds)
        if projection.kind == .projective {
            projected.removeAll()
            projector.project(view, projection, into: &projected)
            projected.withView { raster.fillPath(mask, whole, $0, transform: .identity, rule: rule) }
        } else {
            raster.fillPath(mask, whole, view, transform: projection.affine, rule: rule)
        }
    }
}

extension DrawOp {
    /// Whether two clips are to the same rounded rectangle.
    package func hasSameOutline(as other: DrawOp) -> Bool {
        // A polygon's own rectangle means nothing.
        payload < 0 && rect == other.rect && projection == other.projection && cornerRadius == other.cornerRadius
            && maskedCorners == other.maskedCorners && flags == other.flags
    }
}
