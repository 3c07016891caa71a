import AgateDiagnostics
import CoreFoundation
import CoreGraphics

/// The transactions of one thread: the stack of scopes, what the current transaction has touched, and where callbacks go.
package final class TransactionThread {
    var scopes: [TransactionScope] = []
    var work = TransactionWork()
    /// The media clock that is current on this thread; nil is the machine's.
    var clock: (any MediaClock)?
    /// Set while the phases of a commit run: a flush from inside waits for it.
    var isCommitting = false
    /// A flush that came while explicit transactions were open.
    var wantsFlush = false
    /// A host that commits and drains by itself; its queue takes the callbacks, and no run loop is looked for.
    var hostQueue: CallbackQueue?
    /// The display links of that host, which beat on its clock.
    var displayLinks: DisplayLinkSchedule?
    /// The refreshes of the display that this thread's layers show on.
    package var displayBeat = DisplayBeat.standard
    private var ownQueue: CallbackQueue?
    private var observer: CFRunLoopObserver?

    // Reading a thread's own storage takes 3 ns through a pthread key; Thread.threadDictionary takes 100 times that.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            guard let pointer else { return }
            let thread = Unmanaged<TransactionThread>.fromOpaque(pointer)
            thread.takeUnretainedValue().threadEnds()
            thread.release()
        }
        return key
    }()

    package static var current: TransactionThread {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<TransactionThread>.fromOpaque(pointer).takeUnretainedValue()
        }
        let thread = TransactionThread()
        pthread_setspecific(key, Unmanaged.passRetained(thread).toOpaque())
        return thread
    }

    var hasOnlyImplicit: Bool { scopes.count == 1 && scopes[0].isImplicit }

    /// Opens the implicit transaction if none is open.
    @inline(__always)
    func ensureTransaction() {
        if scopes.isEmpty { openImplicit() }
    }

    private func openImplicit() {
        scopes.append(TransactionScope(isImplicit: true))
        guard hostQueue == nil else { return }
        watchRunLoop()
    }

    /// Commits the implicit transaction when the run loop goes to wait or ends, after everything else of that turn: Apple's order.
    private func watchRunLoop() {
        guard observer == nil else { return }
        let loop = CFRunLoopGetCurrent()
        if CFRunLoopCopyCurrentMode(loop) == nil, loop !== CFRunLoopGetMain() {
            Diagnostic.report(
                "transaction.no-run-loop",
                "layers were changed on a thread whose run loop does not run: the change is committed at CATransaction.flush()"
            )
        }
        observer = CFRunLoopObserverCreateWithHandler(nil, Self.activities, true, Self.order) { _, _ in
            TransactionThread.current.runLoopTurns()
        }
        CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
    }

    /// Before waiting, and at the exit of the loop.
    package static let activities: CFOptionFlags = 1 << 5 | 1 << 7
    package static let order: CFIndexValue = 2_000_000

    private func runLoopTurns() {
        if hasOnlyImplicit, !isCommitting { commitOutermost() }
    }

    private func threadEnds() {
        if let observer { CFRunLoopObserverInvalidate(observer) }
        guard !scopes.isEmpty, !work.isEmpty else { return }
        Diagnostic.report("transaction.thread-ended", "a thread ended with changes to layers that it never committed")
    }

    /// Where the callbacks of this thread's commits are called: its own run loop, or the main one where it runs none.
    var callbacks: CallbackQueue {
        if let hostQueue { return hostQueue }
        if let ownQueue { return ownQueue }
        let loop = CFRunLoopGetCurrent()
        if loop === CFRunLoopGetMain() {
            ownQueue = .main
            return .main
        }
        guard CFRunLoopCopyCurrentMode(loop) != nil else { return .main }
        let queue = CallbackQueue(runLoop: loop!)
        ownQueue = queue
        return queue
    }
}

/// `CFIndex` of the C module, whose name CoreGraphics uses too.
package typealias CFIndexValue = Int
