import CoreGraphics
import Raster
import RenderTree

extension OpPainter {
    /// Draws a gradient. Its geometry is that of the unit square of the rectangle; only the angle of a conic one is measured in points.
    func draw(_ gradient: GradientDraw, _ op: UnsafePointer<DrawOp>) {
        if op.pointee.projection.kind == .projective {
            let opacity = PixelMath.byte(op.pointee.opacity)
            guard opacity > 0, let (shape, map, ramp) = parts(of: gradient, op.pointee.rect) else { return }
            var flatOp = op.pointee
            drawFlat(op.pointee.rect, op.pointee.projection) { flat in
                guard let back = flat.inverse, let paint = GradientPaint(shape, map: back.then(map), ramp: ramp, opacity: opacity) else {
                    return
                }
                flatOp.projection = Projection(m11: flat.a, m12: 0, m13: 0, m21: 0, m22: flat.d, m23: 0, m31: flat.tx, m32: flat.ty, m33: 1)
                fillShape(&flatOp, .gradient(paint))
            }
            return
        }
        if let paint = paint(of: gradient, op, opacity: op.pointee.opacity) { fillShape(op, .gradient(paint)) }
    }

    /// Returns the paint of a gradient that is not in perspective; nil if it draws nothing.
    func paint(of gradient: GradientDraw, _ op: UnsafePointer<DrawOp>, opacity: Float) -> GradientPaint? {
        let opacity = PixelMath.byte(opacity)
        guard opacity > 0, let back = op.pointee.projection.affine.inverse, let (shape, map, ramp) = parts(of: gradient, op.pointee.rect)
        else { return nil }
        return GradientPaint(shape, map: back.then(map), ramp: ramp, opacity: opacity)
    }

    private func parts(of gradient: GradientDraw, _ rect: CGRect) -> (GradientPaint.Shape, Affine, GradientRamp)? {
        guard rect.size.width > 0, rect.size.height > 0, let colors = GradientColors(gradient, space: options.gradientSpace),
            let (shape, map) = gradient.map(rect)
        else { return nil }
        if let kept = ramps.value(colors) { return (shape, map, kept) }
        let ramp = colors.makeRamp()
        ramps.keep(ramp, for: colors, cost: 1)
        return (shape, map, ramp)
    }
}

extension GradientDraw {
    /// Returns the map from points of the layer to gradient space; nil if the gradient has no extent and draws nothing.
    package func map(_ rect: CGRect) -> (GradientPaint.Shape, Affine)? {
        let w = Double(rect.size.width), h = Double(rect.size.height)
        let unit = Affine(1 / w, 0, 0, 1 / h, -rect.origin.x / w, -rect.origin.y / h)
        let s = SIMD2(Double(start.x), Double(start.y))
        let d = SIMD2(Double(end.x), Double(end.y)) - s
        switch kind {
        case .axial:
            let length = d.x * d.x + d.y * d.y
            guard length > 0 else { return nil }
            let x = d / length
            return (.axial, unit.then(Affine(x.x, 0, x.y, 0, -(s.x * x.x + s.y * x.y), 0)))
        case .radial:
            let rx = abs(d.x), ry = abs(d.y)
            guard rx > 0, ry > 0 else { return nil }
            let map = unit.then(Affine(1 / rx, 0, 0, 1 / ry, -s.x / rx, -s.y / ry))
            guard focus != .zero else { return (.radial, map) }
            // Circles that shrink from the edge to the focus; a focus on the edge or outside would leave a part without colour.
            var center = SIMD2(Double(focus.x), Double(focus.y))
            let distance = (center * center).sum().squareRoot()
            guard distance.isFinite else { return nil }
            if distance > 0.99 { center *= 0.99 / distance }
            return (.circles(CirclePair(center, 0, .zero, 1)), map)
        case .conic:
            let c = SIMD2(rect.origin.x + s.x * w, rect.origin.y + s.y * h)
            var x = SIMD2(d.x * w, d.y * h)
            let length = (x.x * x.x + x.y * x.y).squareRoot()
            x = length > 0 ? x / length : [1, 0]
            return (.conic, Affine(1, 0, 0, 1, -c.x, -c.y).then(Affine(x.x, -x.y, x.y, x.x, 0, 0)))
        }
    }
}
