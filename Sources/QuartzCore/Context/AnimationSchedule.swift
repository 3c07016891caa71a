import CoreGraphics
import RenderTree

/// A time at which animations begin, or the last time at which they show.
package struct AnimationMoment {
    package let time: Double
    package let isEnd: Bool
}

/// When the animations of a context begin and end, for a host that steps through time: the next one costs the logarithm of how many there are.
/// Times are media times; where a layer's own timing changes they are found again. Used on the thread of the layers.
final class AnimationSchedule {
    private var begins = TimeQueue<AnimationEntry>()
    private var ends = TimeQueue<AnimationEntry>()
    /// Some time may not hold any more.
    private var isStale = false
    /// A layer of the context has, or had, a time that is not its superlayer's.
    private var hasLayerTiming = false
    private let inbox: RenderInbox

    init(inbox: RenderInbox) { self.inbox = inbox }

    /// The layer's own timing was committed.
    func noteTiming() {
        hasLayerTiming = true
        isStale = true
    }

    /// Layers changed places.
    func noteLinks() { if hasLayerTiming { isStale = true } }

    func add(_ entry: AnimationEntry) {
        guard let layer = entry.layer, !entry.passedEnd else { return }
        let interval = AnimationClock(entry.spec.timing).interval
        let time = LayerContext.mediaTime(ofLocal: entry.passedBegin ? interval.end : interval.begin, on: layer)
        guard time.isFinite else { return }
        if entry.passedBegin { ends.add(entry, at: time) } else { begins.add(entry, at: time) }
    }

    /// The first moment that was not passed. What begins at the very limit counts; what ends there does not, since the end of an animation still
    /// shows at its last moment.
    func next(upTo limit: Double) -> AnimationMoment? {
        if isStale { findAll() }
        let begin = first(&begins), end = first(&ends)
        if begin <= limit, begin <= end, begin < .infinity { return AnimationMoment(time: begin, isEnd: false) }
        return end < limit ? AnimationMoment(time: end, isEnd: true) : nil
    }

    /// Takes what begins or ends there.
    func pass(_ moment: AnimationMoment) -> [AnimationEntry] {
        var passed: [AnimationEntry] = []
        if moment.isEnd {
            while first(&ends) <= moment.time, let next = ends.removeFirst() {
                next.element.passedEnd = true
                passed.append(next.element)
            }
        } else {
            while first(&begins) <= moment.time, let next = begins.removeFirst() {
                next.element.passedBegin = true
                passed.append(next.element)
            }
            for entry in passed { add(entry) }
        }
        return passed
    }

    private func first(_ queue: inout TimeQueue<AnimationEntry>) -> Double {
        while let first = queue.first {
            if !first.element.isOver, first.element.layer != nil, inbox.contains(first.element.id) { return first.time }
            _ = queue.removeFirst()
        }
        return .infinity
    }

    private func findAll() {
        isStale = false
        begins.removeAll()
        ends.removeAll()
        for entry in inbox.entries where !entry.isOver { add(entry) }
    }
}

extension LayerContext {
    /// Keeps a schedule from now on; before the first commit.
    package func keepSchedule() { schedule = AnimationSchedule(inbox: inbox) }

    /// The first moment that the host has not passed on its way to a time.
    package func nextMoment(upTo limit: Double) -> AnimationMoment? { schedule?.next(upTo: limit) }

    /// Marks what begins or ends there as passed, and posts that it did. False where the render tree has to be asked, since the time of a layer
    /// runs backwards.
    package func pass(_ moment: AnimationMoment) -> Bool {
        guard let schedule else { return false }
        let passed = schedule.pass(moment)
        guard !passed.contains(where: { $0.layer.map(LayerContext.mayRunBackwards) ?? true }) else { return false }
        inbox.post(passed.compactMap { entry in
            guard let layer = entry.layer, moment.isEnd || entry.spec.timing.speed != 0 else { return nil }
            return RenderEvent(layer: layer.id, animation: entry.id, kind: moment.isEnd ? .ended : .started)
        })
        return true
    }

    /// Displays the layers that draw their animated values themselves.
    package func redraw() { inbox.redraw() }
}
