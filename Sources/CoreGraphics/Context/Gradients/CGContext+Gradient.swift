import Foundation
import Raster

extension CGContext {
    /// Paints the clip with a gradient along a line. Without options, only what lies between the lines through its ends, at
    /// right angles to it. Nothing where the ends are one point.
    public func drawLinearGradient(_ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions) {
        let d = endPoint - startPoint
        let length = d.x * d.x + d.y * d.y
        guard length > 0, length.isFinite, startPoint.isFinite, let back = drawableInverse("drawLinearGradient") else { return }
        let (x, y) = (d.x / length, d.y / length)
        let map = back.then(Affine(x, 0, y, 0, -(startPoint.x * x + startPoint.y * y), 0))
        let whole: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
        let area = gradientArea
        let figure: Figure
        if options.isSuperset(of: whole) {
            figure = .pixels(area)
        } else {
            var points = Strip.corners(area)
            if !options.contains(.drawsBeforeStartLocation) { points = Strip.cut(points) { map.apply($0).x } }
            if !options.contains(.drawsAfterEndLocation) { points = Strip.cut(points) { 1 - map.apply($0).x } }
            guard points.count > 2 else { return }
            figure = .polygon(points)
        }
        paint(figure, gradient, .axial, map)
    }

    /// Paints the clip with a gradient round a point: its colours go once round, from an angle on, towards the y axis.
    /// - Parameters:
    ///   - center: in user space.
    ///   - angle: where it begins, in radians from the x axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        guard center.isFinite, angle.isFinite, let back = drawableInverse("drawConicGradient") else { return }
        let (c, s) = (cos(angle), sin(angle))
        let turned = Affine(1, 0, 0, 1, -center.x, -center.y).then(Affine(c, -s, s, c, 0, 0))
        paint(.pixels(gradientArea), gradient, .conic, back.then(turned))
    }

    /// Paints the clip with a gradient between two circles: those between them are each of one colour. Without options,
    /// nothing beyond the circles. Radii count without their sign.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        guard startCenter.isFinite, endCenter.isFinite, startRadius.isFinite, endRadius.isFinite,
            let back = drawableInverse("drawRadialGradient")
        else { return }
        let circles = CirclePair(
            startCenter, abs(startRadius), endCenter, abs(endRadius), before: options.contains(.drawsBeforeStartLocation),
            after: options.contains(.drawsAfterEndLocation))
        guard !circles.isOne else { return }
        let area = gradientArea
        let figure = circles.outline(around: Strip.corners(area).map { back.apply($0) }).map { Figure.path($0, toPixels, .evenOdd) } ?? .pixels(area)
        if circles.isDisc {
            let r = 1 / circles.endRadius
            paint(figure, gradient, .radial, back.then(Affine(r, 0, 0, r, -endCenter.x * r, -endCenter.y * r)))
            return
        }
        let surface = circles.surface(figure.bounds.intersection(area), back, gradient.ramp)
        if let paint = surface.paint(opacity: PixelMath.byte(Float(state.alpha))) { self.paint(figure, paint) }
        withExtendedLifetime(surface) {}
    }

    private func paint(_ figure: Figure, _ gradient: CGGradient, _ shape: GradientPaint.Shape, _ map: Affine) {
        guard let paint = GradientPaint(shape, map: map, ramp: gradient.ramp, opacity: PixelMath.byte(Float(state.alpha))) else { return }
        self.paint(figure, .gradient(paint))
    }

    /// Device pixels that a gradient shows on, or casts a shadow from.
    private var gradientArea: IntRect { state.shadow.map { shadowSource($0, of: region) } ?? region }

    private func drawableInverse(_ call: StaticString) -> Affine? {
        isDrawable(state.ctm, call) && !region.isEmpty ? toPixels.inverse : nil
    }
}

private func - (a: CGPoint, b: CGPoint) -> CGPoint { CGPoint(x: a.x - b.x, y: a.y - b.y) }

/// Convex polygons cut by lines.
enum Strip {
    static func corners(_ r: IntRect) -> [SIMD2<Double>] {
        let (x0, y0, x1, y1) = (Double(r.x0), Double(r.y0), Double(r.x1), Double(r.y1))
        return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    }

    /// What of a polygon lies where an even function is at least 0.
    static func cut(_ points: [SIMD2<Double>], _ f: (SIMD2<Double>) -> Double) -> [SIMD2<Double>] {
        var out: [SIMD2<Double>] = []
        for i in points.indices {
            let p = points[i], q = points[(i + 1) % points.count]
            let a = f(p), b = f(q)
            if a >= 0 { out.append(p) }
            if (a < 0) != (b < 0) { out.append(p + (q - p) * (a / (a - b))) }
        }
        return out
    }
}
