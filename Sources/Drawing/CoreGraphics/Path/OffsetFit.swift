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
    /// The size of the curve.
    private let size: Double
    /// The largest turn within one triangle's base, as its cosine.
    private let sharpest: Double
    private(set) var patches: [(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)] = []
    private var isInside = false

    private static let maxDepth = 14

    init(_ curve: PathSegment, offset: Double) {
        self.curve = curve
        self.offset = offset
        // Errors finer than a thousandth of the width, or than a fiftieth of a point, are invisible.
        size = curve.size
        tolerance = max(min(0.02, offset.magnitude * 0.002), size * 1e-9)
        sharpest = max(0, 1 - 2 * tolerance / offset.magnitude)
    }

    mutating func run(from: SIMD2<Double>, to: SIMD2<Double>, into side: inout [PathSegment]) {
        var state = state(0, from)
        for t in turns where t > state.t + 1e-6 && t < 1 - 1e-6 {
            let next = self.state(t)
            fit(state, next, 0, into: &side)
            state = next
        }
        let end = self.state(1, to)
        fit(state, end, 0, into: &side)
        leaveInside(end, into: &side)
    }

    private struct State {
        var t: Double
        var tangent: SIMD2<Double>
        /// The factor by which the offset curve is faster than the curve, negative where the offset curve runs backwards.
        var growth: Double
        /// The derivative of the curve.
        var speed: SIMD2<Double>
        /// The point of the offset curve.
        var end: SIMD2<Double>
    }

    private func state(_ t: Double) -> State {
        let speed = curve.derivative(t), length = speed.length
        // Elsewhere than at cusps, this is the curve's tangent.
        if t > 0, t < 1, length > 1e-9 * size, length > 1e-150, length.isFinite { return state(t, speed / length, speed) }
        return state(t, curve.tangent(t) ?? SIMD2(1, 0), speed)
    }

    private func state(_ t: Double, _ tangent: SIMD2<Double>) -> State { state(t, tangent, curve.derivative(t)) }

    private func state(_ t: Double, _ tangent: SIMD2<Double>, _ speed: SIMD2<Double>) -> State {
        let squared = speed.squaredLength
        var growth = 1.0
        // At a cusp, or a control on its end, there is no meaningful curvature. The recursion examines both sides.
        if squared > 1e-18 * size * size {
            growth = 1 - offset * speed.cross(curve.secondDerivative(t)) / (squared * squared.squareRoot())
        }
        return State(t: t, tangent: tangent, growth: growth, speed: speed, end: curve.point(t) + tangent.left * offset)
    }

    /// The parameters at which the curve may turn most, in increasing order: its extremes, so that no piece turns by more than a quarter.
    /// Infinite for those that don't exist.
    private var turns: InlineTurns { InlineTurns(curve.asCubic) }

    private mutating func fit(_ a: State, _ b: State, _ depth: Int, into side: inout [PathSegment]) {
        let middle = state((a.t + b.t) * 0.5)
        let turn = min(a.tangent.dot(middle.tangent), middle.tangent.dot(b.tangent))
        if depth >= OffsetFit.maxDepth {
            return turn > 0.5 ? plain(a, b, into: &side) : cusp(a, b, into: &side)
        }
        if turn > 0.5 {
            if a.growth >= 0, b.growth >= 0, middle.growth >= 0, let piece = hermite(a, middle, b) {
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
    private func hermite(_ a: State, _ middle: State, _ b: State) -> PathSegment? {
        let third = (b.t - a.t) / 3
        let c1 = a.end + a.speed * (third * a.growth), c2 = b.end - b.speed * (third * b.growth)
        let piece = PathSegment.cubic(a.end, c1, c2, b.end)
        func isClose(_ beside: State, _ f: Double) -> Bool {
            let miss = piece.point(f) - beside.end
            // A deviation along the curve is invisible. It is limited all the same, or the shape would be another one.
            return miss.dot(beside.tangent.left).magnitude <= tolerance && miss.length <= tolerance * 10
        }
        guard isClose(middle, 0.5), isClose(state(a.t + (b.t - a.t) * 0.25), 0.25), isClose(state(a.t + (b.t - a.t) * 0.75), 0.75)
        else { return nil }
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

/// The parameters of up to four extremes in increasing order, without an array.
private struct InlineTurns: Sequence, IteratorProtocol {
    private var rest: SIMD4<Double>
    private var index = 0

    init(_ c: PathSegment) {
        let x = cubicTurns(CGFloat(c.p0.x), CGFloat(c.p1.x), CGFloat(c.p2.x), CGFloat(c.p3.x))
        let y = cubicTurns(CGFloat(c.p0.y), CGFloat(c.p1.y), CGFloat(c.p2.y), CGFloat(c.p3.y))
        rest = SIMD4(Double(x.0), Double(x.1), Double(y.0), Double(y.1))
        // Extremes that don't exist come last.
        rest.replace(with: .infinity, where: rest .!= rest)
        for end in stride(from: 3, to: 0, by: -1) {
            for i in 0..<end where rest[i] > rest[i + 1] { (rest[i], rest[i + 1]) = (rest[i + 1], rest[i]) }
        }
    }

    mutating func next() -> Double? {
        defer { index += 1 }
        return index < 4 ? rest[index] : nil
    }
}
