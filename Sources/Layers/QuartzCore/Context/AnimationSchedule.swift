import CoreGraphics
import RenderTree

/// The time at which an animation begins, or the last time at which it is shown.
package struct AnimationBoundary {
    package let time: Double
    package let isEnd: Bool
}

/// The begin and end times of a context's animations, for a host that steps through time. Finding the next one takes logarithmic time.
/// Times are media times. They are recomputed when a layer's own timing changes. Accessed under the layer lock.
final class AnimationSchedule {
    private typealias Place = (entry: AnimationEntry, number: UInt32)
    /// The queued begin times. A queued entry whose number differs from the animation's current number is obsolete.
    @exclusivity(unchecked) private var begins = TimeQueue<Place>()
    @exclusivity(unchecked) private var ends = TimeQueue<Place>()
    /// The number of queued entries after obsolete ones were last removed.
    @exclusivity(unchecked) private var tidyCount = 0
    /// Layers whose times, and those of their descendants, may be obsolete.
    @exclusivity(unchecked) private var retimed: [CALayer] = []
    /// True if a layer of the context has, or had, a time that differs from its superlayer's.
    @exclusivity(unchecked) private var hasLayerTiming = false
    private let inbox: RenderInbox
    /// The number of times computed, for tests that measure how work grows.
    @exclusivity(unchecked) private(set) var timesFound = 0

    init(inbox: RenderInbox) { self.inbox = inbox }

    /// Records that the layer's own timing was committed.
    func noteTiming(of layer: CALayer) {
        hasLayerTiming = true
        retimed.append(layer)
    }

    /// Records that the layer's sublayers have changed.
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

    /// Returns the first boundary that was not passed. A begin exactly at the limit is included; an end is not, since the end of an
    /// animation is still visible at its last boundary.
    func next(upTo limit: Double) -> AnimationBoundary? {
        if !retimed.isEmpty { findRetimed() }
        let begin = first(&begins), end = first(&ends)
        if begin <= limit, begin <= end, begin < .infinity { return AnimationBoundary(time: begin, isEnd: false) }
        return end < limit ? AnimationBoundary(time: end, isEnd: true) : nil
    }

    /// Removes and returns the animations that begin or end at the boundary.
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
    /// The number of begin and end times that the schedule has computed.
    package var timesFound: Int { LayerLock.withLock { schedule?.timesFound ?? 0 } }

    /// Creates a schedule. Call before the first commit.
    package func keepSchedule() { schedule = AnimationSchedule(inbox: inbox) }

    /// Returns the first boundary up to a time that the host has not passed.
    package func nextBoundary(upTo limit: Double) -> AnimationBoundary? { LayerLock.withLock { schedule?.next(upTo: limit) } }

    /// Marks the animations that begin or end at the boundary as passed, and posts the events. Returns false if the render tree must be
    /// queried instead, since the time of a layer runs backwards.
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
