import Foundation

/// Rewrites a Lottie file so that reading it by the specification gives the result of lottie-ios with its Core Animation engine.
///
/// That player's deviations from the specification are established by its pictures. Most are expressed here in the file's own terms, the
/// others are options of `LottieReader`:
/// - **fills**: a trim cuts strokes only, and strokes are on top of fills;
/// - **gradients** are transformed with the groups of the paths that they fill, and are measured in a box 20,000 points larger than the
///   composition, so lines of equal colour are not perpendicular to their direction;
/// - **skews** have their axis on the other side of x;
/// - **held positions** never reach their last value;
/// - **trims** with an offset whose numbers do not share their keyframes are sampled each tenth of a frame, up to the last.
struct LottiePlayerRewriting {
    private var sizes: [String: (Double, Double)] = [:]
    /// The remaining number of frames of trims that may be sampled: a file can contain any time, any number of times.
    private var sampledFrames = 20_000.0
    /// The largest number of shapes in a list that is split into strokes and fills, which doubles all its descendants. A longer list is not
    /// split.
    private static let mostShapes = 100_000

    /// The largest number of values and names that a rewritten file may have beyond eight times its own: paths of any size may be doubled.
    private static let mostNodes = 8_000_000

    /// - Throws: `JSONTreeBuilder.Refusal` for a number that is not finite, or a file that would become too large.
    static func rewritten(_ tree: JSONTree) throws(JSONTreeBuilder.Refusal) -> JSONTree {
        let file = tree.root
        guard file.isObject else { return tree }
        var rewriting = LottiePlayerRewriting()
        return try tree.replacing(
            [(file, rewriting.document(.parsed(file)))], mostNodes: 8 * tree.nodes.count + mostNodes)
    }

    private mutating func document(_ given: JSONDraft) -> JSONDraft {
        var file = given
        let assets = file["assets"]?.elements
        for list in [file["layers"]] + (assets ?? []).map({ $0["layers"] }) {
            for layer in list?.elements ?? [] {
                if let id = layer["refId"]?.string, let w = layer["w"]?.number, let h = layer["h"]?.number { sizes[id] = (w, h) }
            }
        }
        layers(of: &file, (file["w"]?.number ?? 0, file["h"]?.number ?? 0))
        guard let assets else { return file }
        file["assets"] = .list(
            assets.map { asset in
                var asset = asset
                layers(of: &asset, sizes[asset["id"]?.string ?? ""] ?? (0, 0))
                return asset
            })
        return file
    }

    /// Rewrites the layers of a composition. The reader reports what is not a list of layers.
    private mutating func layers(of composition: inout JSONDraft, _ size: (Double, Double)) {
        guard let list = composition["layers"]?.elements else { return }
        composition["layers"] = .list(
            list.map { layer in
                var layer = layer
                if let transform = layer["ks"] { layer["ks"] = Self.mirroredSkew(Self.heldPlace(transform)) }
                if let items = layer["shapes"]?.elements { layer["shapes"] = .list(shapes(items, size).items) }
                return layer
            })
    }

    // MARK: Shapes

