import CoreGraphics
import RenderTree

/// A function of time as a list of samples. At the times of the samples it has the function's exact values; between them it is interpolated
/// linearly, and values that can't be interpolated are held until the next sample.
final class SampledFunction: TimeFunction {
    /// The number of samples per second; the first is at 0.
    let rate: Double
    let values: [PropertyValue]

    /// A usual frame rate, so that the frames of a film coincide with samples. Functions that last longer than a minute use half of it
    /// (30), and those that last longer than two minutes a fifth (12).
    static let usualRate = 60.0
    static let mostValues = 3601

    init(rate: Double, values: [PropertyValue]) {
        self.rate = rate
        self.values = values
    }

    convenience init(_ function: any TimeFunction, duration: Double) {
        let duration = duration.isFinite && duration > 0 ? duration : 0
        var rate = Self.usualRate
        if duration * rate >= Double(Self.mostValues) { rate = 30 }
        if duration * rate >= Double(Self.mostValues) { rate = 12 }
        let count = Int(min(Double(Self.mostValues), (duration * rate).rounded(.up) + 1))
        self.init(rate: rate, values: (0..<max(1, count)).map { function.value(at: min(Double($0) / rate, duration)) })
    }

    func value(at time: Double) -> PropertyValue {
        let place = min(max(0, time.isFinite ? time * rate : 0), Double(values.count - 1))
        let nearest = place.rounded()
        // Local times are differences, so a sample's time is only exact up to rounding.
        if abs(place - nearest) < 1e-5 { return values[Int(nearest)] }
        let at = Int(place)
        let (from, to) = (values[at], values[at + 1])
        switch (from, to) {
        case (.path(let a), .path(let b)) where a.verbs != b.verbs: return from
        case (.path, .path), (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
            (.color, .color),
            (.numbers, .numbers), (.colors, .colors):
            return Interpolation.value(from: from, to: to, progress: place - Double(at)) ?? from
        default: return from
        }
    }
}
