import Foundation

extension Rasterizer {
    /// Fills a path (every subpath closed). Draws nothing for a path with a NaN or infinite coordinate.
    package func fillPath(
        _ surface: Surface, _ clip: Clip, _ path: PathView, transform: Affine, rule: FillRule = .winding, antialias: Bool = true,
        tolerance: Double = Flattener.tolerance, paint: Paint, mode: PixelBlendMode = .normal
    ) {
        let region = clip.region(in: surface.bounds)
        guard !region.isEmpty else { return }
        lines.removeAll()
        Flattener.fill(path, transform, view: Flattener.view(region), tolerance: tolerance, into: &lines)
        fillLines(
            region: region, rule: rule, isSimple: Convexity.isConvex(path), antialias: antialias,
            sink: sink(surface, clip, paint, mode, width: region.width))
    }

    /// Adds a path's coverage to a mask (composited over the mask's contents).
    package func fillPath(
        _ mask: MaskBuffer, _ clip: Clip, _ path: PathView, transform: Affine, rule: FillRule = .winding, antialias: Bool = true,
        tolerance: Double = Flattener.tolerance
    ) {
        let region = clip.region(in: mask.bounds)
        guard !region.isEmpty else { return }
        lines.removeAll()
        Flattener.fill(path, transform, view: Flattener.view(region), tolerance: tolerance, into: &lines)
        fillLines(
            region: region, rule: rule, isSimple: Convexity.isConvex(path), antialias: antialias,
            sink: sink(mask, clip, width: region.width))
    }

    /// Strokes a path. The pen is round in the path's space, and then transformed.
    package func strokePath(
        _ surface: Surface, _ clip: Clip, _ path: PathView, transform: Affine, style: StrokeStyle, antialias: Bool = true,
        paint: Paint, mode: PixelBlendMode = .normal
    ) {
        let region = clip.region(in: surface.bounds)
        guard !region.isEmpty else { return }
        lines.removeAll()
        let (style, weight) = style.visible(transform)
        stroker.stroke(path, transform, style, view: Flattener.view(region), into: &lines)
        fillLines(
            region: region, rule: style.additive ? .additive : .winding, isSimple: false, antialias: antialias,
            sink: sink(surface, clip, paint, mode, width: region.width, weight: antialias ? weight : 255))
    }

    package func strokePath(
        _ mask: MaskBuffer, _ clip: Clip, _ path: PathView, transform: Affine, style: StrokeStyle, antialias: Bool = true
    ) {
        let region = clip.region(in: mask.bounds)
        guard !region.isEmpty else { return }
        lines.removeAll()
        let (style, weight) = style.visible(transform)
        stroker.stroke(path, transform, style, view: Flattener.view(region), into: &lines)
        fillLines(
            region: region, rule: style.additive ? .additive : .winding, isSimple: false, antialias: antialias,
            sink: sink(mask, clip, width: region.width, weight: antialias ? weight : 255))
    }

    /// A rectangle beyond the extent of any complete coverage.
    private static let everywhere = SIMD4(-40_000.0, -40_000, 40_000, 40_000)

    /// Returns the complete coverage of a path, with the size of the touched area. Returns nil if the area is empty, or has more than
    /// `most` pixels.
    package func coverage(_ path: PathView, transform: Affine, rule: FillRule, most: Int) -> MaskBuffer? {
        lines.removeAll()
        Flattener.fill(path, transform, view: Rasterizer.everywhere, into: &lines)
        return coverLines(rule: rule, isSimple: Convexity.isConvex(path), most: most)
    }

    /// Returns the complete coverage of a stroke.
    package func strokeCoverage(_ path: PathView, transform: Affine, style: StrokeStyle, most: Int) -> MaskBuffer? {
        lines.removeAll()
        let (style, weight) = style.visible(transform)
        stroker.stroke(path, transform, style, view: Rasterizer.everywhere, into: &lines)
        return coverLines(rule: style.additive ? .additive : .winding, isSimple: false, most: most, weight: weight)
    }

    private func coverLines(rule: FillRule, isSimple: Bool, most: Int, weight: UInt8 = 255) -> MaskBuffer? {
        let box = lines.bounds
        guard !box.isEmpty, box.width < 16384, box.height < 16384, box.width * box.height <= most else { return nil }
        let mask = MaskBuffer(bounds: box)
        fillLines(
            region: box, rule: rule, isSimple: isSimple, antialias: true, sink: sink(mask, Clip(box), width: box.width, weight: weight))
        return mask
    }

    /// Fills whole pixels.
    package func fill(_ surface: Surface, _ clip: Clip, _ rect: IntRect, paint: Paint, mode: PixelBlendMode = .normal) {
        let r = rect.intersection(clip.region(in: surface.bounds))
        guard !r.isEmpty else { return }
        let sink = sink(surface, clip, paint, mode, width: r.width)
        for y in Int(r.y0)..<Int(r.y1) { sink.run(y, Int(r.x0), r.width, 255) }
    }
}
