import Foundation
import Raster

extension CGContext {
    /// Paints the clip with a gradient along a line. Without options, only what lies between the lines through its ends, at
    /// right angles to it. Nothing where the ends are one point.
    public func drawLinearGradient(_ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions) {
        let (dx, dy) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
        let length = dx * dx + dy * dy
        guard length > 0 else { return }
        let (x, y) = (dx / length, dy / length)
        paint(gradient, .axial, Affine(x, 0, y, 0, -(startPoint.x * x + startPoint.y * y), 0), options, "drawLinearGradient")
    }

    /// Paints the clip with a gradient round a point: its colours go once round, from an angle on, towards the y axis.
    /// - Parameters:
    ///   - center: in user space.
    ///   - angle: where it begins, in radians from the x axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        let (c, s) = (cos(angle), sin(angle))
        let turned = Affine(1, 0, 0, 1, -center.x, -center.y).then(Affine(c, -s, s, c, 0, 0))
        paint(gradient, .conic, turned, [], "drawConicGradient")
    }

    /// Paints the clip with a gradient between two circles: those between them are each of one colour. Without options,
    /// nothing beyond the circles. Nothing for two equal circles and for a negative radius.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        if startRadius == 0, startCenter == endCenter, endRadius > 0 {
            let r = 1 / endRadius
            paint(gradient, .radial, Affine(r, 0, 0, r, -endCenter.x * r, -endCenter.y * r), options, "drawRadialGradient")
        } else {
            let pair = CirclePair(
                SIMD2(startCenter.x, startCenter.y), startRadius, SIMD2(endCenter.x, endCenter.y), endRadius)
            paint(gradient, .circles(pair), .identity, options, "drawRadialGradient")
        }
    }

    /// - Parameter map: user space to the shape's own.
    private func paint(_ gradient: CGGradient, _ shape: GradientPaint.Shape, _ map: Affine, _ options: CGGradientDrawingOptions, _ call: StaticString) {
        guard isDrawable(state.ctm, call), !region.isEmpty, let back = toPixels.inverse,
            let paint = GradientPaint(shape, map: back.then(map), ramp: gradient.ramp(options), opacity: PixelMath.byte(Float(state.alpha)))
        else { return }
        // What lies outside the clip may cast a shadow into it.
        self.paint(.pixels(state.shadow.map { shadowSource($0, of: region) } ?? region), .gradient(paint))
    }
}
