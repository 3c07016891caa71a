import AgateDiagnostics
import CoreFoundation
import CoreGraphics
import Dispatch
import Synchronization

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
    /// The displays that this thread's layers show on, the newest last; those that went away are left out.
    private var displays: [ShownDisplay] = []
    /// Changes under way that somebody watches, the innermost last.
    var watched: [WatchedChange] = []
    /// Own keys that were read, while somebody asks for them.
    var keysRead: [String]?
    /// How deep autoresizing is in calls, and the layers whose sublayers wait for them to return, with their old sizes.
    var resizeDepth = 0
    var waitingResizes: [(layer: CALayer, oldSize: CGSize)] = []
    /// The archives that are being made or read on this thread.
    var coding = ArchiveCoding()
    private var ownQueue: CallbackQueue?
    private var observer: CFRunLoopObserver?
    private var hasLookedForLoop = false
    /// How many runs of the thread's run loop are nested at this moment.
    private var loopDepth = 0

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

    private struct ShownDisplay {
        weak var display: LiveDisplay?
    }

    /// The refreshes of the newest display that is still there.
    package var displayBeat: DisplayBeat { displays.lazy.reversed().compactMap(\.display).first?.beat ?? .standard }

    /// Layers of this thread show on a display, for as long as somebody keeps it.
    package func show(on display: LiveDisplay) {
        displays.removeAll { $0.display == nil }
        displays.append(ShownDisplay(display: display))
    }

    /// How many transactions are open.
    package var level: Int { scopes.count }
    /// Whether the innermost is the implicit one.
    package var isInImplicit: Bool { scopes.last?.isImplicit ?? false }
    var hasOnlyImplicit: Bool { scopes.count == 1 && scopes[0].isImplicit }

    /// Opens the implicit transaction if none is open.
    @inline(__always)
    func ensureTransaction() {
        if scopes.isEmpty { openImplicit() }
    }

    private func openImplicit() {
        scopes.append(TransactionScope(isImplicit: true))
        if Watch.isOn { Watch.note(.begin, isImplicit: true) }
        guard hostQueue == nil else { return }
        if loopDepth == 0, MainQueue.isCurrent { commitOnMainQueue() }
        watchRunLoop()
    }

    /// The main queue's work goes on outside a run loop, in a program that waits in `dispatchMain()`: what this piece of it changed is committed
    /// after it, on whichever thread the next piece runs. Where a run loop turns by then, its observer does it.
    private func commitOnMainQueue() {
        MainQueue.keepRunLoop()
        guard !MainQueue.hasRunLoop, !isHandedOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let me = HandedOver(thread: self)
        DispatchQueue.main.async {
            if !MainQueue.hasRunLoop {
                me.thread.whileCurrent { thread in
                    if thread.hasOnlyImplicit, !thread.isCommitting { thread.commitOutermost() }
                }
            }
            me.thread.isHandedOver.store(false, ordering: .releasing)
        }
    }

    /// Pieces of the main queue's work follow each other, so that only one thread at a time touches it.
    private struct HandedOver: @unchecked Sendable { let thread: TransactionThread }
    private let isHandedOver = Atomic(false)

    /// Runs `body` as this thread, on the one that calls.
    private func whileCurrent(_ body: (TransactionThread) -> Void) {
        let before = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, before) }
        body(self)
    }

    /// Commits the implicit transaction when the run loop goes to wait or ends, after everything else of that turn: Apple's order.
    private func watchRunLoop() {
        guard !hasLookedForLoop else { return }
        hasLookedForLoop = true
        observeRunLoop()
        let loop = CFRunLoopGetCurrent()
        if CFRunLoopCopyCurrentMode(loop) == nil, loop !== CFRunLoopGetMain(), !MainQueue.isCurrent {
            Diagnostic.report(
                "transaction.no-run-loop",
                "layers were changed on a thread whose run loop does not run: the change is committed at CATransaction.flush()"
            )
        }
    }

    private func observeRunLoop() {
        guard observer == nil else { return }
        let loop = CFRunLoopGetCurrent()
        loopDepth = CFRunLoopCopyCurrentMode(loop) == nil ? 0 : 1
        observer = CFRunLoopObserverCreateWithHandler(nil, Self.activities | Self.entry, true, Self.order) { _, activity in
            TransactionThread.current.runLoopReports(CFOptionFlags(activity.rawValue))
        }
        CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
    }

    /// An explicit transaction was opened: it is expected to end in this turn of the run loop.
    func noteBegin() {
        if Watch.isOn { Watch.note(.begin) }
        guard hostQueue == nil else { return }
        observeRunLoop()
        scopes[scopes.count - 1].loopDepth = loopDepth
    }

    /// Before waiting, and at the exit of the loop.
    package static let activities: CFOptionFlags = 1 << 5 | 1 << 7
    package static let order: CFIndexValue = 2_000_000

    private static let entry: CFOptionFlags = 1 << 0
    private static let beforeWaiting: CFOptionFlags = 1 << 5

    private func runLoopReports(_ activity: CFOptionFlags) {
        if activity == Self.entry { return loopDepth += 1 }
        if activity == Self.beforeWaiting { checkBalance() }
        if hasOnlyImplicit, !isCommitting { commitOutermost() }
        if activity != Self.beforeWaiting { loopDepth = max(0, loopDepth - 1) }
    }

    /// A transaction that was opened in this very run of the loop is still open when the loop goes to wait. One that a run inside it, such
    /// as a modal one, finds open is none.
    private func checkBalance() {
        guard loopDepth > 0 else { return }
        for index in scopes.indices where !scopes[index].isImplicit && scopes[index].loopDepth == loopDepth { reportOpen(&scopes[index]) }
    }

    private func reportOpen(_ scope: inout TransactionScope) {
        guard !scope.isReported else { return }
        scope.isReported = true
        Diagnostic.report(
            "transaction.unbalanced",
            "a CATransaction.begin() was not followed by commit() in its turn of the run loop: nothing is shown until it is"
        )
    }

    /// How many transactions `begin` has opened.
    var explicitCount: Int { scopes.count - (scopes.first?.isImplicit ?? false ? 1 : 0) }

    /// A host's work is done: transactions beyond those that were open before it have lost their `commit`.
    func checkBalance(opened before: Int) {
        guard explicitCount > before, let index = scopes.indices.last else { return }
        reportOpen(&scopes[index])
    }

    private func threadEnds() {
        if isHandedOver.load(ordering: .acquiring) { return }
        if let observer { CFRunLoopObserverInvalidate(observer) }
        guard !scopes.isEmpty, !work.isEmpty else { return }
        Diagnostic.report("transaction.thread-ended", "a thread ended with changes to layers that it never committed")
    }

    /// Where the callbacks of this thread's commits are called: its own run loop, or the main one where it runs none.
    package var callbacks: CallbackQueue {
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
