import CoreGraphics
import Raster
import RenderTree

/// What an op's rectangle is in device space.
extension DrawOp {
    /// The corner radius as drawn: at most half of the smaller side.
    @inline(__always)
    package var fittedRadius: Double { max(0, min(Double(cornerRadius), min(rect.size.width, rect.size.height) / 2)) }

    @inline(__always)
    package var isSquare: Bool { !(cornerRadius > 0) || maskedCorners & 15 == 0 }

    /// The rounded rectangle `r` (a rectangle of the op's plane) where the projection keeps it upright. Edges that are not to be
    /// smoothed lie between pixels: on the border of the pixels whose centres are inside.
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

    /// Smooth edges of the quad (minX,minY) (maxX,minY) (maxX,maxY) (minX,maxY).
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
