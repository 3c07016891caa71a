import QuartzCore
import RenderTree

/// An intermediate value, and the time at which it is reached.
public struct Keyframe<Value> {
    /// The value of the property at that time.
    public let value: Value
    /// The fraction of the duration at which the value is reached, 0...1.
    public let time: Double
    /// The pacing from the keyframe before; nil is linear.
    public let timing: CAMediaTimingFunction?

    /// - Parameters:
    ///   - value: The value of the property.
    ///   - time: The fraction of the duration, 0...1, not before the previous keyframe's.
    ///   - timing: The pacing towards the value.
    public init(_ value: Value, at time: Double, timing: CAMediaTimingFunction? = nil) {
        self.value = value
        self.time = time
        self.timing = timing
    }
}

/// An animation through several values, of which the last remains. It starts from the value that is shown, unless there is a keyframe at 0.
///
///     layer.animate(\.opacity, .keyframes([Keyframe(0.2, at: 0.3), Keyframe(1, at: 1)], duration: 2))
public struct Keyframes<Value>: Scheduled {
    let frames: [Keyframe<Value>]
    let duration: Double
    /// The start time and the number of cycles.
    public var schedule = Schedule()

    /// - Parameters:
    ///   - frames: The keyframes, in the order of their times.
    ///   - duration: The total duration, in seconds.
    public static func keyframes(_ frames: [Keyframe<Value>], duration: Double) -> Keyframes {
        Keyframes(frames: frames, duration: duration)
    }

    /// Keyframes at equal intervals, starting from the value that is shown.
    /// - Parameters:
    ///   - values: The values, of which the last remains.
    ///   - duration: The total duration, in seconds.
    public static func through(_ values: [Value], duration: Double) -> Keyframes {
        let frames = values.enumerated().map { Keyframe($1, at: Double($0 + 1) / Double(values.count)) }
        return Keyframes(frames: frames, duration: duration)
    }

    var areInOrder: Bool {
        zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time } && frames.allSatisfy { $0.time >= 0 && $0.time <= 1 }
    }

    private init(frames: [Keyframe<Value>], duration: Double) {
        self.frames = frames
        self.duration = duration
    }
}
