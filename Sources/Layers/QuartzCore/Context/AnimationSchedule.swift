import CoreGraphics
import RenderTree

/// A time at which animations begin, or the last time at which they show.
package struct AnimationBoundary {
    package let time: Double
    package let isEnd: Bool
}

/// When the animations of a context begin and end, for a host that steps through time: the next one costs the logarithm of how many there
/// are. Times are media times; where a layer's own timing changes they are found again. Under the layers' lock.
final class AnimationSchedule {
    private typealias Place = (entry: AnimationEntry, number: UInt32)
    /// Where an entry's number is another by now, it stands elsewhere.
    private var begins = TimeQueue<Place>()
    private var ends = TimeQueue<Place>()
    /// How many places there were when those that hold no longer were last thrown away.
    private var tidyCount = 0
    /// Layers on and below which times may not hold any more.
    private var retimed: [CALayer] = []
    /// A layer of the context has, or had, a time that is not its superlayer's.
    private var hasLayerTiming = false
    private let inbox: RenderInbox
    /// How often a time was found, for tests that watch how work grows.
    private(set) var timesFound = 0

    init(inbox: RenderInbox) { self.inbox = inbox }

    /// The layer's own timing was committed.
    func noteTiming(of layer: CALayer) {
        hasLayerTiming = true
        retimed.append(layer)
    }

    /// Other layers stand in it.
    func noteLinks(of layer: CALayer) { if hasLayerTiming { retimed.append(layer) } }

    func add(_ entry: AnimationEntry) {
        guard let layer = entry.layer, !entry.passedEnd else { return }
        timesFound += 1
        let interval = AnimationClock(entry.spec.timing).interval
        let time = LayerContext.mediaTime(ofLocal: entry.passedBegin ? interval.end : interval.begin, on: layer)
        entry.scheduled &+= 1
        guard time.isFinite else { return }
        if entry.passedBegin { ends.add((entry, entry.scheduled), at: time) } else { begins.add((entry, entry.scheduled), at: time) }
    }

    /// The first time that was not passed. What begins at the very limit counts; what ends there does not, since the end of an animation
    /// still shows at its last boundary.
    func next(upTo limit: Double) -> AnimationBoundary? {
        if !retimed.isEmpty { findRetimed() }
        let begin = first(&begins), end = first(&ends)
        if begin <= limit, begin <= end, begin < .infinity { return AnimationBoundary(time: begin, isEnd: false) }
        return end < limit ? AnimationBoundary(time: end, isEnd: true) : nil
    }

    /// Takes what begins or ends there.
    func pass(_ boundary: AnimationBoundary) -> [AnimationEntry] {
        var passed: [AnimationEntry] = []
        if boundary.isEnd {
            while first(&ends) <= boundary.time, let next = ends.removeFirst() {
                next.element.entry.passedEnd = true
                passed.append(next.element.entry)
            }
        } else {
            while first(&begins) <= boundary.time, let next = begins.removeFirst() {
                next.element.entry.passedBegin = true
                passed.append(next.element.entry)
            }
            for entry in passed { add(entry) }
        }
        return passed
    }

    private func first(_ queue: inout TimeQueue<Place>) -> Double {
        while let first = queue.first {
            if holds(first.element) { return first.time }
            _ = queue.removeFirst()
        }
        return .infinity
    }

    private func holds(_ place: Place) -> Bool {
        place.number == place.entry.scheduled && !place.entry.isOver && place.entry.layer != nil && inbox.contains(place.entry.id)
    }

    private func findRetimed() {
        while let top = retimed.popLast() {
            var pending = [top]
            while let layer = pending.popLast() {
                for entry in layer.animationStore?.committed ?? [] where !entry.isOver && inbox.contains(entry.id) { add(entry) }
                pending.append(contentsOf: layer.children)
                if let mask = layer.maskLayer { pending.append(mask) }
            }
        }
        guard begins.count + ends.count > 64 + 2 * tidyCount else { return }
        begins.filter { holds($1) }
        ends.filter { holds($1) }
        tidyCount = begins.count + ends.count
    }
}

extension LayerContext {
    /// How often the schedule has found when an animation begins or ends.
    package var timesFound: Int { LayerLock.withLock { schedule?.timesFound ?? 0 } }

    /// Keeps a schedule from now on; before the first commit.
    package func keepSchedule() { schedule = AnimationSchedule(inbox: inbox) }

    /// The first time that the host has not passed on its way to a time.
    package func nextBoundary(upTo limit: Double) -> AnimationBoundary? { LayerLock.withLock { schedule?.next(upTo: limit) } }

    /// Marks what begins or ends there as passed, and posts that it did. False where the render tree has to be asked, since the time of a
    /// layer runs backwards.
    package func pass(_ boundary: AnimationBoundary) -> Bool {
        guard let schedule else { return false }
        let passed = LayerLock.withLock { schedule.pass(boundary) }
        guard !passed.contains(where: { $0.layer.map(LayerContext.mayRunBackwards) ?? true }) else { return false }
        let events = LayerLock.withLock {
            passed.compactMap { entry -> RenderEvent? in
                guard let layer = entry.layer, boundary.isEnd || entry.spec.timing.speed != 0 else { return nil }
                return RenderEvent(layer: layer.id, animation: entry.id, kind: boundary.isEnd ? .ended : .started)
            }
        }
        inbox.post(events)
        return true
    }

    /// Displays the layers that draw their animated values themselves.
    package func redraw() { inbox.redraw() }
}
