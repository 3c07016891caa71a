import CoreGraphics
import Raster
import RenderTree

/// What the coverage of a shape depends on, apart from where on the pixel grid it stands.
struct ShapeKey: Hashable {
    let path: CGPath
    /// Nil for a fill.
    let stroke: StrokeStyle?
    let isEvenOdd: Bool
    /// Moved to the pixel nearest to the origin.
    let place: Affine

    static func == (a: ShapeKey, b: ShapeKey) -> Bool {
        a.path === b.path && a.isEvenOdd == b.isEvenOdd && a.place == b.place && a.stroke == b.stroke
    }

    func hash(into h: inout Hasher) {
        h.combine(ObjectIdentifier(path))
        h.combine(isEvenOdd)
        h.combine(place.a)
        h.combine(place.d)
        h.combine(place.tx)
        h.combine(place.ty)
        if let stroke {
            h.combine(stroke.start)
            h.combine(stroke.end)
            h.combine(stroke.width)
        }
    }
}

/// A shape that was seen is kept when it is seen again: one that changes in every frame costs no memory.
enum ShapeCoverage {
    case seen
    case kept(MaskBuffer)
    /// It has too many pixels.
    case tooLarge
}

extension Compositor {
    /// Pixels of a shape that is kept, at most.
    private static let mostPixels = 1 << 18
    /// Fractions of a pixel that places are counted in: what rounding leaves of one after whole pixels are taken off, and less than shows.
    private static let placeSteps = 1073741824.0

    /// Draws a shape in one colour. It is drawn with its first point near the origin and seen from there, whether or not it is kept, so that it looks the same
    /// in both cases and wherever whole pixels take it.
    func paint(_ path: CGPath, _ transform: Affine, _ stroke: StrokeStyle?, isEvenOdd: Bool, _ color: UInt32) {
        let start = path.withView { $0.points.first.map { transform.apply(Double($0.x), Double($0.y)) } ?? .zero }
        // The rasteriser counts in pixels of a picture and some way around it.
        let far = 16_000.0
        guard transform.isFinite, abs(transform.tx) < far, abs(transform.ty) < far, abs(start.x) < far, abs(start.y) < far else {
            path.withView { view in
                if let stroke {
                    raster.strokePath(target, clip, view, transform: transform, style: stroke, paint: .solid(color))
                } else {
                    raster.fillPath(target, clip, view, transform: transform, rule: isEvenOdd ? .evenOdd : .winding, paint: .solid(color))
                }
            }
            return
        }
        let whole = start.rounded(.down)
        let at = (x: Int32(whole.x), y: Int32(whole.y))
        var place = transform
        place.tx = (transform.tx * Compositor.placeSteps).rounded() / Compositor.placeSteps - whole.x
        place.ty = (transform.ty * Compositor.placeSteps).rounded() / Compositor.placeSteps - whole.y
        let inside = region.offset(-at.x, -at.y)
        let key = ShapeKey(path: path, stroke: stroke, isEvenOdd: isEvenOdd, place: place)
        if let mask = coverage(key) {
            paint(mask, movedBy: at, color)
        } else if clip.mask == nil {
            let moved = Surface(
                wrapping: target.pixels, width: target.width, height: target.height, stride: target.stride,
                originX: target.originX - Int(at.x), originY: target.originY - Int(at.y))
            path.withView { view in
                if let stroke {
                    raster.strokePath(moved, Clip(inside), view, transform: place, style: stroke, paint: .solid(color))
                } else {
                    raster.fillPath(moved, Clip(inside), view, transform: place, rule: isEvenOdd ? .evenOdd : .winding, paint: .solid(color))
                }
            }
        } else {
            let mask = MaskBuffer(bounds: inside)
            path.withView { view in
                if let stroke {
                    raster.strokePath(mask, Clip(inside), view, transform: place, style: stroke)
                } else {
                    raster.fillPath(mask, Clip(inside), view, transform: place, rule: isEvenOdd ? .evenOdd : .winding)
                }
            }
            paint(mask, movedBy: at, color)
        }
    }

    /// The kept coverage of a shape that is seen for the second time or more.
    private func coverage(_ key: ShapeKey) -> MaskBuffer? {
        switch shapes.value(key) {
        case .kept(let mask): return mask
        case .tooLarge: return nil
        case .seen:
            guard let mask = makeCoverage(key) else {
                shapes.keep(.tooLarge, for: key, cost: 64)
                return nil
            }
            shapes.keep(.kept(mask), for: key, cost: mask.stride * mask.bounds.height)
            return mask
        case nil:
            shapes.keep(.seen, for: key, cost: 64)
            return nil
        }
    }

    private func makeCoverage(_ key: ShapeKey) -> MaskBuffer? {
        let box = key.path.boundingBox
        guard box.origin.x.isFinite, box.origin.y.isFinite, box.size.width.isFinite, box.size.height.isFinite else { return nil }
        // A look at the path's own size first: flattening something enormous would be for nothing.
        let t = key.place
        let wide = abs(t.a) * Double(box.size.width) + abs(t.c) * Double(box.size.height)
        let high = abs(t.b) * Double(box.size.width) + abs(t.d) * Double(box.size.height)
        guard wide < 8192, high < 8192, wide * high <= Double(Compositor.mostPixels) else { return nil }
        return key.path.withView { view in
            if let stroke = key.stroke {
                raster.strokeCoverage(view, transform: t, style: stroke, most: Compositor.mostPixels)
            } else {
                raster.coverage(view, transform: t, rule: key.isEvenOdd ? .evenOdd : .winding, most: Compositor.mostPixels)
            }
        }
    }

    /// One colour through a mask that is seen from elsewhere, moved to its place.
    func paint(_ mask: MaskBuffer, movedBy d: (x: Int32, y: Int32), _ color: UInt32) {
        raster.fill(target, Clip(region, mask: clip.mask), through: mask, movedBy: d, paint: .solid(color))
    }
}
