import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A recording as an inspector asks it: what a page gets, in a report, from `agate inspect`, and from a program that runs.
///
/// Used on one thread.
package final class InspectedRecording {
    package let recording: Recording
    private let replay: Replay

    package init(_ recording: Recording) {
        self.recording = recording
        replay = Replay(recording)
    }

    /// A frame that the host showed.
    package struct Frame: Encodable, Sendable {
        package var index: Int
        package var time, began, evaluation, painting, presenting, budget: Double
        package var isLate, isRebuilt: Bool
        package var damage: [[Int]]
        /// Since the frame before it.
        package var commits, layers, animations: Int
    }

    /// What a page gets first.
    package struct Hello: Encodable, Sendable {
        package var type = "hello"
        package var version = 1
        /// `report`, `recording` or `live`.
        package var mode: String
        package var title: String
        package var size: [Int]
        package var scale: Double
        package var span: [Double]
        package var isEditable: Bool
        package var losses: [String]
    }

    package struct Frames: Encodable, Sendable {
        package var type = "frames"
        package var frames: [Frame]
    }

    package struct Log: Encodable, Sendable {
        package struct Entry: Encodable, Sendable {
            package var kind: String
            package var time: Double
            package var level: Int
            package var layer: UInt64?
            package var layerName, key, old, new: String?
            package var detail: String
        }
        package var type = "log"
        package var entries: [Entry]
    }

    package struct AllAdvice: Encodable, Sendable {
        package var type = "advice"
        package var advice: [Advice]
    }

    package func hello(mode: String, isEditable: Bool = false) -> Hello {
        var scale = 1.0
        for case .viewport(let viewport) in recording.entries {
            scale = viewport.scale
            break
        }
        let size = recording.pixelSize
        let span = recording.span
        return Hello(
            mode: mode, title: recording.title, size: [size.width, size.height], scale: scale, span: [span.lowerBound, span.upperBound],
            isEditable: isEditable,
            losses: recording.losses.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key): \($0.value)" }
        )
    }

    package var frames: [Frame] {
        var frames: [Frame] = []
        var commits = 0
        var layers = 0
        var animations = 0
        for entry in recording.entries {
            switch entry {
            case .commit(let commit):
                commits += 1
                layers += commit.updates.count
                animations += commit.animations.count
            case .frame(let f):
                let all = f.evaluation + f.painting + f.presenting
                frames.append(
                    Frame(
                        index: frames.count, time: f.time, began: f.began, evaluation: f.evaluation, painting: f.painting,
                        presenting: f.presenting, budget: f.budget,
                        isLate: all > f.budget, isRebuilt: f.isRebuilt,
                        damage: f.damage.prefix(64).map { [$0.x0, $0.y0, $0.x1, $0.y1].map(Int.init) }, commits: commits, layers: layers,
                        animations: animations
                    ))
                (commits, layers, animations) = (0, 0, 0)
            default: break
            }
        }
        return frames
    }

    package var log: Log {
        var entries: [Log.Entry] = []
        for case .log(let e) in recording.entries {
            entries.append(
                Log.Entry(
                    kind: e.kind, time: e.time, level: e.level, layer: e.layerID, layerName: e.layer, key: e.key, old: e.old, new: e.new,
                    detail: e.detail
                ))
        }
        return Log(entries: entries)
    }

    package var timeline: AnimationTimeline { AnimationTimeline(recording) }
    package var advice: AllAdvice { AllAdvice(advice: Advisor.advice(on: recording)) }

    /// What shows at a time.
    package func look(at time: Double, withPicture: Bool = true) -> SceneLook {
        let span = recording.span
        let time = min(max(time.isFinite ? time : 0, span.lowerBound), max(span.upperBound, span.lowerBound) + 3600)
        replay.seek(to: time)
        return SceneLook(replay.tree, at: time, picture: withPicture ? replay.picture() : nil)
    }

    /// What a frame showed.
    package func look(atFrame number: Int, withPicture: Bool = true) -> SceneLook {
        replay.seek(toFrame: number)
        return SceneLook(replay.tree, at: recording.frameTimes[number], picture: withPicture ? replay.picture() : nil)
    }

    /// The part of a request's answer that a page shows; nil for what is no request.
    package func answer(_ request: InspectorRequest) -> String? {
        switch request {
        case .look(let time): look(at: time).json()
        case .frames: InspectorJSON.text(Frames(frames: frames))
        case .log: InspectorJSON.text(log)
        case .timeline: InspectorJSON.text(timeline)
        case .advice: InspectorJSON.text(advice)
        default: nil
        }
    }
}

/// What a page asks. Anything else is refused.
package enum InspectorRequest: Equatable, Sendable {
    case look(Double)
    case hello, frames, log, timeline, advice
    case explain(layer: UInt64, key: String)
    case set(layer: UInt64, key: String, value: String, isAnimated: Bool)

    /// The longest message that is read, in bytes.
    package static let longest = 64 << 10

    /// Reads a message; nil for what is none.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let type = object["type"] as? String
        else { return nil }
        func number(_ key: String) -> Double? { (object[key] as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil } }
        func layer() -> UInt64? { number("layer").flatMap { $0 >= 0 && $0 < 1e15 ? UInt64($0) : nil } }
        switch type {
        case "look":
            guard let time = number("time") else { return nil }
            self = .look(time)
        case "hello": self = .hello
        case "frames": self = .frames
        case "log": self = .log
        case "timeline": self = .timeline
        case "advice": self = .advice
        case "explain":
            guard let layer = layer(), let key = object["key"] as? String, key.utf8.count <= 256 else { return nil }
            self = .explain(layer: layer, key: key)
        case "set":
            guard let layer = layer(), let key = object["key"] as? String, key.utf8.count <= 256, let value = object["value"] as? String
            else { return nil }
            self = .set(layer: layer, key: key, value: value, isAnimated: object["animated"] as? Bool ?? true)
        default: return nil
        }
    }
}

/// Why something was not done.
package enum InspectorRefusal {
    private struct Message: Encodable {
        var type = "refused"
        let reason: String
    }

    package static func text(_ reason: String) -> String { InspectorJSON.text(Message(reason: reason)) }
}
