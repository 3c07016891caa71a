import CoreGraphics
import Raster
import RenderTree

/// The mip levels of an image. Retains the image, so that its address (the key) is not reused.
struct ImagePyramid {
    let image: CGImage
    let pyramid: MipPyramid
}

extension OpPainter {
    func draw(_ draw: ImageDraw, _ op: UnsafePointer<DrawOp>) {
        let rect = op.pointee.rect
        guard op.pointee.opacity > 0, rect.size.width > 0, rect.size.height > 0, draw.source.size.width > 0, draw.source.size.height > 0
        else { return }
        let axes = ImageAxes(draw, rect, op.pointee.flags)
        if axes.isWhole {
            piece(draw, op, axes.x.piece(0), axes.y.piece(0), soft: op.pointee.softEdges, over: rect)
            return
        }
        // Nine pieces: their common edges are not antialiased, so that no seam shows; the outer edges are a clip.
        let saved = clip
        if op.pointee.flags.contains(.antialiased) {
            let inside = region.intersection(IntRect(op.pointee.bounds))
            let mask = MaskBuffer(bounds: inside)
            coverage.cover(mask, op)
            if let outer = clip.mask { mask.multiply(by: outer) }
            clip = Clip(inside, mask: mask)
        }
        defer { clip = saved }
        for row in 0..<axes.y.count {
            for column in 0..<axes.x.count {
                let x = axes.x.piece(column), y = axes.y.piece(row)
                // Outer edges are extended by two pixels, so that only the clip determines them.
                piece(draw, op, x, y, soft: .none, over: axes.grown(column, row, op.pointee))
            }
        }
    }

