import CoreGraphics
import Raster
import RenderTree

extension CoverageMaker {
    /// Adds the op's rounded rectangle to a mask.
    package func cover(_ mask: MaskBuffer, _ op: UnsafePointer<DrawOp>, _ clip: Clip? = nil) {
        let whole = clip ?? Clip(mask.bounds)
        let p = op.pointee.projection
        if p.kind == .axisAligned, op.usesCircles(options.cornerOutline) {
            raster.fillRoundedRect(
                mask, whole, op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius))
        } else if op.pointee.isSquare {
            let n = placeQuad(op.pointee.rect, p)
            guard n > 2 else { return }
            raster.fillConvexPolygon(
                mask, whole, Array(UnsafeBufferPointer(start: quad, count: n)), antialias: op.pointee.flags.contains(.antialiased))
        } else {
            withOutline(op) { cover(mask, $0, p, .winding, whole) }
        }
    }

    func cover(_ mask: MaskBuffer, _ view: PathView, _ projection: Projection, _ rule: Raster.FillRule, _ clip: Clip? = nil) {
        let whole = clip ?? Clip(mask.bounds)
        withProjected(view, projection) { raster.fillPath(mask, whole, $0, transform: $1, rule: rule) }
    }

    /// Returns the coverage of the op's rounded rectangle.
    package func outlineCoverage(_ op: UnsafePointer<DrawOp>, within region: IntRect) -> PlacedCoverage? {
        // Made as a shadow without blur and offset.
        var outline = op.pointee
        outline.width = 0
        outline.offset = .zero
        return shadowCoverage(&outline, path: nil, within: region)
    }

    /// Returns the coverage of a rectangle in any projection, even through the eye's plane.
    package func quadCoverage(_ rect: CGRect, _ projection: Projection, _ edges: EdgeSet, within r: IntRect) -> PlacedCoverage {
        let surface = Surface(bounds: r)
        fillQuad(surface, Clip(r), rect, projection, edges, .solid(0xFFFF_FFFF))
        return PlacedCoverage(mask: MaskBuffer(alphaOf: surface), x: 0, y: 0, isKept: false)
    }
}
