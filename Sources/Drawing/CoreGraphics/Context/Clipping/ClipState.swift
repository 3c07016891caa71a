import Foundation
import Raster

/// The area in which drawing is visible. Upright rectangles intersect as rectangles, so that an edge given twice is one edge. The
/// coverages of other shapes are multiplied, each only once.
struct ClipState {
    /// A shape that was clipped to, kept to recognize it.
    private struct Shape: Equatable {
        let path: CGPath
        let transform: Affine
        let rule: Raster.FillRule
        let antialias: Bool
    }

    /// The area before any clip.
    let limits: IntRect
    /// The intersection of all upright rectangles: x0, y0, x1, y1 in device pixels.
    private var rect: SIMD4<Double>
    /// The intersection of `rect` and the boxes of all other shapes.
    private(set) var box: SIMD4<Double>
    private var shapes: [Shape] = []
    /// The coverage of all other shapes. It is immutable: saved states share it.
    private var mask: MaskBuffer?
    /// The complete clip, in the form that drawing uses.
    private(set) var clip: Clip

    init(limits: IntRect) {
        self.limits = limits
        rect = SIMD4(Double(limits.x0), Double(limits.y0), Double(limits.x1), Double(limits.y1))
        box = rect
        clip = Clip(limits)
    }

    var isEmpty: Bool { clip.bounds.isEmpty }

    mutating func add(_ r: SIMD4<Double>, antialias: Bool, _ raster: Rasterizer) {
        let r = antialias ? r : (r - 0.5).rounded(.up)
        let both = ClipState.common(rect, r)
        if both == rect { return }
        rect = both
        box = ClipState.common(box, both)
        rebuild(raster)
    }

    mutating func add(_ path: CGPath, _ transform: Affine, _ rule: Raster.FillRule, antialias: Bool, _ raster: Rasterizer) {
        // A mutable path could change after it is remembered.
        let kept = path is CGMutablePath ? path.copy() ?? path : path
        let shape = Shape(path: kept, transform: transform, rule: rule, antialias: antialias)
        if shapes.contains(shape) { return }
        shapes.append(shape)
        let figure = Figure.path(path, transform, rule)
        box = ClipState.common(box, path.isEmpty ? SIMD4(0, 0, 0, 0) : Figure.box(path.boundingBoxOfPath, transform))
        let covered = MaskBuffer(bounds: figure.bounds.intersection(clip.bounds))
        figure.cover(raster, covered, antialias: antialias)
        multiply(covered, raster)
    }

    mutating func multiply(_ covered: MaskBuffer, _ raster: Rasterizer) {
        if let mask { covered.multiply(by: mask) }
        mask = covered
        let b = covered.bounds
        box = ClipState.common(box, SIMD4(Double(b.x0), Double(b.y0), Double(b.x1), Double(b.y1)))
        rebuild(raster)
    }

    /// Makes the clip empty.
    mutating func close() {
        box = .zero
        rect = .zero
        mask = nil
        clip = Clip(.empty)
    }

    private mutating func rebuild(_ raster: Rasterizer) {
        var bounds = IntRect(covering: rect.x, rect.y, rect.z, rect.w).intersection(limits)
        if let mask { bounds = bounds.intersection(mask.bounds) }
        guard !bounds.isEmpty else { return close() }
        // Edges between pixels need coverage if they are inside.
        let whole = SIMD4(Double(bounds.x0), Double(bounds.y0), Double(bounds.x1), Double(bounds.y1))
        if rect.x <= whole.x, rect.y <= whole.y, rect.z >= whole.z, rect.w >= whole.w {
            clip = Clip(bounds, mask: mask)
            return
        }
        let edges = MaskBuffer(bounds: bounds)
        raster.fillRoundedRect(edges, Clip(bounds), RoundedRect(rect.x, rect.y, rect.z, rect.w))
        if let mask { edges.multiply(by: mask) }
        clip = Clip(bounds, mask: edges)
    }

    private static func common(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        let r = SIMD4(max(a.x, b.x), max(a.y, b.y), min(a.z, b.z), min(a.w, b.w))
        return r.x < r.z && r.y < r.w ? r : .zero
    }
}
