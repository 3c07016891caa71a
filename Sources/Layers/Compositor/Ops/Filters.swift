import CoreGraphics
import Raster
import RenderTree

/// One pass of a filter, in pixels.
package enum FilterPass {
    case blur(SIMD2<Double>)
    case box(Int32, Int32)
    case blocks(SIMD2<Double>, corner: SIMD2<Double>)
    case color(FilterMatrix)
    case exposure(Double)

    package init(_ draw: FilterDraw, _ op: UnsafePointer<DrawOp>) {
        let p = op.pointee.projection, middle = op.pointee.rect.middle
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
            let corner = p.apply(center.map { SIMD2(Double($0.x), Double($0.y)) } ?? op.pointee.rect.origin.simd)
            self = .blocks(SIMD2(max(1, min(4000, far(s.x))), max(1, min(4000, far(s.y)))), corner: SIMD2(far(corner.x), far(corner.y)))
        case .color(let matrix): self = .color(matrix)
        case .exposure(let stops): self = .exposure(stops)
        }
    }

    /// How far around a pixel it looks.
    package var reach: (x: Int32, y: Int32) {
        switch self {
        case .blur(let s): (GaussianKernel.reach(sigma: s.x), GaussianKernel.reach(sigma: s.y))
        case .box(let x, let y): (x, y)
        case .blocks(let s, _): (Int32(s.x) + 2, Int32(s.y) + 2)
        case .color, .exposure: (0, 0)
        }
    }
}

extension Compositor {
    /// What the shadow of the group's picture is made of, and the visible part itself.
    package func sourceOfShadow(_ draw: GroupDraw, _ op: UnsafePointer<DrawOp>, _ visible: IntRect) -> IntRect {
        draw.shadow.map { visible.union(ShadowPlace($0.radius, $0.offset, op).source(of: visible)) } ?? visible
    }

    /// The content that the visible part depends on.
    package func sourceOfFilters(_ draw: GroupDraw, _ op: UnsafePointer<DrawOp>, _ visible: IntRect) -> IntRect {
        source(of: sourceOfShadow(draw, op, visible), draw.filters, op)
    }

    package func source(of r: IntRect, _ filters: [FilterDraw], _ op: UnsafePointer<DrawOp>) -> IntRect {
        var r = r
        for filter in filters {
            let reach = FilterPass(filter, op).reach
            r = r.outset(reach.x, reach.y)
        }
        return r
    }

    /// A picture after the filters, transparent outside of it; no more than `wanted` needs.
    func filtered(_ content: Surface, _ filters: [FilterDraw], _ op: UnsafePointer<DrawOp>, wanted: IntRect) -> Surface {
        var picture = content
        for (i, filter) in filters.enumerated() {
            if picture.bounds.isEmpty { return picture }
            let pass = FilterPass(filter, op)
            // What the passes to come look at.
            let rest = source(of: wanted, Array(filters[(i + 1)...]), op)
            switch pass {
            case .blur(let s): picture = picture.blurred(sigmaX: s.x, sigmaY: s.y, rect: rest)
            case .box(let x, let y): picture = picture.boxBlurred(x, y, rect: rest)
            case .blocks(let size, let corner): picture = picture.inBlocks(size, corner: corner, rect: rest)
            case .color(let matrix): picture.recolor(ColorTransfer(matrix))
            case .exposure(let stops): picture.recolor(ColorTransfer(stops: stops))
            }
        }
        return picture
    }

    // MARK: what is behind

    /// What of a target has to be right for `r` to be right in the end: backdrops in front look at what is behind them.
    package func backdropSource(_ list: DrawList, _ begin: Int, _ end: Int, _ r: IntRect) -> IntRect {
        list.ops.withUnsafeBufferPointer { ops in
            list.payloads.withUnsafeBufferPointer { payloads in
                list.backdrops.withUnsafeBufferPointer { backdropSource(ops, payloads, $0, begin, end, r) }
            }
        }
    }

    package func backdropSource(_ list: ListView, _ begin: Int, _ end: Int, _ r: IntRect) -> IntRect {
        backdropSource(list.ops, list.payloads, list.backdrops, begin, end, r)
    }

    private func backdropSource(
        _ ops: UnsafeBufferPointer<DrawOp>, _ payloads: UnsafeBufferPointer<DrawPayload>, _ backdrops: UnsafeBufferPointer<Int32>,
        _ begin: Int, _ end: Int, _ r: IntRect
    ) -> IntRect {
        var r = r
        for at in backdrops.reversed() where at >= begin && at < end && Int(at) < ops.count {
            guard let op = ops.baseAddress.map({ $0 + Int(at) }), op.pointee.payload >= 0, Int(op.pointee.payload) < payloads.count,
                case .group(let draw) = payloads[Int(op.pointee.payload)], let backdrop = draw.backdrop
            else { continue }
            let area = r.intersection(IntRect(op.pointee.bounds))
            if !area.isEmpty { r = r.union(source(of: area, backdrop.filters, op)) }
        }
        return r
    }

    /// Filters what the target holds inside the group's shape.
    func filterBackdrop(_ backdrop: GroupDraw.Backdrop, _ op: UnsafePointer<DrawOp>, _ visible: IntRect, mask: MaskBuffer?) {
        let r = visible.intersection(clip.region(in: target.bounds))
        let opacity = PixelMath.byte(backdrop.opacity)
        guard !r.isEmpty, !backdrop.filters.isEmpty, opacity > 0, op.pointee.rect.size.width > 0, op.pointee.rect.size.height > 0 else {
            return
        }
        let behind = copyBehind(source(of: r, backdrop.filters, op))
        let picture = filtered(behind, backdrop.filters, op, wanted: r)
        let shape = MaskBuffer(bounds: r)
        cover(shape, op)
        if let mask { shape.multiply(by: mask) }
        if let outer = clip.mask { shape.multiply(by: outer) }
        shape.scale(by: opacity)
        // The loops below see plain memory, which goes back to the pool with what it belongs to.
        defer { withExtendedLifetime((behind, picture, shape)) {} }
        for y in Int(r.y0)..<Int(r.y1) {
            let to = target.pointer(x: Int(r.x0), y: y), from = picture.pointer(x: Int(r.x0), y: y), c = shape.pointer(x: Int(r.x0), y: y)
            for x in 0..<r.width where c[x] > 0 { to[x] = c[x] == 255 ? from[x] : PixelMath.mix(to[x], from[x], UInt32(c[x])) }
        }
    }

    /// The target's pixels; beyond the edges of the picture those of the edge.
    private func copyBehind(_ r: IntRect) -> Surface {
        let copy = Surface(bounds: r)
        defer { withExtendedLifetime(copy) {} }
        let inside = r.intersection(frame)
        guard !inside.isEmpty else { return copy }
        copy.copy(inside, from: target)
        if inside == r { return copy }
        for y in Int(inside.y0)..<Int(inside.y1) {
            let row = copy.pointer(x: Int(r.x0), y: y)
            let first = Int(inside.x0 - r.x0), end = Int(inside.x1 - r.x0)
            for x in 0..<first { row[x] = row[first] }
            for x in end..<copy.width { row[x] = row[end - 1] }
        }
        for y in Int(r.y0)..<Int(r.y1) where y < Int(inside.y0) || y >= Int(inside.y1) {
            let from = y < Int(inside.y0) ? Int(inside.y0) : Int(inside.y1) - 1
            copy.pointer(x: Int(r.x0), y: y).update(from: copy.pointer(x: Int(r.x0), y: from), count: copy.width)
        }
        return copy
    }
}
