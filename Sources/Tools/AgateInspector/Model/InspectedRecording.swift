import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A recording with the queries of an inspector: the data for pages in reports, for `agate inspect`, and for a running program.
///
/// Used on one thread.
package final class InspectedRecording {
    package let recording: Recording
    private let replay: Replay
    private let frameTimes: [Double]
    /// The index of the frame that was painted last, so that the next one is painted incrementally.
    private var painted = -1

    /// - Parameter threads: The number of threads on which pictures may be drawn.
    package init(_ recording: Recording, threads: Int = 1) {
        self.recording = recording
        replay = Replay(recording, threads: threads)
        frameTimes = recording.frameTimes
    }

    /// A frame that the host showed.
    package struct Frame: Encodable, Sendable {
        package var index: Int
        package var time, began, evaluation, painting, presenting, budget: Double
        package var isLate, isRebuilt: Bool
        package var damage: [[Int]]
        /// The numbers of changes since the frame before it.
        package var commits, layers, animations: Int
    }

    /// The first message to a page.
    package struct Hello: Encodable, Sendable {
        package var type = "hello"
        package var version = 4
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
            mode: mode, title: ForeignText.line(recording.title), size: [size.width, size.height], scale: scale,
            span: [span.lowerBound, span.upperBound],
            isEditable: isEditable,
            losses: recording.lossTexts)
    }

    package var frames: [Frame] {
        var list = FrameList()
        return recording.entries.compactMap { list.add($0) }
    }

    package var log: Log {
        var entries: [Log.Entry] = []
        for case .log(let entry) in recording.entries { entries.append(Log.Entry(entry)) }
        return Log(entries: entries)
    }

    package var input: InputList { InputList(recording) }
    package var timeline: AnimationTimeline { AnimationTimeline(recording) }
    package var advice: AllAdvice { AllAdvice(advice: Advisor.advice(on: recording)) }

    private func bounded(_ time: Double) -> Double {
        let span = recording.span
        return min(max(time.isFinite ? time : 0, span.lowerBound), max(span.upperBound, span.lowerBound) + 3600)
    }

    /// Returns the content at a time.
    package func look(at time: Double, withPicture: Bool = true, hasValues: Bool = true) -> SceneLook {
        let time = bounded(time)
        guard withPicture else {
            replay.seek(to: time)
            return SceneLook(replay.tree, at: time, picture: nil, hasValues: hasValues)
        }
        // The program's caches at the time of this painting are those that the previous frame left.
        let next = frameTimes.firstIndex { $0 >= time - 1e-9 } ?? frameTimes.count
        paint(frame: next - 1)
        replay.seek(to: time)
        painted = next < frameTimes.count && abs(frameTimes[next] - time) < 1e-9 ? next : -1
        return noted(at: time, hasValues)
    }

    /// Returns the content of a frame.
    package func look(atFrame number: Int, withPicture: Bool = true, hasValues: Bool = true) -> SceneLook {
        if withPicture { paint(frame: number - 1) }
        replay.seek(toFrame: number)
        guard withPicture else { return SceneLook(replay.tree, at: frameTimes[number], picture: nil, hasValues: hasValues) }
        painted = number
        return noted(at: frameTimes[number], hasValues)
    }

    private func paint(frame number: Int) {
        guard frameTimes.indices.contains(number), painted != number else { return }
        replay.seek(toFrame: number)
        replay.driver.renderer.paint()
        painted = number
    }

    private func noted(at time: Double, _ hasValues: Bool) -> SceneLook {
        let renderer = replay.driver.renderer
        renderer.paintNoted()
        return SceneLook(
            replay.tree, at: time, picture: renderer.image(), hasValues: hasValues, hits: LiveScene.hits(renderer))
    }

    private func seek(to time: Double) -> Renderer {
        painted = -1
        replay.seek(to: bounded(time))
        return replay.driver.renderer
    }

    /// Returns the values of a layer. The render value is that of the newest frame that the host had shown by then.
    private func values(of layer: UInt64, at time: Double) -> String {
        let id = LayerID(rawValue: layer)
        let time = bounded(time)
        var rendered: LayerState?
        if let frame = frameTimes.lastIndex(where: { $0 <= time + 1e-9 }) {
            painted = -1
            replay.seek(toFrame: frame)
            rendered = replay.tree.states(of: id)?.2
        }
        guard let (layerClass, model, presentation) = seek(to: time).tree.states(of: id) else { return LayerValues.gone }
        return LayerValues(
            layer: layer, values: LayerValuesText(layerClass, model: model, presentation: presentation, rendered: rendered)
        ).json()
    }

    /// Returns the response to a request; nil if only a running program can answer it.
    package func answer(_ request: InspectorRequest) -> String? {
        switch request {
        case .look(let time, let picture): look(at: time, withPicture: picture, hasValues: false).json()
        case .values(let layer, let time): values(of: layer, at: time)
        case .ops(let time): InspectorJSON.text(OpCosts(seek(to: time), at: time))
        case .copy(let layer, let time, let form): LiveScene.copy(layer, in: seek(to: time).tree, at: time, form)
        case .frames: InspectorJSON.text(Frames(frames: frames))
        case .log: InspectorJSON.text(log)
        case .timeline: InspectorJSON.text(timeline)
        case .input: InspectorJSON.text(input)
        case .advice: InspectorJSON.text(advice)
        case .trace: TraceFile.json(recording)
        case .hello, .explain, .set, .completions, .received: nil
        }
    }
}

