/// Filters: each pixel is a sum over the surrounding texels, or a recoloured texel.
enum ShaderFilters {
    /// The code of one filter: statements in GLSL for each step of the shader. Without any, a pixel is the texel at its place.
    private struct Filter {
        /// Sets the rectangle of texels, `first` and `size`, and what each counts, `share`; `f` is for `weight`.
        var texels = ""
        /// Changes the weight `w` and the place `q` of the texel that is `d` from the first one.
        var weight = ""
        /// Changes the `sum`.
        var result = ""
    }

    /// Returns the code of a filter; nil for other paints.
    private static func filter(_ kind: PaintKind) -> Filter? {
        switch kind {
        case .shrink:
            return Filter(
                texels: """
                    size = ivec2(own.xy);
                    first = pixel * size + ivec2(place.xy);
                    share = 1.0 / (own.x * own.y);
                    """)
        case .grow:
            return Filter(
                texels: """
                    vec2 uv = clamp((vec2(pixel) + 0.5) / own.zw - 0.5 - own.xy, limits.xy, limits.zw - 1.0);
                    first = ivec2(floor(uv));
                    f = floor((uv - floor(uv)) * 256.0) / 256.0;
                    size = ivec2(2);
                    """,
                weight: """
                    w = (d.x == 0 ? 1.0 - f.x : f.x) * (d.y == 0 ? 1.0 - f.y : f.y);
                    q = min(q, inside.zw - 1);
                    """)
        case .matrix: return Filter(result: "sum = recolored(sum, int(own.x));")
        case .exposure: return Filter(result: "sum = exposed(sum, P(int(own.x)).x);")
        case .mean:
            return Filter(
                texels: """
                    first = p - ivec2(own.xy) * int(own.z);
                    size = ivec2(1) + ivec2(own.xy) * 2 * int(own.z);
                    share = 1.0 / (2.0 * own.z + 1.0);
                    """)
        case .blocks:
            return Filter(
                texels: """
                    ivec2 x = block(pixel.x, own.x, own.z), y = block(pixel.y, own.y, own.w);
                    first = ivec2(x.x, y.x) + ivec2(place.xy);
                    size = ivec2(x.y - x.x, y.y - y.x);
                    share = 1.0 / float(size.x * size.y);
                    """)
        case .extended: return Filter(texels: "first = clamp(p, inside.xy, inside.zw - 1);")
        case .mirrored:
            return Filter(
                texels: """
                    ivec2 n = inside.zw - inside.xy, t = p - inside.xy;
                    t -= 2 * n * ivec2(floor((vec2(t) + 0.5) / vec2(2 * n)));
                    first = inside.xy + min(t, 2 * n - 1 - t);
                    """)
        case .convolvedRows, .convolvedColumns: return nil  // Shaders of their own.
        case .solid, .texels, .alpha, .nearest, .bilinear, .trilinear, .axial, .radial, .conic, .circles: return nil
        }
    }

    /// Returns statements that execute one step of the filters that have it.
    private static func steps(_ step: KeyPath<Filter, String>) -> String {
        PaintKind.allCases.compactMap { kind in
            guard let text = filter(kind)?[keyPath: step], !text.isEmpty else { return nil }
            return "if (kind == \(kind.constant)) {\n\(text)\n}"
        }.joined(separator: "\n")
    }

