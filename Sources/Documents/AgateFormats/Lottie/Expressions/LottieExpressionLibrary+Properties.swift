extension LottieExpressionLibrary {
    /// The JavaScript for keyframes, and for the attributes of a property that an expression may use.
    static let properties = #"""
        // ---- Properties

        function isPath(v) { return v && typeof v === 'object' && isList(v.v) && isList(v.i) && isList(v.o); }
        function pathOf(v) { return isList(v) ? v[0] : v; }
        function mixPaths(a, b, f) {
            if (!isPath(a) || !isPath(b) || a.v.length !== b.v.length) return f < 1 ? a : b;
            function points(x, y) { return x.map(function (p, i) { return [p[0] + (y[i][0] - p[0]) * f, p[1] + (y[i][1] - p[1]) * f]; }); }
            return { v: points(a.v, b.v), i: points(a.i, b.i), o: points(a.o, b.o), c: a.c };
        }

        /** One value of the file. `kind` says how it is read: number, list (of `dims`), path or text. */
        function Property(json, layer, name, dims) {
            this.json = json; this.layer = layer; this.name = name || json.nm || ''; this.dims = dims || 0;
            this.isBusy = false; this.known = {}; this.knownCount = 0;
            var k = json.k, first = isList(k) && k.length && k[0] !== null && typeof k[0] === 'object' && !isList(k[0]) ? k[0] : null;
            this.keys = first && (first.t !== undefined || first.s !== undefined) && !isPath(first) ? k.filter(function (key) {
                return key.t !== undefined; }) : null;
            this.seed = typeof json.$seed === 'number' ? json.$seed : 1;
            for (var i = 0, end; this.keys && i < this.keys.length; i++) {
                // Old files say where each way ends, and the last keyframe has no value of its own.
                if (this.keys[i].s === undefined) this.keys[i].s = end;
                end = this.keys[i].e;
            }
        }
        Property.prototype.shaped = function (v) {
            if (v && typeof v === 'object' && !isList(v) && typeof v.t !== 'undefined' && !isPath(v)) return String(v.t);
            if (isList(v) && isPath(v[0])) return v[0];
            if (isPath(v)) return v;
            if (isList(v)) {
                if (v.length === 1 && !this.dims) return v[0];
                return this.dims ? v.slice(0, this.dims) : v.slice();
            }
            return v;
        };
        Property.prototype.raw = function (frame) {
            var keys = this.keys;
            if (!keys) return this.json.k;
            if (!keys.length) return 0;
            if (frame <= keys[0].t) return keys[0].s;
            var low = 0, high = keys.length - 1;
            if (frame >= keys[high].t) return keys[high].s === undefined && high ? keys[high - 1].e : keys[high].s;
            while (high - low > 1) { var middle = (low + high) >> 1; if (keys[middle].t <= frame) low = middle; else high = middle; }
            var a = keys[low], b = keys[high], from = a.s, to = b.s === undefined ? a.e : b.s, x = (frame - a.t) / (b.t - a.t);
            if (a.h || to === undefined || !isList(from) && typeof from === 'object') return from;
            function side(handle, axis, i, other) {
                if (!handle || handle[axis] === undefined) return other;
                var v = handle[axis];
                return isList(v) ? (i < v.length ? v[i] : v[0]) : v;
            }
            function eased(i) { return curve(side(a.o, 'x', i, 0), side(a.o, 'y', i, 0), side(a.i, 'x', i, 1), side(a.i, 'y', i, 1), x); }
            if (isPath(pathOf(from))) return mixPaths(pathOf(from), pathOf(to), eased(0));
            if (!isList(from)) return from + ((isList(to) ? to[0] : to) - from) * eased(0);
            if (isList(a.to) && isList(a.ti) && from.length > 1 && (nonZero(a.to) || nonZero(a.ti))) return along(a, from, to, eased(0));
            return from.map(function (v, i) { return v + ((to[i] === undefined ? v : to[i]) - v) * eased(i); });
        };
        function nonZero(v) { return v.some(function (x) { return x !== 0; }); }
        /** A way in space goes by its length, from end to end. */
        function along(key, from, to, f) {
            var n = 100, table = key.$way;
            function at(t) {
                return from.map(function (v, i) { return bezier(v, v + (key.to[i] || 0), to[i] + (key.ti[i] || 0), to[i], t); });
            }
            if (!table) {
                table = key.$way = [0];
                for (var i = 1, last = at(0); i <= n; i++) { var p = at(i / n); table.push(table[i - 1] + length(p, last)); last = p; }
            }
            var wanted = Math.min(Math.max(f, 0), 1) * table[n];
            for (var j = 1; j < n && table[j] < wanted; j++) {}
            var span = table[j] - table[j - 1];
            return at((j - 1 + (span > 0 ? (wanted - table[j - 1]) / span : 0)) / n);
        }
        /** As the keyframes have it. */
        Property.prototype.base = function (frame) { return this.shaped(this.raw(frame)); };
        /** With its expression, in seconds. */
        Property.prototype.at = function (time) {
            if (typeof this.json.x !== 'string' || this.isBusy) return this.base(time * rate);
            var key = String(time), known = this.known;
            if (known.hasOwnProperty(key)) return known[key];
            if (this.knownCount > 500) { this.known = known = {}; this.knownCount = 0; }
            this.knownCount++;
            return known[key] = evaluate(this, time);
        };
        Property.prototype.velocity = function (time) {
            var step = 0.5 / rate, a = this.base((time - step) * rate), b = this.base((time + step) * rate);
            if (typeof a === 'string' || isPath(a)) return 0;
            return div(sub(b, a), 2 * step);
        };
        Property.prototype.loop = function (isOut, isTime, type, amount) {
            var keys = this.keys, frame = now * rate, self = this;
            type = String(type === undefined ? 'cycle' : type).toLowerCase();
            function at(f) { return self.base(f); }
            if (!keys || keys.length < 2) return at(frame);
            var first = keys[0].t, last = keys[keys.length - 1].t;
            amount = num(amount) || 0;
            if (isTime) {
                var span = amount > 0 ? amount * rate : isOut ? NativeMath.max(0, last - this.layer.data.ip) : NativeMath.max(0,
                    this.layer.data.op - first);
                if (isOut) first = last - span; else last = first + span;
            } else if (amount > 0 && amount < keys.length - 1) {
                amount = NativeMath.floor(amount);
                if (isOut) first = keys[keys.length - 1 - amount].t; else last = keys[amount].t;
            }
            var length = last - first;
            if (isOut ? frame <= last : frame >= first) return at(frame);
            if (length <= 0) return at(frame);
            if (type === 'continue') {
                var edge = isOut ? last : first, step = 0.01, v = at(edge);
                if (typeof v === 'string' || isPath(v)) return v;
                var slope = isOut ? sub(v, at(edge - step)) : sub(at(edge + step), v);
                return add(v, mul(slope, (frame - edge) / step));
            }
            var turns = NativeMath.floor((frame - first) / length), place = frame - first - turns * length;
            if (type === 'pingpong') return at(turns % 2 ? last - place : first + place);
            if (type === 'offset') {
                var start = at(first);
                if (typeof start !== 'string' && !isPath(start)) return add(at(first + place), mul(sub(at(last), start), turns));
            }
            return at(first + place);
        };
        Property.prototype.wiggle = function (frequency, amount, octaves, share, time) {
            frequency = num(frequency); octaves = octaves === undefined ? 1 : NativeMath.min(10, NativeMath.max(1,
                NativeMath.floor(num(octaves)) || 1));
            share = share === undefined ? 0.5 : num(share); time = time === undefined ? now : num(time);
            amount = plain(amount);
            var value = this.base(now * rate), seed = draw.seed;
            if (typeof value === 'string' || isPath(value)) return value;
            function one(v, i) {
                var sum = 0, size = 1, pace = frequency;
                for (var o = 0; o < octaves; o++, size *= share, pace *= 2) sum += size * wave(time * pace + hash(seed, i, o) * 1000, seed,
                    i * 16 + o);
                return v + (isList(amount) ? amount[i] || 0 : amount) * sum;
            }
            return isList(value) ? value.map(one) : one(value, 0);
        };
        Property.prototype.key = function (n) {
            var keys = this.keys || [], key = keys[num(n) - 1];
            if (!key) throw new Error('there is no keyframe ' + n);
            var value = this.base(key.t);
            var result = isList(value) ? value : { value: value };
            result.index = num(n); result.time = key.t / rate; result.value = isList(value) ? value.slice() : value;
            return result;
        };
        Property.prototype.nearestKey = function (time) {
            var keys = this.keys || [], frame = num(time) * rate, best = 0;
            for (var i = 1; i < keys.length; i++) if (NativeMath.abs(keys[i].t - frame) < NativeMath.abs(keys[best].t - frame)) best = i;
            return this.key(best + 1);
        };

        /** Several values that are one: a place by its axes. */
        function Axes(parts, layer) {
            this.parts = parts; this.layer = layer; this.json = {}; this.keys = parts[0].keys; this.name = 'Position'; this.seed = 1; }
        Axes.prototype = Object.create(Property.prototype);
        Axes.prototype.base = function (frame) { return this.parts.map(function (p) { return p.base(frame); }); };
        Axes.prototype.at = function (time) { return this.parts.map(function (p) { return p.at(time); }); };

        /** What an expression gets for a property: its value now, that can be asked for more. */
        function view(p) {
            var v = p.at(now), result;
            if (typeof v === 'number') result = p.isSwitch ? v : new Number(v);
            else if (typeof v === 'string') result = new String(v);
            else result = isPath(v) ? { v: v.v, i: v.i, o: v.o, c: v.c } : v.slice();
            if (typeof result !== 'object') return result;
            function hide(name, value) { Object.defineProperty(result, name, { value: value, configurable: true, writable: true }); }
            function get(name, f) { Object.defineProperty(result, name, { get: f, configurable: true }); }
            hide('value', v);
            hide('valueAtTime', function (t) { return p.at(num(t)); });
            hide('velocityAtTime', function (t) { return p.velocity(num(t)); });
            hide('speedAtTime', function (t) { return length(p.velocity(num(t))); });
            get('velocity', function () { return p.velocity(now); });
            get('speed', function () { return length(p.velocity(now)); });
            get('numKeys', function () { return p.keys ? p.keys.length : 0; });
            hide('key', function (n) { return p.key(n); });
            hide('nearestKey', function (t) { return p.nearestKey(t); });
            hide('wiggle', function (a, b, c, d, e) { return p.wiggle(a, b, c, d, e); });
            hide('loopOut', function (t, n) { return p.loop(true, false, t, n); });
            hide('loopIn', function (t, n) { return p.loop(false, false, t, n); });
            hide('loopOutDuration', function (t, n) { return p.loop(true, true, t, n); });
            hide('loopInDuration', function (t, n) { return p.loop(false, true, t, n); });
            hide('propertyGroup', function () { unsupported('propertyGroup'); });
            hide('smooth', function () { unsupported('smooth'); });
            hide('sourceText', result);
            if (isPath(result)) {
                hide('points', function () { return v.v.map(function (q) { return q.slice(); }); });
                hide('inTangents', function () { return v.i.map(function (q) { return q.slice(); }); });
                hide('outTangents', function () { return v.o.map(function (q) { return q.slice(); }); });
                hide('isClosed', function () { return !!v.c; });
            }
            if (typeof v === 'number' || typeof v === 'string') { try { Object.defineProperty(result, 'name', { value: p.name }); } catch (e) {} }
            return result;
        }
        function property(json, layer, name, dims) {
            if (!json || typeof json !== 'object') return undefined;
            if (!json.$property) Object.defineProperty(json, '$property', { value: new Property(json, layer, name, dims), enumerable: false });
            return json.$property;
        }
        """#
}
