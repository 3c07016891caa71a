import Foundation

extension Rasterizer {
    /// Fills with one premultiplied colour: the fast way for boxes.
    package func fillRoundedRect(_ surface: Surface, _ clip: Clip, _ rect: RoundedRect, color: UInt32) {
        guard let r = rect.fitted() else { return }
        let bounds = r.bounds
        let region = clip.region(in: surface.bounds)
        guard bounds.intersects(region) else { return }
        if clip.mask == nil, region.contains(bounds), fillWhole(surface, r, bounds, color) { return }
        lines.removeAll()
        outline(r, reversed: false)
        fillLines(region: region, rule: .winding, isSimple: true, antialias: true, sink: sink(surface, clip, .solid(color), .normal, width: region.width))
    }

    package func fillRoundedRect(
        _ surface: Surface, _ clip: Clip, _ rect: RoundedRect, paint: Paint, mode: PixelBlendMode = .normal, antialias: Bool = true
    ) {
        if case .solid(let color) = paint, mode == .normal, antialias { return fillRoundedRect(surface, clip, rect, color: color) }
        guard let r = rect.fitted() else { return }
        let region = clip.region(in: surface.bounds)
        guard r.bounds.intersects(region) else { return }
        lines.removeAll()
        outline(r, reversed: false)
        fillLines(region: region, rule: .winding, isSimple: true, antialias: antialias, sink: sink(surface, clip, paint, mode, width: region.width))
    }

    /// Fills what lies inside `outer` and outside `inner`, which must lie inside it (a border).
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
        fillLines(region: region, rule: .winding, isSimple: true, antialias: antialias, sink: sink(surface, clip, paint, mode, width: region.width))
    }

    /// Puts coverage into a mask (over what is there).
    package func fillRoundedRect(_ mask: MaskBuffer, _ clip: Clip, _ rect: RoundedRect, antialias: Bool = true) {
        guard let r = rect.fitted() else { return }
        let region = clip.region(in: mask.bounds)
        guard r.bounds.intersects(region) else { return }
        lines.removeAll()
        outline(r, reversed: false)
        fillLines(region: region, rule: .winding, isSimple: true, antialias: antialias, sink: sink(mask, clip, width: region.width))
    }

    /// The outline as edges: down the left side, along the bottom, up the right side.
    func outline(_ r: RoundedRect, reversed: Bool) {
        var previous = SIMD2(r.x0, r.y0 + r.radii.0.y)
        let start = previous
        @inline(__always) func to(_ p: SIMD2<Double>) {
            if reversed { lines.append(p, previous) } else { lines.append(previous, p) }
            previous = p
        }
        var curve = corners.curve(r.radii.3)
        for p in curve { to(SIMD2(r.x0 + p.x, r.y1 - p.y)) }
        curve = corners.curve(r.radii.2)
        for p in curve.reversed() { to(SIMD2(r.x1 - p.x, r.y1 - p.y)) }
        curve = corners.curve(r.radii.1)
        for p in curve { to(SIMD2(r.x1 - p.x, r.y0 + p.y)) }
        curve = corners.curve(r.radii.0)
        for p in curve.reversed() { to(SIMD2(r.x0 + p.x, r.y0 + p.y)) }
        to(start)
    }

    /// A box wholly inside the clip: rows with corners or level edges by cells, the rows between by one kernel call.
    /// False where its shape asks for the general way.
    private func fillWhole(_ surface: Surface, _ r: RoundedRect, _ b: IntRect, _ color: UInt32) -> Bool {
        guard b.width >= 3, b.width <= Rasterizer.denseWidth else { return false }
        let top = Int(b.y0), bottom = Int(b.y1)
        let topEnd = Int((r.y0 + max(r.radii.0.y, r.radii.1.y)).rounded(.up))
        let bottomStart = Int((r.y1 - max(r.radii.2.y, r.radii.3.y)).rounded(.down))
        if topEnd > bottomStart {
            guard bottom - top <= Rasterizer.denseHeight else { return false }
            corners(surface, r, b, top, bottom, color)
            return true
        }
        guard topEnd - top <= Rasterizer.denseHeight, bottom - bottomStart <= Rasterizer.denseHeight else { return false }
        if topEnd > top { corners(surface, r, b, top, topEnd, color) }
        if bottomStart > topEnd {
            kernels.pointee.over_solid_rows(
                surface.pointer(x: Int(b.x0), y: topEnd), surface.stride, bottomStart - topEnd, b.width - 2, color,
                Rasterizer.share(Double(b.x0) + 1 - r.x0), Rasterizer.share(r.x1 - Double(b.x1) + 1))
        }
        if bottom > bottomStart { corners(surface, r, b, bottomStart, bottom, color) }
        return true
    }

    /// Wider boxes leave most cells untouched: the general way steps over them.
    private static let denseWidth = 256
    private static let denseHeight = 256

    /// A part of a pixel as coverage, rounded as the cells are.
    private static func share(_ f: Double) -> UInt32 { (UInt32(f * CellGrid.one + 0.5) * 255 + 32768) >> 16 }

    /// The rows from `from` to `to` of a box, with whatever of its corners lies there.
    private func corners(_ surface: Surface, _ r: RoundedRect, _ b: IntRect, _ from: Int, _ to: Int, _ color: UInt32) {
        let grid = grid(IntRect(b.x0, Int32(from), b.x1, Int32(to)))
        let (x0, y0, x1, y1) = (r.x0, r.y0, r.x1, r.y1)
        let top = Double(from), bottom = Double(to)
        let (a, c) = (r.radii.0, r.radii.1), (d, e) = (r.radii.3, r.radii.2)
        // Corners, if they begin in these rows; then the upright sides between them.
        if y0 >= top {
            self.corners.curve(a).withUnsafeBufferPointer { grid.corner($0, x0, 1, y0, 1, CellGrid.one) }
            self.corners.curve(c).withUnsafeBufferPointer { grid.corner($0, x1, -1, y0, 1, -CellGrid.one) }
        }
        if y1 <= bottom {
            self.corners.curve(d).withUnsafeBufferPointer { grid.corner($0, x0, 1, y1, -1, CellGrid.one) }
            self.corners.curve(e).withUnsafeBufferPointer { grid.corner($0, x1, -1, y1, -1, -CellGrid.one) }
        }
        grid.edge(x0, max(top, y0 + a.y), x0, min(bottom, y1 - d.y), CellGrid.one)
        grid.edge(x1, max(top, y0 + c.y), x1, min(bottom, y1 - e.y), -CellGrid.one)
        kernels.pointee.over_solid_cells(
            surface.pointer(x: Int(b.x0), y: from), surface.stride, grid.cells, grid.stride, grid.height, grid.width, color)
        grid.touched.update(repeating: 0, count: grid.words * grid.height)
    }
}

extension CellGrid {
    /// A corner's curve (see `CornerCache`) at (x, y), mirrored by the signs.
    fileprivate func corner(_ curve: UnsafeBufferPointer<SIMD2<Double>>, _ x: Double, _ sx: Double, _ y: Double, _ sy: Double, _ sign: Double) {
        guard curve.count > 1 else { return }
        var px = x + sx * curve[0].x, py = y + sy * curve[0].y
        for i in 1..<curve.count {
            let qx = x + sx * curve[i].x, qy = y + sy * curve[i].y
            // Curves run towards the level edge: up at the top, down at the bottom.
            if sy > 0 { edge(qx, qy, px, py, sign) } else { edge(px, py, qx, qy, sign) }
            px = qx
            py = qy
        }
    }
}
