import CKernels

/// The combination of a source with the destination, with the numbers of CGBlendMode. All other numbers of blend modes follow from these
/// cases: those of the C loops (`kernel`) and of the shaders (`ShaderBlending`).
package enum PixelBlendMode: Int32, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    case difference, exclusion, hue, saturation, color, luminosity
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
    case xor, plusDarker, plusLighter

    /// False if a transparent source does not change the destination. Other modes must also process pixels that the source does not
    /// touch.
    package var affectsUntouched: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight, .difference,
            .exclusion, .hue, .saturation, .color, .luminosity, .sourceAtop, .destinationOver, .destinationOut, .xor, .plusDarker,
            .plusLighter:
            false
        }
    }

    /// The mode of the C loops.
    package var kernel: agate_blend_mode {
        switch self {
        case .normal: agate_blend_normal
        case .multiply: agate_blend_multiply
        case .screen: agate_blend_screen
        case .overlay: agate_blend_overlay
        case .darken: agate_blend_darken
        case .lighten: agate_blend_lighten
        case .colorDodge: agate_blend_color_dodge
        case .colorBurn: agate_blend_color_burn
        case .softLight: agate_blend_soft_light
        case .hardLight: agate_blend_hard_light
        case .difference: agate_blend_difference
        case .exclusion: agate_blend_exclusion
        case .hue: agate_blend_hue
        case .saturation: agate_blend_saturation
        case .color: agate_blend_color
        case .luminosity: agate_blend_luminosity
        case .clear: agate_blend_clear
        case .copy: agate_blend_copy
        case .sourceIn: agate_blend_source_in
        case .sourceOut: agate_blend_source_out
        case .sourceAtop: agate_blend_source_atop
        case .destinationOver: agate_blend_destination_over
        case .destinationIn: agate_blend_destination_in
        case .destinationOut: agate_blend_destination_out
        case .destinationAtop: agate_blend_destination_atop
        case .xor: agate_blend_xor
        case .plusDarker: agate_blend_plus_darker
        case .plusLighter: agate_blend_plus_lighter
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
        case .multiply: return mixed(s, d) { each($0, $1) { $0 * $1 } }
        case .screen: return mixed(s, d) { each($0, $1) { $0 + $1 - $0 * $1 } }
        case .overlay: return mixed(s, d) { each($0, $1) { Self.hard($1, $0) } }
        case .hardLight: return mixed(s, d) { each($0, $1) { Self.hard($0, $1) } }
        case .darken: return mixed(s, d) { each($0, $1) { min($0, $1) } }
        case .lighten: return mixed(s, d) { each($0, $1) { max($0, $1) } }
        case .colorDodge: return mixed(s, d) { each($0, $1) { s, d in d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s)) } }
        case .colorBurn: return mixed(s, d) { each($0, $1) { s, d in d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s) } }
        case .softLight: return mixed(s, d) { each($0, $1) { Self.soft($0, $1) } }
        case .difference: return mixed(s, d) { each($0, $1) { abs($0 - $1) } }
        case .exclusion: return mixed(s, d) { each($0, $1) { $0 + $1 - 2 * $0 * $1 } }
        case .hue: return mixed(s, d) { HSL.setLum(HSL.setSat($0, HSL.sat($1)), HSL.lum($1)) }
        case .saturation: return mixed(s, d) { HSL.setLum(HSL.setSat($1, HSL.sat($0)), HSL.lum($1)) }
        case .color: return mixed(s, d) { HSL.setLum($0, HSL.lum($1)) }
        case .luminosity: return mixed(s, d) { HSL.setLum($1, HSL.lum($0)) }
        }
    }

    /// Returns (1 - da) s + (1 - sa) d + sa da B(cs, cd), where B mixes the straight colours.
    @inline(__always)
    private func mixed(
        _ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mix: (_ cs: SIMD4<Float>, _ cd: SIMD4<Float>) -> SIMD4<Float>
    ) -> SIMD4<Float> {
        let sa = s.w, da = d.w
        let b = mix(sa > 0 ? s / sa : .zero, da > 0 ? d / da : .zero)
        var out = s * (1 - da) + d * (1 - sa) + b * (sa * da)
        out.w = sa + da - sa * da
        return out
    }

    /// Returns B of a mode that mixes each channel by itself.
    @inline(__always)
    private func each(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mix: (Float, Float) -> Float) -> SIMD4<Float> {
        SIMD4(mix(s.x, d.x), mix(s.y, d.y), mix(s.z, d.z), 0)
    }

    @inline(__always)
    private static func hard(_ s: Float, _ d: Float) -> Float {
        s <= 0.5 ? d * 2 * s : d + (2 * s - 1) - d * (2 * s - 1)
    }

    @inline(__always)
    private static func soft(_ s: Float, _ d: Float) -> Float {
        if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
        let g = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
        return d + (2 * s - 1) * (g - d)
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
        if kernels.pointee.blend_pixels(dst, src, n, kernel, coverage) != 0 { return }
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
