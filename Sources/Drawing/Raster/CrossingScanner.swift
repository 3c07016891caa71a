/// Finds the crossings of a shape's edges with the middles of rows, for the rule of pixel centres. Crossings and ends are rounded to the
/// nearest 4096th of a pixel, as for antialiased edges. Therefore an edge through the middles of pixels is recognized as such on every
/// processor, mathematics library and device, and adjacent shapes share it whatever ends they have. The edges themselves are not moved.
struct CrossingScanner {
    /// An edge from its upper to its lower end, and its crossing with the current row.
    struct Edge {
        var x0: Double, y0: Double, x1: Double, y1: Double
        var slope: Double
        var at: Double
        var direction: Int32

        @inline(__always)
        func isCrossed(_ middle: Double) -> Bool { CrossingScanner.rounded(y0) <= middle && middle < CrossingScanner.rounded(y1) }

        @inline(__always)
        func x(_ y: Double) -> Double { max(min(x0, x1), min(max(x0, x1), x0 + (y - y0) * slope)) }
    }

    /// Rounds to the nearest 4096th, within the range of picture coordinates.
    @inline(__always)
    private static func rounded(_ v: Double) -> Double { v + 0x1.8p52 / 4096 - 0x1.8p52 / 4096 }

    /// The edges of the current row, from left to right.
    private(set) var edges = UnsafeMutablePointer<Edge>.allocate(capacity: 64)
    private var count = 0
    private var capacity = 64
    /// Linked lists of edges by the row in which they begin.
    private var heads = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var headCapacity = 1
    private var links = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var linkCapacity = 1
    /// The lines of the current shape, owned by its store.
    private var lines: UnsafeMutablePointer<SIMD4<Double>>?
    private var firstRow = 0

    func deallocate() {
        edges.deallocate()
        heads.deallocate()
        links.deallocate()
    }

    /// Starts a shape. Its rows in `region` must then be requested from the top downwards, without a gap.
    mutating func begin(_ store: LineStore, _ region: IntRect) {
        count = 0
        let lines = store.lines
        self.lines = lines
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
            if low == high || low <= top || high >= bottom { continue }
            let row = high <= top ? 0 : Int(high - top)
            links[i] = heads[row]
            heads[row] = Int32(i)
        }
    }

    /// Returns the number of edges that cross the middle of a row. They are the first ones of `edges`, sorted by `at`, with the
    /// `direction` of crossing.
    mutating func crossings(row y: Int) -> Int {
        var kept = 0
        for i in 0..<count where edges[i].y1 > Double(y) {
            if kept != i { edges[kept] = edges[i] }
            kept += 1
        }
        count = kept
        var next = heads[y - firstRow]
        while next >= 0, let lines {
            let l = lines[Int(next)]
            let down = l.y < l.w
            let (ax, ay, bx, by) = down ? (l.x, l.y, l.z, l.w) : (l.z, l.w, l.x, l.y)
            if count == capacity { grow() }
            edges[count] = Edge(x0: ax, y0: ay, x1: bx, y1: by, slope: (bx - ax) / (by - ay), at: 0, direction: down ? 1 : -1)
            count += 1
            next = links[Int(next)]
        }
        let middle = Double(y) + 0.5
        for i in 0..<count { edges[i].at = edges[i].isCrossed(middle) ? Self.rounded(edges[i].x(middle)) : .infinity }
        var row = UnsafeMutableBufferPointer(start: edges, count: count)
        row.sort { $0.at < $1.at }
        var n = 0
        while n < count, edges[n].at < .infinity { n += 1 }
        return n
    }

    private mutating func grow() {
        let bigger = UnsafeMutablePointer<Edge>.allocate(capacity: capacity * 2)
        bigger.update(from: edges, count: count)
        edges.deallocate()
        edges = bigger
        capacity *= 2
    }
}
