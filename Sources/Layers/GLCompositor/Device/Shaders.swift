import Raster

/// The shaders, in GLSL ES 3.00. The parameters' order is that of the encoder's output; the numbers of kinds are those of `ShaderCode`.
///
/// Colours are in memory order, blue first, from images to the picture: no channels are swapped on input or output, and code that reads
/// single channels says so. Each long function is called at one place, in a loop if necessary: compilers inline calls, and a software
/// rasteriser takes seconds to compile a long shader.
enum Shaders {
    static let vertex = """
        #version 300 es
        precision highp float;
        \(InstanceField.declarations)
        uniform vec4 target;
        flat out uvec4 vKinds;
        flat out vec4 vColor;
        flat out vec4 vBox;
        flat out vec4 vMore;
        flat out ivec4 vRefs;
        void main() {
            vec2 p = vec2((gl_VertexID & 1) == 0 ? rect.x : rect.z, (gl_VertexID & 2) == 0 ? rect.y : rect.w);
            gl_Position = vec4((p - target.xy) * target.zw - 1.0, 0.0, 1.0);
            vKinds = kinds;
            vColor = color;
            vBox = box;
            vMore = more;
            vRefs = refs;
        }
        """

    /// Draws a picture in a window, whose rows go upwards and whose channels begin with red.
    static let windowVertex = """
        #version 300 es
        void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0); }
        """
    static let windowFragment = """
        #version 300 es
        precision highp float;
        precision highp int;
        uniform highp sampler2D t0;
        uniform int origin;
        out vec4 result;
        void main() {
            ivec2 p = ivec2(gl_FragCoord.xy);
            result = vec4(texelFetch(t0, ivec2(p.x, origin - 1 - p.y), 0).bgr, 1.0);
        }
        """

    /// - Parameter kind: the features of the program.
    static func fragment(_ kind: ProgramKind) -> String {
        switch kind {
        case .solid: header + noAlpha + coverage + "vec4 paint() { return vColor; }\n" + main
        case .paint: header + textures + alpha + coverage + paints + main
        case .filter: header + textures + ShaderFilters.text
        case .convolvedRows: ShaderFilters.convolution(ofRows: true)
        case .convolvedColumns: ShaderFilters.convolution(ofRows: false)
        case .blend: header + textures + alpha + coverage + ShaderBlending.text
        }
    }

    /// The function that reads a parameter by its position.
    static let parameter = """
        vec4 P(int i) { return texelFetch(params, ivec2(i & \(FrameCommands.paramsMask), i >> \(FrameCommands.paramsShift)), 0); }
        """

    private static let header = """
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        precision highp sampler2DArray;
        flat in uvec4 vKinds;
        flat in vec4 vColor;
        flat in vec4 vBox;
        flat in vec4 vMore;
        flat in ivec4 vRefs;
        uniform ivec2 origin;
        uniform sampler2DArray atlas;
        uniform sampler2D params;
        out vec4 result;
        ivec2 pixel;
        // What else multiplies the coverage: the alpha of texels that give none but that.
        float maskAlpha = 1.0;
        \(parameter)
        // To nearest in 255ths: wherever the processor makes a byte of something, so that no difference adds up.
        float asByte(float v) { return floor(v * 255.0 + 0.5) / 255.0; }
        vec4 asByte(vec4 v) { return floor(v * 255.0 + 0.5) / 255.0; }
        // An area, by 65536ths, as the processor's cells have it: 0.7 is 178 of 255 whatever its last bits.
        float areaAsByte(float v) { return floor((floor(v * 65536.0 + 0.5) * 255.0 + 32768.0) / 65536.0) / 255.0; }

        """

    /// Returns a line for each texture of a run.
    private static func slots(_ line: (Int) -> String) -> String { (0..<FrameCommands.slots).map(line).joined(separator: "\n") }

    private static let textures = """
        \(slots { "uniform sampler2D t\($0);" })
        vec4 fetch(int slot, ivec2 p) {
            switch (slot) {
        \(slots { ($0 < FrameCommands.slots - 1 ? "case \($0)" : "default") + ": return texelFetch(t\($0), p, 0);" })
            }
        }

        """

