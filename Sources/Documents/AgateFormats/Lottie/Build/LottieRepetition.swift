/// The copy of a repeater to which a transform belongs, if keyframes of one property can't express it. The transform is applied as often as
/// the copy's number, which may be animated and fractional.
struct LottieRepetition: Sendable {
    let index: Int
    let offset: LottieTrack<Double>
    let opacity: Opacity?

    /// The interpolation of opacity from the first visible copy to the last.
    struct Opacity: Sendable {
        let index: Int
        let copies, start, end: LottieTrack<Double>

        var times: ClosedRange<Double>? { union(copies.times, start.times, end.times) }

        func value(at frame: Double) -> Double {
            let count = copies.value(at: frame).rounded(.up)
            let part = count > 1 ? min(1, Double(index) / (count - 1)) : 0
            let first = start.value(at: frame)
            return first + (end.value(at: frame) - first) * part
        }
    }

    func number(at frame: Double) -> Double { Double(index) + offset.value(at: frame) }

    /// Returns a scale (1 is the original size) raised to an exponent. It is linear between whole exponents, which avoids roots of negative
    /// scales.
    static func power(_ base: Double, _ given: Double) -> Double {
        let exponent = min(9999, max(-9999, given)), whole = exponent.rounded(.down), rest = exponent - whole
        var result = 1.0, square = base, n = Int(abs(whole))
        while n > 0 {
            if n & 1 == 1 { result *= square }
            square *= square
            n >>= 1
        }
        if whole < 0 { result = result == 0 ? 0 : 1 / result }
        result *= 1 + (base - 1) * rest
        return result.isFinite ? result : 0
    }
}

extension LottieRepeater {
    private static let limit = 1000

    private var most: Double { copies.keyframes.reduce(copies.value) { Swift.max($0, $1.value) }.rounded(.up) }

    private var number: Int { Int(min(Double(Self.limit), Swift.max(0, most))) }

    /// The requested number of copies, if it exceeds the limit.
    var excess: Int? { most > Double(Self.limit) ? Int(min(most, 1e15)) : nil }

    /// True if keyframes of the copies' properties are sufficient, because the animated properties change in proportion.
    private var isPlain: Bool {
        !offset.isAnimated && !transform.scale.isAnimated && !transform.anchor.isAnimated
    }

    /// Returns the transform of each copy: the repeater's transform raised to the copy's number, with interpolated opacity.
    func transforms() -> [LottieTransform] {
        let isOpacityPlain = !copies.isAnimated && !(startOpacity.isAnimated && endOpacity.isAnimated)
        return (0..<number).map { k in
            var copy = transform
            let opacity = LottieRepetition.Opacity(
                index: k, copies: LottieTrack(copies), start: LottieTrack(startOpacity), end: LottieTrack(endOpacity)
            )
            let part = number > 1 ? Double(k) / Double(number - 1) : 0
            if isOpacityPlain {
                copy.opacity =
                    endOpacity.isAnimated
                    ? endOpacity.map { startOpacity.value + ($0 - startOpacity.value) * part }
                    : startOpacity.map { $0 + (endOpacity.value - $0) * part }
            } else {
                // Callers check whether the opacity is ever below 100.
                copy.opacity = startOpacity.isAnimated || startOpacity.value != 100 ? startOpacity : endOpacity
            }
            let fades = !isOpacityPlain && (copy.opacity.isAnimated || copy.opacity.value != 100)
            if !isPlain || fades {
                copy.repetition = LottieRepetition(index: k, offset: LottieTrack(offset), opacity: fades ? opacity : nil)
                return copy
            }
            let n = Double(k) + offset.value, a = transform.anchor.value
            switch transform.position {
            case .whole(let p): copy.position = .whole(p.map { $0 * n + a })
            case .parts(let x, let y, let z): copy.position = .parts(x: x.map { $0 * n + a.x }, y: y.map { $0 * n + a.y }, z: z)
            }
            copy.rotation = transform.rotation.map { $0 * n }
            let scale = transform.scale.value / 100
            copy.scale = LottieVector(SIMD3(LottieRepetition.power(scale.x, n), LottieRepetition.power(scale.y, n), 1) * 100)
            return copy
        }
    }

    /// Returns a track that is above 0 while the copy is visible; nil if it always is.
    func visibility(of copy: Int) -> LottieTrack<Double>? {
        copies.isAnimated ? LottieTrack(copies.map { $0 - Double(copy) }) : nil
    }
}
