// The stroker: a stroke as pieces that wind in one direction
//
// A stroke is drawn by filling. The stroker converts a path and a style to directed edges, and the rasterizer fills them by the winding
// rule. Nothing is united beforehand. Every piece winds in the same (positive) direction, so the windings of overlapping pieces add up
// and never cancel. The filled result is their union. An exact union of outlines is a boolean operation, superlinear in the crossings. It
// is performed only if a program requests the outline itself (`CGPath.copy(strokingWithWidth:)` followed by `normalized()`).
//
//     path -> `StrokePolyline`   subpaths as nodes: a point, the unit tangents that arrive and leave, the positions of the sides
//          -> dashes and trims   cut as curves, by length between curves and by parameter within one
//          -> bands              one for each chord: left and right side at half the width, in device space
//          -> joins and caps     polygons (`fan`) between bands and at ends
//          -> `LineStore`
//
// The pen
//     The pen is a circle in the path's own space and is transformed with the path: nodes are offset by their normals in user space, and
//     the points are then transformed. A non-uniform scale therefore makes strokes thicker in one direction, as Apple's does.
//
// The two sides of a curve
//     Each side of a curve's stroke is approximated by a cubic of its own (`StrokeCubic.sides`): its ends are on the normals, and its
//     handles have the directions of the curve's tangents. A curve is cut where one of its coordinates has no second derivative. The
//     lengths of the handles follow from the tangent in the middle. Both are Apple's rules, measured on borders: the aim is not the side
//     nearest to the true one, but the one that Apple draws. The cubic is accepted if it is within 0.05 of the path's own units and 0.1
//     pixels of the true offset at a quarter, a half and three quarters. Otherwise the curve is halved, at most three times, and then the
//     sides are taken from chords of the middle line. The two sides and the middle are flattened together: nodes are at common
//     parameters, and each side keeps its chords where it is flat while the other needs more (`Stretch`, `Chord`). Rings drawn this way
//     match Apple's `render(in:)` to 1/255, borders to 3/255. Offset chords of the middle line were off by up to 23/255. The window's
//     additive strokes keep that older form, since Apple's rule there is unknown.
//
// Bands without shared sides
//     A band is the quadrilateral between two nodes. If they were drawn separately, adjacent bands and the wedge of their join would
//     share sides that run in both directions. Such sides cancel in the areas, but every pixel on them is entered twice and has to be
//     resolved (see Rasterizer.swift). Therefore shared sides are not written: `open` is the band whose far end has not been written yet,
//     `start` the one whose near end has not been written yet. Where the path continues straight, only the long sides are written. At a
//     join, the outer side gets the wedge's outline. On the inner side the bands are cut where their sides cross (`crossing`), but only
//     if the other band covers the removed corners, since the union would otherwise lose area. The remainder of a subpath is usually one
//     plain outline, or two for a ring, and most pixels are entered once. Strokes of simple paths take little more than half the time of
//     separate pieces.
//
//     A band may be twisted: within a tight curve one side runs backwards. Its two triangles then have areas of different sign. It is
//     written as two triangles, each oriented to wind positively. Where a curve reverses in place, the whole pen is drawn (`disc`).
//
// Joins and caps
//     `wedge` fills `fan` with the polygon between the node, the end of one band and the beginning of the next. A bevel adds nothing, a
//     miter adds its point if the limit allows it, and a round join adds an arc, halved until chords are within 0.05 pixels. Caps are
//     polygons on the tangent of the curve, not of its last chord. Dots (subpaths without length) are their two caps, along x.
//
// Dashes and trims
//     A trim is applied first: the dash pattern begins at its cut, again in every subpath, and every dash has its caps. Lengths are
//     measured along the chords. A dash finds its first segment by bisection, so a thousand dashes on a long path do not traverse it a
//     thousand times. A part is cut out of the curve itself (`StrokeCubic.part`) and gets nodes of its own, so it has the tangents of the
//     curve at its ends. `strokeStart` and `strokeEnd` cut within a curve by its parameter, as measured, and between curves by length. On
//     a closed subpath a dash across the start is one dash.
//
// Independence of the view
//     Pieces outside `view` are left out, for long paths of which only a corner is visible. Three rules make the visible part independent
//     of that: a band beside a visible one is always made, the ends of curves are always made, and a curve may be skipped only depending
//     on its hull with room for the pen and its miters. Redrawing a damaged rectangle gives the same bytes.
//
// Thin strokes
//     A stroke thinner than a pixel on all sides is drawn one pixel wide and faded according to its width (`StrokeStyle.visible`), as
//     measured for `render(in:)`. A slanted line across columns then distributes its coverage evenly.
//
// A note on Swift
//     Functions that run for every piece are `mutating` even if they change nothing. For a non-mutating call on an `inout` struct of this
//     size Swift first copies the whole struct.
//
// Rejected approaches, with measurements
//     - Offset chords of the middle line: up to 16/255 off on rings, where cubics for the sides are 1/255 off.
//     - Separate bands, wedges and caps that overlap freely: correct, but every pixel on shared sides is entered twice. Without these
//       sides, strokes of simple paths take little more than half the time.
//     - Searching a dash's part from the start of the path: quadratic in the number of dashes.
//     - Measuring lengths for every stroke: now only if something is cut.
//
//     Alternatives, not built: one offset outline on each side, joined at the ends, as in Skia and FreeType (inner joins then make loops
//     that wind in the other direction where segments are shorter than the width); uniting the pieces with the boolean engine (not
//     linear); Euler spirals, as in vello (fewer segments for the same error, but the cost here is not the number of edges but the number
//     of pixels with crossings).

