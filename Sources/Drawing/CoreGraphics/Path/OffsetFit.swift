import Foundation

/// Fits cubics to the offset curve at a fixed distance beside a curve.
///
/// If the curve turns towards that side more sharply than the distance, the offset curve runs backwards and would wind in the wrong
/// direction. There the side follows the curve itself, and patches cover the area that the pen sweeps.
struct OffsetFit {
    private let curve: PathSegment
    private let polynomial: Polynomial
    /// The distance along the curve's left normal.
    private let offset: Double
    private let tolerance: Double
    /// The size of the curve.
    private let size: Double
    private var isInside = false

    /// One side of a stroke.
    struct Side {
        var pieces: [PathSegment] = []
        /// Shapes that cover the inside of turns sharper than the pen.
        var patches: [SweptPatch] = []
    }

    private static let maxDepth = 14

    init(_ curve: PathSegment, offset: Double) {
        self.curve = curve.degree == .cubic ? curve : curve.asCubic
        polynomial = Polynomial(self.curve)
        self.offset = offset
        // Errors finer than a thousandth of the width, or than a fiftieth of a point, are invisible.
        size = curve.size
        tolerance = max(min(0.02, offset.magnitude * 0.002), size * 1e-9)
    }

    mutating func run(from: SIMD2<Double>, to: SIMD2<Double>, into side: inout Side) {
        var state = state(0, from)
        for t in turns where t > state.t + 1e-6 && t < 1 - 1e-6 {
            let next = self.state(t)
            fit(state, middle(state, next), next, 0, into: &side)
            state = next
        }
        let end = self.state(1, to)
        fit(state, middle(state, end), end, 0, into: &side)
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
        let speed = polynomial.speed(t), length = speed.length
        // Elsewhere than at cusps, this is the curve's tangent.
        guard length > 1e-9 * size, length > 1e-150, length.isFinite else { return state(t, curve.tangent(t) ?? SIMD2(1, 0)) }
        return state(t, speed / length, speed, length)
    }

    private func state(_ t: Double, _ tangent: SIMD2<Double>) -> State {
        let speed = polynomial.speed(t)
        return state(t, tangent, speed, speed.length)
    }

    private func state(_ t: Double, _ tangent: SIMD2<Double>, _ speed: SIMD2<Double>, _ length: Double) -> State {
        var growth = 1.0
        // At a cusp, or a control on its end, there is no meaningful curvature. The recursion examines both sides.
        if length > 1e-9 * size { growth = 1 - offset * speed.cross(polynomial.slope(t)) / (length * length * length) }
        return State(t: t, tangent: tangent, growth: growth, speed: speed, end: polynomial.point(t) + tangent.left * offset)
    }

    /// The parameters at which the curve may turn most, in increasing order: its extremes, so that no piece turns by more than a quarter.
    /// Infinite for those that don't exist.
    private var turns: InlineTurns { InlineTurns(curve.asCubic) }

    private func middle(_ a: State, _ b: State) -> State { state((a.t + b.t) * 0.5) }

    private mutating func fit(_ a: State, _ middle: State, _ b: State, _ depth: Int, into side: inout Side) {
        let turn = min(a.tangent.dot(middle.tangent), middle.tangent.dot(b.tangent))
        if depth >= OffsetFit.maxDepth {
            // On the outside of a turn, a line would be visible.
            let isOutside = a.tangent.cross(b.tangent) * offset < 0
            return turn > (isOutside ? 0.9999 : 0.5) ? plain(a, b, into: &side) : cusp(a, b, into: &side)
        }
        if let cut = reversal(a, b) {
            fit(a, self.middle(a, cut), cut, depth + 1, into: &side)
            return fit(cut, self.middle(cut, b), b, depth + 1, into: &side)
        }
        let first = self.middle(a, middle), last = self.middle(middle, b)
        if turn > 0.5 {
            if a.growth >= 0, b.growth >= 0, middle.growth >= 0, let piece = hermite(a, first, middle, last, b) {
                leaveInside(a, into: &side)
                side.pieces.append(piece)
                return
            }
            if a.growth <= 0, b.growth <= 0, middle.growth <= 0, let patch = patch(a, first, middle, last, b) {
                return inside(a, patch, into: &side)
            }
        }
        fit(a, first, middle, depth + 1, into: &side)
        fit(middle, last, b, depth + 1, into: &side)
    }

