import AgateDiagnostics
import Foundation

extension CGPath {
    /// The outline of this path drawn with a pen: filled by the winding rule, it covers what a stroke would.
    ///
    /// Lines stay lines, and curves come out as cubics within a thousandth of the width of the true outline. A closed subpath
    /// gives two subpaths, an open one gives one. All of it winds the same way, so parts that overlap never cancel; the even-odd
    /// rule would show them as holes (``normalized(using:)`` makes both rules agree). Where a curve turns more sharply than
    /// the pen, small closed pieces cover what the pen sweeps twice. A subpath without length is a dot with round or square
    /// caps, and nothing with butt ones.
    /// - Parameters:
    ///   - lineWidth: in units of the path; must be above 0 and finite, else the result is empty and a diagnostic says so.
    ///   - lineCap: how open ends look.
    ///   - lineJoin: how corners look. A cusp inside a curve is rounded.
    ///   - miterLimit: how many times as long as the width a miter may be before it is a bevel.
    ///   - transform: moves the outline once it is made.
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