/// A stroke as pieces that all wind in the same direction (segment bodies, the outer wedges of joins, caps), so that their signed areas
/// never cancel and the filled result is their union. Sides that two pieces share are not drawn: the remainder of a subpath is usually
/// one outline, or two.
///
/// Functions that run for every piece are `mutating` even if they change nothing: for other calls, Swift first copies the whole
/// structure.
struct Stroker {
    private var polyline = StrokePolyline()
    private(set) var half = 0.0
    private(set) var style = StrokeStyle(width: 0)
    private var transform = Affine.identity
    /// The visible rectangle. Pieces outside it are left out.
    private(set) var view = SIMD4<Double>.zero
    /// True if the whole stroke is inside the view, so that no checks are needed.
    private var isSeen = false
    /// The limit for halving arcs: an arc is halved until the sum of the unit vectors at its ends is at least as long as this.
    private(set) var arcLimit = 1.0
    var fan = PointStore()
    /// The last body, of which only the near side has been drawn.
    private var open: Band?
    /// The near side of a subpath's first body, not yet drawn. It is omitted if a closed subpath ends at it.
    private var start: Band?

    /// The band between two nodes in device space. It is positive if left 0, left 1, right 1 have that orientation.
    private struct Band {
        var l0: SIMD2<Double>, r0: SIMD2<Double>, l1: SIMD2<Double>, r1: SIMD2<Double>
        /// The beginnings of its long sides, which are beyond l0 and r0 if a join has cut them.
        var lFrom: SIMD2<Double>, rFrom: SIMD2<Double>
        var isPositive: Bool
    }

    /// The chord error of round joins and caps in pixels, as for curves.
    private static let arcError = 0.05

    func deallocate() { fan.deallocate() }

