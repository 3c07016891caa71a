import Foundation

/// Lines and curves that outline a shape.
///
/// A path is immutable and thread-safe, unless it is a ``CGMutablePath``. Two paths are equal if they have the same elements with exactly
/// the same points.
public class CGPath: Hashable, @unchecked Sendable {
    /// The kind of each element: raw values of ``PathVerb``.
    package internal(set) final var verbs: [UInt8]
    /// The points of all elements in order: one for a move or a line, two for a quadratic curve, three for a cubic one, none for a close.
    package internal(set) final var points: [CGPoint]
    /// The start of the subpath under construction.
    final var subpathStart: CGPoint

    init(verbs: [UInt8], points: [CGPoint], subpathStart: CGPoint) {
        self.verbs = verbs
        self.points = points
        self.subpathStart = subpathStart
    }

    /// Creates a path with the elements of another one and other points, for interpolation. `verbs` must fit the number of points.
    package convenience init(verbs: [UInt8], points: [CGPoint]) {
        var next = 0, start = CGPoint.zero
        for verb in verbs {
            guard let verb = PathVerb(rawValue: verb) else { continue }
            if verb == .move, next < points.count { start = points[next] }
            next += verb.pointCount
        }
        self.init(verbs: verbs, points: points, subpathStart: start)
    }

    /// Creates a path of elements as numbers and points as pairs of doubles. Returns nil if they don't fit each other.
    package convenience init?(archivedElements: Data, points: Data) {
        var needed = 0
        for verb in archivedElements {
            guard let verb = PathVerb(rawValue: verb) else { return nil }
            needed += verb.pointCount
        }
        guard points.count == needed * 16 else { return nil }
        let numbers = points.withUnsafeBytes { bytes in
            (0..<needed * 2).map { CGFloat(bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self)) }
        }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(verbs: Array(archivedElements), points: (0..<needed).map { CGPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    }

    package convenience init() {
        self.init(verbs: [], points: [], subpathStart: .zero)
    }

    /// Creates a rectangle, as ``CGMutablePath/addRect(_:transform:)`` does.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// Creates an ellipse, as ``CGMutablePath/addEllipse(in:transform:)`` does.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// Creates a rounded rectangle, as ``CGMutablePath/addRoundedRect(in:cornerWidth:cornerHeight:transform:)`` does.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = CGMutablePath()
        path.addRoundedRect(
            in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
            transform: transform?.pointee ?? .identity)
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// A Boolean value that indicates whether the path has no elements.
    public var isEmpty: Bool { verbs.isEmpty }

    /// The point at which the next line or curve would begin, or zero for an empty path.
    public var currentPoint: CGPoint {
        guard let last = verbs.last else { return .zero }
        return last == PathVerb.close.rawValue ? subpathStart : points.last ?? .zero
    }

    /// Returns an immutable copy.
    public func copy() -> CGPath? {
        CGPath(verbs: verbs, points: points, subpathStart: subpathStart)
    }

    /// Returns a copy that can be added to.
    public func mutableCopy() -> CGMutablePath? {
        CGMutablePath(copying: self, transform: .identity)
    }

    /// Returns an immutable copy with transformed points, or nil if the transform moves a point out of the range of numbers.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        guard let transform = transform?.pointee else { return copy() }
        return transformed(by: transform)
    }

    /// Returns a copy with transformed points that can be added to, or nil if the transform moves a point out of the range of numbers.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        guard let transform = transform?.pointee else { return mutableCopy() }
        guard let moved = transformed(by: transform) else { return nil }
        return CGMutablePath(copying: moved, transform: .identity)
    }

    package final func transformed(by transform: CGAffineTransform) -> CGPath? {
        let moved = points.map { $0.applying(transform) }
        let start = subpathStart.applying(transform)
        guard start.isFinite, moved.allSatisfy(\.isFinite) else { return nil }
        return CGPath(verbs: verbs, points: moved, subpathStart: start)
    }

    public static func == (lhs: CGPath, rhs: CGPath) -> Bool {
        lhs === rhs || (lhs.verbs == rhs.verbs && lhs.points == rhs.points)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(verbs)
        hasher.combine(points)
    }
}

/// The kind of a path's element, as a byte. The values are those of ``CGPathElementType``.
package enum PathVerb: UInt8, Sendable {
    case move = 0
    case line = 1
    case quad = 2
    case cubic = 3
    case close = 4

    /// The number of points that the element has.
    package var pointCount: Int {
        switch self {
        case .move, .line: 1
        case .quad: 2
        case .cubic: 3
        case .close: 0
        }
    }
}

extension CGPoint {
    package var isFinite: Bool { x.isFinite && y.isFinite }
}
