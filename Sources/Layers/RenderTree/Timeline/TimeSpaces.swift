/// A time that differs from the superlayer's. Applies to a layer and everything below it, down to the next layer with its own time space.
struct TimeSpace {
    /// -1 for a free slot.
    var node: Int32
    /// The enclosing space; -1 is the tree's own time.
    var parent: Int32
    /// The tree's time for which `local` is valid.
    var time = Double.nan
    var local = 0.0
    /// Local seconds per second of the tree's time.
    var speed = 1.0
    /// True if this layer or an ancestor wraps its time.
    var wraps = false
    /// The speed, negative if the time wraps and so may run in either direction: there is no future time to wait for.
    var rate: Double { wraps ? -abs(speed) : speed }
}

/// The time spaces of a tree, by slot.
final class TimeSpaces {
    @exclusivity(unchecked) var list: ContiguousArray<TimeSpace> = []
    @exclusivity(unchecked) var free: [Int32] = []
    /// Layers whose time the commit being applied has changed.
    @exclusivity(unchecked) var retimed: ContiguousArray<Int32> = []
    /// The delay of the instance being drawn, for each enclosing replicator.
    @exclusivity(unchecked) var instanceShifts: [(node: Int32, shift: Double)] = []
}
