/// A path as chords in its own space that remember the curve's tangents, so that a stroke is offset by the curve's own
/// normals and its caps stand across the curve, not across the last chord.
///
/// Each side of a curve's stroke is a curve itself, flattened by the rule of all curves. That is how rings come out as those of `render(in:)`, to the
/// last level: chords of the middle line moved aside leave up to 16 of 255.
struct StrokePolyline {
    struct Node {
        var p: SIMD2<Double>
        /// Unit tangents of what arrives here and of what leaves.
        var tin: SIMD2<Double>, tout: SIMD2<Double>
        /// From the ends of the normal to where the sides' own chords are: nothing but within a curve.
        var left = SIMD2<Double>.zero, right = SIMD2<Double>.zero
        /// What arrives here: a piece of a curve that ends at `t`, or a line, -1.
        var curve: Int32 = -1
        var t = 1.0
    }

    private struct Cubic {
        var p0: SIMD2<Double>, p1: SIMD2<Double>, p2: SIMD2<Double>, p3: SIMD2<Double>

        func halves() -> (Cubic, Cubic) {
            let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
            let ab = (a + m) * 0.5, bc = (m + c) * 0.5, mid = (ab + bc) * 0.5
            return (Cubic(p0: p0, p1: a, p2: ab, p3: mid), Cubic(p0: mid, p1: bc, p2: c, p3: p3))
        }

        func point(_ t: Double) -> SIMD2<Double> {
            let a = p0 + (p1 - p0) * t, m = p1 + (p2 - p1) * t, c = p2 + (p3 - p2) * t
            let ab = a + (m - a) * t, bc = m + (c - m) * t
            return ab + (bc - ab) * t
        }

        func direction(_ t: Double) -> SIMD2<Double>? {
            let a = p0 + (p1 - p0) * t, m = p1 + (p2 - p1) * t, c = p2 + (p3 - p2) * t
            return StrokePolyline.unit((m + (c - m) * t) - (a + (m - a) * t))
        }

        /// What lies between two parameters.
        func part(_ from: Double, _ to: Double) -> Cubic {
            if from <= 0 && to >= 1 { return self }
            func blossom(_ u: Double, _ v: Double, _ w: Double) -> SIMD2<Double> {
                let a = p0 + (p1 - p0) * u, m = p1 + (p2 - p1) * u, c = p2 + (p3 - p2) * u
                let ab = a + (m - a) * v, bc = m + (c - m) * v
                return ab + (bc - ab) * w
            }
            return Cubic(
                p0: from <= 0 ? p0 : blossom(from, from, from), p1: blossom(from, from, to), p2: blossom(from, to, to),
                p3: to >= 1 ? p3 : blossom(to, to, to))
        }

        var leaves: SIMD2<Double>? { direction(p1 - p0) ?? direction(p2 - p0) ?? StrokePolyline.unit(p3 - p0) }
        var arrives: SIMD2<Double>? { direction(p3 - p2) ?? direction(p3 - p1) ?? StrokePolyline.unit(p3 - p0) }

        /// Of a handle that has a length: cutting a curve leaves of one without a length what roundings make of it, in any direction.
        private func direction(_ handle: SIMD2<Double>) -> SIMD2<Double>? {
            let far = max(p0.x.magnitude, p0.y.magnitude, p3.x.magnitude, p3.y.magnitude) * 1e-13
            return max(handle.x.magnitude, handle.y.magnitude) > far ? StrokePolyline.unit(handle) : nil
        }

