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

    /// Returns the greatest t whose circle has a nonnegative radius, passes through `p` and is shown by the ramp. NaN if there is none.
    @inline(__always)
    func parameter(_ p: SIMD2<Double>, extendsStart: Bool, extendsEnd: Bool) -> Double {
        let d = p - center
        let b = d.x * step.x + d.y * step.y + radius * growth
        let c = d.x * d.x + d.y * d.y - radius * radius
        @inline(__always) func shown(_ t: Double) -> Bool {
            radius + t * growth >= 0 && (t >= 0 || extendsStart) && (t <= 1 || extendsEnd)
        }
        if spread == 0 {
            let t = c / (2 * b)
            return b != 0 && shown(t) ? t : .nan
        }
        let square = b * b - spread * c
        guard square >= 0 else { return .nan }
        let root = square.squareRoot()
        let one = (b + root) / spread, two = (b - root) / spread
        let high = one > two ? one : two, low = one > two ? two : one
        return shown(high) ? high : shown(low) ? low : .nan
    }
}