/// The frames as the page lists them, built from consecutive entries.
struct FrameList {
    private var index = 0
    private var commits = 0, layers = 0, animations = 0

    mutating func add(_ entry: Recording.Entry) -> InspectedRecording.Frame? {
        switch entry {
        case .commit(let commit):
            commits += 1
            layers += commit.updates.count
            animations += commit.animations.count
            return nil
        case .frame(let f):
            defer {
                index += 1
                (commits, layers, animations) = (0, 0, 0)
            }
            let all = f.evaluation + f.painting + f.presenting
            return InspectedRecording.Frame(
                index: index, time: f.time, began: f.began, evaluation: f.evaluation, painting: f.painting, presenting: f.presenting,
                budget: f.budget, isLate: all > f.budget, isRebuilt: f.isRebuilt,
                damage: f.damage.prefix(64).map { [$0.x0, $0.y0, $0.x1, $0.y1].map(Int.init) }, commits: commits, layers: layers,
                animations: animations)
        default: return nil
        }
    }
}

extension InspectedRecording.Frame {
    /// Writes the same as `Encodable`, faster: for a running program it is called several times a second.
    func write(to out: inout JSONText) {
        out.object { out in
            out.key("index")
            out.number(index)
            for (name, value) in [
                ("time" as StaticString, time), ("began", began), ("evaluation", evaluation), ("painting", painting),
                ("presenting", presenting), ("budget", budget),
            ] {
                out.key(name)
                out.number(value)
            }
            out.key("isLate")
            out.bool(isLate)
            out.key("isRebuilt")
            out.bool(isRebuilt)
            out.key("damage")
            out.array { out in for rect in damage { out.array { out in for side in rect { out.number(side) } } } }
            for (name, value) in [("commits" as StaticString, commits), ("layers", layers), ("animations", animations)] {
                out.key(name)
                out.number(value)
            }
        }
    }
}

extension InspectedRecording.Log.Entry {
    /// Writes the same as `Encodable`, faster: for a busy program it is called thousands of times a second.
    func write(to out: inout JSONText) {
        out.object { out in
            out.key("kind")
            out.string(kind)
            out.key("time")
            out.number(time)
            out.key("level")
            out.number(level)
            if let layer {
                out.key("layer")
                out.number(Int(clamping: layer))
            }
            for (name, value) in [("layerName" as StaticString, layerName), ("key", key), ("old", old), ("new", new)] {
                guard let value else { continue }
                out.key(name)
                out.string(value)
            }
            out.key("detail")
            out.string(detail)
        }
    }

    package init(_ e: Recording.LogEntry) {
        self.init(
            kind: ForeignText.line(e.kind), time: e.time, level: e.level, layer: e.layerID, layerName: e.layer.map(ForeignText.line),
            key: e.key.map(ForeignText.line), old: e.old.map(ForeignText.line), new: e.new.map(ForeignText.line),
            detail: ForeignText.line(e.detail))
    }
}

/// The reason for which a request was refused.
package enum InspectorRefusal {
    private struct Message: Encodable {
        var type = "refused"
        let reason: String
    }

    package static func text(_ reason: String) -> String { InspectorJSON.text(Message(reason: reason)) }
}