    private mutating func shapes(_ given: [JSONDraft], _ size: (Double, Double)) -> (items: [JSONDraft], count: Int) {
        func type(_ item: JSONDraft) -> String { item["hd"]?.number == 1 ? "" : item["ty"]?.string ?? "" }
        var list = given
        // Trims are moved into the groups of the strokes that they cut.
        if let at = list.firstIndex(where: { type($0) == "tm" }), list[..<at].contains(where: { type($0) == "gr" }) {
            let trim = list.remove(at: at)
            for i in 0..<at where type(list[i]) == "gr" { list[i]["it"] = .list((list[i]["it"]?.elements ?? []) + [trim]) }
            if list[..<at].contains(where: { ["sh", "el", "rc", "sr"].contains(type($0)) }) { list.insert(trim, at: at) }
        }
        // Gradients are moved into the groups of their paths.
        if let at = list.firstIndex(where: { type($0) == "gf" }),
            list[..<at].contains(where: { type($0) == "gr" && !Self.paints($0) }),
            !list[..<at].contains(where: { ["sh", "el", "rc", "sr"].contains(type($0)) })
        {
            let gradient = list.remove(at: at)
            for i in 0..<at where type(list[i]) == "gr" && !Self.paints(list[i]) {
                let items = list[i]["it"]?.elements ?? [], end = items.firstIndex { type($0) == "tr" } ?? items.count
                list[i]["it"] = .list(items[..<end] + [gradient] + items[end...])
            }
        }
        // The number of descendants of each item.
        var counts: [Int] = []
        for i in list.indices {
            switch type(list[i]) {
            case "tr": list[i] = Self.mirroredSkew(Self.heldPlace(list[i]))
            case "gr":
                let (items, count) = shapes(list[i]["it"]?.elements ?? [], size)
                list[i]["it"] = .list(items)
                counts.append(count + 1)
                continue
            case "gf", "gs": list[i] = Self.skewed(list[i], size)
            case "tm": list[i] = sampled(list[i])
            default: break
            }
            counts.append(1)
        }
        func all(_ types: String...) -> [JSONDraft] { list.filter { types.contains(type($0)) } }
        let fills = all("fl", "gf"), strokes = all("st", "gs"), trims = all("tm"), total = counts.reduce(0, +)
        guard !fills.isEmpty, !trims.isEmpty || !strokes.isEmpty, 2 * total <= Self.mostShapes else {
            return (list, total)
        }
        let rest = list.filter { !["fl", "gf", "st", "gs", "tm", "tr"].contains(type($0)) }
        func group(_ items: [JSONDraft]) -> JSONDraft { ["ty": "gr", "it": .list(rest + items)] }
        let parts = (strokes.isEmpty ? [] : [group(strokes + trims)]) + [group(fills)]
        return (parts + all("tr"), 2 * total + 2)
    }

    private static func paints(_ group: JSONDraft) -> Bool {
        (group["it"]?.elements ?? []).contains {
            ["fl", "gf", "st", "gs"].contains($0["ty"]?.string) || ($0["ty"]?.string == "gr" && paints($0))
        }
    }

    /// Returns a gradient with the end point that results in the gradient of a box that is not square, because the rate of change in each
    /// direction is relevant.
    private static func skewed(_ paint: JSONDraft, _ size: (Double, Double)) -> JSONDraft {
        guard paint["t"]?.number == 1, let s = paint["s"]?["k"]?.numbers, let e = paint["e"]?["k"]?.numbers, s.count > 1, e.count > 1,
            s[0] != e[0] || s[1] != e[1]
        else { return paint }
        let w = size.0 + 20_000, h = size.1 + 20_000, du = (e[0] - s[0]) / w, dv = (e[1] - s[1]) / h
        let g = SIMD2(du / w, dv / h) / (du * du + dv * dv), square = g.x * g.x + g.y * g.y
        guard square.isNormal else { return paint }
        var paint = paint
        paint["e"] = ["a": 0.0, "k": [.number(s[0] + g.x / square), .number(s[1] + g.y / square)]]
        return paint
    }

    // MARK: Keyframes

    /// Returns a transform whose skew has the opposite axis.
    private static func mirroredSkew(_ transform: JSONDraft) -> JSONDraft {
        guard let axis = transform["sa"]?["k"] else { return transform }
        func negated(_ value: JSONDraft) -> JSONDraft {
            if let number = value.number { return .number(-number) }
            return value.elements.map { .list($0.map(negated)) } ?? value
        }
        var transform = transform
        if let keys = axis.elements, keys.contains(where: { $0["t"] != nil }) {
            transform["sa"]?["k"] = .list(
                keys.map { key in
                    var key = key
                    for end in ["s", "e"] { if let value = key[end] { key[end] = negated(value) } }
                    return key
                })
        } else {
            transform["sa"]?["k"] = negated(axis)
        }
        return transform
    }

