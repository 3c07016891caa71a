import Foundation

/// Rewrites a Lottie file so that reading it by the specification gives the result of lottie-ios with its Core Animation engine.
///
/// That player's deviations from the specification are established by its pictures. Each is expressed here in the file's own terms:
/// - **fills**: a trim cuts strokes only, and strokes are on top of fills;
/// - **gradients** are transformed with the groups of the paths that they fill, and are measured in a box 20,000 points larger than the
///   composition, so lines of equal colour are not perpendicular to their direction;
/// - **easing**: all dimensions use the easing of the first;
/// - **held positions** never reach their last value;
/// - **trims** with an offset whose numbers do not share their keyframes are sampled each tenth of a frame, up to the last.
struct LottiePlayerRewriting {
    typealias Item = [String: Any]
    private var sizes: [String: (Double, Double)] = [:]
    /// The remaining number of frames of trims that may be sampled: a file can contain any time, any number of times.
    private var sampledFrames = 20_000.0
    /// The largest number of shapes in a list that is split into strokes and fills, which doubles all its descendants. A longer list is not
    /// split.
    private static let mostShapes = 100_000

    static func rewritten(_ json: Data) -> Data {
        // Text that is not JSON, or is nested too deeply for this parser, is passed to the reader, which reports the error with its
        // location.
        guard let file = try? JSONSerialization.jsonObject(with: json) as? Item else { return json }
        var reading = LottiePlayerRewriting()
        // A number that is not finite can't be written.
        return (try? JSONSerialization.data(withJSONObject: reading.document(file))) ?? json
    }

    private mutating func document(_ given: Item) -> Item {
        var file = LottiePlayerRewriting.oneEasing(given) as? Item ?? given
        let assets = file["assets"] as? [Item] ?? []
        for layer in (file["layers"] as? [Item] ?? []) + assets.flatMap({ $0["layers"] as? [Item] ?? [] }) {
            if let id = layer["refId"] as? String, let w = layer["w"] as? Double, let h = layer["h"] as? Double { sizes[id] = (w, h) }
        }
        file["layers"] = layers(file["layers"], (file["w"] as? Double ?? 0, file["h"] as? Double ?? 0))
        file["assets"] = assets.map { asset in
            guard asset["layers"] != nil else { return asset }
            var asset = asset
            asset["layers"] = layers(asset["layers"], sizes[asset["id"] as? String ?? ""] ?? (0, 0))
            return asset
        }
        return file
    }

    private mutating func layers(_ list: Any?, _ size: (Double, Double)) -> [Item] {
        (list as? [Item] ?? []).map { layer in
            var layer = LottiePlayerRewriting.heldPlaces(layer, "ks")
            if let shapes = layer["shapes"] as? [Item] { layer["shapes"] = self.shapes(shapes, size).items }
            return layer
        }
    }

    // MARK: Shapes

    private mutating func shapes(_ given: [Item], _ size: (Double, Double)) -> (items: [Item], count: Int) {
        func type(_ item: Item) -> String { item["hd"] as? Bool == true ? "" : item["ty"] as? String ?? "" }
        var list = given
        // Trims are moved into the groups of the strokes that they cut.
        if let at = list.firstIndex(where: { type($0) == "tm" }), list[..<at].contains(where: { type($0) == "gr" }) {
            let trim = list.remove(at: at)
            for i in 0..<at where type(list[i]) == "gr" { list[i]["it"] = (list[i]["it"] as? [Item] ?? []) + [trim] }
            if list[..<at].contains(where: { ["sh", "el", "rc", "sr"].contains(type($0)) }) { list.insert(trim, at: at) }
        }
        // Gradients are moved into the groups of their paths.
        if let at = list.firstIndex(where: { type($0) == "gf" }),
            list[..<at].contains(where: { type($0) == "gr" && !LottiePlayerRewriting.paints($0) }),
            !list[..<at].contains(where: { ["sh", "el", "rc", "sr"].contains(type($0)) })
        {
            let gradient = list.remove(at: at)
            for i in 0..<at where type(list[i]) == "gr" && !LottiePlayerRewriting.paints(list[i]) {
                let items = list[i]["it"] as? [Item] ?? [], end = items.firstIndex { type($0) == "tr" } ?? items.count
                list[i]["it"] = Array(items[..<end] + [gradient] + items[end...])
            }
        }
        // The number of descendants of each item.
        var counts: [Int] = []
        for i in list.indices {
            switch type(list[i]) {
            case "tr": list[i] = LottiePlayerRewriting.heldPlace(list[i])
            case "gr":
                let (items, count) = shapes(list[i]["it"] as? [Item] ?? [], size)
                list[i]["it"] = items
                counts.append(count + 1)
                continue
            case "gf", "gs": list[i] = LottiePlayerRewriting.skewed(list[i], size)
            case "tm": list[i] = sampled(list[i])
            default: break
            }
            counts.append(1)
        }
        func all(_ types: String...) -> [Item] { list.filter { types.contains(type($0)) } }
        let fills = all("fl", "gf"), strokes = all("st", "gs"), trims = all("tm"), total = counts.reduce(0, +)
        guard !fills.isEmpty, !trims.isEmpty || !strokes.isEmpty, 2 * total <= LottiePlayerRewriting.mostShapes else {
            return (list, total)
        }
        let rest = list.filter { !["fl", "gf", "st", "gs", "tm", "tr"].contains(type($0)) }
        func group(_ items: [Item]) -> Item { ["ty": "gr", "it": rest + items] }
        let parts = (strokes.isEmpty ? [] : [group(strokes + trims)]) + [group(fills)]
        return (parts + all("tr"), 2 * total + 2)
    }

