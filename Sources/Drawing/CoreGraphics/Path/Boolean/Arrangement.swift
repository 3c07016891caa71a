import AgateDiagnostics
import Foundation

/// The outlines of one or two shapes as edges that meet only at their ends. The edges are chords of the curves on a grid. Each of them
/// keeps the curve and the parameter range that it approximates.
struct Arrangement {
    struct Edge {
        /// The ends in the sweep's order: the edge goes up from `a` to `b`.
        var a, b: GridPoint
        /// The parameters of the source at `a` and at `b`.
        var ta, tb: Double
        /// The index of the segment that the edge is part of.
        var source: Int32
        /// The amounts by which the windings of the two shapes to the left of the edge exceed those to its right.
        var windA: Int32, windB: Int32
        /// True if the edge bounds no area and is only to be cut.
        var isLine: Bool
        /// True if the edge has not yet been compared with all others.
        var isNew: Bool
        /// True if the edge replaces a piece that is far from all others, and may be further from it than the tolerance.
        var isCoarse = false
    }

    private(set) var sources: [PathSegment] = []
    /// The subpaths of the first shape, as ranges of sources.
    let subpaths: [PathContours.Subpath]
    let scale: GridScale
    /// The largest distance of a chord from its curve, or 0 if there are only lines.
    private(set) var tolerance = 0.0
    private(set) var edges: [Edge] = []

    /// The largest allowed distance of a chord from its curve: as a fraction of the curve's size, and in absolute terms.
    private static let relativeTolerance = 2.5e-4, largestTolerance = 0.05
    /// Three halvings.
    static let coarseness = 64.0

    /// Creates an arrangement. Returns nil, after a diagnostic, if the shapes can't be combined.
    /// - Parameters:
    ///   - isLine: true if the first path is a line to be cut, rather than a shape.
    ///   - coarseness: the factor of the tolerance for pieces that may be far from all others.
    init?(
        _ first: CGPath, _ second: CGPath? = nil, isLine: Bool = false, coarseness: Double = Arrangement.coarseness, call: StaticString
    ) {
        guard first.isMeasurable(call), second?.isMeasurable(call) ?? true else { return nil }
        let a = PathContours(first, closing: !isLine), b = second.map { PathContours($0, closing: true) }
        sources = a.segments + (b?.segments ?? [])
        subpaths = a.subpaths
        var low = SIMD2(repeating: Double.infinity), high = -low
        for s in sources {
            low = pointwiseMin(pointwiseMin(pointwiseMin(s.p0, s.p1), pointwiseMin(s.p2, s.p3)), low)
            high = pointwiseMax(pointwiseMax(pointwiseMax(s.p0, s.p1), pointwiseMax(s.p2, s.p3)), high)
        }
        scale = sources.isEmpty ? GridScale(low: .zero, high: .zero) : GridScale(low: low, high: high)
        addChords(firstCount: a.segments.count, isLine: isLine, coarseness)
        mergeEqual()
        guard node() else {
            Diagnostic.reportOnce(
                "path.too-complex", key: "\(call)", "CGPath.\(call): the outlines cross too often to be combined; the result is empty")
            return nil
        }
    }

    /// Adds chords of all sources. A piece far from all others becomes one chord. The other ones become chords within the tolerance.
    private mutating func addChords(firstCount: Int, isLine: Bool, _ coarseness: Double) {
        var pieces: [OutlinePiece] = []
        pieces.reserveCapacity(sources.count * 4)
        for (index, source) in sources.enumerated() {
            let limit = limit(of: source)
            tolerance = max(tolerance, limit)
            source.forEachPiece(limit * coarseness) { shape, from, to, depth in
                pieces.append(OutlinePiece(shape: shape, from: from, to: to, source: Int32(index), depth: Int32(depth)))
            }
        }
        let isolation = tolerance > 0 ? PieceIsolation(pieces, step: scale.step) : nil
        edges.reserveCapacity(pieces.count * 2)
        var next = 0
        for index in sources.indices {
            let isFirst = index < firstCount
            var from = scale.grid(sources[index].p0), start = 0.0
            let firstEdge = edges.count
            let limit = limit(of: sources[index])
            while next < pieces.count, pieces[next].source == index {
                let isIsolated = isolation?.isIsolated[next] ?? false
                let depth = isIsolated ? 0 : Int(pieces[next].depth)
                pieces[next].shape.forEachPiece(limit, from: pieces[next].from, to: pieces[next].to, maxDepth: depth) { shape, _, t, _ in
                    let to = scale.grid(shape.p3)
                    // A chord without length is left to the next one.
                    guard to != from else { return }
                    append(from, to, start, t, Int32(index), isFirst ? 1 : 0, isFirst ? 0 : 1, isLine: isLine && isFirst)
                    edges[edges.count - 1].isCoarse = isIsolated
                    (from, start) = (to, t)
                }
                next += 1
            }
            // The remainder at the end belongs to the last chord.
            if start < 1, edges.count > firstEdge {
                let last = edges.count - 1
                if edges[last].ta > edges[last].tb { edges[last].ta = 1 } else { edges[last].tb = 1 }
            }
        }
    }

