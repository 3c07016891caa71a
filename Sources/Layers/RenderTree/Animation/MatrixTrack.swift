import CoreGraphics

/// An animation of a whole transform. The transforms are decomposed once if both ends are known.
final class MatrixTrack: Sendable {
    /// One pair if both ends are known, none if one end is the underlying value, and one per segment for keyframes.
    private let pairs: ContiguousArray<TransformInterpolator>
    /// The ends; nil for the underlying value. `by` is concatenated.
    private let from, to, by: CATransform3D?
    /// The value at the end of a cycle, for cumulative animations.
    private let end: CATransform3D
    let timeline: KeyTimeline?
    /// The spline in the cubic modes.
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
            // An additive animation starts from the identity, not from the value that it is added to.
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
        // Key times may omit the last keyframes.
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
    /// Returns the transform applied `n` times.
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

    /// Returns the distance for paced keyframes: that of all elements as one vector.
    func distance(to o: CATransform3D) -> Double {
        let a = SIMD4<Double>(m11 - o.m11, m12 - o.m12, m13 - o.m13, m14 - o.m14)
        let b = SIMD4<Double>(m21 - o.m21, m22 - o.m22, m23 - o.m23, m24 - o.m24)
        let c = SIMD4<Double>(m31 - o.m31, m32 - o.m32, m33 - o.m33, m34 - o.m34)
        let d = SIMD4<Double>(m41 - o.m41, m42 - o.m42, m43 - o.m43, m44 - o.m44)
        return (a.dotProduct(a) + b.dotProduct(b) + c.dotProduct(c) + d.dotProduct(d)).squareRoot()
    }

    var isFinite: Bool {
        // The product of a finite number and 0 is 0; of any other value it is NaN.
        let sum =
            (m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0) + (m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0)
            + (m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0) + (m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0)
        return sum == 0
    }
}
