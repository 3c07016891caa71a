import Foundation

/// Which points are inside a path.
public enum CGPathFillRule: Int, Sendable {
    /// Those around which the path winds, in one direction more often than in the other.
    case winding = 0
    /// Those around which the path winds an odd number of times.
    case evenOdd = 1
}

/// How the ends of a stroke look.
public enum CGLineCap: Int32, Sendable {
    /// Ends at the end of the path.
    case butt = 0
    /// Ends in half a circle.
    case round = 1
    /// Ends half a line's width behind the end of the path.
    case square = 2
}

/// How the corners of a stroke look.
public enum CGLineJoin: Int32, Sendable {
    /// The sides run on until they meet, up to the miter limit.
    case miter = 0
    /// The corner is rounded.
    case round = 1
    /// The corner is cut straight.
    case bevel = 2
}

/// What an element of a path does.
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

/// One element of a path, as ``CGPath/applyWithBlock(_:)`` shows it.
public struct CGPathElement {
    /// What the element does.
    public var type: CGPathElementType
    /// The element's points, as many as its type says. Valid during the call.
    public var points: UnsafeMutablePointer<CGPoint>

    /// An element of the parts given.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }
}

/// Called with each element of a path by ``CGPath/apply(info:function:)``.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

/// Called with each element of a path by ``CGPath/applyWithBlock(_:)``.
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void
