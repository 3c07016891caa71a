import CoreGraphics
import Raster
import RenderTree

extension DrawOp {
    /// The color of a fill, premultiplied by its alpha and the op's opacity.
    @inline(__always)
    var fillColor: UInt32 { PixelMath.premultiplied(color, opacity: opacity) }
}

extension OpPainter {
    /// - Parameter color: `fillColor` of the op, which is not transparent.
    @inline(__always)
    func fill(_ op: UnsafePointer<DrawOp>, _ color: UInt32) {
        if op.pointee.projection.kind == .axisAligned, op.usesCircles(options.cornerOutline) {
            let r = op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius)
            raster.fillRoundedRect(target, clip, r, color: color)
        } else {
            fillShape(op, .solid(color))
        }
    }

    /// Fills the op's rounded rectangle with any paint.
    func fillShape(_ op: UnsafePointer<DrawOp>, _ paint: Paint) {
        if op.pointee.projection.kind == .axisAligned, op.usesCircles(options.cornerOutline) {
            let r = op.pointee.upright(op.pointee.rect, radius: op.pointee.isSquare ? 0 : op.pointee.fittedRadius)
            raster.fillRoundedRect(target, clip, r, paint: paint)
        } else if op.pointee.isSquare {
            fillQuad(op.pointee.rect, op.pointee.projection, op.pointee.softEdges, paint)
        } else {
            coverage.withOutline(op) { fill($0, op.pointee.projection, .winding, paint) }
        }
    }

    func fill(_ view: PathView, _ projection: Projection, _ rule: Raster.FillRule, _ paint: Paint) {
        coverage.withProjected(view, projection) { raster.fillPath(target, clip, $0, transform: $1, rule: rule, paint: paint) }
    }

    func fillQuad(_ rect: CGRect, _ projection: Projection, _ edges: EdgeSet, _ paint: Paint) {
        coverage.fillQuad(target, clip, rect, projection, edges, paint)
    }
}