    private static let noAlpha = "float alphaOf(vec4 m) { return 1.0; }\n"
    private static let alpha = "float alphaOf(vec4 m) { return fetch(int(m.z), pixel + ivec2(m.xy)).a; }\n"

    // Coverage is an area, never a distance: distances are wrong by up to a twelfth at corners.
    private static let coverage = """
        \(CoverageKind.definitions)
        // The mean of a value that goes evenly from u0 to u1, cut to 0...most.
        float meanWithin(float u0, float u1, float most) {
            float low = min(u0, u1), high = max(u0, u1);
            if (high - low < 0.001) return clamp((low + high) * 0.5, 0.0, most);
            float s0 = clamp(low, 0.0, most), s1 = clamp(high, 0.0, most);
            return ((s1 - s0) * (s1 + s0) * 0.5 + most * max(0.0, high - max(low, most))) / (high - low);
        }

        // What a round corner leaves out of a part of a pixel, both counted from where the box's sides meet: the area before its chords.
        float cornerArea(vec2 low, vec2 high, int at) {
            float area = 0.0;
            int n = int(P(at).x);
            for (int i = 1; i <= n; i++) {
                vec4 c = P(at + i);
                // From one to the next they go up: none that follows reaches the pixel.
                if (c.y <= low.y) break;
                float y0 = clamp(c.w, low.y, high.y), y1 = clamp(c.y, low.y, high.y);
                if (y1 <= y0) continue;
                float k = (c.x - c.z) / (c.y - c.w);
                area += (y1 - y0) * meanWithin(c.z + (y0 - c.w) * k - low.x, c.z + (y1 - c.w) * k - low.x, high.x - low.x);
            }
            return area;
        }

        // A box, less what its round corners leave out.
        float boxCoverage(vec4 b, vec4 corner) {
            vec2 at = vec2(pixel), low = max(at, b.xy), high = min(at + 1.0, b.zw), s = clamp(high - low, 0.0, 1.0);
            float c = s.x * s.y;
            int corners = int(corner.z);
            if (c <= 0.0 || corners == 0) return c;
            vec2 inset = min(low - b.xy, b.zw - high);
            if (inset.x >= corner.x || inset.y >= corner.y) return c;
            for (int i = 0; i < 4; i++) {
                if ((corners >> i & 1) == 0) continue;
                vec2 x = i == 1 || i == 2 ? b.z - vec2(high.x, low.x) : vec2(low.x, high.x) - b.x;
                vec2 y = i >= 2 ? b.w - vec2(high.y, low.y) : vec2(low.y, high.y) - b.y;
                if (x.x < corner.x && y.x < corner.y) c -= cornerArea(vec2(x.x, y.x), vec2(x.y, y.y), int(corner.w));
            }
            return clamp(c, 0.0, 1.0);
        }

        // What an edge adds to the area to its right within the pixel at (0, 0), signed.
        float edgeArea(vec2 a, vec2 b) {
            float y0 = clamp(a.y, 0.0, 1.0), y1 = clamp(b.y, 0.0, 1.0), dy = y1 - y0;
            if (dy == 0.0) return 0.0;
            float k = (b.x - a.x) / (b.y - a.y);
            float u0 = 1.0 - (a.x + (y0 - a.y) * k), u1 = 1.0 - (a.x + (y1 - a.y) * k);
            return dy * meanWithin(u0, u1, 1.0);
        }

        // A convex polygon: a quad has two corners in `p`, the others in `q`; else their number, and two in each parameter from `at` on. By area,
        // or by the pixel's middle.
        float polygonCoverage(vec4 p, vec4 q, int n, int at, bool isSoft) {
            vec2 m = vec2(pixel);
            float area = 0.0;
            bool left = true, right = true;
            vec4 pair = at < 0 ? q : P(at + (n - 1) / 2);
            vec2 a = ((n & 1) == 0 ? pair.zw : pair.xy) - m;
            for (int i = 0; i < n; i++) {
                if ((i & 1) == 0) pair = at >= 0 ? P(at + i / 2) : i == 0 ? p : q;
                vec2 b = ((i & 1) == 0 ? pair.xy : pair.zw) - m;
                if (isSoft) area += edgeArea(a, b);
                float s = (b.x - a.x) * (0.5 - a.y) - (b.y - a.y) * (0.5 - a.x);
                vec2 d = b - a;
                float length = max(abs(d.x), abs(d.y)), unit = 1.0 / 4096.0;
                // What is shorter has no direction.
                if (length >= unit) {
                    bool isThrough = abs(s) <= length * unit * 0.5, isLeft = d.y < -unit || (d.y <= unit && d.x > 0.0);
                    left = left && (isThrough ? isLeft : s > 0.0);
                    right = right && (isThrough ? !isLeft : s < 0.0);
                }
                a = b;
            }
            if (isSoft) return clamp(abs(area), 0.0, 1.0);
            return left || right ? 1.0 : 0.0;
        }

        // In 256ths of a pixel, as the processor's whole numbers.
        float between(float low, float high) {
            vec2 d = floor(vec2(low, high) * 256.0) / 256.0;
            return max(0.0, clamp(d.x + 0.5, 0.0, 1.0) + clamp(d.y + 0.5, 0.0, 1.0) - 1.0);
        }

        float spriteCoverage(bool isSoft) {
            vec4 x = P(vRefs.x), y = P(vRefs.x + 1);
            vec2 d = vec2(pixel) - vBox.xy;
            float l = x.x + d.x * x.y + d.y * x.z, t = y.x + d.x * y.y + d.y * y.z;
            if (isSoft) return between(l, x.w - l) * between(t, y.w - t);
            return l >= 0.0 && l < x.w && t >= 0.0 && t < y.w ? 1.0 : 0.0;
        }

        // What the quad and the clips around it leave of the pixel: in 255ths after each, as the processor's masks.
        float coverage() {
            int kind = int(vKinds.x), next = vKinds.z != 0u ? vRefs.y : -1, at = -1;
            vec4 a = vBox, b = vMore;
            if (kind == COVERAGE_QUAD || kind == COVERAGE_HARD_QUAD) b = P(vRefs.x);
            bool isRing = kind == COVERAGE_RING, isHole = false;
            float c = 1.0;
            for (int i = 0; i < 256; i++) {
                float s = 1.0;
                switch (kind) {
                case COVERAGE_WHOLE: break;
                case COVERAGE_BOX:
                case COVERAGE_ROUNDED:
                case COVERAGE_RING: s = boxCoverage(a, kind == COVERAGE_BOX ? vec4(0.0) : b); break;
                case COVERAGE_MASK: s = texelFetch(atlas, ivec3(pixel + ivec2(b.xy), int(b.z)), 0).r; break;
                case COVERAGE_QUAD:
                case COVERAGE_HARD_QUAD:
                case COVERAGE_POLYGON: s = polygonCoverage(a, b, kind == COVERAGE_POLYGON ? int(a.x) : 4, at, kind == COVERAGE_QUAD); break;
                case COVERAGE_SPRITE:
                case COVERAGE_HARD_SPRITE: s = spriteCoverage(kind == COVERAGE_SPRITE); break;
                case COVERAGE_ALPHA:
                default: s = alphaOf(b);
                }
                c = isHole ? areaAsByte(max(0.0, c - s)) : c * (isRing ? s : areaAsByte(s));
                if (isRing) {
                    isRing = false;
                    isHole = true;
                    kind = COVERAGE_ROUNDED;
                    a = P(vRefs.x);
                    b = P(vRefs.x + 1);
                    continue;
                }
                isHole = false;
                c = asByte(c);
                if (next < 0 || c <= 0.0) break;
                vec4 link = P(next);
                kind = int(link.x);
                a = P(next + 1);
                b = P(next + 2);
                at = kind == COVERAGE_POLYGON ? next + 2 : -1;
                next = int(link.y);
            }
            return c;
        }

        """

