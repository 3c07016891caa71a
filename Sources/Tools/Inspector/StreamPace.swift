import Foundation

/// The rate at which pictures are sent to a page: thirty a second, and fewer if that takes too much processor time, or if the program's
/// frames are late meanwhile.
///
/// The thread that makes the pictures has less than the normal priority, but not the lowest: on a busy machine, the lowest gets almost no
/// time. This rate control keeps it from taking time that the program needs.
struct StreamPace: Equatable {
    /// The limits of the interval between two checks for changes, in seconds.
    static let shortest = 1.0 / 30, longest = 1.0
    /// The fraction of one processor that pictures may use.
    static let share = 0.25
    /// The factors by which the interval increases while frames are late, and decreases afterwards.
    private static let slowing = 1.5, recovery = 0.93

    private(set) var interval = shortest
    /// A moving average of the processor time of a picture, in seconds.
    private var cost = 0.0
    private var lateness = 1.0

    /// Records that a picture was made, or that there was none to make.
    /// - Parameters:
    ///   - processor: The processor time that it took, in seconds.
    ///   - late: True if a frame of the program was late since the last call.
    mutating func note(processor: Double, late: Bool) {
        // Smoothed, so that a single picture has little effect.
        cost += (max(0, processor) - cost) * 0.2
        lateness = late ? min(lateness * Self.slowing, Self.longest / Self.shortest) : max(1, lateness * Self.recovery)
        interval = min(Self.longest, max(Self.shortest, cost / Self.share) * lateness)
    }
}

/// Returns the processor time of the calling thread, in seconds.
func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
