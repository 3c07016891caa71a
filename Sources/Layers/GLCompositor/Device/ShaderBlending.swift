import Raster

/// Blend modes that read the backdrop: PixelBlendMode on the device.
enum ShaderBlending {
    /// A mode as an expression of GLSL.
    private enum Formula {
        /// The result, of the premultiplied source `s` and backdrop `d` with the alphas `sa` and `da`.
        case whole(String)
        /// The mix of the straight colours `cs` and `cd`, where both the source and the backdrop cover the pixel.
        case mixed(String)
    }

    private static func formula(_ mode: PixelBlendMode) -> Formula {
        switch mode {
        case .normal: .whole("s + d * (1.0 - sa)")
        case .multiply: .mixed("cs * cd")
        case .screen: .mixed("cs + cd - cs * cd")
        case .overlay: .mixed("hard(cd, cs)")
        case .darken: .mixed("min(cs, cd)")
        case .lighten: .mixed("max(cs, cd)")
        case .colorDodge: .mixed("vec3(dodge(cs.r, cd.r), dodge(cs.g, cd.g), dodge(cs.b, cd.b))")
        case .colorBurn: .mixed("vec3(burn(cs.r, cd.r), burn(cs.g, cd.g), burn(cs.b, cd.b))")
        case .softLight: .mixed("vec3(soft(cs.r, cd.r), soft(cs.g, cd.g), soft(cs.b, cd.b))")
        case .hardLight: .mixed("hard(cs, cd)")
        case .difference: .mixed("abs(cs - cd)")
        case .exclusion: .mixed("cs + cd - 2.0 * cs * cd")
        case .hue: .mixed("setLum(setSat(cs, sat(cd)), lum(cd))")
        case .saturation: .mixed("setLum(setSat(cd, sat(cs)), lum(cd))")
        case .color: .mixed("setLum(cs, lum(cd))")
        case .luminosity: .mixed("setLum(cd, lum(cs))")
        case .clear: .whole("vec4(0.0)")
        case .copy: .whole("s")
        case .sourceIn: .whole("s * da")
        case .sourceOut: .whole("s * (1.0 - da)")
        case .sourceAtop: .whole("s * da + d * (1.0 - sa)")
        case .destinationOver: .whole("s * (1.0 - da) + d")
        case .destinationIn: .whole("d * sa")
        case .destinationOut: .whole("d * (1.0 - sa)")
        case .destinationAtop: .whole("s * (1.0 - da) + d * sa")
        case .xor: .whole("s * (1.0 - da) + d * (1.0 - sa)")
        case .plusDarker: .whole("darker(s, d)")
        case .plusLighter: .whole("min(vec4(1.0), s + d)")
        }
    }

    private static func whole(_ mode: PixelBlendMode) -> String? {
        if case .whole(let result) = formula(mode) { "return \(result);" } else { nil }
    }

    private static func mixed(_ mode: PixelBlendMode) -> String? {
        if case .mixed(let mix) = formula(mode) { "b = \(mix); break;" } else { nil }
    }

    static let text = """
        \(PixelBlendMode.definitions)
        // Channels are ordered as in memory, blue first.
        float lum(vec3 c) { return dot(c, vec3(0.11, 0.59, 0.3)); }

        float sat(vec3 c) { return max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b)); }

        vec3 setLum(vec3 c, float l) {
            c += l - lum(c);
            float middle = lum(c), low = min(c.r, min(c.g, c.b)), high = max(c.r, max(c.g, c.b));
            if (low < 0.0 && middle > low) c = middle + (c - middle) * (middle / (middle - low));
            if (high > 1.0 && high > middle) c = middle + (c - middle) * ((1.0 - middle) / (high - middle));
            return c;
        }

        vec3 setSat(vec3 c, float s) {
            float low = min(c.r, min(c.g, c.b)), range = sat(c);
            return range > 0.0 ? (c - low) * (s / range) : vec3(0.0);
        }

        vec3 hard(vec3 s, vec3 d) {
            return mix(d + (2.0 * s - 1.0) - d * (2.0 * s - 1.0), d * 2.0 * s, vec3(lessThanEqual(s, vec3(0.5))));
        }

        float dodge(float s, float d) { return d <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, d / (1.0 - s)); }

        float burn(float s, float d) { return d >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - d) / s); }

        float soft(float s, float d) {
            if (s <= 0.5) return d - (1.0 - 2.0 * s) * d * (1.0 - d);
            float g = d <= 0.25 ? ((16.0 * d - 12.0) * d + 4.0) * d : sqrt(d);
            return d + (2.0 * s - 1.0) * (g - d);
        }

        vec4 darker(vec4 s, vec4 d) {
            float a = min(1.0, s.a + d.a);
            return vec4(max(vec3(0.0), s.rgb + d.rgb - (s.a + d.a - a)), a);
        }

        vec4 blend(int mode, vec4 s, vec4 d) {
            float sa = s.a, da = d.a;
            switch (mode) {
        \(PixelBlendMode.cases(whole))
            }
            vec3 cs = sa > 0.0 ? s.rgb / sa : vec3(0.0), cd = da > 0.0 ? d.rgb / da : vec3(0.0), b = vec3(0.0);
            switch (mode) {
        \(PixelBlendMode.cases(mixed))
            }
            return vec4(s.rgb * (1.0 - da) + d.rgb * (1.0 - sa) + b * (sa * da), sa + da - sa * da);
        }

        void main() {
            pixel = ivec2(gl_FragCoord.xy) + origin;
            int at = int(vMore.w);
            vec4 behind = P(at), more = P(at + 1);
            vec4 d = fetch(int(behind.z), pixel + ivec2(behind.xy));
            float c = asByte(coverage() * more.x);
            vec4 place = P(vRefs.z), limits = P(vRefs.z + 1), s = vec4(0.0);
            ivec2 p = pixel + ivec2(place.xy);
            if (all(greaterThanEqual(vec2(p), limits.xy)) && all(lessThan(vec2(p), limits.zw))) s = asByte(fetch(vRefs.w, p) * vColor);
            s = asByte(s * more.y);
            if (behind.w > 0.0) s = asByte(s * alphaOf(vec4(more.zw, behind.w - 1.0, 0.0)));
            vec4 o = asByte(clamp(blend(int(vKinds.w), s, d), 0.0, 1.0));
            // No channel above alpha: rounding must not make light of nothing.
            o.rgb = min(o.rgb, vec3(o.a));
            result = mix(d, o, c);
        }
        """
}
