/// Keyframes of 1 to 4 numbers.
final class NumberKeyframes: @unchecked Sendable {
    // Unchecked: the numbers are never written after `init`.

    let timeline: KeyTimeline
    /// The curve of the whole cycle.
    let curve: CompiledCurve
    let count: Int
    private let isCubic: Bool
    private let pace: ArcLengthTable?
    /// The values, and for the cubic modes the outgoing and the incoming tangents of each, scaled to their segments.
    private let numbers: UnsafeMutablePointer<SIMD4<Double>>

    private struct Tangents {
        var `in`: [SIMD4<Double>] = []
        var out: [SIMD4<Double>] = []
    }

    /// - Parameter evenPace: true if the paced modes treat all segments as equally long (the arguments of a value function).
    init(_ values: [SIMD4<Double>], _ spec: AnimationSpec.Keyframe, _ curve: CompiledCurve, evenPace: Bool) {
        let isPaced = spec.mode == .paced && !evenPace
        let distances = isPaced ? zip(values, values.dropFirst()).map { ($1 - $0).length } : nil
        // The spline of the mode cubicPaced has evenly spaced keys; its speed is equalised afterwards.
        timeline = KeyTimeline(
            count: values.count, mode: spec.mode, keyTimes: spec.mode == .cubicPaced ? nil : spec.keyTimes,
            curves: spec.timingCurves, distances: distances
        )
        self.curve = curve
        let keys = Array(values.prefix(timeline.count))
        count = keys.count
        isCubic = (spec.mode == .cubic || spec.mode == .cubicPaced) && keys.count > 2
        let tangents = isCubic ? Self.tangents(keys, timeline, spec) : Tangents()
        numbers = .allocate(capacity: max(1, keys.count * 3))
        for (i, value) in (keys + tangents.out + tangents.in).enumerated() { (numbers + i).initialize(to: value) }
        let (numbers, count, isCubic) = (numbers, count, isCubic)
        if spec.mode == .cubicPaced && !evenPace && keys.count > 1 {
            pace = ArcLengthTable(pieces: keys.count - 1) { Self.slope(numbers, count, isCubic, $0, $1).length }
        } else {
            pace = nil
        }
    }

    deinit { numbers.deallocate() }

    /// The value at the end of a cycle. Key times may omit the last keyframes.
    var end: SIMD4<Double> { value(at: 1) }

    @inline(__always)
    func value(at progress: Double) -> SIMD4<Double> {
        if pace != nil { return paced(progress) }
        let place = timeline.locate(progress)
        return timeline.isDiscrete ? numbers[place.index] : segment(place.index, place.fraction)
    }

    @inline(never)
    private func paced(_ progress: Double) -> SIMD4<Double> {
        guard let place = pace?.locate(progress) else { return numbers[count - 1] }
        return segment(place.piece, place.t)
    }

    @inline(__always)
    private func segment(_ i: Int, _ f: Double) -> SIMD4<Double> {
        guard count > 1 else { return numbers[0] }
        let a = numbers[i], b = numbers[i + 1]
        if isCubic && f != 0 && f != 1 { return spline(i, f) }
        return Interpolation.numbers(a, b, f)
    }

    /// True if the values move straight from each keyframe to the next.
    var isStraight: Bool { count > 1 && !isCubic && pace == nil && !timeline.isDiscrete }

    /// Calls `body` with all values that bound the others. Returns false if the values may exceed them.
    func withHull(_ body: (SIMD4<Double>) -> Void) -> Bool {
        guard timeline.isDiscrete || (isStraight && timeline.staysBetween) || count == 1 else { return false }
        for i in 0..<count { body(numbers[i]) }
        return true
    }

    func ends(_ i: Int) -> (SIMD4<Double>, SIMD4<Double>) { (numbers[i], numbers[i + 1]) }

    @inline(never)
    private func spline(_ i: Int, _ f: Double) -> SIMD4<Double> {
        let weights = HermiteWeights(at: f)
        return numbers[i] * weights.a + numbers[count + i] * weights.out + numbers[i + 1] * weights.b
            + numbers[2 * count + i + 1] * weights.in
    }

    private static func slope(_ n: UnsafePointer<SIMD4<Double>>, _ count: Int, _ isCubic: Bool, _ i: Int, _ f: Double) -> SIMD4<Double> {
        let a = n[i], b = n[i + 1]
        if !isCubic { return b - a }
        let f2 = f * f
        return (a - b) * (6 * f2 - 6 * f) + n[count + i] * (3 * f2 - 4 * f + 1) + n[2 * count + i + 1] * (3 * f2 - 2 * f)
    }

    /// Returns the tangents by Kochanek and Bartels: tension, continuity and bias at each keyframe.
    private static func tangents(
        _ values: [SIMD4<Double>], _ timeline: KeyTimeline, _ spec: AnimationSpec.Keyframe
    ) -> Tangents {
        var tangents = Tangents()
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
            let weights = SplineWeights(at: i, timeline, spec), before = values[i] - values[i - 1], after = values[i + 1] - values[i]
            tangents.out.append(before * weights.outBefore + after * weights.outAfter)
            tangents.in.append(before * weights.inBefore + after * weights.inAfter)
        }
        return tangents
    }
}

extension SIMD4<Double> {
    var length: Double { (x * x + y * y + z * z + w * w).squareRoot() }
}
