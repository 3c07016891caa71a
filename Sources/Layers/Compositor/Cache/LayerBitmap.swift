import CoreGraphics
import Raster
import RenderTree

/// The bitmap of a layer with `shouldRasterize`, and the ops that it was made of: as long as they are the same, it is.
package struct LayerBitmap<Picture> {
    package let picture: Picture
    let ops: ContiguousArray<DrawOp>
    let payloads: ContiguousArray<DrawPayload>

    package init(_ picture: Picture, _ ops: UnsafeBufferPointer<DrawOp>, _ list: ListView) {
        self.picture = picture
        self.ops = ContiguousArray(ops)
        payloads = ContiguousArray(
            ops.compactMap { op in op.payload >= 0 && Int(op.payload) < list.payloads.count ? list.payloads[Int(op.payload)] : nil })
    }

    /// Bytes, the picture's own apart.
    package var cost: Int { ops.count * MemoryLayout<DrawOp>.stride }

    /// Ops may have moved in the list, and payloads with them.
    package func isMade(of other: UnsafeBufferPointer<DrawOp>, _ list: ListView) -> Bool {
        guard ops.count == other.count else { return false }
        var next = 0
        for i in ops.indices {
            var a = ops[i]
            let b = other[i]
            if a.payload >= 0 {
                guard b.payload >= 0, Int(b.payload) < list.payloads.count, next < payloads.count,
                    payloads[next].isSame(as: list.payloads[Int(b.payload)])
                else { return false }
                next += 1
                a.payload = b.payload
            }
            // Ends are matched by the order of what ends.
            if a.end >= 0 && b.end >= 0 { a.end = b.end }
            if a != b { return false }
        }
        return true
    }
}

extension Compositor {
    /// Draws the bitmap of a rasterised layer, if it is kept and still right.
    func drawKept(_ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ list: ListView) -> Bool {
        guard end > i, let raster = groupDraw(op, list).raster else { return false }
        let inside = UnsafeBufferPointer(rebasing: list.ops[(i + 1)..<end])
        guard let kept = bitmaps.value(raster.key), kept.isMade(of: inside, list) else {
            cacheUses?.append(CacheUse(layer: raster.layer, isHit: false))
            return false
        }
        cacheUses?.append(CacheUse(layer: raster.layer, isHit: true))
        draw(kept.picture, raster, op)
        return true
    }

    func keep(_ surface: Surface, _ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ raster: GroupDraw.Raster, _ list: ListView) {
        region = clip.region(in: target.bounds)
        let bitmap = LayerBitmap(surface, UnsafeBufferPointer(rebasing: list.ops[(i + 1)..<end]), list)
        bitmaps.keep(bitmap, for: raster.key, cost: bitmap.cost + surface.stride * surface.height * 4)
        draw(surface, raster, op)
    }

    /// The bitmap where the layer is.
    private func draw(_ surface: Surface, _ raster: GroupDraw.Raster, _ op: UnsafePointer<DrawOp>) {
        let p = op.pointee.projection
        guard !surface.bounds.isEmpty, op.pointee.opacity > 0,
            let map = raster.map(p, originX: surface.originX, originY: surface.originY)
        else { return }
        let filter: SampleFilter = raster.isNearest(p, around: op.pointee.rect) ? .nearest : .bilinear
        guard let sampler = ImageSampler(surface, map: map, filter: filter, opacity: PixelMath.byte(op.pointee.opacity)) else { return }
        // A clear pixel all around makes smooth edges.
        if p.kind == .axisAligned {
            self.raster.fillRoundedRect(target, clip, op.pointee.upright(op.pointee.rect, radius: 0), paint: .image(sampler))
        } else {
            fillQuad(op.pointee.rect, p, .none, .image(sampler))
        }
    }
}

extension GroupDraw.Raster {
    /// Names the bitmap: a layer may show upright and upside down at once.
    package var key: UInt64 { layer &* 2 &+ (scaleY < 0 ? 1 : 0) }

    /// Device pixels to those of a bitmap whose first one stands at an origin of its space; nil where the layer is seen from its edge.
    package func map(_ p: Projection, originX: Int, originY: Int) -> Homography? {
        guard let back = p.homography.inverse else { return nil }
        guard p.kind == .axisAligned else {
            return back.then(Homography(Affine(scaleX, 0, 0, scaleY, Double(-originX), Double(-originY))))
        }
        // Where a pixel of the bitmap is one of the target, exactly so.
        func axis(_ m: Double, _ shift: Double, _ scale: Double, _ origin: Int) -> (Double, Double) {
            var k = scale / m
            if abs(abs(k) - 1) < 1e-9 { k = k < 0 ? -1 : 1 }
            return (k, -shift * k - Double(origin))
        }
        let (sx, tx) = axis(p.m11, p.m31, scaleX, originX), (sy, ty) = axis(p.m22, p.m32, scaleY, originY)
        return Homography(Affine(sx, 0, 0, sy, tx, ty))
    }

    /// Whether the layer's filter for this size takes the nearest pixel.
    package func isNearest(_ p: Projection, around rect: CGRect) -> Bool {
        let l = p.linear(at: rect.middle)
        let pixels = abs(l.x.x * l.y.y - l.x.y * l.y.x), texels = abs(scaleX * scaleY)
        return (texels > pixels ? minification : magnification) == .nearest
    }
}
