/// An emitter's values while animations run on it, sampled on a grid of the layer's time that does not depend on the frames. A birth uses
/// values interpolated between two samples. A changing rate is summed from step to step.
final class EmitterTrack {
    /// The steps per second; a power of two, so that their times are exact.
    static let pace = 64.0

    /// The range of samples. Samples outside are equal to the nearest of them.
    let first: Int, last: Int
    /// True if rates differ between samples, so that births are counted by their sum.
    let sumsRates: Bool
    let cellCount: Int
    /// For each cell, the maximum time after the birth of a particle in which content that originates from it can be visible.
    @exclusivity(unchecked) private(set) var reaches: ContiguousArray<Double> = []

    /// The times at which values may jump. Births on one side of a jump use no values of the other.
    struct Jumps {
        var begin: Double, end: Double
        /// The period of a repeating cycle; infinite if there is none.
        var period: Double

        /// Returns the jump between two samples. A begin at the second sample is included, one at the first is not. For an end
        /// it is the reverse, since the value is still visible at the end itself.
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
    /// The cached samples, and the births of each cell up to each of them.
    @exclusivity(unchecked) private var windowFirst = 0
    @exclusivity(unchecked) private var samples: ContiguousArray<EmitterSample> = []
    @exclusivity(unchecked) private var sums: ContiguousArray<Double> = []
    /// The jump between each sample and the next; NaN if there is none.
    @exclusivity(unchecked) private var breaks: ContiguousArray<Double> = []
    /// The births up to every 256th sample.
    @exclusivity(unchecked) private var checkpoints: ContiguousArray<Double> = []
    private static let stretch = 256

    init(from begin: Double, to end: Double, cellCount: Int, sumsRates: Bool, jumps: [Jumps], sample: @escaping (Double) -> EmitterSample) {
        let limit = 1e15
        self.jumps = jumps
        // One sample before the first change.
        first = Int(max(-limit, min(limit, (begin * Self.pace).rounded(.down) - 1)))
        last = max(first, Int(max(-limit, min(limit, (end * Self.pace).rounded(.up) + 1))))
        self.cellCount = cellCount
        self.sumsRates = sumsRates
        self.sample = sample
        findReaches(begin, end)
    }

    /// Finds the reaches over the animated period, at most 60 seconds: finely if lifetimes change at all.
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

    /// Prepares the samples around a period.
    func prepare(from lo: Double, to hi: Double) {
        let limit = 1e15
        let a = min(last, max(first, Int(max(-limit, min(limit, (lo * Self.pace).rounded(.down))))))
        let b = min(last, max(a, Int(max(-limit, min(limit, (hi * Self.pace).rounded(.down)))) + 1))
        if samples.isEmpty || a < windowFirst || a > windowFirst + samples.count { restart(at: a) }
        while windowFirst + samples.count <= b { extend() }
        // Samples far behind are removed from time to time.
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
        // Starts from the nearest known sum.
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
                // Linear between samples, except across a jump.
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

    /// Returns the sample before a time and the fraction to the next. For prepared times only.
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

    /// Returns the values of a birth at a prepared time.
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

    /// Returns the sample at a point of the grid, or at the nearest available one.
    func exact(_ step: Int) -> EmitterSample {
        let step = max(first, min(last, step))
        prepare(from: Self.time(step), to: Self.time(step))
        return samples[min(samples.count - 1, step - windowFirst)]
    }

    /// Returns the births of a cell from the first sample up to a prepared time.
    func sum(_ cell: Int, to time: Double) -> Double {
        let start = Self.time(first), end = Self.time(last)
        if time < start { return (time - start) * samples[max(0, first - windowFirst)].cells[cell].rate }
        let (i, f) = place(time)
        let before = sums[i * cellCount + cell]
        if time > end { return before + (time - end) * samples[i].cells[cell].rate }
        return f > 0 ? before + (sums[(i + 1) * cellCount + cell] - before) * f : before
    }

    /// Returns the time at which a sum is reached, in a prepared period.
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

    /// Returns the rate after all animations.
    func lastRate(_ cell: Int) -> Double { samples.last?.cells[cell].rate ?? 0 }
    var end: Double { Self.time(last) }
}
