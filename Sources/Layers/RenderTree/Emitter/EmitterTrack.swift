/// What an emitter's values are while animations run on it, sampled on a grid of the layer's time that is the same whatever frames are
/// asked for. A birth takes the values between two samples; a rate that changes is summed from step to step.
final class EmitterTrack {
    /// Steps a second; a power of two, so that their times are exact.
    static let pace = 64.0

    /// Samples outside of these are as the nearest of them.
    let first: Int, last: Int
    /// Rates differ from sample to sample, so births are counted by their sum.
    let sumsRates: Bool
    let cellCount: Int
    /// For each cell how long after its birth something can show that comes of a particle.
    private(set) var reaches: ContiguousArray<Double> = []

    /// When values may jump: births on one side of it take nothing of the other.
    struct Jumps {
        var begin: Double, end: Double
        /// Of a cycle that starts over; infinite without one.
        var period: Double

        /// The jump between two samples: what comes at the second one counts, what comes at the first is there already (an end still
        /// shows).
        func time(after a: Double, upTo b: Double) -> Double? {
            if begin > a, begin <= b { return begin }
            if end >= a, end < b { return end }
            guard period < .infinity, a >= begin, b <= end else { return nil }
            let next = begin + ((b - begin) / period).rounded(.down) * period
            return next > a && next > begin ? next : nil
        }
    }

    private let sample: (Double) -> EmitterSample
    private let jumps: [Jumps]
    /// The samples that are kept, and the births of each cell up to each of them.
    private var windowFirst = 0
    private var samples: ContiguousArray<EmitterSample> = []
    private var sums: ContiguousArray<Double> = []
    /// The jump between each sample and the next; NaN where there is none.
    private var breaks: ContiguousArray<Double> = []
    /// The births up to every 256th sample.
    private var checkpoints: ContiguousArray<Double> = []
    private static let stretch = 256

    init(from begin: Double, to end: Double, cellCount: Int, sumsRates: Bool, jumps: [Jumps], sample: @escaping (Double) -> EmitterSample) {
        let limit = 1e15
        self.jumps = jumps
        // One before the first change.
        first = Int(max(-limit, min(limit, (begin * Self.pace).rounded(.down) - 1)))
        last = max(first, Int(max(-limit, min(limit, (end * Self.pace).rounded(.up) + 1))))
        self.cellCount = cellCount
        self.sumsRates = sumsRates
        self.sample = sample
        findReaches(begin, end)
    }

    /// Over the stretch that repeats at most: finely where lifetimes change at all.
    private func findReaches(_ begin: Double, _ end: Double) {
        let to = min(end, begin + 60)
        reaches = ContiguousArray(repeating: 0, count: cellCount)
        for count in [16, 512] {
            var differs = false
            for i in 0...count {
                let made = sample(begin + (to - begin) * Double(i) / Double(count))
                for c in 0..<cellCount {
                    if i > 0, made.cells[c].reach != reaches[c] { differs = true }
                    reaches[c] = max(reaches[c], made.cells[c].reach)
                }
            }
            if !differs { return }
        }
    }

    static func time(_ step: Int) -> Double { Double(step) / pace }

    /// Makes the samples around a stretch of time ready.
    func prepare(from lo: Double, to hi: Double) {
        let limit = 1e15
        let a = min(last, max(first, Int(max(-limit, min(limit, (lo * Self.pace).rounded(.down))))))
        let b = min(last, max(a, Int(max(-limit, min(limit, (hi * Self.pace).rounded(.down)))) + 1))
        if samples.isEmpty || a < windowFirst || a > windowFirst + samples.count { restart(at: a) }
        while windowFirst + samples.count <= b { extend() }
        // What is far behind is let go now and then.
        let spare = a - windowFirst
        if spare > 1024, spare > samples.count / 2 {
            samples.removeFirst(spare)
            breaks.removeFirst(spare)
            if sumsRates { sums.removeFirst(spare * cellCount) }
            windowFirst = a
        }
    }

    private func restart(at step: Int) {
        samples.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
        sums.removeAll(keepingCapacity: true)
        windowFirst = step
        guard sumsRates else { return }
        // From the nearest known sum on.
        if checkpoints.isEmpty { checkpoints.append(contentsOf: repeatElement(0, count: cellCount)) }
        let known = checkpoints.count / max(1, cellCount) - 1
        let start = min(known, (step - first) / Self.stretch)
        windowFirst = first + start * Self.stretch
        samples.append(sample(Self.time(windowFirst)))
        breaks.append(jump(after: windowFirst))
        sums.append(contentsOf: checkpoints[(start * cellCount)..<((start + 1) * cellCount)])
        while windowFirst + samples.count <= step {
            extend()
            if samples.count > 4 * Self.stretch {
                let drop = samples.count - 2
                samples.removeFirst(drop)
                breaks.removeFirst(drop)
                sums.removeFirst(drop * cellCount)
                windowFirst += drop
            }
        }
    }

