/// A MediaTiming with its derived values. It maps the parent's time to the position of an animation in its cycle.
package struct AnimationClock: Hashable, Sendable {
    package let begin: Double
    package let offset: Double
    /// The duration of one cycle in one direction; never negative, never NaN.
    package let duration: Double
    /// The duration of all cycles, in local time.
    package let activeLength: Double
    private let rate: Float
    package let autoreverses: Bool
    package let fillsBackwards: Bool
    package let fillsForwards: Bool

    package var speed: Double { Double(rate) }
    /// The duration of one cycle, including the reverse.
    package var period: Double { autoreverses ? 2 * duration : duration }

    /// - Parameter duration: replaces the timing's own duration, for a child of a group that has none.
    package init(_ timing: MediaTiming, duration given: Double? = nil) {
        begin = timing.beginTime.isNaN ? 0 : timing.beginTime
        rate = timing.speed.isFinite ? timing.speed : 0
        offset = timing.timeOffset.isFinite ? timing.timeOffset : 0
        let d = given ?? timing.duration
        duration = d > 0 ? d : 0
        autoreverses = timing.autoreverses
        let period = timing.autoreverses ? 2 * duration : duration
        if timing.repeatDuration > 0 {
            activeLength = timing.repeatDuration
        } else if timing.repeatCount > 0 {
            activeLength = period == 0 ? 0 : period * Double(timing.repeatCount)
        } else {
            activeLength = period
        }
        fillsBackwards = timing.fillMode == .backwards || timing.fillMode == .both
        fillsForwards = timing.fillMode == .forwards || timing.fillMode == .both
    }

    package enum Stage: UInt8, Sendable { case before, active, filled, finished }

    /// The state of an animation at a time.
    package struct Sample: Equatable, Sendable {
        package var stage: Stage
        /// True if the animation has an effect at this time.
        package var applies: Bool
        /// The progress in the cycle, 0...1, mirrored in the reverse, before any easing.
        package var progress: Double
        /// The number of complete cycles, for cumulative animations.
        package var iteration: Double
    }

    /// The begin and end of the animation, in the parent's time. With a speed of 0 it never ends.
    package var interval: (begin: Double, end: Double) {
        let rate = abs(speed)
        return (begin, rate == 0 ? .infinity : begin + activeLength / rate)
    }

    @inline(__always)
    package func sample(at parentTime: Double) -> Sample {
        let elapsed = parentTime - begin
        guard elapsed >= 0 else { return outside(elapsed) }
        let speed = self.speed
        let ran = speed == 0 ? 0 : elapsed * abs(speed)
        guard ran <= activeLength else { return after() }
        let local = Self.local(elapsed, speed, offset)
        if Self.isInFirstCycle(local, duration) {
            return Sample(stage: .active, applies: true, progress: local / duration, iteration: 0)
        }
        let (progress, iteration) = wrap(speed == 0 ? offset : local, atEnd: speed > 0 && ran == activeLength)
        return Sample(stage: .active, applies: true, progress: progress, iteration: iteration)
    }

    @inline(__always)
    static func local(_ elapsed: Double, _ speed: Double, _ offset: Double) -> Double { elapsed * speed + offset }

    /// Returns whether the time is inside the first cycle, as for most samples. A time of 0 is excluded, since it may be the end of a
    /// previous cycle.
    @inline(__always)
    static func isInFirstCycle(_ local: Double, _ duration: Double) -> Bool { local > 0 && local < duration }

    /// Returns the seconds in the cycle. For an infinite cycle, which has no progress, they are computed from the time itself.
    @inline(__always)
    func seconds(_ progress: Double, at time: Double) -> Double {
        if duration < .infinity { return duration * progress }
        let ran = min(max(0, time - begin) * abs(speed), activeLength)
        return max(0, (speed < 0 ? -ran : ran) + offset)
    }

    @inline(never)
    private func outside(_ elapsed: Double) -> Sample {
        guard elapsed < 0, fillsBackwards else { return Sample(stage: .before, applies: false, progress: 0, iteration: 0) }
        let (progress, iteration) = wrap(offset, atEnd: false)
        return Sample(stage: .before, applies: true, progress: progress, iteration: iteration)
    }

    @inline(never)
    private func after() -> Sample {
        guard fillsForwards else { return Sample(stage: .finished, applies: false, progress: 0, iteration: 0) }
        // A cycle of zero length has only its end.
        if period == 0 { return Sample(stage: .filled, applies: true, progress: autoreverses || speed < 0 ? 0 : 1, iteration: 0) }
        let (progress, iteration) = wrap(speed < 0 ? offset - activeLength : offset + activeLength, atEnd: speed > 0)
        return Sample(stage: .filled, applies: true, progress: progress, iteration: iteration)
    }

    private func wrap(_ local: Double, atEnd: Bool) -> (progress: Double, iteration: Double) {
        Self.wrap(local, duration: duration, autoreverses: autoreverses, atEnd: atEnd)
    }

    /// Maps local time to the progress in its cycle. At the exact end of the last cycle, the result is its end, not the start of a next
    /// one.
    static func wrap(_ local: Double, duration: Double, autoreverses: Bool, atEnd: Bool) -> (progress: Double, iteration: Double) {
        let period = autoreverses ? 2 * duration : duration
        guard period > 0, local.isFinite else { return (0, 0) }
        guard period < .infinity else { return (0, 0) }
        let cycles = local / period
        if atEnd {
            let whole = cycles.rounded()
            // Also for a cycle that an offset has placed before the first one.
            if abs(local - whole * period) <= 1e-9 * period { return (autoreverses ? 0 : 1, max(0, whole - 1)) }
        }
        let iteration = cycles.rounded(.down)
        var u = min(period, max(0, local - iteration * period))
        if autoreverses && u > duration { u = period - u }
        return (u / duration, max(0, iteration))
    }
}
