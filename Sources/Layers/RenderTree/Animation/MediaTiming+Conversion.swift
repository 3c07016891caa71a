/// A layer's own time space inside its superlayer's: begin, speed and offset only. Duration and repeats have no effect, unless the layer
/// wraps its time.
extension MediaTiming {
    /// Returns the time in which the layer's animations run.
    package func localTime(atParentTime t: Double) -> Double {
        wrapsTime ? wrappedTime(atParentTime: t) : (t - beginTime) * Double(speed) + timeOffset
    }

    /// Returns the cycle's first time before the layer begins, and the end of its last cycle after it has ended.
    private func wrappedTime(atParentTime t: Double) -> Double {
        var timing = self
        timing.fillMode = .both
        let clock = AnimationClock(timing)
        return clock.seconds(clock.sample(at: t).progress, at: t)
    }

    /// Returns the result of `convertTime(_:from:)` when descending into a layer: 0 before the layer begins. Running animations are not
    /// clamped like this, so that a layer that resumes after a pause continues.
    package func convertedTime(fromParent t: Double) -> Double { t < beginTime ? 0 : localTime(atParentTime: t) }

    /// Returns the result of `convertTime(_:to:)` when ascending out of a layer: 0 if the layer's speed is 0. For a layer that wraps its
    /// time, the result is in its first cycle.
    package func convertedTime(toParent t: Double) -> Double {
        speed == 0 ? 0 : (t - timeOffset) / Double(speed) + beginTime
    }
}
