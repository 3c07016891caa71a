import AgateDiagnostics
#if Expressions
import CScripting
#endif
import Foundation

/// Expressions: values that a file computes with a JavaScript program, as After Effects does.
///
/// They are evaluated when the file is read, at each of its frames, and become keyframes; so playback is the same in every run and has no
/// additional cost. The programs run in ``LottieExpressionLibrary``, which provides the part of After Effects' objects that files use, in a
/// process without any rights, with limits on time, memory and the number of values. Expressions that fail keep the file's keyframes, and
/// are reported.
enum LottieExpressions {
    struct Outcome {
        /// The file with keyframes in place of expressions.
        var json: Data
        var diagnostics: [Diagnostic] = []
    }

    typealias Item = [String: Any]

    /// True if there is an engine.
    static var areAvailable: Bool {
        #if Expressions
        agate_script_is_available() != 0
        #else
        false
        #endif
    }

    private struct Place {
        /// The index of the asset; -1 is the file's own layers.
        var asset: Int
        var layer: Int
        var path: [Any]
        var from: Double
        var to: Double
        var layerName: String
    }

    private static let mostPlaces = 5000
    private static let largestFile = 16 << 20
    private static let memory = 192 << 20
    private static let output = 128 << 20
    /// The limit of processor time for all expressions of a file, in seconds.
    private static let seconds: UInt32 = 2
    private static let mostStops = 2

