import Foundation

/// Consecutive edges of one segment, merged back into a part of the segment.
struct SegmentRun {
    var from, to: GridPoint
    /// The segments at the beginning and at the end of the run. They differ only for lines in one line.
    var source: Int32, lastSource: Int32
    var start, end: Double

    init(_ e: DirectedEdge) {
        (from, to, source, lastSource, start, end) = (e.from, e.to, e.source, e.source, e.start, e.end)
    }
}

extension Arrangement {
    /// Appends an outline, restoring its curves.
    func append(_ outline: Outline, into builder: inout PathBuilder) {
        // Between curves that nearly coincide, areas thinner than the chords' error are meaningless.
        let isCurved = outline.edges.contains { sources[Int($0.source)].degree != .line }
        if isCurved, outline.area.magnitude * scale.step < outline.perimeter * tolerance * 0.25 { return }
        var runs = self.runs(outline.edges)
        if runs.count > 1, joins(runs[runs.count - 1], runs[0]) {
            // The traversal began within a run.
            let last = runs.removeLast()
            runs[0].from = last.from
            runs[0].source = last.source
            runs[0].start = last.start
        }
        // The outline starts where the first of the segments began, so that an uncut outline is unchanged.
        if let first = runs.indices.filter({ runs[$0].start == 0 }).min(by: { runs[$0].source < runs[$1].source }), first > 0 {
            runs = Array(runs[first...] + runs[..<first])
        }
        var corners: [SIMD2<Double>] = []
        corners.reserveCapacity(runs.count)
        for index in runs.indices {
            let before = index == 0 ? runs.count - 1 : index - 1
            var previous = runs[before]
            corners.append(corner(&previous, &runs[index]))
            runs[before].end = previous.end
        }
        builder.move(corners[0])
        for (index, run) in runs.enumerated() {
            let isLast = index == runs.count - 1
            let to = corners[isLast ? 0 : index + 1]
            let source = sources[Int(run.source)]
            if source.degree == .line {
                if !isLast { builder.line(to) }
            } else {
                builder.append(source.part(run.start, run.end).withEnds(corners[index], to))
            }
        }
        builder.close()
    }

    /// Merges consecutive edges into as few parts of segments as possible.
    func runs(_ edges: some Sequence<DirectedEdge>) -> [SegmentRun] {
        var runs: [SegmentRun] = []
        for e in edges {
            let next = SegmentRun(e)
            if let last = runs.last, joins(last, next) {
                runs[runs.count - 1].to = next.to
                runs[runs.count - 1].lastSource = next.lastSource
                runs[runs.count - 1].end = next.end
            } else {
                runs.append(next)
            }
        }
        return runs
    }

    private func joins(_ a: SegmentRun, _ b: SegmentRun) -> Bool {
        let isLine = sources[Int(a.lastSource)].degree == .line
        if isLine, sources[Int(b.source)].degree == .line {
            let ux = a.to.x - a.from.x, uy = a.to.y - a.from.y, vx = b.to.x - b.from.x, vy = b.to.y - b.from.y
            if a.lastSource == b.source, a.end == b.start { return true }
            return GridPoint.cross(ux, uy, vx, vy) == 0 && Double(ux) * Double(vx) + Double(uy) * Double(vy) > 0
        }
        return a.lastSource == b.source && a.end == b.start && (a.start < a.end) == (b.start < b.end)
    }

    /// Returns the end of one run and the beginning of the next, as exactly as the segments allow. An end of a segment keeps its
    /// coordinates. A crossing of two segments is at the crossing of the curves, not of their chords. The curves are cut again there.
    func corner(_ a: inout SegmentRun, _ b: inout SegmentRun) -> SIMD2<Double> {
        let s = sources[Int(a.lastSource)], u = sources[Int(b.source)]
        let onGrid = scale.point(b.from)
        let reach = tolerance * 8 + scale.step * 4
        func isNear(_ p: SIMD2<Double>) -> Bool { (p - onGrid).length <= reach }
        for (segment, t) in [(s, a.end), (u, b.start)] where t == 0 || t == 1 {
            let p = t == 0 ? segment.p0 : segment.p3
            if isNear(p) { return p }
        }
        guard a.lastSource != b.source else { return onGrid }
        var t = a.end, w = b.start
        for _ in 0..<8 {
            let miss = s.point(t) - u.point(w)
            let d = s.derivative(t), e = u.derivative(w)
            let det = d.cross(e)
            guard det.magnitude > 1e-6 * d.length * e.length else { return onGrid }
            let dt = miss.cross(e) / det, dw = miss.cross(d) / det
            t -= dt
            w -= dw
            guard t.isFinite, w.isFinite, t > -0.1, t < 1.1, w > -0.1, w < 1.1 else { return onGrid }
            if dt.magnitude + dw.magnitude < 1e-14 { break }
        }
        let p = s.point(t)
        guard isNear(p), t >= 0, t <= 1, w >= 0, w <= 1, (u.point(w) - p).length <= scale.step * 4 + p.length * 1e-13 else { return onGrid }
        // A cut beyond the other end of a run would reverse the run.
        if (a.end > a.start) == (t > a.start), (b.end > b.start) == (b.end > w) { (a.end, b.start) = (t, w) }
        return p
    }
}
