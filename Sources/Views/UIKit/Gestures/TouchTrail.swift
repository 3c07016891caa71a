import CoreGraphics

/// Where something was when, to tell how fast it is: over the last tenth of a second, and 0 once it has rested as long.
struct TouchTrail {
    private var samples: [(time: Double, value: CGPoint)] = []
    private static let window = 0.1

    mutating func add(_ value: CGPoint, at time: Double) {
        if let last = samples.last, last.time >= time { samples.removeLast() }
        samples.append((time, value))
        // The one before the window tells how it came into it.
        while samples.count > 2, samples[1].time <= time - Self.window { samples.removeFirst() }
    }

    mutating func clear() { samples = [] }

    /// A second's worth at a time.
    func velocity(at time: Double) -> CGPoint {
        guard let last = samples.last, time - last.time < Self.window,
            let first = samples.first(where: { $0.time > last.time - Self.window - 1e-9 }),
            last.time > first.time
        else { return .zero }
        let span = CGFloat(last.time - first.time)
        return CGPoint(x: (last.value.x - first.value.x) / span, y: (last.value.y - first.value.y) / span)
    }
}