    static let text = """
        \(PaintKind.definitions)
        // Channels are ordered as in memory, blue first; the matrix counts red first.
        vec4 recolored(vec4 s, int at) {
            if (s.a <= 0.0) return vec4(0.0);
            vec4 c = vec4(s.bgr / s.a, s.a);
            vec4 o = clamp(vec4(dot(P(at), c), dot(P(at + 1), c), dot(P(at + 2), c), dot(P(at + 3), c)) + P(at + 4), 0.0, 1.0);
            o.a = floor(o.a * 255.0 + 0.5) / 255.0;
            return vec4(o.bgr * o.a, o.a);
        }

        vec4 exposed(vec4 s, float factor) {
            if (s.a <= 0.0) return vec4(0.0);
            vec3 v = min(vec3(1.0), s.rgb / s.a);
            vec3 light = mix(pow((v + 0.055) / 1.055, vec3(2.4)), v / 12.92, vec3(lessThanEqual(v, vec3(0.04045)))) * factor;
            vec3 shown = mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, vec3(lessThanEqual(light, vec3(0.0031308))));
            return vec4(min(shown, 1.0) * s.a, s.a);
        }

        // The block that a pixel lies in, along one axis: from where to where.
        ivec2 block(int at, float size, float corner) {
            float k = floor((float(at) + 0.5 - corner) / size);
            if (floor(corner + k * size + 0.5) > float(at)) k -= 1.0;
            if (floor(corner + (k + 1.0) * size + 0.5) <= float(at)) k += 1.0;
            return ivec2(floor(corner + k * size + 0.5), floor(corner + (k + 1.0) * size + 0.5));
        }

        void main() {
            pixel = ivec2(gl_FragCoord.xy) + origin;
            int kind = int(vKinds.y);
            vec4 place = P(vRefs.z), limits = P(vRefs.z + 1), own = P(vRefs.z + 2);
            ivec4 inside = ivec4(limits);
            ivec2 p = pixel + ivec2(place.xy);
            // A rectangle of texels, and what each counts.
            ivec2 first = p, size = ivec2(1);
            float share = 1.0;
            vec2 f = vec2(0.0);
            switch (kind) {
        \(PaintKind.cases { kind in filter(kind).flatMap { $0.texels.isEmpty ? nil : "{\n\($0.texels)\nbreak;\n}" } })
            }
            vec4 sum = vec4(0.0);
            int n = size.x * size.y;
            for (int i = 0; i < n; i++) {
                ivec2 d = ivec2(i % size.x, i / size.x), q = first + d;
                float w = share;
        \(steps(\.weight))
                if (any(lessThan(q, inside.xy)) || any(greaterThanEqual(q, inside.zw))) continue;
                sum += floor(fetch(vRefs.w, q) * (place.z * 255.0) + 0.5) * w;
            }
            sum = floor(sum + 0.5) / 255.0;
        \(steps(\.result))
            result = sum;
        }
        """

    /// Returns a shader for weighted sums along rows, in 256ths, or along columns of these sums: in integers, as on the processor, so that
    /// repeated blurs agree.
    static func convolution(ofRows: Bool) -> String {
        """
        #version 300 es
        precision highp float;
        precision highp int;
        flat in ivec4 vRefs;
        uniform ivec2 origin;
        uniform highp sampler2D params;
        uniform highp \(ofRows ? "sampler2D" : "usampler2D") t0;
        out \(ofRows ? "uvec4" : "vec4") result;
        \(Shaders.parameter)
        vec4 place;
        uvec4 tap(ivec2 p) { return \(ofRows ? "uvec4(texelFetch(t0, p, 0) * (place.z * 255.0) + 0.5)" : "texelFetch(t0, p, 0)"); }
        void main() {
            place = P(vRefs.z);
            vec4 limits = P(vRefs.z + 1), own = P(vRefs.z + 2);
            int reach = int(own.x), weights = int(own.y);
            ivec2 along = \(ofRows ? "ivec2(1, 0)" : "ivec2(0, 1)"), p = ivec2(gl_FragCoord.xy) + origin + ivec2(place.xy) - along * reach;
            ivec4 inside = ivec4(limits);
            // From the first to the last texel that there is; none where the line lies outside.
            int start = \(ofRows ? "p.x" : "p.y"), first = max(0, \(ofRows ? "inside.x" : "inside.y") - start);
            int last = min(2 * reach, \(ofRows ? "inside.z" : "inside.w") - 1 - start);
            bool misses = \(ofRows ? "p.y < inside.y || p.y >= inside.w" : "p.x < inside.x || p.x >= inside.z");
            if (misses || first > last) last = -1;
            uvec4 sum = uvec4(\(ofRows ? "1u << 7u" : "1u << 23u"));
            for (int i = first & ~3; i <= last; i += 4) {
                ivec4 at = ivec4(i, i + 1, i + 2, i + 3), near = clamp(at, first, last);
                uvec4 w = uvec4(P(weights + (i >> 2))) * uvec4(equal(at, near));
                sum += tap(p + along * near.x) * w.x + tap(p + along * near.y) * w.y;
                sum += tap(p + along * near.z) * w.z + tap(p + along * near.w) * w.w;
            }
            result = \(ofRows ? "sum >> 8u" : "vec4(sum >> 24u) / 255.0");
        }
        """
    }
}
