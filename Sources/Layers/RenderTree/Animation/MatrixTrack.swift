import CoreGraphics

/// An animation of a whole transform: taken apart once where both ends are known.
final class MatrixTrack: Sendable {
    /// One pair where both ends are known, none where one is the value under the animation, one a segment for keyframes.
    private let pairs: ContiguousArray<TransformInterpolator>
    /// What is nil is the value under the animation; `by` is concatenated.
    private let from, to, by: CATransform3D?
    /// What a cycle ends with, for cumulative animations.
    private let end: CATransform3D
    let timeline: KeyTimeline?
    /// In the cubic modes.
    private let spline: PartsKeyframes?

    init(from: CATransform3D?, to: CATransform3D?, by: CATransform3D?, isAdditive: Bool) {
        timeline = nil
        spline = nil
        self.from = from; self.to = to; self.by = by
        let pair: TransformInterpolator?
        switch (from, to, by) {
        case (let from?, let to?, _): pair = TransformInterpolator(from: from, to: to)
        case (let from?, nil, let by?): pair = TransformInterpolator(from: from, to: by.concat(from))
        case (nil, let to?, let by?): pair = TransformInterpolator(from: CATransform3DInvert(by).concat(to), to: to)
        default:
            // An additive animation counts from nothing, not from what it is added to.
            let base = CATransform3DIdentity
            pair = isAdditive ? TransformInterpolator(from: from ?? base, to: to ?? by ?? base) : nil
        }
        pairs = pair.map { [$0] } ?? []
        end = pair?.to ?? to ?? by ?? CATransform3DIdentity
    }

    init(keys: [CATransform3D], _ spec: AnimationSpec.Keyframe) {
        var distances: [Double]?
        if spec.mode == .paced || spec.mode == .cubicPaced {
            distances = zip(keys, keys.dropFirst()).map { $0.distance(to: $1) }
        }
        let timeline = KeyTimeline(
            count: keys.count, mode: spec.mode, keyTimes: spec.keyTimes, curves: spec.timingCurves, distances: distances)
        self.timeline = timeline
        spline = PartsKeyframes(keys.map { .transform($0) }, spec)
        from = nil; to = nil; by = nil
        let used = keys.prefix(timeline.count)
        // Discrete keyframes are pairs of a transform with itself.
        let pairs = ContiguousArray(
            zip(used, timeline.isDiscrete ? used : used.dropFirst()).map { TransformInterpolator(from: $0, to: $1) })
        self.pairs = pairs
        // Key times may leave the last ones out.
        let last = timeline.locate(1)
        if case .transform(let t)? = spline?.end {
            end = t
        } else {
            end = last.index < pairs.count ? pairs[last.index].value(at: last.fraction) : CATransform3DIdentity
        }
    }

    func apply(_ f: Double, _ laps: Double, _ target: AnimationTarget, _ state: inout LayerState) {
        var value: CATransform3D
        if let spline {
            guard case .transform(let t) = spline.value(at: f) else { return }
            value = t
        } else if let timeline {
            let place = timeline.locate(f)
            guard place.index < pairs.count else { return }
            value = pairs[place.index].value(at: place.fraction)
        } else if !pairs.isEmpty {
            value = pairs[0].value(at: f)
        } else {
            let under = target.readMatrix(&state)
            value = TransformInterpolator(from: from ?? under, to: to ?? by?.concat(under) ?? under).value(at: f)
        }
        if laps > 0 { value = value.concat(end.power(laps)) }
        target.writeMatrix(target.isAdditive ? value.concat(target.readMatrix(&state)) : value, to: &state)
    }
}

extension CATransform3D {
    /// The transform done `n` times.
    func power(_ n: Double) -> CATransform3D {
        var result = CATransform3DIdentity, square = self
        var n = Int(min(n, 1e9))
        while n > 0 {
            if n & 1 == 1 { result = result.concat(square) }
            square = square.concat(square)
            n >>= 1
        }
        return result
    }

    /// Of all elements, as one long vector: how far apart paced keyframes stand.
    func distance(to o: CATransform3D) -> Double {
        let a = SIMD4<Double>(m11 - o.m11, m12 - o.m12, m13 - o.m13, m14 - o.m14)
        let b = SIMD4<Double>(m21 - o.m21, m22 - o.m22, m23 - o.m23, m24 - o.m24)
        let c = SIMD4<Double>(m31 - o.m31, m32 - o.m32, m33 - o.m33, m34 - o.m34)
        let d = SIMD4<Double>(m41 - o.m41, m42 - o.m42, m43 - o.m43, m44 - o.m44)
        return (a.dotProduct(a) + b.dotProduct(b) + c.dotProduct(c) + d.dotProduct(d)).squareRoot()
    }

    var isFinite: Bool {
        // Each product of a finite number with 0 is 0, of any other NaN.
        let sum =
            (m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0) + (m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0)
            + (m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0) + (m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0)
        return sum == 0
    }
}
