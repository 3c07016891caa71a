/// A path as chords in its own space that remember the curve's tangents, so that a stroke is offset by the curve's own
/// normals and its caps stand across the curve, not across the last chord.
struct StrokePolyline {
    struct Node {
        var p: SIMD2<Double>
        /// Unit tangents of what arrives here and of what leaves.
        var tin: SIMD2<Double>, tout: SIMD2<Double>
    }

    struct Subpath {
        var first: Int
        var count: Int
        var isClosed: Bool
        var length: Double
        var isDot: Bool { count == 1 }
    }

    private(set) var nodes: [Node] = []
    private(set) var subpaths: [Subpath] = []
    /// Length from the subpath's start to each node.
    private(set) var lengths: [Double] = []
    /// Room for parts cut out of a subpath.
    private(set) var part: [Node] = []
    private var transform = Affine.identity
    private var view = SIMD4<Double>.zero
    private var first = 0
    private var hasSegments = false

    /// - Parameters:
    ///   - view: curves whose hull lies outside this device rectangle become chords; nil keeps them for their length.
    mutating func build(_ path: PathView, _ t: Affine, view: SIMD4<Double>?) {
        nodes.removeAll(keepingCapacity: true)
        subpaths.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        guard path.isWhole, path.isFinite, t.isFinite else { return }
        transform = t
        self.view = view ?? SIMD4(-.infinity, -.infinity, .infinity, .infinity)
        let depth = view == nil ? 6 : 0
        let p = path.points
        @inline(__always) func point(_ i: Int) -> SIMD2<Double> { SIMD2(Double(p[i].x), Double(p[i].y)) }
        var next = 0
        var start = SIMD2<Double>.zero
        begin(start)
        for verb in path.verbs {
            switch verb {
            case PathView.Verb.move:
                finish(closed: false)
                start = point(next)
                begin(start)
                next += 1
            case PathView.Verb.line:
                line(point(next))
                next += 1
            case PathView.Verb.quad:
                quad(point(next), point(next + 1), depth)
                next += 2
            case PathView.Verb.cubic:
                cubic(point(next), point(next + 1), point(next + 2), depth)
                next += 3
            default:
                line(start)
                finish(closed: true)
                begin(start)
            }
        }
        finish(closed: false)
    }

    private mutating func begin(_ p: SIMD2<Double>) {
        first = nodes.count
        hasSegments = false
        nodes.append(Node(p: p, tin: .zero, tout: .zero))
    }

    private mutating func finish(closed: Bool) {
        guard hasSegments else {
            nodes.removeLast(nodes.count - first)
            return
        }
        if closed, nodes.count - first > 2 {
            // The last node is the first one again.
            nodes[first].tin = nodes[nodes.count - 1].tin
            nodes.removeLast()
        }
        let count = nodes.count - first
        var length = 0.0
        for i in 0..<count {
            if i > 0 { length += StrokePolyline.distance(nodes[first + i - 1].p, nodes[first + i].p) }
            lengths.append(length)
        }
        let isClosed = closed && count > 1
        if isClosed { length += StrokePolyline.distance(nodes[first + count - 1].p, nodes[first].p) }
        subpaths.append(Subpath(first: first, count: count, isClosed: isClosed, length: length))
    }

    @inline(__always)
    static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        let d = b - a
        return (d.x * d.x + d.y * d.y).squareRoot()
    }

    @inline(__always)
    static func unit(_ v: SIMD2<Double>) -> SIMD2<Double>? {
        let n = (v.x * v.x + v.y * v.y).squareRoot()
        return n > 1e-150 && n.isFinite ? v / n : nil
    }

    /// A chord from the last node, with the curve's tangents at both ends; none where it has no length.
    private mutating func chord(_ to: SIMD2<Double>, _ tout: SIMD2<Double>?, _ tin: SIMD2<Double>?) {
        hasSegments = true
        let last = nodes.count - 1
        guard let direct = StrokePolyline.unit(to - nodes[last].p) else { return }
        nodes[last].tout = tout ?? direct
        nodes.append(Node(p: to, tin: tin ?? direct, tout: tin ?? direct))
    }

    private mutating func line(_ to: SIMD2<Double>) { chord(to, nil, nil) }

    private func flat(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ limit: Double) -> Bool {
        let d = a - b - b + c
        return abs(transform.a * d.x + transform.c * d.y) <= limit && abs(transform.b * d.x + transform.d * d.y) <= limit
    }

    private mutating func quad(_ c: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let p = nodes[nodes.count - 1].p
        // Raised to a cubic, whose tolerance is the rule's.
        cubic(p + (c - p) * (2.0 / 3), to + (c - to) * (2.0 / 3), to, depth)
    }

    private mutating func cubic(_ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let p = nodes[nodes.count - 1].p
        let leave = StrokePolyline.unit(c1 - p) ?? StrokePolyline.unit(c2 - p) ?? StrokePolyline.unit(to - p)
        let arrive = StrokePolyline.unit(to - c2) ?? StrokePolyline.unit(to - c1) ?? StrokePolyline.unit(to - p)
        split(p, c1, c2, to, leave, arrive, depth)
    }

    private mutating func split(
        _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?,
        _ depth: Int
    ) {
        let tolerance = Flattener.tolerance
        if depth >= Flattener.maxDepth || (flat(p0, p1, p2, tolerance) && flat(p1, p2, p3, tolerance))
            || Flattener.isOutside(transform.apply(p0), transform.apply(p1), transform.apply(p2), transform.apply(p3), view)
        {
            chord(p3, t0, t3)
            return
        }
        let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
        let ab = (a + m) * 0.5, bc = (m + c) * 0.5, mid = (ab + bc) * 0.5
        let t = StrokePolyline.unit(bc - ab) ?? StrokePolyline.unit(p3 - p0)
        split(p0, a, ab, mid, t0, t, depth + 1)
        split(mid, bc, c, p3, t, t3, depth + 1)
    }

    // MARK: Parts

    mutating func beginPart() { part.removeAll(keepingCapacity: true) }

    /// Appends what lies between two lengths of a subpath to `part`.
    mutating func appendPart(_ s: Subpath, from: Double, to: Double) {
        let segments = s.isClosed ? s.count : s.count - 1
        for i in 0..<segments {
            let a = nodes[s.first + i], b = nodes[s.first + (i + 1 == s.count ? 0 : i + 1)]
            let la = lengths[s.first + i], lb = i + 1 == s.count ? s.length : lengths[s.first + i + 1]
            if lb <= from || la >= to { continue }
            let span = lb - la
            // A part that goes on from another begins at the node it ended at.
            if la < from || part.isEmpty {
                part.append(la < from ? StrokePolyline.between(a, b, (from - la) / span) : a)
            } else {
                part[part.count - 1].tout = a.tout
            }
            part.append(lb > to ? StrokePolyline.between(a, b, (to - la) / span) : b)
        }
    }

    private static func between(_ a: Node, _ b: Node, _ f: Double) -> Node {
        let t = unit(a.tout + (b.tin - a.tout) * f) ?? a.tout
        return Node(p: a.p + (b.p - a.p) * f, tin: t, tout: t)
    }
}
