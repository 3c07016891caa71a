import Foundation

/// What can be mixed: at p of the way from one to the other.
package protocol LottieMixable {
    static func mix(_ a: Self, _ b: Self, _ p: Double) -> Self
}

extension Double: LottieMixable {
    package static func mix(_ a: Double, _ b: Double, _ p: Double) -> Double { a + (b - a) * p }
}

extension SIMD3<Double>: LottieMixable {
    package static func mix(_ a: Self, _ b: Self, _ p: Double) -> Self { a + (b - a) * p }
}

extension SIMD4<Double>: LottieMixable {
    package static func mix(_ a: Self, _ b: Self, _ p: Double) -> Self { a + (b - a) * p }
}

/// A text is one or the other.
extension LottieTextDocument: LottieMixable {
    package static func mix(_ a: Self, _ b: Self, _ p: Double) -> Self { a }
}

extension LottieProperty where Value: LottieMixable {
    /// What it is at a frame.
    package func shown(at frame: Double) -> Value {
        guard let first = keyframes.first, let last = keyframes.last else { return value }
        if frame <= first.time { return first.value }
        if frame >= last.time { return last.value }
        // The last one that has begun.
        var low = 0, high = keyframes.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if keyframes[middle].time <= frame { low = middle } else { high = middle }
        }
        let from = keyframes[low], to = keyframes[high]
        if from.isHold || to.time <= from.time { return from.value }
        let part = (frame - from.time) / (to.time - from.time)
        return Value.mix(from.value, to.value, from.easing?.progress(part) ?? part)
    }
}

extension LottieEasing {
    /// How far it has come at a part of the time.
    package func progress(_ time: Double) -> Double {
        if isLinear || time <= 0 || time >= 1 { return min(max(time, 0), 1) }
        func along(_ t: Double, _ a: Double, _ b: Double) -> Double { ((1 + 3 * a - 3 * b) * t + (3 * b - 6 * a)) * t * t + 3 * a * t }
        // Time only goes on, so halving finds the one place; 50 times are all that a number holds.
        let a = min(max(outX, 0), 1), b = min(max(inX, 0), 1)
        var low = 0.0, high = 1.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if along(middle, a, b) < time { low = middle } else { high = middle }
        }
        return along((low + high) / 2, outY, inY)
    }
}
