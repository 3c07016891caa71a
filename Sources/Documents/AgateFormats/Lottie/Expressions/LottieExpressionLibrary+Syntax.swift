extension LottieExpressionLibrary {
    /// The JavaScript that converts newer syntax to the engine's older language. It is used only for programs that the engine refuses. It
    /// converts `let` and `const` (to `var`), templates, arrow functions and default values of parameters; other new syntax remains, and
    /// the engine refuses it again.
    static let syntax = #"""
        // ---- Newer syntax

        /** The pieces of a program: each has its text, its kind and whether a line begins before it. */
        function pieces(text) {
            var list = [], i = 0, isNewLine = false;
            function put(kind, from, more) {
                var piece = { kind: kind, text: text.slice(from, i), isNewLine: isNewLine };
                for (var key in more) piece[key] = more[key];
                list.push(piece); isNewLine = false;
            }
            /** Whether a slash begins a regular expression: where a value can't have ended. */
            function isBeforeValue() {
                var last = list[list.length - 1];
                if (!last) return true;
                if (last.kind === 'word') return /^(return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof)$/.test(last.text);
                return last.kind === 'sign' && !/^[)\]}]$/.test(last.text);
            }
            /** From behind the opening quote of a template: what stands as text, and the programs between. */
            function template() {
                var from = i, texts = [], values = [], part = '';
                while (i < text.length && text[i] !== '`') {
                    if (text[i] === '\\') { part += text[i] + (text[i + 1] || ''); i += 2; continue; }
                    if (text[i] === '$' && text[i + 1] === '{') {
                        i += 2;
                        var begin = i, open = 1;
                        while (i < text.length) {
                            if (text[i] === '`') { i++; template(); continue; }
                            if (text[i] === '"' || text[i] === "'") { quoted(text[i]); continue; }
                            if (text[i] === '{') open++; else if (text[i] === '}' && --open === 0) break;
                            i++;
                        }
                        texts.push(part); values.push(text.slice(begin, i)); part = ''; i++;
                        continue;
                    }
                    part += text[i] === '\n' ? '\\n' : text[i] === '\r' ? '' : text[i] === '"' ? '\\"' : text[i]; i++;
                }
                if (i >= text.length) throw new SyntaxError('a template does not end');
                i++; texts.push(part);
                return { texts: texts, values: values };
            }
            function quoted(quote) {
                for (i++; i < text.length && text[i] !== quote; i++) if (text[i] === '\\') i++;
                i++;
            }
            while (i < text.length) {
                var c = text[i], from = i, match;
                if (c === '\n') { isNewLine = true; i++; }
                else if (/\s/.test(c)) { i++; }
                else if (c === '/' && text[i + 1] === '/') { while (i < text.length && text[i] !== '\n') i++; }
                else if (c === '/' && text[i + 1] === '*') { i = text.indexOf('*/', i + 2); i = i < 0 ? text.length : i + 2; }
                else if (c === '`') { i++; var made = template(); put('template', from, made); }
                else if (c === '"' || c === "'") { quoted(c); put('text', from); }
                else if (c === '/' && isBeforeValue()) {
                    var inSet = false;
                    for (i++; i < text.length && (inSet || text[i] !== '/') && text[i] !== '\n'; i++) {
                        if (text[i] === '\\') i++; else if (text[i] === '[') inSet = true; else if (text[i] === ']') inSet = false;
                    }
                    for (i++; i < text.length && /\w/.test(text[i]); i++) {}
                    put('text', from);
                } else if (/[\w$\u0080-\uffff]/.test(c) || c === '.' && /\d/.test(text[i + 1] || '')) {
                    var isNumber = /[\d.]/.test(c);
                    while (i < text.length && (/[\w$\u0080-\uffff]/.test(text[i]) || isNumber && (text[i] === '.'
                        || /[+-]/.test(text[i]) && /^\d[\d.]*e$/i.test(text.slice(from, i))))) i++;
                    put(isNumber ? 'number' : 'word', from);
                } else {
                    match = /^(=>|===|!==|==|!=|<=|>=|&&|\|\||\+\+|--|[-+*\/%&|^]=)/.exec(text.slice(i, i + 3));
                    i += match ? match[0].length : 1;
                    put('sign', from);
                }
            }
            return list;
        }

        function older(text) {
            var list = pieces(text);
            function is(at, sign) { return !!list[at] && list[at].kind === 'sign' && list[at].text === sign; }
            /** The piece that closes the bracket at a place; backwards, the one that opens it. */
            function other(at, step) {
                var depth = 0;
                for (; at >= 0 && at < list.length; at += step) {
                    if (list[at].kind !== 'sign') continue;
                    if (/^[(\[{]$/.test(list[at].text)) depth += step;
                    if (/^[)\]}]$/.test(list[at].text)) depth -= step;
                    if (depth === 0) return at;
                }
                throw new SyntaxError('a bracket is open');
            }
            function sign(text) { return { kind: 'sign', text: text, isNewLine: false }; }
            /** Takes default values out of a list of parameters; gives what sets them. */
            function defaults(from, to) {
                var set = '', depth = 0, at = from;
                while (at < to) {
                    if (/^[(\[{]$/.test(list[at].text)) at = other(at, 1);
                    else if (is(at, '=') && at > from) {
                        var end = at + 1;
                        while (end < to && !is(end, ',')) end = (list[end].kind === 'sign' && /^[(\[{]$/.test(list[end].text) ? other(end, 1) : end) + 1;
                        var name = list[at - 1].text;
                        set += 'if (' + name + ' === undefined) ' + name + ' = ' + joined(list.slice(at + 1, end)) + ';';
                        list.splice(at, end - at); to -= end - at; continue;
                    }
                    at++;
                }
                return { set: set, to: to };
            }
            /** Where an expression that begins at a place has ended. */
            function end(at) {
                for (var from = at; at < list.length; at++) {
                    if (list[at].kind === 'sign') {
                        if (/^[(\[{]$/.test(list[at].text)) { at = other(at, 1); continue; }
                        if (/^[)\]},;]$/.test(list[at].text)) return at;
                    }
                    // A line that begins with a value after one that ended with a value is another statement.
                    if (at > from && list[at].isNewLine && list[at].kind !== 'sign' && (list[at - 1].kind !== 'sign' || /^[)\]}]$/.test(list[at - 1].text))) return at;
                }
                return at;
            }
            function joined(some) {
                return some.map(function (piece) {
                    var text = piece.text;
                    if (piece.kind === 'word' && (text === 'let' || text === 'const')) text = 'var';
                    if (piece.kind === 'template') {
                        text = '("' + piece.texts[0] + '"';
                        piece.values.forEach(function (value, i) { text += '+(' + older(value) + ')+"' + piece.texts[i + 1] + '"'; });
                        text += ')';
                    }
                    return (piece.isNewLine ? '\n' : ' ') + text;
                }).join('');
            }
            // From the last to the first, so that what an arrow has inside it is done.
            for (var at = list.length - 1; at >= 0; at--) {
                if (list[at].kind === 'word' && list[at].text === 'function') {
                    var open = at + 1;
                    while (open < list.length && !is(open, '(')) open++;
                    var named = defaults(open + 1, other(open, 1));
                    if (named.set) list.splice(named.to + 2, 0, sign(named.set));
                    continue;
                }
                if (!is(at, '=>')) continue;
                var first = is(at - 1, ')') ? other(at - 1, -1) : at - 1, isBlock = is(at + 1, '{');
                if (first < 0) throw new SyntaxError('an arrow function has no parameters');
                var last = isBlock ? other(at + 1, 1) : end(at + 1) - 1;
                var body = isBlock ? joined(list.slice(at + 2, last)) : ' return (' + joined(list.slice(at + 1, last + 1)) + ');';
                var isNewLine = list[first].isNewLine, count = last - first + 1, parameters = list[first].text, set = '';
                if (is(first, '(')) {
                    var size = list.length, found = defaults(first + 1, at - 1);
                    count -= size - list.length; set = found.set;
                    parameters = joined(list.slice(first + 1, found.to));
                }
                list.splice(first, count, { kind: 'text', isNewLine: isNewLine,
                    text: '(function (' + parameters + ') {' + set + body + '}).bind(this)' });
                at = first;
            }
            return joined(list);
        }
        """#
}
