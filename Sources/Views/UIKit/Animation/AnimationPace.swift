import QuartzCore

/// The pacing of a block's animations: a curve or a spring.
enum AnimationPace {
    case curve(CAMediaTimingFunction)
    /// A spring without physical parameters. It settles exactly at the end of the block's duration (US1, US2). The velocity is in multiples
    /// of the distance per second.
    case damped(ratio: Double, velocity: CGVector)
    /// A spring whose physical parameters determine its duration (US4).
    case physical(mass: Double, stiffness: Double, damping: Double, velocity: CGVector)
    /// The unnamed curve of a phone's keyboard: a spring that is cut off at the end of the duration (UV17).
    case keyboard

    /// The spring of a phone's own animations.
    static let phoneSpring = (mass: 3.0, stiffness: 1000.0, damping: 500.0)
    /// The number of the keyboard's curve in options and notifications.
    static let keyboardCurveNumber = 7

    static let standard = AnimationPace.curve(CAMediaTimingFunction(name: .easeInEaseOut))

    /// Creates the pace for a curve number in options.
    init(curveNumber: Int) {
        self =
            curveNumber == Self.keyboardCurveNumber
            ? .keyboard : .curve((UIView.AnimationCurve(rawValue: curveNumber) ?? .easeInOut).timingFunction)
    }

    /// True if x and y of a point have different velocities (US5).
    var splitsPoints: Bool { velocity.dx != velocity.dy }

    private var velocity: CGVector {
        switch self {
        case .curve, .keyboard: .zero
        case .damped(_, let velocity), .physical(_, _, _, let velocity): velocity
        }
    }

    /// Returns the actual duration for a requested one.
    func duration(_ asked: Double) -> Double {
        guard case .physical = self else { return asked }
        return spring(asked, isY: false)?.settlingDuration ?? asked
    }

    /// Returns an animation with this pace and its duration, and no other properties.
    func animation(_ asked: Double, isY: Bool = false) -> CABasicAnimation {
        guard case .curve(let function) = self else {
            let animation = spring(asked, isY: isY) ?? CASpringAnimation()
            animation.duration = duration(asked)
            animation.timingFunction = CAMediaTimingFunction(name: .linear)
            return animation
        }
        let animation = CABasicAnimation()
        animation.duration = asked
        animation.timingFunction = function
        return animation
    }

    /// Returns the completed fraction of the distance after a fraction of the duration.
    func progress(at share: Double, duration asked: Double) -> Double {
        guard case .curve(let function) = self else { return spring(asked, isY: false)?.progress(after: share * duration(asked)) ?? share }
        return function.progress(at: share)
    }

    private func spring(_ duration: Double, isY: Bool) -> CASpringAnimation? {
        let spring = CASpringAnimation()
        switch self {
        case .curve: return nil
        case .keyboard:
            let phone = Self.phoneSpring
            (spring.mass, spring.stiffness, spring.damping) = (phone.mass, phone.stiffness, phone.damping)
        case .damped(let ratio, let velocity):
            let v = Double(isY ? velocity.dy : velocity.dx)
            let solved = SettlingSpring(ratio: ratio, velocity: v, duration: duration)
            (spring.mass, spring.stiffness, spring.damping) = (1, solved.frequency * solved.frequency, 2 * solved.ratio * solved.frequency)
            spring.initialVelocity = v
        case .physical(let mass, let stiffness, let damping, let velocity):
            (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
            spring.initialVelocity = isY ? velocity.dy : velocity.dx
            spring.allowsOverdamping = damping > 2 * (mass * stiffness).squareRoot()
        }
        return spring
    }
}

/// The spring of mass 1 that is within a thousandth of its distance from rest exactly at the end of a duration.
struct SettlingSpring {
    /// The ratio of the damping to critical damping, in (0, 1].
    let ratio: Double
    /// The undamped angular frequency, in radians per second.
    let frequency: Double

    init(ratio: Double, velocity: Double, duration: Double) {
        let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.001), 1)
        let d = min(max(duration, 0.01), 10), v = velocity.isFinite ? velocity : 0
        self.ratio = ratio
        // Returns an upper bound of the remaining distance at the end. It decreases as the frequency increases.
        func rest(_ w: Double) -> Double {
            if ratio >= 1 { return abs(1 + (w - v) * d) * exp(-w * d) }
            let damped = w * (1 - ratio * ratio).squareRoot()
            return (1 + abs((ratio * w - v) / damped)) * exp(-ratio * w * d)
        }
        var low = 1e-3, high = 1.0
        while rest(high) > 0.001, high < 1e9 { high *= 2 }
        low = high / 2
        // With a velocity the bound may have a local maximum at lower frequencies. The last crossing is the relevant one.
        while rest(low) < 0.001, low > 1e-3 { low /= 2 }
        for _ in 0..<200 {
            let middle = (low + high) / 2
            if middle == low || middle == high { break }
            if rest(middle) > 0.001 { low = middle } else { high = middle }
        }
        frequency = high
    }
}
