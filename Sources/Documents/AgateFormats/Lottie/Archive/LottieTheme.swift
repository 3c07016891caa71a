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
        let text: String
        switch rule["type"]?.string {
        case "Color", "Scalar", "Vector", "Position": text = try property(rule) { $0 }
        case "Gradient":
            let first = rule["value"] ?? rule["keyframes"]?.first?["value"]
            text = #"{"p":\#(first?.all.count ?? 0),"k":\#(try property(rule, Self.stops))}"#
        case "Image":
            guard let value = rule["value"] else { throw rule.error("the rule has no value") }
            let path = try JSONText(value["url"]?.string ?? value["path"]?.string ?? value["id"]?.string ?? "").text
            text = #"{"u":"","p":\#(path),"e":0}"#
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
        values[id] = try JSONTree(Data(#"{"p":\#(text)}"#.utf8)).root
    }

    /// Returns a property in the format of animations.
    private func property(_ rule: JSONValue, _ value: (JSONText) throws -> JSONText) throws -> String {
        if let keyframes = rule["keyframes"], keyframes.isArray, keyframes.first != nil {
            let list = try keyframes.elements.map { key in
                guard let frame = key["frame"]?.number, let given = key["value"] else {
                    throw key.error("the keyframe has no frame or no value")
                }
                let text = try value(JSONText(given)).text
                var parts = [#""t":\#(frame),"s":\#(text.hasPrefix("[") ? text : "[\(text)]")"#]
                for (from, to) in [("inTangent", "i"), ("outTangent", "o"), ("valueInTangent", "ti"), ("valueOutTangent", "to")] {
                    if let tangent = key.members.first(where: { $0.name == from })?.value {
                        parts.append("\"\(to)\":\(try JSONText(tangent).text)")
                    }
                }
                if key["hold"]?.bool == true { parts.append(#""h":1"#) }
                return "{" + parts.joined(separator: ",") + "}"
            }
            return #"{"a":1,"k":[\#(list.joined(separator: ","))]}"#
        }
        guard let given = rule["value"] else { throw rule.error("the rule has neither a value nor keyframes") }
        return #"{"a":0,"k":\#(try value(JSONText(given)).text)}"#
    }

    /// Converts a list of colours with locations to the flat list of animations.
    private static func stops(_ json: JSONText) throws -> JSONText {
        var colors: [Double] = [], alphas: [Double] = []
        for stop in json.value?.all ?? [] {
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
        return JSONText("[" + (colors + (hasAlpha ? alphas : [])).map { "\($0)" }.joined(separator: ",") + "]", isText: true)
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
            var parts: [String] = []
            if json.isString { parts = [#""t":\#(try JSONText(json).text)"#] }
            for (name, value) in json.members {
                guard let key = Self.textKeys[name] else { continue }
                if (key == "j" || key == "ca"), let word = value.string {
                    guard let number = Self.words[word.lowercased()] else { throw value.error("unknown value “\(word)”") }
                    parts.append("\"\(key)\":\(number)")
                } else {
                    parts.append("\"\(key)\":\(try JSONText(value).text)")
                }
            }
            let document = try JSONTree(Data("{\(parts.joined(separator: ","))}".utf8)).root
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

/// A value as text.
private struct JSONText {
    let value: JSONValue?
    let text: String

    init(_ text: String, isText: Bool) { (value, self.text) = (nil, text) }
    init(_ string: String) throws { (value, text) = (nil, try Self.quoted(string)) }
    init(_ value: JSONValue) throws { (self.value, text) = (value, try Self.write(value)) }

    private static func write(_ value: JSONValue) throws -> String {
        if value.isObject {
            return "{" + (try value.members.map { try quoted($0.name) + ":" + write($0.value) }).joined(separator: ",") + "}"
        }
        if value.isArray { return "[" + (try value.elements.map(write)).joined(separator: ",") + "]" }
        if let string = value.string { return try quoted(string) }
        if let number = value.number { return "\(number)" }
        return "null"
    }

    private static func quoted(_ string: String) throws -> String { String(decoding: try JSONEncoder().encode(string), as: UTF8.self) }
}

extension SIMD4<Double> {
    fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
