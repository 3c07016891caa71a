import CoreGraphics
import Compositor
import Raster
import RenderTree

extension Encoder {
    /// Draws each particle as a quad with four antialiased sides. If any particle is in perspective or not sampled linearly, the processor
    /// draws the whole layer.
    func encode(_ draw: ParticleDraw, _ op: UnsafePointer<DrawOp>, _ list: ListView) {
        let opacity = UInt32(PixelMath.byte(op.pointee.opacity))
        guard opacity > 0 else { return }
        let isPlain =
            draw.depth == .zero && op.pointee.projection.kind != .projective
            && draw.sprites.allSatisfy {
                $0.minification == .linear && $0.magnification == .linear && $0.image.width <= images.maximumSide
                    && $0.image.height <= images.maximumSide
            }
        guard isPlain else { return drawByProcessor(op, list, mode: draw.adds ? .add : .over) }
        for each in draw.instances where each.sprite >= 0 && Int(each.sprite) < draw.sprites.count {
            let tint = opacity == 255 ? each.tint : PixelMath.scale(each.tint, opacity)
            encode(each, draw.sprites[Int(each.sprite)], tint, draw.adds, op)
        }
    }

    private func encode(_ each: ParticleInstance, _ sprite: ParticleSprite, _ tint: UInt32, _ adds: Bool, _ op: UnsafePointer<DrawOp>) {
        let image = sprite.image, upsideDown = op.pointee.flags.contains(.imageUpsideDown)
        let source = ContentsPlacement.source(
            width: image.width, height: image.height, contentsRect: sprite.contentsRect, flipped: !upsideDown)
        guard source.size.width > 0, source.size.height > 0 else { return }
        let p = op.pointee.projection
        let a = each.c * p.m11 + each.s * p.m21, b = each.c * p.m12 + each.s * p.m22
        let c = each.downX * p.m11 + each.downY * p.m21, d = each.downX * p.m12 + each.downY * p.m22
        let middle = SIMD2(each.x * p.m11 + each.y * p.m21 + p.m31, each.x * p.m12 + each.y * p.m22 + p.m32)
        let w = Double(sprite.size.width) / 2, h = Double(sprite.size.height) / 2
        let ex = abs(a) * w + abs(c) * h + 0.5, ey = abs(b) * w + abs(d) * h + 0.5
        let det = a * d - b * c
        guard abs(det) > 1e-9 else { return }
        let whole = IntRect(covering: middle.x - ex, middle.y - ey, middle.x + ex, middle.y + ey)
        guard whole.intersects(region) else { return }
        let wide = abs(det) / (c * c + d * d).squareRoot(), high = abs(det) / (a * a + b * b).squareRoot()
        let px = d / det, py = -c / det, qx = -b / det, qy = a / det
        // For the first pixel's middle.
        let x = Double(whole.x0) + 0.5 - middle.x, y = Double(whole.y0) + 0.5 - middle.y
        let u = px * x + py * y, v = qx * x + qy * y
        let du = Double(source.size.width) / (2 * w), dv = Double(source.size.height) / (2 * h) * (upsideDown ? -1 : 1)
        let su = (u + w) * du + Double(source.origin.x), sv = (upsideDown ? v - h : v + h) * dv + Double(source.origin.y)
        // From pixels to texels, relative to the corner of pixel (0, 0).
        let map = Homography(
            px * du, py * du, su - px * du * (Double(whole.x0) + 0.5) - py * du * (Double(whole.y0) + 0.5),
            qx * dv, qy * dv, sv - qx * dv * (Double(whole.x0) + 0.5) - qy * dv * (Double(whole.y0) + 0.5), 0, 0, 1)
        guard let place = images.place(of: image, levels: nil) else { return }
        let paint = paint(
            place.texture, map, .bilinear, color: tint, at: whole, IntRect(x: 0, y: 0, width: image.width, height: image.height),
            offset: (place.x, place.y))
        let at = commands.parameter(SIMD4(Float((u + w) * wide), Float(px * wide), Float(py * wide), Float(2 * w * wide)))
        _ = commands.parameter(SIMD4(Float((v + h) * high), Float(qx * high), Float(qy * high), Float(2 * h * high)))
        emit(
            whole, op.pointee.flags.contains(.antialiased) ? .sprite : .hardSprite, SIMD4(Float(whole.x0), Float(whole.y0), 0, 0), .zero,
            at,
            paint, mode: adds ? .add : .over)
    }
}
