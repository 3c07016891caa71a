import CoreGraphics
import Raster
import RenderTree

/// What a compositor on another device takes from this one: the coverage of shapes, made by the rasteriser, and pictures of what that
/// device does not draw by itself. Each is what this compositor would draw.
extension Compositor {
    /// The coverage of a filled or stroked shape that is not in perspective, at least within a rectangle; nil where nothing shows.
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
        guard let (place, dx, dy) = Compositor.place(shape.path, transform) else {
            let mask = MaskBuffer(bounds: region)
            shape.path.withView { draw($0, transform, stroke, isEvenOdd, into: mask, Clip(region)) }
            return PlacedCoverage(mask: mask, x: 0, y: 0, isKept: false)
        }
        let key = ShapeKey(path: shape.path, stroke: stroke, isEvenOdd: isEvenOdd, place: place)
        if let mask = coverage(key) { return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: true) }
        if let mask = makeCoverage(key) { return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: false) }
        // Only what shows of it.
        let inside = region.offset(-dx, -dy)
        let mask = MaskBuffer(bounds: inside)
        shape.path.withView { draw($0, place, stroke, isEvenOdd, into: mask, Clip(inside)) }
        return PlacedCoverage(mask: mask, x: dx, y: dy, isKept: false)
    }

    /// The coverage of the op's rounded rectangle.
    package func outlineCoverage(_ op: UnsafePointer<DrawOp>, within region: IntRect) -> PlacedCoverage? {
        // A shadow without blur and offset.
        var outline = op.pointee
        outline.width = 0
        outline.offset = .zero
        return shadowCoverage(&outline, path: nil, within: region)
    }

    /// The coverage of a rectangle that stands anywhere, even through the eye's plane.
    package func quadCoverage(_ rect: CGRect, _ projection: Projection, _ edges: EdgeSet, within r: IntRect) -> PlacedCoverage {
        let surface = Surface(bounds: r)
        let (oldTarget, oldClip, oldRegion) = (target, clip, region)
        (target, clip, region) = (surface, Clip(r), r)
        fillQuad(rect, projection, edges, .solid(0xFFFF_FFFF))
        (target, clip, region) = (oldTarget, oldClip, oldRegion)
        return PlacedCoverage(mask: MaskBuffer(alphaOf: surface), x: 0, y: 0, isKept: false)
    }

    /// What an op that begins and ends nothing draws in a rectangle, on nothing.
    package func picture(of op: UnsafePointer<DrawOp>, in r: IntRect, _ list: ListView) -> Surface {
        let surface = Surface(bounds: r)
        let (oldTarget, oldClip, oldRegion) = (target, clip, region)
        (target, clip, region) = (surface, Clip(r), r)
        drawLeaf(op, list)
        (target, clip, region) = (oldTarget, oldClip, oldRegion)
        return surface
    }

    /// The mip levels of an image.
    package func mipLevels(of image: CGImage) -> MipPyramid { pyramid(image) }
}
