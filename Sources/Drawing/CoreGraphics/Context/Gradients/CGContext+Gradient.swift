import Foundation
import Raster

extension CGContext {
    /// Paints the clip with a gradient along a line. Without options, only the area between the perpendiculars through its ends is
    /// painted. Has no effect if the ends are equal.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        drawLinear(gradient.ramp(options), startPoint, endPoint, "drawLinearGradient")
    }

    /// Paints the clip with a gradient around a point. Its colours make one turn, starting at an angle, towards the y axis.
    /// - Parameters:
    ///   - center: the centre in user space.
    ///   - angle: the starting angle, in radians from the x axis.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        let (c, s) = (cos(angle), sin(angle))
        let turned = Affine(1, 0, 0, 1, -center.x, -center.y).then(Affine(c, -s, s, c, 0, 0))
        paint(gradient.ramp([]), .conic, turned, "drawConicGradient")
    }

    /// Paints the clip with a gradient between two circles. Each circle between them has one colour. Without options, the area beyond the
    /// circles is not painted. Has no effect for two equal circles and for a negative radius.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        drawRadial(gradient.ramp(options), startCenter, startRadius, endCenter, endRadius, "drawRadialGradient")
    }

    func drawLinear(_ ramp: GradientRamp, _ start: CGPoint, _ end: CGPoint, _ call: StaticString) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        guard length > 0 else { return }
        let (x, y) = (dx / length, dy / length)
        paint(ramp, .axial, Affine(x, 0, y, 0, -(start.x * x + start.y * y), 0), call)
    }

    func drawRadial(
        _ ramp: GradientRamp, _ start: CGPoint, _ startRadius: CGFloat, _ end: CGPoint, _ endRadius: CGFloat, _ call: StaticString
    ) {
        if startRadius == 0, start == end, endRadius > 0 {
            let r = 1 / endRadius
            paint(ramp, .radial, Affine(r, 0, 0, r, -end.x * r, -end.y * r), call)
        } else {
            paint(ramp, .circles(CirclePair(SIMD2(start.x, start.y), startRadius, SIMD2(end.x, end.y), endRadius)), .identity, call)
        }
    }

    /// - Parameter map: the transform from user space to the shape's own.
    private func paint(_ ramp: GradientRamp, _ shape: GradientPaint.Shape, _ map: Affine, _ call: StaticString) {
        guard isDrawable(state.ctm, call), !region.isEmpty, let back = toPixels.inverse,
            let paint = GradientPaint(shape, map: back.then(map), ramp: ramp, opacity: PixelMath.byte(Float(state.alpha)))
        else { return }
        // Drawing outside the clip may cast a shadow into it.
        self.paint(.pixels(state.shadow.map { shadowSource($0, of: region) } ?? region), .gradient(paint))
    }
}
