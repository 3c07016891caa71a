/// Converts curves to nodes.
extension StrokePolyline {
    /// The maximum number of halvings of a curve for its sides, before the sides are taken from the chords of the curve.
    private static let sideDepth = 3

    /// A curve and its sides, and its range within the whole curve.
    struct SidedCurve {
        var middle = StrokeCubic.Polynomial(), left = StrokeCubic.Polynomial(), right = StrokeCubic.Polynomial()
        /// The chords that replace sides which are flat while the other side is not.
        var leftChord = Chord(), rightChord = Chord()
        var from = 0.0, to = 1.0
        var leaves = SIMD2<Double>.zero, arrives = SIMD2<Double>.zero
        var number: Int32 = -1
        var levels = 0
    }

    /// A chord that begins at t0.
    struct Chord {
        var t0 = 0.0, scale = 0.0
        var p0 = SIMD2<Double>.zero, d = SIMD2<Double>.zero

        init() {}

        init(_ side: StrokeCubic.Polynomial, _ a: Double, _ b: Double) {
            (t0, p0, scale) = (a, side.point(a), 1 / (b - a))
            d = side.point(b) - p0
        }

        @inline(__always)
        func point(_ t: Double) -> SIMD2<Double> { p0 + d * ((t - t0) * scale) }
    }

    /// A side between two parameters: its second differences at both ends, in pixels, and whether a chord has replaced it.
    struct Stretch {
        var d0: SIMD2<Double>, d1: SIMD2<Double>
        var isChord = false

        /// - Parameter fineness: the ratio of the usual tolerance to the requested one.
        init(_ c: StrokeCubic, _ t: Affine, fineness: Double) {
            d0 = t.turn(c.p0 - c.p1 - c.p1 + c.p2) * fineness
            d1 = t.turn(c.p1 - c.p2 - c.p2 + c.p3) * fineness
        }

        @inline(__always)
        private init(_ d0: SIMD2<Double>, _ d1: SIMD2<Double>, _ isChord: Bool) { (self.d0, self.d1, self.isChord) = (d0, d1, isChord) }

        @inline(__always)
        var isFlat: Bool {
            let limit = Flattener.tolerance
            return isChord || (abs(d0.x) <= limit && abs(d0.y) <= limit && abs(d1.x) <= limit && abs(d1.y) <= limit)
        }

        @inline(__always)
        func halves() -> (Stretch, Stretch) {
            let mid = (d0 + d1) * 0.125
            return (Stretch(d0 * 0.25, mid, isChord), Stretch(mid, d1 * 0.25, isChord))
        }
    }

    @inline(__always)
    private mutating func isFlat(_ c: StrokeCubic) -> Bool {
        return transform.isWithin(c.p0 - c.p1 - c.p1 + c.p2, tolerance) && transform.isWithin(c.p1 - c.p2 - c.p2 + c.p3, tolerance)
    }

    private mutating func isInside(_ c: StrokeCubic) -> Bool {
        @inline(__always) func holds(_ p: SIMD2<Double>) -> Bool {
            let q = transform.apply(p)
            return q.x > view.x + 1 && q.y > view.y + 1 && q.x < view.z - 1 && q.y < view.w - 1
        }
        return holds(c.p0) && holds(c.p1) && holds(c.p2) && holds(c.p3)
    }

    /// Returns whether a part of a curve is outside the view and may be one chord. Parts at the curve's ends may not: their connection to
    /// visible parts must not depend on the view.
    @inline(__always)
    private mutating func mayFall(_ c: StrokeCubic, _ a: Double, _ b: Double) -> Bool {
        !isInside && a > 0 && b < 1
            && Flattener.isOutside(transform.apply(c.p0), transform.apply(c.p1), transform.apply(c.p2), transform.apply(c.p3), view)
    }

    /// Adds the part of a curve, given by its number, between two of its parameters.
    mutating func place(_ c: StrokeCubic, _ a: Double, _ b: Double, _ depth: Int, _ number: Int32) {
        isInside = isSeen || isInside(c)
        sided.number = number
        let cuts = hasSides ? c.cuts : SIMD2(1, 1)
        guard cuts.x < 1 else { return place(c, a, b, c.leaves, c.arrives, depth, 0) }
        var from = 0.0, tangent = c.leaves
        for i in 0..<3 {
            let to = i == 0 ? cuts.x : i == 1 ? cuts.y : 1
            guard to > from else { continue }
            let part = c.part(from, to), next = to < 1 ? c.direction(to) ?? part.arrives : c.arrives
            place(part, a + (b - a) * from, a + (b - a) * to, tangent, next, depth, 0)
            (from, tangent) = (to, next)
        }
    }

