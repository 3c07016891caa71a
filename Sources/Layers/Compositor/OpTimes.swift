import Foundation

/// The time that each op of a list takes to draw; for groups, without their contents. For inspectors.
package final class OpTimes {
    /// In seconds, by the op's index.
    package private(set) var seconds: ContiguousArray<Double>
    private var current = -1
    private var since = 0.0

    /// - Parameter count: the number of ops in the list.
    package init(count: Int) { seconds = ContiguousArray(repeating: 0, count: count) }

    /// Attributes the time from here on to an op; -1 for none.
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
    /// True if its bitmap was kept; false if it was made.
    package var isHit: Bool
}
