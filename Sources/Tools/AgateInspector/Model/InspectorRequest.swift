import Foundation

/// A request of a page. Any other message is refused.
package enum InspectorRequest: Equatable, Sendable {
    case look(Double, picture: Bool)
    case hello, frames, log, timeline, input, advice, trace, completions
    /// The values of a layer.
    case values(layer: UInt64, time: Double)
    /// The costs of a picture's ops.
    case ops(Double)
    case copy(layer: UInt64, time: Double, LayerCopy.Form)
    case explain(layer: UInt64, key: String)
    case set(layer: UInt64, key: String, value: String, isAnimated: Bool)
    /// The number of messages in its stream that a page has processed.
    case received(viewer: Int, count: Int)

    /// The largest length of a message, in bytes.
    package static let longest = 64 << 10

    /// Parses a message; nil if it is invalid.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let type = object["type"] as? String
        else { return nil }
        func number(_ key: String) -> Double? { (object[key] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil } }
        let layer = number("layer").flatMap { $0 >= 0 && $0 < 1e15 ? UInt64($0) : nil }
        let key = (object["key"] as? String).flatMap { $0.utf8.count <= 256 ? $0 : nil }
        switch (type, layer, number("time"), key) {
        case ("look", _, let time?, _): self = .look(time, picture: object["picture"] as? Bool ?? true)
        case ("hello", _, _, _): self = .hello
        case ("frames", _, _, _): self = .frames
        case ("log", _, _, _): self = .log
        case ("timeline", _, _, _): self = .timeline
        case ("input", _, _, _): self = .input
        case ("advice", _, _, _): self = .advice
        case ("trace", _, _, _): self = .trace
        case ("completions", _, _, _): self = .completions
        case ("received", _, _, _):
            guard let viewer = number("viewer").flatMap(Int.init(exactly:)), let count = number("count").flatMap(Int.init(exactly:)) else {
                return nil
            }
            self = .received(viewer: viewer, count: count)
        case ("values", let layer?, let time?, _): self = .values(layer: layer, time: time)
        case ("ops", _, let time?, _): self = .ops(time)
        case ("copy", let layer?, let time?, _):
            guard let form = (object["as"] as? String).flatMap(LayerCopy.Form.init) else { return nil }
            self = .copy(layer: layer, time: time, form)
        case ("explain", let layer?, _, let key?): self = .explain(layer: layer, key: key)
        case ("set", let layer?, _, let key?):
            guard let value = object["value"] as? String else { return nil }
            self = .set(layer: layer, key: key, value: value, isAnimated: object["animated"] as? Bool ?? true)
        default: return nil
        }
    }
}