        /// A side of the stroke: its ends stand on the normals, and its handles, both longer or shorter by one factor, bring its middle where it belongs.
        /// Nil where that is not near the curve's true side.
        func side(_ half: Double, _ t0: SIMD2<Double>, _ t3: SIMD2<Double>, _ transform: Affine) -> Cubic? {
            let q0 = p0 + StrokePolyline.left(t0) * half, q3 = p3 + StrokePolyline.left(t3) * half
            guard let d = direction(0.5) else { return nil }
            let normal = StrokePolyline.left(d), handles = (p1 - p0) + (p2 - p3)
            let bulge = handles.x * normal.x + handles.y * normal.y, off = point(0.5) + normal * half - (q0 + q3) * 0.5
            let length = StrokePolyline.distance(p0, p3)
            let factor = abs(bulge) > length * 1e-3 ? (off.x * normal.x + off.y * normal.y) / (0.375 * bulge) : StrokePolyline.distance(q0, q3) / length
            guard factor > 0.05, factor < 20 else { return nil }
            let q = Cubic(p0: q0, p1: q0 + (p1 - p0) * factor, p2: q3 + (p2 - p3) * factor, p3: q3)
            for t in [0.25, 0.5, 0.75] {
                guard let d = direction(t) else { return nil }
                if !transform.isWithin(point(t) + StrokePolyline.left(d) * half - q.point(t), StrokePolyline.sideError) { return nil }
            }
            return q
        }
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
    private var half = 0.0
    private var hasSides = false
    private var curves: [Cubic] = []
    private var first = 0
    private var hasSegments = false

