import Foundation

/// An observer of a player's time.
final class TimeObserver: @unchecked Sendable {
    // Unchecked: only the block is passed to another queue, as its caller requested.
    /// The times at which the block is called, in seconds of the item.
    enum Times {
        /// At the multiples of an interval, and when the time jumps.
        case every(Double)
        /// When playback passes one of them.
        case at([Double])
    }

    private let times: Times
    private let queue: DispatchQueue?
    private let block: (CMTime) -> Void
    /// The time up to which the block has been called; nil before the first refresh.
    private var last: Double?

    init(_ times: Times, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void) {
        self.times = times
        self.queue = queue
        self.block = block
    }

    /// Calls the block for the times between the last refresh and this one.
    func pass(_ seconds: Double, _ time: CMTime) {
        defer { last = seconds }
        guard let last else { return }
        switch times {
        case .every(let interval):
            guard interval > 0, interval.isFinite else { return }
            let count = { (seconds: Double) in (seconds / interval + 1e-9).rounded(.down) }
            if count(last) != count(seconds) { call(time) }
        case .at(let times):
            let isForwards = seconds > last
            for boundary in times where isForwards ? boundary > last && boundary <= seconds : boundary < last && boundary >= seconds {
                call(time)
            }
        }
    }

    /// Notes that the time is another.
    /// - Parameter time: The time for the block; nil if it is not called.
    func jump(_ seconds: Double, _ time: CMTime? = nil) {
        last = seconds
        if case .every = times, let time { call(time) }
    }

    private func call(_ time: CMTime) {
        // The main queue is a different object at each access.
        guard let queue, !(queue.label == DispatchQueue.main.label && Thread.isMainThread) else { return block(time) }
        queue.async { self.block(time) }
    }
}
