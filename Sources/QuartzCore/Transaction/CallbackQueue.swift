import AgateDiagnostics
import CoreFoundation
import Dispatch

/// Messages for one thread: completion blocks and animation delegates are never called from inside a commit, but from here.
///
/// Either a run loop drains it by itself, or a host with a virtual clock does by hand, so that the order is the same in every run.
package final class CallbackQueue: Sendable {
    /// Closures and run loops are only touched on the thread that the queue stands for.
    private struct Message: @unchecked Sendable { let body: () -> Void }
    private struct Loop: @unchecked Sendable { let loop: CFRunLoop }
    private struct State {
        var messages: [Message] = []
        var isScheduled = false
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
    package func post(_ body: @escaping () -> Void) {
        let mustSchedule = state.withLock { state in
            state.messages.append(Message(body: body))
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

    package var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }
}

private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
    let old = value
    value = new
    return old
}
