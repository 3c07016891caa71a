import CoreGraphics
import Raster
import RenderTree

/// What a blurred shadow looks like, apart from where on the pixel grid it stands.
struct ShadowKey: Hashable {
    var rect: CGRect
    var radius: CGFloat
    var corners: UInt8
    var isContinuous: Bool
    var path: CGPath?
    var sigma: SIMD2<Double>
    /// Moved to the pixel nearest to the origin.
    var projection: Projection

    static func == (a: ShadowKey, b: ShadowKey) -> Bool {
        a.rect == b.rect && a.radius == b.radius && a.corners == b.corners && a.isContinuous == b.isContinuous && a.path === b.path
            && a.sigma == b.sigma && a.projection == b.projection
    }
    func hash(into h: inout Hasher) {
        h.combine(rect.size.width)
        h.combine(rect.size.height)
        h.combine(radius)
        h.combine(sigma)
        h.combine(projection.m31)
        h.combine(projection.m32)
        if let path { h.combine(ObjectIdentifier(path)) }
    }
}

extension Compositor {
    /// Masks up to this size are made whole and kept; of larger ones only what shows.
    private static let wholeArea = 1 << 21

    /// The blurred shadow of a shape that is known without drawing the layer. Nothing is cut out of it where the layer itself lies.
    func shadow(_ op: UnsafePointer<DrawOp>, path: CGPath?) {
        let color = PixelMath.premultiplied(op.pointee.color, opacity: op.pointee.opacity)
        guard color >> 24 > 0 else { return }
        let middle = op.pointee.rect.middle
        let sigma = op.pointee.projection.blurSigma(Double(op.pointee.width), at: middle)
        let d = op.pointee.projection.deviceOffset(op.pointee.offset, at: middle)
        var placed = op.pointee
        placed.projection.move(by: d)
        // The fraction of the place is part of the shape; whole pixels are not.
        let base = placed.projection.apply(placed.rect.origin.simd)
        guard base.x.isFinite, base.y.isFinite, sigma.x.isFinite, sigma.y.isFinite else { return }
        let whole = SIMD2(base.x.rounded(.down), base.y.rounded(.down))
        let at = (x: IntRect.clamped(whole.x), y: IntRect.clamped(whole.y))
        placed.projection.move(by: -whole)
        placed.flags.insert(.antialiased)
        placed.edgeMask = 15
        let box = shapeBox(placed, path)
        guard !box.isEmpty else { return }
        let mask: MaskBuffer
        if box.width * box.height <= Compositor.wholeArea {
            let key = ShadowKey(
                rect: placed.rect, radius: placed.cornerRadius, corners: placed.maskedCorners,
                isContinuous: placed.flags.contains(.continuousCorners), path: path, sigma: sigma, projection: placed.projection)
            if let kept = shadows.value(key) {
                mask = kept
            } else {
                mask = shadowMask(&placed, path, box, sigma, only: nil)
                shadows.keep(mask, for: key, cost: mask.bounds.area)
            }
        } else {
            mask = shadowMask(&placed, path, box, sigma, only: region.offset(-at.x, -at.y))
        }
        raster.fill(target, Clip(region, mask: clip.mask, inner: clip.inner), through: mask, movedBy: at, paint: .solid(color))
    }

    private func shadowMask(_ op: inout DrawOp, _ path: CGPath?, _ box: IntRect, _ sigma: SIMD2<Double>, only part: IntRect?) -> MaskBuffer {
        var source = box
        if let part {
            source = box.intersection(part.outset(GaussianKernel.reach(sigma: sigma.x), GaussianKernel.reach(sigma: sigma.y)))
        }
        let sharp = MaskBuffer(bounds: source)
        if let path {
            path.withView { cover(sharp, $0, op.projection, .winding) }
        } else {
            cover(sharp, &op)
        }
        return sharp.blurred(sigmaX: sigma.x, sigmaY: sigma.y, rect: part)
    }

    /// The pixels that the sharp shape touches.
    private func shapeBox(_ op: DrawOp, _ path: CGPath?) -> IntRect {
        let box = path.map { $0.boundingBox } ?? op.rect
        guard box.size.width > 0, box.size.height > 0 else { return .empty }
        let n = placeQuad(box, op.projection)
        guard n > 2 else { return .empty }
        var low = quad[0], high = quad[0]
        for i in 1..<n {
            low = SIMD2(min(low.x, quad[i].x), min(low.y, quad[i].y))
            high = SIMD2(max(high.x, quad[i].x), max(high.y, quad[i].y))
        }
        // Far parts can't reach the target.
        let far = 1e6
        return IntRect(covering: max(-far, low.x), max(-far, low.y), min(far, high.x), min(far, high.y))
    }
}

extension CGPoint {
    var simd: SIMD2<Double> { [Double(x), Double(y)] }
}

extension Projection {
    /// Then moved by device pixels.
    mutating func move(by d: SIMD2<Double>) {
        m11 += d.x * m13; m12 += d.y * m13
        m21 += d.x * m23; m22 += d.y * m23
        m31 += d.x * m33; m32 += d.y * m33
    }
}
