/// What a property can hold, and how the file writes it.
package protocol LottieValue: Sendable {
    static func read(_ json: JSONValue) throws -> Self
    /// Whether a list in place of the value is keyframes for sure.
    static var isObject: Bool { get }
    static var slotKind: LottieSlot.Kind { get }
    /// What a program set, over what there was; nil where it is of another kind.
    static func slotValue(_ override: LottieOverride, _ old: Self) -> Self?
}

extension LottieValue {
    package static var isObject: Bool { false }
}

extension Double: LottieValue {
    package static var slotKind: LottieSlot.Kind { .number }

    package static func read(_ json: JSONValue) throws -> Double {
        // Writers leave further numbers behind the one that counts, and write some as text.
        guard let number = json.number ?? json.first?.number ?? json.string.flatMap(Double.init), number.isFinite else {
            throw json.error("expected a number")
        }
        return number
    }
}

extension SIMD3<Double>: LottieValue {
    package static var slotKind: LottieSlot.Kind { .vector }

    package static func read(_ json: JSONValue) throws -> Self {
        var vector = Self.zero, i = 0
        if let number = json.isArray ? nil : json.number { return Self(number, number, number) }
        for element in json.elements {
            guard let number = element.number, number.isFinite else { throw element.error("expected a number") }
            if i < 3 { vector[i] = number }
            i += 1
        }
        guard i > 0 else { throw json.error("expected a list of numbers") }
        return vector
    }
}

extension SIMD4<Double>: LottieValue {
    package static var slotKind: LottieSlot.Kind { .color }

    package static func read(_ json: JSONValue) throws -> Self {
        if let text = json.string { return try color(text) ?? { throw json.error("“\(text)” is not a colour") }() }
        var color = Self(0, 0, 0, 1), i = 0
        for element in json.elements {
            guard let number = element.number, number.isFinite else { throw element.error("expected a number") }
            // A fourth number means nothing: opacity has its own property, and writers leave 0 here as well as 1.
            if i < 3 { color[i] = number }
            i += 1
        }
        guard i >= 3 else { throw json.error("expected a list of three or four numbers") }
        // Old files count to 255.
        if Swift.max(color.x, color.y, color.z) > 1 { color = Self(color.x / 255, color.y / 255, color.z / 255, 1) }
        return color
    }

    /// A colour as CSS has it; some writers leave out the `#`.
    package static func color(_ text: String) -> Self? {
        (ColorText.rgba(text) ?? ColorText.hex(text[...])).map { Self($0[0], $0[1], $0[2], $0[3]) }
    }
}

extension LottieBezier: LottieValue {
    package static var slotKind: LottieSlot.Kind { .path }

    package static var isObject: Bool { true }

    package static func read(_ json: JSONValue) throws -> LottieBezier {
        let json = json.isArray ? json.first ?? json : json
        guard json.isObject else { throw json.error("expected a path") }
        var path = LottieBezier()
        func points(_ list: JSONValue?) throws -> [SIMD2<Double>] {
            var points: [SIMD2<Double>] = []
            for element in list?.all ?? [] {
                var numbers = element.elements
                guard let x = numbers.next()?.number, let y = numbers.next()?.number, x.isFinite, y.isFinite else {
                    throw element.error("expected two numbers")
                }
                points.append(SIMD2(x, y))
            }
            return points
        }
        path.points = try points(json["v"])
        path.ins = try points(json["i"])
        path.outs = try points(json["o"])
        guard path.ins.count == path.points.count, path.outs.count == path.points.count else {
            throw json.error("\(path.points.count) corners have \(path.ins.count) and \(path.outs.count) handles")
        }
        path.isClosed = json["c"]?.bool ?? false
        return path
    }
}

extension LottieStops: LottieValue {
    package static var slotKind: LottieSlot.Kind { .gradient }

    package static func read(_ json: JSONValue) throws -> LottieStops {
        var stops = LottieStops()
        for element in json.elements {
            guard let number = element.number, number.isFinite else { throw element.error("expected a number") }
            stops.numbers.append(number)
        }
        return stops
    }
}

