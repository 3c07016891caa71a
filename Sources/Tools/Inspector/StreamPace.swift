import Foundation

/// How often a page is sent pictures: thirty a second, and fewer where that takes too much of a processor, or where the program's frames
/// come late meanwhile.
///
/// The thread that makes the pictures has less than the ordinary priority, but not the lowest: on a machine that is busy with other things,
/// the lowest gets next to nothing. What it must not take it is kept from by this.
struct StreamPace: Equatable {
    /// Seconds between two looks at what the program did.
    static let shortest = 1.0 / 30, longest = 1.0
    /// The share of one processor that pictures may take.
    static let share = 0.25
    /// How much rarer pictures become while frames are late, and how much more often they come again.
    private static let slowing = 1.5, recovery = 0.93

    private(set) var interval = shortest
    /// What pictures took lately, in seconds of a processor.
    private var cost = 0.0
    private var lateness = 1.0

    /// A picture was made, or there was none to make.
    /// - Parameters:
    ///   - processor: seconds that it took.
    ///   - late: whether a frame of the program's was late since the last call.
    mutating func note(processor: Double, late: Bool) {
        // Moves with what pictures take, and not with a single one.
        cost += (max(0, processor) - cost) * 0.2
        lateness = late ? min(lateness * Self.slowing, Self.longest / Self.shortest) : max(1, lateness * Self.recovery)
        interval = min(Self.longest, max(Self.shortest, cost / Self.share) * lateness)
    }
}

/// The processor time of the calling thread, in seconds.
func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
