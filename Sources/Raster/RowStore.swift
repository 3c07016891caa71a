import CKernels

/// The edges of a shape cut into pieces by row, and room for one row's coverage.
struct RowStore {
    /// Edges in 4096ths of a pixel, four numbers each.
    private(set) var lines = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var lineCapacity = 0
    /// Pieces of each row; before `sumCounts` its differences from row to row.
    private(set) var counts = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// Where the next piece of each row of the band goes.
    private(set) var cursor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var starts = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var rowCapacity = 0
    private var xs = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var xe = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var ys = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var pieceCapacity = 0
    private var cells = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var touched = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    private var once = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    private var twice = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    private(set) var coverage = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private(set) var spans = UnsafeMutablePointer<agate_span>.allocate(capacity: 1)
    private var width = 0

    /// Pieces held at once, at most, unless one row has more.
    private static let bandPieces = 1 << 18

    func deallocate() {
        for p in [lines, counts, cursor, starts, xs, xe, ys, cells] { p.deallocate() }
        for p in [touched, once, twice] { p.deallocate() }
        coverage.deallocate()
        spans.deallocate()
    }

    mutating func reserve(lines n: Int) {
        guard n > lineCapacity else { return }
        lines.deallocate()
        lineCapacity = max(1024, n * 2)
        lines = .allocate(capacity: lineCapacity * 4)
    }

    /// Room for the rows of a region, their counts all zero.
    mutating func reserve(_ r: IntRect) {
        if r.height > rowCapacity {
            for p in [counts, cursor, starts] { p.deallocate() }
            rowCapacity = max(256, r.height)
            counts = .allocate(capacity: rowCapacity + 2)
            cursor = .allocate(capacity: rowCapacity + 2)
            starts = .allocate(capacity: rowCapacity + 2)
        }
        counts.update(repeating: 0, count: r.height + 2)
        guard r.width > width else { return }
        for p in [touched, once, twice] { p.deallocate() }
        cells.deallocate()
        coverage.deallocate()
        spans.deallocate()
        width = max(2048, r.width)
        cells = .allocate(capacity: width + 16)
        cells.initialize(repeating: 0, count: width + 16)
        touched = RowStore.bits(width)
        once = RowStore.bits(width)
        twice = RowStore.bits(width)
        coverage = .allocate(capacity: width + 64)
        spans = .allocate(capacity: width / 4 + 4)
    }

    private static func bits(_ width: Int) -> UnsafeMutablePointer<UInt64> {
        let p = UnsafeMutablePointer<UInt64>.allocate(capacity: width / 64 + 2)
        p.initialize(repeating: 0, count: width / 64 + 2)
        return p
    }

    func sumCounts(_ height: Int) {
        var sum: Int32 = 0
        for i in 0..<height {
            sum &+= counts[i]
            counts[i] = sum
        }
    }

    /// The end of the rows from `y` on whose pieces are held together, with their places set.
    mutating func band(from y: Int32, _ region: IntRect) -> Int32 {
        var total = 0
        var end = y
        while end < region.y1 {
            let n = Int(counts[Int(end - region.y0)])
            if end > y, total + n > RowStore.bandPieces { break }
            let row = Int(end - y)
            starts[row] = Int32(truncatingIfNeeded: total)
            cursor[row] = starts[row]
            total += n
            end += 1
        }
        starts[Int(end - y)] = Int32(truncatingIfNeeded: total)
        if total + 8 > pieceCapacity {
            for p in [xs, xe, ys] { p.deallocate() }
            pieceCapacity = max(4096, total * 2)
            xs = .allocate(capacity: pieceCapacity)
            xe = .allocate(capacity: pieceCapacity)
            ys = .allocate(capacity: pieceCapacity)
        }
        return end
    }

    func pieces(_ width: Int32, _ rule: Int32) -> agate_pieces {
        agate_pieces(
            starts: starts, xs: xs, xe: xe, ys: ys, cells: cells, touched: touched, once: once, twice: twice, coverage: coverage, width: width, rule: rule)
    }
}
