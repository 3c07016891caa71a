import CoreGraphics
import Raster
import RenderTree

extension OpPainter {
    /// Draws the band between the outline and the outline inset by the width. The band is over the background, so that an edge pixel shows
    /// both.
    func border(_ op: UnsafePointer<DrawOp>) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        let rect = op.pointee.rect, width = op.pointee.width
        guard color >> 24 > 0, width > 0, rect.size.width > 0, rect.size.height > 0 else { return }
        if width * 2 >= min(rect.size.width, rect.size.height) {
            fillShape(op, .solid(color))
            return
        }
        if options.strokesBorders, !op.pointee.isSquare, op.pointee.projection.kind != .projective {
            strokedBorder(op, color)
            return
        }
        let inner = CGRect(
            x: rect.origin.x + width, y: rect.origin.y + width, width: rect.size.width - 2 * width, height: rect.size.height - 2 * width)
        let radius = op.pointee.isSquare ? 0 : op.pointee.fittedRadius
        let innerRadius = max(0, radius - width)
        if op.pointee.projection.kind == .axisAligned, op.usesCircles(options.cornerOutline) {
            let o = op.pointee.upright(rect, radius: radius), i = op.pointee.upright(inner, radius: innerRadius)
            raster.fillRoundedRing(target, clip, outer: o, inner: i, paint: .solid(color))
            return
        }
        if radius == 0, !op.pointee.flags.contains(.antialiased) {
            hardFrame(op, rect, inner, color)
            return
        }
        coverage.withBorder(op, inner, innerRadius) { fill($0, op.pointee.projection, .evenOdd, .solid(color)) }
    }

    private func strokedBorder(_ op: UnsafePointer<DrawOp>, _ color: UInt32) {
        let style = StrokeStyle(width: op.pointee.width)
        coverage.withMiddleOfBorder(op) {
            raster.strokePath(target, clip, $0, transform: op.pointee.projection.affine, style: style, paint: .solid(color))
        }
    }

    /// Draws a square frame without antialiasing, as four bars that share no pixel.
    private func hardFrame(_ op: UnsafePointer<DrawOp>, _ o: CGRect, _ i: CGRect, _ color: UInt32) {
        let bars = (
            CGRect(x: o.origin.x, y: o.origin.y, width: o.size.width, height: i.origin.y - o.origin.y),
            CGRect(x: o.origin.x, y: i.maxY, width: o.size.width, height: o.maxY - i.maxY),
            CGRect(x: o.origin.x, y: i.origin.y, width: i.origin.x - o.origin.x, height: i.size.height),
            CGRect(x: i.maxX, y: i.origin.y, width: o.maxX - i.maxX, height: i.size.height)
        )
        fillQuad(bars.0, op.pointee.projection, .none, .solid(color))
        fillQuad(bars.1, op.pointee.projection, .none, .solid(color))
        fillQuad(bars.2, op.pointee.projection, .none, .solid(color))
        fillQuad(bars.3, op.pointee.projection, .none, .solid(color))
    }
}
