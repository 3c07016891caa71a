extension LottieExpressionLibrary {
    /// The JavaScript for layers, effects, groups and compositions by their names.
    static let layers = #"""
        // ---- Groups, effects, masks

        /** Names that After Effects' expressions use for the values of shapes. */
        var names = {
            path: 'ks', size: 's', position: 'p', roundness: 'r', color: 'c', opacity: 'o', strokeWidth: 'w', start: 's', end: 'e',
                offset: 'o', rotation: 'r', scale: 's',
            anchorPoint: 'a', skew: 'sk', skewAxis: 'sa', points: 'pt', outerRadius: 'or', outerRoundness: 'os', innerRadius: 'ir',
                innerRoundness: 'is', radius: 'r',
            copies: 'c', startPoint: 's', endPoint: 'e', amount: 'a', startOpacity: 'so', endOpacity: 'eo', miterLimit: 'ml',
                highlightLength: 'h', highlightAngle: 'a'
        };
        var titles = {
            'path': 'path', 'size': 'size', 'position': 'position', 'roundness': 'roundness', 'color': 'color', 'opacity': 'opacity',
                'stroke width': 'strokeWidth', 'start': 'start',
            'end': 'end', 'offset': 'offset', 'rotation': 'rotation', 'scale': 'scale', 'anchor point': 'anchorPoint', 'skew': 'skew',
                'skew axis': 'skewAxis', 'points': 'points',
            'outer radius': 'outerRadius', 'outer roundness': 'outerRoundness', 'inner radius': 'innerRadius',
                'inner roundness': 'innerRoundness', 'radius': 'radius',
            'copies': 'copies', 'start point': 'startPoint', 'end point': 'endPoint', 'amount': 'amount', 'start opacity': 'startOpacity',
                'end opacity': 'endOpacity',
            'adbe vector shape': 'path', 'adbe vector rect size': 'size', 'adbe vector rect position': 'position',
                'adbe vector rect roundness': 'roundness',
            'adbe vector fill color': 'color', 'adbe vector fill opacity': 'opacity', 'adbe vector stroke color': 'color',
                'adbe vector stroke opacity': 'opacity',
            'adbe vector stroke width': 'strokeWidth', 'adbe vector trim start': 'start', 'adbe vector trim end': 'end',
                'adbe vector trim offset': 'offset',
            'adbe vector position': 'position', 'adbe vector scale': 'scale', 'adbe vector rotation': 'rotation',
                'adbe vector anchor': 'anchorPoint',
            'adbe vector ellipse size': 'size', 'adbe vector ellipse position': 'position',
            'adbe position': 'position', 'adbe scale': 'scale', 'adbe rotate z': 'rotation', 'adbe opacity': 'opacity',
                'adbe anchor point': 'anchorPoint'
        };
        function find(list, name, what) {
            var i;
            if (isNumber(name)) { if (list[num(name) - 1]) return list[num(name) - 1]; } else {
                name = String(name);
                for (i = 0; i < list.length; i++) if (list[i].nm === name) return list[i];
                for (i = 0; i < list.length; i++) if (list[i].mn === name || String(list[i].ix) === name) return list[i];
            }
            throw new Error('there is no ' + what + ' "' + name + '"');
        }
        function define(object, name, get) {
            Object.defineProperty(object, name, {
                get: get, configurable: true, enumerable: true,
                set: function (v) { Object.defineProperty(this, name, { value: v, writable: true, configurable: true, enumerable: true }); }
            });
        }
        function values(object, json, layer, keys) {
            Object.keys(keys).forEach(function (name) {
                var inner = json[keys[name]];
                if (inner && typeof inner === 'object') define(object, name, function () {
                    if (inner.s === true && inner.x && inner.y) return view(axes(inner, layer));
                    return view(property(inner, layer, name));
                });
            });
        }
        function axes(json, layer) {
            if (!json.$axes) {
                var parts = [property(json.x, layer, 'X Position'), property(json.y, layer, 'Y Position')];
                if (layer.data.ddd && json.z) parts.push(property(json.z, layer, 'Z Position'));
                Object.defineProperty(json, '$axes', { value: new Axes(parts, layer), enumerable: false });
            }
            return json.$axes;
        }
        function called(f, name) { try { Object.defineProperty(f, 'name', { value: name, configurable: true }); } catch (e) {} return f; }
        function shape(json, layer) {
            if (json.$shape) return json.$shape;
            var items = json.it || [];
            var f = called(function (name) {
                var title = String(name).toLowerCase();
                if (title === 'contents' || title === 'adbe vectors group' || title === 'adbe root vectors group') return f;
                if (title === 'transform' || title === 'adbe vector transform group') return f.transform;
                if (json.it) return shape(find(items, name, 'shape'), layer);
                if (titles[title]) return f[titles[title]];
                throw new Error('there is no property "' + name + '"');
            }, json.nm || '');
            Object.defineProperty(json, '$shape', { value: f, enumerable: false });
            f.content = function (name) { return shape(find(items, name, 'shape'), layer); };
            f.numProperties = items.length;
            if (json.it) {
                define(f, 'transform', function () {
                    for (var i = 0; i < items.length; i++) if (items[i].ty === 'tr') return shape(items[i], layer);
                    throw new Error('the group has no transform');
                });
            } else {
                values(f, json, layer, names);
                if (json.tr) define(f, 'transform', function () { return shape(json.tr, layer); });
            }
            return f;
        }
        function effect(json, layer) {
            if (json.$effect) return json.$effect;
            var f = called(function (name) {
                var item = find(json.ef || [], name, 'property of the effect "' + json.nm + '"');
                if (item.ty === 5 || item.ef) return effect(item, layer);
                var p = property(item.v, layer, item.nm);
                if (!p) throw new Error('the property "' + name + '" of an effect has no value');
                if (item.ty === 10) return layer.comp.layerByIndex(p.at(now));
                p.isSwitch = item.ty === 4 || item.ty === 7;
                return view(p);
            }, json.nm || '');
            f.param = f; f.active = json.en !== 0;
            Object.defineProperty(json, '$effect', { value: f, enumerable: false });
            return f;
        }

        // ---- Layers

        function matrix(layer, time) {
            var ks = layer.data.ks || {}, chain = [1, 0, 0, 1, 0, 0], seen = 0;
            if (layer.data.ddd) unsupported('the space of layers in three dimensions');
            for (var l = layer; l && seen++ < 100; l = l.parentLayer()) {
                var p = l.transformValue('position', time), a = l.transformValue('anchorPoint', time), s = l.transformValue('scale', time);
                var r = l.transformValue('rotation', time) * NativeMath.PI / 180, c = NativeMath.cos(r), n = NativeMath.sin(r);
                var own = [c * s[0] / 100, n * s[0] / 100, -n * s[1] / 100, c * s[1] / 100, 0, 0];
                own[4] = p[0] - own[0] * a[0] - own[2] * a[1];
                own[5] = p[1] - own[1] * a[0] - own[3] * a[1];
                chain = [
                    own[0] * chain[0] + own[2] * chain[1], own[1] * chain[0] + own[3] * chain[1], own[0] * chain[2] + own[2] * chain[3],
                    own[1] * chain[2] + own[3] * chain[3], own[0] * chain[4] + own[2] * chain[5] + own[4],
                        own[1] * chain[4] + own[3] * chain[5] + own[5]
                ];
            }
            return chain;
        }
        var transformKeys = { anchorPoint: 'a', position: 'p', scale: 's', rotation: 'r', opacity: 'o' };
        var standards = { anchorPoint: [0, 0, 0], position: [0, 0, 0], scale: [100, 100, 100], rotation: 0, opacity: 100 };

        function Layer(comp, data, place) {
            var self = this, ks = data.ks || (data.ks = {});
            this.comp = comp; this.data = data; this.place = place;
            var f = this.f = called(function (name) {
                var title = String(name).toLowerCase();
                if (title === 'transform' || title === 'adbe transform group') return f.transform;
                if (title === 'effects' || title === 'adbe effect parade') return f.effect;
                if (title === 'contents' || title === 'adbe root vectors group') return f.content;
                if (title === 'masks' || title === 'adbe mask parade') return f.mask;
                if (title === 'text' || title === 'adbe text properties') return f.text;
                return f.effect(name);
            }, data.nm || '');
            f.effect = function (name) { return effect(find(data.ef || [], name, 'effect'), self); };
            f.content = function (name) { return shape(find(data.shapes || [], name, 'shape'), self); };
            f.mask = function (name) {
                var mask = find(data.masksProperties || [], name, 'mask'), m = {};
                values(m, mask, self, { maskPath: 'pt', maskOpacity: 'o', maskFeather: 'f', maskExpansion: 'x' });
                return m;
            };
            f.transform = called(function (name) {
                var title = titles[String(name).toLowerCase()];
                if (!title) throw new Error('there is no property "' + name + '" of a transform');
                return f.transform[title];
            }, 'Transform');
            Object.keys(transformKeys).forEach(function (name) {
                function get() { return self.transformView(name); }
                define(f, name, get);
                define(f.transform, name, get);
            });
            ['xPosition', 'yPosition', 'zPosition'].forEach(function (name, i) {
                define(f.transform, name, function () {
                    if (ks.p && ks.p.s === true) return view(property(ks.p['xyz'.charAt(i)], self, name));
                    return new Number(num(self.transformValue('position', now)[i]));
                });
            });
            ['xRotation', 'yRotation', 'zRotation', 'orientation'].forEach(function (name, i) {
                define(f.transform, name, function () {
                    var json = ks[['rx', 'ry', 'rz', 'or'][i]];
                    return json ? view(property(json, self, name)) : i === 2 ? f.rotation : i === 3 ? [0, 0, 0] : 0;
                });
            });
            define(f, 'text', function () {
                var t = {};
                if (data.t && data.t.d) define(t, 'sourceText', function () { return view(property(data.t.d, self, 'Source Text')); });
                return t;
            });
            define(f, 'timeRemap', function () { return data.tm ? view(property(data.tm, self, 'Time Remap')) : now; });
            f.index = data.ind === undefined ? place + 1 : data.ind;
            f.inPoint = (data.ip || 0) / rate; f.outPoint = (data.op || 0) / rate; f.startTime = (data.st || 0) / rate;
            f.active = true; f.enabled = !data.hd;
            define(f, 'hasParent', function () { return !!self.parentLayer(); });
            define(f, 'parent', function () { var p = self.parentLayer(); return p ? p.f : undefined; });
            define(f, 'thisComp', function () { return comp.f; });
            define(f, 'source', function () { var inner = compNamed(data.refId); return inner ? inner.f : undefined; });
            var size = layerSize(data, comp);
            f.width = size[0]; f.height = size[1];
            f.sourceRectAtTime = function () {
                if (data.ty === 4 || data.ty === 5) unsupported('sourceRectAtTime of shapes and texts');
                return { left: 0, top: 0, width: size[0], height: size[1] };
            };
            f.marker = markers([]);
            function to(p, t) {
                p = plain(p);
                var m = matrix(self, t === undefined ? now : num(t));
                return [m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5], 0].slice(0, p.length);
            }
            function from(p, t) {
                p = plain(p);
                var m = matrix(self, t === undefined ? now : num(t)), d = m[0] * m[3] - m[1] * m[2], x = p[0] - m[4], y = p[1] - m[5];
                if (!d) return [0, 0, 0].slice(0, p.length);
                return [(m[3] * x - m[2] * y) / d, (m[0] * y - m[1] * x) / d, 0].slice(0, p.length);
            }
            f.toComp = f.toWorld = to;
            f.fromComp = f.fromWorld = from;
            f.toCompVec = f.toWorldVec = function (v, t) { v = plain(v); return sub(to(v, t), to(v.map(function () { return 0; }), t)); };
            f.fromCompVec = f.fromWorldVec = function (v, t) { v = plain(v); return sub(from(v, t), from(v.map(function () { return 0; }), t)); };
        }
        Layer.prototype.parentLayer = function () {
            return this.data.parent === undefined || this.data.parent === null ? undefined : this.comp.found(this.data.parent);
        };
        Layer.prototype.transformProperty = function (name) {
            var ks = this.data.ks, json = ks[transformKeys[name]];
            if (name === 'rotation' && !json) json = ks.rz;
            if (!json) return undefined;
            if (name === 'position' && json.s === true && json.x) return axes(json, this);
            return property(json, this, name, isList(standards[name]) ? (this.data.ddd ? 3 : 2) : 0);
        };
        Layer.prototype.transformValue = function (name, time) {
            var p = this.transformProperty(name), standard = standards[name];
            if (p) return p.at(time);
            return isList(standard) ? standard.slice(0, this.data.ddd ? 3 : 2) : standard;
        };
        Layer.prototype.transformView = function (name) {
            var p = this.transformProperty(name);
            return p ? view(p) : this.transformValue(name, now);
        };
        function layerSize(data, comp) {
            if (data.ty === 1) return [data.sw || 0, data.sh || 0];
            if (data.w !== undefined) return [data.w, data.h];
            for (var i = 0; i < doc.assets.length; i++) if (doc.assets[i].id === data.refId
                && doc.assets[i].w !== undefined) return [doc.assets[i].w, doc.assets[i].h];
            return [comp.width, comp.height];
        }
        function markers(list) {
            function made(m, i) { return { index: i + 1, time: m.tm / rate, duration: (m.dr || 0) / rate, comment: m.cm || '',
                protectedRegion: false }; }
            return {
                numKeys: list.length,
                key: function (n) {
                    for (var i = 0; i < list.length; i++) if (isNumber(n) ? i === num(n) - 1 : list[i].cm === String(n)) return made(list[i], i);
                    throw new Error('there is no marker "' + n + '"');
                },
                nearestKey: function (t) {
                    var best = 0;
                    function away(i) { return NativeMath.abs(list[i].tm / rate - num(t)); }
                    for (var i = 1; i < list.length; i++) if (away(i) < away(best)) best = i;
                    return this.key(best + 1);
                }
            };
        }
        function Comp(data, id, name, width, height, from, to, marks) {
            var self = this, list = data.layers || [], made = [];
            this.id = id; this.title = name; this.width = width; this.height = height; this.count = list.length;
            this.at = function (i) { return made[i] || (made[i] = new Layer(self, list[i], i)); };
            this.found = function (index) {
                for (var i = 0; i < list.length; i++) if (list[i].ind === index) return self.at(i);
                return undefined;
            };
            this.layerByIndex = function (n) {
                var l = self.found(num(n)) || (list[num(n) - 1] ? self.at(num(n) - 1) : undefined);
                if (!l) throw new Error('there is no layer ' + n);
                return l.f;
            };
            var f = this.f = called(function (n) { return f.layer(n); }, name);
            f.layer = function (n, offset) {
                if (typeof n === 'function') { n = n.index; }
                if (offset !== undefined) n = num(n) + num(offset);
                if (isNumber(n)) return self.layerByIndex(n);
                for (var i = 0; i < list.length; i++) if (list[i].nm === String(n)) return self.at(i).f;
                throw new Error('there is no layer "' + n + '"');
            };
            f.width = width; f.height = height; f.numLayers = list.length; f.frameDuration = 1 / rate; f.duration = (to - from) / rate;
            f.displayStartTime = from / rate; f.pixelAspect = 1; f.marker = markers(marks || []);
            f.bgColor = [0, 0, 0, 1];
        }
        var comps = [];
        function compNamed(name) {
            for (var i = 0; i < comps.length; i++) if (comps[i].title === name) return comps[i];
            for (i = 0; i < comps.length; i++) if (comps[i].id === name) return comps[i];
            return undefined;
        }
        """#
}
