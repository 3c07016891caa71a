import Foundation

/// One line or curve with its start, independent of its path. A line stores its ends in `p0` and `p3`, a quadratic curve its control in
/// `p1`.
struct PathSegment: Equatable, Sendable {
    enum Degree: UInt8, Sendable { case line = 1, quad = 2, cubic = 3 }

    var degree: Degree
    var p0, p1, p2, p3: SIMD2<Double>

    static func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> PathSegment {
        PathSegment(degree: .line, p0: a, p1: a, p2: b, p3: b)
    }

    static func quad(_ a: SIMD2<Double>, _ c: SIMD2<Double>, _ b: SIMD2<Double>) -> PathSegment {
        PathSegment(degree: .quad, p0: a, p1: c, p2: c, p3: b)
    }

    static func cubic(_ a: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, _ b: SIMD2<Double>) -> PathSegment {
        PathSegment(degree: .cubic, p0: a, p1: c, p2: d, p3: b)
    }

    /// True if all points are equal.
    var isPoint: Bool { p0 == p3 && p1 == p0 && p2 == p0 }

    var reversed: PathSegment { PathSegment(degree: degree, p0: p3, p1: p2, p2: p1, p3: p0) }

    /// The same shape as a cubic. A line's parameter is proportional to its length.
    var asCubic: PathSegment {
        switch degree {
        case .line: .cubic(p0, p0 + (p3 - p0) / 3, p3 + (p0 - p3) / 3, p3)
        case .quad: .cubic(p0, p0 + (p1 - p0) * (2.0 / 3), p3 + (p1 - p3) * (2.0 / 3), p3)
        case .cubic: self
        }
    }

    // MARK: At a parameter

    func point(_ t: Double) -> SIMD2<Double> {
        let s = 1 - t
        switch degree {
        case .line: return p0 * s + p3 * t
        case .quad: return p0 * (s * s) + p1 * (2 * s * t) + p3 * (t * t)
        case .cubic:
            // Separate expressions: as one expression, the sum exceeds the type checker's time limit in older compilers.
            let first = p0 * (s * s * s) + p1 * (3 * s * s * t)
            return first + p2 * (3 * s * t * t) + p3 * (t * t * t)
        }
    }

    func derivative(_ t: Double) -> SIMD2<Double> {
        let s = 1 - t
        switch degree {
        case .line: return p3 - p0
        case .quad: return ((p1 - p0) * s + (p3 - p1) * t) * 2
        case .cubic:
            let first = (p1 - p0) * (s * s) + (p2 - p1) * (2 * s * t)
            return (first + (p3 - p2) * (t * t)) * 3
        }
    }

    func secondDerivative(_ t: Double) -> SIMD2<Double> {
        switch degree {
        case .line: return .zero
        case .quad: return (p0 - p1 - p1 + p3) * 2
        case .cubic: return ((p0 - p1 - p1 + p2) * (1 - t) + (p1 - p2 - p2 + p3) * t) * 6
        }
    }

    /// Returns the direction at a parameter as a unit vector, even if the derivative vanishes. Returns nil for a point.
    func tangent(_ t: Double) -> SIMD2<Double>? {
        if t <= 0 { return (p1 - p0).unit ?? (p2 - p0).unit ?? (p3 - p0).unit }
        if t >= 1 { return (p3 - p2).unit ?? (p3 - p1).unit ?? (p3 - p0).unit }
        let d = derivative(t)
        if d.length > 1e-9 * size, let unit = d.unit { return unit }
        // At a cusp, uses the direction just before it.
        return derivative(t - 1e-4).unit ?? secondDerivative(t).unit ?? (p3 - p0).unit
    }