    /// Draws a part of the image over a part of the rectangle.
    private func piece(
        _ draw: ImageDraw, _ op: UnsafePointer<DrawOp>, _ x: ImageAxes.Piece, _ y: ImageAxes.Piece, soft: EdgeSet, over area: CGRect
    ) {
        guard x.length > 0, y.length > 0, area.size.width > 0, area.size.height > 0 else { return }
        let p = op.pointee.projection
        let image = draw.image
        guard let map = ImageAxes.map(x, y, p) else { return }
        let isSmaller = ImageAxes.isSmaller(x, y, op)
        let wanted = isSmaller ? draw.minification : draw.magnification
        if options.resamplesContents, p.kind != .projective, isSmaller || wanted != .nearest,
            resample(draw, op, map, x, y, soft: soft, over: area)
        {
            return
        }
        let filter: SampleFilter =
            switch wanted {
            case .nearest: .nearest;
            case .linear: .bilinear;
            case .trilinear: .trilinear
            }
        let mip = filter == .trilinear && isSmaller ? mipLevels(of: image) : nil
        func paint(_ pixels: UnsafePointer<UInt32>) {
            guard
                let sampler = ImageSampler(
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
        if mip == nil, image.isWrittenByRows, let affine = map.affine {
            let seen = clip.region(in: target.bounds).intersection(IntRect(op.pointee.bounds))
            image.withPixels(ofRows: Self.rows(of: image, affine, seen), paint)
        } else {
            image.withPixels(paint)
        }
    }

    /// Returns the rows of an image that a sampler reads for device pixels.
    private static func rows(of image: CGImage, _ map: Affine, _ r: IntRect) -> Range<Int> {
        guard !r.isEmpty else { return 0..<0 }
        let across = (map.b * Double(r.x0), map.b * Double(r.x1)), down = (map.d * Double(r.y0), map.d * Double(r.y1))
        let low = min(across.0, across.1) + min(down.0, down.1) + map.ty, high = max(across.0, across.1) + max(down.0, down.1) + map.ty
        guard low.isFinite, high.isFinite else { return 0..<image.height }
        // Filters read one more row on each side. Edges are repeated: outside, the row at the edge is read.
        let last = Double(image.height)
        let end = Int(min(max(high.rounded(.up) + 2, 1), last)), first = Int(min(max(low.rounded(.down) - 2, 0), last - 1))
        return min(first, end - 1)..<end
    }

    /// Draws contents resampled to their size as a context does. Returns false, with nothing drawn, if their size is right, or if they are
    /// rotated and not reduced.
    /// - Parameter map: the map from device pixels to those of the image.
    private func resample(
        _ draw: ImageDraw, _ op: UnsafePointer<DrawOp>, _ map: Homography, _ x: ImageAxes.Piece, _ y: ImageAxes.Piece, soft: EdgeSet,
        over area: CGRect
    ) -> Bool {
        let p = op.pointee.projection, image = draw.image, opacity = PixelMath.byte(op.pointee.opacity)
        func isSame(_ scale: Double) -> Bool { abs(abs(scale) - 1) < 1e-4 }
        if p.kind == .axisAligned {
            var u = ImageAxes.step(x, p.m11, p.m31), v = ImageAxes.step(y, p.m22, p.m32)
            if isSame(u.scale) && isSame(v.scale) { return false }
            var placed = op.pointee
            if soft == .none { placed.flags.remove(.antialiased) }
            var shape = placed.upright(area, radius: 0)
            if soft != .none, abs(u.scale) > 1.0001 || abs(v.scale) > 1.0001 {
                // Reduced images are a whole number of pixels wide and high, about their middle.
                let (x0, x1) = ImageAxes.whole(shape.x0, shape.x1), (y0, y1) = ImageAxes.whole(shape.y0, shape.y1)
                u = ImageAxes.fitted(x, from: p.m11 > 0 ? x0 : x1, to: p.m11 > 0 ? x1 : x0)
                v = ImageAxes.fitted(y, from: p.m22 > 0 ? y0 : y1, to: p.m22 > 0 ? y1 : y0)
                shape = RoundedRect(x0, y0, x1, y1)
            }
            let seen = clip.region(in: target.bounds).intersection(IntRect(op.pointee.bounds))
            guard !seen.isEmpty else { return true }
            let surface = image.withPixels(ofRows: 0..<image.height) {
                ImageResampler(pixels: $0, width: image.width, height: image.height, stride: image.width)
                    .surface(seen, x: ImageAxes.resampled(x, u), y: ImageAxes.resampled(y, v))
            }
            let shift = Homography(Affine(1, 0, 0, 1, -Double(surface.originX), -Double(surface.originY)))
            guard let sampler = ImageSampler(surface, map: shift, filter: .nearest, opacity: opacity) else { return true }
            raster.fillRoundedRect(target, clip, shape, paint: .image(sampler))
            withExtendedLifetime(surface) {}
            return true
        }
        // Rotated: reduced to a smaller size first.
        let across = abs(x.sourceLength / x.length) / (p.m11 * p.m11 + p.m12 * p.m12).squareRoot()
        let down = abs(y.sourceLength / y.length) / (p.m21 * p.m21 + p.m22 * p.m22).squareRoot()
        guard across.isFinite, down.isFinite, max(across, down) > 1.0001 else { return false }
        func size(_ n: Int, _ scale: Double) -> Int { max(1, Int((Double(n) / max(1, scale)).rounded(.up))) }
        let w = size(image.width, across), h = size(image.height, down)
        let sx = Double(image.width) / Double(w), sy = Double(image.height) / Double(h)
        let surface = image.withPixels(ofRows: 0..<image.height) {
            ImageResampler(pixels: $0, width: image.width, height: image.height, stride: image.width).surface(
                IntRect(x: 0, y: 0, width: w, height: h), x: .init(scale: sx, shift: 0, kernel: .cubic),
                y: .init(scale: sy, shift: 0, kernel: .cubic))
        }
        let toSurface = map.then(Homography(Affine(1 / sx, 0, 0, 1 / sy, 0, 0)))
        guard let sampler = ImageSampler(surface, map: toSurface, filter: .bilinear, opacity: opacity) else { return true }
        fillQuad(area, p, soft, .image(sampler))
        withExtendedLifetime(surface) {}
        return true
    }
}
