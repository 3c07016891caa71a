import AgateDiagnostics
import CoreFoundation
import Dispatch

/// Messages for one thread: completion blocks and animation delegates are never called from inside a commit, but from here.
///
/// Either a run loop drains it by itself, or a host with a virtual clock does by hand, so that the order is the same in every run.
package final class CallbackQueue: Sendable {
    /// Closures and run loops are only touched on the thread that the queue stands for.
    private struct Message: @unchecked Sendable {
        let body: () -> Void
        /// Tells that something ended, in this turn of `flush`; nil for a message that only a turn of the run loop may deliver.
        let turn: Int?

        func isOld(_ now: Int) -> Bool { turn.map { $0 < now } ?? false }
    }
    private struct Loop: @unchecked Sendable { let loop: CFRunLoop }
    private struct State {
        var messages: [Message] = []
        var isScheduled = false
        /// How often a `flush` of the thread has returned.
        var turn = 0
        var isDelivering = false
    }
    private let state = Locked(State())
    private let loop: Loop?

    /// A queue that a host drains.
    package init() { loop = nil }

    /// A queue that a run loop drains in its common modes.
    package init(runLoop: CFRunLoop) { loop = Loop(loop: runLoop) }

    /// The queue of the main thread's run loop.
    package static let main = CallbackQueue(runLoop: CFRunLoopGetMain())

    /// The queue of the thread that calls, for what it will be reported later: the main one where the main queue runs, else its own run
    /// loop's.
    package static var ofThisThread: CallbackQueue {
        let loop = CFRunLoopGetCurrent()!
        return loop === CFRunLoopGetMain() || MainQueue.isCurrent ? main : CallbackQueue(runLoop: loop)
    }

    /// Adds a message; any thread.
    package func post(_ body: @escaping () -> Void) { add(body, isEnd: false) }

    /// Adds a message that tells of an end: of an animation, or of all that a block waits for. It keeps what the program gave for that,
    /// often whole trees, so that `deliverEnds` need not wait for the run loop.
    package func postEnd(_ body: @escaping () -> Void) { add(body, isEnd: true) }

    private func add(_ body: @escaping () -> Void, isEnd: Bool) {
        let mustSchedule = state.withLock { state in
            state.messages.append(Message(body: body, turn: isEnd ? state.turn : nil))
            if state.isScheduled { return false }
            state.isScheduled = true
            return true
        }
        guard mustSchedule, let loop else { return }
        CFRunLoopPerformBlock(loop.loop, kCFRunLoopCommonModes) { self.drain() }
        CFRunLoopWakeUp(loop.loop)
        // In a program that waits in `dispatchMain()`, nobody runs the main run loop. Whichever comes first drains.
        if self === Self.main, !MainQueue.hasRunLoop { DispatchQueue.main.async { self.drain() } }
    }

    /// Runs the messages that are there now, in order; those that they post wait for the next turn. True if there were any.
    @discardableResult
    package func drain() -> Bool {
        let messages = state.withLock { state in
            state.isScheduled = false
            return exchange(&state.messages, with: [])
        }
        for message in messages { message.body() }
        return !messages.isEmpty
    }

    /// Runs the messages that tell of ends and that an earlier call has left; what has come since waits for the next call, or for the run
    /// loop. A call from inside such a message does nothing.
    func deliverEnds() {
        let ended = state.withLock { state -> [Message] in
            guard !state.isDelivering else { return [] }
            defer { state.turn += 1 }
            guard state.messages.contains(where: { $0.isOld(state.turn) }) else { return [] }
            let ended = state.messages.filter { $0.isOld(state.turn) }
            state.messages.removeAll { $0.isOld(state.turn) }
            state.isDelivering = true
            return ended
        }
        guard !ended.isEmpty else { return }
        for message in ended { message.body() }
        state.withLock { $0.isDelivering = false }
    }

    package var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }
}

private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
    let old = value
    value = new
    return old
}
