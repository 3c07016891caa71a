import Foundation

/// Fits cubics to the offset curve at a fixed distance beside a curve.
///
/// If the curve turns towards that side more sharply than the distance, the offset curve runs backwards and would wind in the wrong
/// direction. There the side follows the curve itself, and triangles cover the area that the pen sweeps.
struct OffsetFit {
    private let curve: PathSegment
    /// The distance along the curve's left normal.
    private let offset: Double
    private let tolerance: Double
    /// The largest turn within one triangle's base, as its cosine.
    private let sharpest: Double
    private(set) var patches: [(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)] = []
    private var isInside = false

    private static let maxDepth = 14

    init(_ curve: PathSegment, offset: Double) {
        self.curve = curve
        self.offset = offset
        // Errors finer than a thousandth of the width, or than a fiftieth of a point, are invisible.
        tolerance = max(min(0.02, offset.magnitude * 0.002), curve.size * 1e-9)
        sharpest = max(0, 1 - 2 * tolerance / offset.magnitude)
    }

    mutating func run(from: SIMD2<Double>, to: SIMD2<Double>, into side: inout [PathSegment]) {
        let turning = turns
        let start = curve.p0 + from.left * offset
        var state = State(t: 0, tangent: from, growth: growth(0, from), end: start)
        for t in turning {
            let tangent = t >= 1 ? to : curve.tangent(t) ?? state.tangent
            let next = State(t: t, tangent: tangent, growth: growth(t, tangent), end: curve.point(t) + tangent.left * offset)
            fit(state, next, 0, into: &side)
            state = next
        }
        leaveInside(state, into: &side)
    }

    private struct State {
        var t: Double
        var tangent: SIMD2<Double>
        /// The factor by which the offset curve is faster than the curve, negative where the offset curve runs backwards.
        var growth: Double
        /// The point of the offset curve.
        var end: SIMD2<Double>
    }

    private func state(_ t: Double) -> State {
        let tangent = curve.tangent(t) ?? SIMD2(1, 0)
        return State(t: t, tangent: tangent, growth: growth(t, tangent), end: curve.point(t) + tangent.left * offset)
    }

    private func growth(_ t: Double, _ tangent: SIMD2<Double>) -> Double {
        let d = curve.derivative(t)
        let squared = d.squaredLength
        // At a cusp, or a control on its end, there is no meaningful curvature. The recursion examines both sides.
        guard squared > 1e-18 * curve.size * curve.size else { return 1 }
        return 1 - offset * d.cross(curve.secondDerivative(t)) / (squared * squared.squareRoot())
    }

    /// The parameters at which the curve may turn most: its extremes, so that no piece turns by more than a quarter, and the end.
    private var turns: [Double] {
        let c = curve.asCubic
        func extremes(_ axis: (SIMD2<Double>) -> Double) -> [Double] {
            cubicExtremes(axis(c.p0), axis(c.p1), axis(c.p2), axis(c.p3)).map { Double($0) }
        }
        let inner = (extremes(\.x) + extremes(\.y)).sorted()
        var result: [Double] = []
        for t in inner where t > (result.last ?? 0) + 1e-6 && t < 1 - 1e-6 { result.append(t) }
        return result + [1]
    }

    private mutating func fit(_ a: State, _ b: State, _ depth: Int, into side: inout [PathSegment]) {
        let middle = state((a.t + b.t) * 0.5)
        let turn = min(a.tangent.dot(middle.tangent), middle.tangent.dot(b.tangent))
        if depth >= OffsetFit.maxDepth {
            return turn > 0.5 ? plain(a, b, into: &side) : cusp(a, b, into: &side)
        }
        if turn > 0.5 {
            if a.growth >= 0, b.growth >= 0, middle.growth >= 0, let piece = hermite(a, b) {
                leaveInside(a, into: &side)
                side.append(piece)
                return
            }
            if a.growth <= 0, b.growth <= 0, middle.growth <= 0, turn >= sharpest { return inside(a, b, into: &side) }
        }
        fit(a, middle, depth + 1, into: &side)
        fit(middle, b, depth + 1, into: &side)
    }

    /// Returns the cubic with the offset curve's own speeds at its ends, or nil if the cubic deviates too far.
    private func hermite(_ a: State, _ b: State) -> PathSegment? {
        let third = (b.t - a.t) / 3
        let c1 = a.end + curve.derivative(a.t) * (third * a.growth), c2 = b.end - curve.derivative(b.t) * (third * b.growth)
        let piece = PathSegment.cubic(a.end, c1, c2, b.end)
        for f in [0.25, 0.5, 0.75] {
            let beside = state(a.t + (b.t - a.t) * f)
            let miss = piece.point(f) - beside.end
            // A deviation along the curve is invisible. It is limited all the same, or the shape would be another one.
            guard miss.dot(beside.tangent.left).magnitude <= tolerance, miss.length <= tolerance * 10 else { return nil }
        }
        return piece
    }

    private mutating func plain(_ a: State, _ b: State, into side: inout [PathSegment]) {
        if a.growth < 0 || b.growth < 0 { return inside(a, b, into: &side) }
        leaveInside(a, into: &side)
        side.append(.line(a.end, b.end))
    }

    /// Adds a cusp, at which the curve reverses within a negligible length: the pen stays in place and turns.
    private mutating func cusp(_ a: State, _ b: State, into side: inout [PathSegment]) {
        let cross = a.tangent.cross(b.tangent)
        if cross * offset > 0 {
            // The inner side passes through the tip.
            leaveInside(a, into: &side)
            let p = curve.point(b.t)
            side.append(.line(a.end, p))
            side.append(.line(p, b.end))
        } else {
            leaveInside(a, into: &side)
            let p = curve.point(b.t)
            let from = p + a.tangent.left * offset
            if a.end != from { side.append(.line(a.end, from)) }
            side.appendArc(p, offset, a.tangent, b.tangent)
        }
    }

    private mutating func inside(_ a: State, _ b: State, into side: inout [PathSegment]) {
        let p = curve.point(a.t), q = curve.point(b.t)
        if !isInside {
            side.append(.line(a.end, p))
            isInside = true
        }
        side.append(curve.part(a.t, b.t).withEnds(p, q))
        patches.append((p, a.end, b.end))
        patches.append((p, b.end, q))
    }

    private mutating func leaveInside(_ at: State, into side: inout [PathSegment]) {
        guard isInside else { return }
        isInside = false
        side.append(.line(curve.point(at.t), at.end))
    }
}
