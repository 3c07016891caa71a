import AgateDiagnostics
import CoreGraphics
import RenderTree
import Synchronization

/// Delivers render events to the threads that added the animations. Thread-safe; it takes no lock of the layers, so that a program that
/// holds one can't delay a frame.
package final class RenderInbox: Sendable {
    /// The entry is only accessed on the thread of its queue.
    private struct Route: @unchecked Sendable {
        let entry: AnimationEntry
        let queue: CallbackQueue
        /// True if the animation is observed, even if its layer no longer exists by then.
        let isObserved: Bool
    }
    /// An event that waits for a turn of the run loop. It does not retain an animation without observers.
    private struct Pending: @unchecked Sendable {
        let observed: AnimationEntry?
        weak var other: AnimationEntry?
        let kind: RenderEvent.Kind

        init(_ route: Route, _ kind: RenderEvent.Kind) {
            observed = route.isObserved ? route.entry : nil
            other = route.entry
            self.kind = kind
        }

        var event: (entry: AnimationEntry, kind: RenderEvent.Kind)? { (observed ?? other).map { ($0, kind) } }
    }
    private let routes = Locked<[AnimationID: Route]>([:])
    /// The routes of animations that display their layer in each frame.
    private let redrawing = Locked<[AnimationID: Route]>([:])
    private let isTicking = Atomic(false)
    /// The listener that is notified of frames while something moves. Its closure is only called on its queue's thread.
    private struct Listener: @unchecked Sendable {
        let queue: CallbackQueue
        let body: () -> Void
        /// True if it is also notified while no animation runs.
        var wantsAll = false
    }
    private let listener = Locked<Listener?>(nil)
    private let isNotifying = Atomic(false)

    package init() {}

    func add(_ entry: AnimationEntry) {
        let route = Route(entry: entry, queue: entry.queue, isObserved: entry.isObserved)
        routes.withLock { $0[route.entry.id] = route }
        if entry.redraws { redrawing.withLock { $0[route.entry.id] = route } }
    }

    func remove(_ id: AnimationID) {
        _ = routes.withLock { $0.removeValue(forKey: id) }
        redrawing.withLock { if !$0.isEmpty { $0.removeValue(forKey: id) } }
    }

    /// The animations that the render tree has, in no particular order.
    var entries: [AnimationEntry] { routes.withLock { Array($0.values) }.map(\.entry) }

    func contains(_ id: AnimationID) -> Bool { routes.withLock { $0[id] != nil } }

    func removeAll() {
        routes.withLock { $0 = [:] }
        redrawing.withLock { $0 = [:] }
    }

    /// Notifies layers that draw their animated values themselves of a frame, so that they are displayed on their thread. Frames made
    /// before that are coalesced.
    package func tick() {
        notifyListener()
        guard let route = redrawing.withLock({ $0.first?.value }) else { return }
        guard !isTicking.exchange(true, ordering: .relaxed) else { return }
        route.queue.post {
            self.isTicking.store(false, ordering: .relaxed)
            self.redraw()
        }
    }

    private func notifyListener() {
        guard let listener = listener.withLock({ $0 }), listener.wantsAll || !routes.withLock({ $0.isEmpty }) else { return }
        guard !isNotifying.exchange(true, ordering: .relaxed) else { return }
        listener.queue.post {
            self.isNotifying.store(false, ordering: .relaxed)
            listener.body()
        }
    }

    /// Calls `body` on the queue after frames that are made while animations run.
    func listen(on queue: CallbackQueue, _ body: @escaping () -> Void) {
        let new = Listener(queue: queue, body: body)
        listener.withLock { $0 = new }
    }

    /// Sets whether the listener is notified of every frame.
    func setListensAlways(_ always: Bool) { listener.withLock { $0?.wantsAll = always } }

    /// Displays these layers now, with the current animated values. Call on the thread of the layers.
    package func redraw() {
        CALayer.redraw(redrawing.withLock { Array($0.values) }.compactMap(\.entry.layer))
    }

    /// Posts events in batches, each to the thread of its animation.
    package func post(_ events: [RenderEvent]) {
        guard !events.isEmpty else { return }
        var batches: [(queue: CallbackQueue, events: [Pending])] = []
        routes.withLock { routes in
            for event in events {
                guard let route = routes[event.animation] else { continue }
                if let index = batches.firstIndex(where: { $0.queue === route.queue }) {
                    batches[index].events.append(Pending(route, event.kind))
                } else {
                    batches.append((route.queue, [Pending(route, event.kind)]))
                }
            }
        }
        for batch in batches {
            let events = batch.events
            batch.queue.postEnd { Self.deliver(events.compactMap(\.event), self) }
        }
    }

    /// Delivers starts, then ends, the latest added first. An animation that is removed on completion is removed before its delegate
    /// is notified.
    private static func deliver(_ events: [(entry: AnimationEntry, kind: RenderEvent.Kind)], _ inbox: RenderInbox) {
        let ordered = events.sorted { $0.entry.id.rawValue > $1.entry.id.rawValue }
        let started = LayerLock.withLock {
            ordered.filter { event in
                guard event.kind == .started, !event.entry.hasStarted, !event.entry.isOver else { return false }
                event.entry.hasStarted = true
                return true
            }
        }
        for event in started { event.entry.delegate?.animationDidStart(event.entry.animation) }
        var ends: [AnimationEnd] = []
        var redrawn: [CALayer] = []
        LayerLock.withLock {
            for event in ordered where event.kind == .ended && !event.entry.isOver {
                ends.append(AnimationEnd(entry: event.entry, reason: .completed, startsFirst: false))
                guard event.entry.spec.isRemovedOnCompletion else {
                    if event.entry.spec.fillsForwards { event.entry.layer?.live?.isHidden = true }
                    continue
                }
                inbox.remove(event.entry.id)
                event.entry.layer?.animationStore?.forget(event.entry)
                if event.entry.redraws, let layer = event.entry.layer { redrawn.append(layer) }
            }
        }
        CALayer.redraw(redrawn)
        AnimationEnd.deliver(ends)
    }
}
