import Foundation
import RenderTree

/// The amount by which an animator applies to each letter at a frame.
struct LottieSelectorTrack: Sendable {
    private let basis: Int
    private let isPercent: Bool
    private let shape: Int
    /// The index of each unit in a pseudorandom order; nil for the original order.
    private let order: [Int]?
    private let counts: SIMD4<Int>
    private let start, offset, maxEase, minEase, maxAmount, smoothness: LottieTrack<Double>
    private let end: LottieTrack<Double>?

    /// - Parameter counts: The number of units of each basis.
    init(_ selector: LottieTextSelector, counts: SIMD4<Int>) {
        self.counts = counts
        basis = min(max(selector.basis, 1), 4)
        isPercent = selector.isPercent
        shape = selector.shape
        order = selector.isRandom ? Self.shuffled(counts[basis - 1]) : nil
        start = LottieTrack(selector.start)
        end = selector.end.map { LottieTrack($0) }
        offset = LottieTrack(selector.offset)
        maxEase = LottieTrack(selector.maxEase)
        minEase = LottieTrack(selector.minEase)
        maxAmount = LottieTrack(selector.maxAmount)
        smoothness = LottieTrack(selector.smoothness)
    }

    var times: ClosedRange<Double>? {
        union(start.times, end?.times, offset.times, maxEase.times, minEase.times, maxAmount.times, smoothness.times)
    }

    /// - Parameter numbers: The letter's indices, by basis.
    func amount(_ numbers: SIMD4<Int>, at frame: Double) -> Double {
        let count = Double(counts[basis - 1])
        guard count > 0 else { return 0 }
        // All values are in units of the basis.
        let unit = isPercent ? count / 100 : 1
        let shift = offset.value(at: frame) * unit
        var from = start.value(at: frame) * unit + shift
        var to = (end.map { $0.value(at: frame) } ?? (isPercent ? 100 : count)) * unit + shift
        if from > to { swap(&from, &to) }
        var place = numbers[basis - 1]
        if let order, order.indices.contains(place) { place = order[place] }
        let raw = Self.shape(shape, Double(place), from, to)
        return eased(softened(raw, frame), frame) * maxAmount.value(at: frame) / 100
    }

    /// Returns the part of a letter, which has a width of 1, that the range covers (square), or the shape's value at the position of its
    /// centre.
    private static func shape(_ shape: Int, _ place: Double, _ from: Double, _ to: Double) -> Double {
        let length = to - from, middle = place + 0.5
        func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
        switch shape {
        case 2: return length <= 0 ? (place >= to ? 1 : 0) : unit((middle - from) / length)
        case 3: return length <= 0 ? (place >= to ? 0 : 1) : 1 - unit((middle - from) / length)
        case 4: return length <= 0 ? 0 : 1 - abs(2 * unit((middle - from) / length) - 1)
        case 5:
            guard length > 0 else { return 0 }
            let x = 2 * unit((middle - from) / length) - 1
            return max(0, 1 - x * x).squareRoot()
        case 6: return length <= 0 ? 0 : (1 - SteadyMath.cos(2 * .pi * unit((middle - from) / length))) / 2
        default: return unit(min(to, place + 1) - max(from, place))
        }
    }

    /// Applies the smoothness of a square's edges: at 0 a letter is either inside or outside.
    private func softened(_ value: Double, _ frame: Double) -> Double {
        let smoothness = min(max(smoothness.value(at: frame) / 100, 0), 1)
        guard shape <= 1, smoothness < 1 else { return value }
        let edge = (1 - smoothness) / 2
        return smoothness <= 1e-9 ? (value >= 0.5 ? 1 : 0) : min(max((value - edge) / smoothness, 0), 1)
    }

    private func eased(_ value: Double, _ frame: Double) -> Double {
        let low = minEase.value(at: frame) / 100, high = maxEase.value(at: frame) / 100
        guard low != 0 || high != 0, value > 0, value < 1 else { return value }
        return LottieEasing(outX: max(low, 0), outY: max(-low, 0), inX: 1 - max(high, 0), inY: 1 - max(-high, 0)).progress(value)
    }

    /// Returns a permutation that is the same in every run.
    private static func shuffled(_ count: Int) -> [Int] {
        func key(_ i: Int) -> UInt64 {
            var x = UInt64(truncatingIfNeeded: i) &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
            x ^= x >> 29
            x = x &* 0xBF58_476D_1CE4_E5B9
            return x ^ x >> 32
        }
        return (0..<max(count, 0)).sorted { key($0) < key($1) }
    }
}
