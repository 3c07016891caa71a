import RenderTree

/// Section 5 of the behaviour notes, read aloud: no speed, no cleverness, one line a rule.
enum ReferenceTime {
    /// Where in its cycle an object stands.
    struct Phase {
        /// Progress of the cycle, the way back of autoreverses folded in: 0 at its begin, 1 at its end.
        var progress: Double
        /// The same in seconds; what a group's children get.
        var local: Double
        /// How many whole cycles lie behind; 0 before the first (the notes know no negative count).
        var cycle: Double
    }

    /// Nil while the object has no effect. `duration` is the length of a cycle in one direction, resolved and positive.
    static func phase(of timing: MediaTiming, duration: Double, at parentTime: Double) -> Phase? {
        let speed = Double(timing.speed), count = Double(timing.repeatCount)
        let period = timing.autoreverses ? 2 * duration : duration
        let active: Double
        if timing.repeatDuration > 0 {
            active = timing.repeatDuration
        } else if count > 0 {
            active = period * count
        } else {
            active = period
        }

        let elapsed = parentTime - timing.beginTime
        var isAtEnd = false
        var time: Double
        if elapsed < 0 {
            guard timing.fillMode == .backwards || timing.fillMode == .both else { return nil }
            time = timing.timeOffset
        } else if elapsed * abs(speed) > active {
            guard timing.fillMode == .forwards || timing.fillMode == .both else { return nil }
            time = (speed < 0 ? -active : active) + timing.timeOffset
            isAtEnd = true
        } else {
            time = elapsed * speed + timing.timeOffset
            isAtEnd = elapsed * abs(speed) == active
        }
        if period == .infinity { return Phase(progress: 0, local: max(0, time), cycle: 0) }

        var cycle = (time / period).rounded(.down)
        // Cycles too short to be distinguished at such a time.
        if abs(cycle) > 1e15 { return Phase(progress: .nan, local: .nan, cycle: 0) }
        var phase = time - cycle * period
        // The end of the last cycle shows its end, not the begin of one that never comes; backwards the end is the begin.
        if isAtEnd && phase == 0 && speed > 0 { phase = period; cycle -= 1 }
        if timing.autoreverses && phase > duration { phase = period - phase }
        return Phase(progress: phase / duration, local: phase, cycle: max(0, cycle))
    }

    /// Whether the time is so near a begin, an end or a new cycle that what came before it, if it was rounded, may have crossed it.
    static func isAtJump(_ timing: MediaTiming, _ duration: Double, _ parentTime: Double) -> Bool {
        let period = timing.autoreverses ? 2 * duration : duration, speed = Double(timing.speed), count = Double(timing.repeatCount)
        let active = timing.repeatDuration > 0 ? timing.repeatDuration : count > 0 ? period * count : period
        let elapsed = parentTime - timing.beginTime, time = elapsed * speed + timing.timeOffset
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 3e-6 * (1 + abs(b)) }
        return isNear(elapsed, 0) || isNear(elapsed * abs(speed), active) || isNear(time, (time / period).rounded() * period)
    }

    /// One step down into a layer's time (5.5), as `convertTime` answers it.
    static func intoLayer(_ timing: MediaTiming, _ time: Double) -> Double {
        if time < timing.beginTime { return 0 }
        return (time - timing.beginTime) * Double(timing.speed) + timing.timeOffset
    }

    /// One step up out of a layer's time.
    static func outOfLayer(_ timing: MediaTiming, _ time: Double) -> Double {
        if timing.speed == 0 { return 0 }
        return (time - timing.timeOffset) / Double(timing.speed) + timing.beginTime
    }
}