    private static let paints = """
        \(PaintKind.definitions)
        \(TexelLayout.definitions)
        #define RAMP_COLORS \(GradientRamp.count).0
        // One texel, or four around a place, or four in each of two mip levels, which count by their shares.
        ivec2 taps[8];
        float weights[8];
        vec2 shares = vec2(1.0, 0.0);
        int count = 0;
        // Of a texture that another API drew: whether its rows go upwards (-1), and whether colours are to be cut to their alpha.
        int down = 1;
        bool cuts = false;

        void addTap(ivec2 p, float w) {
            taps[count] = p;
            weights[count] = w;
            count++;
        }

        // Four texels of a rectangle, the last one included, around a place counted from their middles.
        void addBilinear(ivec2 offset, vec4 limits, vec2 uv) {
            uv = clamp(uv, limits.xy, limits.zw);
            vec2 i = floor(uv), f = floor((uv - i) * 256.0) / 256.0, j = min(i + 1.0, limits.zw);
            ivec2 s = ivec2(1, down), p = ivec2(i) * s + offset, q = ivec2(j) * s + offset;
            addTap(p, (1.0 - f.x) * (1.0 - f.y));
            addTap(ivec2(q.x, p.y), f.x * (1.0 - f.y));
            addTap(ivec2(p.x, q.y), (1.0 - f.x) * f.y);
            addTap(q, f.x * f.y);
        }

        void addImage(int kind) {
            int at = vRefs.z;
            vec4 a = P(at), b = P(at + 1), c = P(at + 2), limits = P(at + 3), more = P(at + 4);
            ivec2 offset = ivec2(more.xy);
            int order = int(more.w);
            down = order == TEXELS_OWN ? 1 : -1;
            cuts = order == TEXELS_UPWARDS_UNCLAMPED;
            vec2 q = vec2(pixel) + 0.5 - c.yz;
            float w = a.w * q.x + b.w * q.y + c.x, inverse = w != 0.0 ? 1.0 / w : 0.0;
            vec2 uv = vec2(a.x * q.x + a.y * q.y + a.z, b.x * q.x + b.y * q.y + b.z) * inverse;
            if (kind == PAINT_NEAREST) {
                // As the processor: a pixel whose middle is between two texels gets the one behind.
                addTap(ivec2(clamp(floor(uv + 1.0 / 8192.0), limits.xy, limits.zw - 1.0)) * ivec2(1, down) + offset, 1.0);
                return;
            }
            // Counted: a device's logarithm of 8 may be a little more than 3.
            float lod = more.z, levels = 0.0;
            for (float side = 1.0; side < max(limits.z, limits.w); side *= 2.0) levels += 1.0;
            if (lod < 0.0) {
                vec2 dx = (vec2(a.x, b.x) - uv * a.w) * inverse, dy = (vec2(a.y, b.y) - uv * b.w) * inverse;
                float s = max(dot(dx, dx), dot(dy, dy));
                lod = s > 1.0 ? max(0.0, 0.5 * log2(s) + c.w) : 0.0;
            }
            lod = kind == PAINT_TRILINEAR && levels >= 1.0 ? min(lod, levels) : 0.0;
            int low = min(int(lod), max(0, int(levels) - 1));
            float mixing = asByte(lod - float(low));
            // The image itself, or mip levels: those are to its right, each below the one before.
            vec2 base = limits.zw, size = base;
            float y = 0.0;
            for (int i = 0; i < 16 && i <= low + 1; i++) {
                if (i > 1) y += size.y;
                if (i > 0) size = max(vec2(1.0), floor((size + 1.0) * 0.5));
                float share = i == low ? 1.0 - mixing : i == low + 1 ? mixing : 0.0;
                if (share <= 0.0) continue;
                if (count == 0) shares.x = share; else shares.y = share;
                ivec2 from = i == 0 ? offset : offset + ivec2(base.x, y);
                // Unscaled where it is the image itself: a device that divides by a reciprocal would leave its middles by a bit.
                addBilinear(from, vec4(i == 0 ? limits.xy : vec2(0.0), size - 1.0), (i == 0 ? uv : uv * size / base) - 0.5);
            }
        }

        float conic(vec2 g) {
            vec2 s = abs(g);
            float high = max(s.x, s.y), low = min(s.x, s.y), r = high > 0.0 ? low / high : 0.0, q = r * r;
            float p = ((((-0.0117212 * q + 0.05265332) * q - 0.11643287) * q + 0.19354346) * q - 0.33262347) * q + 0.99997726;
            float turn = p * r / 6.2831853;
            turn = s.y > s.x ? 0.25 - turn : turn;
            turn = g.x < 0.0 ? 0.5 - turn : turn;
            return g.y < 0.0 ? 1.0 - turn : turn;
        }

        // Circles that grow from a point to the unit circle.
        float circle(vec2 g, vec2 focus) {
            vec2 d = g - focus;
            float spread = dot(focus, focus) - 1.0, b = -dot(d, focus), root = sqrt(max(0.0, b * b - spread * dot(d, d)));
            float one = (b + root) / spread, two = (b - root) / spread;
            return max(one, two) >= 0.0 ? max(one, two) : min(one, two);
        }

        void addGradient(int kind) {
            int at = vRefs.z;
            vec4 a = P(at), b = P(at + 1);
            vec2 q = vec2(pixel) + 0.5 - vec2(a.w, b.w), g = vec2(dot(a.xy, q) + a.z, dot(b.xy, q) + b.z);
            float t;
            switch (kind) {
            case PAINT_AXIAL: t = g.x * RAMP_COLORS + 1.0 / 64.0; break;
            case PAINT_RADIAL: t = min(length(g) * RAMP_COLORS, RAMP_COLORS); break;
            case PAINT_CONIC: t = clamp(conic(g) * RAMP_COLORS, 0.0, RAMP_COLORS - 1.0); break;
            case PAINT_CIRCLES:
            default: t = circle(g, P(at + 3).xy) * RAMP_COLORS;
            }
            addTap(ivec2(int(clamp(floor(t), -1.0, RAMP_COLORS)) + 1, int(P(at + 2).x)), 1.0);
        }

        // A texel where it lies; nothing outside of the rectangle.
        void addTexel() {
            vec4 place = P(vRefs.z), limits = P(vRefs.z + 1);
            ivec2 p = pixel + ivec2(place.xy);
            if (all(greaterThanEqual(vec2(p), limits.xy)) && all(lessThan(vec2(p), limits.zw))) addTap(p, 1.0);
        }

        vec4 paint() {
            int kind = int(vKinds.y);
            if (kind == PAINT_SOLID) return vColor;
            if (\(PaintKind.condition("kind") { $0.source == .image })) addImage(kind);
            else if (\(PaintKind.condition("kind") { $0.source == .gradient })) addGradient(kind);
            else addTexel();
            // Sums of bytes by 65536ths are exact in floats, and each is rounded where the processor's loops round.
            vec4 sum = vec4(0.0), texel = vec4(0.0);
            for (int i = 0; i < count; i++) {
                vec4 t = floor(fetch(vRefs.w, taps[i]) * 255.0 + 0.5);
                if (cuts) t.rgb = min(t.rgb, t.a);
                sum += t * weights[i];
                if ((i & 3) < 3 && i + 1 < count) continue;
                texel += floor(sum + 0.5) * (i < 4 ? shares.x : shares.y);
                sum = vec4(0.0);
            }
            texel = floor(texel + 0.5) / 255.0;
            if (kind == PAINT_ALPHA) {
                maskAlpha = texel.a;
                return vColor;
            }
            return asByte(texel * vColor);
        }

        """

    private static let main = """
        // Whether the quad covers all of the pixel: in a box, off its edges and round corners, most pixels are such.
        bool isCovered() {
            int kind = int(vKinds.x);
            if (vKinds.z != 0u || !(\(CoverageKind.condition("kind", \.isUpright)))) return false;
            if (kind == COVERAGE_WHOLE) return true;
            vec2 at = vec2(pixel), inset = min(at - vBox.xy, vBox.zw - at - 1.0), radius = kind == COVERAGE_ROUNDED ? vMore.xy : vec2(0.0);
            return min(inset.x, inset.y) >= 0.0 && (inset.x >= radius.x || inset.y >= radius.y);
        }

        void main() {
            pixel = ivec2(gl_FragCoord.xy) + origin;
            float c = float(vKinds.w) / 255.0;
            if (!isCovered()) c = asByte(coverage() * c);
            if (c <= 0.0) discard;
            vec4 color = paint();
            color *= asByte(c * maskAlpha);
            // What it leaves of what is behind is in 255ths, too; the colour is rounded once, in the sum.
            result = vec4(color.rgb, asByte(color.a));
        }
        """
}
