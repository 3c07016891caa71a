import CoreGraphics
import RenderTree

/// The record of a layer that is, or was at the last commit, in a tree that a context shows. Accessed under the layer lock.
///
/// Each thread's transaction sends only its own changes to the render tree, so uncommitted changes are recorded by thread. Nearly always
/// only one thread has changes; its commit then sends the model's values.
package final class LiveRecord {
    /// The children and the mask as of the last commit.
    struct Links {
        var children: [CALayer]
        var mask: CALayer?
    }

    /// The uncommitted changes of a thread.
    struct Changes {
        /// The thread's number; 0 for none.
        var thread: UInt32 = 0
        /// True if the sublayers or the mask changed.
        var hasLinks = false
        /// Not `[]`, which would be generic code at run time in each commit.
        var properties = PropertySet()

        var isEmpty: Bool { properties.isEmpty && !hasLinks }
    }

    private(set) weak var context: LayerContext?
    /// The number of that context. Comparing it is cheaper than loading a weak reference.
    let contextNumber: UInt64
    /// True from the first commit that contains the layer.
    @exclusivity(unchecked) var isCommitted = false
    /// True if an ended animation that stays and fills hides a value of the model.
    @exclusivity(unchecked) var isHidden = false
    /// The threads that marked the layer for layout and for display. Each commit handles its own thread's marks.
    @exclusivity(unchecked) var layoutThread: UInt32 = 0
    @exclusivity(unchecked) var displayThread: UInt32 = 0
    /// The changes of the first thread that changed the layer since the last commit.
    @exclusivity(unchecked) private(set) var changes = Changes()
    /// The changes of further threads; nearly always empty.
    @exclusivity(unchecked) private var others: [Changes] = []
    /// The committed state, kept while the model differs from it, for `presentation()`. In a box, since few layers change at a time and the
    /// record of each of them would be as large as the layer itself.
    @exclusivity(unchecked) var committed: Box<LayerState>?
    /// The committed links, kept while the model's differ.
    @exclusivity(unchecked) var committedLinks: Links?

    /// The last commit that searched for the layer's root; `isPlaced` is true if that was the context's root.
    @exclusivity(unchecked) var placeCommit: UInt64 = 0
    @exclusivity(unchecked) var isPlaced = false

    /// The last presentation copy. It retains its layer, so it must be released when the layer is removed from the screen.
    @exclusivity(unchecked) var presentation: CALayer?

    init(context: LayerContext) {
        self.context = context
        contextNumber = context.number
    }

    /// The presentation copy if there are no other references to it and the program has added nothing to it. It may then be updated
    /// instead of making another one.
    var freePresentation: CALayer? {
        guard isKnownUniquelyReferenced(&presentation), let copy = presentation, copy.animationStore == nil, copy.children.isEmpty,
            copy.maskLayer == nil,
            copy.live == nil
        else { return nil }
        return copy
    }

    /// Changes a thread's record of uncommitted changes. Returns true for its first change.
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

    /// Returns the uncommitted changes of a thread.
    @inline(__always)
    func changes(of thread: UInt32) -> Changes {
        changes.thread == thread ? changes : others.first { $0.thread == thread } ?? Changes()
    }

    /// Returns whether another thread has uncommitted changes.
    func isShared(beside thread: UInt32) -> Bool {
        changes.thread != thread && changes.thread != 0 || others.contains { $0.thread != thread }
    }

    /// Removes a thread's changes after its commit, while those of other threads remain.
    func forget(_ thread: UInt32) {
        others.removeAll { $0.thread == thread }
        if changes.thread == thread { changes = others.isEmpty ? Changes() : others.removeFirst() }
    }

    /// Resets the record after a commit: the model's values are committed.
    func settle() {
        changes = Changes()
        if !others.isEmpty { others = [] }
        committed = nil
        committedLinks = nil
    }
}

extension CALayer {
    /// The context that shows the layer; nil before its first commit in that context.
    var liveContext: LayerContext? {
        LayerLock.withLock {
            guard let live, live.isCommitted else { return nil }
            return live.context
        }
    }

    /// The context that shows the layer, or will show it after the next commit.
    var shownContext: LayerContext? { LayerLock.withLock { live?.context } }

    /// Returns whether a context shows the layer.
    func isShown(by context: LayerContext) -> Bool {
        LayerLock.assertHeld()
        guard let live, live.isCommitted else { return false }
        return live.contextNumber == context.number
    }
}
