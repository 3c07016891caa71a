import AgateDiagnostics
import QuartzCore

/// A path in an archive: its elements, their points as pairs of doubles, and how it is drawn.
extension UIBezierPath {
    final func encodeValues(_ coder: NSCoder) {
        let path = cgPath
        coder.encode(Data(path.verbs) as NSData, forKey: "UIBezierPathElements")
        let numbers = path.points.flatMap { [Double($0.x), Double($0.y)] }
        coder.encode(numbers.withUnsafeBytes { Data($0) } as NSData, forKey: "UIBezierPathPoints")
        coder.encode(Double(lineWidth), forKey: "UIBezierPathLineWidth")
        coder.encode(Int(lineCapStyle.rawValue), forKey: "UIBezierPathLineCapStyle")
        coder.encode(Int(lineJoinStyle.rawValue), forKey: "UIBezierPathLineJoinStyle")
        coder.encode(Double(miterLimit), forKey: "UIBezierPathMiterLimit")
        coder.encode(Double(flatness), forKey: "UIBezierPathFlatness")
        coder.encode(usesEvenOddFillRule, forKey: "UIBezierPathUsesEvenOddFillRule")
        coder.encode(dash.map { NSNumber(value: Double($0)) } as NSArray, forKey: "UIBezierPathDashPattern")
        coder.encode(Double(dashPhase), forKey: "UIBezierPathDashPhase")
    }

    /// False for what is no path: unknown elements, or too few points for them.
    final func decodeValues(_ coder: NSCoder) -> Bool {
        guard coder is NSKeyedUnarchiver, let verbs = coder.decodeObject(of: NSData.self, forKey: "UIBezierPathElements"),
            let points = coder.decodeObject(of: NSData.self, forKey: "UIBezierPathPoints"),
            let path = CGPath(archivedElements: Data(copying: verbs), points: Data(copying: points))
        else { return false }
        cgPath = path
        lineWidth = CGFloat(coder.decodeDouble(forKey: "UIBezierPathLineWidth"))
        lineCapStyle = CGLineCap(rawValue: Int32(clamping: coder.decodeInteger(forKey: "UIBezierPathLineCapStyle"))) ?? .butt
        lineJoinStyle = CGLineJoin(rawValue: Int32(clamping: coder.decodeInteger(forKey: "UIBezierPathLineJoinStyle"))) ?? .miter
        miterLimit = CGFloat(coder.decodeDouble(forKey: "UIBezierPathMiterLimit"))
        flatness = CGFloat(coder.decodeDouble(forKey: "UIBezierPathFlatness"))
        usesEvenOddFillRule = coder.decodeBool(forKey: "UIBezierPathUsesEvenOddFillRule")
        let lengths = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "UIBezierPathDashPattern") as? [NSNumber] ?? []
        (dash, dashPhase) = (lengths.map { CGFloat($0.doubleValue) }, CGFloat(coder.decodeDouble(forKey: "UIBezierPathDashPhase")))
        return true
    }
}
