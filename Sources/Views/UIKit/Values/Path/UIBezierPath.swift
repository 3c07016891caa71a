import QuartzCore

/// A path together with how it is drawn. Drawing goes into the current context.
///
/// Angles are radians; `clockwise` is what one sees where y grows downwards. Coordinates that are not finite make the call do nothing, with
/// a diagnostic of CoreGraphics.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var path = CGMutablePath()
    var dash: [CGFloat] = []
    var dashPhase: CGFloat = 0

    /// The width of strokes; 1 at first.
    open var lineWidth: CGFloat = 1
    /// What ends of strokes look like; butt at first.
    open var lineCapStyle = CGLineCap.butt
    /// What corners of strokes look like; miter at first.
    open var lineJoinStyle = CGLineJoin.miter
    /// How many line widths a miter may be long; 10 at first.
    open var miterLimit: CGFloat = 10
    /// How far drawn chords may be from the curve; 0.6 at first. Kept: curves are drawn finer than that.
    open var flatness: CGFloat = 0.6
    /// Whether what is inside goes by the even-odd rule; by windings at first.
    open var usesEvenOddFillRule = false

    /// An empty path.
    public override init() {}

    open class var supportsSecureCoding: Bool { true }

    /// The path of an archive; nil where that holds none.
    public required init?(coder: NSCoder) {
        super.init()
        guard decodeValues(coder) else { return nil }
    }

    open func encode(with coder: NSCoder) { encodeValues(coder) }

    /// A closed rectangle, clockwise from its origin.
    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    /// A closed ellipse in a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    /// A closed rectangle with round corners, of the continuous curve that iOS draws; circular where a side is too short for that
    /// (1.53 radii a corner), and never of a larger radius than half a side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// A closed rectangle of which some corners are round. Radii that differ make quarters of ellipses.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        RoundedCorners(rect: rect, corners: corners, radii: cornerRadii).add(to: path)
    }

    /// An open arc.
    public convenience init(arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    /// A path of a CGPath's elements.
    public convenience init(cgPath: CGPath) {
        self.init()
        path = cgPath.mutableCopy() ?? path
    }

    /// The elements. Reading gives a copy that later changes don't reach.
    open var cgPath: CGPath {
        get { path.copy() ?? path }
        set { path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Building

    /// Begins a subpath.
    open func move(to point: CGPoint) { path.move(to: point) }

    /// A line from the current point.
    open func addLine(to point: CGPoint) { path.addLine(to: point) }

    /// A cubic curve from the current point.
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    /// A quadratic curve from the current point.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) { path.addQuadCurve(to: endPoint, control: controlPoint) }

    /// An arc, after a line from the current point to its start where there is one.
    open func addArc(withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        // CoreGraphics names directions as seen where y grows upwards.
        path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    /// A line to where the subpath began.
    open func close() { path.closeSubpath() }

    /// Takes all elements away; how it is drawn stays.
    open func removeAllPoints() { path = CGMutablePath() }

    /// Adds the elements of another path.
    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }

    /// The path drawn backwards: last subpath first, each from its end. How it is drawn is the same.
    open func reversing() -> UIBezierPath {
        let reversed = styled(UIBezierPath())
        reversed.path = ReversedPath(path).made
        return reversed
    }

    /// Moves all points by a transform.
    open func apply(_ transform: CGAffineTransform) {
        var transform = transform
        path = path.mutableCopy(using: &transform) ?? path
    }

    // MARK: Asking

    /// Whether there are no elements.
    open var isEmpty: Bool { path.isEmpty }

    /// The smallest box around the path itself, control points not counted; null for an empty path.
    open var bounds: CGRect { path.boundingBoxOfPath }

    /// Where the next element begins; zero for an empty path.
    open var currentPoint: CGPoint { path.currentPoint }

    /// Whether a point is inside by the fill rule.
    open func contains(_ point: CGPoint) -> Bool { path.contains(point, using: rule) }

    // MARK: Drawing

    /// Lengths of dashes and gaps in turn, and where in them a stroke begins; nil for none.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? []
        dashPhase = phase
    }

    /// Copies the lengths of dashes and gaps, their number and the phase into those pointers that are given.
    open func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
    ) {
        for (i, length) in dash.enumerated() { pattern?[i] = length }
        count?.pointee = dash.count
        phase?.pointee = dashPhase
    }

    /// Fills with the current context's fill colour.
    open func fill() { draw { $0.fillPath(using: rule) } }

    /// Strokes with the current context's stroke colour.
    open func stroke() { draw { stroke(in: $0) } }

    /// Fills with another blend mode and opacity.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw {
            $0.setBlendMode(blendMode)
            $0.setAlpha(alpha)
            $0.fillPath(using: rule)
        }
    }

    /// Strokes with another blend mode and opacity.
    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw {
            $0.setBlendMode(blendMode)
            $0.setAlpha(alpha)
            stroke(in: $0)
        }
    }

    /// Cuts what is drawn into the current context from now on to the inside of the path. There is no way back but the context's saved
    /// state.
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

    // MARK: As an object

    /// A path of its own with the same elements, drawn the same way.
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

    /// Equal are paths with the same elements, drawn the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIBezierPath else { return false }
        return path == other.path && lineWidth == other.lineWidth && lineCapStyle == other.lineCapStyle
            && lineJoinStyle == other.lineJoinStyle
            && miterLimit == other.miterLimit && usesEvenOddFillRule == other.usesEvenOddFillRule && dash == other.dash
            && dashPhase == other.dashPhase
    }

    open override var hash: Int { path.hashValue }
}
