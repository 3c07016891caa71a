import AgateDiagnostics
import CoreFoundation
import Dispatch

/// Messages for one thread. Completion blocks and animation delegates are never called from inside a commit, but from here.
///
/// The queue is drained either by a run loop or explicitly by a host with a virtual clock, so that the order is the same in every run.
package final class CallbackQueue: Sendable {
    /// Closures and run loops are only accessed on the queue's thread.
    private struct Message: @unchecked Sendable {
        let body: () -> Void
        /// The turn of `flush` in which a message about an end was posted; nil for a message that only a turn of the run loop may deliver.
        let turn: Int?

        func isOld(_ now: Int) -> Bool { turn.map { $0 < now } ?? false }
    }
    private struct Loop: @unchecked Sendable { let loop: CFRunLoop }
    private struct State {
        var messages: [Message] = []
        /// True while a block of the run loop is waiting to drain the queue. A host that drains the queue itself leaves that block waiting.
        var isInRunLoop = false
        /// True while a block of the main dispatch queue is waiting to drain the queue.
        var isInMainQueue = false
        /// The number of times that a `flush` of the thread has returned.
        var turn = 0
        var isDelivering = false
    }
    private let state = Locked(State())
    private let loop: Loop?

    /// Creates a queue that a host drains.
    package init() { loop = nil }

    /// Creates a queue that a run loop drains in its common modes.
    package init(runLoop: CFRunLoop) { loop = Loop(loop: runLoop) }

    /// The queue of the main thread's run loop.
    package static let main = CallbackQueue(runLoop: CFRunLoopGetMain())

    /// The queue for callbacks to the calling thread: the main queue if the code runs on the main queue, otherwise that of the thread's
    /// own run loop.
    package static var ofThisThread: CallbackQueue {
        let loop = CFRunLoopGetCurrent()!
        return loop === CFRunLoopGetMain() || MainQueue.isCurrent ? main : CallbackQueue(runLoop: loop)
    }

    /// Adds a message. Thread-safe.
    package func post(_ body: @escaping () -> Void) { add(body, isEnd: false) }

    /// Adds a message about an end: of an animation, or of everything that a block waits for. Such a message retains objects of the
    /// program, often whole trees, so `deliverEnds` can deliver it without waiting for the run loop.
    package func postEnd(_ body: @escaping () -> Void) { add(body, isEnd: true) }

    private func add(_ body: @escaping () -> Void, isEnd: Bool) {
        let isFirst = state.withLock { state in
            state.messages.append(Message(body: body, turn: isEnd ? state.turn : nil))
            return state.messages.count == 1
        }
        guard isFirst, let loop else { return }
        if state.withLock({ !exchange(&$0.isInRunLoop, with: true) }) {
            CFRunLoopPerformBlock(loop.loop, kCFRunLoopCommonModes) { self.drain { $0.isInRunLoop = false } }
            CFRunLoopWakeUp(loop.loop)
        }
        // In a program that waits in `dispatchMain()`, the main run loop does not run. Whichever comes first drains the queue.
        if self === Self.main, !MainQueue.hasRunLoop, state.withLock({ !exchange(&$0.isInMainQueue, with: true) }) {
            DispatchQueue.main.async { self.drain { $0.isInMainQueue = false } }
        }
    }

    /// Runs the current messages in order. Messages that they post wait for the next turn. Returns true if there were any.
    @discardableResult
    package func drain() -> Bool { drain { _ in } }

    @discardableResult
    private func drain(_ begin: (inout State) -> Void) -> Bool {
        let messages = state.withLock { state in
            begin(&state)
            return exchange(&state.messages, with: [])
        }
        for message in messages { message.body() }
        return !messages.isEmpty
    }

    /// Runs the messages about ends that were posted before the previous call returned. Later ones wait for the next call, or for the run
    /// loop. A call from inside such a message is a no-op.
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
