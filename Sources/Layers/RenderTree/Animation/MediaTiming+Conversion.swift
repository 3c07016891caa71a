/// A layer's own time space inside its superlayer's: begin, speed and offset only; duration and repeats take no part, unless it wraps its
/// time.
extension MediaTiming {
    /// What the layer's animations run on.
    package func localTime(atParentTime t: Double) -> Double {
        wrapsTime ? wrappedTime(atParentTime: t) : (t - beginTime) * Double(speed) + timeOffset
    }

    /// The cycle's first time before the layer begins, and where its last cycle ends ever after.
    private func wrappedTime(atParentTime t: Double) -> Double {
        var timing = self
        timing.fillMode = .both
        let clock = AnimationClock(timing)
        return clock.seconds(clock.sample(at: t).progress, at: t)
    }

    /// What `convertTime(_:from:)` answers going down into a layer: 0 before the layer begins.
    /// Running animations are not held like this, so that a layer resumed after a pause goes on.
    package func convertedTime(fromParent t: Double) -> Double { t < beginTime ? 0 : localTime(atParentTime: t) }

    /// What `convertTime(_:to:)` answers going up out of a layer: 0 out of one that stands still. Out of one that wraps its time, the time
    /// in its first cycle.
    package func convertedTime(toParent t: Double) -> Double {
        speed == 0 ? 0 : (t - timeOffset) / Double(speed) + beginTime
    }
}
