import Foundation
import Raster

extension CGContext {
    /// Empties the current path.
    public func beginPath() { current.removeAll() }

    /// Starts a subpath.
    public func move(to point: CGPoint) {
        let t = current.prepare(state.ctm)
        current.path.move(to: point, transform: t)
    }

    /// Appends a straight line.
    public func addLine(to point: CGPoint) {
        let t = current.prepare(state.ctm)
        current.path.addLine(to: point, transform: t)
    }

    /// Starts a subpath at the first point and appends lines to the others.
    public func addLines(between points: [CGPoint]) {
        let t = current.prepare(state.ctm)
        current.path.addLines(between: points, transform: t)
    }

    /// Appends a cubic Bézier curve.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        let t = current.prepare(state.ctm)
        current.path.addCurve(to: end, control1: control1, control2: control2, transform: t)
    }

    /// Appends a quadratic Bézier curve.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        let t = current.prepare(state.ctm)
        current.path.addQuadCurve(to: end, control: control, transform: t)
    }

    /// Closes the subpath with a straight line to its start.
    public func closePath() { current.path.closeSubpath() }

    /// Appends a closed rectangle.
    public func addRect(_ rect: CGRect) {
        let t = current.prepare(state.ctm)
        current.path.addRect(rect, transform: t)
    }

    /// Appends closed rectangles.
    public func addRects(_ rects: [CGRect]) {
        let t = current.prepare(state.ctm)
        current.path.addRects(rects, transform: t)
    }

    /// Appends a closed ellipse inscribed in the rectangle.
    public func addEllipse(in rect: CGRect) {
        let t = current.prepare(state.ctm)
        current.path.addEllipse(in: rect, transform: t)
    }

    /// Appends an arc of a circle, preceded by a line to its start if there is a current point.
    ///
    /// `clockwise` refers to a space whose y points up. If y points down, the arc appears reversed.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        let t = current.prepare(state.ctm)
        current.path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: t)
    }

    /// Appends an arc that rounds the corner between two lines. See ``CGMutablePath``.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        let t = current.prepare(state.ctm)
        current.path.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: t)
    }

    /// Appends the elements of a path.
    public func addPath(_ path: CGPath) {
        let t = current.prepare(state.ctm)
        current.path.addPath(path, transform: t)
    }

    /// Replaces the current path with the outline of its stroke (with the current line width, caps, joins, miter limit and dashes).
    /// Filled by the winding rule, the outline is the shape that ``strokePath()`` draws.
    public func replacePathWithStrokedPath() {
        guard var path = current.path(in: state.ctm), !path.isEmpty else { return current.removeAll() }
        let line = state.line
        if !line.dash.isEmpty { path = path.copy(dashingWithPhase: line.dashPhase, lengths: line.dash.map { CGFloat($0) }) }
        let cap: CGLineCap =
            switch line.cap {
            case .butt: .butt;
            case .round: .round;
            case .square: .square
            }
        let join: CGLineJoin =
            switch line.join {
            case .miter: .miter;
            case .round: .round;
            case .bevel: .bevel
            }
        let outline = path.copy(strokingWithWidth: line.width, lineCap: cap, lineJoin: join, miterLimit: line.miterLimit)
        current.removeAll()
        addPath(outline)
    }

    /// A Boolean value that indicates whether the current path has no elements.
    public var isPathEmpty: Bool { current.isEmpty }

    /// A copy of the current path in user space, or nil if there is none.
    public var path: CGPath? {
        current.isEmpty ? nil : current.path(in: state.ctm)?.copy()
    }

    /// The point at which the next line would begin, in user space. Zero without a path.
    public var currentPointOfPath: CGPoint {
        current.isEmpty ? .zero : current.path(in: state.ctm)?.currentPoint ?? .zero
    }

    /// The smallest rectangle that contains the current path's points, including controls, in user space. Null without a path.
    public var boundingBoxOfPath: CGRect {
        current.isEmpty ? .null : current.path(in: state.ctm)?.boundingBox ?? .null
    }

    /// Returns whether drawing the current path in a mode would paint a point.
    /// - Parameters:
    ///   - point: the point in user space.
    ///   - mode: the parts that would be painted.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        guard let path = current.path(in: state.ctm), !path.isEmpty else { return false }
        if let rule = mode.fillRule, path.contains(point, using: rule) { return true }
        return mode.strokes && strokeContains(path, point)
    }

    /// Paints the current path and empties it.
    public func drawPath(using mode: CGPathDrawingMode) {
        if let rule = mode.fillRule { fill(current.path, current.space, rule) }
        if mode.strokes { strokeCurrent() }
        current.removeAll()
    }

    /// Fills the current path and empties it. Open subpaths are closed.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(current.path, current.space, rule)
        current.removeAll()
    }

    /// Strokes the current path and empties it.
    public func strokePath() {
        strokeCurrent()
        current.removeAll()
    }

    /// Returns whether a pixel with the point as its centre would be painted, by the rule of centres.
    private func strokeContains(_ path: CGPath, _ point: CGPoint) -> Bool {
        guard state.line.width > 0, point.isFinite else { return false }
        let scale = max(1, 64 / state.line.width)
        let mask = MaskBuffer(bounds: IntRect(0, 0, 1, 1))
        let place = Affine(scale, 0, 0, scale, 0.5 - point.x * scale, 0.5 - point.y * scale)
        Figure.stroke(path, place, state.line).cover(raster, mask, antialias: false)
        return mask.coverage(x: 0, y: 0) > 0
    }

    private func strokeCurrent() {
        if let path = current.path(in: state.ctm) { stroke(path, state.ctm) }
    }
}
