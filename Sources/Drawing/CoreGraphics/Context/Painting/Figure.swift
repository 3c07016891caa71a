import Foundation
import Raster

/// The area that a drawing call covers: a shape and the transform to device pixels.
enum Figure {
    case rect(CGRect, Affine)
    /// A path. `tolerance` is the largest second difference of chords, in pixels.
    case path(CGPath, Affine, Raster.FillRule, tolerance: Double = Flattener.tolerance)
    case stroke(CGPath, Affine, StrokeStyle)
    /// A convex polygon of device vertices.
    case polygon([SIMD2<Double>])
    case pixels(IntRect)

    func draw(_ raster: Rasterizer, _ surface: Surface, _ clip: Clip, _ paint: Paint, _ mode: PixelBlendMode, antialias: Bool) {
        switch self {
        case .rect(let r, let t):
            if t.b == 0, t.c == 0 {
                raster.fillRoundedRect(surface, clip, Figure.upright(r, t), paint: paint, mode: mode, antialias: antialias)
            } else {
                withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: 4) { quad in
                    quad[0] = t.apply(r.minX, r.minY)
                    quad[1] = t.apply(r.maxX, r.minY)
                    quad[2] = t.apply(r.maxX, r.maxY)
                    quad[3] = t.apply(r.minX, r.maxY)
                    raster.fillConvexPolygon(
                        surface, clip, UnsafeBufferPointer(quad), antialiased: antialias ? .all : .none, paint: paint, mode: mode)
                }
            }
        case .path(let path, let t, let rule, let tolerance):
            path.withView {
                raster.fillPath(
                    surface, clip, $0, transform: t, rule: rule, antialias: antialias, tolerance: tolerance, paint: paint, mode: mode)
            }
        case .stroke(let path, let t, let style):
            path.withView {
                raster.strokePath(surface, clip, $0, transform: t, style: style, antialias: antialias, paint: paint, mode: mode)
            }
        case .polygon(let points):
            raster.fillConvexPolygon(surface, clip, points, antialiased: antialias ? .all : .none, paint: paint, mode: mode)
        case .pixels(let r):
            raster.fill(surface, clip, r, paint: paint, mode: mode)
        }
    }

    /// Adds the coverage alone to the contents of the mask.
    func cover(_ raster: Rasterizer, _ mask: MaskBuffer, antialias: Bool) {
        let clip = Clip(mask.bounds)
        switch self {
        case .rect(let r, let t):
            if t.b == 0, t.c == 0 {
                raster.fillRoundedRect(mask, clip, Figure.upright(r, t), antialias: antialias)
            } else {
                let quad = [t.apply(r.minX, r.minY), t.apply(r.maxX, r.minY), t.apply(r.maxX, r.maxY), t.apply(r.minX, r.maxY)]
                raster.fillConvexPolygon(mask, clip, quad, antialias: antialias)
            }
        case .path(let path, let t, let rule, let tolerance):
            path.withView { raster.fillPath(mask, clip, $0, transform: t, rule: rule, antialias: antialias, tolerance: tolerance) }
        case .stroke(let path, let t, let style):
            path.withView { raster.strokePath(mask, clip, $0, transform: t, style: style, antialias: antialias) }
        case .polygon(let points):
            raster.fillConvexPolygon(mask, clip, points, antialias: antialias)
        case .pixels(let r):
            mask.fill(255, r)
        }
    }

    /// Returns a rectangle after a transform that keeps it upright.
    static func upright(_ r: CGRect, _ t: Affine) -> RoundedRect {
        let ax = r.minX * t.a + t.tx, bx = r.maxX * t.a + t.tx
        let ay = r.minY * t.d + t.ty, by = r.maxY * t.d + t.ty
        return RoundedRect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    }

    /// The device pixels that may be covered. Empty if a coordinate is not finite.
    var bounds: IntRect {
        switch self {
        case .rect(let r, let t): return Figure.bounds(r, t)
        case .path(let path, let t, _, _): return Figure.bounds(path.boundingBox, t)
        case .stroke(let path, let t, let style):
            let box = path.boundingBox
            guard !box.isNull else { return .empty }
            // The longest extent of a miter, or of a square cap's corner.
            let longest = style.join == .miter && style.miterLimit > 1.5 ? style.miterLimit : 1.5
            let reach = min(1e9, style.width / 2 * longest)
            return Figure.bounds(box.insetBy(dx: -reach, dy: -reach), t)
        case .polygon(let points):
            guard let first = points.first else { return .empty }
            var (low, high) = (first, first)
            for p in points {
                low = pointwiseMin(low, p)
                high = pointwiseMax(high, p)
            }
            return IntRect(covering: low.x, low.y, high.x, high.y)
        case .pixels(let r): return r
        }
    }

    static func bounds(_ r: CGRect, _ t: Affine) -> IntRect {
        guard !r.isNull else { return .empty }
        let p = box(r, t)
        return IntRect(covering: p.x, p.y, p.z, p.w)
    }

    /// Returns the device rectangle that contains a rectangle: x0, y0, x1, y1.
    static func box(_ r: CGRect, _ t: Affine) -> SIMD4<Double> {
        let a = t.apply(r.minX, r.minY), b = t.apply(r.maxX, r.minY), c = t.apply(r.maxX, r.maxY), d = t.apply(r.minX, r.maxY)
        return SIMD4(min(a.x, b.x, c.x, d.x), min(a.y, b.y, c.y, d.y), max(a.x, b.x, c.x, d.x), max(a.y, b.y, c.y, d.y))
    }
}
