/// The expression of most files that have any: a property repeats its keyframes after the last one, or before the first.
///
/// Such a property needs no engine. It gets copies of its keyframes, with their easing, which also costs less in playback than a value for
/// each frame. What is not one of these calls with plain arguments is left to the engine, as are loops of texts.
struct LottieLoop {
    enum Kind: String { case cycle, pingpong, offset }

    let kind: Kind
    /// True after the last keyframe, false before the first.
    let isOut: Bool
    /// The number of segments that are repeated; 0 for all.
    let segments: Int

    /// Parses `loopOut('cycle')`, `$bm_rt = loopIn("pingpong", 2);` and the like; nil for all other expressions.
    init?(_ expression: String) {
        guard expression.utf8.count < 200 else { return nil }
        var text = Substring(expression.filter { !$0.isWhitespace })
        func take(_ prefix: String) -> Bool {
            guard text.hasPrefix(prefix) else { return false }
            text.removeFirst(prefix.count)
            return true
        }
        let declares = take("var$bm_rt;")
        guard take("$bm_rt=") || !declares else { return nil }
        if take("loopOut(") || take("loop_out(") {
            isOut = true
        } else if take("loopIn(") || take("loop_in(") {
            isOut = false
        } else {
            return nil
        }
        if text.last == ";" { text.removeLast() }
        guard text.popLast() == ")" else { return nil }
        let arguments = text.split(separator: ",", omittingEmptySubsequences: false)
        guard arguments.count <= 2, let name = Self.unquoted(arguments.first ?? ""), let kind = Kind(rawValue: name.lowercased()) else {
            return nil
        }
        self.kind = kind
        guard arguments.count == 2 else {
            segments = 0
            return
        }
        guard let number = Int(arguments[1]), number >= 0 else { return nil }
        segments = number
    }

    /// Returns the text in quotes; `cycle` if there is none.
    private static func unquoted(_ text: Substring) -> String? {
        if text.isEmpty { return Kind.cycle.rawValue }
        guard text.count >= 2, let quote = text.first, quote == text.last, quote == "'" || quote == "\"" else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// The number of keyframes that the loops of a file may have.
    static let mostKeyframes = 500_000

    /// Returns the property with the keyframes of its loop, as far as the frames `from` and `to`; nil if it has none that can be repeated.
    /// - Parameter budget: The number of keyframes that it may have. It is reduced by those that it gets.
    func property(_ property: JSONValue, from: Double, to: Double, budget: inout Int) -> JSONDraft? {
        guard let keys = Self.keys(property), let repeated = repeated(keys) else { return nil }
        let first = repeated[0].time, last = repeated[repeated.count - 1].time, length = last - first
        let count = ((isOut ? to - last : first - from) / length).rounded(.up)
        guard length > 0, count.isFinite, max(count, 0) * Double(repeated.count) < Double(budget) else { return nil }
        var draft = JSONDraft.parsed(property)
        draft["x"] = nil
        guard count > 0 else { return draft }
        let start = repeated[0].value, end = repeated[repeated.count - 1].value
        guard kind != .offset || Self.difference(end, start) != nil || Self.isPath(start) else { return nil }
        budget -= Int(count) * repeated.count
        var all: [Key] = []
        let copies = (1...Int(count)).map { n in
            copy(repeated, moved: Double(isOut ? n : -n) * length, turn: n, from: (first, last), difference: Self.difference(end, start))
        }
        for part in isOut ? [keys] + copies : copies.reversed() + [keys] {
            Self.join(part, to: &all, justAfter: isOut && all.count == keys.count)
        }
        draft["a"] = 1.0
        draft["k"] = .list(all.map(\.draft))
        return draft
    }

    /// The keyframes that are repeated; nil if there is only one.
    private func repeated(_ keys: [Key]) -> [Key]? {
        guard keys.count > 1 else { return nil }
        guard segments > 0, segments < keys.count - 1 else { return keys }
        return Array(isOut ? keys.suffix(segments + 1) : keys.prefix(segments + 1))
    }

    /// Returns a copy of the keyframes.
    /// - Parameter turn: The number of the copy, from 1.
    private func copy(
        _ keys: [Key], moved: Double, turn: Int, from range: (first: Double, last: Double), difference: JSONDraft?
    ) -> [Key] {
        if kind == .pingpong, turn % 2 == 1 { return Self.reversed(keys, around: range.first + range.last + moved) }
        return keys.map { key in
            var key = key
            key.time += moved
            if kind == .offset, let difference { key.value = Self.sum(key.value, difference, times: Double(isOut ? turn : -turn)) }
            return key
        }
    }
}

// MARK: Keyframes

extension LottieLoop {
    /// A keyframe, and its way to the next one.
    private struct Key {
        var time: Double
        var value: JSONDraft
        var isHold = false
        /// The handles of the easing, and those of the way in space.
        var easing: (out: JSONDraft, in: JSONDraft)?
        var way: (out: JSONDraft, in: JSONDraft)?

