import CoreGraphics

/// A trail of positions for computing the velocity: over the last tenth of a second, and 0 after as long a rest.
struct TouchTrail {
    private var samples: [(time: Double, value: CGPoint)] = []
    private static let window = 0.1

    mutating func add(_ value: CGPoint, at time: Double) {
        if let last = samples.last, last.time >= time { samples.removeLast() }
        samples.append((time, value))
        // The last sample before the window is kept as its starting point.
        while samples.count > 2, samples[1].time <= time - Self.window { samples.removeFirst() }
    }

    mutating func clear() { samples = [] }

    /// Returns the velocity at a time, in units per second.
    func velocity(at time: Double) -> CGPoint {
        guard let last = samples.last, time - last.time < Self.window,
            let first = samples.first(where: { $0.time > last.time - Self.window - 1e-9 }),
            last.time > first.time
        else { return .zero }
        let span = CGFloat(last.time - first.time)
        return CGPoint(x: (last.value.x - first.value.x) / span, y: (last.value.y - first.value.y) / span)
    }
}