    /// The larger side of the bounding box of the points.
    var size: Double {
        let d = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3)) - pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3))
        return Swift.max(d.x, d.y)
    }

    /// The area between the segment and the line back from its end, greater than 0 if the segment is to the right of that line (x to the
    /// right, y up).
    var areaBesideChord: Double {
        let c = asCubic, a = c.p1 - c.p0, b = c.p2 - c.p0, d = c.p3 - c.p0
        return degree == .line ? 0 : (a.cross(b) + a.cross(d) + b.cross(d) * 2) * 0.15
    }

    // MARK: Parts

    /// Returns the part between two parameters. The part runs backwards if the first is the greater.
    func part(_ from: Double, _ to: Double) -> PathSegment {
        if from > to { return part(to, from).reversed }
        if from <= 0, to >= 1 { return self }
        if degree == .line { return .line(from <= 0 ? p0 : point(from), to >= 1 ? p3 : point(to)) }
        var piece = self
        if to < 1 { piece = piece.split(Swift.max(0, to)).0 }
        if from > 0, to > 0 { piece = piece.split(Swift.min(1, from / to)).1 }
        return piece
    }

    func split(_ t: Double) -> (PathSegment, PathSegment) {
        func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a * (1 - t) + b * t }
        switch degree {
        case .line:
            let m = mix(p0, p3)
            return (.line(p0, m), .line(m, p3))
        case .quad:
            let a = mix(p0, p1), b = mix(p1, p3), m = mix(a, b)
            return (.quad(p0, a, m), .quad(m, b, p3))
        case .cubic:
            let a = mix(p0, p1), b = mix(p1, p2), c = mix(p2, p3)
            let ab = mix(a, b), bc = mix(b, c), m = mix(ab, bc)
            return (.cubic(p0, a, ab, m), .cubic(m, bc, c, p3))
        }
    }

    /// Returns the same segment with its ends moved. Each control moves with its end.
    func withEnds(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> PathSegment {
        switch degree {
        case .line: .line(a, b)
        case .quad: .quad(a, p1 + ((a - p0) + (b - p3)) * 0.5, b)
        case .cubic: .cubic(a, p1 + (a - p0), p2 + (b - p3), b)
        }
    }

    // MARK: Chords

    /// The number of halvings after which a piece counts as flat.
    static let maxDepth = 10

    /// Calls `chord` with the parameter range and end of each chord. No chord is further than `tolerance` from the curve, unless
    /// ``maxDepth`` is reached. The chords are the same in both directions.
    func forEachChord(
        _ tolerance: Double, maxDepth: Int = PathSegment.maxDepth, _ chord: (_ from: Double, _ to: Double, _ end: SIMD2<Double>) -> Void
    ) {
        forEachPiece(tolerance, maxDepth: maxDepth) { shape, from, to, _ in chord(from, to, shape.p3) }
    }

    /// Calls `body` with each piece that a chord replaces, the piece's parameter range, and the number of halvings that are left for it.
    /// - Parameters:
    ///   - from: the parameter of the segment's start.
    ///   - to: the parameter of the segment's end.
    func forEachPiece(
        _ tolerance: Double, from: Double = 0, to: Double = 1, maxDepth: Int = PathSegment.maxDepth,
        _ body: (_ piece: PathSegment, _ from: Double, _ to: Double, _ depth: Int) -> Void
    ) {
        if degree == .line { return body(self, from, to, 0) }
        // A chord's error is an eighth of the second derivative, which is 2 or 6 times the second difference.
        halve(from, to, tolerance * (degree == .quad ? 4 : 4.0 / 3), maxDepth, body)
    }

    private func halve(
        _ from: Double, _ to: Double, _ limit: Double, _ depth: Int, _ body: (PathSegment, Double, Double, Int) -> Void
    ) {
        let d = p0 - p1 - p1 + (degree == .quad ? p3 : p2), e = degree == .quad ? d : p1 - p2 - p2 + p3
        let squared = Swift.max(d.squaredLength, e.squaredLength)
        if depth == 0 || squared <= limit * limit { return body(self, from, to, depth) }
        let (a, b) = split(0.5)
        let middle = (from + to) * 0.5
        a.halve(from, middle, limit, depth - 1, body)
        b.halve(middle, to, limit, depth - 1, body)
    }
}

extension SIMD2<Double> {
    init(_ p: CGPoint) { self.init(Double(p.x), Double(p.y)) }
    var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    var squaredLength: Double { x * x + y * y }
    var length: Double { (x * x + y * y).squareRoot() }

    /// The vector after a quarter turn from the x axis towards the y axis.
    var left: Self { Self(-y, x) }

    func dot(_ other: Self) -> Double { x * other.x + y * other.y }
    func cross(_ other: Self) -> Double { x * other.y - y * other.x }

    /// The unit vector of the same direction, or nil if there is none.
    var unit: Self? {
        let n = length
        return n > 1e-150 && n.isFinite ? self / n : nil
    }
}
