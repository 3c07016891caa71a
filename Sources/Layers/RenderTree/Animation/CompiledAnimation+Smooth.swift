extension CompiledAnimation {
    /// The stretch of its layer's time around a given time in which the animation does not begin, end or start a cycle: where its values
    /// may be compared to find how fast they change. A time at which one stretch ends and the next begins counts to the next.
    package func smoothStretch(around time: Double) -> (begin: Double, end: Double) {
        let (begin, end) = clock.interval
        if time < begin { return (-.infinity, begin) }
        if time > end { return (end, .infinity) }
        guard clock.duration > 0, clock.duration.isFinite, clock.speed != 0 else { return (begin, end) }
        let cycles = ((time - begin) * clock.speed + clock.offset) / clock.duration
        var cycle = cycles.rounded(.down)
        // The very end belongs to the last cycle, and a cycle that runs backwards ends where it is 0.
        if cycles == cycle, time == end || clock.speed < 0 { cycle -= 1 }
        func start(_ cycle: Double) -> Double { begin + (cycle * clock.duration - clock.offset) / clock.speed }
        let a = start(cycle), b = start(cycle + 1)
        return (max(begin, min(a, b)), min(end, max(a, b)))
    }

    /// Whether its values jump, so that they have no velocity.
    package var jumps: Bool { core.flags.contains(.isDiscrete) }
}
