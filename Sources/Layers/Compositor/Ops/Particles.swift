import CoreGraphics
import Raster
import RenderTree

/// A particle's picture, prepared once for all particles that show it.
private struct SpriteSource {
    let image: CGImage
    /// In the image's pixels.
    let rect: CGRect
    let half: SIMD2<Double>
}

extension OpPainter {
    /// Draws particles. They are small, many, and scattered: most are drawn by a specialised loop, without a path, a mask or a sampler.
    func draw(_ draw: ParticleDraw, _ op: UnsafePointer<DrawOp>) {
        let inside = region.intersection(IntRect(op.pointee.bounds))
        let opacity = UInt32(PixelMath.byte(op.pointee.opacity))
        guard !inside.isEmpty, opacity > 0 else { return }
        let upsideDown = op.pointee.flags.contains(.imageUpsideDown)
        var index: Int32 = -1
        var source: SpriteSource?
        // A prepared sprite is drawn after the next one is prepared: its pixels are prefetched meanwhile.
        var waiting: PreparedSprite?
        draw.instances.withUnsafeBufferPointer { instances in
            draw.sprites.withUnsafeBufferPointer { sprites in
                for i in instances.indices {
                    var each = instances[i]
                    if each.sprite != index {
                        index = each.sprite
                        source = index >= 0 && Int(index) < sprites.count ? Self.source(sprites[Int(index)], upsideDown) : nil
                    }
                    guard let source else { continue }
                    let tint = opacity == 255 ? each.tint : PixelMath.scale(each.tint, opacity)
                    let plane: Projection
                    if draw.depth == .zero {
                        plane = op.pointee.projection
                    } else if each.riseX == 0 && each.riseY == 0 {
                        plane = op.pointee.projection.raised(by: each.z, along: draw.depth)
                    } else {
                        plane = op.pointee.projection.plane(of: each, along: draw.depth)
                        each = ParticleInstance(x: 0, y: 0, z: 0, c: 1, s: 0, tint: each.tint, sprite: each.sprite)
                    }
                    let sprite = sprites[Int(index)]
                    let isSmall = plane.kind != .projective && Self.isLinear(sprite, each, plane, source)
                    if isSmall {
                        let fit = prepare(each, source, plane, tint, draw.adds, op, inside)
                        if case .nothing = fit { continue }
                        if case .ready(let ready) = fit {
                            if let last = waiting { raster.draw(last, target, clip.mask) }
                            waiting = ready
                            continue
                        }
                    }
                    if let last = waiting { raster.draw(last, target, clip.mask) }
                    waiting = nil
                    slow(each, sprite, source, plane, tint, draw.adds, op, inside)
                }
                if let last = waiting { raster.draw(last, target, clip.mask) }
            }
        }
    }

    private static func source(_ sprite: ParticleSprite, _ upsideDown: Bool) -> SpriteSource? {
        let image = sprite.image
        let rect = ContentsPlacement.source(
            width: image.width, height: image.height, contentsRect: sprite.contentsRect, flipped: !upsideDown)
        guard rect.size.width > 0, rect.size.height > 0, image.width > 0, image.height > 0 else { return nil }
        return SpriteSource(image: image, rect: rect, half: SIMD2(Double(sprite.size.width), Double(sprite.size.height)) / 2)
    }

    /// The filter is selected by texels per pixel, as for layers.
    private static func isLinear(_ sprite: ParticleSprite, _ each: ParticleInstance, _ p: Projection, _ source: SpriteSource) -> Bool {
        if sprite.minification == .linear, sprite.magnification == .linear { return true }
        let pixels = abs(each.area * (p.m11 * p.m22 - p.m12 * p.m21)) * 4 * source.half.x * source.half.y
        let texels = Double(source.rect.size.width * source.rect.size.height)
        return (texels > pixels ? sprite.minification : sprite.magnification) == .linear
    }

    @inline(__always)
    private func prepare(
        _ each: ParticleInstance, _ source: SpriteSource, _ p: Projection, _ tint: UInt32, _ adds: Bool, _ op: UnsafePointer<DrawOp>,
        _ inside: IntRect
    ) -> SpriteFit {
        source.image.withPixels { pixels in
            raster.prepare(
                target, in: inside,
                Sprite(
                    pixels: pixels, width: source.image.width, height: source.image.height, x: Double(source.rect.origin.x),
                    y: Double(source.rect.origin.y),
                    sourceWidth: Double(source.rect.size.width), sourceHeight: Double(source.rect.size.height),
                    isUpsideDown: op.pointee.flags.contains(.imageUpsideDown), half: source.half,
                    across: SIMD2(each.c * p.m11 + each.s * p.m21, each.c * p.m12 + each.s * p.m22),
                    down: SIMD2(each.downX * p.m11 + each.downY * p.m21, each.downX * p.m12 + each.downY * p.m22),
                    middle: SIMD2(each.x * p.m11 + each.y * p.m21 + p.m31, each.x * p.m12 + each.y * p.m22 + p.m32),
                    tint: tint, adds: adds, isSoft: op.pointee.flags.contains(.antialiased)))
        }
    }

