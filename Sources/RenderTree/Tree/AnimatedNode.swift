/// A running animation of a layer and what was already told about it.
struct RunningAnimation {
    let compiled: CompiledAnimation
    var hasStarted = false
    var hasEnded = false
}

/// What only layers with animations have.
struct AnimatedNode {
    var node: Int32
    /// As committed; the node's state is this with the animations applied.
    var base: LayerState
    var list: ContiguousArray<RunningAnimation> = []
    /// The state is known for times from here on …
    var quietFrom = Double.infinity
    /// … up to, not including, here.
    var quietUntil = -Double.infinity
    /// All animations write whole values that do not depend on what is under them: while all are active, the state need not be reset.
    var isSimple = false
    /// The last sample found all of them active.
    var wasActive = false

    init(node: Int32, base: LayerState) { self.node = node; self.base = base }

    /// The state has to be found again, at whatever time.
    mutating func invalidate() { quietFrom = .infinity; quietUntil = -.infinity; wasActive = false; isSimple = list.allSatisfy { $0.compiled.isSimple } }
}

extension LayerState {
    /// Takes the committed values back without allocating: boxes that are this state's alone are written in place.
    @inline(__always)
    mutating func reset(to base: LayerState) {
        values = base.values
        if extraBox !== base.extraBox {
            if extraBox != nil, isKnownUniquelyReferenced(&extraBox) { extraBox!.value = base.extra } else { extraBox = base.extraBox }
        }
        if objectsBox !== base.objectsBox {
            if objectsBox != nil, isKnownUniquelyReferenced(&objectsBox) { objectsBox!.value = base.objects } else { objectsBox = base.objectsBox }
        }
    }
}

extension CompiledAnimation {
    /// Writes whole values of its own, whatever stands under it.
    var isSimple: Bool {
        core.effect == .numbers && !core.fromIsRelative && !core.toIsRelative && !core.target.isAdditive && !core.target.inExtra
            && (core.target.lane == .doubles || core.target.lane == .float || core.target.lane == .color)
    }
}
