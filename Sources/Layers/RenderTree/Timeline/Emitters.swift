/// The state of emitter layers in the tree.
struct EmitterNode {
    /// The index of the node; -1 for a free slot.
    var node: Int32
    var history: EmitterHistory
    /// The layer's local time at which the emitter is frozen, for the old picture of a transition.
    var frozenAt: Double?
    /// The time of the last evaluation of the particles, and the time until which they do not change, in the tree's time.
    var quietFrom = Double.infinity
    var quietUntil = Double.infinity
}

/// The emitters of a tree, by slot.
final class Emitters {
    @exclusivity(unchecked) var list: ContiguousArray<EmitterNode> = []
    @exclusivity(unchecked) var free: [Int32] = []
    /// Emitter layers that the commit being applied changed.
    @exclusivity(unchecked) var changed: [Int32] = []
}
