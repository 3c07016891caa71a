import Foundation

extension Rasterizer {
    /// Fills with one premultiplied colour: the fast path for boxes.
    package func fillRoundedRect(_ surface: Surface, _ clip: Clip, _ rect: RoundedRect, color: UInt32) {
        guard let r = rect.fitted() else { return }
        let bounds = r.bounds
        let region = clip.region(in: surface.bounds)
        guard bounds.intersects(region) else { return }
        if clip.mask == nil || clip.inner.contains(bounds), region.contains(bounds), fillWhole(surface, r, bounds, color) { return }
        fillBox(r, region, true, sink(surface, clip, .solid(color), .normal, width: Rasterizer.room(region, bounds)))
    }

    package func fillRoundedRect(
        _ surface: Surface, _ clip: Clip, _ rect: RoundedRect, paint: Paint, mode: PixelBlendMode = .normal, antialias: Bool = true
    ) {
        if case .solid(let color) = paint, mode == .normal, antialias { return fillRoundedRect(surface, clip, rect, color: color) }
        guard let r = rect.fitted() else { return }
        let region = clip.region(in: surface.bounds)
        guard r.bounds.intersects(region) else { return }
        fillBox(r, region, antialias, sink(surface, clip, paint, mode, width: Rasterizer.room(region, r.bounds)))
    }

    /// Returns the widest row of coverage that a box may need.
    private static func room(_ region: IntRect, _ box: IntRect) -> Int { max(region.width, min(box.width, bandCells) + 16) }

    private func fillBox(_ r: RoundedRect, _ region: IntRect, _ antialias: Bool, _ sink: RowSink) {
        if antialias, coverBox(r, r.bounds, region, sink) { return }
        lines.removeAll()
        outline(r, reversed: false)
        fillLines(region: region, rule: .winding, isSimple: true, antialias: antialias, sink: sink)
    }

    /// Fills the area inside `outer` and outside `inner`, which must be inside `outer` (a border).
    package func fillRoundedRing(
        _ surface: Surface, _ clip: Clip, outer: RoundedRect, inner: RoundedRect, paint: Paint, mode: PixelBlendMode = .normal,
        antialias: Bool = true
    ) {
        guard let o = outer.fitted() else { return }
        let region = clip.region(in: surface.bounds)
        guard o.bounds.intersects(region) else { return }
        lines.removeAll()
        outline(o, reversed: false)
        if let i = inner.fitted() { outline(i, reversed: true) }
        fillLines(
            region: region, rule: .winding, isSimple: true, antialias: antialias,
            sink: sink(surface, clip, paint, mode, width: region.width))
    }

    /// Adds coverage to a mask (composited over the mask's contents).
    package func fillRoundedRect(_ mask: MaskBuffer, _ clip: Clip, _ rect: RoundedRect, antialias: Bool = true) {
        guard let r = rect.fitted() else { return }
        let region = clip.region(in: mask.bounds)
        guard r.bounds.intersects(region) else { return }
        fillBox(r, region, antialias, sink(mask, clip, width: Rasterizer.room(region, r.bounds)))
    }