    /// Draws a particle in any plane and with any filter, row by row.
    private func slow(
        _ each: ParticleInstance, _ sprite: ParticleSprite, _ source: SpriteSource, _ p: Projection, _ tint: UInt32, _ adds: Bool,
        _ op: UnsafePointer<DrawOp>, _ inside: IntRect
    ) {
        let w = source.half.x, h = source.half.y
        // Maps the unit square of the picture to pixels.
        let place = Affine(
            2 * w * each.c, 2 * w * each.s, 2 * h * each.downX, 2 * h * each.downY,
            each.x - w * each.c - h * each.downX, each.y - w * each.s - h * each.downY)
        guard let back = Homography(place).then(p.homography).inverse else { return }
        let reach = CGRect(
            x: each.x - abs(w * each.c) - abs(h * each.downX), y: each.y - abs(w * each.s) - abs(h * each.downY),
            width: 2 * (abs(w * each.c) + abs(h * each.downX)), height: 2 * (abs(w * each.s) + abs(h * each.downY)))
        guard let b = p.deviceBox(of: reach) else { return }
        let box = IntRect(covering: b.minX - 0.5, b.minY - 0.5, b.maxX + 0.5, b.maxY + 0.5).intersection(inside)
        if box.isEmpty { return }
        let up = op.pointee.flags.contains(.imageUpsideDown)
        let r = source.rect
        let texels =
            up
            ? Affine(Double(r.size.width), 0, 0, -Double(r.size.height), Double(r.origin.x), Double(r.origin.y + r.size.height))
            : Affine(Double(r.size.width), 0, 0, Double(r.size.height), Double(r.origin.x), Double(r.origin.y))
        let l = p.linear(at: SIMD2(each.x, each.y))
        let pixels = abs((l.x.x * l.y.y - l.x.y * l.y.x) * each.area) * 4 * w * h
        let isSmaller = Double(r.size.width * r.size.height) > pixels
        let wanted = isSmaller ? sprite.minification : sprite.magnification
        let filter: SampleFilter =
            switch wanted {
            case .nearest: .nearest;
            case .linear: .bilinear;
            case .trilinear: .trilinear
            }
        let mip = filter == .trilinear && isSmaller ? mipLevels(of: source.image) : nil
        let soft = op.pointee.flags.contains(.antialiased)
        source.image.withPixels { memory in
            guard
                let sampler = ImageSampler(
                    pixels: memory, width: source.image.width, height: source.image.height, stride: source.image.width,
                    map: back.then(Homography(texels)), filter: filter, mip: mip)
            else { return }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: box.width) { row in
                guard let samples = row.baseAddress else { return }
                for y in Int(box.y0)..<Int(box.y1) {
                    sampler.sample(samples, x: Int(box.x0), y: y, count: box.width)
                    let out = target.pointer(x: Int(box.x0), y: y)
                    for i in 0..<box.width {
                        var cover = Self.coverage(back, Double(box.x0) + Double(i) + 0.5, Double(y) + 0.5, soft)
                        if let mask = clip.mask { cover = PixelMath.div255(cover * UInt32(mask.pointer(x: Int(box.x0) + i, y: y).pointee)) }
                        if cover == 0 { continue }
                        let s = Self.multiplied(samples[i], tint)
                        out[i] = adds ? Self.sum(PixelMath.scale(s, cover), out[i]) : PixelMath.over(s, out[i], coverage: cover)
                    }
                }
            }
        }
    }

    /// Returns the coverage of a pixel by its middle: the distance inside the unit square, measured in pixels across each pair of sides.
    private static func coverage(_ m: Homography, _ x: Double, _ y: Double, _ soft: Bool) -> UInt32 {
        let w = m.m6 * x + m.m7 * y + m.m8
        guard w > 0 else { return 0 }
        let u = (m.m0 * x + m.m1 * y + m.m2) / w, v = (m.m3 * x + m.m4 * y + m.m5) / w
        if !soft { return u >= 0 && u < 1 && v >= 0 && v < 1 ? 255 : 0 }
        func share(_ t: Double, _ gx: Double, _ gy: Double) -> Double {
            let length = (gx * gx + gy * gy).squareRoot()
            guard length > 0 else { return t >= 0 && t < 1 ? 1 : 0 }
            let low = max(0, min(1, t / length + 0.5)), high = max(0, min(1, (1 - t) / length + 0.5))
            return max(0, low + high - 1)
        }
        let a = share(u, (m.m0 - u * m.m6) / w, (m.m1 - u * m.m7) / w), b = share(v, (m.m3 - v * m.m6) / w, (m.m4 - v * m.m7) / w)
        return UInt32(a * b * 255 + 0.5)
    }

    @inline(__always)
    private static func multiplied(_ p: UInt32, _ tint: UInt32) -> UInt32 {
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            out |= PixelMath.div255(((p >> shift) & 255) &* ((tint >> shift) & 255)) << shift
            shift &+= 8
        }
        return out
    }

    @inline(__always)
    private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            out |= min(255, ((a >> shift) & 255) + ((b >> shift) & 255)) << shift
            shift &+= 8
        }
        return out
    }
}
