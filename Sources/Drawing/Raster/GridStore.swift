import CKernels

/// The edges of a shape, cut into pieces by row, and the grid in which their areas are summed.
struct GridStore {
    /// The edges in 4096ths of a pixel, four numbers each.
    private(set) var lines = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var lineCapacity = 0
    /// The number of pieces of each row, stored as differences from row to row.
    private(set) var counts = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    private var countCapacity = 0
    private(set) var spans = UnsafeMutablePointer<agate_span>.allocate(capacity: 1)
    private var width = 0
    private var cellCapacity = 0
    private var startCapacity = 0
    private(set) var grid = agate_grid(
        cells: .allocate(capacity: 1), touched: .allocate(capacity: 1), passes: .allocate(capacity: 1), xs: .allocate(capacity: 1),
        xe: .allocate(capacity: 1), ys: .allocate(capacity: 1), row: .allocate(capacity: 1), sorted: .allocate(capacity: 1),
        starts: .allocate(capacity: 1), first: .allocate(capacity: 1), last: .allocate(capacity: 1),
        coverage: .allocate(capacity: 1), width: 0, rows: 0, stride: 0, rule: Int32(agate_rule_winding), count: 0, capacity: 0, looks: 0,
        blocks: nil, block_room: 0, block_row: -1)

    /// The maximum number of cells that are processed together, unless one row has more.
    private static let bandCells = 1 << 20
    /// The maximum number of pieces that are held together, unless one row has more.
    private static let bandPieces = 1 << 18

    func deallocate() {
        for p in [lines, counts, grid.cells, grid.xs, grid.xe, grid.ys, grid.row, grid.sorted, grid.starts] {
            p.deallocate()
        }
        for p in [grid.touched, grid.passes, grid.coverage] { p.deallocate() }
        for p in [grid.first, grid.last] { p.deallocate() }
        grid.blocks?.deallocate()
        spans.deallocate()
    }

    mutating func reserve(lines n: Int) {
        guard n > lineCapacity else { return }
        lines.deallocate()
        lineCapacity = max(1024, n * 2)
        lines = .allocate(capacity: lineCapacity * 4)
    }

    /// True if the memory has grown beyond a few megabytes.
    var isLarge: Bool { cellCapacity > 1 << 18 || grid.capacity > 1 << 16 || lineCapacity > 1 << 16 }

    /// Returns the number of a region's rows whose cells are held together.
    static func rows(_ region: IntRect) -> Int32 { max(1, Int32(bandCells / stride(region.width))) }

    private static func stride(_ width: Int) -> Int { (width + 3 + 63) & ~63 }

    /// Starts the grid of a region, with all cells zero.
    mutating func begin(_ r: IntRect, _ rule: Int32) {
        let stride = GridStore.stride(r.width)
        grid.width = Int32(r.width)
        grid.rows = Int32(r.height)
        grid.stride = Int32(stride)
        grid.rule = rule
        if stride * r.height > cellCapacity {
            for p in [grid.touched, grid.passes] { p.deallocate() }
            grid.cells.deallocate()
            cellCapacity = max(1 << 15, stride * r.height)
            grid.cells = .allocate(capacity: cellCapacity + 8)
            grid.cells.initialize(repeating: 0, count: cellCapacity + 8)
            grid.touched = .allocate(capacity: cellCapacity / 8 + 8)
            grid.touched.initialize(repeating: 0, count: cellCapacity / 8 + 8)
            grid.passes = .allocate(capacity: cellCapacity + 8)
            grid.passes.initialize(repeating: 0, count: cellCapacity + 8)
        }
        if r.height > startCapacity {
            grid.starts.deallocate()
            startCapacity = max(256, r.height)
            grid.starts = .allocate(capacity: startCapacity + 2)
        }
        if grid.capacity == 0 { reserve(pieces: 8192) }
        guard r.width > width else { return }
        width = max(2048, r.width)
        grid.coverage.deallocate()
        spans.deallocate()
        grid.coverage = .allocate(capacity: width + 64)
        spans = .allocate(capacity: width / 4 + 4)
    }

    private mutating func reserve(pieces n: Int) {
        guard n + 8 > Int(grid.capacity) else { return }
        for p in [grid.xs, grid.xe, grid.ys, grid.row, grid.sorted] { p.deallocate() }
        for p in [grid.first, grid.last] { p.deallocate() }
        let size = n + n / 2 + 8
        grid.capacity = Int32(size)
        grid.xs = .allocate(capacity: size)
        grid.xe = .allocate(capacity: size)
        grid.ys = .allocate(capacity: size)
        grid.row = .allocate(capacity: size)
        grid.sorted = .allocate(capacity: size * 4)
        if grid.blocks == nil, size > 8192 * 2 {
            // A row gets a part of the blocks. If it needs more, it is processed without them.
            grid.block_room = 1 << 15
            grid.blocks = .allocate(capacity: Int(agate_block_starts) + 5 * Int(grid.block_room) + 16)
        }
        // Sixteen entries are read at a time.
        grid.first = .allocate(capacity: size + 16)
        grid.last = .allocate(capacity: size + 16)
    }

    /// Returns the number of rows, starting at `r.y0`, whose pieces can be held together if there are too many for the available memory.
    /// Allocates the memory for them.
    mutating func fitting(_ r: IntRect, _ count: Int, _ kernels: UnsafePointer<agate_kernel_table>) -> Int32 {
        if r.height + 2 > countCapacity {
            counts.deallocate()
            countCapacity = r.height + 2
            counts = .allocate(capacity: countCapacity)
        }
        counts.update(repeating: 0, count: r.height + 2)
        kernels.pointee.count_rows(counts, lines, count, r.y0, r.y1)
        var total = 0, row = 0, rows = 0
        while rows < r.height {
            row += Int(counts[rows])
            if rows > 0, total + row > GridStore.bandPieces { break }
            total += row
            rows += 1
        }
        reserve(pieces: total)
        return r.y0 + Int32(rows)
    }

    /// Cuts the edges into the pieces of a region. Returns false if there is not enough memory for them.
    mutating func split(_ count: Int, _ r: IntRect, _ kernels: UnsafePointer<agate_kernel_table>) -> Bool {
        kernels.pointee.split_lines(&grid, lines, count, r.x0, r.y0, r.y1) >= 0
    }
}
