import AgateDiagnostics
import QuartzCore

/// The archive of a path: its elements, their points as pairs of doubles, and its drawing properties.
extension UIBezierPath {
    final func encodeValues(_ coder: NSCoder) {
        let path = cgPath
        coder.encodeBytes(Data(path.verbs), forKey: "UIBezierPathElements")
        coder.encodeNumbers(path.points.flatMap { [$0.x, $0.y] }, forKey: "UIBezierPathPoints")
        coder.encode(Double(lineWidth), forKey: "UIBezierPathLineWidth")
        coder.encode(Int(lineCapStyle.rawValue), forKey: "UIBezierPathLineCapStyle")
        coder.encode(Int(lineJoinStyle.rawValue), forKey: "UIBezierPathLineJoinStyle")
        coder.encode(Double(miterLimit), forKey: "UIBezierPathMiterLimit")
        coder.encode(Double(flatness), forKey: "UIBezierPathFlatness")
        coder.encode(usesEvenOddFillRule, forKey: "UIBezierPathUsesEvenOddFillRule")
        coder.encodeNumbers(dash, forKey: "UIBezierPathDashPattern")
        coder.encode(Double(dashPhase), forKey: "UIBezierPathDashPhase")
    }

    /// Decodes the path. Returns false for invalid data: unknown elements, or too few points for them.
    final func decodeValues(_ coder: NSCoder) -> Bool {
        guard coder is NSKeyedUnarchiver, let verbs = coder.storedBytes(forKey: "UIBezierPathElements"),
            let points = coder.storedBytes(forKey: "UIBezierPathPoints"), let path = CGPath(archivedElements: verbs, points: points)
        else { return false }
        cgPath = path
        lineWidth = CGFloat(coder.decodeDouble(forKey: "UIBezierPathLineWidth"))
        lineCapStyle = CGLineCap(rawValue: Int32(clamping: coder.decodeInteger(forKey: "UIBezierPathLineCapStyle"))) ?? .butt
        lineJoinStyle = CGLineJoin(rawValue: Int32(clamping: coder.decodeInteger(forKey: "UIBezierPathLineJoinStyle"))) ?? .miter
        miterLimit = CGFloat(coder.decodeDouble(forKey: "UIBezierPathMiterLimit"))
        flatness = CGFloat(coder.decodeDouble(forKey: "UIBezierPathFlatness"))
        usesEvenOddFillRule = coder.decodeBool(forKey: "UIBezierPathUsesEvenOddFillRule")
        dash = coder.storedNumbers(forKey: "UIBezierPathDashPattern") ?? []
        dashPhase = CGFloat(coder.decodeDouble(forKey: "UIBezierPathDashPhase"))
        return true
    }
}
