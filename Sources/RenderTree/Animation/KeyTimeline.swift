/// Which keyframes stand on either side of a moment of the cycle, and how far the way between them is done.
struct KeyTimeline: Sendable {
    let isDiscrete: Bool
    /// How many keyframes take part.
    let count: Int
    /// Rising (equal ones allowed). `count` of them, or `count + 1` for discrete keyframes.
    private let times: ContiguousArray<Double>
    private let curves: ContiguousArray<CompiledCurve>

    /// - Parameters:
    ///   - count: number of keyframes; with fewer key times only as many keyframes take part.
    ///   - distances: for the paced modes, of each segment; the key times are made of them.
    init(count: Int, mode: CalculationMode, keyTimes: [Double]?, curves: [TimingCurve]?, distances: [Double]? = nil) {
        isDiscrete = mode == .discrete
        var count = count
        var times: ContiguousArray<Double> = []
        if let keyTimes, !keyTimes.isEmpty {
            count = min(count, keyTimes.count)
            var last = 0.0
            // Times that fall back, and what is not a number, hold the time before them.
            for t in keyTimes.prefix(isDiscrete ? count + 1 : count) {
                if t > last { last = min(1, t) }
                times.append(last)
            }
        } else if isDiscrete {
            for i in 0..<count { times.append(Double(i) / Double(count)) }
        } else if let distances, let total = Optional(distances.reduce(0, +)), total > 0, total < .infinity {
            var sum = 0.0
            times.append(0)
            for d in distances {
                sum += d
                times.append(sum / total)
            }
        } else if count > 1 {
            for i in 0..<count { times.append(Double(i) / Double(count - 1)) }
        } else {
            times.append(0)
        }
        self.count = count
        self.times = times
        // A paced cycle goes at even speed: its segments' curves are not asked, unless key times take the pacing away.
        let usesCurves = !isDiscrete && (keyTimes?.isEmpty == false || (mode != .paced && mode != .cubicPaced))
        self.curves = usesCurves ? ContiguousArray((curves ?? []).map { CompiledCurve($0) }) : []
    }

    /// The keyframe before the moment, and the eased part of the way to the next, which may leave 0...1.
    func locate(_ progress: Double) -> (index: Int, fraction: Double) {
        if isDiscrete { return (min(count - 1, self.index(progress)), 0) }
        guard count > 1 else { return (0, 0) }
        if progress < times[0] { return (0, 0) }
        if progress >= times[count - 1] { return (count - 2, 1) }
        let i = min(count - 2, self.index(progress))
        let span = times[i + 1] - times[i]
        let f = span > 0 ? (progress - times[i]) / span : 1
        return (i, i < curves.count ? curves[i].value(at: f) : f)
    }

    /// The progress at which the next keyframe is reached, for discrete ones.
    func nextTime(after progress: Double) -> Double {
        for t in times where t > progress { return t }
        return 1
    }

    /// Segment lengths in time: what uneven key times do to a spline's tangents.
    func span(_ i: Int) -> Double { times[i + 1] - times[i] }

    /// The last time that is not after the moment.
    private func index(_ progress: Double) -> Int {
        var low = 0, high = times.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= progress { low = middle } else { high = middle }
        }
        return low
    }
}

/// Even speed along a curve in pieces: from the part of the whole length to a piece and its parameter.
struct ArcLengthTable: Sendable {
    /// Sixteen, between which the parameter goes evenly, and Simpson's rule: this gives Apple's places to four digits.
    private static let steps = 16
    private var sums: ContiguousArray<Double> = [0]
    private let pieces: Int

    /// - Parameter speed: length of the derivative of a piece at a parameter.
    init(pieces: Int, speed: (_ piece: Int, _ t: Double) -> Double) {
        self.pieces = pieces
        let h = 1 / Double(Self.steps)
        for piece in 0..<pieces {
            for step in 0..<Self.steps {
                let start = Double(step) * h
                let length = (speed(piece, start) + 4 * speed(piece, start + h / 2) + speed(piece, start + h)) * h / 6
                sums.append(sums[sums.count - 1] + (length.isFinite ? length : 0))
            }
        }
    }

    func locate(_ progress: Double) -> (piece: Int, t: Double) {
        let total = sums[sums.count - 1]
        guard pieces > 0 else { return (0, 0) }
        guard total > 0, progress < 1 else {
            let place = max(0, min(1, progress)) * Double(pieces)
            let piece = min(pieces - 1, Int(place))
            return (piece, place - Double(piece))
        }
        let wanted = max(0, progress) * total
        var low = 0, high = sums.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if sums[middle] <= wanted { low = middle } else { high = middle }
        }
        let part = sums[high] > sums[low] ? (wanted - sums[low]) / (sums[high] - sums[low]) : 0
        return (low / Self.steps, (Double(low % Self.steps) + part) / Double(Self.steps))
    }
}
