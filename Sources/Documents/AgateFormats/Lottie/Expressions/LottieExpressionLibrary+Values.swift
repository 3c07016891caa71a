extension LottieExpressionLibrary {
    /// The JavaScript for numbers, curves, random numbers and colours.
    static let values = #"""
        var global = this, emit = global.emit, input = global.input, NativeMath = Math, limit = 100000, depth = 0, evaluations = 0, now = 0,
            running = null, draw = null;

        function unsupported(what) { throw new Error(what + ' is not supported'); }

        // ---- What newer engines have

        function fill(owner, name, f) { if (!owner[name]) Object.defineProperty(owner, name, { value: f, configurable: true, writable: true }); }
        fill(Array.prototype, 'includes', function (v) { return this.indexOf(v) >= 0; });
        fill(Array.prototype, 'find', function (f) { for (var i = 0; i < this.length; i++) if (f(this[i], i, this)) return this[i]; });
        fill(Array.prototype, 'fill', function (v) { for (var i = 0; i < this.length; i++) this[i] = v; return this; });
        fill(Array, 'from', function (list, f) { var out = []; for (var i = 0; i < list.length; i++) out.push(f ? f(list[i], i)
            : list[i]); return out; });
        function padding(text, n, by) {
            var out = '';
            by = by === undefined ? ' ' : String(by);
            if (!by || n > 10000) return '';
            while (out.length < n - text.length) out += by;
            return out.slice(0, NativeMath.max(0, n - text.length));
        }
        fill(String.prototype, 'padStart', function (n, by) { return padding(String(this), n, by) + this; });
        fill(String.prototype, 'padEnd', function (n, by) { return this + padding(String(this), n, by); });
        fill(Number, 'isInteger', function (v) { return typeof v === 'number' && isFinite(v) && NativeMath.floor(v) === v; });

        // ---- Numbers and lists

        function isList(v) { return Array.isArray(v); }
        function isNumber(v) { return typeof v === 'number' || v instanceof Number; }
        function num(v) { return v instanceof Number ? v.valueOf() : v; }
        function plain(v) { return isList(v) ? v.map(num) : num(v); }
        function each(a, b, f) {
            a = plain(a); b = plain(b);
            if (isList(a) && isList(b)) {
                var out = [], n = NativeMath.max(a.length, b.length);
                for (var i = 0; i < n; i++) out.push(f(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0));
                return out;
            }
            return null;
        }
        function add(a, b) {
            var list = each(a, b, function (x, y) { return x + y; });
            if (list) return list;
            a = plain(a); b = plain(b);
            if (typeof a === 'string' || typeof b === 'string') return a + b;
            if (isList(a)) { a = a.slice(); a[0] += b; return a; }
            if (isList(b)) { b = b.slice(); b[0] = a + b[0]; return b; }
            return a + b;
        }
        function neg(a) { a = plain(a); return isList(a) ? a.map(function (x) { return -x; }) : -a; }
        function sub(a, b) {
            var list = each(a, b, function (x, y) { return x - y; });
            if (list) return list;
            a = plain(a); b = plain(b);
            if (isList(a)) { a = a.slice(); a[0] -= b; return a; }
            if (isList(b)) { b = b.slice(); b[0] = a - b[0]; return b; }
            return a - b;
        }
        function mul(a, b) {
            a = plain(a); b = plain(b);
            if (isList(a)) return a.map(function (x) { return x * b; });
            if (isList(b)) return b.map(function (x) { return a * x; });
            return a * b;
        }
        function div(a, b) {
            a = plain(a); b = plain(b);
            if (isList(a)) return a.map(function (x) { return x / b; });
            if (isList(b)) return b.map(function (x) { return a / x; });
            return a / b;
        }
        function mod(a, b) { return num(a) % num(b); }
        function clamp(v, a, b) {
            v = plain(v); a = num(a); b = num(b);
            function one(x) { return NativeMath.min(NativeMath.max(x, NativeMath.min(a, b)), NativeMath.max(a, b)); }
            return isList(v) ? v.map(one) : one(v);
        }
        function length(a, b) {
            a = plain(a);
            if (b !== undefined) a = sub(a, b);
            if (!isList(a)) return NativeMath.abs(a);
            return NativeMath.sqrt(a.reduce(function (s, x) { return s + x * x; }, 0));
        }
        function normalize(v) { var n = length(v); return n ? div(v, n) : plain(v); }
        function dot(a, b) { return each(a, b, function (x, y) { return x * y; }).reduce(function (s, x) { return s + x; }, 0); }
        function cross(a, b) { a = plain(a); b = plain(b); return [a[1] * (b[2] || 0) - (a[2] || 0) * b[1], (a[2]
            || 0) * b[0] - a[0] * (b[2] || 0), a[0] * b[1] - a[1] * b[0]]; }
        function mix(a, b, f) {
            a = plain(a); b = plain(b);
            if (isList(a)) return a.map(function (x, i) { return x + ((isList(b) ? b[i] || 0 : b) - x) * f; });
            return a + (b - a) * f;
        }

        // ---- Curves

        function bezier(p0, p1, p2, p3, t) { var s = 1 - t; return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3; }
        /** The curve from (0, 0) to (1, 1) at a place of its first axis. */
        function curve(x1, y1, x2, y2, x) {
            if (x <= 0) return 0;
            if (x >= 1) return 1;
            if (x1 === y1 && x2 === y2) return x;
            var low = 0, high = 1;
            for (var i = 0; i < 40; i++) {
                var middle = (low + high) / 2;
                if (bezier(0, x1, x2, 1, middle) < x) low = middle; else high = middle;
            }
            return bezier(0, y1, y2, 1, (low + high) / 2);
        }
        function between(shape) {
            return function (t, a, b, v1, v2) {
                t = num(t); a = plain(a); b = plain(b);
                if (v1 === undefined) { v1 = a; v2 = b; a = 0; b = 1; }
                if (b < a) { var other = a; a = b; b = other; other = v1; v1 = v2; v2 = other; }
                if (t <= a) return plain(v1);
                if (t >= b) return plain(v2);
                return mix(v1, v2, shape((t - a) / (b - a)));
            };
        }
        var linear = between(function (x) { return x; });
        var ease = between(function (x) { return curve(0.333, 0, 0.667, 1, x); });
        var easeIn = between(function (x) { return curve(0.333, 0, 0.833, 0.833, x); });
        var easeOut = between(function (x) { return curve(0.167, 0.167, 0.667, 1, x); });

        // ---- Chance: the same numbers in every run

        function hash(a, b, c) {
            var h = (a | 0) * 374761393 + (b | 0) * 668265263 + (c | 0) * 2147483647 | 0;
            h = imul(h ^ (h >>> 15), 2246822519);
            h = imul(h ^ (h >>> 13), 3266489917);
            return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
        }
        function imul(a, b) { return ((a & 0xffff) * b + ((((a >>> 16) * b) & 0xffff) << 16)) | 0; }
        /** Between -1 and 1; smooth, and independent at numbers one apart. */
        function wave(x, seed, row) {
            var i = NativeMath.floor(x), f = x - i;
            function at(n) { return hash(n, seed, row) * 2 - 1; }
            var a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
            return NativeMath.max(-1, NativeMath.min(1, b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))));
        }
        function nextNumber() {
            var d = draw;
            d.count++;
            return hash(d.count, d.seed, d.isTimeless ? 0 : NativeMath.round(now * rate * 64));
        }
        function spread(f) {
            return function (a, b) {
                a = plain(a); b = plain(b);
                if (a === undefined) return f();
                if (b === undefined) { b = a; a = isList(b) ? b.map(function () { return 0; }) : 0; }
                if (!isList(a) && !isList(b)) return a + (b - a) * f();
                var out = [], n = isList(b) ? b.length : a.length;
                for (var i = 0; i < n; i++) { var low = isList(a) ? a[i] : a, high = isList(b) ? b[i] : b; out.push(low + (high - low) * f()); }
                return out;
            };
        }
        var random = spread(nextNumber);
        var gaussRandom = spread(function () {
            var u = NativeMath.max(nextNumber(), 1e-9), v = nextNumber();
            return 0.5 + NativeMath.sqrt(-2 * NativeMath.log(u)) * NativeMath.cos(2 * NativeMath.PI * v) / 5;
        });
        function seedRandom(seed, isTimeless) { draw.seed = num(seed) | 0; draw.isTimeless = !!isTimeless; draw.count = 0; }
        function noise(v) {
            v = plain(v);
            if (!isList(v)) return wave(v, 0, 0);
            return wave(v[0] + (v[1] || 0) * 57.31 + (v[2] || 0) * 131.7, 0, 0);
        }

        // ---- Colours

        function rgbToHsl(c) {
            c = plain(c);
            var r = c[0], g = c[1], b = c[2], max = NativeMath.max(r, g, b), min = NativeMath.min(r, g, b), l = (max + min) / 2, h = 0, s = 0,
                d = max - min;
            if (d) {
                s = l > 0.5 ? d / (2 - max - min) : d / (max + min);
                h = max === r ? (g - b) / d + (g < b ? 6 : 0) : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
                h /= 6;
            }
            return [h, s, l, c[3] === undefined ? 1 : c[3]];
        }
        function hslToRgb(c) {
            c = plain(c);
            var h = c[0], s = c[1], l = c[2], q = l < 0.5 ? l * (1 + s) : l + s - l * s, p = 2 * l - q;
            function one(t) {
                t = t - NativeMath.floor(t);
                return t < 1 / 6 ? p + (q - p) * 6 * t : t < 1 / 2 ? q : t < 2 / 3 ? p + (q - p) * (2 / 3 - t) * 6 : p;
            }
            return [s ? one(h + 1 / 3) : l, s ? one(h) : l, s ? one(h - 1 / 3) : l, c[3] === undefined ? 1 : c[3]];
        }
        function hexToRgb(text) {
            var n = parseInt(String(text).replace('#', ''), 16);
            return [(n >> 16 & 255) / 255, (n >> 8 & 255) / 255, (n & 255) / 255, 1];
        }
        """#
}
