import CRuntimeHooks
import CoreFoundation
import Dispatch
import Foundation
import Synchronization

/// Support for running the main queue's work: inside the main thread's run loop, or on worker threads in a program that waits in
/// `dispatchMain()`.
package enum MainQueue {
    /// Runs the pending work of the main queue, including the main actor's, for a host with a virtual clock. A no-op on threads other than
    /// the main thread, and inside such work.
    /// - Returns: true if any work ran.
    package static func run() -> Bool {
        guard isMainThread, agate_main_queue_has_work() else { return false }
        // Inside the queue's own work, the queue does not run again. This block detects that.
        let mark = Mark()
        DispatchQueue.main.async { mark.hasRun.store(true, ordering: .relaxed) }
        agate_run_main_queue()
        if mark.hasRun.load(ordering: .relaxed) { return true }
        agate_wake_main_queue()
        return false
    }

    /// Waits up to a second for work in the main queue, and runs it as `run` does.
    package static func runNext() -> Bool { isMainThread && agate_main_queue_waits_for_work(1000) && run() }

    /// True on the main thread. Thread-safe; without a call of the system.
    package static var isMainThread: Bool { agate_is_main_thread() }

    private final class Mark: Sendable { let hasRun = Atomic(false) }

    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True if the calling code runs for the main queue or the main actor, on any thread.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    /// True if the main thread is currently inside its run loop. Thread-safe.
    static var hasRunLoop: Bool { CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) != nil }

    /// Makes an async `main` wait in the main thread's run loop. By default it would wait in `dispatch_main`, which ends the main thread,
    /// so that no run loop, timer or observer of it would ever run. It must be called before main's first suspension; later it has no
    /// effect.
    static func keepRunLoop() { _ = isKept }

    private static let isKept: Void = agate_async_main_waits_in { CFRunLoopRun() }
}