    /// - Parameters:
    ///   - view: curves whose hull lies outside this device rectangle become chords; nil keeps them for their length.
    ///   - half: how far the sides are from the path; nil takes them from the chords of the path, which is faster.
    mutating func build(_ path: PathView, _ t: Affine, half: Double?, view: SIMD4<Double>?) {
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
                finish(closed: false)
                start = point(next)
                begin(start)
                next += 1
                isSkipped = view != nil && isOutside(path, verb: i + 1, point: next, start)
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
                    finish(closed: true)
                    begin(start)
                }
                isSkipped = view != nil && isOutside(path, verb: i + 1, point: next, start)
            }
        }
        finish(closed: false)
    }

    /// Whether all of the subpath that goes on with a verb is out of sight.
    private func isOutside(_ path: PathView, verb: Int, point: Int, _ start: SIMD2<Double>) -> Bool {
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

    private mutating func finish(closed: Bool) {
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
        let last = nodes.count - 1, d = to - nodes[last].p
        if let tout, let tin {
            guard d.x * d.x + d.y * d.y > 1e-300 else { return }
            nodes[last].tout = tout
            nodes.append(Node(p: to, tin: tin, tout: tin))
            return
        }
        guard let direct = StrokePolyline.unit(d) else { return }
        nodes[last].tout = tout ?? direct
        nodes.append(Node(p: to, tin: tin ?? direct, tout: tin ?? direct))
    }

    private mutating func line(_ to: SIMD2<Double>) { chord(to, nil, nil) }

    @inline(__always)
    static func left(_ t: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-t.y, t.x) }

    private func isFlat(_ c: Cubic) -> Bool {
        let tolerance = Flattener.tolerance
        return transform.isWithin(c.p0 - c.p1 - c.p1 + c.p2, tolerance) && transform.isWithin(c.p1 - c.p2 - c.p2 + c.p3, tolerance)
    }

    /// Whether a part of a curve is out of sight and may be one chord. Not at its ends: what joins it there to what may be seen must not depend on
    /// what is seen.
    private func mayFall(_ c: Cubic, _ a: Double, _ b: Double) -> Bool {
        a > 0 && b < 1 && Flattener.isOutside(transform.apply(c.p0), transform.apply(c.p1), transform.apply(c.p2), transform.apply(c.p3), view)
    }

    private mutating func quad(_ c: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let p = nodes[nodes.count - 1].p
        // Raised to a cubic, whose tolerance is the rule's.
        cubic(p + (c - p) * (2.0 / 3), to + (c - to) * (2.0 / 3), to, depth)
    }

    private mutating func cubic(_ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int) {
        let c = Cubic(p0: nodes[nodes.count - 1].p, p1: c1, p2: c2, p3: to)
        curves.append(c)
        place(c, 0, 1, c.leaves, c.arrives, depth, Int32(curves.count - 1))
    }

    /// How far a side may be from where it belongs, in pixels.
    private static let sideError = 0.05
    /// How often a curve is halved for its sides before they are taken from the chords of the curve.
    private static let sideDepth = 3

    /// The part of a curve between two of its parameters.
    private mutating func place(
        _ c: Cubic, _ a: Double, _ b: Double, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?, _ depth: Int, _ number: Int32, _ tries: Int = 0
    ) {
        if mayFall(c, a, b) {
            end(c.p3, t0, t3, number, b)
            return
        }
        guard hasSides, let t0, let t3 else { return split(c, a, b, t0, t3, depth, number) }
        if let l = c.side(half, t0, t3, transform), let r = c.side(-half, t0, t3, transform) {
            split(c, l, r, a, b, t0, t3, depth, number)
            return
        }
        if tries >= StrokePolyline.sideDepth || depth >= Flattener.maxDepth { return split(c, a, b, t0, t3, depth, number) }
        let (one, two) = c.halves(), mid = (a + b) * 0.5
        let t = c.direction(0.5) ?? StrokePolyline.unit(c.p3 - c.p0)
        place(one, a, mid, t0, t, depth + 1, number, tries + 1)
        place(two, mid, b, t, t3, depth + 1, number, tries + 1)
    }

    private mutating func end(_ p: SIMD2<Double>, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?, _ number: Int32, _ t: Double) {
        let count = nodes.count
        chord(p, t0, t3)
        if nodes.count > count {
            nodes[count].curve = number
            nodes[count].t = t
        }
    }

    /// Where sides turn too sharply to be curves of their own: chords of the middle.
    private mutating func split(
        _ c: Cubic, _ a: Double, _ b: Double, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?, _ depth: Int, _ number: Int32
    ) {
        if depth >= Flattener.maxDepth || isFlat(c) || mayFall(c, a, b) {
            end(c.p3, t0, t3, number, b)
            return
        }
        let (one, two) = c.halves(), mid = (a + b) * 0.5
        let t = c.direction(0.5) ?? StrokePolyline.unit(c.p3 - c.p0)
        split(one, a, mid, t0, t, depth + 1, number)
        split(two, mid, b, t, t3, depth + 1, number)
    }

    /// Halves until both sides are flat; the one that is flat before the other goes on as the chord that it is.
    private mutating func split(
        _ c: Cubic, _ l: Cubic, _ r: Cubic, _ a: Double, _ b: Double, _ t0: SIMD2<Double>, _ t3: SIMD2<Double>, _ depth: Int, _ number: Int32
    ) {
        var curve = SidedCurve(middle: Polynomial(c), left: Polynomial(l), right: Polynomial(r), from: a, to: b, leaves: t0, arrives: t3, number: number)
        curve.levels = Flattener.maxDepth - depth
        split(curve, 0, 1, Stretch(l, transform), Stretch(r, transform), 0)
    }

    private struct SidedCurve {
        var middle: Polynomial, left: Polynomial, right: Polynomial
        /// Its part of the whole curve.
        var from: Double, to: Double
        var leaves: SIMD2<Double>, arrives: SIMD2<Double>
        var number: Int32
        var levels = 0
    }

    /// A side between two parameters: its second differences at both ends, in pixels, or the chord that it has become.
    private struct Stretch {
        var d0: SIMD2<Double>, d1: SIMD2<Double>
        var chord: (t0: Double, p0: SIMD2<Double>, scale: Double, d: SIMD2<Double>)?

        init(_ c: Cubic, _ t: Affine) {
            let a = c.p0 - c.p1 - c.p1 + c.p2, b = c.p1 - c.p2 - c.p2 + c.p3
            d0 = SIMD2(t.a * a.x + t.c * a.y, t.b * a.x + t.d * a.y)
            d1 = SIMD2(t.a * b.x + t.c * b.y, t.b * b.x + t.d * b.y)
        }

        var isFlat: Bool {
            if chord != nil { return true }
            let limit = Flattener.tolerance
            return abs(d0.x) <= limit && abs(d0.y) <= limit && abs(d1.x) <= limit && abs(d1.y) <= limit
        }

        /// Made a chord where it is flat.
        mutating func settle(_ side: Polynomial, _ a: Double, _ b: Double) {
            guard chord == nil, isFlat else { return }
            let p = side.point(a)
            chord = (a, p, 1 / (b - a), side.point(b) - p)
        }

        func halves() -> (Stretch, Stretch) {
            var one = self, two = self
            let mid = (d0 + d1) * 0.125
            one.d0 = d0 * 0.25
            one.d1 = mid
            two.d0 = mid
            two.d1 = d1 * 0.25
            return (one, two)
        }

        func point(_ side: Polynomial, _ t: Double) -> SIMD2<Double> {
            guard let chord else { return side.point(t) }
            return chord.p0 + chord.d * ((t - chord.t0) * chord.scale)
        }
    }

    private mutating func split(_ c: SidedCurve, _ a: Double, _ b: Double, _ l: Stretch, _ r: Stretch, _ depth: Int) {
        // What is out of sight falls away in large pieces: to look at small ones takes as long as to make them.
        if (l.isFlat && r.isFlat) || depth >= c.levels || (depth < 4 && a > 0 && b < 1 && mayFall(c.middle.part(a, b), 0.5, 0.5)) {
            // The last node is where this begins, and knows its tangent.
            let before = a > 0 ? nodes[nodes.count - 1].tin : c.leaves
            if b >= 1 {
                end(c.middle.last, before, c.arrives, c.number, c.to)
                return
            }
            let p = c.middle.point(b), t = StrokePolyline.unit(c.middle.velocity(b)) ?? c.leaves, count = nodes.count
            end(p, before, t, c.number, c.from + (c.to - c.from) * b)
            if nodes.count > count {
                let n = StrokePolyline.left(t) * half
                nodes[count].left = l.point(c.left, b) - (p + n)
                nodes[count].right = r.point(c.right, b) - (p - n)
            }
            return
        }
        var l = l, r = r
        l.settle(c.left, a, b)
        r.settle(c.right, a, b)
        let (l0, l1) = l.halves(), (r0, r1) = r.halves(), mid = (a + b) * 0.5
        split(c, a, mid, l0, r0, depth + 1)
        split(c, mid, b, l1, r1, depth + 1)
    }

    private struct Polynomial {
        var p0: SIMD2<Double>, a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>
        var last: SIMD2<Double>

        init(_ q: Cubic) {
            p0 = q.p0
            a = (q.p1 - q.p0) * 3
            b = (q.p0 - q.p1 - q.p1 + q.p2) * 3
            c = q.p3 - q.p0 + (q.p1 - q.p2) * 3
            last = q.p3
        }

        @inline(__always)
        func point(_ t: Double) -> SIMD2<Double> { t >= 1 ? last : ((c * t + b) * t + a) * t + p0 }
        @inline(__always)
        func velocity(_ t: Double) -> SIMD2<Double> { (c * (3 * t) + b * 2) * t + a }

        /// As a cubic again.
        func part(_ from: Double, _ to: Double) -> Cubic {
            let p = point(from), q = point(to), k = (to - from) / 3
            return Cubic(p0: p, p1: p + velocity(from) * k, p2: q - velocity(to) * k, p3: q)
        }
    }

    // MARK: Parts

    mutating func beginPart() { part.removeAll(keepingCapacity: true) }

    /// Where a trim at a length cuts: a curve takes as much of the length as it is long, but within it goes by its parameter, as Core Animation does (measured).
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

    /// Appends what lies between two lengths of a subpath to `part`: curves are cut as curves, and their parts made chords anew.
    mutating func appendPart(_ s: Subpath, from: Double, to: Double) {
        // The part is made where nodes are made.
        swap(&nodes, &part)
        defer { swap(&nodes, &part) }
        let segments = s.isClosed ? s.count : s.count - 1
        var i = 0
        while i < segments {
            let b = part[s.first + (i + 1 == s.count ? 0 : i + 1)]
            let la = lengths[s.first + i], lb = i + 1 == s.count ? s.length : lengths[s.first + i + 1]
            i += 1
            // A part without length may lie on a node.
            if lb <= from || la > to || (la == to && from < to) { continue }
            let a = part[s.first + i - 1]
            func at(_ length: Double) -> Double { max(0, min(1, (length - la) / (lb - la))) }
            guard b.curve >= 0 else {
                if nodes.isEmpty { begin(a.p + (b.p - a.p) * at(from)) }
                line(a.p + (b.p - a.p) * at(to))
                continue
            }
            // All that follows of the same curve.
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
            place(piece, start, stop, piece.leaves, piece.arrives, 6, b.curve)
        }
    }
}

extension Affine {
    /// Whether a distance is at most so many pixels long each way.
    fileprivate func isWithin(_ v: SIMD2<Double>, _ limit: Double) -> Bool {
        abs(a * v.x + c * v.y) <= limit && abs(b * v.x + d * v.y) <= limit
    }
}
