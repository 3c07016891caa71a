/// The media time of the samples that a device plays.
///
/// A device counts samples by a clock of its own, which differs from the machine's by some hundred millionths, and asks for them in uneven
/// intervals. The time of its samples follows media time by small changes of speed: a loop with a proportional and an integral part, so
/// that a constant difference of the clocks leaves no error.
struct MixClock: Sendable {
    /// The media time of the next sample; NaN before the first.
    private(set) var position = Double.nan
    /// The difference from media time, averaged over some blocks, and the difference of the clocks.
    private var error = 0.0, drift = 0.0
    /// The time from which a block is made to that at which it is heard, and the time since the first block.
    private var latency = 0.0, age = 0.0

    /// The largest change of speed, and the difference beyond which the time jumps: the device was stopped.
    private static let most = 0.05, jump = 0.25

    /// Returns the media time of a block's first sample, and its speed: the seconds of media time in a second of samples.
    /// - Parameters:
    ///   - now: The current media time.
    ///   - seconds: The duration of the block.
    mutating func next(now: Double, seconds: Double) -> (start: Double, speed: Double) {
        guard position.isFinite, abs(now + latency - position) < Self.jump else {
            (position, error, drift, latency, age) = (now + seconds, 0, 0, seconds, 0)
            defer { position += seconds }
            return (position, 1)
        }
        age += seconds
        // A device fills its buffers at first: these blocks are heard later.
        if age < Self.jump { latency = min(max(latency, position - now), Self.jump / 2) }
        let difference = now + latency - position
        error += (difference - error) * min(1, seconds / 0.2)
        drift = min(max(drift + 0.06 * error * seconds, -Self.most), Self.most)
        let speed = 1 + min(max(drift + 0.5 * error, -Self.most), Self.most)
        defer { position += seconds * speed }
        return (position, speed)
    }
}
