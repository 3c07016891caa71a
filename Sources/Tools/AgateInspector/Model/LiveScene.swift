import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// A running host, in the state of its newest frame: one render tree that is updated with the host's entries, never rebuilt from the
/// beginning. Pages that follow it are viewers; each gets the changes since its own last message.
///
/// Used on one thread at a time.
package final class LiveScene {
    /// A page that follows the program.
    package final class Viewer {
        /// The rectangles that differ from those of the page.
        fileprivate var owed: [DeviceRect] = []
        fileprivate var picture = PictureEncoder()
        fileprivate var rows: [SceneLook.Layer] = []
        fileprivate var version = -1
        fileprivate var pictureVersion = -1
        fileprivate var frame = 0
        fileprivate var bars: [Int: AnimationTimeline.Bar] = [:]
        fileprivate var logNumber: UInt64 = 0
        fileprivate var input = 0
        fileprivate var span: [Double] = []

        package init() {}
    }

    private var driver = ManualDriver(renderer: Renderer(viewport: Viewport(width: 1, height: 1), threads: 1))
    /// The number of the next entry to request from the recorder.
    package private(set) var next = 0
    /// True if it has the whole tree. The number alone does not indicate this, because it remains 0 as long as a program shows no changes.
    package private(set) var isBegun = false
    private var list = FrameList()
    private var frames: [InspectedRecording.Frame] = []
    private var timeline = AnimationTimeline()
    private var input = InputList()
    /// The number of events that were dropped from the beginning.
    private var droppedInput = 0
    private var log: [(number: UInt64, entry: InspectedRecording.Log.Entry)] = []
    /// A counter of changes of the tree and of its time, and of paintings.
    private var version = 0
    private var viewers: [ObjectIdentifier: Viewer] = [:]
    private var rows: (version: Int, layers: [SceneLook.Layer]) = (-1, [])
    package private(set) var begin = Double.infinity
    /// The time of the newest frame.
    package private(set) var time = 0.0
    /// The number of late frames since the beginning.
    package private(set) var lateFrames = 0
    private var hits: [UInt64: Bool] = [:]

    /// The largest numbers of frames, bars and lines of the log that are sent to a page.
    private static let mostFrames = 1200, mostBars = 1000, mostLines = 8000, mostNewLines = 500, mostInput = 4000

    package init() {}

    package func add(_ viewer: Viewer) { viewers[ObjectIdentifier(viewer)] = viewer }
    package func remove(_ viewer: Viewer) { viewers[ObjectIdentifier(viewer)] = nil }

    // MARK: New entries

    /// Applies new entries of a recorder.
    package func take(_ tail: RecordedTail) {
        if tail.isWhole {
            let isFirst = !isBegun
            isBegun = false
            timeline = AnimationTimeline()
            if isFirst { (list, frames) = (FrameList(), []) }
        }
        next = tail.next
        var newest: Double?
        var last: Double?
        for entry in tail.entries {
            if let time = entry.time {
                last = time
                begin = min(begin, time)
            }
            switch entry {
            case .viewport(let viewport):
                if isBegun {
                    driver.renderer.setViewport(viewport)
                } else {
                    driver = ManualDriver(renderer: Renderer(viewport: viewport, threads: 1))
                    isBegun = true
                }
                version += 1
            case .commit(let commit):
                driver.submit(commit)
                timeline.add(commit)
                version += 1
            case .frame(let frame): newest = frame.time
            default: break
            }
            if let frame = list.add(entry) {
                frames.append(frame)
                if frame.isLate { lateFrames += 1 }
            }
            input.add(entry)
        }
        if frames.count > Self.mostFrames { frames.removeFirst(frames.count - Self.mostFrames) }
        timeline.keep(Self.mostBars)
        droppedInput += max(0, input.events.count - Self.mostInput)
        input.keep(Self.mostInput)
        guard let now = newest ?? (tail.isWhole ? last : nil) else { return }
        time = now
        if !driver.update(at: now).damage.isEmpty { version += 1 }
    }

    /// Adds new lines of the transaction log, in the order of their numbers.
    package func take(_ entries: [(number: UInt64, entry: Recording.LogEntry)]) {
        log += entries.map { ($0.number, InspectedRecording.Log.Entry($0.entry)) }
        if log.count > Self.mostLines { log.removeFirst(log.count - Self.mostLines) }
    }

    /// The number of the next line of the log to request.
    package var nextLine: UInt64? { log.last.map { $0.number + 1 } }

    // MARK: Messages to a page

    /// The range from the first entry to the newest frame, or to later input that has not changed anything yet.
    private var span: [Double] { [min(begin, time), max(time, input.events.last?.time ?? time)] }

    /// Returns the pixels that a viewer lacks, as a message of words; nil if it has all of them. See `PictureEncoder`.
    package func picture(for viewer: Viewer) -> [UInt32]? {
        paint()
        let viewport = driver.renderer.tree.viewport
        if viewer.picture.width != Int(viewport.width) || viewer.picture.height != Int(viewport.height) {
            viewer.picture.resize(Int(viewport.width), Int(viewport.height))
            viewer.owed = [DeviceRect(0, 0, viewport.width, viewport.height)]
        }
        guard !viewer.owed.isEmpty else { return nil }
        defer { viewer.owed.removeAll(keepingCapacity: true) }
        return driver.renderer.withPixels { pixels, _, _, stride in
            viewer.picture.message(time: time, pixels, stride: stride, viewer.owed)
        }
    }

    private func paint() {
        let owed = driver.renderer.owed
        guard !owed.isEmpty else { return }
        driver.renderer.paintNoted()
        hits = Self.hits(driver.renderer)
        for viewer in viewers.values { for rect in owed { PictureEncoder.add(rect, to: &viewer.owed) } }
    }

    /// Returns the other changes; nil if there are none. See `delta` in Documentation/InspectorProtocol.md.
    package func delta(for viewer: Viewer) -> String? {
        let newFrames = frames.filter { $0.index >= viewer.frame }
        // Only the newest lines, if a program writes very many, so that the page is not delayed.
        let first = log.firstIndex { $0.number >= viewer.logNumber } ?? log.count
        let newLines = log[first...].suffix(viewer.logNumber == 0 ? Self.mostLines : Self.mostNewLines)
        let newInput = input.events.dropFirst(max(0, viewer.input - droppedInput))
        let span = self.span
        var newBars: [(Int, AnimationTimeline.Bar)] = []
        if viewer.version != version {
            for (at, bar) in timeline.bars.enumerated() {
                let number = at + timeline.dropped
                if let known = viewer.bars[number], known.removed == bar.removed, known.number == bar.number { continue }
                newBars.append((number, bar))
                viewer.bars[number] = bar
            }
            if viewer.bars.count > 2 * Self.mostBars { viewer.bars = viewer.bars.filter { $0.key >= timeline.dropped } }
        }
        guard viewer.version != version || !newFrames.isEmpty || !newLines.isEmpty || !newInput.isEmpty || viewer.span != span else {
            return nil
        }
        var out = JSONText(capacity: 4096)
        out.object { out in
            out.key("type")
            out.string("delta")
            out.key("time")
            out.number(time)
            out.key("span")
            out.array { out in for end in span { out.number(end) } }
            if viewer.version != version { writeLayers(for: viewer, to: &out) }
            if !newFrames.isEmpty {
                out.key("frames")
                out.array { out in for frame in newFrames { frame.write(to: &out) } }
            }
            if !newLines.isEmpty {
                out.key("log")
                out.array { out in for line in newLines { line.entry.write(to: &out) } }
            }
            if !newInput.isEmpty {
                out.key("input")
                out.array { out in for event in newInput { event.write(to: &out) } }
            }
            if !newBars.isEmpty {
                out.key("bars")
                out.array { out in
                    for (number, bar) in newBars {
                        out.array { out in
                            out.number(number)
                            out.json(InspectorJSON.text(bar))
                        }
                    }
                }
            }
        }
        (viewer.version, viewer.span) = (version, span)
        if let last = newFrames.last { viewer.frame = last.index + 1 }
        if let last = newLines.last { viewer.logNumber = last.number + 1 }
        viewer.input = droppedInput + input.events.count
        return out.text
    }

    /// Writes the layers whose rows changed, and the order if it changed.
    private func writeLayers(for viewer: Viewer, to out: inout JSONText) {
        if rows.version != version {
            rows = (version, SceneLook(driver.renderer.tree, at: time, picture: nil, hasValues: false).layers)
        }
        let new = rows.layers
        let old = viewer.rows
        let isSameOrder = old.count == new.count && zip(old, new).allSatisfy { $0.id == $1.id }
        var changed: [SceneLook.Layer] = []
        if isSameOrder {
            for (a, b) in zip(old, new) where a != b { changed.append(b) }
        } else {
            let known = Dictionary(old.map { ($0.id, $0) }) { $1 }
            changed = new.filter { known[$0.id] != $0 }
            out.key("order")
            out.array { out in for layer in new { out.number(Int(clamping: layer.id)) } }
        }
        out.key("layers")
        out.array { out in for layer in changed { layer.write(to: &out) } }
        viewer.rows = new
    }

    // MARK: Requests for the newest frame

    /// Returns the response to a request; nil if the newest frame does not contain the data.
    package func answer(_ request: InspectorRequest) -> String? {
        switch request {
        case .look(_, let hasPicture):
            paint()
            let image = hasPicture ? driver.renderer.image() : nil
            return SceneLook(driver.renderer.tree, at: time, picture: image, hasValues: false, hits: hits).json()
        case .values(let layer, _): return values(of: layer)
        case .ops: return InspectorJSON.text(OpCosts(driver.renderer, at: time))
        case .copy(let layer, _, let form): return Self.copy(layer, in: driver.renderer.tree, at: time, form)
        case .frames: return InspectorJSON.text(InspectedRecording.Frames(frames: frames))
        case .log: return InspectorJSON.text(InspectedRecording.Log(entries: log.map(\.entry)))
        case .timeline: return InspectorJSON.text(timeline)
        case .input: return InspectorJSON.text(input)
        default: return nil
        }
    }

    /// Returns the first message to a page.
    package func hello(title: String, isEditable: Bool) -> InspectedRecording.Hello {
        let viewport = driver.renderer.tree.viewport
        return InspectedRecording.Hello(
            mode: "live", title: title, size: [Int(viewport.width), Int(viewport.height)], scale: viewport.scale,
            span: span, isEditable: isEditable, losses: [])
    }

    /// Returns a layer's state in the newest frame; nil if the frame does not contain it.
    package func state(of layer: UInt64) -> LayerState? { driver.renderer.tree.states(of: LayerID(rawValue: layer))?.2 }

    private func values(of layer: UInt64) -> String {
        guard let (layerClass, model, shown) = driver.renderer.tree.states(of: LayerID(rawValue: layer)) else { return LayerValues.gone }
        return LayerValues(
            layer: layer, values: LayerValuesText(layerClass, model: model, presentation: shown, rendered: shown),
            note: "The program's main thread is busy: these are the values that it committed last."
        ).json()
    }

    // MARK: Responses shared with recordings

    private struct Copied: Encodable {
        var type = "copied"
        let text: String
    }

    static func copy(_ layer: UInt64, in tree: RenderTree, at time: Double, _ form: LayerCopy.Form) -> String {
        do {
            return InspectorJSON.text(Copied(text: try LayerCopy(layer, of: tree, at: time).made(as: form)))
        } catch {
            return InspectorRefusal.text(error.reason)
        }
    }

    static func hits(_ renderer: Renderer) -> [UInt64: Bool] {
        Dictionary(renderer.cacheUses.map { ($0.layer, $0.isHit) }) { $0 && $1 }
    }
}
