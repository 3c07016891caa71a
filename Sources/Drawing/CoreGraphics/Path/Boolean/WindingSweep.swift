/// A single sweep over edges that meet only at their ends, from low y to high, that records the windings to the left of each edge.
struct WindingSweep {
    /// The windings of the two shapes around the area to the left of an edge, by index of the edge.
    private(set) var leftA: [Int32], leftB: [Int32]
    /// The next edge to the left of an edge's beginning, or -1 if there is none.
    private(set) var neighbor: [Int32]
    /// The order in which the sweep met the edges: edges below and to the left come first.
    private(set) var order: [Int32]

    /// - Parameter edges: the edges in the order of their lower ends.
    init(_ edges: [Arrangement.Edge]) {
        let count = edges.count
        leftA = Array(repeating: 0, count: count)
        leftB = leftA
        neighbor = Array(repeating: -1, count: count)
        order = neighbor
        var ends = Array(0..<Int32(count))
        ends.sort { edges[Int($0)].b < edges[Int($1)].b }
        var active = ActiveEdges()
        var batch: [Int32] = []
        var nextStart = 0, nextEnd = 0, met: Int32 = 0
        while nextEnd < count {
            var v = edges[Int(ends[nextEnd])].b
            if nextStart < count, edges[nextStart].a < v { v = edges[nextStart].a }
            let place = active.place {
                let e = edges[Int($0)]
                return GridPoint.cross(e.a, e.b, v) < 0
            }
            var ending = 0
            while nextEnd + ending < count, edges[Int(ends[nextEnd + ending])].b == v { ending += 1 }
            batch.removeAll(keepingCapacity: true)
            while nextStart < count, edges[nextStart].a == v {
                batch.append(Int32(nextStart))
                nextStart += 1
            }
            if batch.count > 1 {
                batch.sort {
                    let e = edges[Int($0)], f = edges[Int($1)]
                    let cross = GridPoint.cross(e.b.x - e.a.x, e.b.y - e.a.y, f.b.x - f.a.x, f.b.y - f.a.y)
                    return cross != 0 ? cross < 0 : $0 < $1
                }
            }
            for edge in batch {
                order[Int(edge)] = met
                met += 1
            }
            var previous = active.edge(before: place) ?? -1
            let ended = active.replace(at: place, most: ending, where: { edges[Int($0)].b == v }, with: batch)
            if ended < ending {
                // Needed only if noding ran out of rounds: edges that end here but are not at the expected place.
                let done = Set(ends[nextEnd..<(nextEnd + ending)])
                active.removeAll { done.contains($0) }
            }
            nextEnd += ending
            for edge in batch {
                neighbor[Int(edge)] = previous
                if previous >= 0 {
                    let p = Int(previous)
                    leftA[Int(edge)] = leftA[p] &- edges[p].windA
                    leftB[Int(edge)] = leftB[p] &- edges[p].windB
                }
                previous = edge
            }
        }
    }
}
