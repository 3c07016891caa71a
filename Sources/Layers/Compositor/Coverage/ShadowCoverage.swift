import CoreGraphics
import Raster
import RenderTree

/// The appearance of a blurred shadow, independent of its whole-pixel position.
struct ShadowKey: Hashable {
    var rect: CGRect
    var radius: CGFloat
    var corners: UInt8
    var isContinuous: Bool
    var path: CGPath?
    var sigma: SIMD2<Double>
    /// Moved to the pixel nearest to the origin.
    var projection: Projection
    /// The offset of the mask from there, in 128ths of a pixel.
    var shift = SIMD2<Int32>.zero

    static func == (a: ShadowKey, b: ShadowKey) -> Bool {
        a.rect == b.rect && a.radius == b.radius && a.corners == b.corners && a.isContinuous == b.isContinuous && a.path === b.path
            && a.sigma == b.sigma && a.projection == b.projection && a.shift == b.shift
    }
    func hash(into h: inout Hasher) {
        h.combine(rect.size.width)
        h.combine(rect.size.height)
        h.combine(radius)
        h.combine(sigma)
        h.combine(projection.m31)
        h.combine(projection.m32)
        h.combine(shift)
        if let path { h.combine(ObjectIdentifier(path)) }
    }
}

/// Coverage and its position: an offset in whole pixels from the place where it was made.
package struct PlacedCoverage {
    package let mask: MaskBuffer
    package let x: Int32
    package let y: Int32
    /// True if the same object is returned for repeated requests of the same coverage.
    package let isKept: Bool

    package init(mask: MaskBuffer, x: Int32, y: Int32, isKept: Bool) {
        (self.mask, self.x, self.y, self.isKept) = (mask, x, y, isKept)
    }

    package var bounds: IntRect { mask.bounds.offset(x, y) }
}

extension CoverageMaker {
    /// Masks up to this area, in pixels, are made as a whole and kept; of larger ones only the visible part.
    private static let wholeArea = 1 << 21
    /// Shadows blurred by at least this many pixels are made once, on the pixel grid, and moved from there by fractions of a pixel:
    /// coverage of an axis-aligned edge is linear in its position within its pixel, so the mean of neighbours is the same but for rounding,
    /// and at curves differs by less than a step of 255.
    private static let shiftableSigma = 3.0

    /// Returns the coverage of the blurred shadow, at least within a rectangle; nil if nothing is visible.
    package func shadowCoverage(_ op: UnsafePointer<DrawOp>, path: CGPath?, within region: IntRect) -> PlacedCoverage? {
        let middle = op.pointee.rect.middle
        let sigma = op.pointee.projection.blurSigma(Double(op.pointee.width), at: middle)
        let d = op.pointee.projection.deviceOffset(op.pointee.offset, at: middle)
        var placed = op.pointee
        placed.projection.move(by: d)
        // The fractional position is part of the key; whole pixels are not.
        let base = placed.projection.apply(placed.rect.origin.simd)
        guard base.x.isFinite, base.y.isFinite, sigma.x.isFinite, sigma.y.isFinite else { return nil }
        var whole = SIMD2(base.x.rounded(.down), base.y.rounded(.down)), shift = SIMD2<Int32>.zero
        let isShiftable =
            min(sigma.x, sigma.y) >= Self.shiftableSigma && abs(base.x) < 1e6 && abs(base.y) < 1e6
            && placed.projection.kind != .projective
        if isShiftable {
            let parts = (base * 128).rounded(.toNearestOrAwayFromZero)
            whole = (parts / 128).rounded(.down)
            shift = SIMD2(Int32(parts.x - whole.x * 128), Int32(parts.y - whole.y * 128))
            placed.projection.putOrigin(of: placed.rect)
        } else {
            placed.projection.move(by: -whole)
        }
        let at = (x: IntRect.clamped(whole.x), y: IntRect.clamped(whole.y))
        placed.flags.insert(.antialiased)
        placed.edgeMask = 15
        let box = shapeBox(placed, path)
        guard !box.isEmpty else { return nil }
        var mask: MaskBuffer
        var isKept = true
        if box.width * box.height <= Self.wholeArea {
            var key = ShadowKey(
                rect: placed.rect, radius: placed.cornerRadius, corners: placed.maskedCorners,
                isContinuous: placed.flags.contains(.continuousCorners), path: path, sigma: sigma, projection: placed.projection)
            if let kept = shadows.value(key) {
                mask = kept
            } else {
                mask = shadowMask(&placed, path, box, sigma, only: nil)
                shadows.keep(mask, for: key, cost: mask.bounds.area)
            }
            if shift != .zero {
                key.shift = shift
                if let kept = shadows.value(key) {
                    mask = kept
                } else {
                    mask = mask.shifted(right: shift.x, down: shift.y)
                    shadows.keep(mask, for: key, cost: mask.bounds.area)
                }
            }
        } else {
            isKept = false
            // Includes one more pixel on each side for the shift.
            let part = region.offset(-at.x, -at.y)
            mask = shadowMask(&placed, path, box, sigma, only: shift == .zero ? part : part.outset(1, 1))
            if shift != .zero { mask = mask.shifted(right: shift.x, down: shift.y) }
        }
        return PlacedCoverage(mask: mask, x: at.x, y: at.y, isKept: isKept)
    }

    private func shadowMask(_ op: inout DrawOp, _ path: CGPath?, _ box: IntRect, _ sigma: SIMD2<Double>, only part: IntRect?) -> MaskBuffer
    {
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

    /// Returns the pixels that the unblurred shape touches.
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
