import CKernels

/// The combination of a source with the destination, in the order of CGBlendMode.
package enum PixelBlendMode: Int32, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    case difference, exclusion, hue, saturation, color, luminosity
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
    case xor, plusDarker, plusLighter

    /// False if a transparent source does not change the destination. Other modes must also process pixels that the source does not
    /// touch.
    package var affectsUntouched: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: return true
        default: return false
        }
    }

    /// Applies the mode to premultiplied colours (r, g, b, a), without clamping.
    package func blend(source s: SIMD4<Float>, dest d: SIMD4<Float>) -> SIMD4<Float> {
        let sa = s.w, da = d.w
        switch self {
        case .normal: return s + d * (1 - sa)
        case .clear: return .zero
        case .copy: return s
        case .sourceIn: return s * da
        case .sourceOut: return s * (1 - da)
        case .sourceAtop: return s * da + d * (1 - sa)
        case .destinationOver: return s * (1 - da) + d
        case .destinationIn: return d * sa
        case .destinationOut: return d * (1 - sa)
        case .destinationAtop: return s * (1 - da) + d * sa
        case .xor: return s * (1 - da) + d * (1 - sa)
        case .plusLighter: return pointwiseMin(s + d, SIMD4(repeating: 1))
        case .plusDarker:
            // Colours are added as distances from white: 1 - ((1 - D) + (1 - S)) on straight alpha coverage.
            let a = min(1, sa + da)
            var out = pointwiseMax(SIMD4(repeating: 0), s + d - SIMD4(repeating: sa + da - a))
            out.w = a
            return out
        default: break
        }
        // Separable and HSL modes: (1 - da) s + (1 - sa) d + sa da B(cd, cs).
        let cs = sa > 0 ? s / sa : .zero, cd = da > 0 ? d / da : .zero
        var b: SIMD4<Float>
        switch self {
        case .hue: b = HSL.setLum(HSL.setSat(cs, HSL.sat(cd)), HSL.lum(cd))
        case .saturation: b = HSL.setLum(HSL.setSat(cd, HSL.sat(cs)), HSL.lum(cd))
        case .color: b = HSL.setLum(cs, HSL.lum(cd))
        case .luminosity: b = HSL.setLum(cd, HSL.lum(cs))
        default: b = SIMD4(channel(cs.x, cd.x), channel(cs.y, cd.y), channel(cs.z, cd.z), 0)
        }
        var out = s * (1 - da) + d * (1 - sa) + b * (sa * da)
        out.w = sa + da - sa * da
        return out
    }

    /// Returns B(cb, cs) of the separable modes for straight colours.
    @inline(__always)
    private func channel(_ s: Float, _ d: Float) -> Float {
        switch self {
        case .multiply: return s * d
        case .screen: return s + d - s * d
        case .overlay: return PixelBlendMode.hard(d, s)
        case .hardLight: return PixelBlendMode.hard(s, d)
        case .darken: return min(s, d)
        case .lighten: return max(s, d)
        case .colorDodge: return d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
        case .colorBurn: return d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
        case .softLight:
            if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
            let g = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
            return d + (2 * s - 1) * (g - d)
        case .difference: return abs(s - d)
        case .exclusion: return s + d - 2 * s * d
        default: return s
        }
    }

    @inline(__always)
    private static func hard(_ s: Float, _ d: Float) -> Float {
        s <= 0.5 ? d * 2 * s : d + (2 * s - 1) - d * (2 * s - 1)
    }

    /// Applies the mode to 8-bit pixels, with rounding to nearest.
    package func blend(source s: UInt32, dest d: UInt32) -> UInt32 {
        switch self {
        case .normal: return PixelMath.over(s, d)
        case .copy: return s
        case .clear: return 0
        default: return PixelBlendMode.pack(blend(source: PixelBlendMode.unpack(s), dest: PixelBlendMode.unpack(d)))
        }
    }

    /// Blends a row of pixels, each by its coverage if given.
    func blend(
        _ dst: UnsafeMutablePointer<UInt32>, _ src: UnsafePointer<UInt32>, _ n: Int, _ coverage: UnsafePointer<UInt8>?,
        _ kernels: UnsafePointer<agate_kernel_table>
    ) {
        if kernels.pointee.blend_pixels(dst, src, n, rawValue, coverage) != 0 { return }
        for i in 0..<n {
            let c = coverage?[i] ?? 255
            if c == 0 { continue }
            let out = blend(source: src[i], dest: dst[i])
            dst[i] = c == 255 ? out : PixelMath.mix(dst[i], out, UInt32(c))
        }
    }

    @inline(__always)
    private static func unpack(_ p: UInt32) -> SIMD4<Float> {
        SIMD4(Float((p >> 16) & 255), Float((p >> 8) & 255), Float(p & 255), Float(p >> 24)) / 255
    }

    @inline(__always)
    private static func pack(_ v: SIMD4<Float>) -> UInt32 {
        let a = byte(v.w)
        // No channel may exceed alpha, or rounding would add light to transparent pixels.
        return a << 24 | min(byte(v.x), a) << 16 | min(byte(v.y), a) << 8 | min(byte(v.z), a)
    }

    @inline(__always)
    private static func byte(_ v: Float) -> UInt32 { v > 0 ? UInt32(min(v, 1) * 255 + 0.5) : 0 }

    @inline(__always)
    private func pointwiseMin(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }
    @inline(__always)
    private func pointwiseMax(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .> a) }
}

/// The hue, saturation and luminosity of straight colours as the PDF blend modes define them.
enum HSL {
    static func lum(_ c: SIMD4<Float>) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

    static func sat(_ c: SIMD4<Float>) -> Float { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

    static func setLum(_ c: SIMD4<Float>, _ l: Float) -> SIMD4<Float> {
        var out = c + (l - lum(c))
        let mid = lum(out), low = min(out.x, out.y, out.z), high = max(out.x, out.y, out.z)
        if low < 0, mid > low { out = SIMD4(repeating: mid) + (out - mid) * (mid / (mid - low)) }
        if high > 1, high > mid { out = SIMD4(repeating: mid) + (out - mid) * ((1 - mid) / (high - mid)) }
        return out
    }

    static func setSat(_ c: SIMD4<Float>, _ s: Float) -> SIMD4<Float> {
        let low = min(c.x, c.y, c.z), range = sat(c)
        return range > 0 ? (c - low) * (s / range) : .zero
    }
}
