import CoreGraphics

extension CADisplayLink {
    /// A refresh of the display.
    public struct Frame: Sendable, Equatable {
        /// The time at which the current frame was displayed, in seconds of media time.
        public let timestamp: CFTimeInterval
        /// The time at which the frame that is being drawn will be displayed: the time to draw for.
        public let targetTimestamp: CFTimeInterval
    }

    /// Returns the refreshes of the display from now on, for a task:
    ///
    ///     for await frame in CADisplayLink.frames() { draw(for: frame.targetTimestamp) }
    ///
    /// No run loop is needed. A task that takes longer than a refresh misses some, and gets the latest. The sequence ends when its task is
    /// cancelled. It uses the machine's clock. In a host with its own clock, use a link with a closure, which the host calls at its exact
    /// times.
    /// - Parameter preferredFrameRateRange: the range, as for a link. An impossible range is treated as the default.
    public static func frames(preferredFrameRateRange: CAFrameRateRange = .default) -> Frames {
        let timing = TransactionThread.current.refreshTiming
        return Frames(timing: timing, divisor: timing.divisor(for: preferredFrameRateRange.isPossible ? preferredFrameRateRange : .default))
    }

    /// The result of `frames(preferredFrameRateRange:)`. Each iterator is independent.
    public struct Frames: AsyncSequence, Sendable {
        let timing: RefreshTiming
        let divisor: Int

        /// Creates an iterator that begins at the next refresh.
        public func makeAsyncIterator() -> Iterator { Iterator(timing: timing, divisor: divisor) }

        /// An iterator over the refreshes.
        public struct Iterator: AsyncIteratorProtocol {
            let timing: RefreshTiming
            let divisor: Int
            private var last = -Double.infinity

            init(timing: RefreshTiming, divisor: Int) {
                self.timing = timing
                self.divisor = divisor
            }

            /// Waits for the next refresh. Returns nil once the task is cancelled.
            public mutating func next() async -> Frame? {
                let now = MonotonicClock.read()
                let due = timing.next(after: Swift.max(now, last), divisor: divisor)
                guard (try? await Task.sleep(nanoseconds: UInt64(Swift.max(0, due - now) * 1e9))) != nil else { return nil }
                last = due
                return Frame(timestamp: due, targetTimestamp: timing.next(after: due, divisor: divisor))
            }
        }
    }
}