    private func extend() {
        let step = windowFirst + samples.count
        let made = sample(Self.time(step))
        if sumsRates {
            if let before = samples.last {
                let at = sums.count - cellCount
                let jump = breaks[breaks.count - 1]
                // Evenly from sample to sample, but not over a jump.
                let share = jump.isNaN ? 0.5 : min(1, max(0, (jump - Self.time(step - 1)) * Self.pace))
                for c in 0..<cellCount {
                    sums.append(sums[at + c] + (before.cells[c].rate * share + made.cells[c].rate * (1 - share)) / Self.pace)
                }
            } else {
                sums.append(contentsOf: repeatElement(0, count: cellCount))
            }
            let from = step - first
            if from % Self.stretch == 0, from / Self.stretch * cellCount == checkpoints.count {
                checkpoints.append(contentsOf: sums.suffix(cellCount))
            }
        }
        samples.append(made)
        breaks.append(jump(after: step))
    }

    private func jump(after step: Int) -> Double {
        for each in jumps { if let time = each.time(after: Self.time(step), upTo: Self.time(step + 1)) { return time } }
        return .nan
    }

    /// The sample before a time and how far towards the next it lies. Prepared times only.
    @inline(__always)
    private func place(_ time: Double) -> (index: Int, fraction: Double) {
        let at = time * Self.pace
        if at <= Double(first) { return (max(0, first - windowFirst), 0) }
        if at >= Double(last) { return (min(samples.count - 1, last - windowFirst), 0) }
        let whole = at.rounded(.down)
        let index = Int(whole) - windowFirst
        if index < 0 { return (0, 0) }
        if index >= samples.count - 1 { return (samples.count - 1, 0) }
        return (index, at - whole)
    }

    /// What a birth takes at a prepared time.
    func values(at time: Double, cell: Int) -> (values: EmitterValues, cell: CellSample) {
        var (i, f) = place(time)
        if f > 0, !breaks[i].isNaN {
            if time >= breaks[i] { i += 1 }
            f = 0
        }
        var values = samples[i].values
        var found = samples[i].cells[cell]
        if f > 0 {
            values.numbers = values.numbers.mixed(with: samples[i + 1].values.numbers, f)
            found.numbers = found.numbers.mixed(with: samples[i + 1].cells[cell].numbers, f)
        }
        return (values, found)
    }

    /// What is so at a point of the grid, or at the nearest that there is.
    func exact(_ step: Int) -> EmitterSample {
        let step = max(first, min(last, step))
        prepare(from: Self.time(step), to: Self.time(step))
        return samples[min(samples.count - 1, step - windowFirst)]
    }

    /// Births of a cell from the first sample up to a prepared time.
    func sum(_ cell: Int, to time: Double) -> Double {
        let start = Self.time(first), end = Self.time(last)
        if time < start { return (time - start) * samples[max(0, first - windowFirst)].cells[cell].rate }
        let (i, f) = place(time)
        let before = sums[i * cellCount + cell]
        if time > end { return before + (time - end) * samples[i].cells[cell].rate }
        return f > 0 ? before + (sums[(i + 1) * cellCount + cell] - before) * f : before
    }

    /// When a sum is reached, in a prepared stretch.
    func time(_ cell: Int, reaching sum: Double, from lo: Double, to hi: Double) -> Double {
        let start = Self.time(first), end = Self.time(last)
        let startRate = samples[max(0, first - windowFirst)].cells[cell].rate
        if sum <= 0, lo < start { return startRate > 0 ? start + sum / startRate : start }
        var a = max(0, place(max(lo, start)).index), b = min(samples.count - 1, place(min(hi, end)).index + 1)
        let final = sums[b * cellCount + cell]
        if sum > final {
            let rate = samples[b].cells[cell].rate
            return Self.time(windowFirst + b) + (rate > 0 ? (sum - final) / rate : 0)
        }
        while b - a > 1 {
            let middle = (a + b) / 2
            if sums[middle * cellCount + cell] <= sum { a = middle } else { b = middle }
        }
        let low = sums[a * cellCount + cell], high = sums[min(b, samples.count - 1) * cellCount + cell]
        let f = high > low ? min(1, max(0, (sum - low) / (high - low))) : 0
        return (Double(windowFirst + a) + f) / Self.pace
    }

    /// The rate after all animations.
    func lastRate(_ cell: Int) -> Double { samples.last?.cells[cell].rate ?? 0 }
    var end: Double { Self.time(last) }
}
