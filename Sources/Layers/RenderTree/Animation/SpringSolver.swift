import CoreGraphics

/// The position of a damped spring, in closed form.
struct SpringEquation: Hashable, Sendable {
    enum Regime: UInt8, Sendable { case under, critical, over }
    var regime = Regime.critical
    /// ζω₀, or ω₀ in the critical case, or the slow root when over-damped.
    var decay = 0.0
    /// ω_d, or the fast root when over-damped.
    var second = 0.0
    var k1 = 1.0, k2 = 0.0

    @inline(__always)
    func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < .infinity else { return decay > 0 ? 1 : 0 }
        switch regime {
        case .under:
            let (sine, cosine) = SteadyMath.sincos(second * time)
            return 1 - SteadyMath.exp(-decay * time) * (k1 * cosine + k2 * sine)
        case .critical: return 1 - SteadyMath.exp(-decay * time) * (k1 + k2 * time)
        case .over: return 1 - k1 * SteadyMath.exp(-decay * time) - k2 * SteadyMath.exp(-second * time)
        }
    }
}

/// A damped spring released at 0 and attracted to 1, in closed form: its position at any time, without integration.
package struct SpringSolver: Hashable, Sendable {
    let equation: SpringEquation
    package let naturalFrequency: Double
    package let dampingRatio: Double
    private let velocity: Double

    /// Invalid values (a mass of zero, NaN) are replaced by the defaults.
    package init(_ spring: AnimationSpec.Spring) {
        let m = spring.mass > 0 && spring.mass.isFinite ? spring.mass : 1
        let k = spring.stiffness > 0 && spring.stiffness.isFinite ? spring.stiffness : 100
        let c = spring.damping >= 0 ? spring.damping : 10
        let v = spring.initialVelocity.isFinite ? spring.initialVelocity : 0
        let w = (k / m).squareRoot()
        let zeta = c / (2 * (k * m).squareRoot())
        naturalFrequency = w; dampingRatio = zeta; velocity = v
        var e = SpringEquation()
        if zeta < 1 {
            e.regime = .under
            e.decay = zeta * w
            e.second = w * (1 - zeta * zeta).squareRoot()
            e.k2 = (zeta * w - v) / e.second
        } else if zeta == 1 || !spring.allowsOverdamping {
            e.regime = .critical
            e.decay = w
            e.k2 = w - v
        } else if zeta < .infinity {
            e.regime = .over
            let root = (zeta * zeta - 1).squareRoot()
            // The slow root as a quotient: the difference of two large numbers would lose precision.
            e.decay = w / (zeta + root)
            e.second = w * (zeta + root)
            e.k1 = (e.second - v) / (e.second - e.decay)
            e.k2 = (v - e.decay) / (e.second - e.decay)
        } else {
            // Infinite damping: it never moves.
            e.regime = .over
        }
        equation = e
    }

    /// Returns the position of the spring after `time` seconds: 0 at the start, 1 at rest, greater than 1 when it overshoots.
    @inline(__always)
    package func value(at time: Double) -> Double { equation.value(at: time) }

    /// The number of seconds until the spring stays within a thousandth of its distance from rest, rounded as in Apple's.
    package var settlingDuration: Double {
        let decay = equation.decay, k1 = equation.k1, k2 = equation.k2
        switch equation.regime {
        case .under:
            guard decay > 0 else { return Double(Float.greatestFiniteMagnitude) }
            return max(0, -log(0.001 / (1 + abs(k2))) / decay)
        case .critical:
            // Apple's advances in tenths and includes the accumulated rounding errors. The envelope, which has at most one maximum,
            // determines the time after which the distance stays below the limit.
            let hill = k2 == 0 ? 0 : 1 / decay - 1 / k2
            let heightOfHill = hill > 0 ? abs(k1 + k2 * hill) * SteadyMath.exp(-decay * hill) : 0
            var t = 0.0
            for _ in 0..<1_000_000 {
                if abs(k1 + k2 * t) * SteadyMath.exp(-decay * t) < 0.001, t >= hill || heightOfHill < 0.001 { break }
                t += 0.1
            }
            return t
        case .over:
            // Apple's formula is unknown. Its one published figure (2.6 ± 0.2 s for a perceptual duration of 1 and bounce −0.5) matches a
            // hundredth of the distance, by the slow root alone.
            guard decay > 0 else { return 0 }
            return max(0, log(max(1, abs(k1)) / 0.01) / decay)
        }
    }
}

extension AnimationSpec.Spring {
    /// Creates a spring with a perceived duration of `perceptualDuration` seconds, and `bounce` from −1 (no movement) over 0 (critical) to
    /// 1 (undamped).
    package init(perceptualDuration: Double, bounce: Double) {
        self.init()
        let d = perceptualDuration > 0 && perceptualDuration.isFinite ? perceptualDuration : 0.5
        let b = bounce.isNaN ? 0 : min(1, max(-1, bounce))
        mass = 1
        stiffness = (2 * Double.pi / d) * (2 * Double.pi / d)
        damping = b >= 0 ? 4 * Double.pi * (1 - b) / d : 4 * Double.pi / (d * (1 + b))
        allowsOverdamping = true
    }

    package var perceptualDuration: Double { 2 * Double.pi * (mass / stiffness).squareRoot() }

    package var bounce: Double {
        let zeta = damping / (2 * (stiffness * mass).squareRoot())
        return zeta <= 1 ? 1 - zeta : 1 / zeta - 1
    }

    package var settlingDuration: Double { SpringSolver(self).settlingDuration }
}
