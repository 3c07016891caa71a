import Foundation

/// The time that the ops of a list take while they are drawn, those that are drawn apart without what is in them. For inspectors.
package final class OpTimes {
    /// In seconds, by the op's index.
    package private(set) var seconds: ContiguousArray<Double>
    private var current = -1
    private var since = 0.0

    /// - Parameter count: how many ops the list has.
    package init(count: Int) { seconds = ContiguousArray(repeating: 0, count: count) }

    /// The time from here on is that of an op; of none for -1.
    func begin(_ op: Int) {
        let now = Self.now
        if seconds.indices.contains(current) { seconds[current] += now - since }
        current = op
        since = now
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// A rasterised layer that was drawn.
package struct CacheUse: Sendable {
    package var layer: UInt64
    /// Its bitmap was kept; else it was made anew.
    package var isHit: Bool
}
