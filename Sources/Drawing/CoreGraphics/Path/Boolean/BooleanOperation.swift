import Foundation

/// The rule for the points that belong to the result, depending on whether they are inside the first and the second shape.
enum BooleanOperation {
    case union, intersection, difference, symmetricDifference

    func holds(_ a: Bool, _ b: Bool) -> Bool {
        switch self {
        case .union: a || b
        case .intersection: a && b
        case .difference: a && !b
        case .symmetricDifference: a != b
        }
    }
}

extension CGPathFillRule {
    func isInside(_ windings: Int32) -> Bool { self == .winding ? windings != 0 : windings & 1 != 0 }
}

/// An edge of a result, in its direction around the result: the inside is to the left.
struct DirectedEdge {
    var from, to: GridPoint
    var start, end: Double
    var source: Int32
    /// The index in the arrangement.
    var edge: Int32
}

extension Arrangement {
    /// Returns the boundary of a combination, in the order of the starts of its edges.
    func boundary(_ operation: BooleanOperation, _ rule: CGPathFillRule) -> [DirectedEdge] {
        let sweep = WindingSweep(edges)
        var result: [DirectedEdge] = []
        for (index, e) in edges.enumerated() {
            let a = sweep.leftA[index], b = sweep.leftB[index]
            let left = operation.holds(rule.isInside(a), rule.isInside(b))
            let right = operation.holds(rule.isInside(a &- e.windA), rule.isInside(b &- e.windB))
            guard left != right else { continue }
            result.append(
                left
                    ? DirectedEdge(from: e.a, to: e.b, start: e.ta, end: e.tb, source: e.source, edge: Int32(index))
                    : DirectedEdge(from: e.b, to: e.a, start: e.tb, end: e.ta, source: e.source, edge: Int32(index)))
        }
        result.sort { $0.from < $1.from }
        return result
    }

    /// Returns whether some point is inside both shapes.
    func sharesArea(_ rule: CGPathFillRule) -> Bool { !boundary(.intersection, rule).isEmpty }

    /// Returns the boundary as closed outlines, each around one face: counterclockwise (y up) outside, clockwise around a hole.
    func outlines(_ boundary: [DirectedEdge]) -> [Outline] {
        var isUsed = Array(repeating: false, count: boundary.count)
        var outlines: [Outline] = []
        for first in boundary.indices where !isUsed[first] {
            var loop: [DirectedEdge] = []
            var current = first
            while true {
                isUsed[current] = true
                loop.append(boundary[current])
                // Back at the start, the outline continues only if a sharper turn to the left is still unused there.
                guard let following = next(after: boundary[current], boundary, isUsed, orClosing: first) else { break }
                current = following
            }
            if loop[loop.count - 1].to == loop[0].from, loop.count > 1 { outlines.append(Outline(loop, bulge: bulge(of: loop))) }
        }
        return outlines
    }

    /// Returns the area between the coarse edges of an outline and their curves, in steps of the grid.
    private func bulge(of loop: [DirectedEdge]) -> Double {
        var area = 0.0
        for e in loop where edges[Int(e.edge)].isCoarse {
            area += sources[Int(e.source)].part(e.start, e.end).areaBesideChord / (scale.step * scale.step)
        }
        return area
    }

    /// Returns the unused edge that leaves most sharply to the left. Returns nil if there is none, or if that edge is the loop's own
    /// first one.
    private func next(after edge: DirectedEdge, _ boundary: [DirectedEdge], _ isUsed: [Bool], orClosing first: Int) -> Int? {
        var low = 0, high = boundary.count
        while low < high {
            let middle = (low + high) / 2
            if boundary[middle].from < edge.to { low = middle + 1 } else { high = middle }
        }
        var best: Int?
        while low < boundary.count, boundary[low].from == edge.to {
            if !isUsed[low] || low == first {
                if let b = best {
                    if Arrangement.isSharper(boundary[low], boundary[b], after: edge) { best = low }
                } else {
                    best = low
                }
            }
            low += 1
        }
        return best == first ? nil : best
    }

    /// Returns whether one edge is met before another, going clockwise from the reverse of the arriving edge.
    private static func isSharper(_ a: DirectedEdge, _ b: DirectedEdge, after edge: DirectedEdge) -> Bool {
        let rx = edge.from.x - edge.to.x, ry = edge.from.y - edge.to.y
        let ax = a.to.x - a.from.x, ay = a.to.y - a.from.y, bx = b.to.x - b.from.x, by = b.to.y - b.from.y
        func half(_ x: Int64, _ y: Int64) -> Int {
            let cross = GridPoint.cross(rx, ry, x, y)
            if cross != 0 { return cross < 0 ? 1 : 3 }
            return Double(rx) * Double(x) + Double(ry) * Double(y) < 0 ? 2 : 4
        }
        let ha = half(ax, ay), hb = half(bx, by)
        return ha != hb ? ha < hb : GridPoint.cross(ax, ay, bx, by) < 0
    }
}

/// One closed outline of a result.
struct Outline {
    let edges: [DirectedEdge]
    /// The area in steps of the grid, greater than 0 if the outline runs counterclockwise (y up).
    let area: Double
    let perimeter: Double

    /// - Parameter bulge: the area between the edges and their curves.
    init(_ edges: [DirectedEdge], bulge: Double) {
        self.edges = edges
        let o = edges[0].from
        var area = 0.0, perimeter = 0.0
        for e in edges {
            let px = Double(e.from.x - o.x), py = Double(e.from.y - o.y), qx = Double(e.to.x - o.x), qy = Double(e.to.y - o.y)
            area += px * qy - py * qx
            perimeter += ((qx - px) * (qx - px) + (qy - py) * (qy - py)).squareRoot()
        }
        self.area = area * 0.5 + bulge
        self.perimeter = perimeter
    }
}
