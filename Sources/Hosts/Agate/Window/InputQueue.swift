import AgateDiagnostics
import QuartzCore

/// Carries events from the window's thread to the thread that owns the layers. The events of one turn of its run loop are delivered
/// together; of several moves of one finger only the last is delivered.
final class InputQueue: Sendable {
    private struct State {
        var events: [InputEvent] = []
        var isScheduled = false
        var receiver: Receiver?
    }
    /// Called only on the thread of the queue.
    private struct Receiver: @unchecked Sendable { let body: (InputEvent) -> Void }
    private let state = Locked(State())
    private let queue: CallbackQueue

    init(_ queue: CallbackQueue) { self.queue = queue }

    /// Sets the receiver of the events; nil discards pending events. On the thread of the queue.
    func receive(_ body: ((InputEvent) -> Void)?) {
        let receiver = body.map(Receiver.init)
        state.withLock {
            $0.receiver = receiver
            if receiver == nil { $0.events = [] }
        }
    }

    /// Enqueues an event. Any thread.
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
        // The receiver is read again for each event, because an event may close the window.
        for event in events { state.withLock { $0.receiver }?.body(event) }
    }

    /// Appends an event. A move replaces an earlier one of the same finger if only moves came between; scroll distances are added. So a
    /// busy program gets one move instead of hundreds, and presses keep their order relative to moves.
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
    /// True if the event reports a current position or size, so that a later one may replace it.
    fileprivate var isMove: Bool {
        switch self {
        case .touch(let touch): touch.phase == .moved
        case .hover, .scroll, .resized: true
        default: false
        }
    }

    /// Returns one event that replaces two moves of the same object; nil if they are of different objects.
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
