/// Keyframes of 1 to 4 numbers.
final class NumberKeyframes: Sendable {
    let timeline: KeyTimeline
    private let values: ContiguousArray<SIMD4<Double>>
    /// Tangents at each keyframe, in and out, for the cubic modes; scaled to the segment that they belong to.
    private let tangents: Tangents
    private let pace: ArcLengthTable?

    private struct Tangents: Sendable {
        var `in`: ContiguousArray<SIMD4<Double>> = []
        var out: ContiguousArray<SIMD4<Double>> = []
    }

    /// - Parameter evenPace: the paced modes take all segments as equally long (the arguments of a value function).
    init(_ values: [SIMD4<Double>], _ spec: AnimationSpec.Keyframe, evenPace: Bool) {
        let isPaced = spec.mode == .paced && !evenPace
        let distances = isPaced ? zip(values, values.dropFirst()).map { ($1 - $0).length } : nil
        // The spline of the mode cubicPaced has even keys; its speed is made even afterwards.
        timeline = KeyTimeline(
            count: values.count, mode: spec.mode, keyTimes: spec.mode == .cubicPaced ? nil : spec.keyTimes,
            curves: spec.timingCurves, distances: distances
        )
        let keys = ContiguousArray(values.prefix(timeline.count))
        let isCubic = (spec.mode == .cubic || spec.mode == .cubicPaced) && keys.count > 2
        let tangents = isCubic ? Self.tangents(keys, timeline, spec) : Tangents()
        self.values = keys
        self.tangents = tangents
        if spec.mode == .cubicPaced && keys.count > 1 {
            pace = ArcLengthTable(pieces: keys.count - 1) { Self.slope(keys, tangents, $0, $1).length }
        } else {
            pace = nil
        }
    }

    var count: Int { values.count }
    var end: SIMD4<Double> { values[values.count - 1] }

    func value(at progress: Double) -> SIMD4<Double> {
        if let pace {
            let place = pace.locate(progress)
            return segment(place.piece, place.t)
        }
        let place = timeline.locate(progress)
        return timeline.isDiscrete ? values[place.index] : segment(place.index, place.fraction)
    }

    private func segment(_ i: Int, _ f: Double) -> SIMD4<Double> {
        guard values.count > 1 else { return values[0] }
        let a = values[i], b = values[i + 1]
        if f == 0 { return a }
        if f == 1 { return b }
        if tangents.out.isEmpty { return a + (b - a) * f }
        let f2 = f * f, f3 = f2 * f
        return a * (2 * f3 - 3 * f2 + 1) + tangents.out[i] * (f3 - 2 * f2 + f) + b * (3 * f2 - 2 * f3) + tangents.in[i + 1] * (f3 - f2)
    }

    private static func slope(_ values: ContiguousArray<SIMD4<Double>>, _ tangents: Tangents, _ i: Int, _ f: Double) -> SIMD4<Double> {
        let a = values[i], b = values[i + 1]
        if tangents.out.isEmpty { return b - a }
        let f2 = f * f
        return (a - b) * (6 * f2 - 6 * f) + tangents.out[i] * (3 * f2 - 4 * f + 1) + tangents.in[i + 1] * (3 * f2 - 2 * f)
    }

    /// Kochanek and Bartels: tension, continuity and bias at each keyframe.
    private static func tangents(
        _ values: ContiguousArray<SIMD4<Double>>, _ timeline: KeyTimeline, _ spec: AnimationSpec.Keyframe
    ) -> Tangents {
        var tangents = Tangents()
        func parameter(_ list: [Double]?, _ i: Int) -> Double {
            guard let list, i < list.count, list[i].isFinite else { return 0 }
            return list[i]
        }
        let last = values.count - 1
        for i in 0...last {
            if i == 0 {
                tangents.in.append(.zero)
                tangents.out.append(values[1] - values[0])
                continue
            }
            if i == last {
                tangents.in.append(values[last] - values[last - 1])
                tangents.out.append(.zero)
                continue
            }
            let t = parameter(spec.tension, i), c = parameter(spec.continuity, i), b = parameter(spec.bias, i)
            let before = values[i] - values[i - 1], after = values[i + 1] - values[i]
            let d0 = timeline.span(i - 1), d1 = timeline.span(i)
            let scaleIn = d0 + d1 > 0 ? 2 * d0 / (d0 + d1) : 1, scaleOut = d0 + d1 > 0 ? 2 * d1 / (d0 + d1) : 1
            tangents.out.append((before * ((1 - t) * (1 + b) * (1 + c) / 2) + after * ((1 - t) * (1 - b) * (1 - c) / 2)) * scaleOut)
            tangents.in.append((before * ((1 - t) * (1 + b) * (1 - c) / 2) + after * ((1 - t) * (1 - b) * (1 + c) / 2)) * scaleIn)
        }
        return tangents
    }
}

extension SIMD4<Double> {
    var length: Double { (x * x + y * y + z * z + w * w).squareRoot() }
}
