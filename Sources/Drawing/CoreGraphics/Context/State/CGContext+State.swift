import AgateDiagnostics
import Foundation
import Raster

extension CGContext {
    /// Keeps the state: transform, clip, colours, line, shadow, alpha, blend mode and switches. The current path is no part
    /// of it.
    public func saveGState() { saved.append(state) }

    /// Goes back to the state kept last. Without one (since the last transparency layer began): a diagnostic.
    public func restoreGState() {
        guard saved.count > (layers.last?.depth ?? 0), let last = saved.popLast() else {
            Diagnostic.reportOnce("context.unbalanced", key: "restoreGState", "CGContext.restoreGState: no saved graphics state")
            return
        }
        state = last
    }

    /// User space to device space: the transform as it stands.
    public var ctm: CGAffineTransform { state.ctm }

    /// Puts a transform before the current one: what is drawn from now on goes through it first. One that makes the
    /// CTM infinite or not a number lets nothing be drawn.
    public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }

    /// Moves the origin of user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.ctm = state.ctm.translatedBy(x: tx, y: ty) }

    /// Scales user space.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.ctm = state.ctm.scaledBy(x: sx, y: sy) }

    /// Turns user space, by an angle in radians from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.ctm = state.ctm.rotated(by: angle) }

    /// User space to device space, whose unit is a pixel and whose origin is at the bottom left.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

    /// A point of user space in device space.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }

    /// A point of device space in user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }

    /// A size of user space in device space.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }

    /// A size of device space in user space.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }

    /// The device rectangle around a rectangle of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }

    /// The rectangle of user space around a device rectangle.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }
}

extension CGContext {
    /// The width of strokes, in user space units. Nothing is stroked where it is not above 0.
    public func setLineWidth(_ width: CGFloat) { state.line.width = width }

    /// How the ends of strokes look.
    public func setLineCap(_ cap: CGLineCap) {
        state.line.cap =
            switch cap {
            case .butt: .butt;
            case .round: .round;
            case .square: .square
            }
    }

    /// How the corners of strokes look.
    public func setLineJoin(_ join: CGLineJoin) {
        state.line.join =
            switch join {
            case .miter: .miter;
            case .round: .round;
            case .bevel: .bevel
            }
    }

    /// How long a miter may be, in line widths, before the corner is cut off.
    public func setMiterLimit(_ limit: CGFloat) { state.line.miterLimit = limit }

    /// Breaks strokes into dashes.
    /// - Parameters:
    ///   - phase: how far into the lengths the line begins.
    ///   - lengths: painted, left out, painted, ... in user space units; empty for lines without gaps.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dash = lengths.map { Double($0) }
        state.line.dashPhase = phase
    }

    /// How far the chords that stand for a curve may be from it in fills and strokes, in pixels: about a third of the number, as on Apple's
    /// systems. At first, and with 0, a twentieth of a pixel; never finer.
    public func setFlatness(_ flatness: CGFloat) { state.line.tolerance = Flattener.tolerance(flatness: Double(flatness)) }

    /// An opacity for everything that is drawn, 0...1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha > 0 ? min(alpha, 1) : 0 }

    /// How what is drawn meets what is there.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

    /// How colours are brought into the bitmap's space. Kept; they are clipped.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.renderingIntent = intent }

    /// How pixels are found where an image is drawn at another size.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    /// Whether edges are smooth, where the context allows it; part of the state.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

    /// Whether edges may be smooth at all; the context's, not part of the state.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }
}
