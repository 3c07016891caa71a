import CKernels

extension Rasterizer {
    /// Fills the edges collected in `lines`, which must form closed outlines.
    ///
    /// - Parameter isSimple: true if no two parts of the shape overlap or meet with opposite windings (a convex outline, a ring). The
    ///   signed areas are then the coverage. The value must not depend on the clip, or redrawn parts would differ.
    func fillLines(region clip: IntRect, rule: FillRule, isSimple: Bool, antialias: Bool, sink: RowSink) {
        guard lines.count > 0 else { return }
        guard antialias else {
            let region = clip.intersection(lines.bounds)
            guard !region.isEmpty else { return }
            crossings.begin(lines, region)
            for y in Int(region.y0)..<Int(region.y1) { centres(y, region, rule: rule, sink: sink) }
            return
        }
        // Edges are measured from the corner of a page, so that distant regions have as fine a grid as near ones.
        let page = (x: clip.x0 & ~65535, y: clip.y0 & ~65535)
        var bounds = quantise(page.x, page.y)
        if bounds == nil {
            lines.cut(around: SIMD2(Double(page.x), Double(page.y)), reach: 131_000)
            bounds = quantise(page.x, page.y)
        }
        guard let bounds else { return }
        let region = clip.offset(-page.x, -page.y).intersection(bounds)
        guard !region.isEmpty else { return }
        let ruled = rule == .evenOdd ? agate_rule_even_odd : isSimple || rule == .additive ? agate_rule_plain : agate_rule_winding
        var y = region.y0
        while y < region.y1 {
            var part = IntRect(region.x0, y, region.x1, min(region.y1, y + GridStore.rows(region)))
            store.begin(part, Int32(ruled))
            if !store.split(lines.count, part, kernels) {
                part = IntRect(part.x0, y, part.x1, store.fitting(part, lines.count, kernels))
                store.begin(part, Int32(ruled))
                guard store.split(lines.count, part, kernels) else { return }
            }
            band(part, page, sink)
            y = part.y1
        }
    }

    /// Converts the edges to fractions of a pixel in `store`. Returns the pixels that they touch, or nil if some are too far away.
    private func quantise(_ x: Int32, _ y: Int32) -> IntRect? {
        store.reserve(lines: lines.count)
        var b: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let isNear = withUnsafeMutableBytes(of: &b) { raw in
            raw.withMemoryRebound(to: Int32.self) { box in
                UnsafeMutableRawPointer(lines.lines).withMemoryRebound(to: Double.self, capacity: lines.count * 4) {
                    kernels.pointee.quantise_lines(store.lines, $0, lines.count, Double(x), Double(y), box.baseAddress ?? store.lines)
                }
            }
        }
        guard isNear != 0 else { return nil }
        return IntRect(b.0 >> 12, b.1 >> 12, (b.2 &+ 4095) >> 12, (b.3 &+ 4095) >> 12)
    }

    /// Fills the rows of a page whose pieces are in `store`.
    private func band(_ r: IntRect, _ page: (x: Int32, y: Int32), _ sink: RowSink) {
        guard store.grid.count > 0 else { return }
        var grid = store.grid
        kernels.pointee.add_pieces(&grid)
        let x = Int(r.x0) + Int(page.x), y = Int(r.y0) + Int(page.y)
        if sink.fillSolid(&grid, x, y) { return }
        for row in 0..<r.height {
            let count = kernels.pointee.cover_row(&grid, row, store.spans)
            for i in 0..<count {
                let s = store.spans[i]
                if s.value < 0 {
                    sink.span(y + row, x + Int(s.x), Int(s.n), grid.coverage + Int(s.x))
                } else {
                    sink.run(y + row, x + Int(s.x), Int(s.n), UInt8(truncatingIfNeeded: s.value))
                }
            }
        }
    }

    /// Fills one row by the rule of pixel centres: a pixel is inside if its centre is inside, including left and top edges.
    private func centres(_ y: Int, _ r: IntRect, rule: FillRule, sink: RowSink) {
        let count = crossings.crossings(row: y)
        let c = crossings.edges
        var winding: Int32 = 0
        for i in 0..<max(0, count - 1) {
            winding &+= c[i].direction
            guard rule == .evenOdd ? winding & 1 != 0 : winding != 0 else { continue }
            let from = max(Double(r.x0), (c[i].at - 0.5).rounded(.up)), to = min(Double(r.x1), (c[i + 1].at - 0.5).rounded(.up))
            if from < to { sink.run(y, Int(from), Int(to) - Int(from), 255) }
        }
    }
}