    private mutating func place(
        _ c: StrokeCubic, _ a: Double, _ b: Double, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?, _ depth: Int, _ tries: Int
    ) {
        if mayFall(c, a, b) {
            chord(c.p3, t0, t3, sided.number, b)
            return
        }
        guard hasSides, let t0, let t3 else { return split(c, a, b, t0, t3, depth) }
        var left = c, right = c
        if c.sides(half, t0, t3, transform, left: &left, right: &right) {
            // Halved until both sides are flat. The side that is flat first continues as a chord.
            sided.middle = StrokeCubic.Polynomial(c)
            sided.left = StrokeCubic.Polynomial(left)
            sided.right = StrokeCubic.Polynomial(right)
            (sided.from, sided.to, sided.leaves, sided.arrives) = (a, b, t0, t3)
            sided.levels = Flattener.maxDepth - depth
            let fineness = Flattener.tolerance / tolerance
            split(0, 1, Stretch(left, transform, fineness: fineness), Stretch(right, transform, fineness: fineness), 0)
            return
        }
        if tries >= StrokePolyline.sideDepth || depth >= Flattener.maxDepth { return split(c, a, b, t0, t3, depth) }
        let (one, two) = c.halves(), mid = (a + b) * 0.5
        let t = c.direction(0.5) ?? StrokePolyline.unit(c.p3 - c.p0)
        place(one, a, mid, t0, t, depth + 1, tries + 1)
        place(two, mid, b, t, t3, depth + 1, tries + 1)
    }

    /// Adds chords of the middle line, for sides that turn too sharply to be curves of their own.
    private mutating func split(_ c: StrokeCubic, _ a: Double, _ b: Double, _ t0: SIMD2<Double>?, _ t3: SIMD2<Double>?, _ depth: Int) {
        if depth >= Flattener.maxDepth || isFlat(c) || mayFall(c, a, b) {
            chord(c.p3, t0, t3, sided.number, b)
            return
        }
        let (one, two) = c.halves(), mid = (a + b) * 0.5
        let t = c.direction(0.5) ?? StrokePolyline.unit(c.p3 - c.p0)
        split(one, a, mid, t0, t, depth + 1)
        split(two, mid, b, t, t3, depth + 1)
    }

    /// Adds the part of the curve in `sided` between two of its parameters.
    private mutating func split(_ a: Double, _ b: Double, _ l: Stretch, _ r: Stretch, _ depth: Int) {
        // Only large pieces outside the view are skipped: testing small ones takes as long as making them.
        if (l.isFlat && r.isFlat) || depth >= sided.levels
            || (!isInside && depth < 4 && a > 0 && b < 1 && mayFall(sided.middle.part(a, b), 0.5, 0.5))
        {
            // The last node is the beginning of this piece, and has its tangent.
            let before = a > 0 ? nodes[nodes.count - 1].tin : sided.leaves
            if b >= 1 {
                chord(sided.middle.last, before, sided.arrives, sided.number, sided.to)
                return
            }
            let p = sided.middle.point(b), t = StrokePolyline.unit(sided.middle.velocity(b)) ?? sided.leaves,
                n = StrokePolyline.left(t) * half
            let left = l.isChord ? sided.leftChord.point(b) : sided.left.point(b),
                right = r.isChord ? sided.rightChord.point(b) : sided.right.point(b)
            chord(p, before, t, sided.number, sided.from + (sided.to - sided.from) * b, left: left - (p + n), right: right - (p - n))
            return
        }
        var l = l, r = r
        if !l.isChord && l.isFlat {
            sided.leftChord = Chord(sided.left, a, b)
            l.isChord = true
        }
        if !r.isChord && r.isFlat {
            sided.rightChord = Chord(sided.right, a, b)
            r.isChord = true
        }
        let (l0, l1) = l.halves(), (r0, r1) = r.halves(), mid = (a + b) * 0.5
        split(a, mid, l0, r0, depth + 1)
        split(mid, b, l1, r1, depth + 1)
    }
}
