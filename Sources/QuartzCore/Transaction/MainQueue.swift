import CKernels
import CoreFoundation
import Dispatch

/// Where the main queue's work runs: inside the main thread's run loop, or, in a program that waits in `dispatchMain()`, on worker threads.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the calling code runs for the main queue or the main actor, on whichever thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    /// Whether the main thread is inside its run loop at this moment. Any thread.
    static var hasRunLoop: Bool { CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) != nil }

    /// Lets an async `main` wait in the main thread's run loop. By itself it would wait in `dispatch_main`, which ends the main thread, so that
    /// no run loop, no timer and no observer of it ever ran. Works if it comes before main's first suspension; elsewhere it changes nothing.
    static func keepRunLoop() { _ = isKept }

    private static let isKept: Void = agate_async_main_waits_in { CFRunLoopRun() }
}
