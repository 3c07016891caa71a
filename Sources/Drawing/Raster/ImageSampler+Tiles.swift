import Foundation

/// Pictures repeated over the plane. The mip pyramid is not used, because its levels don't repeat if the tile's sides are odd.
extension ImageRows {
    func sampleTiled(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        let w = source.width, h = source.height
        if let shift {
            // Consecutive copies of the tile's row.
            let row = pixels + (Int(source.y0) + ImageRows.modulo(y &+ shift.y &- Int(source.y0), h)) &* stride + Int(source.x0)
            var from = ImageRows.modulo(x &+ shift.x &- Int(source.x0), w)
            var i = 0
            while i < count {
                let n = min(count - i, w - from)
                (out + i).update(from: row + from, count: n)
                i += n
                from = 0
            }
            return
        }
        let back = self.back
        let py = Double(y) + 0.5
        let x0 = Double(source.x0), y0 = Double(source.y0)
        for i in 0..<count {
            let px = Double(x + i) + 0.5
            let ww = map.m6 * px + map.m7 * py + map.m8
            let inv = ww != 0 ? 1 / ww : 0
            let u = ImageRows.wrap((map.m0 * px + map.m1 * py + map.m2) * inv - back - x0, Double(w))
            let v = ImageRows.wrap((map.m3 * px + map.m4 * py + map.m5) * inv - back - y0, Double(h))
            out[i] = tiled(u, v, w, h)
        }
    }

    @inline(__always)
    private func tiled(_ u: Double, _ v: Double, _ w: Int, _ h: Int) -> UInt32 {
        let xa = min(Int(u), w - 1), ya = min(Int(v), h - 1)
        let p = pixels + (Int(source.y0) &* stride &+ Int(source.x0))
        if filter == .nearest { return p[ya &* stride &+ xa] }
        let xb = xa + 1 == w ? 0 : xa + 1, yb = ya + 1 == h ? 0 : ya + 1
        return KernelTwins.bilerp(
            p[ya &* stride &+ xa], p[ya &* stride &+ xb], p[yb &* stride &+ xa], p[yb &* stride &+ xb],
            UInt32((u - Double(xa)) * 256) & 255, UInt32((v - Double(ya)) * 256) & 255)
    }

    /// Wraps a value into 0 ..< n. Returns 0 for values that are not finite.
    @inline(__always)
    private static func wrap(_ v: Double, _ n: Double) -> Double {
        let r = v - (v / n).rounded(.down) * n
        return r >= 0 && r < n ? r : 0
    }

    private static func modulo(_ v: Int, _ n: Int) -> Int {
        let r = v % n
        return r < 0 ? r + n : r
    }
}
