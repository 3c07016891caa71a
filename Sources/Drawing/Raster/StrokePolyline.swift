/// A path as chords in its own space that keep the curve's tangents. A stroke is therefore offset by the curve's own normals, and its
/// caps are perpendicular to the curve, not to the last chord.
///
/// Each side of a curve's stroke is a curve itself, flattened like all curves. Therefore rings match those of `render(in:)` to the last
/// level. Offset chords of the middle line differ by up to 16 of 255.
struct StrokePolyline {
    struct Node {
        var p: SIMD2<Double>
        /// The unit tangents that arrive and leave here.
        var tin: SIMD2<Double>, tout: SIMD2<Double>
        /// The offsets from the ends of the normal to the sides' own chords. Zero except within a curve.
        var left = SIMD2<Double>.zero, right = SIMD2<Double>.zero
        /// The arriving segment: a piece of the curve with this number that ends at `t`, or -1 for a line.
        var curve: Int32 = -1
        var t = 1.0
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
    /// The length from the subpath's start to each node. Not computed if a view was given.
    private(set) var lengths: [Double] = []
    /// Memory for parts cut out of a subpath.
    private(set) var part: [Node] = []
    private(set) var transform = Affine.identity
    private(set) var view = SIMD4<Double>.zero
    /// The largest second difference of chords, in pixels.
    private(set) var tolerance = Flattener.tolerance
    private(set) var isSeen = false
    private(set) var half = 0.0
    private(set) var hasSides = false
    /// The current curve.
    var sided = SidedCurve()
    private var curves: [StrokeCubic] = []
    /// True if the whole curve, with its handles, is well within the view, so that no part of it is outside.
    var isInside = false
    private var first = 0
    private var hasSegments = false

    /// - Parameters:
    ///   - view: the device rectangle. Curves whose hull is outside become chords; nil keeps them for their length.
    ///   - half: the distance of the sides from the path; nil takes the sides from the chords of the path, which is faster.
    ///   - isSeen: true if the whole path, with the pen, is within the view.
    mutating func build(
        _ path: PathView, _ t: Affine, half: Double?, view: SIMD4<Double>?, isSeen: Bool, tolerance: Double = Flattener.tolerance
    ) {
        self.tolerance = tolerance
        self.isSeen = isSeen || view == nil
        self.half = half ?? 0
        hasSides = half != nil
        curves.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        subpaths.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        guard path.isWhole, path.isFinite, t.isFinite else { return }
        transform = t
        self.view = view ?? SIMD4(-.infinity, -.infinity, .infinity, .infinity)
        let depth = view == nil ? 6 : 0
        let p = path.points
        @inline(__always) func point(_ i: Int) -> SIMD2<Double> { SIMD2(Double(p[i].x), Double(p[i].y)) }
        var next = 0, isSkipped = false
        var start = SIMD2<Double>.zero
        begin(start)
        for (i, verb) in path.verbs.enumerated() {
            switch verb {
            case PathView.Verb.move:
                finish(closed: false, isMeasured: view == nil)
                start = point(next)
                begin(start)
                next += 1
                isSkipped = !self.isSeen && isOutside(path, verb: i + 1, point: next, start)
            case PathView.Verb.line:
                if !isSkipped { line(point(next)) }
                next += 1
            case PathView.Verb.quad:
                if !isSkipped { quad(point(next), point(next + 1), depth) }
                next += 2
            case PathView.Verb.cubic:
                if !isSkipped { cubic(point(next), point(next + 1), point(next + 2), depth) }
                next += 3
            default:
                if !isSkipped {
                    line(start)
                    finish(closed: true, isMeasured: view == nil)
                    begin(start)
                }
                isSkipped = !self.isSeen && isOutside(path, verb: i + 1, point: next, start)
            }
        }
        finish(closed: false, isMeasured: view == nil)
    }

    /// Returns whether the whole subpath that continues with a verb is outside the view.
    private mutating func isOutside(_ path: PathView, verb: Int, point: Int, _ start: SIMD2<Double>) -> Bool {
        var low = transform.apply(start), high = low, next = point
        for i in verb..<max(verb, path.verbs.count) {
            let count: Int
            switch path.verbs[i] {
            case PathView.Verb.line: count = 1
            case PathView.Verb.quad: count = 2
            case PathView.Verb.cubic: count = 3
            default: count = 0
            }
            if count == 0 { break }
            for k in next..<(next + count) {
                let p = transform.apply(Double(path.points[k].x), Double(path.points[k].y))
                low = pointwiseMin(low, p)
                high = pointwiseMax(high, p)
            }
            next += count
        }
        return high.y <= view.y || low.y >= view.w || high.x <= view.x || low.x >= view.z
    }

    private mutating func begin(_ p: SIMD2<Double>) {
        first = nodes.count
        hasSegments = false
        nodes.append(Node(p: p, tin: .zero, tout: .zero))
    }

