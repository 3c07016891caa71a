import AgateDiagnostics
import CScripting
import Foundation

/// Expressions: values that a file computes with a JavaScript program, as After Effects does.
///
/// They are evaluated when the file is read, at each of its frames, and become keyframes; so playback is the same in every run and has no
/// additional cost. Repeated keyframes are copied (``LottieLoop``). All other programs run in ``LottieExpressionLibrary``, which provides
/// the part of After Effects' objects that files use, in a process without any rights, with limits on time, memory and the number of
/// values. Expressions that fail keep the file's keyframes, and are reported.
enum LottieExpressions {
    struct Outcome {
        /// The file with keyframes in place of expressions; the same tree if no expression has a result.
        var tree: JSONTree
        var diagnostics: [Diagnostic] = []
    }

    /// True if there is an engine.
    static var areAvailable: Bool { agate_script_is_available() != 0 }

    private struct Place {
        var property: JSONValue
        /// The index of the asset; -1 is the file's own layers.
        var asset: Int
        var layer: Int
        /// The names and indices that lead from the layer to the property.
        var path: [JSONDraft]
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

    /// Returns true if a file may contain expressions.
    static func mayBeIn(_ tree: JSONTree) -> Bool { !names(in: tree, most: 1).isEmpty }

    /// Returns the nodes that may be names of expressions, in their order: `x`, before a text.
    private static func names(in tree: JSONTree, most: Int = .max) -> [Int32] {
        tree.nodes.withUnsafeBufferPointer { nodes in
            tree.bytes.withUnsafeBufferPointer { bytes in
                var names: [Int32] = []
                for i in nodes.indices.dropLast() where nodes[i].length == 1 && nodes[i].kind == .string {
                    let start = Int(nodes[i].start), inner = nodes[i + 1].kind
                    guard bytes[start] == UInt8(ascii: "x"), inner == .string || inner == .escapedString else { continue }
                    // A colon follows the quote after a name.
                    let after = bytes.dropFirst(start + 2).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
                    if after == UInt8(ascii: ":") { names.append(Int32(i)) }
                    if names.count == most { break }
                }
                return names
            }
        }
    }

    /// - Parameters:
    ///   - tree: The file as parsed.
    ///   - name: The file's name in diagnostics.
    static func evaluated(_ tree: JSONTree, file name: String) -> Outcome {
        var outcome = Outcome(tree: tree)
        let file = tree.root
        guard file.isObject, tree.bytes.count <= largestFile else { return outcome }
        let names = names(in: tree)
        guard !names.isEmpty else { return outcome }
        let places = places(in: file, names)
        guard !places.isEmpty else { return outcome }
        func report(_ message: String) {
            outcome.diagnostics.append(
                Diagnostic(identifier: "lottie.expression", message: "\(name): \(message); the file's keyframes are used"))
        }
        guard places.count <= mostPlaces else {
            report("there are \(places.count) expressions; the limit is \(mostPlaces)")
            return outcome
        }
        var budget = LottieLoop.mostKeyframes
        let loops = places.map { place in
            place.property["x"]?.string.flatMap(LottieLoop.init)?.property(place.property, from: place.from, to: place.to, budget: &budget)
        }
        let run = loops.contains { $0 == nil } ? Run(file, places, without: loops.map { $0 != nil }) : nil
        var failures: [String: [Place]] = [:], edits: [(value: JSONValue, draft: JSONDraft)] = []
        for (i, place) in places.enumerated() {
            if let loop = loops[i] {
                edits.append((place.property, loop))
                continue
            }
            guard let run else { continue }
            switch run.results[i] {
            case .samples(let samples)?:
                if let draft = animated(place.property, by: samples) { edits.append((place.property, draft)) } else { fallthrough }
            case nil: failures[run.reason, default: []].append(place)
            case .failed(let reason)?: failures[reason, default: []].append(place)
            }
        }
        for (reason, places) in failures.sorted(by: { $0.key < $1.key }) {
            let first = places[0], others = places.count - 1
            report("the expression of \"\(first.layerName)\"\(others > 0 ? " and \(others) others" : "") failed: \(reason)")
        }
        if !edits.isEmpty, let edited = try? tree.replacing(edits) { outcome.tree = edited }
        return outcome
    }

    // MARK: Locations of expressions

    private static func places(in file: JSONValue, _ names: [Int32]) -> [Place] {
        var places: [Place] = []
        let first = number(file["ip"]) ?? 0, last = number(file["op"]) ?? 0
        func layers(_ list: JSONValue?, asset: Int) {
            for (i, layer) in objects(list).enumerated() {
                // The visible frames; compositions have their own time.
                var from = number(layer["ip"]) ?? first, to = number(layer["op"]) ?? last
                if asset < 0 { (from, to) = (max(from, first), min(to, last)) }
                let name = layer["nm"]?.string ?? ""
                var path: [JSONDraft] = []
                walk(layer, names, &path) { property, path in
                    places.append(
                        Place(
                            property: property, asset: asset, layer: i, path: path, from: from.rounded(.down),
                            to: max(from, to).rounded(.up), layerName: name))
                }
            }
        }
        layers(file["layers"], asset: -1)
        for (i, asset) in objects(file["assets"]).enumerated() { layers(asset["layers"], asset: i) }
        return places
    }

    private static func number(_ value: JSONValue?) -> Double? { value?.number.map { min(max($0, -1e9), 1e9) } }

    /// Returns the values of a list of objects; none if any of them is not an object.
    private static func objects(_ list: JSONValue?) -> [JSONValue] {
        let all = list?.all ?? []
        return all.allSatisfy(\.isObject) ? all : []
    }

