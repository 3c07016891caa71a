import CoreGraphics
import Raster
import RenderTree

/// One pass of a filter, in pixels.
package enum FilterPass: Hashable, Sendable {
    case blur(SIMD2<Double>)
    case box(Int32, Int32)
    case blocks(SIMD2<Double>, corner: SIMD2<Double>)
    case color(FilterMatrix)
    case exposure(Double)

    package init(_ draw: FilterDraw, _ op: DrawOp) {
        let p = op.projection, middle = op.rect.middle
        func far(_ v: Double) -> Double { v.isFinite ? max(-1e6, min(1e6, v)) : 0 }
        switch draw {
        case .blur(let radius):
            let s = p.blurSigma(Double(radius), at: middle)
            self = .blur(SIMD2(min(2000, far(s.x)), min(2000, far(s.y))))
        case .box(let radius):
            let s = p.blurSigma(Double(radius), at: middle)
            self = .box(Int32(min(4000, far(s.x).rounded())), Int32(min(4000, far(s.y).rounded())))
        case .pixellate(let scale, let center):
            let s = p.blurSigma(Double(scale), at: middle)
            let corner = p.apply(center.map { SIMD2(Double($0.x), Double($0.y)) } ?? op.rect.origin.simd)
            self = .blocks(SIMD2(max(1, min(4000, far(s.x))), max(1, min(4000, far(s.y)))), corner: SIMD2(far(corner.x), far(corner.y)))
        case .color(let matrix): self = .color(matrix)
        case .exposure(let stops): self = .exposure(stops)
        }
    }

    /// The distance from a pixel to the farthest pixels that the pass reads.
    package var reach: (x: Int32, y: Int32) {
        switch self {
        case .blur(let s): (GaussianKernel.reach(sigma: s.x), GaussianKernel.reach(sigma: s.y))
        case .box(let x, let y): (x, y)
        case .blocks(let s, _): (Int32(s.x) + 2, Int32(s.y) + 2)
        case .color, .exposure: (0, 0)
        }
    }
}

/// The placement of a group's shadow, in pixels.
package struct ShadowPlace: Hashable, Sendable {
    package let sigma: SIMD2<Double>
    package let dx: Int32, dy: Int32

    package init(_ shadow: GroupDraw.Shadow, _ op: DrawOp) {
        let middle = op.rect.middle
        sigma = op.projection.blurSigma(Double(shadow.radius), at: middle)
        let d = op.projection.deviceOffset(shadow.offset, at: middle)
        dx = IntRect.clamped(d.x.rounded())
        dy = IntRect.clamped(d.y.rounded())
    }

    /// Returns the pixels whose shadow reaches a rectangle.
    func source(of r: IntRect) -> IntRect {
        r.offset(-dx, -dy).outset(GaussianKernel.reach(sigma: sigma.x), GaussianKernel.reach(sigma: sigma.y))
    }
}

extension DrawOp {
    /// Returns the pixels that a rectangle depends on after a group's filters.
    func source(of r: IntRect, _ filters: some Collection<FilterDraw>) -> IntRect {
        var r = r
        for filter in filters {
            let reach = FilterPass(filter, self).reach
            r = r.outset(reach.x, reach.y)
        }
        return r
    }

    /// The pixels that lie completely in the bounds of the op's rectangle, clipped or not; if there are none, those that it touches.
    var wholePixels: IntRect {
        let p = projection, size = SIMD2(Double(rect.width), Double(rect.height)), origin = SIMD2(Double(rect.minX), Double(rect.minY))
        var low = p.apply(origin), high = low
        func include(_ point: SIMD2<Double>) { (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point)) }
        include(p.apply(origin + size))
        include(p.apply(SIMD2(origin.x + size.x, origin.y)))
        include(p.apply(SIMD2(origin.x, origin.y + size.y)))
        guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else { return IntRect(bounds) }
        // A rectangle that is aligned except for rounding is not smaller by a pixel.
        let slack = 0.01
        let whole = IntRect(
            IntRect.clamped((low.x - slack).rounded(.up)), IntRect.clamped((low.y - slack).rounded(.up)),
            IntRect.clamped((high.x + slack).rounded(.down)), IntRect.clamped((high.y + slack).rounded(.down)))
        return whole.isEmpty ? IntRect(covering: low.x, low.y, high.x, high.y) : whole
    }

    /// Returns the pixels that a rectangle and the shadow in it depend on.
    func sourceOfShadow(_ draw: GroupDraw, _ r: IntRect) -> IntRect {
        draw.shadow.map { r.union(ShadowPlace($0, self).source(of: r)) } ?? r
    }
}
