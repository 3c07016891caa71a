// Records: the animations of a layer, and what decides how an update evaluates them
//
// Between updates a record is in one of three lists. (One that becomes steady leaves the agenda's list in the update after.)
//
//                    +--------+   valid until a later time, or asleep   +---------+
//     added -------> | listed | --------------------------------------> | waiting |
//                    |        | <-------------------------------------- |         |
//                    +--------+          due, or woken                  +---------+
//                     |      ^
//      all active,    |      |   a lane failed, its animations changed,
//      time alone     v      |   or the layer is no longer drawn
//                    +--------+
//                    | steady |
//                    +--------+
//
// An update evaluates the steady records by kind, then visits the listed ones (`Timeline.visit`). Freed and steady ones leave the list; for
// the others the first row that applies decides:
//
//     | condition                                                | evaluation                 | until the next update            |
//     |----------------------------------------------------------|----------------------------|----------------------------------|
//     | steady until now, and a lane failed                      | slow: `sample`             | listed                           |
//     | the state is valid at this time                          | none                       | waits until `quietUntil`         |
//     | the layer can't be seen, nothing to report               | none: asleep (`rest`)      | waits for the next begin or end  |
//     | nothing to report or remove, no transition, time goes on | quick: `sampleQuickly`     | listed, or steady (`enroll`)     |
//     | any other                                                | slow: `sample`             | listed                           |
//
// Invariants
//     - Steady, quick and slow evaluations give the same bits for the same commits and time (SteadyAnimationTests, TreeRandomTests).
//     - A record that is not listed is steady, asleep, or has a state that is valid at the tree's time.
//     - Only `sample` reports begins and ends, and removes animations that ended. The others refuse a record that needs it.
//     - Waiting records cost an update nothing (WorkGrowthTests).

/// A running animation of a layer and what was already reported about it.
struct RunningAnimation {
    let compiled: CompiledAnimation
    var hasStarted = false
    var hasEnded = false
}

/// The animation state of a layer, kept only for layers with animations. Small, since a frame reads all records in sequence; the committed
/// state of each layer is stored in `Timeline.bases`, at the same index.
struct AnimatedNode {
    var node: Int32
    /// True if all animations were active at the last sample.
    var wasActive = false
    /// True if the record should be tested for being steady. After one test, it is not tested again until its animations change.
    var mayBeSteady = false
    /// True if the record was steady until this frame and is already in `Agenda.slow`.
    var hasJustLeft = false
    /// True if the record is in `Agenda.order` or `Agenda.woken`.
    var isListed = false
    /// The number of the record's current entry in `Agenda.waiting`, and the time of that entry; number 0 means that there is none.
    var entry: (number: UInt32, time: Double) = (0, 0)
    /// The layer is not visible; its state is stale.
    var isAsleep = false
    /// True if an animation may change `hidden` and so show the layer again.
    private(set) var mayUnhide = false
    /// The index in `Timeline.spaces` of the time space of the animations. Valid as of the last `invalidate`.
    private(set) var timeSpace: Int32 = -1
    /// The part of the state that is reset to its committed value before the animations apply, while all are active: most animations write
    /// whole values and do not read the values below.
    var underlying = UnderlyingPart.whole
    /// The parts of the layer that must be checked after the animations have changed the state.
    var invalidationScope = InvalidationScope.all
    /// A pointer to the elements of `list` and their count, to read them without reference counting. Valid as of the last `invalidate`.
    private(set) var running: (first: UnsafePointer<RunningAnimation>?, count: Int) = (nil, 0)
    /// The layer's animations. Callers that change the list must call `invalidate` afterwards.
    var list: ContiguousArray<RunningAnimation> = []
    /// The start of the interval for which the current state is valid …
    var quietFrom = Double.infinity
    /// … and its end, exclusive.
    var quietUntil = -Double.infinity

    init(node: Int32) { self.node = node }

    /// Clears the record's entry if its number is `number`, after the entry has been removed from the queue.
    mutating func forget(_ number: UInt32) {
        if entry.number == number { entry.number = 0 }
    }

    /// Discards the known state, so that it is evaluated again at any time, and updates all values derived from `list`.
    mutating func invalidate(_ base: UnsafePointer<LayerState>, _ layerClass: LayerClass, timeSpace: Int32) {
        self.timeSpace = timeSpace
        quietFrom = .infinity
        quietUntil = -.infinity
        wasActive = false
        running = list.withUnsafeMutableBufferPointer { (UnsafePointer($0.baseAddress), $0.count) }
        underlying = UnderlyingPart(list)
        mayBeSteady = true
        invalidationScope = InvalidationScope(list, base, layerClass)
        mayUnhide = list.contains { $0.compiled.core.mayUnhide }
    }
}

