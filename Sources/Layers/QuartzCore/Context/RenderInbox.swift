import AgateDiagnostics
import CoreGraphics
import RenderTree
import Synchronization

/// Carries render events to the threads that added the animations. Safe on any thread; takes none of the layers' locks, so that a
/// program that holds them can't hold up a frame.
package final class RenderInbox: Sendable {
    /// An entry is only opened on the thread of its queue.
    private struct Route: @unchecked Sendable {
        let entry: AnimationEntry
        let queue: CallbackQueue
        /// Somebody hears of it, even when its layer is gone by then.
        let isObserved: Bool
    }
    /// What waits for a turn of the run loop keeps nothing that nobody waits for.
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
    /// Those of them that want their layer displayed in each frame.
    private let redrawing = Locked<[AnimationID: Route]>([:])
    private let isTicking = Atomic(false)
    /// Who wants to hear of frames while something moves: opened on its queue's thread only.
    private struct Listener: @unchecked Sendable {
        let queue: CallbackQueue
        let body: () -> Void
        /// Also while no animation runs.
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

    /// The animations that the render tree has, in no order.
    var entries: [AnimationEntry] { routes.withLock { Array($0.values) }.map(\.entry) }

    func contains(_ id: AnimationID) -> Bool { routes.withLock { $0[id] != nil } }

    func removeAll() {
        routes.withLock { $0 = [:] }
        redrawing.withLock { $0 = [:] }
    }

    /// A frame was made: layers that draw their animated values themselves are displayed, on their thread. Frames made meanwhile are
    /// left out.
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

    /// Whether the listener hears of every frame.
    func setListensAlways(_ always: Bool) { listener.withLock { $0?.wantsAll = always } }

    /// Displays them now, with the values that show; on the thread of the layers.
    package func redraw() {
        CALayer.redraw(redrawing.withLock { Array($0.values) }.compactMap(\.entry.layer))
    }

    /// Posts events, each to the thread of its animation, in batches.
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

    /// Starts, then ends, the latest added first. An animation that is removed when it completes is gone before its delegate hears of it.
    private static func deliver(_ events: [(entry: AnimationEntry, kind: RenderEvent.Kind)], _ inbox: RenderInbox) {
        let ordered = events.sorted { $0.entry.id.rawValue > $1.entry.id.rawValue }
        let started = LayerLock.withLock {
            ordered.filter { event in
                guard event.kind == .started, !event.entry.hasStarted, !event.entry.isOver else { return false }
                event.entry.hasStarted = true
                return true
            }
        }
        for event in started { event.entry.animation.delegate?.animationDidStart(event.entry.animation) }
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