    mutating func stroke(_ path: PathView, _ t: Affine, _ style: StrokeStyle, view: SIMD4<Double>, into lines: inout LineStore) {
        guard style.width > 0, style.width.isFinite, t.isFinite, style.start < style.end else { return }
        self.style = style
        half = style.width * 0.5
        transform = t
        self.view = view
        let scale = max((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
        let reach = half * scale
        arcLimit = 2 * (1 - min(0.3, Stroker.arcError / max(reach, 1e-9)))
        let dash = dashPattern()
        let isWhole = style.start <= 0 && style.end >= 1 && dash == nil
        // Curves outside the view, with room for the pen and its miters, need not be exact.
        let room = reach * max(2, style.join == .miter ? style.miterLimit : 2) + 2
        let wide = SIMD4(view.x - room, view.y - room, view.z + room, view.w + room)
        isSeen = path.isWithin(SIMD4(view.x + room, view.y + room, view.z - room, view.w - room), t)
        // The rule of the window's renderer is unknown.
        polyline.build(
            path, t, half: style.additive ? nil : half, view: isWhole && room.isFinite ? wide : nil, isSeen: isSeen,
            tolerance: style.tolerance)
        if isWhole {
            for s in polyline.subpaths { whole(s, into: &lines) }
            return
        }
        let total = polyline.subpaths.reduce(0) { $0 + $1.length }
        let from = max(0, style.start) * total, to = min(1, style.end) * total
        var base = 0.0
        for s in polyline.subpaths {
            let a = from > base ? polyline.trimmed(s, at: from - base) : 0,
                b = to < base + s.length ? polyline.trimmed(s, at: to - base) : s.length
            base += s.length
            if s.isDot {
                if from <= base, base <= to { whole(s, into: &lines) }
            } else if let dash {
                if a < b { dashes(s, dash, a, b, into: &lines) }
            } else if a <= 0, b >= s.length {
                whole(s, into: &lines)
            } else if a < b {
                polyline.beginPart()
                polyline.appendPart(s, from: a, to: b)
                emitPart(into: &lines)
            }
        }
    }

    /// Returns the on and off lengths in pairs, or nil to draw everything.
    private func dashPattern() -> [Double]? {
        var d = style.dash
        guard !d.isEmpty, d.allSatisfy({ $0 >= 0 && $0.isFinite }), style.dashPhase.isFinite else { return nil }
        if d.count % 2 == 1 { d += d }
        return d.reduce(0, +) > 0 ? d : nil
    }

    private mutating func dashes(_ s: StrokePolyline.Subpath, _ dash: [Double], _ from: Double, _ to: Double, into lines: inout LineStore) {
        let period = dash.reduce(0, +), isWhole = from <= 0 && to >= s.length
        guard (to - from) / period * Double(dash.count) < 50_000 else {
            // The pattern is too fine to be visible.
            if isWhole { return whole(s, into: &lines) }
            polyline.beginPart()
            polyline.appendPart(s, from: from, to: to)
            return emitPart(into: &lines)
        }
        // The pattern begins at the trim's cut, as Core Animation's does (measured).
        var at = from - (style.dashPhase - (style.dashPhase / period).rounded(.down) * period)
        var i = 0
        var first: (Double, Double)?
        let isRing = s.isClosed && isWhole
        while at < to {
            let a = max(at, from), b = min(at + dash[i], to)
            let isOn = i & 1 == 0
            at += dash[i]
            i = i + 1 == dash.count ? 0 : i + 1
            guard isOn, a < b || (a == b && dash[i == 0 ? dash.count - 1 : i - 1] == 0) else { continue }
            // On a ring, a dash across the start is one dash.
            if isRing, a <= 0, b >= s.length { whole(s, into: &lines); return }
            if isRing, a <= 0 { first = (a, b); continue }
            polyline.beginPart()
            polyline.appendPart(s, from: a, to: b)
            if isRing, b >= s.length, let f = first {
                polyline.appendPart(s, from: f.0, to: f.1)
                first = nil
            }
            emitPart(into: &lines)
        }
        if let f = first {
            polyline.beginPart()
            polyline.appendPart(s, from: f.0, to: f.1)
            emitPart(into: &lines)
        }
    }

    private mutating func emitPart(into lines: inout LineStore) {
        polyline.part.withUnsafeBufferPointer { emit($0, closed: false, into: &lines) }
    }

    private mutating func whole(_ s: StrokePolyline.Subpath, into lines: inout LineStore) {
        polyline.nodes.withUnsafeBufferPointer {
            emit(UnsafeBufferPointer(rebasing: $0[s.first..<(s.first + s.count)]), closed: s.isClosed, into: &lines)
        }
    }

    // MARK: Pieces

    private mutating func emit(_ n: UnsafeBufferPointer<StrokePolyline.Node>, closed: Bool, into lines: inout LineStore) {
        guard n.count > 1 else {
            if n.count == 1 { dot(n[0].p, into: &lines) }
            return
        }
        open = nil
        start = nil
        guard let nodes = n.baseAddress else { return }
        let count = closed ? n.count : n.count - 1
        @inline(__always) func node(_ i: Int) -> UnsafePointer<StrokePolyline.Node> { nodes + (i < n.count ? i : i - n.count) }
        var wasOutside = !closed || place(node(count - 1), node(count)).isOutside
        var here = place(nodes, node(1))
        for i in 0..<count {
            let isLast = i + 1 == count
            let after = isLast && !closed ? nil : place(node(i + 1), node(i + 2), behind: here)
            // The visible part must not depend on the extent of the view, so a band beside a visible one is made as well: adjacent bands
            // are cut at their join.
            body(nodes + i, here, isLeftOut: here.isOutside && wasOutside && (after?.isOutside ?? true), isFirst: i == 0, into: &lines)
            wasOutside = here.isOutside
            if let after { here = after }
        }
        if closed {
            if let o = open, let s = start, o.isPositive == s.isPositive {
                start = nil
                open = nil
                if o.l1 == s.l0, o.r1 == s.r0 {
                    sides(o, o.l1, o.r1, into: &lines)
                } else {
                    var first = s
                    join(nodes, o, &first, mayCut: false, into: &lines)
                }
            } else {
                flush(into: &lines)
                join(nodes, into: &lines)
            }
            flushStart(into: &lines)
        } else {
            flush(into: &lines)
            flushStart(into: &lines)
            cap(n[0].p, -n[0].tout, into: &lines)
            cap(n[n.count - 1].p, n[n.count - 1].tin, into: &lines)
        }
    }

    @inline(__always)
    static func left(_ t: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-t.y, t.x) }

    @inline(__always)
    mutating func device(_ p: SIMD2<Double>) -> SIMD2<Double> { Flattener.cut(transform.apply(p)) }

    @inline(__always)
    static func area(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
        (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    }

    /// Appends an edge in the direction of a positive band, or reversed for a negative one.
    @inline(__always)
    mutating func edge(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ isPositive: Bool, into lines: inout LineStore) {
        if isPositive { lines.append(a, b) } else { lines.append(b, a) }
    }

    /// Appends the long sides of a band, up to two points.
    @inline(__always)
    private mutating func sides(_ o: Band, _ l: SIMD2<Double>, _ r: SIMD2<Double>, into lines: inout LineStore) {
        edge(o.lFrom, l, o.isPositive, into: &lines)
        edge(r, o.rFrom, o.isPositive, into: &lines)
    }

    /// Appends the end of the open band.
    private mutating func flush(into lines: inout LineStore) {
        guard let o = open else { return }
        sides(o, o.l1, o.r1, into: &lines)
        edge(o.l1, o.r1, o.isPositive, into: &lines)
        open = nil
    }

    private mutating func flushStart(into lines: inout LineStore) {
        if let s = start { edge(s.r0, s.l0, s.isPositive, into: &lines) }
        start = nil
    }

    /// The location of a band.
    private struct Place {
        var l0: SIMD2<Double>, r0: SIMD2<Double>, l1: SIMD2<Double>, r1: SIMD2<Double>
        var isOutside: Bool
        /// True if a curve reverses within the band, in place.
        var turnsBack: Bool { ((l0 - r0) * (l1 - r1)).sum() < 0 }
    }

    @inline(__always)
    private mutating func place(_ a: UnsafePointer<StrokePolyline.Node>, _ b: UnsafePointer<StrokePolyline.Node>) -> Place {
        let na = Stroker.left(a.pointee.tout) * half
        return place(device(a.pointee.p + na + a.pointee.left), device(a.pointee.p - na + a.pointee.right), b)
    }

    /// Returns the place of the band that begins where another ends. It shares that band's points if the outline continues straight.
    @inline(__always)
    private mutating func place(_ a: UnsafePointer<StrokePolyline.Node>, _ b: UnsafePointer<StrokePolyline.Node>, behind other: Place)
        -> Place
    {
        a.pointee.tin == a.pointee.tout ? place(other.l1, other.r1, b) : place(a, b)
    }

    @inline(__always)
    private mutating func place(_ l0: SIMD2<Double>, _ r0: SIMD2<Double>, _ b: UnsafePointer<StrokePolyline.Node>) -> Place {
        let nb = Stroker.left(b.pointee.tin) * half
        let l1 = device(b.pointee.p + nb + b.pointee.left), r1 = device(b.pointee.p - nb + b.pointee.right)
        var place = Place(l0: l0, r0: r0, l1: l1, r1: r1, isOutside: !isSeen && Flattener.isOutside(l0, r0, l1, r1, view))
        // The pen extends beyond the band's corners there.
        if place.isOutside, place.turnsBack { place.isOutside = false }
        return place
    }

    /// Appends the band that begins at a node, and its join with the previous one.
    private mutating func body(
        _ a: UnsafePointer<StrokePolyline.Node>, _ place: Place, isLeftOut: Bool, isFirst: Bool, into lines: inout LineStore
    ) {
        let l0 = place.l0, r0 = place.r0, l1 = place.l1, r1 = place.r1
        let one = Stroker.area(l0, l1, r1), two = Stroker.area(l0, r1, r0)
        if isLeftOut || one * two < 0 {
            flush(into: &lines)
            if !isFirst { join(a, into: &lines) }
            if !isLeftOut {
                // A twisted band, where the curve turns within the pen.
                triangle(l0, l1, r1, into: &lines)
                triangle(l0, r1, r0, into: &lines)
                if place.turnsBack { disc(a.pointee.p, into: &lines) }
            }
            return
        }
        var band = Band(l0: l0, r0: r0, l1: l1, r1: r1, lFrom: l0, rFrom: r0, isPositive: one + two >= 0)
        if let o = open, o.isPositive == band.isPositive {
            if o.l1 == l0, o.r1 == r0 {
                sides(o, l0, r0, into: &lines)
            } else {
                join(a, o, &band, mayCut: true, into: &lines)
            }
        } else {
            flush(into: &lines)
            if isFirst {
                start = band
            } else {
                join(a, into: &lines)
                edge(r0, l0, band.isPositive, into: &lines)
            }
        }
        open = band
    }

    /// Appends the join of two bands at a node, with the long sides of the first. The wedge's and the bands' ends share the line between
    /// the node and the outer side. On the inner side both ends are kept, or the bands are cut where their sides cross, if both bands
    /// cover the removed area.
    private mutating func join(
        _ n: UnsafePointer<StrokePolyline.Node>, _ o: Band, _ next: inout Band, mayCut: Bool, into lines: inout LineStore
    ) {
        let isLeftOuter = wedge(n)
        var sum = 0.0
        for i in 0..<fan.count { fan[i] = device(fan[i]) }
        if fan.count > 2 { for i in 1..<(fan.count - 1) { sum += Stroker.area(fan[0], fan[i], fan[i + 1]) } }
        let outer = isLeftOuter ? (o.l1, next.l0) : (o.r1, next.r0), inner = isLeftOuter ? (o.r1, next.r0) : (o.l1, next.l0)
        let isForward = o.isPositive == isLeftOuter
        let p = device(n.pointee.p)
        if fan.count == 0 || sum == 0 {
            // Straight, or nearly: from corner to corner.
            edge(outer.0, outer.1, isForward, into: &lines)
        } else if (sum > 0) == isForward {
            fan[1] = outer.0
            fan[fan.count - 1] = outer.1
            for i in 1..<(fan.count - 1) { edge(fan[i], fan[i + 1], isForward, into: &lines) }
        } else {
            sides(o, o.l1, o.r1, into: &lines)
            edge(o.l1, o.r1, o.isPositive, into: &lines)
            edge(next.r0, next.l0, next.isPositive, into: &lines)
            polygon(sum, into: &lines)
            return
        }
        if mayCut, let x = crossing(o, next, isLeftOuter) {
            if isLeftOuter {
                next.rFrom = x
                sides(o, o.l1, x, into: &lines)
            } else {
                next.lFrom = x
                sides(o, x, o.r1, into: &lines)
            }
            return
        }
        sides(o, o.l1, o.r1, into: &lines)
        edge(inner.1, p, isForward, into: &lines)
        edge(p, inner.0, isForward, into: &lines)
    }

    /// Returns the crossing of the inner sides of two bands, if the removed corner of each is inside the other.
    private mutating func crossing(_ o: Band, _ next: Band, _ isLeftOuter: Bool) -> SIMD2<Double>? {
        let a = isLeftOuter ? o.rFrom : o.lFrom, b = isLeftOuter ? o.r1 : o.l1
        let c = isLeftOuter ? next.r0 : next.l0, d = isLeftOuter ? next.r1 : next.l1
        let ca = Stroker.area(a, b, c), da = Stroker.area(a, b, d), ac = Stroker.area(c, d, a), bc = Stroker.area(c, d, b)
        guard ca * da < 0, ac * bc < 0, (ca < 0) == (o.isPositive == isLeftOuter), (bc < 0) == (o.isPositive == isLeftOuter) else {
            return nil
        }
        // Before the far end of the next band, and after the near end of this one.
        let before = Stroker.area(next.l1, next.r1, b), behind = Stroker.area(o.r0, o.l0, c)
        guard o.isPositive ? before > 0 && behind > 0 : before < 0 && behind < 0 else { return nil }
        // And between the long sides.
        let across = isLeftOuter ? Stroker.area(next.l0, next.l1, b) : Stroker.area(next.r1, next.r0, b)
        let other = isLeftOuter ? Stroker.area(o.l0, o.l1, c) : Stroker.area(o.r1, o.r0, c)
        guard o.isPositive ? across > 0 && other > 0 : across < 0 && other < 0 else { return nil }
        let x = a + (b - a) * (ac / (ac - bc))
        return x.x.isFinite && x.y.isFinite ? x : nil
    }

    private mutating func triangle(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, into lines: inout LineStore) {
        if Stroker.area(a, b, c) >= 0 {
            lines.append(a, b)
            lines.append(b, c)
            lines.append(c, a)
        } else {
            lines.append(a, c)
            lines.append(c, b)
            lines.append(b, a)
        }
    }
}
