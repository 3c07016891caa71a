/// The weights, by Kochanek and Bartels, of the differences before and after a keyframe in its tangents, scaled to their segments.
struct SplineWeights {
    /// For the incoming tangent of the keyframe.
    let inBefore, inAfter: Double
    /// For the outgoing tangent.
    let outBefore, outAfter: Double

    /// - Parameter i: the index of the keyframe; neither the first nor the last.
    init(at i: Int, _ timeline: KeyTimeline, _ spec: AnimationSpec.Keyframe) {
        func parameter(_ list: [Double]?) -> Double {
            guard let list, i < list.count, list[i].isFinite else { return 0 }
            return list[i]
        }
        let t = parameter(spec.tension), c = parameter(spec.continuity), b = parameter(spec.bias)
        let d0 = timeline.span(i - 1), d1 = timeline.span(i)
        let scaleIn = d0 + d1 > 0 ? 2 * d0 / (d0 + d1) : 1, scaleOut = d0 + d1 > 0 ? 2 * d1 / (d0 + d1) : 1
        outBefore = (1 - t) * (1 + b) * (1 + c) / 2 * scaleOut
        outAfter = (1 - t) * (1 - b) * (1 - c) / 2 * scaleOut
        inBefore = (1 - t) * (1 + b) * (1 - c) / 2 * scaleIn
        inAfter = (1 - t) * (1 - b) * (1 + c) / 2 * scaleIn
    }
}

/// The weights of the two values and the two tangents of a segment at a position in it.
struct HermiteWeights {
    let a, out, b, `in`: Double

    @inline(__always)
    init(at f: Double) {
        let f2 = f * f, f3 = f2 * f
        a = 2 * f3 - 3 * f2 + 1
        out = f3 - 2 * f2 + f
        b = 3 * f2 - 2 * f3
        `in` = f3 - f2
    }
}