    /// Returns true if a file may contain expressions; the text is searched, not parsed.
    static func mayBeIn(_ json: Data) -> Bool {
        json.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            // "x" : "
            func after(_ i: Int) -> Int {
                var i = i
                while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[i]) { i += 1 }
                return i
            }
            var i = 0
            while i + 5 < bytes.count {
                if bytes[i] == 0x22, bytes[i + 1] == 0x78, bytes[i + 2] == 0x22 {
                    let colon = after(i + 3)
                    if colon < bytes.count, bytes[colon] == 0x3A {
                        let value = after(colon + 1)
                        if value < bytes.count, bytes[value] == 0x22 { return true }
                    }
                }
                i += 1
            }
            return false
        }
    }

    /// - Parameter file: The file's name in diagnostics.
    static func evaluated(_ json: Data, file name: String) -> Outcome {
        var outcome = Outcome(json: json)
        guard mayBeIn(json), json.count <= largestFile, var file = try? JSONSerialization.jsonObject(with: json) as? Item else {
            return outcome
        }
        let places = places(in: file)
        guard !places.isEmpty else { return outcome }
        func report(_ message: String) {
            outcome.diagnostics.append(
                Diagnostic(identifier: "lottie.expression", message: "\(name): \(message); the file's keyframes are used"))
        }
        guard places.count <= mostPlaces else {
            report("there are \(places.count) expressions; the limit is \(mostPlaces)")
            return outcome
        }
        #if Expressions
        let run = Run(file, places)
        var failures: [String: [Place]] = [:], changed = false
        for (i, place) in places.enumerated() {
            switch run.results[i] {
            case .samples(let samples)? where put(samples, at: place, in: &file): changed = true
            case .failed(let reason)?: failures[reason, default: []].append(place)
            default: failures[run.reason, default: []].append(place)
            }
        }
        for (reason, places) in failures.sorted(by: { $0.key < $1.key }) {
            let first = places[0], others = places.count - 1
            report("the expression of \"\(first.layerName)\"\(others > 0 ? " and \(others) others" : "") failed: \(reason)")
        }
        if changed, let written = try? JSONSerialization.data(withJSONObject: file) { outcome.json = written }
        #else
        report("expressions are not run because Agate was built without the trait Expressions")
        #endif
        return outcome
    }

    // MARK: Locations of expressions

    private static func places(in file: Item) -> [Place] {
        var places: [Place] = []
        let first = number(file["ip"]) ?? 0, last = number(file["op"]) ?? 0
        func layers(_ list: Any?, asset: Int) {
            for (i, layer) in (list as? [Item] ?? []).enumerated() {
                // The visible frames; compositions have their own time.
                var from = number(layer["ip"]) ?? first, to = number(layer["op"]) ?? last
                if asset < 0 { (from, to) = (max(from, first), min(to, last)) }
                let name = layer["nm"] as? String ?? ""
                walk(layer, []) { path in
                    places.append(
                        Place(
                            asset: asset, layer: i, path: path, from: from.rounded(.down), to: max(from, to).rounded(.up), layerName: name))
                }
            }
        }
        layers(file["layers"], asset: -1)
        for (i, asset) in (file["assets"] as? [Item] ?? []).enumerated() { layers(asset["layers"], asset: i) }
        return places
    }

    private static func number(_ value: Any?) -> Double? { (value as? Double).flatMap { $0.isFinite ? min(max($0, -1e9), 1e9) : nil } }

    /// Finds the paths of all properties with expressions, in a fixed order.
    private static func walk(_ value: Any, _ path: [Any], _ found: ([Any]) -> Void) {
        if let list = value as? [Any] {
            for (i, inner) in list.enumerated() { walk(inner, path + [i], found) }
        } else if let item = value as? Item {
            if item["k"] != nil, let text = item["x"] as? String, !text.isEmpty { found(path) }
            for key in item.keys.sorted() where key != "k" || !(item[key] is String) {
                if let inner = item[key] { walk(inner, path + [key], found) }
            }
        }
    }

    // MARK: Replacing values

    /// Writes samples as keyframes.
    private static func put(_ samples: [Any], at place: Place, in file: inout Item) -> Bool {
        let pairs = samples.compactMap { ($0 as? [Any]).flatMap { pair in pair.count == 2 ? (pair[0], pair[1]) : nil } }
        guard let first = pairs.first, pairs.count == samples.count else { return false }
        func changed(_ property: Item) -> Item {
            var property = property
            property["x"] = nil
            if let texts = property["k"] as? [Item], texts.first?["s"] is Item, first.1 is String {
                property["k"] = self.texts(pairs, texts)
                return property
            }
            if pairs.allSatisfy({ isEqual($0.1, first.1) }) {
                (property["a"], property["k"]) = (0, first.1)
                return property
            }
            property["a"] = 1
            property["k"] = pairs.map { time, value -> Item in
                let list = value is [Any] ? value : [value]
                return ["t": time, "s": list, "o": ["x": [0], "y": [0]], "i": ["x": [1], "y": [1]]]
            }
            return property
        }
        let keys: [Any] = (place.asset < 0 ? ["layers", place.layer] : ["assets", place.asset, "layers", place.layer]) + place.path
        return replace(&file, keys[...], changed)
    }

    private static func isEqual(_ a: Any, _ b: Any) -> Bool { (a as? NSObject)?.isEqual(b) ?? false }

    /// Returns keyframes for texts, which are not interpolated.
    private static func texts(_ pairs: [(Any, Any)], _ documents: [Item]) -> [Item] {
        var list: [Item] = [], last: (text: String, document: Int)?
        for (time, value) in pairs {
            let text = value as? String ?? "", t = number(time) ?? 0
            let document = documents.lastIndex { (number($0["t"]) ?? 0) <= t } ?? 0
            if let last, last == (text, document) { continue }
            last = (text, document)
            var own = documents[document]["s"] as? Item ?? [:]
            own["t"] = text
            list.append(["t": time, "s": own])
        }
        return list
    }

    private static func replace(_ item: inout Item, _ keys: ArraySlice<Any>, _ change: (Item) -> Item) -> Bool {
        guard let key = keys.first as? String else { return false }
        guard var inner = item[key] else { return false }
        guard replace(&inner, keys.dropFirst(), change) else { return false }
        item[key] = inner
        return true
    }

    private static func replace(_ value: inout Any, _ keys: ArraySlice<Any>, _ change: (Item) -> Item) -> Bool {
        if keys.isEmpty {
            guard let item = value as? Item else { return false }
            value = change(item)
            return true
        }
        if var list = value as? [Any], let i = keys.first as? Int, list.indices.contains(i) {
            var inner = list[i]
            guard replace(&inner, keys.dropFirst(), change) else { return false }
            list[i] = inner
            value = list
            return true
        }
        guard var item = value as? Item else { return false }
        guard replace(&item, keys, change) else { return false }
        value = item
        return true
    }

    // MARK: Running

    #if Expressions
    private enum Result {
        case samples([Any])
        case failed(String)
    }

    private struct Run {
        var results: [Result?]
        /// The reason for expressions without a result.
        var reason = "it was not reached"

        init(_ file: Item, _ places: [Place]) {
            results = Array(repeating: nil, count: places.count)
            // The data that a script can use, without images and fonts.
            var input: Item = ["fr": max(LottieExpressions.number(file["fr"]) ?? 0, 1e-3)]
            for key in ["nm", "ip", "op", "w", "h", "layers", "markers"] { input[key] = file[key] }
            if !(input["markers"] is [Item]) { input["markers"] = [Item]() }
            input["assets"] = (file["assets"] as? [Item] ?? []).map { asset in
                var asset = asset
                (asset["p"], asset["e"]) = (nil, nil)
                return asset
            }
            var targets: [Any] = places.map {
                ["asset": $0.asset, "layer": $0.layer, "path": $0.path, "from": $0.from, "to": $0.to] as Item
            }
            for _ in 0..<LottieExpressions.mostStops {
                input["targets"] = targets
                guard let text = try? JSONSerialization.data(withJSONObject: input) else { return }
                guard let stopped = take(text) else { return }
                // Run again without the expression that did not finish, and without those that have results.
                results[stopped] = .failed("it took too long or too much memory")
                for i in results.indices where results[i] != nil { targets[i] = NSNull() }
            }
            reason = "too many expressions take too long"
        }

        /// - Returns: The index of the expression that was being evaluated when the time limit was reached.
        private mutating func take(_ input: Data) -> Int? {
            var program = LottieExpressionLibrary.program
            var result = program.withUTF8 { program in
                input.withUnsafeBytes { input in
                    agate_script_run(
                        UnsafeRawPointer(program.baseAddress!).assumingMemoryBound(to: CChar.self), program.count,
                        input.baseAddress?.assumingMemoryBound(to: CChar.self), input.count, LottieExpressions.memory,
                        LottieExpressions.seconds,
                        LottieExpressions.output)
                }
            }
            defer { agate_script_release(&result) }
            let error =
                result.error.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: result.error_size), as: UTF8.self) } ?? ""
            var begun: Int?
            if let output = result.output {
                for line in UnsafeRawBufferPointer(start: output, count: result.output_size).split(separator: 0x0A) { read(line, &begun) }
            }
            switch result.outcome {
            case agate_script_stopped:
                if begun == nil { reason = "the file is too large for the time that expressions have" }
                return begun
            case agate_script_unavailable: reason = error
            case agate_script_threw: reason = error.isEmpty ? "the engine failed" : error
            default: break
            }
            return nil
        }

        /// Parses a line: `B3` begins the fourth, `R3 [[0,1],…]` has its values, `E3 "…"` its error.
        private mutating func read(_ line: Slice<UnsafeRawBufferPointer>, _ begun: inout Int?) {
            guard let kind = line.first else { return }
            let rest = line.dropFirst(), end = rest.firstIndex(of: 0x20) ?? rest.endIndex
            guard let number = Int(String(decoding: rest[rest.startIndex..<end], as: UTF8.self)), results.indices.contains(number) else {
                return
            }
            if kind == UInt8(ascii: "B") {
                begun = number
                return
            }
            let text = Data(rest[end...].dropFirst())
            let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
            if kind == UInt8(ascii: "R"), let samples = value as? [Any] {
                results[number] = .samples(samples)
            } else if kind == UInt8(ascii: "E") {
                results[number] = .failed(value as? String ?? "it failed")
            }
        }
    }
    #endif
}
