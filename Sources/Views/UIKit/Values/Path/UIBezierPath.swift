import QuartzCore

/// A path with its drawing properties. It draws into the current context.
///
/// Angles are in radians; `clockwise` is the direction in a space whose y grows downwards. A call with coordinates that aren't finite does
/// nothing, and CoreGraphics reports a diagnostic.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var path = CGMutablePath()
    var dash: [CGFloat] = []
    var dashPhase: CGFloat = 0

    /// The width of strokes; 1 by default.
    open var lineWidth: CGFloat = 1
    /// The shape of the ends of strokes; butt by default.
    open var lineCapStyle = CGLineCap.butt
    /// The shape of the corners of strokes; miter by default.
    open var lineJoinStyle = CGLineJoin.miter
    /// The maximum length of a miter, in line widths; 10 by default.
    open var miterLimit: CGFloat = 10
    /// The maximum distance between drawn chords and the curve; 0.6 by default. Stored, without effect: curves are drawn finer.
    open var flatness: CGFloat = 0.6
    /// A Boolean value that indicates whether the even-odd rule applies; false, the winding rule, by default.
    open var usesEvenOddFillRule = false

    /// Creates an empty path.
    public override init() {}

    open class var supportsSecureCoding: Bool { true }

    /// Decodes a path from an archive. Returns nil if it holds none.
    public required init?(coder: NSCoder) {
        super.init()
        guard decodeValues(coder) else { return nil }
    }

    open func encode(with coder: NSCoder) { encodeValues(coder) }

    /// Creates a closed rectangle, clockwise from its origin.
    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    /// Creates a closed ellipse in a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    /// Creates a closed rectangle with rounded corners. The corners have the continuous curve of iOS, or are circular where a side is too
    /// short for it (1.53 radii a corner). The radius is at most half a side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Creates a closed rectangle with some rounded corners. Different radii result in quarter ellipses; a height of 0 is the width, since
    /// Apple's class rounds such corners by their width.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        let radii = CGSize(width: cornerRadii.width, height: cornerRadii.height == 0 ? cornerRadii.width : cornerRadii.height)
        RoundedCorners(rect: rect, corners: corners, radii: radii).add(to: path)
    }

    /// Creates an open arc.
    public convenience init(arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    /// Creates a path from the elements of a CGPath.
    public convenience init(cgPath: CGPath) {
        self.init()
        path = cgPath.mutableCopy() ?? path
    }

    /// The elements. Reading returns a copy, which later changes don't affect.
    open var cgPath: CGPath {
        get { path.copy() ?? path }
        set { path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Building

    /// Begins a subpath.
    open func move(to point: CGPoint) { path.move(to: point) }

    /// Adds a line from the current point.
    open func addLine(to point: CGPoint) { path.addLine(to: point) }

    /// Adds a cubic curve from the current point.
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    /// Adds a quadratic curve from the current point.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) { path.addQuadCurve(to: endPoint, control: controlPoint) }

    /// Adds an arc, after a line from the current point, if there is one, to its start.
    open func addArc(withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        // CoreGraphics names directions for a space whose y grows upwards.
        path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    /// Adds a line to the start of the subpath.
    open func close() { path.closeSubpath() }

    /// Removes all elements. The drawing properties stay.
    open func removeAllPoints() { path = CGMutablePath() }

    /// Adds the elements of another path.
    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }

    /// Returns the path in reverse direction: the last subpath first, each from its end. The drawing properties are the same.
    open func reversing() -> UIBezierPath {
        let reversed = styled(UIBezierPath())
        reversed.path = ReversedPath(path).made
        return reversed
    }

    /// Applies a transform to all points.
    open func apply(_ transform: CGAffineTransform) {
        var transform = transform
        path = path.mutableCopy(using: &transform) ?? path
    }

    // MARK: Properties

    /// A Boolean value that indicates whether the path has no elements.
    open var isEmpty: Bool { path.isEmpty }

    /// The smallest box around the path, without its control points; null for an empty path.
    open var bounds: CGRect { path.boundingBoxOfPath }

    /// The start of the next element; zero for an empty path.
    open var currentPoint: CGPoint { path.currentPoint }

    /// Returns whether a point is inside by the fill rule.
    open func contains(_ point: CGPoint) -> Bool { path.contains(point, using: rule) }

    // MARK: Drawing

    /// Sets the alternating lengths of dashes and gaps, and the offset at which a stroke begins. Nil removes the dashes.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? []
        dashPhase = phase
    }

    /// Stores the lengths of dashes and gaps, their number and the phase through the pointers that aren't nil.
    open func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
    ) {
        for (i, length) in dash.enumerated() { pattern?[i] = length }
        count?.pointee = dash.count
        phase?.pointee = dashPhase
    }

    /// Fills the path with the current context's fill color.
    open func fill() { draw { $0.fillPath(using: rule) } }

    /// Strokes the path with the current context's stroke color.
    open func stroke() { draw { stroke(in: $0) } }

    /// Fills the path with a blend mode and an opacity.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw {
            $0.setBlendMode(blendMode)
            $0.setAlpha(alpha)
            $0.fillPath(using: rule)
        }
    }

    /// Strokes the path with a blend mode and an opacity.
    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw {
            $0.setBlendMode(blendMode)
            $0.setAlpha(alpha)
            stroke(in: $0)
        }
    }

    /// Clips further drawing into the current context to the inside of the path. Only restoring a saved graphics state undoes it.
    open func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        if path.isEmpty {
            context.clip(to: .zero)
        } else {
            context.beginPath()
            context.addPath(path)
            context.clip(using: rule)
        }
    }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

    private func draw(_ body: (CGContext) -> Void) {
        guard let context = UIGraphicsGetCurrentContext(), !path.isEmpty else { return }
        context.saveGState()
        context.beginPath()
        context.addPath(path)
        context.setFlatness(flatness)
        body(context)
        context.restoreGState()
    }

    private func stroke(in context: CGContext) {
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        context.setMiterLimit(miterLimit)
        context.setLineDash(phase: dashPhase, lengths: dash)
        context.strokePath()
    }

    // MARK: Object conformances

    /// Returns a separate path with the same elements and drawing properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = styled(UIBezierPath())
        copy.path = path.mutableCopy() ?? CGMutablePath()
        return copy
    }

    private func styled(_ other: UIBezierPath) -> UIBezierPath {
        other.lineWidth = lineWidth
        other.lineCapStyle = lineCapStyle
        other.lineJoinStyle = lineJoinStyle
        other.miterLimit = miterLimit
        other.flatness = flatness
        other.usesEvenOddFillRule = usesEvenOddFillRule
        (other.dash, other.dashPhase) = (dash, dashPhase)
        return other
    }

    /// Returns whether two paths have the same elements and drawing properties.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIBezierPath else { return false }
        return path == other.path && lineWidth == other.lineWidth && lineCapStyle == other.lineCapStyle
            && lineJoinStyle == other.lineJoinStyle
            && miterLimit == other.miterLimit && usesEvenOddFillRule == other.usesEvenOddFillRule && dash == other.dash
            && dashPhase == other.dashPhase
    }

    open override var hash: Int { path.hashValue }
}
