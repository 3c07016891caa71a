import AgateDiagnostics
import Foundation
import Raster

extension CGContext {
    /// Saves the state: transform, clip, colours, line, shadow, alpha, blend mode and switches. The current path is not part of the
    /// state.
    public func saveGState() { saved.append(state) }

    /// Restores the state saved last. Reports a diagnostic if there is none (since the last transparency layer began).
    public func restoreGState() {
        guard saved.count > (layers.last?.depth ?? 0), let last = saved.popLast() else {
            Diagnostic.reportOnce("context.unbalanced", key: "restoreGState", "CGContext.restoreGState: no saved graphics state")
            return
        }
        state = last
    }

    /// The current transform from user space to device space.
    public var ctm: CGAffineTransform { state.ctm }

    /// Prepends a transform to the current one: following drawing is transformed by it first. If the transform makes the CTM infinite or
    /// NaN, nothing is drawn.
    public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }

    /// Translates the origin of user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.ctm = state.ctm.translatedBy(x: tx, y: ty) }

    /// Scales user space.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.ctm = state.ctm.scaledBy(x: sx, y: sy) }

    /// Rotates user space by an angle in radians from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.ctm = state.ctm.rotated(by: angle) }

    /// The transform from user space to device space, whose unit is a pixel and whose origin is at the bottom left.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

    /// Converts a point from user space to device space.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }

    /// Converts a point from device space to user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }

    /// Converts a size from user space to device space.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }

    /// Converts a size from device space to user space.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }

    /// Returns the device rectangle that contains a rectangle of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }

    /// Returns the rectangle of user space that contains a device rectangle.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }
}

extension CGContext {
    /// Sets the width of strokes, in user space units. Nothing is stroked if the width is not greater than 0.
    public func setLineWidth(_ width: CGFloat) { state.line.width = width }

    /// Sets the shape of the ends of strokes.
    public func setLineCap(_ cap: CGLineCap) {
        state.line.cap =
            switch cap {
            case .butt: .butt;
            case .round: .round;
            case .square: .square
            }
    }

    /// Sets the shape of the corners of strokes.
    public func setLineJoin(_ join: CGLineJoin) {
        state.line.join =
            switch join {
            case .miter: .miter;
            case .round: .round;
            case .bevel: .bevel
            }
    }

    /// Sets the largest length of a miter, in line widths. Corners with longer miters are cut off.
    public func setMiterLimit(_ limit: CGFloat) { state.line.miterLimit = limit }

    /// Sets the dashes of strokes.
    /// - Parameters:
    ///   - phase: the offset into the lengths at which the line begins.
    ///   - lengths: the lengths of dash, gap, dash, ... in user space units; empty for lines without gaps.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dash = lengths.map { Double($0) }
        state.line.dashPhase = phase
    }

    /// Sets the flatness, the largest distance of chords from their curve in fills and strokes, in pixels. The chords are within about a
    /// third of the number, as on Apple's systems. The default, also set by 0, is a twentieth of a pixel, which is also the minimum.
    public func setFlatness(_ flatness: CGFloat) { state.line.tolerance = Flattener.tolerance(flatness: Double(flatness)) }

    /// Sets the opacity of all following drawing, 0...1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha > 0 ? min(alpha, 1) : 0 }

    /// Sets the mode that combines drawing with existing pixels.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

    /// Sets the method of conversion to the bitmap's space. The value is stored without effect: colours are clipped.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.renderingIntent = intent }

    /// The quality of sampling when an image is drawn at another size.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    /// Sets whether edges are smooth, if the context allows it. Part of the state.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

    /// Sets whether the context allows smooth edges. Not part of the state.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }
}
