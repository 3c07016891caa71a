import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// All animations of a recording, each with its parameters and its values over time.
package struct AnimationTimeline: Encodable, Sendable {
    package struct Bar: Encodable, Sendable {
        package var layer: UInt64
        package var number: UInt64
        package var layerName: String
        package var keyPath: String
        package var kind: String
        /// The times of the commit, the begin and the end, in media time; "inf" if there is no end. If layers have their own timing, its
        /// relation to the host's time is that of the commit.
        package var added, begin, end: Double
        /// The time at which a commit removed it; nil if it ended by itself, or still runs.
        package var removed: Double?
        package var duration, repeatCount: Double
        package var speed: Double
        package var autoreverses: Bool
        package var fillMode: String
        package var isRemovedOnCompletion: Bool
        /// The four numbers of a cubic curve; nil is linear.
        package var curve: [Double]?
        package var keyTimes: [Double]?
        package var from, to, by: String?
        /// Numbers of the property at equal intervals from `begin` to `plotEnd`, one list for each component.
        package var plot: [[Double]]
        package var plotEnd: Double
        /// The animation in Swift.
        package var code: String
    }

    package var type = "timeline"
    package var bars: [Bar] = []

    private static let samples = 48

    /// The states of the layers, for later animations, and the bars of animations that were not removed.
    private var states: [LayerID: (LayerState, LayerClass)] = [:]
    private var parents: [LayerID: LayerID] = [:]
    private var open: [AnimationID: Int] = [:]
    /// The bars that commits have changed since the last call of `takeChanges()`.
    private(set) var changed: Set<Int> = []

    private enum CodingKeys: CodingKey { case type, bars }

    package init() {}

    package init(_ recording: Recording) {
        for case .commit(let commit) in recording.entries { add(commit) }
    }

    /// Adds a later commit. The bars of its animations follow the existing ones.
    package mutating func add(_ commit: Commit) {
        for update in commit.updates {
            states[update.id] = (update.state, update.layerClass)
            for child in update.sublayers ?? [] { parents[child] = update.id }
            if case .some(let mask?) = update.mask { parents[mask] = update.id }
        }
        for change in commit.animations {
            switch change {
            case .add(let layer, let id, let spec):
                if open[id] != nil { continue }
                let (state, layerClass) = states[layer] ?? (LayerState(), .layer)
                let first = bars.count
                add(spec, layer, id, state, layerClass, commit.time, parent: nil)
                if bars.count > first { open[id] = first }
                for at in first..<bars.count { changed.insert(at) }
            case .remove(_, let id):
                guard let index = open.removeValue(forKey: id) else { continue }
                // The bars of a group's children follow its own.
                for at in index..<bars.count {
                    guard bars[at].number == id.rawValue else { break }
                    bars[at].removed = commit.time
                    changed.insert(at)
                }
            }
        }
    }

    /// The number of bars that were dropped from the beginning.
    private(set) var dropped = 0

    /// Drops the oldest bars. The others keep their numbers, which count from the first bar ever.
    mutating func keep(_ count: Int) {
        let leaving = bars.count - count
        guard leaving > 0 else { return }
        bars.removeFirst(leaving)
        dropped += leaving
        open = open.compactMapValues { $0 >= leaving ? $0 - leaving : nil }
        changed = Set(changed.compactMap { $0 >= leaving ? $0 - leaving : nil })
    }

    /// Returns the indices of the bars that changed since the last call.
    mutating func takeChanges() -> [Int] {
        defer { changed = [] }
        return changed.sorted()
    }

    private mutating func add(
        _ spec: AnimationSpec, _ layer: LayerID, _ id: AnimationID, _ state: LayerState, _ layerClass: LayerClass, _ added: Double,
        parent: Bar?
    ) {
        if case .group(let children) = spec.content {
            let own = bar(spec, "group of \(children.count)", "", layer, id, state, layerClass, added, parent)
            bars.append(onHostTime(own, layer))
            for child in children { add(child, layer, id, state, layerClass, added, parent: own) }
            return
        }
        let (kind, path): (String, String) =
            switch spec.content {
            case .empty: ("empty", "")
            case .basic(let target, _): ("basic", target.keyPath)
            case .keyframe(let target, _): ("keyframe", target.keyPath)
            case .spring(let target, _, _): ("spring", target.keyPath)
            case .transition(let transition): ("transition \(transition.type)", "contents of all")
            case .function(let target, _): ("function", target.keyPath)
            case .group: ("group", "")
            }
        bars.append(onHostTime(bar(spec, kind, path, layer, id, state, layerClass, added, parent), layer))
    }

    /// Converts a bar from its layer's time to media time.
    private func onHostTime(_ bar: Bar, _ layer: LayerID) -> Bar {
        var path: [MediaTiming] = []
        var next: LayerID? = layer
        // Limited to the largest depth of layers, because the links in a damaged file may form a cycle.
        for _ in 0..<10_000 {
            guard let id = next else { break }
            if let state = states[id]?.0, state.extraBox != nil, !state.extra.timing.isPlain { path.append(state.extra.timing) }
            next = parents[id]
        }
        guard !path.isEmpty else { return bar }
        let local = path.reversed().reduce(bar.added) { $1.localTime(atParentTime: $0) }
        let speed = path.reduce(1) { $0 * Double($1.speed) }
        // A stopped time can't be converted.
        guard speed > 0, speed.isFinite, local.isFinite else { return bar }
        var placed = bar
        placed.begin = bar.added + (bar.begin - local) / speed
        placed.end = bar.added + (bar.end - local) / speed
        placed.plotEnd = bar.added + (bar.plotEnd - local) / speed
        placed.speed *= speed
        return placed
    }

    private func bar(
        _ spec: AnimationSpec, _ kind: String, _ path: String, _ layer: LayerID, _ id: AnimationID, _ state: LayerState,
        _ layerClass: LayerClass,
        _ added: Double, _ parent: Bar?
    ) -> Bar {
        let timing = spec.timing
        let name = state.objectsBox == nil ? nil : state.objects.name
        let interval = CompiledAnimation(spec: spec, id: id, layerClass: layerClass).activeInterval()
        let offset = parent?.begin ?? 0
        // A group clips its children's intervals.
        let begin = interval.begin + offset
        let end = min(interval.end + offset, parent?.end ?? .infinity)
        var bar = Bar(
            layer: layer.rawValue, number: id.rawValue,
            layerName: name.map(ForeignText.line) ?? "\(layerClass.name) \(layer.rawValue)", keyPath: ForeignText.line(path),
            kind: ForeignText.line(kind), added: added,
            begin: begin, end: max(begin, end), removed: nil, duration: timing.duration, repeatCount: Double(timing.repeatCount),
            speed: Double(timing.speed),
            autoreverses: timing.autoreverses, fillMode: "\(timing.fillMode)", isRemovedOnCompletion: spec.isRemovedOnCompletion,
            curve: spec.timingCurve.map { [$0.c1x, $0.c1y, $0.c2x, $0.c2y].map { Double(($0 * 10_000).rounded() / 10_000) } }, plot: [],
            plotEnd: begin,
            code: AnimationCode.swift(spec)
        )
        switch spec.content {
        case .basic(_, let basic), .spring(_, let basic, _):
            (bar.from, bar.to, bar.by) = (basic.from.map(PropertyText.of), basic.to.map(PropertyText.of), basic.by.map(PropertyText.of))
        case .keyframe(_, let keyframe):
            let count = keyframe.values.count
            bar.keyTimes = keyframe.keyTimes
            if bar.keyTimes == nil, count > 1 { bar.keyTimes = (0..<count).map { Double($0) / Double(count - 1) } }
            (bar.from, bar.to) = (keyframe.values.first.map(PropertyText.of), keyframe.values.last.map(PropertyText.of))
        default: break
        }
        if parent == nil { plot(&bar, spec, id, path, state, layerClass) }
        return bar
    }

    /// Returns the values of the property while the animation runs, based on the layer's own value.
    private func plot(
        _ bar: inout Bar, _ spec: AnimationSpec, _ id: AnimationID, _ path: String, _ state: LayerState, _ layerClass: LayerClass
    ) {
        guard let keyPath = PropertyKeyPath(path, of: layerClass), bar.begin.isFinite else { return }
        let compiled = CompiledAnimation(spec: spec, id: id, layerClass: layerClass)
        bar.plotEnd =
            bar.end.isFinite
            ? bar.end : bar.begin + max(spec.timing.duration, 1e-6) * (spec.timing.autoreverses ? 2 : 1) / max(1e-6, abs(bar.speed))
        guard bar.plotEnd.isFinite, bar.plotEnd > bar.begin else { return }
        for i in 0..<Self.samples {
            var at = state
            let time = bar.begin + (bar.plotEnd - bar.begin) * Double(i) / Double(Self.samples - 1)
            _ = compiled.apply(at: time, to: &at)
            guard let numbers = at.value(at: keyPath)?.components, numbers.count <= 4 else {
                bar.plot = []
                return
            }
            if bar.plot.isEmpty { bar.plot = Array(repeating: [], count: numbers.count) }
            guard bar.plot.count == numbers.count else {
                bar.plot = []
                return
            }
            for (index, number) in numbers.enumerated() { bar.plot[index].append((number * 10_000).rounded() / 10_000) }
        }
    }
}
