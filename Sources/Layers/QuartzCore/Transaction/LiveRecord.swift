import CoreGraphics
import RenderTree

/// What is kept of a layer that is, or was at the last commit, in a tree that a context shows. Under the layers' lock.
///
/// Each thread's transaction takes its own changes alone to the render tree, so what is not committed is kept by thread. Nearly always one
/// thread has changes; then the model's values are what its commit sends.
package final class LiveRecord {
    /// Children and mask as they were at the last commit.
    struct Links {
        var children: [CALayer]
        var mask: CALayer?
    }

    /// What a thread has changed and not committed.
    struct Changes {
        /// 0 for nobody.
        var thread: UInt32 = 0
        /// The sublayers or the mask changed.
        var hasLinks = false
        var properties: PropertySet = []

        var isEmpty: Bool { properties == [] && !hasLinks }
    }

    private(set) weak var context: LayerContext?
    /// The number of that context: comparing it is cheaper than to ask for an object that may have gone.
    let contextNumber: UInt64
    /// Becomes true with the first commit that holds the layer.
    @exclusivity(unchecked) var isCommitted = false
    /// An animation that is over, but stays and fills, hides a value of the model.
    @exclusivity(unchecked) var isHidden = false
    /// The threads that marked the layer for layout and for display. Each commit sees to its own thread's marks.
    @exclusivity(unchecked) var layoutThread: UInt32 = 0
    @exclusivity(unchecked) var displayThread: UInt32 = 0
    /// Of the thread that touched the layer first since the last commit.
    @exclusivity(unchecked) private(set) var changes = Changes()
    /// Of further threads; nearly always empty.
    @exclusivity(unchecked) private var others: [Changes] = []
    /// The committed state, kept while the model differs from it: `presentation()` shows it.
    @exclusivity(unchecked) var committedState: LayerState?
    /// The committed links, kept while the model's differ.
    @exclusivity(unchecked) var committedLinks: Links?

    /// The commit that looked for the layer's root last, and whether that was the context's.
    @exclusivity(unchecked) var placeCommit: UInt64 = 0
    @exclusivity(unchecked) var isPlaced = false

    /// The presentation copy that was made last. It holds its layer, so whoever takes the layer off the screen lets go of it.
    @exclusivity(unchecked) var presentation: CALayer?

    init(context: LayerContext) {
        self.context = context
        contextNumber = context.number
    }

    /// The presentation copy, where nobody else holds it and a program has put nothing on it: then it may be brought up to date instead of
    /// making another one.
    var freePresentation: CALayer? {
        guard isKnownUniquelyReferenced(&presentation), let copy = presentation, copy.animationStore == nil, copy.children.isEmpty,
            copy.maskLayer == nil,
            copy.live == nil
        else { return nil }
        return copy
    }

    /// Changes what a thread has not committed. Returns whether that is its first change.
    @inline(__always)
    func note(_ thread: UInt32, _ note: (inout Changes) -> Void) -> Bool {
        if changes.thread == thread {
            note(&changes)
            return false
        }
        if changes.thread == 0 {
            changes.thread = thread
            note(&changes)
            return true
        }
        return noteOther(thread, note)
    }

    private func noteOther(_ thread: UInt32, _ note: (inout Changes) -> Void) -> Bool {
        if let place = others.firstIndex(where: { $0.thread == thread }) {
            note(&others[place])
            return false
        }
        var new = Changes(thread: thread)
        note(&new)
        others.append(new)
        return true
    }

    /// What a thread has changed.
    @inline(__always)
    func changes(of thread: UInt32) -> Changes {
        changes.thread == thread ? changes : others.first { $0.thread == thread } ?? Changes()
    }

    /// Whether another thread has changes that are not committed.
    func isShared(beside thread: UInt32) -> Bool {
        changes.thread != thread && changes.thread != 0 || others.contains { $0.thread != thread }
    }

    /// A thread's changes are committed, while others' are not.
    func forget(_ thread: UInt32) {
        others.removeAll { $0.thread == thread }
        if changes.thread == thread { changes = others.isEmpty ? Changes() : others.removeFirst() }
    }

    /// After a commit: the model is what is committed.
    func settle() {
        changes = Changes()
        if !others.isEmpty { others = [] }
        committedState = nil
        committedLinks = nil
    }
}

extension CALayer {
    /// The context that shows the layer; nil before its first commit there.
    var liveContext: LayerContext? {
        LayerLock.withLock {
            guard let live, live.isCommitted else { return nil }
            return live.context
        }
    }

    /// The context that shows the layer, or will with the next commit.
    var shownContext: LayerContext? { LayerLock.withLock { live?.context } }

    /// Whether it is that context, which shows the layer.
    func isShown(by context: LayerContext) -> Bool {
        LayerLock.assertHeld()
        guard let live, live.isCommitted else { return false }
        return live.contextNumber == context.number
    }
}
