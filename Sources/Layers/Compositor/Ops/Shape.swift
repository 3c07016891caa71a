import CoreGraphics
import Raster
import RenderTree

/// Shapes are always antialiased: the op's flags refer to the edges of layers.
extension OpPainter {
    func fill(_ shape: ShapeDraw, _ op: UnsafePointer<DrawOp>) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        if color >> 24 == 0 { return }
        let isEvenOdd = shape.fillRule == .evenOdd
        guard op.pointee.projection.kind == .projective else {
            paint(shape.path, op.pointee.projection.affine, nil, isEvenOdd: isEvenOdd, .solid(color))
            return
        }
        shape.path.withView { fill($0, op.pointee.projection, isEvenOdd ? .evenOdd : .winding, .solid(color)) }
    }

    func stroke(_ shape: ShapeDraw, _ op: UnsafePointer<DrawOp>) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        guard color >> 24 > 0, shape.lineWidth > 0, let style = coverage.strokeStyle(shape) else { return }
        guard op.pointee.projection.kind == .projective else {
            paint(shape.path, op.pointee.projection.affine, style, isEvenOdd: false, .solid(color))
            return
        }
        // In perspective: stroked flat, then projected.
        let box = shape.path.boundingBox
        let reach = shape.lineWidth * max(1, shape.join == .miter ? shape.miterLimit : 1) / 2 * 1.5 + 1
        guard box.origin.x.isFinite, box.origin.y.isFinite, box.size.width.isFinite, box.size.height.isFinite else { return }
        drawFlat(box.insetBy(dx: -reach, dy: -reach), op.pointee.projection) { flat in
            shape.path.withView { raster.strokePath(target, clip, $0, transform: flat, style: style, paint: .solid(color)) }
        }
    }

    /// Draws a piece of the layer's plane upright on a separate surface, then draws that surface in perspective.
    func drawFlat(_ box: CGRect, _ projection: Projection, _ body: (Affine) -> Void) {
        guard box.size.width > 0, box.size.height > 0, (box.maxX + box.maxY + box.minX + box.minY).isFinite else { return }
        // The resolution needed at the nearest corner, within limits.
        var scale = 0.01
        let x0 = Double(box.minX), y0 = Double(box.minY), x1 = Double(box.maxX), y1 = Double(box.maxY)
        let corners: [SIMD2<Double>] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        for p in corners where projection.w(p) > 0.05 {
            let l = projection.linear(at: p)
            let a = l.x * l.x, b = l.y * l.y
            scale = max(scale, max(a.x + a.y, b.x + b.y))
        }
        scale = min(scale.squareRoot(), 2048 / max(x1 - x0, y1 - y0))
        let w = Int((box.size.width * scale).rounded(.up)) + 2, h = Int((box.size.height * scale).rounded(.up)) + 2
        let flat = Affine(scale, 0, 0, scale, 1 - box.origin.x * scale, 1 - box.origin.y * scale)
        let (oldTarget, oldClip) = (target, clip)
        let surface = Surface(width: w, height: h)
        target = surface
        clip = Clip(surface.bounds)
        body(flat)
        (target, clip) = (oldTarget, oldClip)
        guard let inverse = projection.homography.inverse,
            let sampler = ImageSampler(surface, map: inverse.then(Homography(flat)), filter: .bilinear)
        else { return }
        fillQuad(box, projection, .all, .image(sampler))
    }

    // MARK: Paths

    /// Draws a shape, filled or stroked. The shape is drawn with its first point near the origin and offset by whole pixels, cached or not,
    /// so that it looks the same in both cases and at any whole-pixel offset.
    func paint(_ path: CGPath, _ transform: Affine, _ stroke: StrokeStyle?, isEvenOdd: Bool, _ paint: Paint) {
        guard let (place, dx, dy) = CoverageMaker.place(path, transform) else {
            path.withView { draw($0, transform, stroke, isEvenOdd, onto: target, Clip(region, mask: clip.mask, inner: clip.inner), paint) }
            return
        }
        let paint = paint.moved(by: -Int(dx), -Int(dy))
        let moved = Surface(
            wrapping: target.pixels, width: target.width, height: target.height, stride: target.stride,
            originX: target.originX - Int(dx), originY: target.originY - Int(dy))
        let inside = Clip(region, mask: clip.mask, inner: clip.inner).plain(in: region).moved(by: -dx, -dy)
        if let mask = coverage.coverage(ShapeKey(path: path, stroke: stroke, isEvenOdd: isEvenOdd, place: place)) {
            raster.fill(moved, inside, through: mask, paint: paint)
        } else {
            path.withView { draw($0, place, stroke, isEvenOdd, onto: moved, inside, paint) }
        }
    }

    private func draw(
        _ view: PathView, _ transform: Affine, _ stroke: StrokeStyle?, _ isEvenOdd: Bool, onto surface: Surface, _ clip: Clip,
        _ paint: Paint
    ) {
        if let stroke {
            raster.strokePath(surface, clip, view, transform: transform, style: stroke, paint: paint)
        } else {
            raster.fillPath(surface, clip, view, transform: transform, rule: isEvenOdd ? .evenOdd : .winding, paint: paint)
        }
    }

    // MARK: Shadows

    /// Draws the blurred shadow of a shape that is known without drawing the layer. The layer's own area is not cut out of it.
    func shadow(_ op: UnsafePointer<DrawOp>, path: CGPath?) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        guard color >> 24 > 0, let shadow = coverage.shadowCoverage(op, path: path, within: region) else { return }
        raster.fill(
            target, Clip(region, mask: clip.mask, inner: clip.inner), through: shadow.mask, movedBy: (shadow.x, shadow.y),
            paint: .solid(color))
    }
}
