import AgateDiagnostics
import Foundation

/// A path divided into segments by subpath, for measuring and cutting.
struct PathContours {
    struct Subpath {
        var segments: Range<Int>
        var isClosed: Bool
    }

    private(set) var segments: [PathSegment] = []
    private(set) var subpaths: [Subpath] = []

    /// The largest coordinate. Larger ones would overflow when squared.
    static let farthest: CGFloat = 1e100

    /// Divides a path. Subpaths without a segment are left out. A close adds a line back to the start if the subpath does not end there,
    /// or has no other segment.
    /// - Parameter closing: true if open subpaths are closed as well, as for a fill.
    init(_ path: CGPath, closing: Bool = false) {
        segments.reserveCapacity(path.verbs.count)
        var start = SIMD2<Double>.zero, current = start
        var first = 0
        path.forEachElement { element in
            switch element {
            case .move(let p):
                finish(&first, start, current, isClosed: closing)
                start = SIMD2(p)
                current = start
            case .line(let p):
                segments.append(.line(current, SIMD2(p)))
                current = SIMD2(p)
            case .quad(let c, let p):
                segments.append(.quad(current, SIMD2(c), SIMD2(p)))
                current = SIMD2(p)
            case .cubic(let c, let d, let p):
                segments.append(.cubic(current, SIMD2(c), SIMD2(d), SIMD2(p)))
                current = SIMD2(p)
            case .close:
                if segments.count == first { segments.append(.line(start, start)) }
                finish(&first, start, current, isClosed: true)
                current = start
            }
        }
        finish(&first, start, current, isClosed: closing)
    }

    private mutating func finish(_ first: inout Int, _ start: SIMD2<Double>, _ end: SIMD2<Double>, isClosed: Bool) {
        guard segments.count > first else { return }
        if isClosed, end != start { segments.append(.line(end, start)) }
        subpaths.append(Subpath(segments: first..<segments.count, isClosed: isClosed))
        first = segments.count
    }
}

extension CGPath {
    /// Returns whether the path can be measured and cut: all coordinates are numbers of a reasonable size. Otherwise reports a
    /// diagnostic.
    final func isMeasurable(_ call: StaticString) -> Bool {
        let limit = PathContours.farthest
        if points.allSatisfy({ $0.x.magnitude <= limit && $0.y.magnitude <= limit }) { return true }
        Diagnostic.reportOnce(
            "path.invalid-point", key: "\(call)", "CGPath.\(call): the path has a coordinate that is not a number below 1e100")
        return false
    }
}

/// Collects the elements of a path under construction. It is faster than ``CGMutablePath``, whose checks are not needed for computed
/// points.
struct PathBuilder {
    private(set) var verbs: [UInt8] = []
    private(set) var points: [CGPoint] = []
    private var start = SIMD2<Double>.zero

    var isEmpty: Bool { verbs.isEmpty }

    /// Makes room for further elements and points.
    mutating func reserve(verbs moreVerbs: Int, points morePoints: Int) {
        // Arrays that grow by exactly what is asked for would be copied each time.
        let (v, p) = (verbs.count + moreVerbs, points.count + morePoints)
        if v > verbs.capacity { verbs.reserveCapacity(max(v, verbs.capacity * 2)) }
        if p > points.capacity { points.reserveCapacity(max(p, points.capacity * 2)) }
    }

    mutating func move(_ p: SIMD2<Double>) {
        verbs.append(PathVerb.move.rawValue)
        points.append(p.cgPoint)
        start = p
    }

    mutating func line(_ p: SIMD2<Double>) {
        verbs.append(PathVerb.line.rawValue)
        points.append(p.cgPoint)
    }

    /// Appends a segment without its start, which is the path's current point.
    mutating func append(_ s: PathSegment) {
        switch s.degree {
        case .line: line(s.p3)
        case .quad:
            verbs.append(PathVerb.quad.rawValue)
            points.append(s.p1.cgPoint)
            points.append(s.p3.cgPoint)
        case .cubic:
            verbs.append(PathVerb.cubic.rawValue)
            points.append(s.p1.cgPoint)
            points.append(s.p2.cgPoint)
            points.append(s.p3.cgPoint)
        }
    }

    mutating func close() { verbs.append(PathVerb.close.rawValue) }

    /// Returns the path, transformed by `transform`. The path is empty, with a diagnostic, if the result is out of the range of numbers.
    func path(_ transform: CGAffineTransform = .identity, _ call: StaticString = "copy") -> CGPath {
        let path = CGPath(verbs: verbs, points: points, subpathStart: start.cgPoint)
        if transform.isIdentity, path.points.allSatisfy(\.isFinite) { return path }
        if let moved = path.transformed(by: transform) { return moved }
        Diagnostic.reportOnce("path.invalid-point", key: "\(call)-result", "CGPath.\(call): the result overflows")
        return CGPath()
    }
}
