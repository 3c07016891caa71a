import CoreGraphics
import RenderTree
import Synchronization

/// The animations of one layer. Under the layers' lock.
package final class AnimationStore {
    /// As the program sees them, in the order in which they apply.
    package internal(set) var entries: [AnimationEntry] = []
    /// As of the last commit: what shows now.
    @exclusivity(unchecked) var committed: [AnimationEntry] = []

    /// Removed and replaced ones that no commit has taken from the tree yet.
    private var leaving = 0

    /// An animation that completed.
    func forget(_ entry: AnimationEntry) {
        entries.removeAll { $0 === entry }
        committed.removeAll { $0 === entry }
    }

    /// Takes an animation from the list; it shows until the commit of the thread that takes it.
    func remove(at index: Int, _ reason: AnimationEndReason) -> AnimationEntry {
        let entry = entries.remove(at: index)
        entry.reason = reason
        leaving += 1
        return entry
    }

    func removalIsCommitted(_ entry: AnimationEntry) {
        leaving = max(0, leaving - 1)
        entry.isRemovalCommitted = true
    }

    /// What a commit has sent shows from now on. Where no other thread has anything pending, that is all there is, in its order.
    func show(_ sent: [AnimationEntry]) {
        if leaving == 0, entries.allSatisfy(\.isSent) {
            committed = entries
        } else {
            committed.removeAll(where: \.isRemovalCommitted)
            committed.append(contentsOf: sent)
        }
    }

    /// The layer's tree goes away; what runs waits for another one.
    func suspend(_ inbox: RenderInbox) {
        let callbacks = TransactionThread.current.callbacks
        for entry in entries where entry.isSent {
            inbox.remove(entry.id)
            entry.isSent = false
            entry.isSuspended = true
            entry.show(by: nil)
            // A host's own queue goes with it.
            entry.queue = callbacks
        }
        committed = []
    }

    /// The layer's tree goes away; what runs is over.
    /// - Parameter queue: where that is reported, if not where it was to be reported before.
    func end(_ inbox: RenderInbox, _ ends: inout [AnimationEnd], _ queue: CallbackQueue? = nil) {
        for entry in entries where entry.isSent {
            inbox.remove(entry.id)
            if let queue { entry.queue = queue }
            ends.append(AnimationEnd(entry: entry, reason: .notShown, startsFirst: false))
        }
        entries.removeAll(where: \.isSent)
        committed = []
    }

    func index(ofKey key: String) -> Int? { entries.firstIndex { $0.key == key } }
}

/// One animation on one layer, from `add` until it is over and removed. What changes of it changes under the layers' lock.
package final class AnimationEntry {
    let id: AnimationID
    /// Nil for one that was added without a key.
    package let key: String?
    /// The frozen copy.
    package let animation: CAAnimation
    package weak var layer: CALayer?
    private let layerClass: LayerClass
    package internal(set) var spec: AnimationSpec
    var groups: [CompletionGroup]
    /// The thread whose commit sends it; 0 for any.
    var thread: UInt32
    /// Where the delegate and the completion blocks are called.
    var queue: CallbackQueue
    /// The context whose render tree has it.
    private(set) weak var context: LayerContext?
    /// Of that context; 0 without one.
    private(set) var contextNumber: UInt64 = 0
    var isSent = false
    /// Its tree went away and took it along; the next tree that shows the layer goes on with it, at the times that it had.
    var isSuspended = false
    /// The layer was shown when it was added, whatever became of the layer since.
    let wasAddedWhileShown: Bool
    var hasStarted = false
    package internal(set) var isOver = false
    /// It was added with a begin time of 0; what its animation says now is when that was.
    package internal(set) var beganWhenShown = false
    /// Why it was taken from its layer's store before its time.
    var reason = AnimationEndReason.removed
    /// The commit that takes it from the tree was made.
    var isRemovalCommitted = false
    package var observer: (any AnimationObserver)?
    /// What the program's value was when it was added, for animations that say where they end.
    var valueWhenAdded: PropertyValue?
    /// Each of its frames displays the layer: its class answers so in `needsDisplay(forKey:)`.
    let redraws: Bool
    /// What a host that steps through time has passed.
    var passedBegin = false
    var passedEnd = false
    /// Its place in that host's schedule, where it has one.
    var scheduled: UInt32 = 0
    @exclusivity(unchecked) private var compiledSpec: CompiledAnimation?

    init(key: String?, animation: CAAnimation, layer: CALayer, spec: AnimationSpec, groups: [CompletionGroup], thread: TransactionThread) {
        id = AnimationID(rawValue: Self.counter.add(1, ordering: .relaxed).newValue)
        self.key = key
        self.animation = animation
        self.layer = layer
        layerClass = layer.layerClass
        wasAddedWhileShown = layer.liveContext != nil
        redraws = spec.redraws(type(of: layer))
        self.spec = spec
        self.groups = groups
        self.thread = thread.number
        queue = thread.callbacks
    }

    /// Whether somebody hears that it begins or ends.
    var isObserved: Bool { !groups.isEmpty || observer != nil || animation.delegate != nil }

    /// Whether anything happens when it begins or ends, or in its frames. What stays for good and has nobody to tell needs no looking
    /// after.
    var isWaitedFor: Bool {
        redraws || spec.isRemovedOnCompletion || !groups.isEmpty || observer != nil || animation.delegate != nil
            || !(layer?.keepsAnimations ?? false)
    }

    func show(by context: LayerContext?) {
        self.context = context
        contextNumber = context?.number ?? 0
    }

    /// What it shows at a time of its layer, over a state.
    @inline(__always)
    func apply(at time: Double, to state: inout LayerState) {
        if compiledSpec == nil { compiledSpec = CompiledAnimation(spec: spec, id: id, layerClass: layerClass) }
        compiledSpec?.apply(at: time, to: &state)
    }

    /// Ready to evaluate; made when it is first asked for, which most animations never are on this side.
    var compiled: CompiledAnimation {
        if let compiledSpec { return compiledSpec }
        let compiled = CompiledAnimation(spec: spec, id: id, layerClass: layerClass)
        compiledSpec = compiled
        return compiled
    }

    // Lost with a host that went away: whoever waits hears of it.
    deinit { if !isOver { observer?.animationEnded(.notShown) } }

    /// Evaluated as it will be once it is sent: one that waits for its commit begins now.
    func compiled(startingAt now: Double) -> CompiledAnimation {
        guard !isSent, spec.timing.beginTime == 0 else { return compiled }
        var started = spec
        started.timing.beginTime = now
        return CompiledAnimation(spec: started, id: id, layerClass: layerClass)
    }

    private static let counter = Atomic<UInt64>(0)
}