    private func limit(of source: PathSegment) -> Double {
        if source.degree == .line { return 0 }
        return min(max(source.size * Arrangement.relativeTolerance, scale.step * 8), max(Arrangement.largestTolerance, scale.step * 8))
    }

    private mutating func append(
        _ p: GridPoint, _ q: GridPoint, _ tp: Double, _ tq: Double, _ source: Int32, _ a: Int32, _ b: Int32, isLine: Bool
    ) {
        let a = isLine ? 0 : a, b = isLine ? 0 : b
        if p < q {
            edges.append(Edge(a: p, b: q, ta: tp, tb: tq, source: source, windA: a, windB: b, isLine: isLine, isNew: true))
        } else {
            edges.append(Edge(a: q, b: p, ta: tq, tb: tp, source: source, windA: -a, windB: -b, isLine: isLine, isNew: true))
        }
    }

    // MARK: Noding

    /// Cuts edges at their crossings, contacts and overlaps, until there are none. A cut moves edges by up to half a step of the grid, so
    /// new crossings may appear. There are fewer of them in each round. Returns false if there are too many.
    private mutating func node() -> Bool {
        for _ in 0..<32 {
            var search = CrossingSearch(edges)
            guard search.run() else { return false }
            if search.cuts.isEmpty { break }
            cut(search.cuts)
            mergeEqual()
        }
        return true
    }

    private mutating func cut(_ cuts: [CrossingSearch.Cut]) {
        var cuts = cuts
        cuts.sort { $0.edge != $1.edge ? $0.edge < $1.edge : $0.at < $1.at }
        var result: [Edge] = []
        result.reserveCapacity(edges.count + cuts.count)
        var next = 0
        for (index, edge) in edges.enumerated() {
            var whole = edge
            whole.isNew = next < cuts.count && cuts[next].edge == index
            var from = edge.a, start = edge.ta
            while next < cuts.count, cuts[next].edge == index {
                let p = cuts[next].point, t = edge.ta + (edge.tb - edge.ta) * cuts[next].at
                next += 1
                guard p != from, p != edge.b else { continue }
                result.append(whole.part(from, p, start, t))
                (from, start) = (p, t)
            }
            result.append(whole.part(from, edge.b, start, edge.tb))
        }
        edges = result
    }

    /// Sorts the edges, merges equal ones, and drops those without effect.
    private mutating func mergeEqual() {
        edges.sort {
            if $0.a != $1.a { return $0.a < $1.a }
            if $0.b != $1.b { return $0.b < $1.b }
            if $0.isLine != $1.isLine { return $1.isLine }
            return $0.source != $1.source ? $0.source < $1.source : min($0.ta, $0.tb) < min($1.ta, $1.tb)
        }
        var kept = 0
        var index = 0
        while index < edges.count {
            var edge = edges[index]
            index += 1
            while index < edges.count, edges[index].a == edge.a, edges[index].b == edge.b, edges[index].isLine == edge.isLine {
                edge.windA += edges[index].windA
                edge.windB += edges[index].windB
                edge.isNew = edge.isNew || edges[index].isNew
                index += 1
            }
            if edge.a != edge.b, edge.isLine || edge.windA != 0 || edge.windB != 0 {
                edges[kept] = edge
                kept += 1
            }
        }
        edges.removeLast(edges.count - kept)
    }
}

extension Arrangement.Edge {
    /// Returns a part of the edge, reversed if the grid has reversed it.
    fileprivate func part(_ p: GridPoint, _ q: GridPoint, _ tp: Double, _ tq: Double) -> Arrangement.Edge {
        var edge = self
        if p < q {
            (edge.a, edge.b, edge.ta, edge.tb) = (p, q, tp, tq)
        } else {
            (edge.a, edge.b, edge.ta, edge.tb) = (q, p, tq, tp)
            (edge.windA, edge.windB) = (-windA, -windB)
        }
        return edge
    }
}
