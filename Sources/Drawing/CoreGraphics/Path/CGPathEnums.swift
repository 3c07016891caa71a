import Foundation

/// A rule for the points that are inside a path.
public enum CGPathFillRule: Int, Sendable {
    /// The points around which the path winds more often in one direction than in the other.
    case winding = 0
    /// The points around which the path winds an odd number of times.
    case evenOdd = 1
}

/// The shape of the ends of a stroke.
public enum CGLineCap: Int32, Sendable {
    /// The stroke ends at the end of the path.
    case butt = 0
    /// The stroke ends in a semicircle.
    case round = 1
    /// The stroke ends half a line width beyond the end of the path.
    case square = 2
}

/// The shape of the corners of a stroke.
public enum CGLineJoin: Int32, Sendable {
    /// The sides extend until they meet, up to the miter limit.
    case miter = 0
    /// The corner is rounded.
    case round = 1
    /// The corner is cut off straight.
    case bevel = 2
}

/// The kind of a path's element.
public enum CGPathElementType: Int32, Sendable {
    /// Starts a subpath. One point.
    case moveToPoint = 0
    /// A straight line. One point.
    case addLineToPoint = 1
    /// A quadratic curve. Two points: control, end.
    case addQuadCurveToPoint = 2
    /// A cubic curve. Three points: two controls, end.
    case addCurveToPoint = 3
    /// A straight line back to the start of the subpath. No point.
    case closeSubpath = 4
}

/// One element of a path, as ``CGPath/applyWithBlock(_:)`` passes it.
public struct CGPathElement {
    /// The kind of the element.
    public var type: CGPathElementType
    /// The element's points, as many as its type requires. The pointer is valid during the call.
    public var points: UnsafeMutablePointer<CGPoint>

    /// Creates an element from its type and points.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }
}

/// A function that ``CGPath/apply(info:function:)`` calls with each element of a path.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

/// A block that ``CGPath/applyWithBlock(_:)`` calls with each element of a path.
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void