    /// Finds all properties with expressions, and their paths, in a fixed order.
    private static func walk(
        _ value: JSONValue, _ names: [Int32], _ path: inout [JSONDraft], _ found: (JSONValue, [JSONDraft]) -> Void
    ) {
        guard value.contains(oneOf: names) else { return }
        func step(_ name: JSONDraft, _ inner: JSONValue) {
            guard inner.isObject || inner.isArray else { return }
            path.append(name)
            walk(inner, names, &path, found)
            path.removeLast()
        }
        if value.isArray {
            for (i, inner) in value.elements.enumerated() { step(.number(Double(i)), inner) }
        } else {
            let members = value.members.sorted { $0.name < $1.name }
            if let text = value["x"]?.string, !text.isEmpty, members.contains(where: { $0.name == "k" }) { found(value, path) }
            for (name, inner) in members { step(.string(name), inner) }
        }
    }

    // MARK: Replacing values

    /// Returns a property with samples as keyframes; nil if there are none, or they are invalid.
    private static func animated(_ property: JSONValue, by samples: JSONValue) -> JSONDraft? {
        let pairs = samples.elements.map(\.all)
        guard let first = pairs.first, pairs.allSatisfy({ $0.count == 2 }) else { return nil }
        var draft = JSONDraft.parsed(property)
        draft["x"] = nil
        if let texts = property["k"], texts.first?["s"]?.isObject == true, texts.elements.allSatisfy(\.isObject), first[1].isString {
            draft["k"] = .list(self.texts(pairs, texts.all))
        } else if pairs.allSatisfy({ $0[1].isEqual(to: first[1]) }) {
            draft["a"] = 0.0
            draft["k"] = .parsed(first[1])
        } else {
            draft["a"] = 1.0
            draft["k"] = .list(
                pairs.map { ["t": .parsed($0[0]), "s": $0[1].isArray ? .parsed($0[1]) : [.parsed($0[1])]] })
        }
        return draft
    }

    /// Returns keyframes for texts, which are not interpolated.
    private static func texts(_ pairs: [[JSONValue]], _ documents: [JSONValue]) -> [JSONDraft] {
        var list: [JSONDraft] = [], last: (text: String, document: Int)?
        for pair in pairs {
            let text = pair[1].string ?? "", time = number(pair[0]) ?? 0
            let document = documents.lastIndex { (number($0["t"]) ?? 0) <= time } ?? 0
            if let last, last == (text, document) { continue }
            last = (text, document)
            var own = documents[document]["s"].flatMap { $0.isObject ? JSONDraft.parsed($0) : nil } ?? [:]
            own["t"] = .string(text)
            list.append(["t": .parsed(pair[0]), "s": own])
        }
        return list
    }

    // MARK: Running

    private enum Result {
        /// Pairs of a frame and a value.
        case samples(JSONValue)
        case failed(String)
    }

    private struct Run {
        var results: [Result?]
        /// The reason for expressions without a result.
        var reason = "it was not reached"

        /// - Parameter done: The places that need no result.
        init(_ file: JSONValue, _ places: [Place], without done: [Bool]) {
            results = Array(repeating: nil, count: places.count)
            // The data that a script can use, without images and fonts.
            var input: JSONDraft = ["fr": .number(max(LottieExpressions.number(file["fr"]) ?? 0, 1e-3))]
            for key in ["nm", "ip", "op", "w", "h", "layers"] { input[key] = file.member(key).map(JSONDraft.parsed) }
            input["markers"] = .list(LottieExpressions.objects(file["markers"]).map(JSONDraft.parsed))
            input["assets"] = .list(
                LottieExpressions.objects(file["assets"]).map { asset in
                    var asset = JSONDraft.parsed(asset)
                    (asset["p"], asset["e"]) = (nil, nil)
                    return asset
                })
            var targets: [JSONDraft] = places.map {
                [
                    "asset": .number(Double($0.asset)), "layer": .number(Double($0.layer)), "path": .list($0.path),
                    "from": .number($0.from),
                    "to": .number($0.to),
                ]
            }
            for i in done.indices where done[i] { targets[i] = .null }
            for _ in 0..<LottieExpressions.mostStops {
                input["targets"] = .list(targets)
                guard let stopped = take(JSONText(input).bytes) else { return }
                // Run again without the expression that did not finish, and without those that have results.
                results[stopped] = .failed("it took too long or too much memory")
                for i in results.indices where results[i] != nil { targets[i] = .null }
            }
            reason = "too many expressions take too long"
        }

        /// - Returns: The index of the expression that was being evaluated when the time limit was reached.
        private mutating func take(_ input: [UInt8]) -> Int? {
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
            let value = try? JSONTree(Data(rest[end...].dropFirst())).root
            if kind == UInt8(ascii: "R"), let value, value.isArray {
                results[number] = .samples(value)
            } else if kind == UInt8(ascii: "E") {
                results[number] = .failed(value?.string ?? "it failed")
            }
        }
    }
}

extension JSONValue {
    /// Returns whether a value is the same, with the members of objects in the same order.
    fileprivate func isEqual(to other: JSONValue) -> Bool {
        guard isArray == other.isArray, isObject == other.isObject else { return false }
        if isArray { return elements.elementsEqual(other.elements) { $0.isEqual(to: $1) } }
        if isObject { return members.elementsEqual(other.members) { $0.name == $1.name && $0.value.isEqual(to: $1.value) } }
        return number == other.number && string == other.string && isNull == other.isNull
    }
}
