import CKernels
import Foundation

package enum SampleFilter: Sendable {
    case nearest, bilinear
    /// Bilinear in the two nearest levels of a mip pyramid for minification, and bilinear without a pyramid.
    case trilinear
}

/// Premultiplied pixels read through a map from device pixels to texels. The memory must outlive the drawing call.
package struct ImageSampler {
    /// The data for sampling rows, without reference counting.
    let rows: ImageRows
    private let mip: MipPyramid?

    /// Creates a sampler. Returns nil if there is no texel to read or the map is not finite.
    package init?(
        pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int, map: Homography, filter: SampleFilter,
        source: IntRect? = nil, tiles: Bool = false, mip: MipPyramid? = nil, mipBias: Double = 0, opacity: UInt8 = 255
    ) {
        let whole = IntRect(x: 0, y: 0, width: width, height: height)
        let readable = source.map { $0.intersection(whole) } ?? whole
        guard !readable.isEmpty, map.isFinite else { return nil }
        self.mip = mip
        rows = ImageRows(
            pixels: pixels, stride: stride, source: readable, tiles: tiles, map: map, filter: filter, mip: mip.map { .passUnretained($0) },
            mipBias: mipBias, opacity: opacity)
    }

    package init?(
        _ surface: Surface, map: Homography, filter: SampleFilter, source: IntRect? = nil, tiles: Bool = false,
        mip: MipPyramid? = nil, opacity: UInt8 = 255
    ) {
        self.init(
            pixels: surface.pixels, width: surface.width, height: surface.height, stride: surface.stride, map: map,
            filter: filter, source: source, tiles: tiles, mip: mip, opacity: opacity)
    }

    private init(_ rows: ImageRows, _ mip: MipPyramid?) { (self.rows, self.mip) = (rows, mip) }

    /// Returns the sampler with device positions mapped first.
    func seen(through back: Affine) -> ImageSampler { ImageSampler(rows.seen(through: back), mip) }

    /// Samples pixels of a row, starting at (x, y).
    package func sample(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) { rows.sample(out, x: x, y: y, count: count) }
}

/// An image sampler as plain data, so that rows need no reference counting. The sampler from which it was made retains the pyramid.
struct ImageRows {
    let pixels: UnsafePointer<UInt32>
    let stride: Int
    /// The texels that may be read.
    let source: IntRect
    /// True if `source` repeats over the plane. Otherwise texels outside are those of its edge.
    let tiles: Bool
    /// The map from device to texel positions (texel 0 spans 0...1).
    let map: Homography
    let filter: SampleFilter
    private let pyramid: Unmanaged<MipPyramid>?
    /// A value added to the level of the pyramid. Positive values give softer images.
    let mipBias: Double
    /// A factor of the coverage.
    let opacity: UInt8

    /// The shift by whole texels if the map is a translation onto texel centres.
    let shift: (x: Int, y: Int)?

    init(
        pixels: UnsafePointer<UInt32>, stride: Int, source: IntRect, tiles: Bool, map: Homography, filter: SampleFilter,
        mip: Unmanaged<MipPyramid>?, mipBias: Double, opacity: UInt8
    ) {
        (self.pixels, self.stride, self.source, self.tiles) = (pixels, stride, source, tiles)
        (self.map, self.filter, pyramid, self.mipBias, self.opacity) = (map, filter, mip, mipBias, opacity)
        shift = ImageRows.wholeShift(map, filter: filter)
    }

    private var mip: MipPyramid? { pyramid?.takeUnretainedValue() }

    /// Returns the rows with device positions mapped first.
    func seen(through back: Affine) -> ImageRows {
        ImageRows(
            pixels: pixels, stride: stride, source: source, tiles: tiles, map: Homography(back).then(map), filter: filter, mip: pyramid,
            mipBias: mipBias, opacity: opacity)
    }

    /// A pixel's middle on the border of two texels, or this little before it, uses the texel after the border. The last bits of a map,
    /// which differ between processors and on a GPU, therefore don't affect the result.
    private static let tie = 1.0 / 8192

    /// The offset that is subtracted from positions before they are rounded down to whole texels.
    @inline(__always)
    var back: Double { filter == .nearest ? -ImageRows.tie : 0.5 }

