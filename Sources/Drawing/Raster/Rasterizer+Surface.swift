import Foundation

extension Rasterizer {
    /// Composites a surface at its position in device space, faded by an opacity, under the clip and an optional further mask. Modes that
    /// change pixels under a transparent source (`affectsUntouched`) change all of `rect`.
    package func composite(
        _ source: Surface, onto surface: Surface, _ clip: Clip, rect: IntRect? = nil, opacity: UInt8 = 255, mask: MaskBuffer? = nil,
        mode: PixelBlendMode = .normal
    ) {
        var r = clip.region(in: surface.bounds)
        if let rect { r = r.intersection(rect) }
        if !mode.affectsUntouched {
            r = r.intersection(source.bounds)
            if let mask { r = r.intersection(mask.bounds) }
        }
        guard !r.isEmpty, opacity > 0 || mode.affectsUntouched else { return }
        let clip = clip.plain(in: r)
        reserveRow(r.width)
        // Rows are plain memory, which returns to the pool when its owner is released.
        defer { withExtendedLifetime((source, surface, clip, mask)) {} }
        let x0 = Int(r.x0), n = r.width
        let plain = mode == .normal && clip.mask == nil && mask == nil
        for y in Int(r.y0)..<Int(r.y1) {
            let dst = surface.pointer(x: x0, y: y)
            if plain {
                kernels.pointee.over_pixels(dst, source.pointer(x: x0, y: y), n, UInt32(opacity))
                continue
            }
            // The source row as the group shows it: faded and masked.
            if mode == .normal {
                memset(coverage, Int32(opacity), n)
                if let m = mask { kernels.pointee.multiply_mask(coverage, m.pointer(x: x0, y: y), n) }
                if let m = clip.mask { kernels.pointee.multiply_mask(coverage, m.pointer(x: x0, y: y), n) }
                kernels.pointee.over_pixels_coverage(dst, source.pointer(x: x0, y: y), n, coverage)
                continue
            }
            sourceRow(source, y, x0, n)
            kernels.pointee.scale_pixels(sinkPixels, n, UInt32(opacity))
            if let m = mask { maskRow(m, y, x0, n); kernels.pointee.multiply_pixels(sinkPixels, coverage, n) }
            mode.blend(dst, sinkPixels, n, clip.mask.map { UnsafePointer($0.pointer(x: x0, y: y)) }, kernels)
        }
    }

    /// Copies a row of a surface, transparent outside, into the scratch pixels.
    private func sourceRow(_ s: Surface, _ y: Int, _ x: Int, _ n: Int) {
        let inside = IntRect(x: x, y: y, width: n, height: 1).intersection(s.bounds)
        if inside.width < n { memset(sinkPixels, 0, n * 4) }
        guard !inside.isEmpty else { return }
        memcpy(sinkPixels + (Int(inside.x0) - x), s.pointer(x: Int(inside.x0), y: y), inside.width * 4)
    }

    /// Copies a row of a mask, 0 outside, into the scratch coverage.
    private func maskRow(_ m: MaskBuffer, _ y: Int, _ x: Int, _ n: Int) {
        let inside = IntRect(x: x, y: y, width: n, height: 1).intersection(m.bounds)
        if inside.width < n { memset(coverage, 0, n) }
        guard !inside.isEmpty else { return }
        memcpy(coverage + (Int(inside.x0) - x), m.pointer(x: Int(inside.x0), y: y), inside.width)
    }

    /// Fills one paint through a mask (a shadow, a glyph), which may be moved by whole pixels.
    package func fill(
        _ surface: Surface, _ clip: Clip, through mask: MaskBuffer, movedBy d: (x: Int32, y: Int32) = (0, 0), paint: Paint,
        mode: PixelBlendMode = .normal
    ) {
        let r = clip.region(in: surface.bounds).intersection(mask.bounds.offset(d.x, d.y))
        guard !r.isEmpty else { return }
        let clip = clip.plain(in: r)
        defer { withExtendedLifetime((surface, clip, mask)) {} }
        if case .solid(let color) = paint, mode == .normal, clip.mask == nil {
            kernels.pointee.over_solid_mask(
                surface.pointer(x: Int(r.x0), y: Int(r.y0)), surface.stride, r.height, r.width, color,
                mask.pointer(x: Int(r.x0 - d.x), y: Int(r.y0 - d.y)), mask.stride)
            return
        }
        let sink = sink(surface, clip, paint, mode, width: r.width)
        for y in Int(r.y0)..<Int(r.y1) {
            let row = mask.pointer(x: Int(r.x0 - d.x), y: y - Int(d.y))
            var x = 0
            // Colours are sampled only where the coverage is not 0.
            while let part = Rasterizer.covered(row, from: x, to: r.width) {
                memcpy(coverage, row + part.from, part.to - part.from)
                sink.span(y, Int(r.x0) + part.from, part.to - part.from, coverage)
                x = part.to
            }
        }
    }

    /// Returns the next range of a coverage row that is not 0, in whole groups of eight pixels and across gaps of less than four of them.
    @inline(__always)
    private static func covered(_ row: UnsafePointer<UInt8>, from: Int, to: Int) -> (from: Int, to: Int)? {
        let memory = UnsafeRawPointer(row)
        @inline(__always) func isClear(_ x: Int) -> Bool {
            if x + 8 <= to { return memory.loadUnaligned(fromByteOffset: x, as: UInt64.self) == 0 }
            for i in x..<to where row[i] != 0 { return false }
            return true
        }
        var x = from
        while x < to, isClear(x) { x += 8 }
        if x >= to { return nil }
        let first = x
        var end = x + 8
        x = end
        while x < to, x - end < 32 {
            if !isClear(x) { end = x + 8 }
            x += 8
        }
        return (first, min(end, to))
    }

    /// Adds the coverage of a previously drawn shape to a mask (composited over the mask's contents).
    package func fill(_ target: MaskBuffer, _ clip: Clip, through mask: MaskBuffer) {
        let r = clip.region(in: target.bounds).intersection(mask.bounds)
        guard !r.isEmpty else { return }
        defer { withExtendedLifetime((target, clip, mask)) {} }
        let sink = sink(target, clip.plain(in: r), width: r.width)
        for y in Int(r.y0)..<Int(r.y1) {
            memcpy(coverage, mask.pointer(x: Int(r.x0), y: y), r.width)
            sink.span(y, Int(r.x0), r.width, coverage)
        }
    }
}
