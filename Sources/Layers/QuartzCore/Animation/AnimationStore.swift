import CoreGraphics
import RenderTree
import Synchronization

/// The animations of one layer. Accessed under the layer lock.
package final class AnimationStore {
    /// The animations as the program sees them, in the order in which they apply.
    @exclusivity(unchecked) package internal(set) var entries: [AnimationEntry] = []
    /// The animations as of the last commit, which are currently shown.
    @exclusivity(unchecked) var committed: [AnimationEntry] = []

    /// The number of removed and replaced animations that no commit has yet removed from the render tree.
    @exclusivity(unchecked) private var leaving = 0

    /// Removes an animation that completed.
    func forget(_ entry: AnimationEntry) {
        entries.removeAll { $0 === entry }
        committed.removeAll { $0 === entry }
    }

    /// Removes an animation from the list. It remains visible until the commit of the thread that removes it.
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

    /// Records that sent animations are shown from now on. If no other thread has pending changes, the shown animations are all entries,
    /// in their order.
    func show(_ sent: [AnimationEntry]) {
        if leaving == 0, entries.allSatisfy(\.isSent) {
            committed = entries
        } else {
            committed.removeAll(where: \.isRemovalCommitted)
            committed.append(contentsOf: sent)
        }
    }

    /// Suspends the running animations when the layer's tree is released, until another tree shows the layer.
    func suspend(_ inbox: RenderInbox) {
        let callbacks = TransactionThread.current.callbacks
        for entry in entries where entry.isSent {
            inbox.remove(entry.id)
            entry.isSent = false
            entry.isSuspended = true
            entry.show(by: nil)
            // A host's own queue is released with the host.
            entry.queue = callbacks
        }
        committed = []
    }

    /// Ends the running animations when the layer's tree is released.
    /// - Parameter queue: the queue on which the ends are reported, if it differs from the previous one.
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

/// The object of an animation that the program may ask for.
enum AnimationObject {
    /// The frozen copy that the layer keeps.
    case made(CAAnimation)
    /// An implicit animation that has none yet, and its timing function.
    case implicit(CAMediaTimingFunction)
}

/// One animation on one layer, from `add` until it has ended and is removed. Its variable properties are accessed under the layer lock.
package final class AnimationEntry {
    let id: AnimationID
    /// The animation's key; nil if it was added without one.
    package let key: String?
    @exclusivity(unchecked) private var object: AnimationObject
    package weak var layer: CALayer?
    private let layerClass: LayerClass
    @exclusivity(unchecked) package internal(set) var spec: AnimationSpec
    @exclusivity(unchecked) var groups: [CompletionGroup]
    /// The number of the thread whose commit sends the animation; 0 for any.
    @exclusivity(unchecked) var thread: UInt32
    /// The queue on which the delegate and the completion blocks are called.
    @exclusivity(unchecked) var queue: CallbackQueue
    /// The context whose render tree contains the animation.
    private(set) weak var context: LayerContext?
    /// The number of that context; 0 if there is none.
    @exclusivity(unchecked) private(set) var contextNumber: UInt64 = 0
    @exclusivity(unchecked) var isSent = false
    /// True if the animation's tree was released with it. The next tree that shows the layer continues it, with its previous times.
    @exclusivity(unchecked) var isSuspended = false
    /// True if the layer was shown when the animation was added, regardless of later changes.
    let wasAddedWhileShown: Bool
    @exclusivity(unchecked) var hasStarted = false
    @exclusivity(unchecked) package internal(set) var isOver = false
    /// True if the animation was added with a begin time of 0. Its begin time is now the time at which it was first shown.
    @exclusivity(unchecked) package internal(set) var beganWhenShown = false
    /// The reason for which it was removed from its layer's store early.
    @exclusivity(unchecked) var reason = AnimationEndReason.removed
    /// True if the commit that removes it from the render tree was made.
    @exclusivity(unchecked) var isRemovalCommitted = false
    @exclusivity(unchecked) package var observer: (any AnimationObserver)?
    /// The model's value when the animation was added, for animations with an end value of their own.
    @exclusivity(unchecked) var valueWhenAdded: PropertyValue?
    /// True if the layer is displayed for each frame of the animation, since its class returns true from `needsDisplay(forKey:)`.
    let redraws: Bool
    /// True if a host that steps through time has passed the animation's begin; `passedEnd` is the same for its end.
    @exclusivity(unchecked) var passedBegin = false
    @exclusivity(unchecked) var passedEnd = false
    /// The animation's index in that host's schedule, if any.
    @exclusivity(unchecked) var scheduled: UInt32 = 0
    @exclusivity(unchecked) private var compiledSpec: Box<CompiledAnimation>?

    init(
        key: String?, _ object: AnimationObject, layer: CALayer, spec: AnimationSpec, groups: [CompletionGroup], thread: TransactionThread
    ) {
        id = AnimationID(rawValue: Self.counter.add(1, ordering: .relaxed).newValue)
        self.key = key
        self.object = object
        self.layer = layer
        layerClass = layer.layerClass
        wasAddedWhileShown = layer.liveContext != nil
        redraws = spec.redraws(type(of: layer))
        self.spec = spec
        self.groups = groups
        self.thread = thread.number
        queue = thread.callbacks
    }

    /// The frozen copy that the layer keeps, the same at each call. That of an implicit animation is created by the first.
    package var animation: CAAnimation {
        LayerLock.withLock {
            switch object {
            case .made(let animation): return animation
            case .implicit(let function):
                let animation = CABasicAnimation(implicit: spec, function)
                object = .made(animation)
                return animation
            }
        }
    }

    /// The animation's delegate. An implicit animation has none.
    var delegate: (any CAAnimationDelegate)? {
        LayerLock.withLock {
            if case .made(let animation) = object { return animation.delegate }
            return nil
        }
    }

    /// Sets the begin time that the commit chose. The animation shows it, as in Apple's. Call under the lock.
    func begin(at time: Double) {
        spec.timing.beginTime = time
        beganWhenShown = true
        if case .made(let animation) = object { animation.resolve { $0.beginTime = time } }
    }

    /// True if the animation's begin and end are observed.
    var isObserved: Bool { !groups.isEmpty || observer != nil || delegate != nil }

    /// True if the animation's begin, end or frames have any effect. An animation that stays for good and has no observers needs no
    /// tracking.
    var isWaitedFor: Bool {
        redraws || spec.isRemovedOnCompletion || !groups.isEmpty || observer != nil || delegate != nil
            || !(layer?.keepsAnimations ?? false)
    }

    /// True if the animation remains on a layer that was never shown, rather than end at once.
    var waitsForATree: Bool { !wasAddedWhileShown && !spec.isRemovedOnCompletion && groups.isEmpty && observer == nil }

    func show(by context: LayerContext?) {
        self.context = context
        contextNumber = context?.number ?? 0
    }

    /// Applies the animation's value at a time of its layer to a state.
    @inline(__always)
    func apply(at time: Double, to state: UnsafeMutablePointer<LayerState>) {
        CompiledAnimation.apply(compiledBox.pointer, at: time, to: state)
    }

    /// The compiled animation. It is created on first use; most animations are never evaluated on this side.
    var compiled: CompiledAnimation { compiledBox.value }

    /// In a box, so that it is applied in place, and an animation that is never evaluated has no memory for it.
    private var compiledBox: Box<CompiledAnimation> {
        if let compiledSpec { return compiledSpec }
        let box = Box(CompiledAnimation(spec: spec, id: id, layerClass: layerClass))
        compiledSpec = box
        return box
    }

    // The animation was lost with its host: notify the observer.
    deinit { if !isOver { observer?.animationEnded(.notShown) } }

    /// Returns the animation compiled as it will be once it is sent. An animation that waits for its commit begins now.
    func compiled(startingAt now: Double) -> CompiledAnimation {
        guard !isSent, spec.timing.beginTime == 0 else { return compiled }
        var started = spec
        started.timing.beginTime = now
        return CompiledAnimation(spec: started, id: id, layerClass: layerClass)
    }

    private static let counter = Atomic<UInt64>(0)
}
