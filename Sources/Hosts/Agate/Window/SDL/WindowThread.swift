#if Windows
import AgateDiagnostics
import Foundation
import Raster

/// The only thread that calls SDL: it creates the windows, handles the events and shows the frames of all of them.
///
/// SDL requires events to be handled on the thread that created the windows, and a display connection that two threads read loses wake-ups.
/// So nothing is shared: other threads enqueue requests and signal the pipe. The thread sleeps on the display's socket and the pipe
/// together; while windows are idle nothing wakes it.
final class WindowThread: Sendable {
    static let shared = WindowThread()

    /// A request whose caller waits for the result.
    private final class Question: Sendable {
        let done = DispatchSemaphore(value: 0)
    }
    private struct State {
        var requests: [@Sendable (WindowPump) -> Void] = []
        var questions: [Question] = []
        var isLost = false
        var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }
    private let state = Locked(State())
    /// A pipe: a byte written to one end wakes the thread that sleeps on the other.
    private let bell: (ear: Int32, rope: Int32)
    /// Held by this thread while it does anything with the display, and by a software rasteriser that sends a frame; see `SoftwareSwap`.
    let displayLock = NSLock()
    /// The thread's identifier, once it runs.
    private let number = Locked<pthread_t?>(nil)

    private init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        bell = (ends[0], ends[1])
        let thread = Thread { [self] in
            // If it is set on the thread itself, the system also shows the name.
            Thread.current.name = "agate.window"
            number.withLock { $0 = pthread_self() }
            WindowPump(bell: bell.ear).run(self)
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Wakes the thread; any thread.
    func ring() {
        // If the pipe is full, a wake-up is already pending.
        var stroke: UInt8 = 1
        _ = write(bell.rope, &stroke, 1)
    }

    /// Enqueues a request; any thread.
    func perform(_ body: @escaping @Sendable (WindowPump) -> Void) {
        state.withLock { if !$0.isLost { $0.requests.append(body) } }
        ring()
    }

    /// Enqueues a request and waits for its result; nil if the display disconnected meanwhile. Any thread except the window's own.
    @discardableResult
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (WindowPump) -> Answer) -> Answer? {
        let question = Question(), answer = Locked<Answer?>(nil)
        let isLost = state.withLock { state in
            if state.isLost { return true }
            state.questions.append(question)
            state.requests.append { pump in
                let given = body(pump)
                answer.withLock { $0 = given }
                question.done.signal()
            }
            return false
        }
        if isLost { return nil }
        ring()
        question.done.wait()
        state.withLock { $0.questions.removeAll { $0 === question } }
        return answer.withLock { $0 }
    }

    /// Returns and removes the pending requests; on the window's thread.
    func takeRequests() -> [@Sendable (WindowPump) -> Void] {
        state.withLock { state in
            let taken = state.requests
            state.requests = []
            return taken
        }
    }

    /// Sets the closure that is called when the display disconnects; nil removes it. It is called immediately if the display is already
    /// lost.
    func listen(_ owner: AnyObject, _ body: (@Sendable () -> Void)?) {
        let isLost = state.withLock { state in
            state.listeners[ObjectIdentifier(owner)] = body
            return state.isLost
        }
        if isLost { body?() }
    }

    /// Blocks the calling thread until the process ends. It holds no lock of the display meanwhile.
    static func sleepForever() -> Never {
        if shared.isCurrent { shared.displayLock.unlock() }
        while true { pause() }
    }

    /// True if the current thread is this one.
    var isCurrent: Bool { number.withLock { $0 } == pthread_self() }

    /// True if the display is lost permanently. Any thread.
    var isLost: Bool { state.withLock { $0.isLost } }

    /// Records that the display is lost permanently: SDL can't be called any more. On the window's thread.
    func displayWentAway() {
        let (questions, listeners) = state.withLock { state in
            let listeners = state.isLost ? ([], []) : (state.questions, Array(state.listeners.values))
            state.isLost = true
            state.requests = []
            return listeners
        }
        // Without windows the loss has no effect, so it is not reported.
        if !listeners.isEmpty {
            Diagnostic.reportOnce(
                "window.display-lost", key: "display", "the connection to the display was lost; its windows no longer show anything")
        }
        for listener in listeners { listener() }
        for question in questions { question.done.signal() }
    }
}
#endif
