import CoreGraphics
import Raster
import RenderTree

/// The geometry of an op's rectangle in device space.
extension DrawOp {
    /// The corner radius as drawn: at most half of the smaller side.
    @inline(__always)
    package var fittedRadius: Double { max(0, min(Double(cornerRadius), min(rect.size.width, rect.size.height) / 2)) }

    @inline(__always)
    package var isSquare: Bool { !(cornerRadius > 0) || maskedCorners & 15 == 0 }

    /// Returns the rounded rectangle of `r` (a rectangle of the op's plane), for an axis-aligned projection. Edges without antialiasing are
    /// on pixel boundaries: on the border of the pixels whose centres are inside.
    @inline(__always)
    package func upright(_ r: CGRect, radius: Double) -> RoundedRect {
        let ax = r.origin.x * projection.m11 + projection.m31, bx = (r.origin.x + r.size.width) * projection.m11 + projection.m31
        let ay = r.origin.y * projection.m22 + projection.m32, by = (r.origin.y + r.size.height) * projection.m22 + projection.m32
        var out = RoundedRect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        if !flags.contains(.antialiased) || edgeMask & 15 != 15 { snap(&out) }
        if radius > 0 {
            let q = SIMD2(radius * abs(projection.m11), radius * abs(projection.m22))
            var bits = maskedCorners
            if projection.m11 < 0 { bits = (bits & 5) << 1 | (bits & 10) >> 1 }
            if projection.m22 < 0 { bits = (bits & 3) << 2 | (bits & 12) >> 2 }
            out.radii = (bits & 1 != 0 ? q : .zero, bits & 2 != 0 ? q : .zero, bits & 8 != 0 ? q : .zero, bits & 4 != 0 ? q : .zero)
        }
        return out
    }

    @inline(never)
    private func snap(_ r: inout RoundedRect) {
        let soft = flags.contains(.antialiased) ? edgeMask : 0
        let (left, right): (UInt8, UInt8) = projection.m11 < 0 ? (2, 1) : (1, 2)
        let (top, bottom): (UInt8, UInt8) = projection.m22 < 0 ? (8, 4) : (4, 8)
        if soft & left == 0 { r.x0 = (r.x0 - 0.5).rounded(.up) }
        if soft & right == 0 { r.x1 = (r.x1 - 0.5).rounded(.up) }
        if soft & top == 0 { r.y0 = (r.y0 - 0.5).rounded(.up) }
        if soft & bottom == 0 { r.y1 = (r.y1 - 0.5).rounded(.up) }
    }

    /// The antialiased edges of the quad (minX,minY) (maxX,minY) (maxX,maxY) (minX,maxY).
    package var softEdges: EdgeSet {
        guard flags.contains(.antialiased) else { return .none }
        if edgeMask & 15 == 15 { return .all }
        var bits: UInt32 = 0
        if edgeMask & 4 != 0 { bits |= 1 }
        if edgeMask & 2 != 0 { bits |= 2 }
        if edgeMask & 8 != 0 { bits |= 4 }
        if edgeMask & 1 != 0 { bits |= 8 }
        return EdgeSet(rawValue: bits)
    }
}

extension DrawOp {
    /// Returns true if two clips have the same rounded rectangle.
    package func hasSameOutline(as other: DrawOp) -> Bool {
        // A polygon's own rectangle has no meaning.
        payload < 0 && rect == other.rect && projection == other.projection && cornerRadius == other.cornerRadius
            && maskedCorners == other.maskedCorners && flags == other.flags
    }
}

/// The pixels that an op's shape covers.
extension UnsafePointer<DrawOp> {
    /// Returns true if the corners (if any) are the rasteriser's own.
    @inline(__always)
    package func usesCircles(_ outline: CompositorOptions.CornerOutline) -> Bool {
        pointee.isSquare || (!pointee.flags.contains(.continuousCorners) && outline == .circular)
    }

    /// Returns true if every pixel of a rectangle is completely inside the shape.
    func covers(_ r: IntRect, _ outline: CompositorOptions.CornerOutline) -> Bool {
        guard pointee.projection.kind == .axisAligned else { return false }
        let radius = pointee.isSquare ? 0 : pointee.fittedRadius
        let shape = pointee.upright(pointee.rect, radius: 0)
        let x0 = Double(r.x0), y0 = Double(r.y0), x1 = Double(r.x1), y1 = Double(r.y1)
        guard shape.x0 <= x0, shape.y0 <= y0, shape.x1 >= x1, shape.y1 >= y1 else { return false }
        if radius == 0 { return true }
        let corner = corners(radius, outline)
        return (shape.x0 + corner.x <= x0 && shape.x1 - corner.x >= x1) || (shape.y0 + corner.y <= y0 && shape.y1 - corner.y >= y1)
    }

    /// Returns pixels that are completely inside the shape: all of them, or those between its upper and its lower corners, or between the
    /// left and the right ones.
    package func covered(_ outline: CompositorOptions.CornerOutline, besideCorners: Bool = true) -> IntRect {
        guard pointee.projection.kind == .axisAligned else { return .empty }
        let shape = pointee.upright(pointee.rect, radius: 0)
        let corner = pointee.isSquare ? .zero : corners(pointee.fittedRadius, outline)
        let dx = besideCorners ? 0 : corner.x, dy = besideCorners ? corner.y : 0
        return IntRect(
            IntRect.clamped((shape.x0 + dx).rounded(.up)), IntRect.clamped((shape.y0 + dy).rounded(.up)),
            IntRect.clamped((shape.x1 - dx).rounded(.down)), IntRect.clamped((shape.y1 - dy).rounded(.down)))
    }

    /// Returns the extent of corners along the edges, in pixels; larger if they are continuous.
    private func corners(_ radius: Double, _ outline: CompositorOptions.CornerOutline) -> SIMD2<Double> {
        let reach = usesCircles(outline) ? radius : radius * 1.53
        return SIMD2(reach * abs(pointee.projection.m11), reach * abs(pointee.projection.m22))
    }

    /// The alpha of a shape in one colour.
    package var alpha: Float { max(0, pointee.color.w * pointee.opacity) }

    /// True if the op is a shape in one colour that is not in perspective.
    var isShape: Bool {
        switch pointee.kind {
        case .fill, .shapeFill, .shapeStroke: pointee.projection.kind != .projective
        default: false
        }
    }

    /// Returns true if the op covers every pixel that a shape touches, for any common projection.
    func surrounds(_ shape: UnsafePointer<DrawOp>) -> Bool {
        let p = pointee.projection
        guard pointee.isSquare, p == shape.pointee.projection, p.kind != .projective else { return false }
        // A margin of one and a half pixels, in points along the most compressed direction.
        let most = (p.m11 * p.m11 + p.m12 * p.m12 + p.m21 * p.m21 + p.m22 * p.m22).squareRoot()
        let margin = 1.5 * most / abs(p.m11 * p.m22 - p.m12 * p.m21)
        let outer = pointee.rect, inner = shape.pointee.rect
        return Double(inner.minX - outer.minX) >= margin && Double(outer.maxX - inner.maxX) >= margin
            && Double(inner.minY - outer.minY) >= margin && Double(outer.maxY - inner.maxY) >= margin
    }
}
