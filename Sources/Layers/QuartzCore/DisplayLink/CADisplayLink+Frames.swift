import CoreGraphics

extension CADisplayLink {
    /// A refresh of the display.
    public struct Frame: Sendable, Equatable {
        /// When the frame that shows now was displayed, in seconds of media time.
        public let timestamp: CFTimeInterval
        /// When the frame that is drawn now will be displayed: the time to draw for.
        public let targetTimestamp: CFTimeInterval
    }

    /// The refreshes of the display from now on, for a task:
    ///
    ///     for await frame in CADisplayLink.frames() { draw(for: frame.targetTimestamp) }
    ///
    /// Needs no run loop. A task that takes longer than a refresh misses some, and gets the latest. The sequence ends when its task is
    /// cancelled. It keeps the machine's clock; inside a host with a clock of its own use a link with a closure, which the host calls at
    /// its very times.
    /// - Parameter preferredFrameRateRange: as of a link; a range that is not possible counts as the default.
    public static func frames(preferredFrameRateRange: CAFrameRateRange = .default) -> Frames {
        let timing = TransactionThread.current.refreshTiming
        return Frames(timing: timing, divisor: timing.divisor(for: preferredFrameRateRange.isPossible ? preferredFrameRateRange : .default))
    }

    /// What `frames(preferredFrameRateRange:)` answers. Each iterator counts by itself.
    public struct Frames: AsyncSequence, Sendable {
        let timing: RefreshTiming
        let divisor: Int

        /// A reader that begins at the next refresh.
        public func makeAsyncIterator() -> Iterator { Iterator(timing: timing, divisor: divisor) }

        /// One reader of the refreshes.
        public struct Iterator: AsyncIteratorProtocol {
            let timing: RefreshTiming
            let divisor: Int
            private var last = -Double.infinity

            init(timing: RefreshTiming, divisor: Int) {
                self.timing = timing
                self.divisor = divisor
            }

            /// Waits for the next refresh; nil once the task is cancelled.
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
