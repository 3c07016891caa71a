// Transactions and threads: who owns what
//
// Three kinds of thread take part:
//
//     the program's threads    own layers; change them; commit            TransactionThread (one for each thread that touches layers)
//     a render thread          owns a render tree and its bitmap          RenderThread, one for each live host
//     helpers                  draw bands of a frame, tiles, films        Processors, TileDrawing, LiveRecorder
//
// Any thread may make, change, ask and release layers of any tree, as Core Animation documents it. Every access to a layer's storage takes
// `LayerLock`; what a getter returned may be out of date by the time it is used, and `CATransaction.lock()` is for who reads, decides and
// sets. A setter notes its change by thread in the layer's `LiveRecord` and the layer in the thread's `TransactionWork`. A commit takes
// what its own thread changed, so that a transaction reaches the render tree whole, whatever other threads have half done. What crosses to
// another thread is a value: a `Commit` one way, `RenderEvent`s the other way.
//
// From a setter to a frame
//     1. `layer.opacity = 0` asks for an action if the thread wants actions, opens the thread's implicit transaction if none is open,
//        keeps the committed state (so that `presentation()` and the animation's start show what was committed), and stores. Note and
//        store are one section under the layer lock, and so are reading and copying in a getter.
//     2. Explicit transactions nest as `scopes`. A scope holds settings only (duration, timing function, completion group). What was
//        touched belongs to the thread, so the outermost commit takes everything, as Core Animation's does.
//     3. The implicit transaction is committed by a run loop observer that runs when the loop is about to wait or exits, after all else
//        of that turn (order 2,000,000, Apple's). A host that performs work itself (`hostQueue`) commits when the work returns. On the
//        main queue without a run loop (`dispatchMain()`) it is committed by the next piece of the main queue's work.
//     4. Commit (`TransactionThread+Commit`): layout and display until nothing asks for more, sixteen rounds at most; they call the
//        program's code and hold no lock. They see to what this thread marked, and to layers that it brought into the tree; what another
//        thread marked is that thread's, so that a view is laid out on the main thread. Then, under the layer lock, one `CommitBuilder`
//        for each context makes a `Commit`: whole states with the set of what changed, links that changed, animations added and removed.
//        The commits go to the drivers in the same section, so that they arrive in the order in which they were made.
//     5. The driver is a `RenderThread` (mailbox, timer) or a `ManualDriver`, which draws on the thread that asks; a commit that comes
//        from another thread while it draws waits until it has drawn.
//     6. The render thread takes all commits that have come, applies them, updates the tree to the time that is due, draws the damage,
//        and posts what began and ended to the inbox.
//     7. `RenderInbox` sends each event to a `CallbackQueue`: that of the host which shows the layer, else the main thread's. Delegates and
//        completion blocks run from there, never inside the call that caused them. A later `flush` calls back what has ended and still
//        waits: blocks and delegates hold what a program gave them, and without a turn of the run loop it would hold every tree that it
//        ever made.
//
// Locks
//     | lock                                | kind                    | held                                        |
//     |-------------------------------------|-------------------------|---------------------------------------------|
//     | `LayerLock`                         | recursive, biased       | for each access to layers, for commits; by `CATransaction.lock()` |
//     | `Locked<Value>`                     | POSIX mutex             | for a few loads and stores                  |
//     | `ManualDriver`                      | POSIX mutex, recursive  | while a frame is drawn; commits only try it |
//     | `FrameTimer`                        | POSIX mutex, condition  | while the render thread waits               |
//     | `BufferPool`, `Processors`          | NSLock                  | for a few loads and stores                  |
//     | `ObjectMonitor`                     | recursive POSIX mutex   | `objc_sync_enter`, as the program likes     |
//
//     Order: a `ManualDriver`'s lock, then `LayerLock`, then any of the short ones; never two of the short ones together, except
//     `RenderInbox.routes` before `redrawing`, which are taken one after the other and not inside each other. No lock is held while the
//     program's code is called; the one exception is Apple's too: what the program itself does between `CATransaction.lock()` and
//     `unlock()`. Values that may be the last reference to an object of the program are released after the lock. Debug builds check both
//     rules: `LayerLock` that it is not taken inside of a `Locked`, `LayerLock.assertReleased` before each call to the program. The render
//     thread never takes `LayerLock`, so a program that sits in it, or in a breakpoint, does not stop animations.
//
// Why a POSIX mutex and not `Synchronization.Mutex`
//     ThreadSanitizer does not see the futex call of a contended `Mutex` on Linux and reports races where there are none. A gate that
//     is red for no reason is switched off by somebody sooner or later, so the short locks are ones that it sees, and `LayerLock` is one
//     mutex, without its bias, in a build for it.
//
// Ends
//     A render thread keeps `Shared` alive, not its owner: when the owner goes, `mustStop` is set and the thread ends at its next turn.
//     A layer that leaves the screen keeps its animations for the next host if it asks for that, or they end with a reason. A thread
//     that ends with changes commits them, as Apple's does, and reports `transaction.thread-ended`. An animation that nobody listens to
//     waits for no turn of the run loop, so a program that makes many trees in one turn keeps none of them alive by it.
//
// What was tried, with figures
//     - `Thread.threadDictionary` for a thread's transactions: a hundred times the 3 ns of a pthread key, for each property that is
//       set.
//     - `Synchronization.Mutex`: see above.
//     - Keeping every animation until its end was delivered by a turn of the run loop: a program that made and rendered many trees in
//       one turn kept all of them.
//
//     - A recursive POSIX mutex and a compare-and-swap word for `LayerLock`: five and three times what the biased lock costs each access
//       (`bench threads` prints all three).
//
//     Other ways, not built: a lock for each layer (an edit of the tree takes two or three, in an order that nothing decides, and a
//     transaction all of them); an actor (layers are used synchronously by the thread that owns them, and Apple's API is not
//     async); committing from each setter (half of a change would show); delegates called on the render thread (a callback that changes
//     layers would need a lock around all of them).

