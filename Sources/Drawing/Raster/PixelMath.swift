/// 8-bit arithmetic on premultiplied pixels. The C loops give the same results, bit for bit.
package enum PixelMath {
    /// Returns x / 255, rounded to nearest, exact for 0...65025.
    @inline(__always)
    package static func div255(_ x: UInt32) -> UInt32 {
        let t = x &+ 128
        return (t &+ (t >> 8)) >> 8
    }

    /// Returns `s` under coverage `c` over `d`, rounded once per channel.
    @inline(__always)
    package static func over(_ s: UInt32, _ d: UInt32, coverage c: UInt32 = 255) -> UInt32 {
        let k = 255 &- div255((s >> 24) &* c)
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            let v = div255(((s >> shift) & 255) &* c &+ ((d >> shift) & 255) &* k)
            out |= min(v, 255) << shift
            shift &+= 8
        }
        return out
    }

    /// Returns every channel times m / 255.
    @inline(__always)
    package static func scale(_ p: UInt32, _ m: UInt32) -> UInt32 {
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            out |= div255(((p >> shift) & 255) &* m) << shift
            shift &+= 8
        }
        return out
    }

    /// Interpolates from `a` (t = 0) to `b` (t = 255).
    @inline(__always)
    package static func mix(_ a: UInt32, _ b: UInt32, _ t: UInt32) -> UInt32 {
        var out: UInt32 = 0
        var shift: UInt32 = 0
        while shift < 32 {
            out |= div255(((a >> shift) & 255) &* (255 &- t) &+ ((b >> shift) & 255) &* t) << shift
            shift &+= 8
        }
        return out
    }

    /// Returns a straight sRGB colour times an opacity as a pixel. Components are clamped to 0...1. NaN counts as 0.
    package static func premultiplied(_ rgba: SIMD4<Float>, opacity: Float = 1) -> UInt32 {
        let alpha = unit(rgba.w) * unit(opacity)
        let a = UInt32(alpha * 255 + 0.5)
        // Premultiplied by the rounded alpha, so that a channel never exceeds it.
        let f = Float(a)
        let r = UInt32(unit(rgba.x) * f + 0.5)
        let g = UInt32(unit(rgba.y) * f + 0.5)
        let b = UInt32(unit(rgba.z) * f + 0.5)
        return a << 24 | r << 16 | g << 8 | b
    }

    /// Returns an opacity as 0...255, rounded to nearest.
    package static func byte(_ v: Float) -> UInt8 { UInt8(unit(v) * 255 + 0.5) }

    @inline(__always)
    private static func unit(_ v: Float) -> Float { v > 0 ? min(v, 1) : 0 }
}
