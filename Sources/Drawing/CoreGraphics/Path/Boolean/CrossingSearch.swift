/// Finds the places at which edges must be cut. It halves the plane until few edges are left in each part. The time is n log n for edges
/// with few crossings, wherever they are dense.
struct CrossingSearch {
    struct Cut {
        var edge: Int32
        /// The position along the edge, 0...1.
        var at: Double
        var point: GridPoint
    }

    private let edges: [Arrangement.Edge]
    private(set) var cuts: [Cut] = []
    private var comparisons = 0

    /// The limits beyond which the shapes are refused.
    private static let mostComparisons = 400_000_000, mostCuts = 8_000_000

    init(_ edges: [Arrangement.Edge]) { self.edges = edges }

    /// Runs the search. Returns false if there are too many comparisons or cuts.
    mutating func run() -> Bool {
        let limit = 0x1p43
        search(Array(0..<Int32(edges.count)), SIMD4(-limit, -limit, limit, limit), 0)
        return !isOver
    }

    private var isOver: Bool { comparisons > CrossingSearch.mostComparisons || cuts.count > CrossingSearch.mostCuts }

    /// - Parameter box: minX, minY, maxX, maxY. Anything further from the box than two steps is searched in another call.
    private mutating func search(_ items: [Int32], _ box: SIMD4<Double>, _ depth: Int) {
        if isOver || !items.contains(where: { edges[Int($0)].isNew }) { return }
        if items.count <= 16 || depth >= 64 { return compareAll(items) }
        var kept: [Int32] = []
        var bounds: [SIMD4<Double>] = []
        kept.reserveCapacity(items.count)
        bounds.reserveCapacity(items.count)
        var all = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
        for item in items {
            guard let b = clipped(edges[Int(item)], box) else { continue }
            kept.append(item)
            bounds.append(b)
            all = SIMD4(min(all.x, b.x), min(all.y, b.y), max(all.z, b.z), max(all.w, b.w))
        }
        guard kept.count > 16 else { return compareAll(kept) }
        let isWide = all.z - all.x > all.w - all.y
        for alongX in [isWide, !isWide] {
            let at = middle(bounds, alongX)
            var low: [Int32] = [], high: [Int32] = []
            for (item, b) in zip(kept, bounds) {
                if (alongX ? b.x : b.y) <= at + 2 { low.append(item) }
                if (alongX ? b.z : b.w) >= at - 2 { high.append(item) }
            }
            // Halving is no use if most edges are in both halves.
            guard low.count + high.count < kept.count * 7 / 4, max(low.count, high.count) < kept.count else { continue }
            var lowBox = all, highBox = all
            if alongX { (lowBox.z, highBox.x) = (at, at) } else { (lowBox.w, highBox.y) = (at, at) }
            search(low, lowBox, depth + 1)
            search(high, highBox, depth + 1)
            return
        }
        compareAll(kept)
    }

    /// Returns the middle of the middles of some of the edges.
    private func middle(_ bounds: [SIMD4<Double>], _ alongX: Bool) -> Double {
        let stride = max(1, bounds.count / 31)
        var samples: [Double] = []
        var index = stride / 2
        while index < bounds.count {
            let b = bounds[index]
            samples.append(alongX ? (b.x + b.z) * 0.5 : (b.y + b.w) * 0.5)
            index += stride
        }
        samples.sort()
        return samples[samples.count / 2].rounded()
    }

