/// The schedule of records: those that a frame evaluates, and the times at which the others are due.
final class Agenda {
    /// Records that a frame evaluates one by one, in paint order as of the last build. Others wait, or are steady.
    @exclusivity(unchecked) var order: ContiguousArray<Int32> = []
    @exclusivity(unchecked) var orderIsStale = false
    /// Records that join `order` in the next update.
    @exclusivity(unchecked) var woken: ContiguousArray<Int32> = []
    /// Records that must be evaluated again at a time. An entry that is not its record's latest is ignored.
    @exclusivity(unchecked) var waiting = TimeQueue<(slot: Int32, number: UInt32)>()
    @exclusivity(unchecked) var lastEntry: UInt32 = 0
    /// Records that may have lost their last animation.
    @exclusivity(unchecked) var emptied: ContiguousArray<Int32> = []
    /// Records that take the slow path in this update.
    @exclusivity(unchecked) var slow: ContiguousArray<Int32> = []
}
