extension CompiledAnimation {
    /// Returns the interval of the layer's time around a time in which the animation does not begin, end or start a cycle. Values in it
    /// may be compared to find their rate of change. A time at which one interval ends and the next begins is part of the next.
    package func smoothStretch(around time: Double) -> (begin: Double, end: Double) {
        let (begin, end) = clock.interval
        if time < begin { return (-.infinity, begin) }
        if time > end { return (end, .infinity) }
        guard clock.duration > 0, clock.duration.isFinite, clock.speed != 0 else { return (begin, end) }
        let cycles = ((time - begin) * clock.speed + clock.offset) / clock.duration
        var cycle = cycles.rounded(.down)
        // The end of the animation is part of the last cycle, and a cycle that runs backwards ends at 0.
        if cycles == cycle, time == end || clock.speed < 0 { cycle -= 1 }
        func start(_ cycle: Double) -> Double { begin + (cycle * clock.duration - clock.offset) / clock.speed }
        let a = start(cycle), b = start(cycle + 1)
        return (max(begin, min(a, b)), min(end, max(a, b)))
    }

    /// True if the values are discontinuous, so that they have no velocity.
    package var jumps: Bool { core.flags.contains(.isDiscrete) }
}
