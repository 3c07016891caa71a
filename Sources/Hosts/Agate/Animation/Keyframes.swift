import QuartzCore
import RenderTree

/// A value on the way, and when it is reached.
public struct Keyframe<Value> {
    /// What the property is then.
    public let value: Value
    /// The share of the duration at which it is reached, 0...1.
    public let time: Double
    /// How it gets there from the keyframe before; nil is linear.
    public let timing: CAMediaTimingFunction?

    /// - Parameters:
    ///   - value: of the property.
    ///   - time: 0...1, not before the keyframe before it.
    ///   - timing: the pacing on the way to it.
    public init(_ value: Value, at time: Double, timing: CAMediaTimingFunction? = nil) {
        self.value = value
        self.time = time
        self.timing = timing
    }
}

/// A way through several values, of which the last stays. It sets out from what shows, unless there is a keyframe at 0.
///
///     layer.animate(\.opacity, .keyframes([Keyframe(0.2, at: 0.3), Keyframe(1, at: 1)], duration: 2))
public struct Keyframes<Value>: Scheduled {
    let frames: [Keyframe<Value>]
    let duration: Double
    /// When it runs, and how often.
    public var schedule = Schedule()

    /// - Parameters:
    ///   - frames: in the order of their times.
    ///   - duration: of the whole way, in seconds.
    public static func keyframes(_ frames: [Keyframe<Value>], duration: Double) -> Keyframes {
        Keyframes(frames: frames, duration: duration)
    }

    /// Equal steps from what shows.
    /// - Parameters:
    ///   - values: the keyframes, of which the last stays.
    ///   - duration: of the whole way, in seconds.
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
