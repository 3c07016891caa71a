import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A recording as Chrome's trace events, which Perfetto and chrome://tracing open: frames with their durations, commits, input, animations,
/// and counters.
package enum TraceFile {
    private struct Event: Encodable {
        var name: String
        var cat: String
        var ph: String
        /// Microseconds from the beginning of the recording.
        var ts: Double
        var dur: Double?
        var pid = 1
        var tid: Int
        var s: String?
        var id: String?
        var args: [String: Value]
    }

    private enum Value: Encodable {
        case number(Double), text(String)
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let v): try container.encode(v)
            case .text(let v): try container.encode(ForeignText.line(v))
            }
        }
    }

    private struct File: Encodable {
        var traceEvents: [Event]
        var displayTimeUnit = "ms"
    }

    private static let frameTrack = 1, commitTrack = 2, inputTrack = 3, logTrack = 4

    /// Returns the JSON of a recording. Events are at their media times; the duration of a frame is the one measured when it was made.
    package static func json(_ recording: Recording) -> String {
        let begin = recording.span.lowerBound
        func at(_ time: Double) -> Double { microseconds(time - begin).rounded() }
        var events: [Event] = []
        for (track, name) in [(frameTrack, "frames"), (commitTrack, "commits"), (inputTrack, "input"), (logTrack, "transactions")] {
            events.append(Event(name: "thread_name", cat: "__metadata", ph: "M", ts: 0, tid: track, args: ["name": .text(name)]))
        }
        let replay = Replay(recording)
        var number = 0
        for entry in recording.entries {
            switch entry {
            case .frame(let frame):
                replay.seek(toFrame: number)
                add(frame, number, at(frame.time), replay.tree, &events)
                number += 1
            case .commit(let commit):
                let args: [String: Value] = [
                    "layers": .number(Double(commit.updates.count)), "animations": .number(Double(commit.animations.count)),
                ]
                events.append(Event(name: "commit", cat: "commit", ph: "i", ts: at(commit.time), tid: commitTrack, s: "t", args: args))
            case .input(let event):
                events.append(
                    Event(
                        name: "input", cat: "input", ph: "i", ts: at(event.time), tid: inputTrack, s: "t",
                        args: ["event": .text("\(event.kind)")]))
            case .log(let log):
                var args: [String: Value] = ["detail": .text(log.detail)]
                for (name, value) in [("layer", log.layer), ("key", log.key), ("old", log.old), ("new", log.new)] {
                    if let value { args[name] = .text(value) }
                }
                events.append(
                    Event(
                        name: ForeignText.line(log.kind), cat: "transaction", ph: "i", ts: at(log.time), tid: logTrack, s: "t", args: args))
            case .diagnostic(let diagnostic, let time):
                let args: [String: Value] = ["message": .text(diagnostic.message)]
                events.append(
                    Event(
                        name: ForeignText.line(diagnostic.identifier), cat: "diagnostic", ph: "i", ts: at(time), tid: logTrack, s: "t",
                        args: args))
            case .viewport: break
            }
        }
        let end = recording.span.upperBound
        for (index, bar) in AnimationTimeline(recording).bars.enumerated() where bar.begin.isFinite {
            let last = max(bar.begin, min(bar.removed ?? .infinity, bar.end.isFinite ? bar.end : end))
            let name = "\(bar.layerName): \(bar.keyPath.isEmpty ? bar.kind : bar.keyPath)"
            let args: [String: Value] = ["kind": .text(bar.kind), "duration": .number(bar.duration)]
            events.append(Event(name: name, cat: "animation", ph: "b", ts: at(bar.begin), tid: 0, id: "\(index)", args: args))
            events.append(Event(name: name, cat: "animation", ph: "e", ts: at(last), tid: 0, id: "\(index)", args: [:]))
        }
        return InspectorJSON.text(File(traceEvents: events))
    }

    /// Returns a time that trace viewers accept, whatever the file contains: a number, within thirty years of the beginning.
    private static func microseconds(_ seconds: Double) -> Double { seconds.isNaN ? 0 : min(max(seconds * 1e6, -1e15), 1e15) }
    private static func duration(_ seconds: Double) -> Double { max(0, microseconds(seconds)) }

    private static func add(_ frame: FrameReport, _ number: Int, _ start: Double, _ tree: RenderTree, _ events: inout [Event]) {
        let parts: [(String, Double)] = [
            ("evaluation and list", frame.evaluation), ("pixels", frame.painting), ("present", frame.presenting),
        ]
        let all: Double = frame.evaluation + frame.painting + frame.presenting
        let damage = frame.damage.reduce(0.0) { $0 + Double($1.area) }
        var args: [String: Value] = ["damaged pixels": .number(damage), "list rebuilt": .text(frame.isRebuilt ? "yes" : "no")]
        if frame.budget.isFinite { args["late"] = .text(all > frame.budget ? "yes" : "no") }
        // The costs of the damaged area, op by op: based on boxes, so more than the painted pixels.
        for (kind, pixels) in pixelsByKind(tree.list, frame.damage) { args["pixels of \(kind)"] = .number(pixels) }
        events.append(Event(name: "frame \(number)", cat: "frame", ph: "X", ts: start, dur: duration(all), tid: frameTrack, args: args))
        var from = start
        for (name, seconds) in parts where seconds > 0 {
            events.append(Event(name: name, cat: "frame", ph: "X", ts: from, dur: duration(seconds), tid: frameTrack, args: [:]))
            from += duration(seconds)
        }
        events.append(Event(name: "damage", cat: "frame", ph: "C", ts: start, tid: frameTrack, args: ["pixels": .number(damage)]))
    }

    /// Returns the pixels of the boxes of ops inside the damage, by kind, the largest number first.
    package static func pixelsByKind(_ list: DrawList, _ damage: ContiguousArray<DeviceRect>) -> [(kind: String, pixels: Double)] {
        var sums: [String: Double] = [:]
        for op in list.ops
        where op.kind != .endGroup && op.kind != .endClip && op.kind != .beginClip && op.kind != .beginMask && !op.bounds.isEmpty {
            for rect in damage {
                let area = op.bounds.intersection(rect).area
                if area > 0 { sums[op.kind.name, default: 0] += Double(area) }
            }
        }
        return sums.sorted { $0.value > $1.value }.map { ($0.key, $0.value) }
    }
}