    /// Returns the state at which the offset curve reverses; nil if it runs in the same direction at both ends.
    private func reversal(_ a: State, _ b: State) -> State? {
        guard a.growth * b.growth < 0 else { return nil }
        // Regula falsi; an end that stays counts half.
        var (low, high) = (a.t, b.t), (atLow, atHigh) = (a.growth, b.growth)
        let least = (b.t - a.t) * 1e-6
        for _ in 0..<40 {
            var t = low + (high - low) * atLow / (atLow - atHigh)
            // Not at an end, so that the interval shrinks.
            t = min(max(t, low + least * 0.25), high - least * 0.25)
            let found = state(t)
            if found.growth.magnitude < 1e-9 || high - low < least {
                var end = found
                end.growth = 0
                return t > a.t && t < b.t ? end : nil
            }
            if (found.growth < 0) == (atLow < 0) {
                (low, atLow) = (t, found.growth)
                atHigh *= 0.5
            } else {
                (high, atHigh) = (t, found.growth)
                atLow *= 0.5
            }
        }
        return nil
    }

    /// Returns the lengths of the handles, along the tangents, of the cubic that passes through the offset curve in the middle; nil if it
    /// would be another shape than that with the offset curve's own speeds.
    /// - Parameters:
    ///   - atStart: the length of the first handle with the curve's own speed.
    ///   - atEnd: the length of the last handle with the curve's own speed.
    private func handles(_ a: State, _ middle: State, _ b: State, _ atStart: Double, _ atEnd: Double) -> (Double, Double)? {
        let across = a.tangent.cross(b.tangent)
        guard across.magnitude > 0.02 else { return nil }
        let both = (middle.end * 8 - (a.end + b.end) * 4) * (1.0 / 3)
        let first = both.cross(b.tangent) / across, last = both.cross(a.tangent) / across
        guard first * (a.growth < 0 ? -1 : 1) >= 0, last * (b.growth < 0 ? -1 : 1) >= 0, first.magnitude <= 3 * atStart + tolerance,
            last.magnitude <= 3 * atEnd + tolerance
        else { return nil }
        return (first, last)
    }

    /// Returns the cubic that passes through the offset curve in the middle, or that with the offset curve's own speeds at its ends; nil if
    /// it deviates too far.
    private func hermite(_ a: State, _ first: State, _ middle: State, _ last: State, _ b: State) -> PathSegment? {
        let third = (b.t - a.t) / 3
        var c1 = a.end + a.speed * (third * a.growth), c2 = b.end - b.speed * (third * b.growth)
        if let (first, last) = handles(a, middle, b, (c1 - a.end).length, (b.end - c2).length) {
            (c1, c2) = (a.end + a.tangent * first, b.end - b.tangent * last)
        }
        let piece = PathSegment.cubic(a.end, c1, c2, b.end)
        func isClose(_ beside: State, _ point: SIMD2<Double>) -> Bool {
            let miss = point - beside.end
            // A deviation along the curve is invisible. It is limited all the same, or the shape would be another one.
            return miss.dot(beside.tangent.left).magnitude <= tolerance && miss.length <= tolerance * 10
        }
        guard isClose(middle, (a.end + b.end + (c1 + c2) * 3) * 0.125) else { return nil }
        let atFirst = (a.end + c1) * 27 + c2 * 9 + b.end, atLast = (b.end + c2) * 27 + c1 * 9 + a.end
        return isClose(first, atFirst * (1.0 / 64)) && isClose(last, atLast * (1.0 / 64)) ? piece : nil
    }

    private mutating func plain(_ a: State, _ b: State, into side: inout Side) {
        if a.growth < 0 || b.growth < 0 { return inside(a, plainPatch(a, b), into: &side) }
        leaveInside(a, into: &side)
        side.pieces.append(.line(a.end, b.end))
    }

    /// Adds a cusp, at which the curve reverses within a negligible length: the pen stays in place and turns.
    private mutating func cusp(_ a: State, _ b: State, into side: inout Side) {
        let cross = a.tangent.cross(b.tangent)
        if cross * offset > 0 {
            // The inner side passes through the tip.
            leaveInside(a, into: &side)
            let p = polynomial.point(b.t)
            side.pieces.append(.line(a.end, p))
            side.pieces.append(.line(p, b.end))
        } else {
            leaveInside(a, into: &side)
            let p = polynomial.point(b.t)
            let from = p + a.tangent.left * offset
            if a.end != from { side.pieces.append(.line(a.end, from)) }
            side.pieces.appendArc(p, offset, a.tangent, b.tangent)
        }
    }

