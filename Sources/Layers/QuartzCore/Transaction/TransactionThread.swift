// Transactions and threads: ownership
//
// Three kinds of thread take part:
//
//     the program's threads    own layers; change them; commit            TransactionThread (one for each thread that touches layers)
//     a render thread          owns a render tree and its bitmap          RenderThread, one for each live host
//     helpers                  draw bands of a frame, tiles, films        Processors, TileDrawing, LiveRecorder
//
// Any thread may make, change, query and release layers of any tree, as Core Animation documents it. Every access to a layer's storage
// takes `LayerLock`. A value that a getter returned may be out of date by the time it is used; code that reads, decides and sets must hold
// `CATransaction.lock()`. A setter records its change by thread in the layer's `LiveRecord`, and the layer in the thread's
// `TransactionWork`. A commit takes the changes of its own thread, so that a transaction reaches the render tree whole, regardless of
// unfinished changes by other threads. Only values are passed to another thread: a `Commit` in one direction, `RenderEvent`s in the other.
//
// From a setter to a frame
//     1. `layer.opacity = 0` searches for an action if the thread wants actions, opens the thread's implicit transaction if none is open,
//        keeps the committed state (so that `presentation()` and the animation's start show the committed values), and stores. Record and
//        store are one critical section under the layer lock, and so are reading and copying in a getter.
//     2. Explicit transactions nest as `scopes`. A scope holds settings only (duration, timing function, completion group). The changed
//        layers belong to the thread, so the outermost commit takes everything, as Core Animation's does.
//     3. The implicit transaction is committed by a run loop observer that runs when the loop is about to wait or exits, after all other
//        work of that turn (order 2,000,000, Apple's). A host that performs work itself (`hostQueue`) commits when the work returns. On
//        the main queue without a run loop (`dispatchMain()`) it is committed by the next piece of the main queue's work.
//     4. Commit (`TransactionThread+Commit`): layout and display until no more is requested, sixteen rounds at most. They call the
//        program's code and hold no lock. They handle the layers that this thread marked, and layers that it added to the tree. Marks by
//        another thread are left to that thread, so that a view is laid out on the main thread. Then, under the layer lock, one
//        `CommitBuilder` for each context makes a `Commit`: whole states with the set of changed properties, changed links, animations
//        added and removed. The commits are passed to the drivers in the same critical section, so that they arrive in the order in which
//        they were made.
//     5. The driver is a `RenderThread` (mailbox, timer) or a `ManualDriver`, which draws on the calling thread. A commit that arrives
//        from another thread while it draws waits until it has drawn.
//     6. The render thread takes all commits that have arrived, applies them, updates the tree to the due time, draws the damage, and
//        posts begins and ends to the inbox.
//     7. `RenderInbox` sends each event to a `CallbackQueue`: that of the host which shows the layer, else the main thread's. Delegates
//        and completion blocks run from there, never inside the call that caused them. A later `flush` delivers ends that are still
//        pending: blocks and delegates retain objects of the program, and without a turn of the run loop they would retain every tree that
//        the program ever made.
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
//     Order: a `ManualDriver`'s lock, then `LayerLock`, then any of the short ones. Two of the short ones are never held together, except
//     `RenderInbox.routes` before `redrawing`, which are taken one after the other and not nested. No lock is held while the program's
//     code is called. The one exception is also Apple's: code that the program itself runs between `CATransaction.lock()` and `unlock()`.
//     Values that may be the last reference to an object of the program are released after the lock. Debug builds check both rules: that
//     `LayerLock` is not taken inside a `Locked`, and `LayerLock.assertReleased` before each call to the program. The render thread never
//     takes `LayerLock`, so a program that holds it, or is stopped at a breakpoint, does not stop animations.
//
// Reasons for a POSIX mutex instead of `Synchronization.Mutex`
//     ThreadSanitizer does not recognise the futex call of a contended `Mutex` on Linux and reports false races. A gate with false
//     failures is eventually disabled, so the short locks are of a kind that it recognises, and `LayerLock` is one mutex, without its
//     bias, in a build for it.
//
// Ends
//     A render thread keeps `Shared` alive, not its owner: when the owner is released, `mustStop` is set and the thread ends at its next
//     turn. A layer that leaves the screen keeps its animations for the next host if it is set to do so; otherwise they end with a reason.
//     A thread that ends with uncommitted changes commits them, as Apple's does, and reports `transaction.thread-ended`. An animation
//     without observers waits for no turn of the run loop, so a program that makes many trees in one turn does not keep any of them alive
//     through it.
//
// Rejected alternatives, with figures
//     - `Thread.threadDictionary` for a thread's transactions: a hundred times the 3 ns of a pthread key, for each property that is set.
//     - `Synchronization.Mutex`: see above.
//     - Keeping every animation until its end was delivered by a turn of the run loop: a program that made and rendered many trees in one
//       turn kept all of them.
//     - A recursive POSIX mutex and a compare-and-swap word for `LayerLock`: five and three times what the biased lock costs each access
//       (`bench threads` prints all three).
//
//     Other alternatives, not built: a lock for each layer (an edit of the tree takes two or three, in no defined order, and a transaction
//     all of them); an actor (layers are used synchronously by the thread that owns them, and Apple's API is not async); committing from
//     each setter (half of a change would be shown); delegates called on the render thread (a callback that changes layers would need a
//     lock around all of them).