extension LayerState {
    /// Restores the committed values without allocating: boxes that only this state references are written in place.
    @inline(__always)
    mutating func reset(to base: borrowing LayerState) {
        values = base.values
        if extraBox !== base.extraBox {
            if extraBox != nil, isKnownUniquelyReferenced(&extraBox) { extraBox!.value = base.extra } else { extraBox = base.extraBox }
        }
        if objectsBox !== base.objectsBox {
            if objectsBox != nil, isKnownUniquelyReferenced(&objectsBox) {
                objectsBox!.value = base.objects
            } else {
                objectsBox = base.objectsBox
            }
        }
    }

    /// The same for states in memory, neither of which is copied.
    package static func reset(_ state: UnsafeMutablePointer<LayerState>, to base: UnsafePointer<LayerState>) {
        state.pointee.reset(to: base.pointee)
    }
}

/// The part of a state that animations build on: values that they read, or change without overwriting completely. Web Animations calls them
/// underlying values.
enum UnderlyingPart: Equatable {
    case nothing, transform, whole

    init(_ list: ContiguousArray<RunningAnimation>) {
        self = .nothing
        for running in list {
            if let underlying = running.compiled.core.underlying { self = self == .nothing || self == underlying ? underlying : .whole }
        }
    }
}

/// The scope of the effects of animations beyond the animated values themselves.
enum InvalidationScope: UInt8 {
    case values
    /// The layer has objects: resources derived from them are rebuilt.
    case objects
    /// Order, depth, or values that sublayers depend on may change: everything is checked.
    case all

    init(_ list: ContiguousArray<RunningAnimation>, _ base: UnsafePointer<LayerState>, _ layerClass: LayerClass) {
        self = .all
        guard layerClass != .replicator, layerClass != .transform, base.pointee.extraBox == nil, !base.pointee.values.isTilted else {
            return
        }
        for running in list where !running.compiled.core.staysInPlane { return }
        self = base.pointee.objectsBox == nil ? .values : .objects
    }
}

extension AnimationCore {
    /// True if the animation writes only plain values, and does not turn the layer out of its plane or move it in depth.
    fileprivate var staysInPlane: Bool {
        guard !target.inExtra else { return false }
        switch effect {
        case .nothing: return true
        case .numbers, .easedNumbers, .springNumbers, .numberKeyframes: break
        case .path, .matrix, .values, .group, .transition, .function: return false
        }
        switch target.lane {
        case .doubles:
            let offset = Int(target.offset)
            return offset != MemoryLayout<LayerValues>.offset(of: \.zPosition)
                && offset != MemoryLayout<LayerValues>.offset(of: \.anchorPointZ)
        case .float, .color: return true
        case .part:
            switch target.subPath {
            case .rotation, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .scaleXY, .translation, .translationX, .translationY: return true
            default: return false
            }
        default: return false
        }
    }

    /// True if the animation may change `hidden`.
    fileprivate var mayUnhide: Bool {
        switch effect {
        case .nothing, .transition, .path, .matrix: return false
        case .values, .group: return true
        case .numbers, .easedNumbers, .springNumbers, .numberKeyframes, .function: break
        }
        switch target.lane {
        case .doubles, .float, .color, .part, .matrix, .function: return false
        default: return true
        }
    }

    /// The part of the state that the animation builds on; nil if there is none.
    fileprivate var underlying: UnderlyingPart? {
        let isTransform = !target.inExtra && Int(target.offset) == MemoryLayout<LayerValues>.offset(of: \.transform)
        let own: UnderlyingPart =
            isTransform && (target.lane == .part || target.lane == .matrix || target.lane == .function) ? .transform : .whole
        switch effect {
        case .nothing:
            return nil
        case .numbers, .easedNumbers, .springNumbers, .numberKeyframes:
            if target.inExtra { return .whole }
            let isWhole = target.lane != .part && flags.isDisjoint(with: [.fromIsRelative, .toIsRelative, .isAdditive])
            return isWhole ? nil : own
        case .matrix:
            return own
        case .function:
            return target.lane == .matrix ? own : .whole
        case .path, .values, .group, .transition:
            return .whole
        }
    }
}
