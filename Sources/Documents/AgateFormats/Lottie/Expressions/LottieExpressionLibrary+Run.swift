extension LottieExpressionLibrary {
    /// The JavaScript for an expression's environment, and the run over the file's frames.
    static let run = #"""
        // ---- Expressions

        /** What every expression finds. Nothing of the engine's own objects is among it but what is named here. */
        var common = Object.create(null);
        function give(from, list) { list.forEach(function (name) { common[name] = from[name]; }); }
        give(global, ['Array', 'Object', 'String', 'Number', 'Boolean', 'RegExp', 'Error', 'TypeError', 'RangeError', 'JSON', 'parseInt',
            'parseFloat', 'isNaN', 'isFinite', 'NaN', 'Infinity', 'undefined']);
        var ownMath = common.Math = {};
        ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2', 'abs', 'acos', 'asin', 'atan', 'atan2', 'cbrt', 'ceil', 'cos', 'exp',
            'floor', 'hypot', 'log', 'log10', 'log2',
            'max', 'min', 'pow', 'round', 'sign', 'sin', 'sqrt', 'tan', 'trunc'].forEach(function (name) {
                if (NativeMath[name] !== undefined) ownMath[name] = NativeMath[name]; });
        ownMath.random = function () { return nextNumber(); };
        ownMath.cosh = function (x) { return (NativeMath.exp(x) + NativeMath.exp(-x)) / 2; };
        ownMath.sinh = function (x) { return (NativeMath.exp(x) - NativeMath.exp(-x)) / 2; };
        ownMath.tanh = function (x) { return x > 20 ? 1 : x < -20 ? -1 : ownMath.sinh(x) / ownMath.cosh(x); };
        [['add', add], ['sum', add], ['sub', sub], ['mul', mul], ['div', div], ['mod', mod], ['clamp', clamp], ['length', length],
            ['normalize', normalize], ['dot', dot], ['cross', cross],
            ['$bm_sum', add], ['$bm_sub', sub], ['$bm_mul', mul], ['$bm_div', div], ['$bm_mod', mod], ['$bm_neg', neg], ['linear', linear],
                ['ease', ease], ['easeIn', easeIn],
            ['easeOut', easeOut], ['random', random], ['gaussRandom', gaussRandom], ['seedRandom', seedRandom], ['noise', noise], ['rgbToHsl',
                rgbToHsl], ['hslToRgb', hslToRgb],
            ['hexToRgb', hexToRgb],
            ['degreesToRadians', function (x) { return num(x) * NativeMath.PI / 180; }], ['radiansToDegrees', function (x) {
                return num(x) * 180 / NativeMath.PI; }],
            ['degrees_to_radians', function (x) { return num(x) * NativeMath.PI / 180; }], ['radians_to_degrees', function (x) {
                return num(x) * 180 / NativeMath.PI; }],
            ['timeToFrames', function (t, fps) { return NativeMath.round((t === undefined ? now : num(t)) * (fps === undefined ? rate
                : num(fps))); }],
            ['framesToTime', function (n, fps) { return num(n) / (fps === undefined ? rate : num(fps)); }],
            ['lookAt', function (a, b) {
                var d = sub(b, a), flat = NativeMath.sqrt(d[0] * d[0] + (d[2] || 0) * (d[2] || 0));
                return [NativeMath.atan2(-d[1], flat) * 180 / NativeMath.PI, NativeMath.atan2(d[0], d[2] || 0) * 180 / NativeMath.PI, 0];
            }],
            ['createPath', function (points, into, out, isClosed) {
                points = points === undefined ? [[0, 0], [100, 0], [100, 100], [0, 100]] : points.map(plain);
                function handles(list) { return points.map(function (_, i) { return list && list[i] ? plain(list[i]) : [0, 0]; }); }
                return { v: points, i: handles(into), o: handles(out), c: isClosed === undefined ? true : !!isClosed };
            }],
            ['comp', function (name) {
                var c = compNamed(String(name)); if (!c) throw new Error('there is no composition "' + name + '"'); return c.f; }]
        ].forEach(function (pair) { common[pair[0]] = pair[1]; });

        function compiled(text) {
            var isBodymovin = text.indexOf('$bm_rt') >= 0;
            function make(source) {
                if (isBodymovin) return Function('$scope', 'with ($scope) {' + source + '\n;return $bm_rt;}');
                var program = Function('$scope', '$text', 'with ($scope) { return eval($text); }');
                // Errors in its text are found now.
                Function(source);
                return function (scope) { scope.$evaluate = undefined; return program(scope, source); };
            }
            try { return make(text); } catch (error) {
                if (!(error instanceof SyntaxError)) throw error;
                var lowered;
                try { lowered = older(text); } catch (_) { throw error; }
                return make(lowered);
            }
        }

        function scopeOf(p) {
            var scope = Object.create(common), layer = p.layer, f = layer.f;
            scope.thisLayer = f; scope.thisComp = layer.comp.f; scope.index = f.index; scope.inPoint = f.inPoint; scope.outPoint = f.outPoint;
            scope.startTime = f.startTime; scope.name = layer.data.nm || ''; scope.width = f.width; scope.height = f.height;
            scope.effect = f.effect; scope.content = f.content; scope.mask = f.mask; scope.transform = f.transform;
            scope.toComp = f.toComp; scope.fromComp = f.fromComp; scope.toWorld = f.toWorld; scope.fromWorld = f.fromWorld;
            scope.sourceRectAtTime = f.sourceRectAtTime; scope.marker = f.marker;
            ['anchorPoint', 'position', 'scale', 'rotation', 'opacity', 'text', 'parent', 'hasParent', 'timeRemap'].forEach(function (name) {
                define(scope, name, function () { return f[name]; });
            });
            define(scope, 'thisProperty', function () { return view(p); });
            define(scope, 'velocity', function () { return p.velocity(now); });
            define(scope, 'speed', function () { return length(p.velocity(now)); });
            define(scope, 'numKeys', function () { return p.keys ? p.keys.length : 0; });
            scope.valueAtTime = function (t) { return p.base(num(t) * rate); };
            scope.velocityAtTime = function (t) { return p.velocity(num(t)); };
            scope.speedAtTime = function (t) { return length(p.velocity(num(t))); };
            scope.key = function (n) { return p.key(n); };
            scope.nearestKey = function (t) { return p.nearestKey(t); };
            scope.wiggle = scope.wiggler = function (a, b, c, d, e) { return p.wiggle(a, b, c, d, e); };
            scope.temporalWiggle = scope.wiggle;
            scope.loopOut = scope.loop_out = function (t, n) { return p.loop(true, false, t, n); };
            scope.loopIn = scope.loop_in = function (t, n) { return p.loop(false, false, t, n); };
            scope.loopOutDuration = function (t, n) { return p.loop(true, true, t, n); };
            scope.loopInDuration = function (t, n) { return p.loop(false, true, t, n); };
            scope.smooth = function () { unsupported('smooth'); };
            scope.propertyGroup = function () { unsupported('propertyGroup'); };
            return scope;
        }

        function evaluate(p, time) {
            if (++evaluations > limit) throw new Error('all expressions together need more than ' + limit + ' values');
            if (depth > 30) throw new Error('expressions ask each other in a circle');
            if (p.error) throw p.error;
            if (!p.run) {
                try { p.run = compiled(p.json.x); p.scope = scopeOf(p); } catch (error) { throw p.error = error; }
            }
            var oldNow = now, oldDraw = draw, frame = time * rate, scope = Object.create(p.scope);
            depth++; p.isBusy = true; now = time;
            draw = { seed: p.seed, isTimeless: false, count: 0 };
            try {
                scope.time = time;
                scope.value = p.base(frame);
                scope.posterizeTime = function (n) {
                    n = num(n);
                    if (n > 0) { now = NativeMath.floor(now * n) / n; scope.time = now; scope.value = p.base(now * rate); }
                    return now;
                };
                return result(p.run(scope), p, frame);
            } finally { depth--; p.isBusy = false; now = oldNow; draw = oldDraw; }
        }

        /** The value that an expression came to, in the form that the property has. */
        function result(v, p, frame) {
            var base = p.base(frame);
            function number(x) {
                x = num(x);
                if (typeof x === 'boolean') x = x ? 1 : 0;
                if (typeof x !== 'number' || x !== x || x === Infinity || x === -Infinity) throw new Error('the result is not a number');
                return NativeMath.max(-1e9, NativeMath.min(1e9, x));
            }
            if (typeof base === 'string') return String(v).slice(0, 10000);
            if (isPath(base)) {
                if (!isPath(v)) throw new Error('the result is not a path');
                function points(list) { return list.map(function (q) { return [number(q[0]), number(q[1])]; }); }
                var made = { v: points(v.v), i: points(v.i), o: points(v.o), c: !!v.c };
                if (made.i.length !== made.v.length || made.o.length !== made.v.length
                    || made.v.length > 10000) throw new Error('the result is not a path');
                return made;
            }
            if (!isList(base)) return number(isList(v) ? v[0] : v);
            if (!isList(v)) throw new Error('the result is one number where ' + base.length + ' are wanted');
            return base.map(function (b, i) { return i < v.length ? number(v[i]) : b; });
        }

        // ---- The file

        var doc = JSON.parse(input), rate = doc.fr, inputs = doc.targets;
        comps.push(new Comp(doc, '', doc.nm || '', doc.w, doc.h, doc.ip, doc.op, doc.markers));
        doc.assets.forEach(function (asset) {
            if (asset.layers) comps.push(new Comp(asset, asset.id, asset.nm || asset.id, asset.w || doc.w, asset.h || doc.h, doc.ip, doc.op));
            else comps.push(null);
        });
        comps = comps.filter(function (c) { return c; });
        function compOf(asset) { return asset < 0 ? comps[0] : compNamedById(doc.assets[asset]); }
        function compNamedById(asset) {
            for (var i = 1; i < comps.length; i++) if (comps[i].id === asset.id) return comps[i];
        }

        function full(v, p, frame) {
            var raw = p.raw(frame);
            if (isList(v) && isList(raw) && raw.length > v.length) return v.concat(raw.slice(v.length));
            return v;
        }
        function same(a, b) { return JSON.stringify(a) === JSON.stringify(b); }
        function isBetween(a, b, c, f) {
            if (typeof a === 'number') { a = [a]; b = [b]; c = [c]; }
            if (!isList(a)) return false;
            for (var i = 0; i < a.length; i++) {
                var wanted = a[i] + (c[i] - a[i]) * f;
                if (NativeMath.abs(b[i] - wanted) > 1e-6 * (1 + NativeMath.abs(wanted))) return false;
            }
            return true;
        }
        function distance(a, b) {
            if (typeof a === 'number') return NativeMath.abs(a - b);
            return isList(a) ? length(a, b) : 0;
        }
        /** Samples of a property while its layer shows: [frame, value], without those that lie on the way between others. */
        function sampled(p, from, to) {
            var step = rate < 24 ? 1 / NativeMath.ceil(24 / NativeMath.max(rate, 1)) : 1;
            if (!(to >= from) || (to - from) / step > limit) throw new Error('the layer is too long');
            var list = [];
            function at(frame) { return full(p.at(frame / rate), p, frame); }
            function keep(frame, value) {
                var n = list.length;
                if (n > 1 && (same(list[n - 1][1], value) && same(list[n - 2][1], value)
                    || isBetween(list[n - 2][1], list[n - 1][1], value,
                        (list[n - 1][0] - list[n - 2][0]) / (frame - list[n - 2][0])))) list.pop();
                list.push([frame, value]);
            }
            for (var i = 0, count = NativeMath.ceil((to - from) / step); i <= count; i++) {
                var frame = from + i * step, value = at(frame), n = list.length;
                if (i > 0 && n > 1) {
                    // A jump within a frame is not a way.
                    var last = list[n - 1], all = distance(last[1], value), before = list[n - 2];
                    if (all > 1e-6 && distance(before[1], last[1]) * step < 0.5 * all * (last[0] - before[0])) {
                        var late = at(frame - step * 0.01), early = at(last[0] + step * 0.01);
                        if (distance(late, value) > 0.5 * all) keep(frame - step * 0.01, late);
                        else if (distance(early, last[1]) > 0.5 * all) keep(last[0] + step * 0.01, early);
                    }
                }
                keep(frame, value);
            }
            return list;
        }
        // Neither the hour nor the engine's own chance: the same file gives the same picture.
        ['Date', 'performance', 'Duktape', 'emit', 'input'].forEach(function (name) { delete global[name]; });
        global.Math = ownMath;
        function node(target) {
            var json = compOf(target.asset).at(target.layer).data;
            for (var i = 0; i < target.path.length; i++) json = json[target.path[i]];
            return json;
        }
        inputs.forEach(function (target, number) {
            if (target) node(target).$seed = (target.asset + 2) * 7919 + target.layer * 104729 + number * 31 | 0;
        });
        inputs.forEach(function (target, number) {
            emit('B' + number + '\n');
            if (target === null) return;
            try {
                var layer = compOf(target.asset).at(target.layer), json = node(target);
                var first = target.path[0] === 'ks' && target.path.length === 2 ? target.path[1] : '';
                var p = property(json, layer, '', first === 'p' || first === 'a' || first === 's' ? (layer.data.ddd ? 3 : 2) : 0);
                emit('R' + number + ' ' + JSON.stringify(sampled(p, target.from, target.to)) + '\n');
            } catch (error) {
                emit('E' + number + ' ' + JSON.stringify(String(error && error.message ? (error.name !== 'Error' ? error.name + ': '
                    : '') + error.message : error).slice(0, 200)) + '\n');
            }
        });
        """#
}
