/// A type of value for properties, with its representation in the file.
package protocol LottieValue: Sendable {
    static func read(_ json: JSONValue) throws -> Self
    /// True if a list in place of the value can only be keyframes.
    static var isObject: Bool { get }
    static var slotKind: LottieSlot.Kind { get }
    /// Returns the value that a program set, combined with the old one; nil if it is of another kind.
    static func slotValue(_ override: LottieOverride, _ old: Self) -> Self?
}

extension LottieValue {
    package static var isObject: Bool { false }
}

extension JSONValue {
    /// The number, also if a program wrote it as text.
    fileprivate var readNumber: Double? { number ?? string.flatMap(Double.init) }
}

extension Double: LottieValue {
    package static var slotKind: LottieSlot.Kind { .number }

    package static func read(_ json: JSONValue) throws -> Double {
        // Programs write additional numbers after the relevant one.
        guard let number = json.readNumber ?? json.first?.readNumber, number.isFinite else { throw json.error("expected a number") }
        return number
    }
}

extension SIMD3<Double>: LottieValue {
    package static var slotKind: LottieSlot.Kind { .vector }

    package static func read(_ json: JSONValue) throws -> Self {
        var vector = Self.zero, i = 0
        if let plain = json.plainNumbers, plain.count > 0 { return plain.first }
        if let number = json.isArray ? nil : json.number { return Self(number, number, number) }
        for element in json.elements {
            guard let number = element.readNumber, number.isFinite else { throw element.error("expected a number") }
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
            guard let number = element.readNumber, number.isFinite else { throw element.error("expected a number") }
            // A fourth number is ignored: opacity has its own property, and programs write both 0 and 1 here.
            if i < 3 { color[i] = number }
            i += 1
        }
        guard i >= 3 else { throw json.error("expected a list of three or four numbers") }
        // Old files use a range to 255.
        if Swift.max(color.x, color.y, color.z) > 1 { color = Self(color.x / 255, color.y / 255, color.z / 255, 1) }
        return color
    }

    /// Parses a CSS colour; some programs omit the `#`.
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
            if let plain = list?.plainPairs { return plain }
            var points: [SIMD2<Double>] = []
            for element in list?.all ?? [] {
                var numbers = element.elements
                guard let x = numbers.next()?.readNumber, let y = numbers.next()?.readNumber, x.isFinite, y.isFinite else {
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
            guard let number = element.readNumber, number.isFinite else { throw element.error("expected a number") }
            stops.numbers.append(number)
        }
        return stops
    }
}

/// The state for reading a file: the values of its slots, and options that apply to the whole file.
package struct LottieReader {
    /// The values of the file, or a theme's replacements.
    var slots: [String: JSONValue] = [:]
    var values = LottieSlotValues()
    /// True if spatial curves are traversed by parameter instead of length.
    var waysGoByParameter = false
    /// True if all dimensions of a value use the easing of the first.
    var easesAlike = false
    let notes = Notes()

    /// Notes collected during reading.
    final class Notes {
        var expressions = 0
        var uses: Set<LottieSlot> = []
        /// Values that can't be read, in the file's order, and are replaced by defaults.
        private(set) var badValues: [LottieError] = []

        func add(_ bad: LottieError) {
            if badValues.count < 256, badValues.last != bad { badValues.append(bad) }
        }
    }

    /// Returns the result of `read`; nil, after a note, if it throws. One bad value affects only itself, not the file.
    @discardableResult
    func kept<Result>(_ read: () throws -> Result?) -> Result? {
        do { return try read() } catch {
            notes.add(error as? LottieError ?? LottieError("", "\(error)"))
            return nil
        }
    }

    /// Returns a property, or nil if the file has none, or none that can be read.
    func property<Value: LottieValue>(_ json: JSONValue?, _ type: Value.Type = Value.self) -> LottieProperty<Value>? {
        kept { try written(json) }
    }

    /// Returns a property, and throws an error if it can't be read.
    func written<Value: LottieValue>(_ json: JSONValue?, _ type: Value.Type = Value.self) throws -> LottieProperty<Value>? {
        guard var json else { return nil }
        let slot = json["sid"]?.string
        if let slot, let value = slots[slot]?["p"] { json = value }
        // A bare value, as in some files written by hand.
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
                // Each of them has been noted.
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
        // A slot without a value in the file.
        if let slot = json?["sid"]?.string { return overridden(LottieProperty(value), slot) }
        return LottieProperty(value)
    }

    private func keyframes<Value: LottieValue>(_ list: JSONValue) throws -> ContiguousArray<LottieKeyframe<Value>> {
        var keyframes: ContiguousArray<LottieKeyframe<Value>> = []
        /// In old files each keyframe contains its end value, and the last keyframe has no value of its own.
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
            // Of two keyframes at the same time the later one applies from then on; the value jumps.
            if let last = keyframes.last, last.time > time { continue }
            keyframes.append(keyframe)
        }
        return keyframes
    }

    private func readEasing<Value>(_ out: JSONValue, _ `in`: JSONValue, _ keyframe: inout LottieKeyframe<Value>) {
        func numbers(_ json: JSONValue?) -> (SIMD3<Double>, count: Int) {
            guard let json else { return (.zero, 0) }
            var v = SIMD3<Double>.zero, i = 0
            if let plain = json.plainNumbers {
                (v, i) = (plain.first, min(plain.count, 3))
                for j in max(1, i)..<max(3, i) { v[j] = v[max(0, i - 1)] }
                return (v, i)
            }
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
        if n > 1, !easesAlike {
            let all = (0..<3).map(easing)
            if all[1] != first || all[2] != first { keyframe.easings = all }
        }
    }
}
