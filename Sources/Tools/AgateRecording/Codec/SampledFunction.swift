import CoreGraphics
import RenderTree

/// A function of time as a row of its values. At the times of the samples it has the function's own; between them it goes straight, and
/// where nothing lies between two values the earlier one holds.
final class SampledFunction: TimeFunction {
    /// Samples a second; the first stands at 0.
    let rate: Double
    let values: [PropertyValue]

    /// The rate of frames, so that those of a usual film meet samples; half and a fifth of it for what lasts longer than a minute, and
    /// five.
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
        // Local times are differences: what is meant to be a sample's time is so but for rounding.
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