    /// Calls a closure with the chords of a round corner, from the side to the top, relative to the intersection of the sides: x grows, y
    /// decreases.
    package func cornerChords(_ radii: SIMD2<Double>, _ body: (_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Void) {
        let curve = corners.curve(radii)
        for i in 0..<curve.count {
            let c = curve.chords[i]
            body(SIMD2(c.x0, c.y0), SIMD2(c.x1, c.y1))
        }
    }

    /// Appends the outline as edges: down the left side, along the bottom, up the right side.
    func outline(_ r: RoundedRect, reversed: Bool) {
        var previous = SIMD2(r.x0, r.y0 + r.radii.0.y)
        let start = previous
        @inline(__always) func to(_ p: SIMD2<Double>) {
            if reversed { lines.append(p, previous) } else { lines.append(previous, p) }
            previous = p
        }
        var c = corners.curve(r.radii.3)
        to(SIMD2(r.x0, r.y1 - r.radii.3.y))
        for i in 0..<c.count { to(SIMD2(r.x0 + c.chords[i].x1, r.y1 - c.chords[i].y1)) }
        c = corners.curve(r.radii.2)
        to(SIMD2(r.x1 - r.radii.2.x, r.y1))
        for i in (0..<c.count).reversed() { to(SIMD2(r.x1 - c.chords[i].x0, r.y1 - c.chords[i].y0)) }
        c = corners.curve(r.radii.1)
        to(SIMD2(r.x1, r.y0 + r.radii.1.y))
        for i in 0..<c.count { to(SIMD2(r.x1 - c.chords[i].x1, r.y0 + c.chords[i].y1)) }
        c = corners.curve(r.radii.0)
        to(SIMD2(r.x0 + r.radii.0.x, r.y0))
        for i in (0..<c.count).reversed() { to(SIMD2(r.x0 + c.chords[i].x0, r.y0 + c.chords[i].y0)) }
        to(start)
    }

    /// Fills a box entirely inside the clip. Rows with corners or horizontal edges use cells, the rows between them one kernel call.
    /// Returns false if its shape requires the general path.
    private func fillWhole(_ surface: Surface, _ r: RoundedRect, _ b: IntRect, _ color: UInt32) -> Bool {
        guard b.width >= 3, r.radii.0 == r.radii.1, r.radii.2 == r.radii.3 else { return false }
        let top = Int(b.y0), bottom = Int(b.y1)
        let topEnd = Int((r.y0 + r.radii.0.y).rounded(.up))
        let bottomStart = Int((r.y1 - r.radii.3.y).rounded(.down))
        if topEnd > bottomStart {
            guard (bottom - top) * b.width <= Rasterizer.bandCells else { return false }
            cells(surface, r, b, top, bottom, color)
            return true
        }
        guard max(topEnd - top, bottom - bottomStart) * b.width <= Rasterizer.bandCells else { return false }
        if topEnd > top { cells(surface, r, b, top, topEnd, color) }
        if bottomStart > topEnd {
            kernels.pointee.over_solid_rows(
                surface.pointer(x: Int(b.x0), y: topEnd), surface.stride, bottomStart - topEnd, b.width - 2, color,
                Rasterizer.share(Double(b.x0) + 1 - r.x0), Rasterizer.share(r.x1 - Double(b.x1) + 1))
        }
        if bottom > bottomStart { cells(surface, r, b, bottomStart, bottom, color) }
        return true
    }

    /// Fills the same box if a clip, a mask or a paint requires coverage. The bytes are those of `fillWhole`, since clipping must not
    /// change the visible pixels. Returns false if its shape requires the general path.
    private func coverBox(_ r: RoundedRect, _ b: IntRect, _ region: IntRect, _ sink: RowSink) -> Bool {
        guard b.width >= 3, r.radii.0 == r.radii.1, r.radii.2 == r.radii.3 else { return false }
        let top = Int(b.y0), bottom = Int(b.y1)
        let topEnd = Int((r.y0 + r.radii.0.y).rounded(.up))
        let bottomStart = Int((r.y1 - r.radii.3.y).rounded(.down))
        let isOne = topEnd > bottomStart
        guard (isOne ? bottom - top : max(topEnd - top, bottom - bottomStart)) * b.width <= Rasterizer.bandCells else { return false }
        let seen = region.intersection(b)
        guard !seen.isEmpty else { return true }
        if isOne {
            coverCells(r, b, top, bottom, seen, sink)
            return true
        }
        if topEnd > top { coverCells(r, b, top, topEnd, seen, sink) }
        let left = UInt8(Rasterizer.share(Double(b.x0) + 1 - r.x0)), right = UInt8(Rasterizer.share(r.x1 - Double(b.x1) + 1))
        let x0 = max(Int(seen.x0), Int(b.x0) + 1), x1 = min(Int(seen.x1), Int(b.x1) - 1)
        for y in max(topEnd, Int(seen.y0))..<max(topEnd, Int(seen.y0), min(bottomStart, Int(seen.y1))) {
            if seen.x0 == b.x0, seen.x1 == b.x1 {
                sink.edged(y, Int(b.x0), b.width, left, right)
                continue
            }
            if seen.x0 == b.x0 { sink.run(y, Int(b.x0), 1, left) }
            sink.run(y, x0, x1 - x0, 255)
            if seen.x1 == b.x1 { sink.run(y, Int(b.x1) - 1, 1, right) }
        }
        if bottom > bottomStart { coverCells(r, b, bottomStart, bottom, seen, sink) }
        return true
    }

    private func coverCells(_ r: RoundedRect, _ b: IntRect, _ from: Int, _ to: Int, _ seen: IntRect, _ sink: RowSink) {
        guard max(from, Int(seen.y0)) < min(to, Int(seen.y1)) else { return }
        let (stride, rows) = addCells(r, b, from, to)
        for row in 0..<rows {
            let cells = cells + row * stride
            let y = from + row
            if y >= Int(seen.y0), y < Int(seen.y1) {
                _ = kernels.pointee.scan_cells(cells, b.width, 0, coverage)
                sink.span(y, Int(seen.x0), seen.width, coverage + (Int(seen.x0) - Int(b.x0)))
            }
            cells.update(repeating: 0, count: stride)
        }
    }

    /// Prefetches pixels that will soon be drawn on.
    @inline(__always)
    package func prefetch(_ surface: Surface, _ r: IntRect) {
        kernels.pointee.prefetch(surface.pointer(x: Int(r.x0), y: Int(r.y0)), surface.stride, r.height, r.width)
    }

    /// 1.0 as a signed area.
    static let one = 65536.0
    /// Returns the number of cells of a row, a multiple of eight. There are three cells after the last pixel, since an edge on its right
    /// side adds to the cell there and to the two following ones.
    static func cellStride(_ width: Int) -> Int { (width + 3 + 7) & ~7 }

    /// Returns a fraction of a pixel as coverage, rounded like the cells.
    private static func share(_ f: Double) -> UInt32 { (UInt32(f * Rasterizer.one + 0.5) * 255 + 32768) >> 16 }

    /// Draws the rows from `from` to `to` of a box, including the parts of its corners there.
    private func cells(_ surface: Surface, _ r: RoundedRect, _ b: IntRect, _ from: Int, _ to: Int, _ color: UInt32) {
        let (stride, rows) = addCells(r, b, from, to)
        let inset = max(r.radii.0.x, r.radii.3.x)
        // The cells between the corners are zero: whole groups of eight from the end of the left corners to the beginning of the right
        // ones.
        let lead = (Int(r.x0 - Double(b.x0) + inset) + 2 + 7) & ~7, tail = Int(max(0, r.x1 - Double(b.x0) - inset)) & ~7
        kernels.pointee.over_solid_cells(
            surface.pointer(x: Int(b.x0), y: from), surface.stride, cells, stride, rows, b.width, lead, tail, color)
    }

    @inline(__always)
    private func addCells(_ r: RoundedRect, _ b: IntRect, _ from: Int, _ to: Int) -> (stride: Int, rows: Int) {
        let rows = to - from, stride = Rasterizer.cellStride(b.width)
        reserveCells(rows * stride)
        let x0 = r.x0 - Double(b.x0), x1 = r.x1 - Double(b.x0)
        let y0 = r.y0 - Double(from), y1 = r.y1 - Double(from)
        let h = Double(rows)
        let add = kernels.pointee.corner_cells
        // A pair of corners adds the sides below or above it. If these rows include both pairs, the upper one adds them.
        let hasTop = y0 >= 0, hasBottom = y1 <= h
        if hasTop {
            let curve = corners.curve(r.radii.0)
            add(cells, stride, rows, curve.chords, curve.count, x0, x1, y0, 1, hasBottom ? y1 - r.radii.3.y : h)
        }
        if hasBottom {
            let curve = corners.curve(r.radii.3)
            add(cells, stride, rows, curve.chords, curve.count, x0, x1, y1, -1, hasTop ? y1 - r.radii.3.y : 0)
        }
        return (stride, rows)
    }
}
