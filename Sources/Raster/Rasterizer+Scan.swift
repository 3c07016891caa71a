extension Rasterizer {
    /// Fills the edges gathered in `lines`.
    ///
    /// - Parameter isSimple: no two parts of the shape overlap or meet with opposite windings (a convex outline, a ring):
    ///   then signed areas are the coverage. This must not depend on the clip, or parts drawn again would differ.
    func fillLines(region clip: IntRect, rule: FillRule, isSimple: Bool, antialias: Bool, sink: RowSink) {
        let region = clip.intersection(lines.bounds)
        guard !region.isEmpty else { return }
        reserveRow(region.width)
        if !antialias {
            slabs.begin(lines, region)
            for y in Int(region.y0)..<Int(region.y1) { centres(y, region, rule: rule, sink: sink) }
        } else if isSimple || rule == .additive {
            let rows = max(1, Rasterizer.bandCells / CellGrid.stride(width: region.width))
            var y = Int(region.y0)
            while y < Int(region.y1) {
                let end = min(Int(region.y1), y + rows)
                band(IntRect(region.x0, Int32(y), region.x1, Int32(end)), sink: sink)
                y = end
            }
        } else {
            slabs.begin(lines, region)
            for y in region.y0..<region.y1 {
                let grid = grid(IntRect(region.x0, y, region.x1, y + 1))
                slabs.accumulate(row: Int(y), evenOdd: rule == .evenOdd, into: grid)
                scanRow(grid, 0, sink: sink)
            }
        }
    }

    private func band(_ r: IntRect, sink: RowSink) {
        let grid = grid(r)
        let all = lines.lines
        for i in 0..<lines.count {
            let l = all[i]
            grid.add(l.x, l.y, l.z, l.w)
        }
        for row in 0..<grid.height { scanRow(grid, row, sink: sink) }
    }

    /// Next block at or after `block` whose bit equals `set`, at most `end`.
    @inline(__always)
    private static func next(_ bits: UnsafeMutablePointer<UInt64>, _ block: Int, _ end: Int, set: Bool) -> Int {
        var b = block
        while b < end {
            let word = (set ? bits[b &>> 6] : ~bits[b &>> 6]) &>> UInt64(truncatingIfNeeded: b & 63)
            if word != 0 { return min(end, b &+ word.trailingZeroBitCount) }
            b = (b | 63) &+ 1
        }
        return end
    }

    /// Cells of a row to coverage, to the sink; leaves the row zero.
    private func scanRow(_ grid: CellGrid, _ row: Int, sink: RowSink) {
        let bits = grid.touched + row &* grid.words
        let cells = grid.cells + row &* grid.stride
        let blocks = grid.stride &>> 3
        let y = grid.y0 &+ row
        let out = coverage
        var carry: Int32 = 0
        var b = Rasterizer.next(bits, 0, blocks, set: true)
        while b < blocks {
            let e = Rasterizer.next(bits, b, blocks, set: false)
            let first = b &<< 3, all = (e &- b) &<< 3
            // The cells behind the last pixel hold what spills over the clip: not part of the picture.
            let n = min(all, grid.width &- first)
            if n > 0 {
                carry = kernels.pointee.scan_cells(cells + first, n, carry, out)
                let value = out[n &- 1]
                sink.span(y, grid.x0 &+ first, n, out)
                let next = Rasterizer.next(bits, e, blocks, set: true)
                let end = min(next &<< 3, grid.width)
                if value != 0, end > first &+ n { sink.run(y, grid.x0 &+ first &+ n, end &- first &- n, value) }
            }
            (cells + first).update(repeating: 0, count: all)
            b = Rasterizer.next(bits, e, blocks, set: true)
        }
        for w in 0..<grid.words { bits[w] = 0 }
    }

    /// One row by the rule of pixel centres: a pixel is in where its centre is, left and top edges included.
    private func centres(_ y: Int, _ r: IntRect, rule: FillRule, sink: RowSink) {
        let count = slabs.crossings(row: y)
        let c = slabs.edges
        var winding: Int32 = 0
        for i in 0..<max(0, count - 1) {
            winding &+= c[i].direction
            guard rule == .evenOdd ? winding & 1 != 0 : winding != 0 else { continue }
            let from = max(Double(r.x0), (c[i].top - 0.5).rounded(.up)), to = min(Double(r.x1), (c[i + 1].top - 0.5).rounded(.up))
            if from < to { sink.run(y, Int(from), Int(to) - Int(from), 255) }
        }
    }
}