    private mutating func inside(_ a: State, _ patch: SweptPatch, into side: inout Side) {
        if !isInside {
            side.pieces.append(.line(a.end, patch.base.p0))
            isInside = true
        }
        side.pieces.append(patch.base)
        side.patches.append(patch)
    }

    private func plainPatch(_ a: State, _ b: State) -> SweptPatch {
        let base = base(a, b)
        return SweptPatch(base: base, arc: .line(a.end, b.end), pivot: base.p0, tip: b.end)
    }

    private func base(_ a: State, _ b: State) -> PathSegment { curve.part(a.t, b.t).withEnds(polynomial.point(a.t), polynomial.point(b.t)) }

    /// Returns the area that the pen sweeps where the offset curve runs backwards; nil if it is not covered by the two shapes of a patch.
    private func patch(_ a: State, _ first: State, _ middle: State, _ last: State, _ b: State) -> SweptPatch? {
        // The shapes don't cross themselves: the curve turns by less than a right angle, and is nearer to its ends than the offset curve.
        guard a.tangent.dot(b.tangent) > 0.25, let arc = hermite(a, first, middle, last, b) else { return nil }
        let base = base(a, b), reach = offset * offset
        guard (base.p1 - base.p0).squaredLength < reach, (base.p2 - base.p0).squaredLength < reach,
            (base.p1 - base.p3).squaredLength < reach, (base.p2 - base.p3).squaredLength < reach
        else { return nil }
        // From the curve on, the pen first covers the shape at the base, up to its own place at one end of the part, and then the shape at
        // the arc, which begins at its place at the other end. Where the curve turns more and more, the first place bounds the first shape.
        for atStart in [false, true] {
            let (here, there) = atStart ? (b, a) : (a, b), (pivot, far) = atStart ? (base.p3, base.p0) : (base.p0, base.p3)
            let bound = there.end - far, forwards = atStart ? -here.tangent : here.tangent
            func isCovered(_ at: State) -> Bool {
                let p = polynomial.point(at.t), pen = at.end - p, across = pen.cross(bound)
                guard across != 0 else { return false }
                let meeting = p + pen * min(max((far - p).cross(bound) / across, 0), 1)
                return (meeting - pivot).dot(forwards) <= tolerance
            }
            if isCovered(middle), isCovered(first), isCovered(last) {
                return SweptPatch(base: base, arc: arc, pivot: pivot, tip: there.end)
            }
        }
        return nil
    }

    private mutating func leaveInside(_ at: State, into side: inout Side) {
        guard isInside else { return }
        isInside = false
        side.pieces.append(.line(polynomial.point(at.t), at.end))
    }
}

/// A cubic as a polynomial.
private struct Polynomial {
    private let constant, linear, square, cube, end: SIMD2<Double>

    init(_ c: PathSegment) {
        let first = c.p1 - c.p0, second = c.p2 - c.p1, third = c.p3 - c.p2
        constant = c.p0
        linear = first * 3
        square = (second - first) * 3
        cube = third - second - second + first
        end = c.p3
    }

    /// Returns the point at a parameter, exactly at the ends.
    func point(_ t: Double) -> SIMD2<Double> { t < 1 ? ((cube * t + square) * t + linear) * t + constant : end }

    /// Returns the derivative.
    func speed(_ t: Double) -> SIMD2<Double> { (cube * (3 * t) + square * 2) * t + linear }

    /// Returns the second derivative.
    func slope(_ t: Double) -> SIMD2<Double> { cube * (6 * t) + square * 2 }
}

/// The area that the pen sweeps on one side of a part of a curve while its end moves backwards, as two shapes.
struct SweptPatch {
    /// The part of the curve. With the tip it is one shape.
    var base: PathSegment
    /// The path of the pen's end. With the pivot it is the other shape.
    var arc: PathSegment
    /// One end of the base.
    var pivot: SIMD2<Double>
    /// The pen's end at the other end of the base.
    var tip: SIMD2<Double>
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
