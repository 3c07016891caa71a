#if Windows
import AgateDiagnostics
import Foundation
import Raster

/// The one thread that calls SDL: it makes the windows, hears the events and shows the frames of all of them.
///
/// SDL wants its events heard where its windows were made, and a display connection that two threads read loses wake-ups. So nothing is
/// shared: other threads leave requests and ring. It sleeps on the display's socket and the bell together, and while windows are still
/// nothing wakes it.
final class WindowThread: Sendable {
    static let shared = WindowThread()

    /// A question that somebody waits for.
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
    /// A pipe: a byte written to one end wakes who sleeps on the other.
    private let bell: (ear: Int32, rope: Int32)
    /// Which thread it is, once it runs.
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
            // Set from inside, the system shows it too.
            Thread.current.name = "agate.window"
            number.withLock { $0 = pthread_self() }
            WindowPump(bell: bell.ear).run(self)
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Wakes the thread; any thread.
    func ring() {
        // A pipe that is full has rung.
        var stroke: UInt8 = 1
        _ = write(bell.rope, &stroke, 1)
    }

    /// Leaves a request; any thread.
    func perform(_ body: @escaping @Sendable (WindowPump) -> Void) {
        state.withLock { if !$0.isLost { $0.requests.append(body) } }
        ring()
    }

    /// Asks and waits for the answer; nil if the display went away meanwhile. Any thread but the window's own.
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

    /// What waits to be done; on the window's thread.
    func takeRequests() -> [@Sendable (WindowPump) -> Void] {
        state.withLock { state in
            let taken = state.requests
            state.requests = []
            return taken
        }
    }

    /// Who is notified when the display goes away; nil for nobody any more. Reported at once if it is gone.
    func listen(_ owner: AnyObject, _ body: (@Sendable () -> Void)?) {
        let isLost = state.withLock { state in
            state.listeners[ObjectIdentifier(owner)] = body
            return state.isLost
        }
        if isLost { body?() }
    }

    /// Whether this is called on it.
    var isCurrent: Bool { number.withLock { $0 } == pthread_self() }

    /// Whether the display is gone for good. Any thread.
    var isLost: Bool { state.withLock { $0.isLost } }

    /// The display is gone for good: SDL can't be asked anything any more. On the window's thread.
    func displayWentAway() {
        let (questions, listeners) = state.withLock { state in
            let listeners = state.isLost ? ([], []) : (state.questions, Array(state.listeners.values))
            state.isLost = true
            state.requests = []
            return listeners
        }
        // Without windows, nobody misses it.
        if !listeners.isEmpty {
            Diagnostic.reportOnce(
                "window.display-lost", key: "display", "the connection to the display was lost; its windows no longer show anything")
        }
        for listener in listeners { listener() }
        for question in questions { question.done.signal() }
    }
}
#endif
