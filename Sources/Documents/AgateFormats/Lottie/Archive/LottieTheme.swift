import AgateDiagnostics
import Foundation

/// A theme of an archive: rules that each set a slot, as values of the file's own kind.
struct LottieTheme {
    private(set) var values: [String: JSONValue] = [:]
    private(set) var texts: [String: [LottieTextChange]] = [:]
    private(set) var diagnostics: [Diagnostic] = []
    private let file: String

    /// - Parameter animation: The id of the animation that is shown; rules for others are ignored.
    init(_ data: Data, animation: String?, file: String) throws {
        self.file = file
        do {
            let root = try JSONTree(data).root
            guard let rules = root["rules"], rules.isArray else { throw root.error("a theme must be an object with rules") }
            for rule in rules.elements { try add(rule, animation) }
        } catch var error as LottieError {
            error.file = file
            throw error
        }
    }

    private mutating func add(_ rule: JSONValue, _ animation: String?) throws {
        guard let id = rule["id"]?.string ?? rule["slotId"]?.string else { throw rule.error("the rule does not name a slot") }
        if let only = rule["animations"], only.isArray, let animation, !only.elements.contains(where: { $0.string == animation }) { return }
        if rule["expression"]?.string?.isEmpty == false {
            diagnostics.append(
                Diagnostic(identifier: "lottie.expression", message: "\(file): the expression of the rule for \"\(id)\" is not run"))
        }
        let value: JSONDraft
        switch rule["type"]?.string {
        case "Color", "Scalar", "Vector", "Position": value = try property(rule) { .parsed($0) }
        case "Gradient":
            let first = rule["value"] ?? rule["keyframes"]?.first?["value"]
            value = ["p": .number(Double(first?.all.count ?? 0)), "k": try property(rule, Self.stops)]
        case "Image":
            guard let image = rule["value"] else { throw rule.error("the rule has no value") }
            let path = image["url"]?.string ?? image["path"]?.string ?? image["id"]?.string ?? ""
            value = ["u": "", "p": .string(path), "e": 0.0]
        case "Text":
            try addText(rule, id)
            return
        default:
            diagnostics.append(
                Diagnostic(
                    identifier: "lottie.unsupported",
                    message: "\(file): rules of type \"\(rule["type"]?.string ?? "")\" are not supported; they are ignored"))
            return
        }
        values[id] = try Self.tree(["p": value], of: rule)
    }

    private static func tree(_ draft: JSONDraft, of rule: JSONValue) throws -> JSONValue {
        do { return try JSONTree(draft).root } catch { throw rule.error("the rule's value is too large") }
    }

    /// Returns a property in the format of animations.
    private func property(_ rule: JSONValue, _ value: (JSONValue) throws -> JSONDraft) throws -> JSONDraft {
        if let keyframes = rule["keyframes"], keyframes.isArray, keyframes.first != nil {
            let list = try keyframes.elements.map { key in
                guard let frame = key["frame"]?.number, let given = key["value"] else {
                    throw key.error("the keyframe has no frame or no value")
                }
                let value = try value(given)
                var keyframe: JSONDraft = ["t": .number(frame), "s": value.elements == nil ? [value] : value]
                for (from, to) in [("inTangent", "i"), ("outTangent", "o"), ("valueInTangent", "ti"), ("valueOutTangent", "to")] {
                    if let tangent = key.member(from) { keyframe[to] = .parsed(tangent) }
                }
                if key["hold"]?.bool == true { keyframe["h"] = 1.0 }
                return keyframe
            }
            return ["a": 1.0, "k": .list(list)]
        }
        guard let given = rule["value"] else { throw rule.error("the rule has neither a value nor keyframes") }
        return ["a": 0.0, "k": try value(given)]
    }

    /// Converts a list of colours with locations to the flat list of animations.
    private static func stops(_ json: JSONValue) throws -> JSONDraft {
        var colors: [Double] = [], alphas: [Double] = []
        for stop in json.all {
            guard let place = stop["offset"]?.number, let color = stop["color"] ?? stop["value"] else {
                throw stop.error("a gradient must be a list of colours and offsets")
            }
            let c =
                color.isString
                ? try SIMD4.read(color) : SIMD4(try SIMD4.read(color).xyz, color.all.count > 3 ? color.all[3].number ?? 1 : 1)
            colors += [place, c.x, c.y, c.z]
            alphas += [place, c.w]
        }
        let hasAlpha = stride(from: 1, to: alphas.count, by: 2).contains { alphas[$0] != 1 }
        return .list((colors + (hasAlpha ? alphas : [])).map(JSONDraft.number))
    }

    // MARK: Texts

    /// The names of a theme's text properties, and their names in animations.
    private static let textKeys = [
        "text": "t", "fontFamily": "f", "fontSize": "s", "fillColor": "fc", "strokeColor": "sc", "strokeWidth": "sw",
        "strokeOverFill": "of",
        "lineHeight": "lh", "tracking": "tr", "justify": "j", "textCaps": "ca", "baselineShift": "ls", "wrapSize": "sz",
        "wrapPosition": "ps",
    ]
    private static let words = [
        "left": 0, "right": 1, "center": 2, "justifylastlineleft": 3, "justifylastlineright": 4, "justifylastlinecenter": 5,
        "justifylastlinefull": 6,
        "regular": 0, "allcaps": 1, "smallcaps": 2,
    ]

    private mutating func addText(_ rule: JSONValue, _ id: String) throws {
        func change(_ frame: Double, _ json: JSONValue?) throws -> LottieTextChange {
            guard let json else { throw rule.error("the rule has no value") }
            var draft: JSONDraft = json.isString ? ["t": .parsed(json)] : [:]
            for (name, value) in json.members {
                guard let key = Self.textKeys[name] else { continue }
                if (key == "j" || key == "ca"), let word = value.string {
                    guard let number = Self.words[word.lowercased()] else { throw value.error("unknown value “\(word)”") }
                    draft[key] = .number(Double(number))
                } else {
                    draft[key] = .parsed(value)
                }
            }
            let document = try Self.tree(draft, of: rule)
            var trial = LottieTextDocument()
            try trial.take(document)
            return LottieTextChange(frame: frame, document: document)
        }
        if let keyframes = rule["keyframes"], keyframes.isArray, keyframes.first != nil {
            texts[id] = try keyframes.elements.map { try change(min(1e9, max(-1e9, $0["frame"]?.number ?? 0)), $0["value"]) }.sorted {
                $0.frame < $1.frame
            }
        } else {
            texts[id] = [try change(0, rule["value"])]
        }
    }
}

extension SIMD4<Double> {
    fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
