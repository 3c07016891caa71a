import QuartzCore
import RenderTree

/// The transition of a value to its target: a spring or a curve, and a schedule.
///
///     layer.animate(\.position, to: p, .spring(duration: 0.5, bounce: 0.2).delay(0.1))
///
/// A motion is a value, so it can be kept in a constant. Durations are in seconds of the layer's time.
public struct Motion: Sendable, Hashable {
    enum Pace: Sendable, Hashable {
        case spring(AnimationSpec.Spring, startsItself: Bool)
        /// Nil is linear.
        case curve(TimingCurve?)
    }
    let pace: Pace
    /// The duration of a curve; a spring takes as long as it needs.
    let duration: Double
    /// The start time and the number of cycles.
    public var schedule = Schedule()

    /// A spring with a perceived duration of `duration` seconds and the given bounce.
    /// - Parameters:
    ///   - duration: The period without damping; the value is within a few per cent of its target after about this time.
    ///   - bounce: 0 does not overshoot, 1 never comes to rest, and values below 0 are slower than necessary.
    public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Motion {
        Motion(pace: .spring(AnimationSpec.Spring(perceptualDuration: duration, bounce: bounce), startsItself: false), duration: duration)
    }

    /// A spring with physical parameters, as `CASpringAnimation`.
    /// - Parameters:
    ///   - mass: The mass, above 0.
    ///   - stiffness: The stiffness, above 0.
    ///   - damping: The damping, not below 0.
    ///   - initialVelocity: The velocity in whole distances per second; nil continues at the velocity at which the value moves.
    public static func spring(mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double? = nil) -> Motion {
        var spring = AnimationSpec.Spring()
        spring.mass = mass
        spring.stiffness = stiffness
        spring.damping = damping
        spring.allowsOverdamping = true
        spring.initialVelocity = initialVelocity ?? 0
        let isSpring = mass > 0 && stiffness > 0 && damping >= 0 && spring.initialVelocity.isFinite
        return Motion(pace: .spring(spring, startsItself: initialVelocity != nil), duration: isSpring ? 1 : .nan)
    }

    /// A curve that starts slowly, accelerates, and ends slowly.
    public static func easeInOut(_ duration: Double) -> Motion { Motion(pace: .curve(.easeInEaseOut), duration: duration) }
    /// A curve that starts slowly and accelerates.
    public static func easeIn(_ duration: Double) -> Motion { Motion(pace: .curve(.easeIn), duration: duration) }
    /// A curve that starts fast and decelerates.
    public static func easeOut(_ duration: Double) -> Motion { Motion(pace: .curve(.easeOut), duration: duration) }
    /// A curve of constant speed.
    public static func linear(_ duration: Double) -> Motion { Motion(pace: .curve(nil), duration: duration) }

    /// A custom curve.
    public static func timing(_ function: CAMediaTimingFunction, _ duration: Double) -> Motion {
        Motion(pace: .curve(function.curve), duration: duration)
    }
}

/// The start time, repetition and speed of a motion.
public struct Schedule: Sendable, Hashable {
    /// The delay before the motion begins, in seconds.
    public var delay = 0.0
    /// The number of cycles; may be infinite.
    public var repeatCount: Float = 1
    /// A Boolean value that indicates whether every other cycle runs backwards.
    public var autoreverses = false
    /// The speed of the motion's time; above 0.
    public var speed: Float = 1

    /// A schedule that begins immediately and runs once.
    public init() {}

    /// True if the motion can carry a velocity: it is a single cycle that begins immediately. Velocity can't be carried into repeated
    /// cycles or over a delay.
    var carriesVelocity: Bool { delay == 0 && repeatCount == 1 && !autoreverses }
    var isUsable: Bool {
        delay.isFinite && delay >= 0 && !repeatCount.isNaN && repeatCount > 0 && speed.isFinite && speed > 0
    }
}

/// A type that has a schedule and the modifiers for it.
public protocol Scheduled {
    /// The schedule.
    var schedule: Schedule { get set }
}

extension Scheduled {
    /// Returns the same motion with a delay. The old value is shown during the delay, and a value that was moving stops.
    public func delay(_ seconds: Double) -> Self { with { $0.delay = seconds } }
    /// Returns the same motion repeated several times; a fraction of a cycle counts.
    public func repeated(_ count: Float) -> Self { with { $0.repeatCount = count } }
    /// Returns the same motion repeated until it is stopped.
    public func repeatedForever() -> Self { with { $0.repeatCount = .infinity } }
    /// Returns the same motion with every cycle followed by a reversed one; the new value remains after the end.
    public func autoreversed(_ flag: Bool = true) -> Self { with { $0.autoreverses = flag } }
    /// Returns the same motion at another speed.
    public func speed(_ factor: Float) -> Self { with { $0.speed = factor } }

    private func with(_ change: (inout Schedule) -> Void) -> Self {
        var copy = self
        change(&copy.schedule)
        return copy
    }
}

extension Motion: Scheduled {}
