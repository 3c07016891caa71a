import QuartzCore
import RenderTree

/// How a value gets from where it is to where it shall be: a spring or a curve, and when.
///
///     layer.animate(\.position, to: p, .spring(duration: 0.5, bounce: 0.2).delay(0.1))
///
/// A value: keep them in constants. Durations are seconds of the layer's time.
public struct Motion: Sendable, Hashable {
    enum Pace: Sendable, Hashable {
        case spring(AnimationSpec.Spring, startsItself: Bool)
        /// Nil is linear.
        case curve(TimingCurve?)
    }
    let pace: Pace
    /// Of a curve; a spring takes as long as it needs.
    let duration: Double
    /// When it runs, and how often.
    public var schedule = Schedule()

    /// A spring that seems to take `duration` seconds and bounces a little, not at all, or for ever.
    /// - Parameters:
    ///   - duration: the period that it would have without damping; it is within a few per cent of the way after about as long.
    ///   - bounce: 0 does not overshoot, 1 never rests, below 0 is slower than need be.
    public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Motion {
        Motion(pace: .spring(AnimationSpec.Spring(perceptualDuration: duration, bounce: bounce), startsItself: false), duration: duration)
    }

    /// A spring by its physics, as `CASpringAnimation`.
    /// - Parameters:
    ///   - mass: above 0.
    ///   - stiffness: above 0.
    ///   - damping: not below 0.
    ///   - initialVelocity: in whole ways per second; nil goes on at the speed at which the value moves.
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

    /// Slow, fast, slow.
    public static func easeInOut(_ duration: Double) -> Motion { Motion(pace: .curve(.easeInEaseOut), duration: duration) }
    /// Slow, then fast.
    public static func easeIn(_ duration: Double) -> Motion { Motion(pace: .curve(.easeIn), duration: duration) }
    /// Fast, then slow.
    public static func easeOut(_ duration: Double) -> Motion { Motion(pace: .curve(.easeOut), duration: duration) }
    /// At one speed.
    public static func linear(_ duration: Double) -> Motion { Motion(pace: .curve(nil), duration: duration) }

    /// By a curve of your own.
    public static func timing(_ function: CAMediaTimingFunction, _ duration: Double) -> Motion {
        Motion(pace: .curve(function.curve), duration: duration)
    }
}

/// When a motion runs, and how often.
public struct Schedule: Sendable, Hashable {
    /// Seconds before it begins.
    public var delay = 0.0
    /// How often it runs; may be infinite.
    public var repeatCount: Float = 1
    /// Whether every other cycle runs backwards.
    public var autoreverses = false
    /// How fast its time goes; above 0.
    public var speed: Float = 1

    /// At once, once.
    public init() {}

    /// A velocity can be carried into one run that begins at once; not into a row of equal ones, nor over a pause.
    var carriesVelocity: Bool { delay == 0 && repeatCount == 1 && !autoreverses }
    var isUsable: Bool {
        delay.isFinite && delay >= 0 && !repeatCount.isNaN && repeatCount > 0 && speed.isFinite && speed > 0
    }
}

/// What has a schedule, and so its modifiers.
public protocol Scheduled {
    /// When it runs.
    var schedule: Schedule { get set }
}

extension Scheduled {
    /// The same, later. The old value shows meanwhile, and a value that was moving stands still.
    public func delay(_ seconds: Double) -> Self { with { $0.delay = seconds } }
    /// The same several times; a part of a cycle counts.
    public func repeated(_ count: Float) -> Self { with { $0.repeatCount = count } }
    /// The same until it is stopped.
    public func repeatedForever() -> Self { with { $0.repeatCount = .infinity } }
    /// There and back: every cycle is followed by the same backwards, and then the new value stands.
    public func autoreversed(_ flag: Bool = true) -> Self { with { $0.autoreverses = flag } }
    /// The same, faster or slower.
    public func speed(_ factor: Float) -> Self { with { $0.speed = factor } }

    private func with(_ change: (inout Schedule) -> Void) -> Self {
        var copy = self
        change(&copy.schedule)
        return copy
    }
}

extension Motion: Scheduled {}