    private static func paints(_ group: Item) -> Bool {
        (group["it"] as? [Item] ?? []).contains {
            ["fl", "gf", "st", "gs"].contains($0["ty"] as? String) || ($0["ty"] as? String == "gr" && paints($0))
        }
    }

    /// Returns a gradient with the end point that results in the gradient of a box that is not square, because the rate of change in each
    /// direction is relevant.
    private static func skewed(_ paint: Item, _ size: (Double, Double)) -> Item {
        guard paint["t"] as? Int == 1, let s = (paint["s"] as? Item)?["k"] as? [Double], let e = (paint["e"] as? Item)?["k"] as? [Double],
            s.count > 1, e.count > 1, s[0] != e[0] || s[1] != e[1]
        else { return paint }
        let w = size.0 + 20_000, h = size.1 + 20_000, du = (e[0] - s[0]) / w, dv = (e[1] - s[1]) / h
        let g = SIMD2(du / w, dv / h) / (du * du + dv * dv), square = g.x * g.x + g.y * g.y
        guard square.isNormal else { return paint }
        var paint = paint
        paint["e"] = ["a": 0, "k": [s[0] + g.x / square, s[1] + g.y / square]]
        return paint
    }

    // MARK: Keyframes

    private static func oneEasing(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(oneEasing) }
        guard var item = value as? Item else { return value }
        for (key, inner) in item { item[key] = oneEasing(inner) }
        guard item["t"] is Double else { return item }
        for side in ["i", "o"] {
            guard var handle = item[side] as? Item else { continue }
            for axis in ["x", "y"] { if let all = handle[axis] as? [Double], let first = all.first { handle[axis] = [first] } }
            item[side] = handle
        }
        return item
    }

    private static func heldPlaces(_ owner: Item, _ key: String) -> Item {
        guard let transform = owner[key] as? Item else { return owner }
        var owner = owner
        owner[key] = heldPlace(transform)
        return owner
    }

    private static func heldPlace(_ transform: Item) -> Item {
        guard var place = transform["p"] as? Item, var keys = place["k"] as? [Item], keys.count > 1 else { return transform }
        let last = keys.count - 1
        guard keys[last]["h"] as? Int == 1, keys[last - 1]["h"] as? Int == 1 else { return transform }
        keys[last]["s"] = keys[last - 1]["s"]
        place["k"] = keys
        var transform = transform
        transform["p"] = place
        return transform
    }

    private mutating func sampled(_ trim: Item) -> Item {
        let parts = ["s", "e", "o"].map { Track(trim[$0] as? Item) }
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
            trim[name] = [
                "a": 1, "k": stride(from: from, to: to, by: 0.1).map { ["t": $0 + 0.01, "s": [track.value(at: $0)], "h": 1] as Item },
            ]
        }
        return trim
    }

    /// The keyframes of one number.
    private struct Track {
        struct Key { var time: Double, value: Double, isHold: Bool, out: (Double, Double), `in`: (Double, Double) }
        var keys: [Key] = []

        init(_ property: Item?) {
            guard let property else { return }
            func number(_ value: Any?) -> Double? { (value as? Double) ?? (value as? [Double])?.first }
            guard let list = property["k"] as? [Item] else {
                keys = [Key(time: 0, value: number(property["k"]) ?? 0, isHold: false, out: (0, 0), in: (1, 1))]
                return
            }
            var end: Double?
            for key in list {
                let out = key["o"] as? Item, into = key["i"] as? Item
                keys.append(
                    Key(
                        time: key["t"] as? Double ?? 0, value: number(key["s"]) ?? end ?? 0, isHold: key["h"] as? Int == 1,
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
