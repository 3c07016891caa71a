import Foundation

/// The file of a state machine (`s/ID.json` of a dotLottie archive of version 2) as plain values.
struct LottieStateMachineDocument: Sendable {
    enum Value: Sendable, Hashable {
        case number(Double)
        case string(String)
        case bool(Bool)
    }

    struct Input: Sendable {
        var name: String
        /// The initial value; nil for an event, which is fired and has no value.
        var value: Value?
    }

    struct Guard: Sendable {
        enum Comparison: String, Sendable {
            case equal = "Equal", notEqual = "NotEqual", greater = "GreaterThan", greaterOrEqual = "GreaterThanOrEqual", less = "LessThan"
            case lessOrEqual = "LessThanOrEqual"
        }
        var input: String
        var isEvent: Bool
        var comparison: Comparison
        var value: Value?
        /// The input whose value it is compared with (written `$name`).
        var other: String?
    }

    struct Transition: Sendable {
        var target: String
        var guards: [Guard]
        var isTweened: Bool
    }

    enum Action: Sendable {
        case set(String, Value)
        case toggle(String)
        /// The amount is a number or another input's name.
        case change(String, sign: Double, amount: Double?, other: String?)
        case reset(String)
        case fire(String)
        case setFrame(Double?, other: String?)
        /// The progress from 0 to 1; files use a range to 100.
        case setProgress(Double?, other: String?)
        case setTheme(String)
        case openURL(String)
        case customEvent(String)
        case unknown(String)
    }

    struct State: Sendable {
        var name: String
        var isGlobal: Bool
        var animation: String?
        var autoplays: Bool
        var loopMode: LottieLoopMode
        /// The speed; values below 0 play backwards.
        var speed: Double
        /// The marker whose range is played.
        var segment: String?
        var isFinal: Bool
        var entry: [Action]
        var exit: [Action]
        var transitions: [Transition]
    }

    struct Interaction: Sendable {
        enum Kind: String, Sendable {
            case pointerDown = "PointerDown", pointerUp = "PointerUp", pointerEnter = "PointerEnter", pointerExit = "PointerExit"
            case pointerMove = "PointerMove", click = "Click", complete = "OnComplete", loopComplete = "OnLoopComplete"
        }
        var kind: Kind
        /// The layer that must contain the pointer; nil is the whole animation.
        var layer: String?
        /// The state whose end triggers it.
        var state: String?
        var actions: [Action]
    }

    var initial: String
    var states: [State]
    var inputs: [Input]
    var interactions: [Interaction]
    /// The unknown elements.
    var unknown: [String] = []

    private static let most = 10_000

    /// - Throws: ``LottieError`` with the location of invalid content.
    init(_ data: Data) throws {
        let root = try JSONTree(data).clamped(to: 1e9).root
        guard root.isObject else { throw root.error("a state machine must be an object") }
        var unknown: Set<String> = []
        func list(_ json: JSONValue?) throws -> [JSONValue] {
            let all = json?.all ?? []
            if all.count > Self.most {
                throw LottieError(json?.place ?? "", "there are \(all.count) items; the limit is \(Self.most)")
            }
            return all
        }
        inputs = try list(root["inputs"]).map { json in
            guard let name = json["name"]?.string else { throw json.error("the input has no name") }
            return Input(name: name, value: json["type"]?.string == "Event" ? nil : Self.value(json["value"], json["type"]?.string))
        }
        states = try list(root["states"]).map { json in
            guard let name = json["name"]?.string else { throw json.error("the state has no name") }
            let mode = json["mode"]?.string ?? "Forward", loops = json["loop"]?.bool ?? false, count = json["loopCount"]?.number ?? 0
            let returns = mode.contains("Bounce"), speed = json["speed"]?.number ?? 1
            let loopMode: LottieLoopMode =
                !loops
                ? (returns ? .repeatBackwards(1) : .playOnce)
                : count > 0 ? (returns ? .repeatBackwards(count) : .repeat(count)) : returns ? .autoReverse : .loop
            return State(
                name: name, isGlobal: json["type"]?.string == "GlobalState",
                animation: json["animation"]?.string.flatMap { $0.isEmpty ? nil : $0 },
                autoplays: json["autoplay"]?.bool ?? false, loopMode: loopMode,
                speed: (speed.isFinite && speed > 0 ? speed : 1) * (mode.hasPrefix("Reverse") ? -1 : 1),
                segment: json["segment"]?.string.flatMap { $0.isEmpty ? nil : $0 }, isFinal: json["final"]?.bool ?? false,
                entry: try list(json["entryActions"]).map { Self.action($0, &unknown) },
                exit: try list(json["exitActions"]).map { Self.action($0, &unknown) },
                transitions: try list(json["transitions"]).map { try Self.transition($0, &unknown) }
            )
        }
        interactions = try list(root["interactions"]).compactMap { json in
            let type = json["type"]?.string ?? ""
            guard let kind = Interaction.Kind(rawValue: type) else {
                unknown.insert("interaction \(type)")
                return nil
            }
            return Interaction(
                kind: kind, layer: json["layerName"]?.string, state: json["stateName"]?.string,
                actions: try list(json["actions"]).map { Self.action($0, &unknown) })
        }
        guard let first = root["initial"]?.string, states.contains(where: { $0.name == first && !$0.isGlobal }) else {
            throw root.error("the initial state does not exist")
        }
        initial = first
        self.unknown = unknown.sorted()
    }

