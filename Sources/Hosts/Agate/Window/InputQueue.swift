import AgateDiagnostics
import QuartzCore

/// Carries events from the window's thread to the thread that owns the layers: what comes within one turn of its run loop arrives together,
/// moves of one finger as the last of them.
final class InputQueue: Sendable {
    private struct State {
        var events: [InputEvent] = []
        var isScheduled = false
        var receiver: Receiver?
    }
    /// Opened on the thread of the queue alone.
    private struct Receiver: @unchecked Sendable { let body: (InputEvent) -> Void }
    private let state = Locked(State())
    private let queue: CallbackQueue

    init(_ queue: CallbackQueue) { self.queue = queue }

    /// Who gets the events; nil throws away what comes. On the thread of the queue.
    func receive(_ body: ((InputEvent) -> Void)?) {
        let receiver = body.map(Receiver.init)
        state.withLock {
            $0.receiver = receiver
            if receiver == nil { $0.events = [] }
        }
    }

    /// Any thread.
    func post(_ event: InputEvent) {
        let mustSchedule = state.withLock { state in
            Self.add(event, to: &state.events)
            if state.isScheduled { return false }
            state.isScheduled = true
            return true
        }
        if mustSchedule { queue.post { self.deliver() } }
    }

    private func deliver() {
        let events = state.withLock { state in
            state.isScheduled = false
            let events = state.events
            state.events = []
            return events
        }
        // Asked for each: an event may close the window.
        for event in events { state.withLock { $0.receiver }?.body(event) }
    }

    /// Appends an event. A move takes the place of an earlier one of the same finger if nothing but moves came between; distances scrolled
    /// are added. So a program that is busy finds one move, not hundreds, and presses stay between the moves that they came between.
    static func add(_ event: InputEvent, to events: inout [InputEvent]) {
        var event = event
        var index = events.count - 1
        while event.kind.isMove, index >= 0, events[index].kind.isMove {
            if let kind = event.kind.merged(after: events[index].kind) {
                event.kind = kind
                events.remove(at: index)
                break
            }
            index -= 1
        }
        events.append(event)
    }
}

extension InputEvent.Kind {
    /// Whether it tells where something is by now, so that a later one may stand for it.
    fileprivate var isMove: Bool {
        switch self {
        case .touch(let touch): touch.phase == .moved
        case .hover, .scroll, .resized: true
        default: false
        }
    }

    /// One move for two of the same thing; nil where they are of different ones.
    fileprivate func merged(after earlier: InputEvent.Kind) -> InputEvent.Kind? {
        switch (earlier, self) {
        case (.touch(let a), .touch(let b)) where a.id == b.id && a.source == b.source: self
        case (.hover, .hover), (.resized, .resized): self
        case (.scroll(_, let a), .scroll(let place, let b)):
            .scroll(at: place, by: CGSize(width: a.width + b.width, height: a.height + b.height))
        default: nil
        }
    }
}