    private mutating func finish(closed: Bool, isMeasured: Bool) {
        guard hasSegments else {
            nodes.removeLast(nodes.count - first)
            return
        }
        if closed, nodes.count - first > 2 {
            // The last node is the first one again.
            nodes[first].tin = nodes[nodes.count - 1].tin
            nodes[first].curve = nodes[nodes.count - 1].curve
            nodes[first].t = nodes[nodes.count - 1].t
            nodes.removeLast()
        }
        let count = nodes.count - first
        var length = 0.0
        for i in 0..<(isMeasured ? count : 0) {
            if i > 0 { length += StrokePolyline.distance(nodes[first + i - 1].p, nodes[first + i].p) }
            lengths.append(length)
        }
        let isClosed = closed && count > 1
        if isClosed, isMeasured { length += StrokePolyline.distance(nodes[first + count - 1].p, nodes[first].p) }
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

    /// Appends a chord from the last node, with the curve's tangents at both ends. Appends none if the chord has no length.
    mutating func chord(
        _ to: SIMD2<Double>, _ tout: SIMD2<Double>?, _ tin: SIMD2<Double>?, _ curve: Int32 = -1, _ t: Double = 1,
        left: SIMD2<Double> = .zero,
        right: SIMD2<Double> = .zero
    ) {
        hasSegments = true
        let last = nodes.count - 1, d = to - nodes[last].p
        if let tout, let tin {
            guard d.x * d.x + d.y * d.y > 1e-300 else { return }
            nodes[last].tout = tout
            nodes.append(Node(p: to, tin: tin, tout: tin, left: left, right: right, curve: curve, t: t))
            return
        }
        guard let direct = StrokePolyline.unit(d) else { return }
        nodes[last].tout = tout ?? direct
        nodes.append(Node(p: to, tin: tin ?? direct, tout: tin ?? direct, left: left, right: right, curve: curve, t: t))
    }

    private mutating func line(_ to: SIMD2<Double>) { chord(to, nil, nil) }

    @inline(__always)
    static func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.x + a.y * b.y }

    @inline(__always)
    static func left(_ t: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-t.y, t.x) }

    private mutating func quad(_ c: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let p = nodes[nodes.count - 1].p
        // Converted to a cubic, whose tolerance is the rule's.
        cubic(p + (c - p) * (2.0 / 3), to + (c - to) * (2.0 / 3), to, depth)
    }

    private mutating func cubic(_ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let c = StrokeCubic(p0: nodes[nodes.count - 1].p, p1: c1, p2: c2, p3: to)
        curves.append(c)
        place(c, 0, 1, depth, Int32(curves.count - 1))
    }

    // MARK: Parts

    mutating func beginPart() { part.removeAll(keepingCapacity: true) }

    /// Returns the length at which a trim cuts. A curve takes the part of the length that it covers, but within a curve the trim is
    /// proportional to its parameter, as in Core Animation (measured).
    func trimmed(_ s: Subpath, at length: Double) -> Double {
        let segments = s.isClosed ? s.count : s.count - 1
        func end(_ i: Int) -> Double { i + 1 == s.count ? s.length : lengths[s.first + i + 1] }
        func node(_ i: Int) -> Node { nodes[s.first + (i + 1 == s.count ? 0 : i + 1)] }
        guard length > 0, let i = (0..<segments).first(where: { end($0) >= length }), node(i).curve >= 0 else { return length }
        let curve = node(i).curve
        var low = i, high = i
        while low > 0, node(low - 1).curve == curve { low -= 1 }
        while high + 1 < segments, node(high + 1).curve == curve { high += 1 }
        let from = lengths[s.first + low], t = (length - from) / (end(high) - from)
        guard let at = (low...high).first(where: { node($0).t >= t }) else { return end(high) }
        let t0 = at > low ? node(at - 1).t : 0, l0 = lengths[s.first + at]
        return l0 + (end(at) - l0) * (t - t0) / (node(at).t - t0)
    }

    /// Appends the part between two lengths of a subpath to `part`. Curves are cut as curves, and their parts are converted to chords
    /// again.
    mutating func appendPart(_ s: Subpath, from: Double, to: Double) {
        // The part is made in the array in which nodes are made.
        swap(&nodes, &part)
        defer { swap(&nodes, &part) }
        let segments = s.isClosed ? s.count : s.count - 1
        // The first segment that ends after the part's beginning.
        var i = 0, behind = s.count - 1
        while i < behind {
            let mid = (i + behind) / 2
            if lengths[s.first + mid + 1] > from { behind = mid } else { i = mid + 1 }
        }
        while i < segments {
            let b = part[s.first + (i + 1 == s.count ? 0 : i + 1)]
            let la = lengths[s.first + i], lb = i + 1 == s.count ? s.length : lengths[s.first + i + 1]
            i += 1
            if lb <= from { continue }
            // A part without length may be at a node.
            if la > to || (la == to && from < to) { break }
            let a = part[s.first + i - 1]
            func at(_ length: Double) -> Double { max(0, min(1, (length - la) / (lb - la))) }
            guard b.curve >= 0 else {
                if nodes.isEmpty { begin(a.p + (b.p - a.p) * at(from)) }
                line(a.p + (b.p - a.p) * at(to))
                continue
            }
            // The remainder of the same curve.
            let t0 = a.curve == b.curve && a.t < b.t ? a.t : 0
            let start = t0 + (b.t - t0) * at(from)
            var stop = t0 + (b.t - t0) * at(to)
            while i < segments {
                let c = part[s.first + i], d = part[s.first + (i + 1 == s.count ? 0 : i + 1)]
                let lc = lengths[s.first + i], ld = i + 1 == s.count ? s.length : lengths[s.first + i + 1]
                guard d.curve == b.curve, d.t > c.t, lc < to else { break }
                stop = c.t + (d.t - c.t) * max(0, min(1, (to - lc) / (ld - lc)))
                i += 1
            }
            let piece = curves[Int(b.curve)].part(start, stop)
            if nodes.isEmpty { begin(piece.p0) }
            place(piece, start, stop, 6, b.curve)
        }
    }
}
