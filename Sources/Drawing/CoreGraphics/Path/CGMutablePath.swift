import AgateDiagnostics
import Foundation

/// A path that can be added to. It is not thread-safe.
///
/// Each method transforms its geometry by `transform` and appends the result. A call with a point that is NaN or infinite is refused with
/// a diagnostic.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    /// Creates a path without elements.
    public init() {
        super.init(verbs: [], points: [], subpathStart: .zero)
    }

    init(copying path: CGPath, transform: CGAffineTransform) {
        super.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// Starts a subpath.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        let point = point.applying(transform)
        guard accepts(point, in: "move") else { return }
        verbs.append(PathVerb.move.rawValue)
        points.append(point)
        subpathStart = point
    }

    /// Appends a straight line. If there is no current point, reports a diagnostic and appends nothing.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        let point = point.applying(transform)
        guard accepts(point, in: "addLine"), continues("addLine") else { return }
        verbs.append(PathVerb.line.rawValue)
        points.append(point)
    }

    /// Starts a subpath at the first point and appends lines to the others.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    /// Appends a quadratic Bézier curve. If there is no current point, reports a diagnostic and appends nothing.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        let (control, end) = (control.applying(transform), end.applying(transform))
        guard accepts(control, in: "addQuadCurve"), accepts(end, in: "addQuadCurve"), continues("addQuadCurve") else {
            return
        }
        verbs.append(PathVerb.quad.rawValue)
        points.append(control)
        points.append(end)
    }

    /// Appends a cubic Bézier curve. If there is no current point, reports a diagnostic and appends nothing.
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        let (control1, control2) = (control1.applying(transform), control2.applying(transform))
        let end = end.applying(transform)
        guard accepts(control1, in: "addCurve"), accepts(control2, in: "addCurve"), accepts(end, in: "addCurve"),
            continues("addCurve")
        else { return }
        verbs.append(PathVerb.cubic.rawValue)
        points.append(control1)
        points.append(control2)
        points.append(end)
    }

    /// Closes the subpath with a straight line to its start. Has no effect if no subpath is open.
    public func closeSubpath() {
        guard let last = verbs.last, last != PathVerb.close.rawValue else { return }
        verbs.append(PathVerb.close.rawValue)
    }

    /// Appends the elements of another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        guard !path.isEmpty else { return }
        guard let moved = transform.isIdentity ? path : path.transformed(by: transform) else {
            Diagnostic.report("path.invalid-point", "CGMutablePath.addPath: the transform \(transform) overflows")
            return
        }
        // Read before the append: a path may be added to itself.
        let start = moved.subpathStart
        verbs.append(contentsOf: moved.verbs)
        points.append(contentsOf: moved.points)
        subpathStart = start
    }

    private func accepts(_ point: CGPoint, in call: StaticString) -> Bool {
        if point.isFinite { return true }
        Diagnostic.report("path.invalid-point", "CGMutablePath.\(call): (\(point.x), \(point.y)) is not a valid point")
        return false
    }

    /// Returns whether there is a current point. After a close, the next element starts a subpath at the start of the closed one. That
    /// start is stored here as an element, so that readers need no special case.
    private func continues(_ call: StaticString) -> Bool {
        guard let last = verbs.last else {
            Diagnostic.report("path.no-current-point", "CGMutablePath.\(call): the path has no current point")
            return false
        }
        if last == PathVerb.close.rawValue {
            verbs.append(PathVerb.move.rawValue)
            points.append(subpathStart)
        }
        return true
    }
}
