import CoreGraphics
import Raster
import RenderTree

/// The bitmap of a layer with `shouldRasterize`, and the ops that it was made of: as long as they are the same, it is.
struct LayerBitmap {
    let surface: Surface
    let ops: ContiguousArray<DrawOp>
    let payloads: ContiguousArray<DrawPayload>

    init(_ surface: Surface, _ ops: UnsafeBufferPointer<DrawOp>, _ list: ListView) {
        self.surface = surface
        self.ops = ContiguousArray(ops)
        payloads = ContiguousArray(
            ops.compactMap { op in op.payload >= 0 && Int(op.payload) < list.payloads.count ? list.payloads[Int(op.payload)] : nil })
    }

    var cost: Int { surface.stride * surface.height * 4 + ops.count * MemoryLayout<DrawOp>.stride }

    /// Ops may have moved in the list, and payloads with them.
    func isMade(of other: UnsafeBufferPointer<DrawOp>, _ list: ListView) -> Bool {
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
        guard let kept = bitmaps.value(key(raster)), kept.isMade(of: inside, list) else {
            cacheUses?.append(CacheUse(layer: raster.layer, isHit: false))
            return false
        }
        cacheUses?.append(CacheUse(layer: raster.layer, isHit: true))
        draw(kept.surface, raster, op)
        return true
    }

    func keep(_ surface: Surface, _ op: UnsafePointer<DrawOp>, at i: Int, end: Int, _ raster: GroupDraw.Raster, _ list: ListView) {
        region = clip.region(in: target.bounds)
        let bitmap = LayerBitmap(surface, UnsafeBufferPointer(rebasing: list.ops[(i + 1)..<end]), list)
        bitmaps.keep(bitmap, for: key(raster), cost: bitmap.cost)
        draw(surface, raster, op)
    }

    private func key(_ raster: GroupDraw.Raster) -> UInt64 { raster.layer &* 2 &+ (raster.scaleY < 0 ? 1 : 0) }

    /// The bitmap where the layer is.
    private func draw(_ surface: Surface, _ raster: GroupDraw.Raster, _ op: UnsafePointer<DrawOp>) {
        guard !surface.bounds.isEmpty, op.pointee.opacity > 0, let back = op.pointee.projection.homography.inverse else { return }
        let p = op.pointee.projection
        let l = p.linear(at: op.pointee.rect.middle)
        let pixels = abs(l.x.x * l.y.y - l.x.y * l.y.x), texels = abs(raster.scaleX * raster.scaleY)
        let filter: SampleFilter = (texels > pixels ? raster.minification : raster.magnification) == .nearest ? .nearest : .bilinear
        let map: Homography
        if p.kind == .axisAligned {
            // Where a pixel of the bitmap is one of the target, exactly so.
            func axis(_ m: Double, _ shift: Double, _ scale: Double, _ origin: Int) -> (Double, Double) {
                var k = scale / m
                if abs(abs(k) - 1) < 1e-9 { k = k < 0 ? -1 : 1 }
                return (k, -shift * k - Double(origin))
            }
            let (sx, tx) = axis(p.m11, p.m31, raster.scaleX, surface.originX), (sy, ty) = axis(p.m22, p.m32, raster.scaleY, surface.originY)
            map = Homography(Affine(sx, 0, 0, sy, tx, ty))
        } else {
            map = back.then(
                Homography(
                    Affine(
                        raster.scaleX, 0, 0, raster.scaleY, Double(-surface.originX), Double(-surface.originY))))
        }
        guard let sampler = ImageSampler(surface, map: map, filter: filter, opacity: PixelMath.byte(op.pointee.opacity)) else { return }
        // A clear pixel all around makes smooth edges.
        if p.kind == .axisAligned {
            self.raster.fillRoundedRect(target, clip, op.pointee.upright(op.pointee.rect, radius: 0), paint: .image(sampler))
        } else {
            fillQuad(op.pointee.rect, p, .none, .image(sampler))
        }
    }
}
