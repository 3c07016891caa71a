import CoreGraphics
import Raster
import RenderTree

/// The bitmap of a layer with `shouldRasterize`, and the ops that it was made from: the bitmap is valid as long as the ops are the same.
private struct LayerBitmap<Picture> {
    let picture: Picture
    let ops: ContiguousArray<DrawOp>
    let payloads: ContiguousArray<DrawPayload>

    init(_ picture: Picture, _ ops: UnsafeBufferPointer<DrawOp>, _ list: ListView) {
        self.picture = picture
        self.ops = ContiguousArray(ops)
        payloads = ContiguousArray(
            ops.compactMap { op in op.payload >= 0 && Int(op.payload) < list.payloads.count ? list.payloads[Int(op.payload)] : nil })
    }

    /// In bytes, without the picture.
    var cost: Int { ops.count * MemoryLayout<DrawOp>.stride }

    /// Returns true if the bitmap was made from the given ops. Ops and their payloads may have moved in the list.
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
            // An end is compared by the begin that it matches, not by its index.
            if a.end >= 0 && b.end >= 0 { a.end = b.end }
            if a != b { return false }
        }
        return true
    }
}

/// The kept bitmaps of rasterised layers, in the memory that a compositor uses.
package struct KeptBitmaps<Picture> {
    private var bitmaps = RecentCache<UInt64, LayerBitmap<Picture>>(limit: 128 << 20, maxCount: 4096)

    package init() {}

    /// Returns the bitmap of a layer if it was made from these ops.
    package mutating func bitmap(of raster: GroupDraw.Raster, _ content: BitmapContent) -> Picture? {
        guard let kept = bitmaps.value(raster.key), kept.isMade(of: content.ops, content.list) else { return nil }
        return kept.picture
    }

    /// Keeps the bitmap of a layer.
    /// - Parameter cost: the picture's bytes.
    package mutating func keep(_ picture: Picture, cost: Int, for raster: GroupDraw.Raster, _ content: BitmapContent) {
        let bitmap = LayerBitmap(picture, content.ops, content.list)
        bitmaps.keep(bitmap, for: raster.key, cost: bitmap.cost + cost)
    }
}

/// The ops that a bitmap is made from.
package struct BitmapContent {
    let ops: UnsafeBufferPointer<DrawOp>
    let list: ListView
}

extension ListView {
    /// - Parameter step: the step that begins the bitmap.
    package func inside(_ step: PlanStep) -> BitmapContent {
        BitmapContent(ops: UnsafeBufferPointer(rebasing: ops[(Int(step.op) + 1)..<Int(step.index)]), list: self)
    }
}

extension GroupDraw.Raster {
    /// Identifies the bitmap: a layer may be shown upright and upside down at once.
    fileprivate var key: UInt64 { layer &* 2 &+ (scaleY < 0 ? 1 : 0) }

    /// Returns the map from device pixels to those of a bitmap whose first pixel is at an origin of its space; nil if the layer is seen
    /// edge-on.
    package func map(_ p: Projection, originX: Int, originY: Int) -> Homography? {
        guard let back = p.homography.inverse else { return nil }
        guard p.kind == .axisAligned else {
            return back.then(Homography(Affine(scaleX, 0, 0, scaleY, Double(-originX), Double(-originY))))
        }
        // If the scale is 1 but for rounding, uses exactly 1.
        func axis(_ m: Double, _ shift: Double, _ scale: Double, _ origin: Int) -> (Double, Double) {
            var k = scale / m
            if abs(abs(k) - 1) < 1e-9 { k = k < 0 ? -1 : 1 }
            return (k, -shift * k - Double(origin))
        }
        let (sx, tx) = axis(p.m11, p.m31, scaleX, originX), (sy, ty) = axis(p.m22, p.m32, scaleY, originY)
        return Homography(Affine(sx, 0, 0, sy, tx, ty))
    }

    /// Returns true if the layer's filter for this size is nearest.
    package func isNearest(_ p: Projection, around rect: CGRect) -> Bool {
        let l = p.linear(at: rect.middle)
        let pixels = abs(l.x.x * l.y.y - l.x.y * l.y.x), texels = abs(scaleX * scaleY)
        return (texels > pixels ? minification : magnification) == .nearest
    }
}
