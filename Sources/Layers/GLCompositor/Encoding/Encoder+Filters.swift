import Foundation
import CoreGraphics
import Compositor
import Raster
import RenderTree

/// Filters are passes from one target to another, drawn as quads. They are the processor's filters: the same kernels, on the same coarse
/// grid for wide blurs.
extension Encoder {
    /// Draws one quad into a target.
    func pass(into made: Target, _ r: IntRect, _ paint: EncodedPaint) {
        // Writes all of the rectangle, regardless of the existing pixels.
        on(made) { emit(r, .whole, .zero, .zero, 0, paint, mode: .write) }
    }

    /// Filters the picture, with its colour.
    func filter(_ pass: PlannedPass) {
        guard var picture = held else { return }
        if picture.color != 0xFFFF_FFFF {
            let made = pool.take(picture.content.bounds)
            self.pass(into: made, made.bounds, texels(picture.content, picture.color))
            replace(&picture.content, with: made)
            picture.color = 0xFFFF_FFFF
        }
        replace(&picture.content, with: filtered(picture.content, pass))
        held = picture
    }

    /// Returns a picture after a filter, transparent outside; limited to the needed part. Returns the picture itself if the filter has no
    /// effect.
    func filtered(_ picture: Target, _ pass: PlannedPass) -> Target {
        if picture.bounds.isEmpty { return picture }
        switch pass.filter {
        case .blur(let s): return blurred(picture, s, pass.wanted)
        case .box(let x, let y): return boxBlurred(picture, x, y, pass.wanted)
        case .blocks(let size, let corner): return inBlocks(picture, size, corner, pass.wanted)
        case .color(let m):
            let at = commands.parameter(m.r)
            for row in [m.g, m.b, m.a, m.bias] { _ = commands.parameter(row) }
            return recolored(picture, .matrix, at)
        case .exposure(let stops): return recolored(picture, .exposure, commands.parameter(SIMD4(Float(exp2(stops)), 0, 0, 0)))
        }
    }

    /// - Parameter numbers: the position of the filter's own parameters.
    private func recolored(_ source: Target, _ kind: PaintKind, _ numbers: Int32) -> Target {
        let made = pool.take(source.bounds)
        pass(into: made, made.bounds, sampled(source, kind, SIMD4(Float(numbers), 0, 0, 0)))
        return made
    }

    /// Returns a paint computed from surrounding texels. Its parameters are the offset from pixels to texels and their rectangle, then the
    /// filter's own.
    private func sampled(_ source: Target, _ kind: PaintKind, fade: UInt8 = 255, _ own: SIMD4<Float>) -> EncodedPaint {
        let paint = texels(source, fade: fade, kind: kind)
        _ = commands.parameter(own)
        return paint
    }

    private func clear(_ r: IntRect) -> Target {
        let none = pool.take(r)
        commands.add(.clear(none, r, 0))
        return none
    }

    // MARK: Blur

    /// - Parameter fade: a factor applied to the source first.
    func blurred(_ source: Target, fade: UInt8 = 255, _ sigma: SIMD2<Double>, _ wanted: IntRect) -> Target {
        let kx = GaussianKernel(sigma: sigma.x), ky = GaussianKernel(sigma: sigma.y)
        let out = source.bounds.outset(Int32(kx.radius), Int32(ky.radius)).intersection(wanted)
        guard !out.isEmpty, !source.bounds.isEmpty else { return clear(.empty) }
        guard kx.shift > 0 || ky.shift > 0 else { return convolved(source, fade: fade, kx.weights, ky.weights, out) }
        let small = shrunk(source, fade: fade, Int32(kx.shift), Int32(ky.shift))
        let soft = convolved(small, kx.coarse, ky.coarse, IntRect(covering: out, kx.shift, ky.shift, margin: 1))
        if small !== source { pool.give(small) }
        let made = pool.take(out)
        let paint = texels(soft, kind: .grow)
        _ = commands.parameter(SIMD4(Float(soft.bounds.x0), Float(soft.bounds.y0), Float(1 << kx.shift), Float(1 << ky.shift)))
        pass(into: made, out, paint)
        pool.give(soft)
        return made
    }

    /// Sums rows first, into 16 bits, then columns of these sums: the same bits as on the processor.
    private func convolved(_ source: Target, fade: UInt8 = 255, _ wx: [UInt32], _ wy: [UInt32], _ out: IntRect) -> Target {
        let ry = Int32(wy.count / 2), b = source.bounds
        let rows = IntRect(out.x0, max(b.y0, out.y0 - ry), out.x1, min(b.y1, out.y1 + ry))
        guard !rows.isEmpty else { return clear(out) }
        let middle = pool.take(rows, .words)
        pass(into: middle, rows, convolution(source, fade: fade, wx, .convolvedRows))
        let made = pool.take(out)
        pass(into: made, out, convolution(middle, wy, .convolvedColumns))
        pool.give(middle)
        return made
    }