    private static func wholeShift(_ m: Homography, filter: SampleFilter) -> (x: Int, y: Int)? {
        guard let t = m.affine, t.b == 0, t.c == 0, t.a == 1, t.d == 1, abs(t.tx) < 1e6, abs(t.ty) < 1e6 else { return nil }
        let x = t.tx.rounded(), y = t.ty.rounded()
        // An error of a 512th of a texel is invisible.
        if filter != .nearest, abs(t.tx - x) > 1.0 / 512 || abs(t.ty - y) > 1.0 / 512 { return nil }
        if filter == .nearest {
            return (Int((t.tx + 0.5 + tie).rounded(.down)), Int((t.ty + 0.5 + tie).rounded(.down)))
        }
        return (Int(x), Int(y))
    }

    /// Returns the source row itself if pixels map 1:1 and none is outside the image.
    @inline(__always)
    func directRow(x: Int, y: Int, count: Int) -> UnsafePointer<UInt32>? {
        guard let shift else { return nil }
        let sx = x &+ shift.x, sy = y &+ shift.y
        guard sx >= Int(source.x0), sx &+ count <= Int(source.x1), sy >= Int(source.y0), sy < Int(source.y1) else { return nil }
        return pixels + (sy &* stride &+ sx)
    }

    func sample(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        if let row = directRow(x: x, y: y, count: count) {
            out.update(from: row, count: count)
            return
        }
        if tiles {
            sampleTiled(out, x: x, y: y, count: count)
        } else if let t = map.affine {
            sampleAffine(out, t, x: x, y: y, count: count)
        } else {
            sampleProjected(out, x: x, y: y, count: count)
        }
    }

    /// Returns the number of texels per pixel of an affine map: the longer of the two steps.
    private func level(_ t: Affine) -> Double {
        guard filter == .trilinear, let mip, mip.levels.count > 0 else { return 0 }
        let s = max(t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d)
        return s > 1 ? biased(0.5 * log2(s), mip) : 0
    }

    @inline(__always)
    private func biased(_ level: Double, _ mip: MipPyramid) -> Double { max(0, min(level + mipBias, Double(mip.levels.count))) }

    private func sampleAffine(_ out: UnsafeMutablePointer<UInt32>, _ t: Affine, x: Int, y: Int, count: Int) {
        let lod = level(t)
        guard lod > 0, let mip else {
            sampleLevel(out, t, pixels: pixels, stride: stride, bounds: source, x: x, y: y, count: count)
            return
        }
        let low = min(Int(lod), mip.levels.count - 1)
        let mixing = UInt32(max(0, min(1, lod - Double(low))) * 255 + 0.5)
        sampleMip(out, t, level: low, x: x, y: y, count: count)
        guard mixing > 0 else { return }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { other in
            guard let o = other.baseAddress else { return }
            var i = 0
            while i < count {
                let n = min(256, count - i)
                sampleMip(o, t, level: low + 1, x: x + i, y: y, count: n)
                for k in 0..<n { out[i + k] = PixelMath.mix(out[i + k], o[k], mixing) }
                i += n
            }
        }
    }

    /// Samples a level. Level 0 is the image itself, level n the pyramid's n-1.
    private func sampleMip(_ out: UnsafeMutablePointer<UInt32>, _ t: Affine, level: Int, x: Int, y: Int, count: Int) {
        guard level > 0, let mip else {
            sampleLevel(out, t, pixels: pixels, stride: stride, bounds: source, x: x, y: y, count: count)
            return
        }
        let l = mip.levels[level - 1]
        let sx = Double(l.width) / Double(mip.baseWidth), sy = Double(l.height) / Double(mip.baseHeight)
        let scaled = t.then(Affine(sx, 0, 0, sy, 0, 0))
        let r = IntRect(covering: Double(source.x0) * sx, Double(source.y0) * sy, Double(source.x1) * sx, Double(source.y1) * sy)
            .intersection(IntRect(x: 0, y: 0, width: l.width, height: l.height))
        guard !r.isEmpty else { return }
        sampleLevel(out, scaled, pixels: l.pixels, stride: l.stride, bounds: r, x: x, y: y, count: count)
    }

    private func sampleLevel(
        _ out: UnsafeMutablePointer<UInt32>, _ t: Affine, pixels: UnsafePointer<UInt32>, stride: Int, bounds: IntRect, x: Int,
        y: Int, count: Int
    ) {
        // Fixed-point positions relative to device x 0, so that a span may begin anywhere.
        let back = self.back
        let rowX = 0.5 * t.a + (Double(y) + 0.5) * t.c + t.tx - back
        let rowY = 0.5 * t.b + (Double(y) + 0.5) * t.d + t.ty - back
        let du = ImageRows.fixed(t.a), dv = ImageRows.fixed(t.b)
        let u = ImageRows.fixed(rowX) &+ Int64(x) &* du
        let v = ImageRows.fixed(rowY) &+ Int64(x) &* dv
        var limits = (bounds.x0, bounds.y0, bounds.x1 - 1, bounds.y1 - 1)
        withUnsafeBytes(of: &limits) { raw in
            guard let b = raw.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
            let k = Kernels.current
            if filter == .nearest {
                k.pointee.sample_nearest(out, count, pixels, stride, b, u, v, du, dv)
            } else {
                k.pointee.sample_bilinear(out, count, pixels, stride, b, u, v, du, dv)
            }
        }
    }

