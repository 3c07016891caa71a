/// The mapping from a time of the cycle to the keyframes before and after it and to the position between them.
struct KeyTimeline: @unchecked Sendable {
    // Unchecked: the memory behind the pointers belongs to the storage and is never written after `init`.

    let isDiscrete: Bool
    /// True if the times are evenly spaced except for rounding, so that an index can be estimated.
    private let isEven: Bool
    /// The number of keyframes in use.
    let count: Int
    private let timeCount: Int
    /// The times as given, not necessarily ascending. `count` times, or `count + 1` for discrete keyframes.
    private let times: UnsafePointer<Double>
    /// For each segment, the progress up to which it or an earlier one applies: the maximum of their end times.
    private let reached: UnsafePointer<Double>
    /// The numbers of the curves of the first `curveCount` segments; nil for a linear one.
    private let curves: UnsafePointer<UnsafePointer<Double>?>
    private let curveCount: Int
    private let storage: Storage

    private final class Storage: @unchecked Sendable {
        // Unchecked: never written after `init`.
        let times, reached: UnsafeMutablePointer<Double>
        let curves: UnsafeMutablePointer<UnsafePointer<Double>?>
        private let tables: [CompiledCurve]

        init(_ times: [Double], _ tables: [CompiledCurve]) {
            self.tables = tables
            self.times = .allocate(capacity: times.count)
            self.times.initialize(from: times, count: times.count)
            reached = .allocate(capacity: times.count)
            var largest = -Double.infinity
            for i in times.indices {
                if i + 1 < times.count { largest = max(largest, times[i + 1]) }
                (reached + i).initialize(to: largest)
            }
            curves = .allocate(capacity: max(1, tables.count))
            for (i, curve) in tables.enumerated() { (curves + i).initialize(to: curve.table?.numbers) }
        }

        deinit {
            times.deallocate()
            reached.deallocate()
            curves.deallocate()
        }
    }

    /// - Parameters:
    ///   - count: the number of keyframes. With fewer key times, only as many keyframes are used.
    ///   - distances: for the paced modes, the lengths of the segments, from which the key times are computed.
    init(count: Int, mode: CalculationMode, keyTimes: [Double]?, curves: [TimingCurve]?, distances: [Double]? = nil) {
        isDiscrete = mode == .discrete
        var count = count
        var times: [Double] = []
        var isEven = false
        if let keyTimes, !keyTimes.isEmpty {
            // Each discrete value also has an end. With as many times as values, the last value is never reached (measured on Apple's,
            // also for paths).
            count = isDiscrete ? min(count, max(1, keyTimes.count - 1)) : min(count, keyTimes.count)
            // Not normalised: times may be outside 0...1 and run backwards (measured). Only a non-finite time is replaced, by the previous
            // one.
            for t in keyTimes.prefix(isDiscrete ? count + 1 : count) { times.append(t.isFinite ? t : times.last ?? 0) }
        } else if isDiscrete {
            isEven = true
            for i in 0..<count { times.append(Double(i) / Double(count)) }
        } else if let distances, let total = Optional(distances.reduce(0, +)), total > 0, total < .infinity {
            var sum = 0.0
            times.append(0)
            for d in distances {
                sum += d
                times.append(sum / total)
            }
        } else if count > 1 {
            isEven = true
            for i in 0..<count { times.append(Double(i) / Double(count - 1)) }
        } else {
            times.append(0)
        }
        // A paced cycle has a constant speed: the segments' curves are ignored, unless key times replace the pacing.
        let usesCurves = !isDiscrete && (keyTimes?.isEmpty == false || (mode != .paced && mode != .cubicPaced))
        let tables = usesCurves ? (curves ?? []).map { CompiledCurve($0) } : []
        storage = Storage(times, tables)
        self.count = count
        self.isEven = isEven
        timeCount = times.count
        curveCount = tables.count
        self.times = UnsafePointer(storage.times)
        reached = UnsafePointer(storage.reached)
        self.curves = UnsafePointer(storage.curves)
    }

    /// Returns the keyframe before the time, and the eased fraction of the segment to the next, which may be outside 0...1. The segment is
    /// the first one with an end after the time, as in Apple's (measured). Before the first time, and if no end is after the given time,
    /// the nearest keyframe holds.
    @inline(__always)
    func locate(_ progress: Double) -> (index: Int, fraction: Double) {
        if isDiscrete { return (min(count - 1, self.index(progress)), 0) }
        guard count > 1 else { return (0, 0) }
        if progress >= reached[count - 2] { return (count - 2, 1) }
        let i = min(count - 2, self.index(progress))
        if i == 0 && progress < times[0] { return (0, 0) }
        return (i, stretch(i).fraction(progress))
    }

    /// True if all fractions are in 0...1: no curve of a segment overshoots, and no time runs backwards.
    var staysBetween: Bool {
        for i in 1..<max(1, timeCount) where !(times[i] >= times[i - 1]) { return false }
        for i in 0..<curveCount {
            if let curve = curves[i], CurveTable.range(curve) != (0, 1) { return false }
        }
        return true
    }

    /// The segment from one keyframe to the next.
    struct Stretch {
        /// An empty segment.
        static var empty: Stretch { Stretch(start: .infinity, end: .infinity, from: .infinity, curve: nil) }

        let start, end: Double
        /// The progress at which the segment starts to apply; greater than `start` if times run backwards.
        let from: Double
        let curve: UnsafePointer<Double>?

        @inline(__always)
        func contains(_ progress: Double) -> Bool { progress >= from && progress < end }

        @inline(__always)
        func fraction(_ progress: Double) -> Double {
            let span = end - start
            let f = span > 0 ? (progress - start) / span : 1
            guard let curve else { return f }
            return CurveTable.height(curve, at: f)
        }
    }

    @inline(__always)
    func stretch(_ i: Int) -> Stretch {
        Stretch(start: times[i], end: times[i + 1], from: i > 0 ? reached[i - 1] : times[0], curve: i < curveCount ? curves[i] : nil)
    }

    /// Returns the progress at which the next keyframe is reached, for discrete keyframes.
    func nextTime(after progress: Double) -> Double {
        for i in 0..<timeCount - 1 where reached[i] > progress { return min(1, reached[i]) }
        return 1
    }

    /// Returns the length of a segment in time, with which uneven key times scale a spline's tangents. It is 0 for a segment that runs
    /// backwards.
    func span(_ i: Int) -> Double { max(0, times[i + 1] - times[i]) }

    /// Returns the first segment with an end after the given time; the last index if there is none.
    @inline(__always)
    private func index(_ progress: Double) -> Int {
        let last = timeCount - 1
        var low = 0, high = last
        if isEven {
            // An estimate, which may be off by one due to rounding.
            low = progress > 0 ? progress < 1 ? min(last, Int(progress * Double(isDiscrete ? timeCount : last))) : last : 0
            while low < last && times[low + 1] <= progress { low += 1 }
            while low > 0 && !(times[low] <= progress) { low -= 1 }
            return low
        }
        while low < high {
            let middle = (low + high) / 2
            if reached[middle] <= progress { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Constant speed along a piecewise curve: maps a fraction of the whole length to a piece and its parameter.
struct ArcLengthTable: Sendable {
    /// The number of steps. With 16, linear interpolation of the parameter between them, and Simpson's rule, the result matches Apple's to
    /// four digits.
    private static let steps = 16
    private var sums: ContiguousArray<Double> = [0]
    private let pieces: Int

    /// - Parameter speed: returns the length of the derivative of a piece at a parameter.
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