        var draft: JSONDraft {
            var draft: JSONDraft = ["t": .number(time), "s": value]
            if isHold { draft["h"] = 1.0 }
            if let easing { (draft["o"], draft["i"]) = (easing.out, easing.in) }
            if let way { (draft["to"], draft["ti"]) = (way.out, way.in) }
            return draft
        }
    }

    /// Returns the keyframes of numbers, lists of numbers or paths; nil for other values, and if their times don't ascend.
    private static func keys(_ property: JSONValue) -> [Key]? {
        guard let list = property["k"], list.isArray else { return nil }
        var keys: [Key] = [], end: JSONValue?
        for json in list.elements {
            guard json.isObject, let time = json["t"]?.number, time.isFinite, keys.last.map({ $0.time < time }) ?? true,
                let value = json["s"] ?? end
            else { return nil }
            let draft = JSONDraft.parsed(value)
            guard draft.number != nil || draft.numbers?.isEmpty == false || isPath(draft) else { return nil }
            var key = Key(time: time, value: draft, isHold: json["h"]?.bool ?? false)
            if !key.isHold, let out = json["o"], let `in` = json["i"] { key.easing = (.parsed(out), .parsed(`in`)) }
            if let out = json["to"], let `in` = json["ti"] { key.way = (.parsed(out), .parsed(`in`)) }
            keys.append(key)
            end = json["e"]
        }
        return keys
    }

    /// The frames after which a value jumps that is to remain at the frame itself.
    private static let jumpDelay = 1e-6

    private static func isPath(_ value: JSONDraft) -> Bool { (value.elements?.first ?? value)["v"] != nil }

    /// Returns the keyframes backwards, mirrored at half of `twice`.
    private static func reversed(_ keys: [Key], around twice: Double) -> [Key] {
        var result: [Key] = []
        for at in keys.indices.reversed() {
            var key = Key(time: twice - keys[at].time, value: keys[at].value)
            if at > 0 {
                let before = keys[at - 1]
                if before.isHold {
                    // Just after it, the value with which the segment began is held.
                    key.isHold = true
                    result.append(key)
                    (key.time, key.value) = (key.time + jumpDelay, before.value)
                } else {
                    key.easing = before.easing.map { (mirrored($0.in), mirrored($0.out)) }
                    key.way = before.way.map { ($0.in, $0.out) }
                }
            }
            result.append(key)
        }
        return result
    }

    /// Returns a handle of an easing for the way back.
    private static func mirrored(_ handle: JSONDraft) -> JSONDraft {
        func mirrored(_ value: JSONDraft?) -> JSONDraft? {
            if let numbers = value?.numbers { return .list(numbers.map { .number(1 - $0) }) }
            return value?.number.map { .number(1 - $0) }
        }
        var result = handle
        (result["x"], result["y"]) = (mirrored(handle["x"]), mirrored(handle["y"]))
        return result
    }

    /// Appends keyframes whose first is at the time of the last one. If the values differ there, the value jumps.
    /// - Parameter justAfter: True if the value at this very time remains the earlier one, as at the last keyframe of the file.
    private static func join(_ part: [Key], to all: inout [Key], justAfter: Bool) {
        guard let last = all.last, var first = part.first else {
            all += part
            return
        }
        first.time = last.time
        if isSame(last.value, first.value) {
            all[all.count - 1] = first
        } else {
            (all[all.count - 1].isHold, all[all.count - 1].easing, all[all.count - 1].way) = (true, nil, nil)
            if justAfter { first.time += jumpDelay }
            all.append(first)
        }
        all += part.dropFirst()
    }

    private static func isSame(_ a: JSONDraft, _ b: JSONDraft) -> Bool {
        if let a = a.numbers ?? a.number.map({ [$0] }), let b = b.numbers ?? b.number.map({ [$0] }) {
            return a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * (1 + abs($0)) }
        }
        return JSONText(a).bytes == JSONText(b).bytes
    }

    private static func difference(_ end: JSONDraft, _ start: JSONDraft) -> JSONDraft? {
        if let end = end.number, let start = start.number { return .number(end - start) }
        guard let end = end.numbers, let start = start.numbers, end.count == start.count else { return nil }
        return .list(zip(end, start).map { .number($0 - $1) })
    }

    private static func sum(_ value: JSONDraft, _ difference: JSONDraft, times n: Double) -> JSONDraft {
        if let value = value.number, let difference = difference.number { return .number(value + n * difference) }
        guard let value = value.numbers, let difference = difference.numbers else { return value }
        return .list(zip(value, difference).map { .number($0 + n * $1) })
    }
}