    /// Converts to 32.32 fixed point, with distant values clamped so that a row can't overflow.
    @inline(__always)
    static func fixed(_ v: Double) -> Int64 {
        Int64((max(-1e6, min(1e6, v)) * 4294967296).rounded(.toNearestOrAwayFromZero))
    }

    private func sampleProjected(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        let back = self.back
        let py = Double(y) + 0.5
        guard filter == .trilinear, let mip, !mip.levels.isEmpty else {
            var limits = (source.x0, source.y0, source.x1 - 1, source.y1 - 1)
            var m = map
            withUnsafeBytes(of: &limits) { b in
                withUnsafeBytes(of: &m) { h in
                    guard let b = b.baseAddress?.assumingMemoryBound(to: Int32.self),
                        let h = h.baseAddress?.assumingMemoryBound(to: Double.self)
                    else { return }
                    Kernels.current.pointee.sample_projected(out, count, pixels, stride, b, h, Double(x), py, back)
                }
            }
            return
        }
        for i in 0..<count {
            let px = Double(x + i) + 0.5
            let w = map.m6 * px + map.m7 * py + map.m8
            let inv = w != 0 ? 1 / w : 0
            let u = (map.m0 * px + map.m1 * py + map.m2) * inv
            let v = (map.m3 * px + map.m4 * py + map.m5) * inv
            out[i] = projectedTrilinear(mip, u: u, v: v, inv: inv)
        }
    }

    private func projectedTrilinear(_ mip: MipPyramid, u: Double, v: Double, inv: Double) -> UInt32 {
        let ux = (map.m0 - u * map.m6) * inv, vx = (map.m3 - v * map.m6) * inv
        let uy = (map.m1 - u * map.m7) * inv, vy = (map.m4 - v * map.m7) * inv
        let s = max(ux * ux + vx * vx, uy * uy + vy * vy)
        let x1 = source.x1 - 1, y1 = source.y1 - 1
        guard s > 1 else { return ImageRows.bilinear(pixels, stride, u - 0.5, v - 0.5, source.x0, source.y0, x1, y1) }
        let lod = biased(0.5 * log2(s), mip)
        let low = min(Int(lod), mip.levels.count - 1)
        let mixing = UInt32(max(0, min(1, lod - Double(low))) * 255 + 0.5)
        let a = mipTexel(mip, level: low, u: u, v: v), b = mipTexel(mip, level: low + 1, u: u, v: v)
        return PixelMath.mix(a, b, mixing)
    }

    private func mipTexel(_ mip: MipPyramid, level: Int, u: Double, v: Double) -> UInt32 {
        guard level > 0 else {
            return ImageRows.bilinear(pixels, stride, u - 0.5, v - 0.5, source.x0, source.y0, source.x1 - 1, source.y1 - 1)
        }
        let l = mip.levels[level - 1]
        let sx = Double(l.width) / Double(mip.baseWidth), sy = Double(l.height) / Double(mip.baseHeight)
        return ImageRows.bilinear(
            l.pixels, l.stride, u * sx - 0.5, v * sy - 0.5, 0, 0, Int32(l.width - 1), Int32(l.height - 1))
    }

    @inline(__always)
    private static func bilinear(
        _ p: UnsafePointer<UInt32>, _ stride: Int, _ u: Double, _ v: Double, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32
    ) -> UInt32 {
        let cu = max(Double(x0), min(Double(x1), u)), cv = max(Double(y0), min(Double(y1), v))
        let xa = Int(cu), ya = Int(cv)
        let fx = UInt32((cu - Double(xa)) * 256), fy = UInt32((cv - Double(ya)) * 256)
        let xb = min(xa + 1, Int(x1)), yb = min(ya + 1, Int(y1))
        let a = p[ya &* stride &+ xa], b = p[ya &* stride &+ xb], c = p[yb &* stride &+ xa], d = p[yb &* stride &+ xb]
        return KernelTwins.bilerp(a, b, c, d, fx, fy)
    }
}
