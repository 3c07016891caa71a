import CoreGraphics
import Raster
import RenderTree

/// The inputs of a shape's coverage, independent of its whole-pixel position.
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

/// The cache entry of a shape. Coverage is kept when a shape is drawn for the second time: a shape that changes in every frame costs no
/// memory.
enum ShapeCoverage {
    case seen
    case kept(MaskBuffer)
    /// The shape has too many pixels.
    case tooLarge
}

extension CoverageMaker {
    /// The maximum number of pixels of a kept shape.
    static let mostPixels = 1 << 18
    /// The resolution of positions, in fractions of a pixel: coarser than the rounding error after whole pixels are subtracted, and finer
    /// than is visible.
    private static let placeSteps = 1073741824.0

    /// Adds a shape's coverage to a mask. The shape is drawn with its first point near the origin and offset by whole pixels, cached or
    /// not, so that it looks the same in both cases and at any whole-pixel offset.
    func cover(_ mask: MaskBuffer, _ clip: Clip, _ path: CGPath, _ transform: Affine, _ stroke: StrokeStyle?, isEvenOdd: Bool) {
        guard let (place, dx, dy) = Self.place(path, transform) else {
            path.withView { draw($0, transform, stroke, isEvenOdd, into: mask, clip) }
            return
        }
        let moved = MaskBuffer(mask, movedBy: -dx, -dy), inside = clip.moved(by: -dx, -dy)
        if let kept = coverage(ShapeKey(path: path, stroke: stroke, isEvenOdd: isEvenOdd, place: place)) {
            raster.fill(moved, inside, through: kept)
        } else {
            path.withView { draw($0, place, stroke, isEvenOdd, into: moved, inside) }
        }
    }

    /// Returns the coverage of a filled or stroked shape that is not in perspective, at least within a rectangle; nil if nothing is
    /// visible.
    package func shapeCoverage(
        _ shape: ShapeDraw, _ op: UnsafePointer<DrawOp>, strokes: Bool, within region: IntRect
    ) -> PlacedCoverage? {
        var stroke: StrokeStyle?
        if strokes {
            guard shape.lineWidth > 0, let style = strokeStyle(shape) else { return nil }
            stroke = style
        }
        let isEvenOdd = !strokes && shape.fillRule == .evenOdd
        let transform = op.pointee.projection.affine
        guard let (place, dx, dy) = Self.place(shape.path, transform) else {
            let mask = MaskBuffer(bounds: region)
            shape.path.withView { draw($0, transform, stroke, isEvenOdd, into: mask, Clip(region)) }
            return PlacedCoverage(mask: mask, x: 0, y: 0, isKept: false)
        }
        let key = ShapeKey(path: shape.path, stroke: stroke, isEvenOdd: isEvenOdd, place: place)
        if let mask = coverage(key) { return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: true) }
        if let mask = makeCoverage(key) { return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: false) }
        // Only the visible part.
        let inside = region.offset(-dx, -dy)
        let mask = MaskBuffer(bounds: inside)
        shape.path.withView { draw($0, place, stroke, isEvenOdd, into: mask, Clip(inside)) }
        return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: false)
    }

    /// Returns the transform with which a shape is drawn, and the whole-pixel offset from there to its place; nil if the shape is too far
    /// outside of any picture.
    static func place(_ path: CGPath, _ transform: Affine) -> (place: Affine, dx: Int32, dy: Int32)? {
        let start = path.withView { $0.points.first.map { transform.apply(Double($0.x), Double($0.y)) } ?? .zero }
        // The rasteriser's coordinates are limited to a picture and its surroundings.
        let far = 16_000.0
        guard transform.isFinite, abs(transform.tx) < far, abs(transform.ty) < far, abs(start.x) < far, abs(start.y) < far else {
            return nil
        }
        let whole = start.rounded(.down)
        var place = transform
        place.tx = (transform.tx * placeSteps).rounded() / placeSteps - whole.x
        place.ty = (transform.ty * placeSteps).rounded() / placeSteps - whole.y
        return (place, Int32(whole.x), Int32(whole.y))
    }

    func draw(_ view: PathView, _ transform: Affine, _ stroke: StrokeStyle?, _ isEvenOdd: Bool, into mask: MaskBuffer, _ clip: Clip) {
        if let stroke {
            raster.strokePath(mask, clip, view, transform: transform, style: stroke)
        } else {
            raster.fillPath(mask, clip, view, transform: transform, rule: isEvenOdd ? .evenOdd : .winding)
        }
    }

    /// Returns the kept coverage of a shape that is drawn for at least the second time.
    func coverage(_ key: ShapeKey) -> MaskBuffer? {
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

    func makeCoverage(_ key: ShapeKey) -> MaskBuffer? {
        let box = key.path.boundingBox
        guard box.origin.x.isFinite, box.origin.y.isFinite, box.size.width.isFinite, box.size.height.isFinite else { return nil }
        // Checks the path's own size first, to avoid flattening an enormous path.
        let t = key.place
        let wide = abs(t.a) * Double(box.size.width) + abs(t.c) * Double(box.size.height)
        let high = abs(t.b) * Double(box.size.width) + abs(t.d) * Double(box.size.height)
        guard wide < 8192, high < 8192, wide * high <= Double(Self.mostPixels) else { return nil }
        return key.path.withView { view in
            if let stroke = key.stroke {
                raster.strokeCoverage(view, transform: t, style: stroke, most: Self.mostPixels)
            } else {
                raster.coverage(view, transform: t, rule: key.isEvenOdd ? .evenOdd : .winding, most: Self.mostPixels)
            }
        }
    }
}
