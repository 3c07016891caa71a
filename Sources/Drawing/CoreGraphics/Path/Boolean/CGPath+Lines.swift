import Foundation

extension CGPath {
    /// Returns the parts of this path's lines and curves that are inside the other path, or on its outline, in the order of this path.
    ///
    /// This path bounds no area here: its open subpaths stay open. Parts that it covers more than once are kept once.
    /// - Parameter rule: the rule for the inside of the other path.
    public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        Arrangement(self, other, isLine: true, call: "lineIntersection")?.lines(inside: true, rule) ?? CGPath()
    }

    /// Returns the parts of this path's lines and curves that are outside the other path, in the order of this path.
    ///
    /// This path bounds no area here: its open subpaths stay open. Parts that it covers more than once are kept once.
    /// - Parameter rule: the rule for the inside of the other path.
    public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        Arrangement(self, other, isLine: true, call: "lineSubtracting")?.lines(inside: false, rule) ?? CGPath()
    }
}

extension Arrangement {
    fileprivate func lines(inside: Bool, _ rule: CGPathFillRule) -> CGPath {
        let sweep = WindingSweep(edges)
        var kept: [DirectedEdge] = []
        for (index, e) in edges.enumerated() where e.isLine {
            var isInside = rule.isInside(sweep.leftB[index])
            // An edge of the shape at the same place comes immediately before it.
            if index > 0, edges[index - 1].a == e.a, edges[index - 1].b == e.b, !edges[index - 1].isLine {
                let left = sweep.leftB[index - 1]
                isInside = rule.isInside(left) || rule.isInside(left &- edges[index - 1].windB)
            }
            guard isInside == inside else { continue }
            kept.append(
                e.ta < e.tb
                    ? DirectedEdge(from: e.a, to: e.b, start: e.ta, end: e.tb, source: e.source, edge: Int32(index))
                    : DirectedEdge(from: e.b, to: e.a, start: e.tb, end: e.ta, source: e.source, edge: Int32(index)))
        }
        kept.sort { $0.source != $1.source ? $0.source < $1.source : $0.start < $1.start }
        var builder = PathBuilder()
        var next = 0
        for subpath in subpaths {
            // Consecutive edges, without a gap.
            var chains: [ArraySlice<DirectedEdge>] = []
            var begin = next
            while next < kept.count, Int(kept[next].source) < subpath.segments.upperBound {
                if next > begin, kept[next].from != kept[next - 1].to {
                    chains.append(kept[begin..<next])
                    begin = next
                }
                next += 1
            }
            if next > begin { chains.append(kept[begin..<next]) }
            append(chains, of: subpath, into: &builder)
        }
        return builder.path()
    }

    private func append(_ chains: [ArraySlice<DirectedEdge>], of subpath: PathContours.Subpath, into builder: inout PathBuilder) {
        var rows = chains.map { runs($0) }
        guard let first = rows.first?.first, let last = rows.last?.last else { return }
        var isRing = false
        if subpath.isClosed, last.to == first.from, sources[Int(last.lastSource)].p3 == sources[Int(first.source)].p0 {
            // The line continues across the start of a closed subpath.
            if rows.count == 1 {
                isRing = true
            } else {
                rows[0] = rows.removeLast() + rows[0]
            }
        }
        for var row in rows {
            var corners = [end(row[0], isStart: true)]
            for index in row.indices.dropFirst() {
                var previous = row[index - 1]
                corners.append(corner(&previous, &row[index]))
                row[index - 1].end = previous.end
            }
            corners.append(isRing ? corners[0] : end(row[row.count - 1], isStart: false))
            builder.move(corners[0])
            for (index, run) in row.enumerated() {
                if isRing, index == row.count - 1, index > 0, sources[Int(run.source)].degree == .line { break }
                let source = sources[Int(run.source)]
                builder.append(
                    (source.degree == .line ? source : source.part(run.start, run.end)).withEnds(corners[index], corners[index + 1]))
            }
            if isRing { builder.close() }
        }
    }

    private func end(_ run: SegmentRun, isStart: Bool) -> SIMD2<Double> {
        let source = sources[Int(isStart ? run.source : run.lastSource)], t = isStart ? run.start : run.end
        if t <= 0 { return source.p0 }
        if t >= 1 { return source.p3 }
        return source.degree == .line ? scale.point(isStart ? run.from : run.to) : source.point(t)
    }
}