/// The values that the file keeps under names for programs, and what those that read it need to know of the whole.
package struct LottieReader {
    /// As the file has them, or a theme in their place.
    var slots: [String: JSONValue] = [:]
    var values = LottieSlotValues()
    /// Whether ways in space are gone along by the curve's parameter instead of its length.
    var waysGoByParameter = false
    let notes = Notes()

    /// What was met on the way.
    final class Notes {
        var expressions = 0
        var uses: Set<LottieSlot> = []
        /// Values that can't be read, in the file's order; for each the default counts.
        private(set) var badValues: [LottieError] = []

        func add(_ bad: LottieError) {
            if badValues.count < 256, badValues.last != bad { badValues.append(bad) }
        }
    }

    /// What is read; nil, after a note, where it can't be. One bad value costs itself, not the file.
    @discardableResult
    func kept<Result>(_ read: () throws -> Result?) -> Result? {
        do { return try read() } catch {
            notes.add(error as? LottieError ?? LottieError("", "\(error)"))
            return nil
        }
    }

    /// A property, or nil where the file has none, or none that can be read.
    func property<Value: LottieValue>(_ json: JSONValue?, _ type: Value.Type = Value.self) -> LottieProperty<Value>? {
        kept { try written(json) }
    }

    /// The same, and an error where it can't be read.
    func written<Value: LottieValue>(_ json: JSONValue?, _ type: Value.Type = Value.self) throws -> LottieProperty<Value>? {
        guard var json else { return nil }
        let slot = json["sid"]?.string
        if let slot, let value = slots[slot]?["p"] { json = value }
        // A bare value, as some hand-written files have it.
        guard let k = json.isObject ? json["k"] : json else {
            if json["x"]?.string != nil { return nil }
            if let slot {
                notes.uses.insert(LottieSlot(id: slot, kind: Value.slotKind))
                return nil
            }
            throw json.error("the property has no value")
        }
        let isKeyframes = k.first.map { $0.isObject && ($0["t"] != nil || $0["s"] != nil) } ?? false
        var property: LottieProperty<Value>
        if isKeyframes {
            let count = notes.badValues.count
            let keyframes: ContiguousArray<LottieKeyframe<Value>> = try keyframes(k)
            guard let first = keyframes.first else {
                // It has been said of each of them.
                if notes.badValues.count > count { return nil }
                throw k.error("no keyframe has a value")
            }
            property = LottieProperty(first.value)
            if keyframes.count > 1 { property.keyframes = keyframes }
            property.goesByParameter = waysGoByParameter
        } else {
            property = LottieProperty(try Value.read(k))
        }
        property.hasExpression = json["x"]?.isString ?? false
        if property.hasExpression { notes.expressions += 1 }
        return slot.map { overridden(property, $0) } ?? property
    }

    func property<Value: LottieValue>(_ json: JSONValue?, or value: Value) -> LottieProperty<Value> {
        if let found: LottieProperty<Value> = property(json) { return found }
        // A slot that the file leaves empty.
        if let slot = json?["sid"]?.string { return overridden(LottieProperty(value), slot) }
        return LottieProperty(value)
    }

    private func keyframes<Value: LottieValue>(_ list: JSONValue) throws -> ContiguousArray<LottieKeyframe<Value>> {
        var keyframes: ContiguousArray<LottieKeyframe<Value>> = []
        /// Old files say where each way ends, and the last keyframe has no value of its own.
        var end: Value?
        for json in list.elements {
            guard let time = json["t"]?.number.map({ min(1e9, max(-1e9, $0)) }) else {
                notes.add(json.error("the keyframe has no time"))
                continue
            }
            let given = kept { try json["s"].map(Value.read) }
            if given == nil, json["s"] != nil { continue }
            guard let value = given ?? end else {
                if keyframes.isEmpty { continue }
                break
            }
            var keyframe = LottieKeyframe(time: time, value: value)
            keyframe.isHold = json["h"]?.bool ?? false
            end = kept { try json["e"].map(Value.read) }
            if let out = json["o"], let `in` = json["i"], !keyframe.isHold { readEasing(out, `in`, &keyframe) }
            if let out = json["to"], let `in` = json["ti"], out.isArray, `in`.isArray {
                let ways = kept { (try SIMD3.read(out), try SIMD3.read(`in`)) }
                if let ways, ways.0 != .zero || ways.1 != .zero { (keyframe.outTangent, keyframe.inTangent) = ways }
            }
            // Two at one time: the later one counts from there on; the way to it is a jump.
            if let last = keyframes.last, last.time > time { continue }
            keyframes.append(keyframe)
        }
        return keyframes
    }

    private func readEasing<Value>(_ out: JSONValue, _ `in`: JSONValue, _ keyframe: inout LottieKeyframe<Value>) {
        func numbers(_ json: JSONValue?) -> (SIMD3<Double>, count: Int) {
            guard let json else { return (.zero, 0) }
            var v = SIMD3<Double>.zero, i = 0
            if !json.isArray { return (SIMD3(repeating: json.number ?? 0), 1) }
            for element in json.elements.prefix(3) { v[i] = element.number ?? 0; i += 1 }
            for j in max(1, i)..<max(3, i) { v[j] = v[max(0, i - 1)] }
            return (v, i)
        }
        let (ox, n) = numbers(out["x"]), (oy, _) = numbers(out["y"]), (ix, _) = numbers(`in`["x"]), (iy, _) = numbers(`in`["y"])
        guard n > 0 else { return }
        func easing(_ i: Int) -> LottieEasing {
            LottieEasing(outX: min(1, max(0, ox[i])), outY: oy[i], inX: min(1, max(0, ix[i])), inY: iy[i])
        }
        let first = easing(0)
        guard [first.outX, first.outY, first.inX, first.inY].allSatisfy(\.isFinite) else { return }
        keyframe.easing = first.isLinear ? nil : first
        if n > 1 {
            let all = (0..<3).map(easing)
            if all[1] != first || all[2] != first { keyframe.easings = all }
        }
    }
}
