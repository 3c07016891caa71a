import CKernels

/// Two circles of a radial gradient, in gradient space. t = 0 is the first, t = 1 the second.
package struct CirclePair: Equatable, Sendable {
    package let center: SIMD2<Double>
    package let radius: Double
    /// The vector from the first circle's centre to the second's.
    private let step: SIMD2<Double>
    private let growth: Double
    /// |step|^2 - growth^2: greater than 0 if neither circle contains the other (the circles then fill a cone).
    private let spread: Double

    package init(_ center0: SIMD2<Double>, _ radius0: Double, _ center1: SIMD2<Double>, _ radius1: Double) {
        center = center0
        radius = radius0
        step = center1 - center0
        growth = radius1 - radius0
        let s = step.x * step.x + step.y * step.y - growth * growth
        // The difference of nearly equal squares is noise: the circles are considered to touch.
        spread = abs(s) > 1e-9 * growth * growth ? s : 0
    }

    /// False for a negative or unbounded circle, or two equal ones.
    var isDrawable: Bool {
        radius >= 0 && radius + growth >= 0 && (radius + growth + center.x + center.y + step.x + step.y).isFinite
            && (growth != 0 || step != .zero)
    }

    /// The values for the loop that finds the greatest t whose circle has a nonnegative radius, passes through a pixel's middle and is
    /// shown by the ramp.
    func loop(extendsStart: Bool, extendsEnd: Bool) -> agate_circles {
        agate_circles(
            center_x: center.x, center_y: center.y, radius: radius, step_x: step.x, step_y: step.y, growth: growth, spread: spread,
            inverse: 1 / spread, first_t: extendsStart ? -.infinity : 0, last_t: extendsEnd ? .infinity : 1)
    }
}
