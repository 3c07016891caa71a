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
    /// An end or start that was not told yet may lie in the quiet time's past.
    init(node: Int32, base: LayerState) { self.node = node; self.base = base }

    /// The state has to be found again, at whatever time.
    mutating func invalidate() { quietFrom = .infinity; quietUntil = -.infinity }
}

extension LayerState {
    /// Takes the committed values back without allocating: boxes that are this state's own are written in place.
    @inline(__always)
    mutating func reset(to base: LayerState) {
        values = base.values
        if extraBox !== base.extraBox {
            if let own = extraBox { own.value = base.extra } else { extraBox = base.extraBox }
        }
        if objectsBox !== base.objectsBox {
            if let own = objectsBox { own.value = base.objects } else { objectsBox = base.objectsBox }
        }
    }
}