import AgateDiagnostics
import CoreFoundation
import CoreGraphics
import Dispatch
import Synchronization

/// The transactions of one thread: the stack of scopes, the layers that the current transaction has changed, and the queue for callbacks.
package final class TransactionThread {
    /// A number that distinguishes the thread from all others, including those that have ended; never 0.
    let number = counter.add(1, ordering: .relaxed).newValue
    private static let counter = Atomic<UInt32>(0)
    @exclusivity(unchecked) var scopes: [TransactionScope] = []
    @exclusivity(unchecked) var work = TransactionWork()
    /// The media clock that is current on this thread; nil for the machine's.
    var clock: (any MediaClock)?
    /// True while the phases of a commit run. A flush from inside waits for the commit.
    @exclusivity(unchecked) var isCommitting = false
    /// True if `flush` was called while explicit transactions were open.
    var wantsFlush = false
    /// The queue of a host that commits and drains by itself. It receives the callbacks, and no run loop is observed.
    var hostQueue: CallbackQueue?
    /// The host whose turn runs: its changes, its frames, or its input.
    var turnHost: AnyObject?
    /// The display links of that host, which run on its clock.
    var displayLinks: DisplayLinkSchedule?
    /// The displays that show this thread's layers, the newest last. Released displays are removed.
    private var displays: [ShownDisplay] = []
    /// The changes in progress that an observer watches, the innermost last.
    var watched: [WatchedChange] = []
    /// The custom keys that were read, while they are being recorded.
    var keysRead: [String]?
    /// The recursion depth of autoresizing, and the layers whose sublayers wait for it to return, with their old sizes.
    var resizeDepth = 0
    var waitingResizes: [(layer: CALayer, oldSize: CGSize)] = []
    /// The number of layers that this thread has marked for layout, and for display.
    @exclusivity(unchecked) var layoutMarks = 0
    @exclusivity(unchecked) var displayMarks = 0
    /// The layer that is being copied by a class's `init(layer:)`.
    @exclusivity(unchecked) var copied: CALayer?
    /// The layers inside their `layoutSublayers()` on this thread, the innermost last.
    @exclusivity(unchecked) var layingOut: [LayerID] = []
    /// The layer whose delegate does not implement the method that was called last.
    @exclusivity(unchecked) var declined: LayerID?
    /// True if the thread has a live host, so that its callbacks are delivered by its own run loop.
    private var hasOwnHost = false
    /// The state of the archives that are being encoded or decoded on this thread.
    var coding = ArchiveCoding()
    /// The animation groups that are being copied on this thread.
    var groupCopies = GroupCopies()
    private var ownQueue: CallbackQueue?
    private var observer: CFRunLoopObserver?
    private var hasLookedForLoop = false
    /// The current nesting depth of the thread's run loop.
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

    /// The refresh timing of the newest display that still exists.
    package var refreshTiming: RefreshTiming { displays.lazy.reversed().compactMap(\.display).first?.timing ?? .standard }

    /// Registers a display that shows layers of this thread, for as long as the display is retained.
    package func show(on display: LiveDisplay) {
        hasOwnHost = true
        displays.removeAll { $0.display == nil }
        displays.append(ShownDisplay(display: display))
    }

    /// The number of open transactions.
    package var level: Int { scopes.count }
    /// True if the innermost transaction is the implicit one.
    package var isInImplicit: Bool { scopes.last?.isImplicit ?? false }
    var hasOnlyImplicit: Bool { scopes.count == 1 && scopes[0].isImplicit }

    /// Opens the implicit transaction if none is open.
    @inline(__always)
    func ensureTransaction() {
        if scopes.isEmpty { openImplicit() }
    }

    /// Returns the completion groups of the open transactions, with one more animation running in each.
    func enterGroups() -> [CompletionGroup] {
        var groups: [CompletionGroup] = []
        for index in scopes.indices {
            guard let group = scopes[index].group else { continue }
            group.enter()
            groups.append(group)
        }
        return groups
    }

    private func openImplicit() {
        scopes.append(TransactionScope(isImplicit: true))
        if Watch.isOn { Watch.note(.begin, isImplicit: true) }
        guard hostQueue == nil else { return }
        if loopDepth == 0, MainQueue.isCurrent { commitOnMainQueue() }
        watchRunLoop()
    }

    /// Commits after the current piece of the main queue's work, in a program that waits in `dispatchMain()`, where that work runs outside
    /// a run loop. The commit runs on the thread of the next piece of work. If a run loop runs by then, its observer commits instead.
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

    /// Pieces of the main queue's work run one after another, so that only one thread at a time accesses it.
    private struct HandedOver: @unchecked Sendable { let thread: TransactionThread }
    private let isHandedOver = Atomic(false)

    /// Runs `body` as this thread, on the calling thread.
    private func whileCurrent(_ body: (TransactionThread) -> Void) {
        let before = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, before) }
        body(self)
    }

    /// Commits the implicit transaction when the run loop is about to wait or exits, after all other work of that turn: Apple's order.
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

    /// Records that an explicit transaction was opened, which is expected to end in this turn of the run loop.
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

    /// Reports a transaction that was opened in the current run of the loop and is still open when the loop is about to wait. Transactions
    /// opened outside a nested run, such as a modal one, are not reported by that run.
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

    /// The number of transactions that `begin` has opened.
    var explicitCount: Int { scopes.count - (scopes.first?.isImplicit ?? false ? 1 : 0) }

    /// Reports transactions that a host's work opened and did not commit.
    func checkBalance(opened before: Int) {
        guard explicitCount > before, let index = scopes.indices.last else { return }
        reportOpen(&scopes[index])
    }

    /// Commits the remaining changes of a thread that ends, as Apple's does. No other thread would commit them.
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

    /// True if a `flush` may deliver the callbacks for earlier ends: on the thread that receives them, outside transactions. A host
    /// delivers callbacks by itself.
    var mayDeliverEnds: Bool {
        guard hostQueue == nil, !isCommitting, explicitCount == 0 else { return false }
        return callbacks !== CallbackQueue.main || MainQueue.isMainThread || MainQueue.isCurrent
    }

    /// The queue for the callbacks of what this thread adds: the queue of the host that performs work, else the main thread's (Behaviour
    /// T22, AN7). A thread that has made its own host receives its callbacks itself.
    package var callbacks: CallbackQueue { hostQueue ?? (hasOwnHost ? ownCallbacks : .main) }

    /// The queue for the callbacks of a live context that is made on this thread, regardless of the committing thread: that of its own run
    /// loop, or the main one if it runs none.
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

/// `CFIndex` of the C module, whose name CoreGraphics also uses.
package typealias CFIndexValue = Int
