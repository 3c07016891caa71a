/// Exact coverage of rows where windings overlap or oppose each other. The row is cut into slabs in which no edge begins,
/// ends or crosses another; in a slab the edges stand in order, and those where "inside" begins or ends are the outline
/// of the filled area: only their signed areas are added.
struct SlabScanner {
    /// The part of an edge in a row, y0 < y1.
    private struct Edge {
        var x0: Double, y0: Double, x1: Double, y1: Double
        var direction: Int32

        @inline(__always)
        func x(_ y: Double) -> Double {
            if y <= y0 { return x0 }
            if y >= y1 { return x1 }
            return x0 + (x1 - x0) * ((y - y0) / (y1 - y0))
        }
    }

    private struct Ordered {
        var top: Double, bottom: Double
        var direction: Int32
    }

    struct Crossing {
        var x: Double
        var direction: Int32
    }

    /// Edges by their upper end; made when the first row asks.
    private var order: [Int32] = []
    private var isOrdered = false
    private var next = 0
    private var active: [Int32] = []
    private var row = Int.min
    private var edges: [Edge] = []
    private var stops: [Double] = []
    private var slab: [Ordered] = []
    private(set) var crossed: [Crossing] = []

    /// Forgets the shape before.
    mutating func begin(_ lines: LineStore) {
        isOrdered = false
        next = 0
        active.removeAll(keepingCapacity: true)
        row = .min
    }

    /// The edges that touch a row; rows come in ascending order.
    private mutating func advance(to y: Int, _ lines: LineStore) {
        let l = lines.lines
        if !isOrdered {
            order.removeAll(keepingCapacity: true)
            order.append(contentsOf: 0..<Int32(lines.count))
            order.sort { min(l[Int($0)].y, l[Int($0)].w) < min(l[Int($1)].y, l[Int($1)].w) }
            isOrdered = true
        }
        let top = Double(y), bottom = top + 1
        var kept = 0
        for i in active.indices {
            let e = l[Int(active[i])]
            if max(e.y, e.w) > top {
                active[kept] = active[i]
                kept += 1
            }
        }
        active.removeLast(active.count - kept)
        while next < order.count {
            let e = l[Int(order[next])]
            if min(e.y, e.w) >= bottom { break }
            if max(e.y, e.w) > top { active.append(order[next]) }
            next += 1
        }
        row = y
    }

    /// Where edges cross the line at `y` within `row`, left to right, into `crossed`.
    mutating func crossings(y: Double, row: Int, lines: LineStore) {
        advance(to: row, lines)
        crossed.removeAll(keepingCapacity: true)
        for i in active {
            let l = lines.lines[Int(i)]
            let down = l.y < l.w
            let (ax, ay, bx, by) = down ? (l.x, l.y, l.z, l.w) : (l.z, l.w, l.x, l.y)
            guard ay <= y, y < by else { continue }
            crossed.append(Crossing(x: ax + (bx - ax) * ((y - ay) / (by - ay)), direction: down ? 1 : -1))
        }
        SlabScanner.sort(&crossed) { $0.x < $1.x }
    }

    /// Adds the signed areas of the filled part's outline in a row.
    mutating func accumulate(row: Int, lines: LineStore, evenOdd: Bool, into grid: CellGrid) {
        advance(to: row, lines)
        let top = Double(row), bottom = top + 1
        edges.removeAll(keepingCapacity: true)
        stops.removeAll(keepingCapacity: true)
        stops.append(top)
        stops.append(bottom)
        for i in active {
            let l = lines.lines[Int(i)]
            let down = l.y < l.w
            let (ax, ay, bx, by) = down ? (l.x, l.y, l.z, l.w) : (l.z, l.w, l.x, l.y)
            let y0 = max(ay, top), y1 = min(by, bottom)
            guard y0 < y1 else { continue }
            let slope = (bx - ax) / (by - ay)
            let x0 = y0 == ay ? ax : ax + (y0 - ay) * slope, x1 = y1 == by ? bx : ax + (y1 - ay) * slope
            edges.append(Edge(x0: x0, y0: y0, x1: x1, y1: y1, direction: down ? 1 : -1))
            if y0 > top { stops.append(y0) }
            if y1 < bottom { stops.append(y1) }
        }
        SlabScanner.sort(&stops, by: <)
        for i in 0..<(stops.count - 1) where stops[i] < stops[i + 1] {
            cut(stops[i], stops[i + 1], evenOdd, grid)
        }
    }

    /// A slab without ends: cut further where edges cross.
    private mutating func cut(_ top: Double, _ end: Double, _ evenOdd: Bool, _ grid: CellGrid) {
        var y0 = top
        var y1 = end
        // Each round either finishes the slab or the part above the first crossing; the bound is for hostile input.
        for _ in 0..<256 where y0 < end {
            slab.removeAll(keepingCapacity: true)
            for e in edges where e.y0 <= y0 && e.y1 >= y1 {
                slab.append(Ordered(top: e.x(y0), bottom: e.x(y1), direction: e.direction))
            }
            SlabScanner.sort(&slab) { $0.top < $1.top || ($0.top == $1.top && $0.bottom < $1.bottom) }
            var first = 1.0
            if slab.count > 1 {
                for i in 1..<slab.count where slab[i].bottom < slab[i - 1].bottom {
                    let gap = slab[i].top - slab[i - 1].top, cross = slab[i - 1].bottom - slab[i].bottom
                    first = min(first, gap / (gap + cross))
                }
            }
            let at = y0 + (y1 - y0) * first
            // A cut that makes no way is a crossing at the very top: order by the lower ends instead.
            if first < 1, at > y0, at < y1, (y1 - y0) > 1e-4 {
                y1 = at
                continue
            }
            if first < 1 { SlabScanner.sort(&slab) { $0.top + $0.bottom < $1.top + $1.bottom } }
            outline(y0, y1, evenOdd, grid)
            y0 = y1
            y1 = end
        }
    }

    private func outline(_ y0: Double, _ y1: Double, _ evenOdd: Bool, _ grid: CellGrid) {
        var winding: Int32 = 0
        for e in slab {
            let before = evenOdd ? winding & 1 != 0 : winding != 0
            winding += e.direction
            let after = evenOdd ? winding & 1 != 0 : winding != 0
            if before == after { continue }
            if after { grid.add(e.top, y0, e.bottom, y1) } else { grid.add(e.bottom, y1, e.top, y0) }
        }
    }

    /// Few, nearly ordered items.
    @inline(__always)
    private static func sort<T>(_ a: inout [T], by less: (T, T) -> Bool) {
        if a.count > 24 {
            a.sort(by: less)
            return
        }
        a.withUnsafeMutableBufferPointer { p in
            var i = 1
            while i < p.count {
                let v = p[i]
                var j = i
                while j > 0, less(v, p[j &- 1]) {
                    p[j] = p[j &- 1]
                    j &-= 1
                }
                p[j] = v
                i &+= 1
            }
        }
    }
}
