import CRuntimeHooks
import CoreFoundation
import Dispatch
import Foundation
import Synchronization

/// Where the main queue's work runs: inside the main thread's run loop, or, in a program that waits in `dispatchMain()`, on worker threads.
package enum MainQueue {
    /// Runs what waits in the main queue, the main actor's work included, for a host that turns its clock by hand. Nothing happens on
    /// another thread than the main one, and from inside such work.
    /// - Returns: whether anything ran.
    package static func run() -> Bool {
        guard Thread.isMainThread, agate_main_queue_has_work() else { return false }
        // Inside the queue's own work it does not run again; this block tells.
        let mark = Mark()
        DispatchQueue.main.async { mark.hasRun.store(true, ordering: .relaxed) }
        agate_run_main_queue()
        if mark.hasRun.load(ordering: .relaxed) { return true }
        agate_wake_main_queue()
        return false
    }

    /// Waits until something is in the main queue, a second at most, and runs it as `run` does.
    package static func runNext() -> Bool { Thread.isMainThread && agate_main_queue_waits_for_work(1000) && run() }

    private final class Mark: Sendable { let hasRun = Atomic(false) }

    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the calling code runs for the main queue or the main actor, on whichever thread.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    /// Whether the main thread is inside its run loop at this time. Any thread.
    static var hasRunLoop: Bool { CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) != nil }

    /// Lets an async `main` wait in the main thread's run loop. By itself it would wait in `dispatch_main`, which ends the main thread, so
    /// that no run loop, no timer and no observer of it ever ran. Works if it comes before main's first suspension; elsewhere it changes
    /// nothing.
    static func keepRunLoop() { _ = isKept }

    private static let isKept: Void = agate_async_main_waits_in { CFRunLoopRun() }
}
