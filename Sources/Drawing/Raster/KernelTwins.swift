/// The C loops in plain Swift, as a reference without optimizations. Tests compare both bit by bit.
package enum KernelTwins {
    package static func overSolidCoverage(_ dst: inout [UInt32], color: UInt32, coverage: [UInt8]) {
        for i in dst.indices { dst[i] = PixelMath.over(color, dst[i], coverage: UInt32(coverage[i])) }
    }

    package static func overPixelsCoverage(_ dst: inout [UInt32], _ src: [UInt32], coverage: [UInt8]) {
        for i in dst.indices { dst[i] = PixelMath.over(src[i], dst[i], coverage: UInt32(coverage[i])) }
    }

    package static func scanCells(_ cells: [Int32], carry: Int32, coverage: inout [UInt8]) -> Int32 {
        var sum = carry
        for i in cells.indices {
            sum = sum &+ cells[i]
            let m = min(sum.magnitude, 65536)
            coverage[i] = UInt8((m * 255 + 32768) >> 16)
        }
        return sum
    }

    package static func multiplyMask(_ dst: inout [UInt8], _ src: [UInt8]) {
        for i in dst.indices { dst[i] = UInt8(PixelMath.div255(UInt32(dst[i]) * UInt32(src[i]))) }
    }

    package static func overMask(_ dst: inout [UInt8], coverage: [UInt8]) {
        for i in dst.indices { dst[i] = coverage[i] + UInt8(PixelMath.div255(UInt32(dst[i]) * UInt32(255 - coverage[i]))) }
    }

    package static func multiplyPixels(_ dst: inout [UInt32], _ mask: [UInt8]) {
        for i in dst.indices { dst[i] = PixelMath.scale(dst[i], UInt32(mask[i])) }
    }

    package static func convolve8(_ src: [UInt8], step: Int, weights: [UInt32], count: Int) -> [UInt16] {
        (0..<count).map { i in
            var sum: UInt32 = 128
            for k in weights.indices { sum += UInt32(src[i + k * step]) * weights[k] }
            return UInt16(sum >> 8)
        }
    }

    package static func convolve16(_ src: [UInt16], stride: Int, weights: [UInt32], count: Int) -> [UInt8] {
        (0..<count).map { i in
            var sum: UInt32 = 1 << 23
            for k in weights.indices { sum += UInt32(src[i + k * stride]) * weights[k] }
            return UInt8(sum >> 24)
        }
    }

    /// Interpolates four texels by fractions in 1/256.
    @inline(__always)
    package static func bilerp(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ fx: UInt32, _ fy: UInt32) -> UInt32 {
        let gx = 256 &- fx, gy = 256 &- fy
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            let top = ((a >> shift) & 255) &* gx &+ ((b >> shift) & 255) &* fx
            let low = ((c >> shift) & 255) &* gx &+ ((d >> shift) & 255) &* fx
            out |= ((top &* gy &+ low &* fy &+ 32768) >> 16) << shift
            shift &+= 8
        }
        return out
    }

    package static func sampleBilinear(
        _ src: [UInt32], stride: Int, bounds: IntRect, count: Int, u: Int64, v: Int64, du: Int64, dv: Int64
    ) -> [UInt32] {
        func texel(_ x: Int64, _ y: Int64) -> UInt32 {
            let cx = max(Int64(bounds.x0), min(Int64(bounds.x1) - 1, x)), cy = max(Int64(bounds.y0), min(Int64(bounds.y1) - 1, y))
            return src[Int(cy) * stride + Int(cx)]
        }
        return (0..<count).map { i in
            let pu = u &+ Int64(i) &* du, pv = v &+ Int64(i) &* dv
            let x = pu >> 32, y = pv >> 32
            return bilerp(
                texel(x, y), texel(x + 1, y), texel(x, y + 1), texel(x + 1, y + 1), UInt32(truncatingIfNeeded: pu >> 24) & 255,
                UInt32(truncatingIfNeeded: pv >> 24) & 255)
        }
    }
}
