import CoreGraphics
import Raster
import RenderTree

/// The mip levels of an image, and the image, so that its memory (the key) is not given to another.
struct ImagePyramid {
    let image: CGImage
    let pyramid: MipPyramid
}

extension Compositor {
    func draw(_ draw: ImageDraw, _ op: UnsafePointer<DrawOp>) {
        let rect = op.pointee.rect
        guard op.pointee.opacity > 0, rect.size.width > 0, rect.size.height > 0, draw.source.size.width > 0, draw.source.size.height > 0
        else { return }
        let axes = ImageAxes(draw, rect, op.pointee.flags)
        if axes.isWhole {
            piece(draw, op, axes.x.piece(0), axes.y.piece(0), soft: op.pointee.softEdges, over: rect)
            return
        }
        // Nine pieces: where they meet, pixel centres decide, so that no seam shows; the outer edges are a clip.
        let saved = clip
        if op.pointee.flags.contains(.antialiased) {
            let inside = region.intersection(IntRect(op.pointee.bounds))
            let mask = MaskBuffer(bounds: inside)
            cover(mask, op)
            if let outer = clip.mask { mask.multiply(by: outer) }
            clip = Clip(inside, mask: mask)
        }
        defer { clip = saved }
        for row in 0..<axes.y.count {
            for column in 0..<axes.x.count {
                let x = axes.x.piece(column), y = axes.y.piece(row)
                // Outer edges go two pixels' worth further, so that only the clip cuts there.
                piece(draw, op, x, y, soft: .none, over: axes.grown(column, row, op.pointee))
            }
        }
    }

    /// A part of the image over a part of the rectangle.
    private func piece(_ draw: ImageDraw, _ op: UnsafePointer<DrawOp>, _ x: ImageAxes.Piece, _ y: ImageAxes.Piece, soft: EdgeSet, over area: CGRect) {
        guard x.length > 0, y.length > 0, area.size.width > 0, area.size.height > 0 else { return }
        let p = op.pointee.projection
        let image = draw.image
        let map: Homography
        if p.kind == .axisAligned {
            guard p.m11 != 0, p.m22 != 0 else { return }
            let u = ImageAxes.step(x, p.m11, p.m31), v = ImageAxes.step(y, p.m22, p.m32)
            map = Homography(Affine(u.scale, 0, 0, v.scale, u.shift, v.shift))
        } else {
            guard let back = p.homography.inverse else { return }
            let sx = x.sourceLength / x.length, sy = y.sourceLength / y.length
            map = back.then(Homography(Affine(sx, 0, 0, sy, x.source - x.start * sx, y.source - y.start * sy)))
        }
        // Texels a pixel, by area, in the middle: more than one is making smaller.
        let l = p.linear(at: op.pointee.rect.middle)
        let pixels = abs(l.x.x * l.y.y - l.x.y * l.y.x)
        let texels = abs(x.sourceLength / x.length * y.sourceLength / y.length)
        let wanted = texels > pixels ? draw.minification : draw.magnification
        let filter: SampleFilter = switch wanted { case .nearest: .nearest; case .linear: .bilinear; case .trilinear: .trilinear }
        let mip = filter == .trilinear && texels > pixels ? pyramid(image) : nil
        image.withPixels { pixels in
            guard let sampler = ImageSampler(
                pixels: pixels, width: image.width, height: image.height, stride: image.width, map: map, filter: filter, mip: mip,
                mipBias: draw.mipBias, opacity: PixelMath.byte(op.pointee.opacity))
            else { return }
            if p.kind == .axisAligned {
                var placed = op.pointee
                if soft == .none { placed.flags.remove(.antialiased) }
                raster.fillRoundedRect(target, clip, placed.upright(area, radius: 0), paint: .image(sampler))
            } else {
                fillQuad(area, p, soft, .image(sampler))
            }
        }
    }

    func pyramid(_ image: CGImage) -> MipPyramid {
        let key = ObjectIdentifier(image)
        if let kept = pyramids.value(key) { return kept.pyramid }
        let made = image.withPixels { MipPyramid.buildMip(pixels: $0, width: image.width, height: image.height, stride: image.width) }
        // Memory that frames of films take turns in is not held back.
        if image.isShared { return made }
        pyramids.keep(ImagePyramid(image: image, pyramid: made), for: key, cost: image.width * image.height * 4 / 3)
        return made
    }
}
