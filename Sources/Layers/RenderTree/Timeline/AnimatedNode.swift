/// A running animation of a layer and what was already reported about it.
struct RunningAnimation {
    let compiled: CompiledAnimation
    var hasStarted = false
    var hasEnded = false
}

/// What only layers with animations have. Small, since a frame reads all of them in a row; the committed state of each stands beside it
/// in `Timeline.bases`.
struct AnimatedNode {
    var node: Int32
    /// The last sample found all of them active.
    var wasActive = false
    /// Whether to try if all of them are steady; that is not tried again until they change.
    var mayBeSteady = false
    /// It was steady until this frame, which finds it among the slow ones.
    var hasJustLeft = false
    /// It stands in `Agenda.order`, or is about to.
    var isListed = false
    /// Its entry in `Agenda.waiting`, and the time that it stands there for; 0 is none.
    var entry: (number: UInt32, time: Double) = (0, 0)
    /// Nobody sees the layer: its state is of another time.
    var isAsleep = false
    /// Whether an animation may change `hidden`, so that it can show the layer again by itself.
    private(set) var mayUnhide = false
    /// Index in `Timeline.spaces` of the time that its animations run on. As of the last `invalidate`.
    private(set) var timeSpace: Int32 = -1
    /// What of the state has to be as committed before the animations apply, while all are active: most write whole values and do not
    /// look at what is under them.
    var ground = AnimationGround.whole
    /// What has to be looked at when they have changed the state.
    var trace = AnimationTrace.all
    /// Where the elements of `list` stand, and how many: read without counting a reference. As of the last `invalidate`.
    private(set) var running: (first: UnsafePointer<RunningAnimation>?, count: Int) = (nil, 0)
    /// Whoever changes it calls `invalidate` afterwards.
    var list: ContiguousArray<RunningAnimation> = []
    /// The state is known for times from here on …
    var quietFrom = Double.infinity
    /// … up to, not including, here.
    var quietUntil = -Double.infinity

    init(node: Int32) { self.node = node }

    /// Its entry among those that wait is gone.
    mutating func forget(_ number: UInt32) {
        if entry.number == number { entry.number = 0 }
    }

    /// The state has to be found again, at whatever time.
    mutating func invalidate(_ base: UnsafePointer<LayerState>, _ layerClass: LayerClass, timeSpace: Int32) {
        self.timeSpace = timeSpace
        quietFrom = .infinity
        quietUntil = -.infinity
        wasActive = false
        running = list.withUnsafeMutableBufferPointer { (UnsafePointer($0.baseAddress), $0.count) }
        ground = AnimationGround(list)
        mayBeSteady = true
        trace = AnimationTrace(list, base, layerClass)
        mayUnhide = list.contains { $0.compiled.core.mayUnhide }
    }
}

extension LayerState {
    /// Takes the committed values back without allocating: boxes that are this state's alone are written in place.
    @inline(__always)
    package mutating func reset(to base: borrowing LayerState) {
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
}

/// The part of a state that animations build on: what they read, or change without writing all of it.
enum AnimationGround: Equatable {
    case nothing, transform, whole

    init(_ list: ContiguousArray<RunningAnimation>) {
        self = .nothing
        for running in list { if let ground = running.compiled.core.ground { self = self == .nothing || self == ground ? ground : .whole } }
    }
}

/// How far what animations change may reach beyond the values themselves.
enum AnimationTrace: UInt8 {
    case values
    /// The layer has objects: what is made of them is made again.
    case objects
    /// Order, depth, what sublayers hang on: everything is looked at.
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
    /// Writes nothing that turns the layer out of its plane, moves it in depth, or stands outside the plain values.
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

    /// May change `hidden`.
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

    /// Nil where there is none.
    fileprivate var ground: AnimationGround? {
        let isTransform = !target.inExtra && Int(target.offset) == MemoryLayout<LayerValues>.offset(of: \.transform)
        let own: AnimationGround =
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