    /// Returns the box of the part of an edge inside a box that is two steps wider, or nil if there is none.
    @inline(__always)
    private func clipped(_ e: Arrangement.Edge, _ box: SIMD4<Double>) -> SIMD4<Double>? {
        let ax = Double(e.a.x), ay = Double(e.a.y), dx = Double(e.b.x) - ax, dy = Double(e.b.y) - ay
        let x0 = box.x - 2, y0 = box.y - 2, x1 = box.z + 2, y1 = box.w + 2
        // Most edges are entirely inside.
        if min(ax, ax + dx) >= x0, max(ax, ax + dx) <= x1, ay >= y0, ay + dy <= y1 {
            return SIMD4(min(ax, ax + dx), ay, max(ax, ax + dx), ay + dy)
        }
        var t0 = 0.0, t1 = 1.0
        if dx != 0 {
            let p = (x0 - ax) / dx, q = (x1 - ax) / dx
            t0 = max(t0, min(p, q))
            t1 = min(t1, max(p, q))
        } else if ax < x0 || ax > x1 {
            return nil
        }
        if dy != 0 {
            t0 = max(t0, (y0 - ay) / dy)
            t1 = min(t1, (y1 - ay) / dy)
        } else if ay < y0 || ay > y1 {
            return nil
        }
        guard t0 <= t1 else { return nil }
        let px = ax + dx * t0, qx = ax + dx * t1
        return SIMD4(min(px, qx), ay + dy * t0, max(px, qx), ay + dy * t1)
    }

    private mutating func compareAll(_ items: [Int32]) {
        // Sorted by lower end, so that the loop can stop at the first edge that begins above.
        let sorted = items.count > 16 ? items.sorted { edges[Int($0)].a.y < edges[Int($1)].a.y } : items
        for i in sorted.indices {
            let first = edges[Int(sorted[i])]
            for j in (i + 1)..<max(sorted.count, i + 1) {
                let second = edges[Int(sorted[j])]
                comparisons += 1
                if second.a.y > first.b.y + 1 {
                    if items.count > 16 { break }
                    continue
                }
                guard first.isNew || second.isNew, first.a.y <= second.b.y + 1,
                    min(first.a.x, first.b.x) <= max(second.a.x, second.b.x) + 1,
                    min(second.a.x, second.b.x) <= max(first.a.x, first.b.x) + 1
                else { continue }
                compare(sorted[i], first, sorted[j], second)
            }
            if isOver { return }
        }
    }

    private mutating func compare(_ i: Int32, _ e: Arrangement.Edge, _ j: Int32, _ f: Arrangement.Edge) {
        let fa = GridPoint.cross(e.a, e.b, f.a), fb = GridPoint.cross(e.a, e.b, f.b)
        let ea = GridPoint.cross(f.a, f.b, e.a), eb = GridPoint.cross(f.a, f.b, e.b)
        // An end within half a step of the other edge is a corner of it.
        var isTouching = touch(i, e, f.a, fa)
        isTouching = touch(i, e, f.b, fb) || isTouching
        isTouching = touch(j, f, e.a, ea) || isTouching
        isTouching = touch(j, f, e.b, eb) || isTouching
        guard !isTouching, (fa < 0 && fb > 0) || (fa > 0 && fb < 0), (ea < 0 && eb > 0) || (ea > 0 && eb < 0) else { return }
        let t = ea / (ea - eb)
        let x = (Double(e.a.x) + Double(e.b.x - e.a.x) * t).rounded(), y = (Double(e.a.y) + Double(e.b.y - e.a.y) * t).rounded()
        let p = GridPoint(x: Int64(x), y: Int64(y))
        add(i, e, p)
        add(j, f, p)
    }

    private mutating func touch(_ i: Int32, _ e: Arrangement.Edge, _ p: GridPoint, _ cross: Double) -> Bool {
        let dx = Double(e.b.x - e.a.x), dy = Double(e.b.y - e.a.y)
        guard cross.magnitude * 2 <= dx.magnitude + dy.magnitude, p != e.a, p != e.b else { return false }
        let along = Double(p.x - e.a.x) * dx + Double(p.y - e.a.y) * dy
        guard along > 0, along < dx * dx + dy * dy else { return false }
        add(i, e, p)
        return true
    }

    private mutating func add(_ i: Int32, _ e: Arrangement.Edge, _ p: GridPoint) {
        guard p != e.a, p != e.b else { return }
        let dx = Double(e.b.x - e.a.x), dy = Double(e.b.y - e.a.y)
        let along = Double(p.x - e.a.x) * dx + Double(p.y - e.a.y) * dy
        cuts.append(Cut(edge: i, at: max(0, min(1, along / (dx * dx + dy * dy))), point: p))
    }
}
