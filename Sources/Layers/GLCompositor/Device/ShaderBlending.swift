/// Blend modes that read the backdrop: PixelBlendMode on the device, in the order of CGBlendMode.
enum ShaderBlending {
    static let text = """
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

        vec3 separable(int mode, vec3 s, vec3 d) {
            switch (mode) {
            case 1: return s * d;
            case 2: return s + d - s * d;
            case 3: return hard(d, s);
            case 4: return min(s, d);
            case 5: return max(s, d);
            case 6: return vec3(dodge(s.r, d.r), dodge(s.g, d.g), dodge(s.b, d.b));
            case 7: return vec3(burn(s.r, d.r), burn(s.g, d.g), burn(s.b, d.b));
            case 8: return vec3(soft(s.r, d.r), soft(s.g, d.g), soft(s.b, d.b));
            case 9: return hard(s, d);
            case 10: return abs(s - d);
            default: return s + d - 2.0 * s * d;
            }
        }

        vec4 blend(int mode, vec4 s, vec4 d) {
            float sa = s.a, da = d.a;
            switch (mode) {
            case 0: return s + d * (1.0 - sa);
            case 16: return vec4(0.0);
            case 17: return s;
            case 18: return s * da;
            case 19: return s * (1.0 - da);
            case 20: return s * da + d * (1.0 - sa);
            case 21: return s * (1.0 - da) + d;
            case 22: return d * sa;
            case 23: return d * (1.0 - sa);
            case 24: return s * (1.0 - da) + d * sa;
            case 25: return s * (1.0 - da) + d * (1.0 - sa);
            case 26: {
                float a = min(1.0, sa + da);
                return vec4(max(vec3(0.0), s.rgb + d.rgb - (sa + da - a)), a);
            }
            case 27: return min(vec4(1.0), s + d);
            }
            vec3 cs = sa > 0.0 ? s.rgb / sa : vec3(0.0), cd = da > 0.0 ? d.rgb / da : vec3(0.0), b;
            switch (mode) {
            case 12: b = setLum(setSat(cs, sat(cd)), lum(cd)); break;
            case 13: b = setLum(setSat(cd, sat(cs)), lum(cd)); break;
            case 14: b = setLum(cs, lum(cd)); break;
            case 15: b = setLum(cd, lum(cs)); break;
            default: b = separable(mode, cs, cd);
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
