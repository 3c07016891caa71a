import CKernels

/// A small picture under an affine map, with a tint.
package struct Sprite {
    package var pixels: UnsafePointer<UInt32>
    package var width: Int
    package var height: Int
    /// The visible part of the picture, in its pixels.
    package var x: Double, y: Double, sourceWidth: Double, sourceHeight: Double
    /// True if the first row is at the far end of the second axis.
    package var isUpsideDown: Bool
    /// Half the size, in units of the axes.
    package var half: SIMD2<Double>
    /// The steps along the picture's axes in device pixels, and its middle.
    package var across: SIMD2<Double>, down: SIMD2<Double>, middle: SIMD2<Double>
    /// A premultiplied colour by which the picture is multiplied.
    package var tint: UInt32
    package var adds: Bool
    package var isSoft: Bool

    package init(
        pixels: UnsafePointer<UInt32>, width: Int, height: Int, x: Double, y: Double, sourceWidth: Double, sourceHeight: Double,
        isUpsideDown: Bool,
        half: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>, middle: SIMD2<Double>, tint: UInt32, adds: Bool, isSoft: Bool
    ) {
        self.pixels = pixels; self.width = width; self.height = height
        self.x = x; self.y = y; self.sourceWidth = sourceWidth; self.sourceHeight = sourceHeight; self.isUpsideDown = isUpsideDown
        self.half = half; self.across = across; self.down = down; self.middle = middle
        self.tint = tint; self.adds = adds; self.isSoft = isSoft
    }
}

/// A sprite that is prepared for the drawing loop.
package struct PreparedSprite {
    fileprivate var sprite: agate_sprite
    fileprivate var box: IntRect
}

/// The result of preparing a sprite.
package enum SpriteFit {
    case ready(PreparedSprite)
    /// The sprite is not visible.
    case nothing
    /// The sprite is too large for the loop's integers.
    case tooLarge
}

extension Rasterizer {
    /// Draws a picture with bilinear samples and its own four sides as soft edges, in one call of a loop. Returns false, without drawing,
    /// if the picture is too large for the loop.
    package func drawSprite(_ target: Surface, _ mask: MaskBuffer?, in region: IntRect, _ s: Sprite) -> Bool {
        switch prepare(target, in: region, s) {
        case .ready(let sprite): draw(sprite, target, mask)
        case .nothing: break
        case .tooLarge: return false
        }
        return true
    }

    /// Prepares a sprite, and prefetches the pixels that it will change. The prefetch completes while the previous sprite is drawn.
    @inline(__always)
    package func prepare(_ target: Surface, in region: IntRect, _ s: Sprite) -> SpriteFit {
        let a = s.across.x, b = s.across.y, c = s.down.x, d = s.down.y, w = s.half.x, h = s.half.y
        let ex = abs(a) * w + abs(c) * h + 0.5, ey = abs(b) * w + abs(d) * h + 0.5
        guard ex < 8000, ey < 8000, abs(s.middle.x) < 30_000, abs(s.middle.y) < 30_000 else { return .tooLarge }
        let det = a * d - b * c
        guard abs(det) > 1e-9 else { return .nothing }
        let whole = IntRect(
            Int32((s.middle.x - ex).rounded(.down)), Int32((s.middle.y - ey).rounded(.down)), Int32((s.middle.x + ex).rounded(.up)),
            Int32((s.middle.y + ey).rounded(.up)))
        let box = whole.intersection(region)
        if box.isEmpty { return .nothing }
        // The widths and heights in pixels of a step along each axis, perpendicular to the opposite sides.
        let wide = abs(det) / (c * c + d * d).squareRoot(), high = abs(det) / (a * a + b * b).squareRoot()
        guard wide * w < 15_000, high * h < 15_000 else { return .tooLarge }

        // The transform from pixels back to the picture's axes. Integers are relative to the corner of the whole sprite, so that a part
        // has the same pixels.
        let px = d / det, py = -c / det, qx = -b / det, qy = a / det
        let x = Double(whole.x0) + 0.5 - s.middle.x, y = Double(whole.y0) + 0.5 - s.middle.y
        let u = px * x + py * y, v = qx * x + qy * y
        let du = s.sourceWidth / (2 * w), dv = s.sourceHeight / (2 * h) * (s.isUpsideDown ? -1 : 1)
        var sprite = agate_sprite(
            texels: s.pixels, stride: s.width, bounds: (0, 0, Int32(s.width - 1), Int32(s.height - 1)),
            u: ImageRows.fixed((u + w) * du + s.x - 0.5), v: ImageRows.fixed((s.isUpsideDown ? v - h : v + h) * dv + s.y - 0.5),
            u_x: ImageRows.fixed(px * du), v_x: ImageRows.fixed(qx * dv), u_y: ImageRows.fixed(py * du),
            v_y: ImageRows.fixed(qy * dv),
            left: Self.fixed16((u + w) * wide), left_x: Self.fixed16(px * wide), left_y: Self.fixed16(py * wide),
            top: Self.fixed16((v + h) * high), top_x: Self.fixed16(qx * high), top_y: Self.fixed16(qy * high),
            width: Self.fixed16(2 * w * wide), height: Self.fixed16(2 * h * high),
            tint: s.tint, hard: s.isSoft ? 0 : 1, adds: s.adds ? 1 : 0)
        let columns = box.x0 &- whole.x0, rows = box.y0 &- whole.y0
        sprite.u &+= Int64(columns) &* sprite.u_x &+ Int64(rows) &* sprite.u_y
        sprite.v &+= Int64(columns) &* sprite.v_x &+ Int64(rows) &* sprite.v_y
        sprite.left &+= columns &* sprite.left_x &+ rows &* sprite.left_y
        sprite.top &+= columns &* sprite.top_x &+ rows &* sprite.top_y
        if box.area <= 16384 {
            kernels.pointee.prefetch(target.pointer(x: Int(box.x0), y: Int(box.y0)), target.stride, box.height, box.width)
        }
        return .ready(PreparedSprite(sprite: sprite, box: box))
    }

    @inline(__always)
    package func draw(_ prepared: PreparedSprite, _ target: Surface, _ mask: MaskBuffer?) {
        let box = prepared.box, out = target.pointer(x: Int(box.x0), y: Int(box.y0))
        withUnsafePointer(to: prepared.sprite) { sprite in
            if let mask {
                kernels.pointee.draw_sprite(
                    out, target.stride, box.height, box.width, sprite, mask.pointer(x: Int(box.x0), y: Int(box.y0)), mask.stride)
            } else {
                kernels.pointee.draw_sprite(out, target.stride, box.height, box.width, sprite, nil, 0)
            }
        }
    }

    @inline(__always)
    private static func fixed16(_ v: Double) -> Int32 { Int32((max(-32_000, min(32_000, v)) * 65536).rounded(.toNearestOrAwayFromZero)) }
}