    private static func heldPlace(_ transform: JSONDraft) -> JSONDraft {
        guard let keys = transform["p"]?["k"]?.elements, keys.count > 1 else { return transform }
        let last = keys.count - 1
        guard keys[last]["h"]?.number == 1, keys[last - 1]["h"]?.number == 1 else { return transform }
        var transform = transform, held = keys
        held[last]["s"] = keys[last - 1]["s"]
        transform["p"]?["k"] = .list(held)
        return transform
    }

    private mutating func sampled(_ trim: JSONDraft) -> JSONDraft {
        let parts = ["s", "e", "o"].map { Track(trim[$0]) }
        let moving = parts.filter { $0.keys.count > 1 }
        guard let first = moving.first, moving.contains(where: { !$0.hasTimes(of: first) }),
            parts[2].keys.contains(where: { $0.value != 0 })
        else { return trim }
        let times = moving.flatMap { $0.keys.map(\.time) }, from = times.min()!, to = times.max()!
        guard to - from < sampledFrames else { return trim }
        sampledFrames -= to - from
        var trim = trim
        for (name, track) in zip(["s", "e", "o"], parts) {
            // Slightly later: a sample is shown once its time has passed.
            let samples = stride(from: from, to: to, by: 0.1).map { time -> JSONDraft in
                ["t": .number(time + 0.01), "s": [.number(track.value(at: time))], "h": 1.0]
            }
            trim[name] = ["a": 1.0, "k": .list(samples)]
        }
        return trim
    }

    /// The keyframes of one number.
    private struct Track {
        struct Key { var time: Double, value: Double, isHold: Bool, out: (Double, Double), `in`: (Double, Double) }
        var keys: [Key] = []

        init(_ property: JSONDraft?) {
            guard let property, property.isObject else { return }
            func number(_ value: JSONDraft?) -> Double? { value?.number ?? value?.numbers?.first }
            guard let list = property["k"]?.elements, list.allSatisfy(\.isObject) else {
                keys = [Key(time: 0, value: number(property["k"]) ?? 0, isHold: false, out: (0, 0), in: (1, 1))]
                return
            }
            var end: Double?
            for key in list {
                let out = key["o"], into = key["i"]
                keys.append(
                    Key(
                        time: key["t"]?.number ?? 0, value: number(key["s"]) ?? end ?? 0, isHold: key["h"]?.number == 1,
                        out: (number(out?["x"]) ?? 0, number(out?["y"]) ?? 0), in: (number(into?["x"]) ?? 1, number(into?["y"]) ?? 1)
                    ))
                end = number(key["e"])
            }
        }

        func hasTimes(of other: Track) -> Bool {
            keys.count == other.keys.count
                && zip(keys, other.keys).allSatisfy { $0.time == $1.time && $0.isHold == $1.isHold && $0.out == $1.out && $0.in == $1.in }
        }

        func value(at time: Double) -> Double {
            guard let next = keys.firstIndex(where: { $0.time > time }) else { return keys.last?.value ?? 0 }
            guard next > 0 else { return keys[0].value }
            let a = keys[next - 1], b = keys[next]
            if a.isHold { return a.value }
            let x = (time - a.time) / (b.time - a.time)
            func cubic(_ p: Double, _ q: Double, _ t: Double) -> Double {
                3 * (1 - t) * (1 - t) * t * p + 3 * (1 - t) * t * t * q + t * t * t
            }
            var low = 0.0, high = 1.0
            for _ in 0..<50 {
                let middle = (low + high) / 2
                if cubic(a.out.0, a.in.0, middle) < x { low = middle } else { high = middle }
            }
            return a.value + (b.value - a.value) * cubic(a.out.1, a.in.1, low)
        }
    }
}
