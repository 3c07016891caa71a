extension Rasterizer {
    /// Fills the edges gathered in `lines`.
    func fillLines(region clip: IntRect, rule: FillRule, antialias: Bool, sink: RowSink) {
        let region = clip.intersection(lines.bounds)
        guard !region.isEmpty else { return }
        reserveRow(region.width)
        slabs.begin(lines)
        if !antialias {
            for y in Int(region.y0)..<Int(region.y1) { centres(y, region, rule: rule, sink: sink) }
            return
        }
        let perRow = CellGrid.stride(width: region.width)
        let rows = max(1, Rasterizer.bandCells / perRow)
        var y = Int(region.y0)
        while y < Int(region.y1) {
            let end = min(Int(region.y1), y + rows)
            band(IntRect(region.x0, Int32(y), region.x1, Int32(end)), rule: rule, sink: sink)
            y = end
        }
    }

    private func band(_ r: IntRect, rule: FillRule, sink: RowSink) {
        let grid = grid(r)
        let all = lines.lines
        for i in 0..<lines.count {
            let l = all[i]
            grid.add(l.x, l.y, l.z, l.w)
        }
        for row in 0..<grid.height { scanRow(grid, row, r, rule: rule, sink: sink) }
    }

    /// Sums beyond these tell of overlapping or opposite windings; what rounding leaves is far smaller.
    private static let slack: Int32 = 192

    private func scanRow(_ grid: CellGrid, _ row: Int, _ r: IntRect, rule: FillRule, sink: RowSink) {
        let bits = grid.touched + row * grid.words
        var any: UInt64 = 0
        for w in 0..<grid.words { any |= bits[w] }
        if any == 0 { return }
        let base = grid.cells + row * grid.stride
        var range = scanBlocks(grid, bits, base)
        if rule != .additive, range.0 < -(65536 + Rasterizer.slack) || range.1 > 65536 + Rasterizer.slack
            || (range.0 < -Rasterizer.slack && range.1 > Rasterizer.slack)
        {
            clearBlocks(grid, bits, base)
            slabs.accumulate(row: Int(r.y0) + row, lines: lines, evenOdd: rule == .evenOdd, into: grid)
            range = scanBlocks(grid, bits, base)
        }
        emit(grid, bits, y: Int(r.y0) + row, x0: Int(r.x0), sink: sink)
        clearBlocks(grid, bits, base)
        for w in 0..<grid.words { bits[w] = 0 }
    }

    /// Next block at or after `block` whose bit equals `set`, at most `end`.
    @inline(__always)
    private static func next(_ bits: UnsafeMutablePointer<UInt64>, _ block: Int, _ end: Int, set: Bool) -> Int {
        var b = block
        while b < end {
            let word = (set ? bits[b &>> 6] : ~bits[b &>> 6]) &>> UInt64(b & 63)
            if word != 0 { return min(end, b &+ word.trailingZeroBitCount) }
            b = (b | 63) &+ 1
        }
        return end
    }

    /// Coverage of the touched blocks into the row buffer; returns the least and the greatest sum met.
    private func scanBlocks(_ grid: CellGrid, _ bits: UnsafeMutablePointer<UInt64>, _ base: UnsafeMutablePointer<Int32>) -> (Int32, Int32) {
        var range: (Int32, Int32) = (0, 0)
        var carry: Int32 = 0
        let blocks = grid.stride &>> 3
        let scan = kernels.pointee.scan_cells
        let out = coverage
        withUnsafeMutableBytes(of: &range) { raw in
            guard let r = raw.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
            var b = Rasterizer.next(bits, 0, blocks, set: true)
            while b < blocks {
                let e = Rasterizer.next(bits, b, blocks, set: false)
                // The two cells behind the last pixel hold what spills over the clip: not part of the picture.
                let first = b &<< 3, n = min((e &- b) &<< 3, grid.width &- first)
                if n > 0 { carry = scan(base + first, n, carry, out + first, r) }
                b = Rasterizer.next(bits, e, blocks, set: true)
            }
        }
        return range
    }

    private func clearBlocks(_ grid: CellGrid, _ bits: UnsafeMutablePointer<UInt64>, _ base: UnsafeMutablePointer<Int32>) {
        let blocks = grid.stride &>> 3
        var b = Rasterizer.next(bits, 0, blocks, set: true)
        while b < blocks {
            let e = Rasterizer.next(bits, b, blocks, set: false)
            (base + b &<< 3).update(repeating: 0, count: (e &- b) &<< 3)
            b = Rasterizer.next(bits, e, blocks, set: true)
        }
    }

    private func emit(_ grid: CellGrid, _ bits: UnsafeMutablePointer<UInt64>, y: Int, x0: Int, sink: RowSink) {
        let blocks = grid.stride &>> 3
        var b = Rasterizer.next(bits, 0, blocks, set: true)
        while b < blocks {
            let e = Rasterizer.next(bits, b, blocks, set: false)
            let first = b &<< 3, n = min((e &- b) &<< 3, grid.width &- first)
            guard n > 0 else { return }
            let value = coverage[first &+ n &- 1]
            sink.span(y, x0 &+ first, n, coverage + first)
            b = Rasterizer.next(bits, e, blocks, set: true)
            let end = min(b &<< 3, grid.width)
            if value != 0, end > first &+ n { sink.run(y, x0 &+ first &+ n, end &- first &- n, value) }
        }
    }

    /// One row by the rule of pixel centres: a pixel is in where its centre is, left and top edges included.
    private func centres(_ y: Int, _ r: IntRect, rule: FillRule, sink: RowSink) {
        let y0 = Double(y) + 0.5
        slabs.crossings(y: y0, row: y, lines: lines)
        var winding: Int32 = 0
        let c = slabs.crossed
        var i = 0
        while i < c.count {
            winding += c[i].direction
            let inside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
            if inside, i + 1 < c.count {
                let from = max(Double(r.x0), (c[i].x - 0.5).rounded(.up)), to = min(Double(r.x1), (c[i + 1].x - 0.5).rounded(.up))
                if from < to { sink.run(y, Int(from), Int(to) - Int(from), 255) }
            }
            i += 1
        }
    }
}
