/// Exact coverage where windings may overlap or oppose each other. A row is cut into slabs in which no edge begins, ends
/// or crosses another; in a slab the edges stand in order, and those where "inside" begins or ends are the outline of
/// the filled area: only their signed areas are added.
struct SlabScanner {
    /// An edge from its upper end to its lower one, and where it is at the top and bottom of the slab at hand.
    struct Edge {
        var x0: Double, y0: Double, x1: Double, y1: Double
        var slope: Double
        var top: Double, bottom: Double
        var direction: Int32
        /// The part of the outline that has not been added yet: from where and which way. It goes on over as many slabs as
        /// it stays outline.
        var open: Int32 = 0
        var openX = 0.0, openY = 0.0

        @inline(__always)
        func x(_ y: Double) -> Double {
            if y <= y0 { return x0 }
            if y >= y1 { return x1 }
            let x = x0 + (y - y0) * slope
            return max(min(x0, x1), min(max(x0, x1), x))
        }
    }

    /// Edges of the slab at hand, left to right.
    private(set) var edges = UnsafeMutablePointer<Edge>.allocate(capacity: 64)
    private var count = 0
    /// Edges that begin in the row at hand, by height.
    private var coming = UnsafeMutablePointer<Edge>.allocate(capacity: 64)
    private var comingCount = 0
    private var capacity = 64
    /// Lists of edges by the row they begin in.
    private var heads = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var headCapacity = 1
    private var links = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var linkCapacity = 1
    private var lines = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: 0)
    private var firstRow = 0

    func deallocate() {
        edges.deallocate()
        coming.deallocate()
        heads.deallocate()
        links.deallocate()
    }

    /// Takes up a shape; its rows of `region` must then be asked for from the top down, without a gap.
    mutating func begin(_ store: LineStore, _ region: IntRect) {
        count = 0
        lines = store.lines
        firstRow = Int(region.y0)
        if region.height > headCapacity {
            heads.deallocate()
            headCapacity = region.height
            heads = .allocate(capacity: headCapacity)
        }
        if store.count > linkCapacity {
            links.deallocate()
            linkCapacity = store.count * 2
            links = .allocate(capacity: linkCapacity)
        }
        heads.update(repeating: -1, count: region.height)
        let top = Double(region.y0), bottom = Double(region.y1)
        for i in 0..<store.count {
            let l = lines[i]
            let high = min(l.y, l.w), low = max(l.y, l.w)
            if low <= top || high >= bottom { continue }
            let row = high <= top ? 0 : Int(high - top)
            links[i] = heads[row]
            heads[row] = Int32(i)
        }
    }

    /// The edges that begin in a row into `coming`, sorted unless the row is crowded.
    private mutating func gather(_ row: Int) {
        comingCount = 0
        var n = count
        var next = heads[row - firstRow]
        while next >= 0 {
            n += 1
            next = links[Int(next)]
        }
        isCrowded = n > SlabScanner.most
        var i = heads[row - firstRow]
        while i >= 0 {
            let l = lines[Int(i)]
            let down = l.y < l.w
            let (ax, ay, bx, by) = down ? (l.x, l.y, l.z, l.w) : (l.z, l.w, l.x, l.y)
            if count + comingCount + 1 >= capacity { grow() }
            // By height, and by x where they begin together: the order in the list is of no meaning.
            var k = comingCount
            while !isCrowded, k > 0, coming[k - 1].y0 > ay || (coming[k - 1].y0 == ay && coming[k - 1].x0 > ax) {
                coming[k] = coming[k - 1]
                k -= 1
            }
            coming[k] = Edge(
                x0: ax, y0: ay, x1: bx, y1: by, slope: (bx - ax) / (by - ay), top: ax, bottom: bx, direction: down ? 1 : -1)
            comingCount += 1
            i = links[Int(i)]
        }
    }

    /// Rows of more edges than this are not cut into slabs but summed up as they are: hostile shapes must end too.
    private static let most = 2000
    private var isCrowded = false

    private mutating func grow() {
        func bigger(_ p: UnsafeMutablePointer<Edge>, _ n: Int) -> UnsafeMutablePointer<Edge> {
            let q = UnsafeMutablePointer<Edge>.allocate(capacity: capacity * 2)
            q.update(from: p, count: n)
            p.deallocate()
            return q
        }
        edges = bigger(edges, count)
        coming = bigger(coming, comingCount)
        capacity *= 2
    }

    private mutating func removeEnded(_ y: Double) {
        var kept = 0
        for i in 0..<count where edges[i].y1 > y {
            if kept != i { edges[kept] = edges[i] }
            kept += 1
        }
        count = kept
    }

    /// Where edges cross the middle of a row: the first of `edges`, sorted by `top`, where `direction` crosses.
    mutating func crossings(row: Int) -> Int {
        removeEnded(Double(row))
        gather(row)
        for i in 0..<comingCount { edges[count + i] = coming[i] }
        count += comingCount
        let y = Double(row) + 0.5
        for i in 0..<count { edges[i].top = edges[i].y0 <= y && y < edges[i].y1 ? edges[i].x(y) : .infinity }
        sort { $0.top < $1.top }
        var n = 0
        while n < count, edges[n].top < .infinity { n += 1 }
        return n
    }

    /// Adds the signed areas of the filled part's outline in a row to a grid of that row.
    mutating func accumulate(row: Int, evenOdd: Bool, into grid: CellGrid) {
        gather(row)
        var y = Double(row)
        let bottom = y + 1
        if isCrowded {
            for i in 0..<comingCount { edges[count + i] = coming[i] }
            count += comingCount
            for i in 0..<count {
                let e = edges[i]
                grid.edge(e.x0, e.y0, e.x1, e.y1, e.direction < 0 ? -CellGrid.one : CellGrid.one)
            }
            removeEnded(bottom)
            return
        }
        var taken = 0
        // Edges go on where the slab above left them: `bottom` is where they are at y.
        for i in 0..<count { edges[i].bottom = edges[i].x(y) }
        var lowest = y
        while y < bottom {
            if y >= lowest {
                for i in 0..<count where edges[i].y1 <= y { SlabScanner.close(edges + i, edges[i].x1, y, grid) }
                removeEnded(y)
                lowest = .infinity
                for i in 0..<count { lowest = min(lowest, edges[i].y1) }
            }
            while taken < comingCount, coming[taken].y0 <= y {
                edges[count] = coming[taken]
                edges[count].bottom = edges[count].x(y)
                lowest = min(lowest, edges[count].y1)
                count += 1
                taken += 1
            }
            var end = taken < comingCount ? min(bottom, coming[taken].y0) : bottom
            if count == 0 {
                y = end
                lowest = end
                continue
            }
            end = min(end, lowest)
            y = slab(y, end, evenOdd, grid)
        }
        for i in 0..<count { SlabScanner.close(edges + i, edges[i].bottom, bottom, grid) }
        removeEnded(bottom)
    }

    /// Adds what is open of an edge, down to (x, y).
    @inline(__always)
    private static func close(_ e: UnsafeMutablePointer<Edge>, _ x: Double, _ y: Double, _ grid: CellGrid) {
        guard e.pointee.open != 0 else { return }
        let d = (y - e.pointee.openY) * CellGrid.one
        grid.piece(0, e.pointee.openX, x, e.pointee.open < 0 ? -d : d)
        e.pointee.open = 0
    }

    /// Slabs thinner than this are not cut where edges cross: shapes of very many edges must end too.
    private var least: Double { count <= 32 ? 1.0 / 1024 : count <= 256 ? 1.0 / 64 : 1.0 / 16 }

    /// A slab without ends, down to its end or to the first crossing: where it stopped is returned.
    private mutating func slab(_ y: Double, _ lowest: Double, _ evenOdd: Bool, _ grid: CellGrid) -> Double {
        var end = lowest
        var isOrdered = true, isCrossed = false
        var previousTop = -Double.infinity, previousBottom = -Double.infinity
        for i in 0..<count {
            let e = edges + i
            let top = e.pointee.bottom
            let bottom = end >= e.pointee.y1 ? e.pointee.x1 : e.pointee.x(end)
            e.pointee.top = top
            e.pointee.bottom = bottom
            isOrdered = isOrdered && (previousTop < top || (previousTop == top && previousBottom <= bottom))
            isCrossed = isCrossed || bottom < previousBottom
            previousTop = top
            previousBottom = bottom
        }
        if !isOrdered { sort { $0.top < $1.top || ($0.top == $1.top && $0.bottom < $1.bottom) } }
        // The first crossing is one of neighbours.
        var first = 1.0
        if !isOrdered || isCrossed {
            for i in 1..<max(1, count) {
                let cross = edges[i &- 1].bottom - edges[i].bottom
                if cross > 0 {
                    let gap = edges[i].top - edges[i &- 1].top
                    first = min(first, gap / (gap + cross))
                }
            }
        }
        if first < 1 {
            let at = y + (end - y) * first, cut = min(end, max(at, y + least))
            end = cut
            for i in 0..<count { edges[i].bottom = edges[i].x(end) }
            // Cut below the crossing: order as in the middle.
            if cut > at { sort { $0.top + $0.bottom < $1.top + $1.bottom } }
        }
        var winding: Int32 = 0
        for i in 0..<count {
            let e = edges + i
            let before = evenOdd ? winding & 1 : winding
            winding &+= e.pointee.direction
            let after = evenOdd ? winding & 1 : winding
            let side: Int32 = (before == 0) == (after == 0) ? 0 : after == 0 ? -1 : 1
            if side != e.pointee.open {
                SlabScanner.close(e, e.pointee.top, y, grid)
                e.pointee.open = side
                e.pointee.openX = e.pointee.top
                e.pointee.openY = y
            }
        }
        return end
    }

    /// Few and nearly ordered most of the time.
    @inline(__always)
    private mutating func sort(by less: (Edge, Edge) -> Bool) {
        var i = 1
        while i < count {
            if less(edges[i], edges[i &- 1]) {
                let v = edges[i]
                var j = i
                repeat {
                    edges[j] = edges[j &- 1]
                    j &-= 1
                } while j > 0 && less(v, edges[j &- 1])
                edges[j] = v
            }
            i &+= 1
        }
    }
}