    private func convolution(_ source: Target, fade: UInt8 = 255, _ weights: [UInt32], _ kind: PaintKind) -> EncodedPaint {
        let at = commands.params.count
        func weight(_ i: Int) -> Float { i < weights.count ? Float(weights[i]) : 0 }
        for i in stride(from: 0, to: weights.count, by: 4) {
            _ = commands.parameter(SIMD4(weight(i), weight(i + 1), weight(i + 2), weight(i + 3)))
        }
        return sampled(source, kind, fade: fade, SIMD4(Float(weights.count / 2), Float(at), 0, 0))
    }

    /// Returns means of pixels of 2^sx by 2^sy, on a grid that does not depend on the picture's position. Works in steps, since a mean of
    /// very many texels is slow on a device.
    private func shrunk(_ source: Target, fade: UInt8 = 255, _ sx: Int32, _ sy: Int32) -> Target {
        var picture = source
        var (left, down) = (sx, sy)
        while left > 0 || down > 0 {
            let x = min(left, 2), y = min(down, 2)
            let made = pool.take(IntRect(covering: picture.bounds, Int(x), Int(y), margin: 0))
            pass(
                into: made, made.bounds,
                sampled(picture, .shrink, fade: picture === source ? fade : 255, SIMD4(Float(1 << x), Float(1 << y), 0, 0)))
            if picture !== source { pool.give(picture) }
            picture = made
            left -= x
            down -= y
        }
        return picture
    }

    private func boxBlurred(_ source: Target, _ rx: Int32, _ ry: Int32, _ wanted: IntRect) -> Target {
        let out = source.bounds.outset(rx, ry).intersection(wanted)
        guard !out.isEmpty else { return clear(.empty) }
        let rows = IntRect(out.x0, source.bounds.y0, out.x1, source.bounds.y1)
        let middle = pool.take(rows)
        pass(into: middle, rows, sampled(source, .mean, SIMD4(1, 0, Float(rx), 0)))
        let made = pool.take(out)
        pass(into: made, out, sampled(middle, .mean, SIMD4(0, 1, Float(ry), 0)))
        pool.give(middle)
        return made
    }

    private func inBlocks(_ source: Target, _ size: SIMD2<Double>, _ corner: SIMD2<Double>, _ wanted: IntRect) -> Target {
        let out = source.bounds.outset(Int32(size.x) + 2, Int32(size.y) + 2).intersection(wanted)
        guard !out.isEmpty else { return clear(.empty) }
        let made = pool.take(out)
        pass(into: made, out, sampled(source, .blocks, SIMD4(Float(size.x), Float(size.y), Float(corner.x), Float(corner.y))))
        return made
    }

    // MARK: Shadows of groups

    /// Composites the picture over the shadow of its alpha, faded by the step's opacity.
    func addShadow(_ shadow: PlannedShadow, _ step: PlanStep) {
        guard var picture = held else { return }
        let place = shadow.place, visible = step.rect
        let fade = UInt8(PixelMath.div255(UInt32(step.opacity) * (picture.color >> 24)))
        let blurred = blurred(picture.content, fade: fade, place.sigma, visible.offset(-place.dx, -place.dy))
        let made = pool.take(visible)
        commands.add(.clear(made, visible, 0))
        on(made) {
            emit(
                blurred.bounds.offset(place.dx, place.dy), .whole, .zero, .zero, 0,
                texels(blurred, shadow.color, kind: .alpha, movedBy: (place.dx, place.dy)))
            emit(picture.content.bounds, .whole, .zero, .zero, 0, texels(picture.content, picture.color, opacity: step.opacity))
        }
        pool.give(blurred)
        replace(&picture.content, with: made)
        picture.color = 0xFFFF_FFFF
        held = picture
    }
}

extension IntRect {
    /// Creates the rectangle, in pixels of 2^sx by 2^sy, that covers `r` with a margin of `m` such pixels on each side.
    fileprivate init(covering r: IntRect, _ sx: Int, _ sy: Int, margin m: Int32) {
        self.init((r.x0 >> sx) - m, (r.y0 >> sy) - m, ((r.x1 - 1) >> sx) + 1 + m, ((r.y1 - 1) >> sy) + 1 + m)
    }
}
