import AgateDiagnostics
import Foundation

extension CGPath {
    /// Creates the outline of a stroked path, by the name under which Apple's initialiser can be called.
    public convenience init?(
        __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
        lineJoin: CGLineJoin, miterLimit: CGFloat
    ) {
        let made = path.copy(
            strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
            transform: transform?.pointee ?? .identity)
        self.init(verbs: made.verbs, points: made.points, subpathStart: made.subpathStart)
    }

    /// Returns the outline of this path drawn with a pen. Filled by the winding rule, the outline covers the same area as a stroke.
    ///
    /// Lines remain lines. Curves become cubics within a thousandth of the width of the true outline. A closed subpath gives two
    /// subpaths, an open one gives one. All of them wind in the same direction, so overlapping parts never cancel. The even-odd rule
    /// would show them as holes (``normalized(using:)`` makes both rules agree). If a curve turns more sharply than the pen, small closed
    /// pieces cover the area that the pen sweeps twice. A subpath without length is a dot with round or square caps, and nothing with
    /// butt caps.
    /// - Parameters:
    ///   - lineWidth: the width in units of the path. It must be greater than 0 and finite. Otherwise the result is empty and a
    ///     diagnostic is reported.
    ///   - lineCap: the shape of open ends.
    ///   - lineJoin: the shape of corners. A cusp inside a curve is rounded.
    ///   - miterLimit: the largest ratio of a miter's length to the width before the miter becomes a bevel.
    ///   - transform: the transform that is applied to the finished outline.
    public func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        guard lineWidth > 0, lineWidth <= PathContours.farthest else {
            Diagnostic.reportOnce(
                "path.invalid-width", key: "stroke",
                "CGPath.copy(strokingWithWidth:): the width \(lineWidth) is invalid; the result is empty")
            return CGPath()
        }
        guard isMeasurable("copy(strokingWithWidth:)") else { return CGPath() }
        var outline = StrokeOutline(StrokePen(half: Double(lineWidth) / 2, cap: lineCap, join: lineJoin, miterLimit: Double(miterLimit)))
        let contours = PathContours(self)
        for subpath in contours.subpaths { outline.add(contours.segments[subpath.segments], isClosed: subpath.isClosed) }
        return outline.builder.path(transform, "copy(strokingWithWidth:)")
    }
}
