import Foundation

/// Lines and curves that outline a shape.
///
/// A path is immutable and safe on any thread, as long as it is not a ``CGMutablePath``. Two paths are equal when they
/// have the same elements with exactly the same points.
public class CGPath: Hashable, @unchecked Sendable {
    /// What each element does: raw values of ``PathVerb``.
    package internal(set) final var verbs: [UInt8]
    /// The points of all elements in order: one for a move or a line, two for a quadratic curve, three for a cubic one,
    /// none for a close.
    package internal(set) final var points: [CGPoint]
    /// Where the subpath under construction began.
    final var subpathStart: CGPoint

    init(verbs: [UInt8], points: [CGPoint], subpathStart: CGPoint) {
        self.verbs = verbs
        self.points = points
        self.subpathStart = subpathStart
    }

    /// A path with the elements of another one and other points; for interpolation. `verbs` must fit the number of points.
    package convenience init(verbs: [UInt8], points: [CGPoint]) {
        var next = 0, start = CGPoint.zero
        for verb in verbs {
            guard let verb = PathVerb(rawValue: verb) else { continue }
            if verb == .move, next < points.count { start = points[next] }
            next += verb.pointCount
        }
        self.init(verbs: verbs, points: points, subpathStart: start)
    }

    /// A path of elements as numbers and points as pairs of doubles; nil where they don't fit each other.
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

    /// A rectangle, as ``CGMutablePath/addRect(_:transform:)`` draws it.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// An ellipse, as ``CGMutablePath/addEllipse(in:transform:)`` draws it.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(verbs: path.verbs, points: path.points, subpathStart: path.subpathStart)
    }

    /// A rounded rectangle, as ``CGMutablePath/addRoundedRect(in:cornerWidth:cornerHeight:transform:)`` draws it.
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

    /// Whether the path has no element.
    public var isEmpty: Bool { verbs.isEmpty }

    /// Where the next line or curve would begin; zero for an empty path.
    public var currentPoint: CGPoint {
        guard let last = verbs.last else { return .zero }
        return last == PathVerb.close.rawValue ? subpathStart : points.last ?? .zero
    }

    /// An immutable copy.
    public func copy() -> CGPath? {
        CGPath(verbs: verbs, points: points, subpathStart: subpathStart)
    }

    /// A copy that can be added to.
    public func mutableCopy() -> CGMutablePath? {
        CGMutablePath(copying: self, transform: .identity)
    }

    /// An immutable copy whose points the transform has moved; nil where it moves a point out of the range of numbers.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        guard let transform = transform?.pointee else { return copy() }
        return transformed(by: transform)
    }

    /// A copy that can be added to, whose points the transform has moved; nil where it moves a point out of the range of
    /// numbers.
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

/// What an element of a path does, as a byte. The numbers are those of ``CGPathElementType``.
package enum PathVerb: UInt8, Sendable {
    case move = 0
    case line = 1
    case quad = 2
    case cubic = 3
    case close = 4

    /// How many points the element has.
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
