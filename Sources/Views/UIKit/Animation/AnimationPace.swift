import QuartzCore

/// How the animations of a block pace themselves: by a curve, or by a spring.
enum AnimationPace {
    case curve(CAMediaTimingFunction)
    /// Without numbers of its own: it settles just when the block's duration is over (US1, US2). The velocity is in whole ways a second.
    case damped(ratio: Double, velocity: CGVector)
    /// A spring whose own numbers say how long it takes (US4).
    case physical(mass: Double, stiffness: Double, damping: Double, velocity: CGVector)
    /// The curve without a name that a phone's keyboard moves by: a spring that the duration cuts off (UV17).
    case keyboard

    static let standard = AnimationPace.curve(CAMediaTimingFunction(name: .easeInEaseOut))

    /// The curve of a number in options.
    init(curveNumber: Int) {
        self = curveNumber == 7 ? .keyboard : .curve((UIView.AnimationCurve(rawValue: curveNumber) ?? .easeInOut).timingFunction)
    }

    /// Whether x and y of a point go at velocities of their own (US5).
    var splitsPoints: Bool { velocity.dx != velocity.dy }

    private var velocity: CGVector {
        switch self {
        case .curve, .keyboard: .zero
        case .damped(_, let velocity), .physical(_, _, _, let velocity): velocity
        }
    }

    /// How long it takes where a duration is asked for.
    func duration(_ asked: Double) -> Double {
        guard case .physical = self else { return asked }
        return spring(asked, isY: false)?.settlingDuration ?? asked
    }

    /// An animation of this pace, with its duration and nothing else.
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

    /// How much of the way is gone after a share of the duration.
    func progress(at share: Double, duration asked: Double) -> Double {
        guard case .curve(let function) = self else { return spring(asked, isY: false)?.progress(after: share * duration(asked)) ?? share }
        return function.progress(at: share)
    }

    private func spring(_ duration: Double, isY: Bool) -> CASpringAnimation? {
        let spring = CASpringAnimation()
        switch self {
        case .curve: return nil
        case .keyboard:
            (spring.mass, spring.stiffness, spring.damping) = (3, 1000, 500)
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

/// The spring of mass 1 that comes within a thousandth of its way from rest just when a duration is over.
struct SettlingSpring {
    /// Of damping to the critical one, in (0, 1].
    let ratio: Double
    /// Undamped, in radians a second.
    let frequency: Double

    init(ratio: Double, velocity: Double, duration: Double) {
        let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.001), 1)
        let d = min(max(duration, 0.01), 10), v = velocity.isFinite ? velocity : 0
        self.ratio = ratio
        // How much of the way is left at the end, at most; it falls as the frequency rises.
        func rest(_ w: Double) -> Double {
            if ratio >= 1 { return abs(1 + (w - v) * d) * exp(-w * d) }
            let damped = w * (1 - ratio * ratio).squareRoot()
            return (1 + abs((ratio * w - v) / damped)) * exp(-ratio * w * d)
        }
        var low = 1e-3, high = 1.0
        while rest(high) > 0.001, high < 1e9 { high *= 2 }
        low = high / 2
        // A velocity may make a hill below; the last crossing is the one that counts.
        while rest(low) < 0.001, low > 1e-3 { low /= 2 }
        for _ in 0..<200 {
            let middle = (low + high) / 2
            if middle == low || middle == high { break }
            if rest(middle) > 0.001 { low = middle } else { high = middle }
        }
        frequency = high
    }
}