import AgateDiagnostics
import CoreFoundation
import CoreGraphics
import Dispatch
import Synchronization

/// The transactions of one thread: the stack of scopes, what the current transaction has touched, and where callbacks go.
package final class TransactionThread {
    /// Distinguishes it from all other threads, also from those that have ended; never 0.
    let number = counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt32>(0)
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
    /// The display links of that host, which run on its clock.
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
    /// How many layers this thread has marked for layout, and for display.
    var layoutMarks = 0
    var displayMarks = 0
    /// The layer of which a copy is being made, by a class's `init(layer:)`.
    var copied: CALayer?
    /// Layers inside their `layoutSublayers()` on this thread, the innermost last.
    var layingOut: [LayerID] = []
    /// The layer whose delegate turned out not to implement the method that was called last.
    var declined: LayerID?
    /// The thread has a host that shows in its own time, so that its callbacks come from its own run loop.
    private var hasOwnHost = false
    /// The archives that are being made or read on this thread.
    var coding = ArchiveCoding()
    /// The animation groups that are being copied on this thread.
    var groupCopies = GroupCopies()
    private var ownQueue: CallbackQueue?
    private var observer: CFRunLoopObserver?
    private var hasLookedForLoop = false
    /// How many runs of the thread's run loop are nested at this time.
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
    package var refreshTiming: RefreshTiming { displays.lazy.reversed().compactMap(\.display).first?.timing ?? .standard }

    /// Layers of this thread show on a display, for as long as somebody keeps it.
    package func show(on display: LiveDisplay) {
        hasOwnHost = true
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

    /// The main queue's work goes on outside a run loop, in a program that waits in `dispatchMain()`: what this piece of it changed is
    /// committed after it, on whichever thread the next piece runs. Where a run loop turns by then, its observer does it.
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
                "layers were changed on a thread whose run loop does not run; call CATransaction.flush() to commit the change"
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
            "CATransaction.begin() was not balanced by commit() in the same iteration of the run loop; nothing is shown until it is"
        )
    }

    /// How many transactions `begin` has opened.
    var explicitCount: Int { scopes.count - (scopes.first?.isImplicit ?? false ? 1 : 0) }

    /// A host's work is done: transactions beyond those that were open before it have lost their `commit`.
    func checkBalance(opened before: Int) {
        guard explicitCount > before, let index = scopes.indices.last else { return }
        reportOpen(&scopes[index])
    }

    /// What the thread never committed is committed now, as Apple's does: nobody else would.
    private func threadEnds() {
        if isHandedOver.load(ordering: .acquiring) { return }
        if let observer { CFRunLoopObserverInvalidate(observer) }
        guard !scopes.isEmpty, !work.isEmpty, !isCommitting else { return }
        Diagnostic.report(
            "transaction.thread-ended", "a thread exited with uncommitted changes to layers; they are committed now")
        hasLookedForLoop = true
        whileCurrent { thread in
            while thread.scopes.count > 1 { thread.scopes.removeLast().group?.close() }
            thread.commitOutermost()
        }
    }

    /// Whether a `flush` may call back what ended earlier: on the thread that is to hear of it, outside of transactions. A host calls back
    /// by itself.
    var mayDeliverEnds: Bool {
        guard hostQueue == nil, !isCommitting, explicitCount == 0 else { return false }
        return callbacks !== CallbackQueue.main || Thread.isMainThread || MainQueue.isCurrent
    }

    /// Where what this thread adds calls back: the queue of the host that performs work, else the main thread's (Behaviour T22, AN7). A
    /// thread that has made a host of its own has its callbacks itself.
    package var callbacks: CallbackQueue { hostQueue ?? (hasOwnHost ? ownCallbacks : .main) }

    /// Where the callbacks of a live context are called that is made on this thread, whoever commits to it: its own run loop, or the main
    /// one where it runs none.
    var ownCallbacks: CallbackQueue {
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