    private static func value(_ json: JSONValue?, _ type: String? = nil) -> Value? {
        guard let json else { return nil }
        if type == "Boolean" { return .bool(json.bool ?? false) }
        if json.isString { return .string(json.string ?? "") }
        if type == nil, json.isBool { return .bool(json.bool ?? false) }
        return json.number.map { .number($0) }
    }

    private static func transition(_ json: JSONValue, _ unknown: inout Set<String>) throws -> Transition {
        guard let target = json["toState"]?.string else { throw json.error("the transition has no target state") }
        var guards: [Guard] = []
        for json in (json["guards"]?.all ?? []).prefix(1000) {
            let type = json["type"]?.string ?? "", condition = json["conditionType"]?.string ?? "Equal"
            guard let comparison = Guard.Comparison(rawValue: condition), let input = json["inputName"]?.string else {
                unknown.insert("condition \(condition)")
                // A guard that can't be evaluated is never met.
                guards.append(Guard(input: "", isEvent: true, comparison: .equal))
                continue
            }
            let text = json["compareTo"]?.string
            guards.append(
                Guard(
                    input: input, isEvent: type == "Event", comparison: comparison, value: value(json["compareTo"], type),
                    other: text.flatMap { $0.hasPrefix("$") ? String($0.dropFirst()) : nil }))
        }
        return Transition(target: target, guards: guards, isTweened: json["type"]?.string == "Tweened")
    }

    private static func action(_ json: JSONValue, _ unknown: inout Set<String>) -> Action {
        let type = json["type"]?.string ?? "", input = json["inputName"]?.string ?? "", value = value(json["value"]),
            text = json["value"]?.string
        let other = text.flatMap { $0.hasPrefix("$") ? String($0.dropFirst()) : nil }
        var number: Double? { if case .number(let number)? = value { number } else { nil } }
        switch type {
        case "SetBoolean", "SetString", "SetNumeric": return value.map { .set(input, $0) } ?? .unknown(type)
        case "Toggle": return .toggle(input)
        case "Increment": return .change(input, sign: 1, amount: number, other: other)
        case "Decrement": return .change(input, sign: -1, amount: number, other: other)
        case "Reset": return .reset(input)
        case "Fire": return .fire(input)
        case "SetFrame": return .setFrame(number, other: other)
        case "SetProgress": return .setProgress(number, other: other)
        case "SetTheme": return .setTheme(text ?? "")
        case "OpenUrl": return .openURL(json["url"]?.string ?? "")
        case "FireCustomEvent": return .customEvent(text ?? "")
        default:
            unknown.insert("action \(type)")
            return .unknown(type)
        }
    }
}
