import Foundation
import RenderTree

/// Timing functions and springs, each by the plainest way that can be trusted.
enum ReferenceCurves {
    /// y where the cubic with these control points has x; by halving, which needs nothing of the curve but that x grows.
    static func ease(_ curve: TimingCurve?, _ x: Double) -> Double {
        guard let curve else { return x }
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        func cubic(_ a: Double, _ b: Double, _ t: Double) -> Double {
            let u = 1 - t
            return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
        }
        var low = 0.0, high = 1.0
        for _ in 0..<54 {
            let middle = (low + high) / 2
            if cubic(Double(curve.c1x), Double(curve.c2x), middle) < x { low = middle } else { high = middle }
        }
        return cubic(Double(curve.c1y), Double(curve.c2y), (low + high) / 2)
    }

    /// How far a spring has come after some seconds, in closed form: one branch for each kind of damping.
    static func spring(_ spring: AnimationSpec.Spring, after time: Double) -> Double {
        let omega = (spring.stiffness / spring.mass).squareRoot()
        let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
        let velocity = spring.initialVelocity
        if ratio < 1 {
            let decay = ratio * omega
            let damped = omega * ((1 - ratio) * (1 + ratio)).squareRoot()
            return 1 - exp(-decay * time) * (cos(damped * time) + (decay - velocity) / damped * sin(damped * time))
        }
        if ratio == 1 || !spring.allowsOverdamping {
            return 1 - exp(-omega * time) * (1 + (omega - velocity) * time)
        }
        // y = 1 - x solves y'' + 2 ζω y' + ω² y = 0 from y = 1, y' = -v: two exponentials. The slow root as a quotient, so that a
        // strong damping does not cancel it away.
        let spread = omega * ((ratio - 1) * (ratio + 1)).squareRoot()
        let fast = -ratio * omega - spread
        let slow = omega * omega / fast
        let b = (-velocity - slow) / (fast - slow)
        return 1 - ((1 - b) * exp(slow * time) + b * exp(fast * time))
    }

    /// The same by integrating the equation of motion in small steps (Runge and Kutta's of order four); what the closed forms are
    /// checked with. Damping over the critical is taken as critical unless it is allowed.
    static func integratedSpring(_ spring: AnimationSpec.Spring, after time: Double, steps: Int) -> Double {
        var damping = spring.damping
        let critical = 2 * (spring.stiffness * spring.mass).squareRoot()
        if damping > critical && !spring.allowsOverdamping { damping = critical }
        func acceleration(_ x: Double, _ v: Double) -> Double { (spring.stiffness * (1 - x) - damping * v) / spring.mass }
        var x = 0.0, v = spring.initialVelocity
        let h = time / Double(steps)
        for _ in 0..<steps {
            let v1 = v, a1 = acceleration(x, v)
            let v2 = v + h / 2 * a1, a2 = acceleration(x + h / 2 * v1, v2)
            let v3 = v + h / 2 * a2, a3 = acceleration(x + h / 2 * v2, v3)
            let v4 = v + h * a3, a4 = acceleration(x + h * v3, v4)
            x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        }
        return x
    }
}
