import CoreGraphics

/// A display that refreshes by itself. Its host retains it, so that its timing is no longer used once the host is released.
package final class LiveDisplay: Sendable {
    package let timing: RefreshTiming
    package init(timing: RefreshTiming) { self.timing = timing }
}

/// The constant timing of a display's refreshes: refresh `k` is at `k / refreshRate` seconds of the display's clock.
package struct RefreshTiming: Sendable, Equatable {
    /// The number of refreshes per second, 1...1000.
    package let refreshRate: Double

    /// The timing of most displays: 60 refreshes per second.
    package static let standard = RefreshTiming(refreshRate: 60)

    /// Creates a timing. An invalid rate is replaced by 60.
    package init(refreshRate: Double) {
        self.refreshRate = refreshRate >= 1 && refreshRate <= 1000 ? refreshRate : 60
    }

    /// The number of seconds between refreshes.
    package var interval: Double { 1 / refreshRate }

    /// Returns the divisor of the refresh rate for a preferred frame rate: the divisor whose rate is in the range and nearest the
    /// preferred rate; of two equally near, the one with the faster rate. For a range between two divisors, returns the one with the
    /// slower rate, so that no more frames than wanted are requested.
    package func divisor(for range: CAFrameRateRange) -> Int {
        let maximum = range.maximum > 0 ? Double(range.maximum) : refreshRate
        let preferred = range.preferred.map(Double.init) ?? 0
        let wanted = min(preferred > 0 ? preferred : maximum, refreshRate)
        // Rates are reported as whole numbers (59.94 Hz satisfies a request for 60), hence the tolerance.
        let slack = 0.001
        let fewest = max(1, Int((refreshRate / maximum * (1 - slack)).rounded(.up)))
        let nearest = refreshRate / wanted
        let fast = max(fewest, Int(nearest * (1 + slack))), slow = fast + 1
        guard refreshRate / Double(slow) >= Double(range.minimum) * (1 - slack), nearest > Double(fast) else { return fast }
        return wanted - refreshRate / Double(slow) < refreshRate / Double(fast) - wanted ? slow : fast
    }

    /// Returns the first refresh after a time that is a multiple of a divisor. Links with the same divisor are called together.
    package func next(after time: Double, divisor: Int = 1) -> Double {
        let step = Double(divisor) / refreshRate
        var k = (time / step).rounded(.down)
        while k * step <= time { k += 1 }
        return k * step
    }
}
