import CoreGraphics

/// A display that refreshes by itself. Its host keeps it, so that its timing is nobody's once the host is gone.
package final class LiveDisplay: Sendable {
    package let timing: RefreshTiming
    package init(timing: RefreshTiming) { self.timing = timing }
}

/// The even timing of a display's refreshes: refresh `k` falls at `k / refreshRate` seconds of the display's clock.
package struct RefreshTiming: Sendable, Equatable {
    /// Refreshes a second, 1...1000.
    package let refreshRate: Double

    /// The timing of most displays.
    package static let standard = RefreshTiming(refreshRate: 60)

    /// A rate that no display has is 60.
    package init(refreshRate: Double) {
        self.refreshRate = refreshRate >= 1 && refreshRate <= 1000 ? refreshRate : 60
    }

    /// Seconds from a refresh to the next.
    package var interval: Double { 1 / refreshRate }

    /// Every how many refreshes a wish for a frame rate is served: the divisor whose rate lies in the range and is nearest the preferred
    /// rate, the faster one of two equally near. A range between two divisors gets the slower of them, so that no more frames are asked for
    /// than wanted.
    package func divisor(for range: CAFrameRateRange) -> Int {
        let maximum = range.maximum > 0 ? Double(range.maximum) : refreshRate
        let preferred = range.preferred.map(Double.init) ?? 0
        let wanted = min(preferred > 0 ? preferred : maximum, refreshRate)
        // Rates are reported as whole numbers (59.94 Hz serves a wish for 60), hence the slack.
        let slack = 0.001
        let fewest = max(1, Int((refreshRate / maximum * (1 - slack)).rounded(.up)))
        let nearest = refreshRate / wanted
        let fast = max(fewest, Int(nearest * (1 + slack))), slow = fast + 1
        guard refreshRate / Double(slow) >= Double(range.minimum) * (1 - slack), nearest > Double(fast) else { return fast }
        return wanted - refreshRate / Double(slow) < refreshRate / Double(fast) - wanted ? slow : fast
    }

    /// The first refresh after a time, of those that a divisor leaves. Links of one divisor are called together.
    package func next(after time: Double, divisor: Int = 1) -> Double {
        let step = Double(divisor) / refreshRate
        var k = (time / step).rounded(.down)
        while k * step <= time { k += 1 }
        return k * step
    }
}
