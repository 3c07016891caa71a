/// The spatial path between two keyframes: a cubic curve, traversed by length or by parameter.
///
/// In After Effects, and in the web player, the eased fraction of the time is a fraction of the length. The player for Apple's systems uses
/// the curve's parameter, as Core Animation's keyframes do.
struct LottieWay: Sendable {
    private let from, out, `in`, to: SIMD3<Double>
    /// The length up to each of the evenly spaced parameters; empty if the curve is traversed by its parameter.
    private var lengths: [Double] = []
    private static let pieces = 32

    /// Nil for keyframes that have no handles.
    init?(_ a: LottieKeyframe<SIMD3<Double>>, _ b: LottieKeyframe<SIMD3<Double>>, byParameter: Bool) {
        guard let out = a.outTangent, let `in` = a.inTangent else { return nil }
        self.init(from: a.value, out: a.value + out, in: b.value + `in`, to: b.value, byParameter: byParameter)
    }

    init(from: SIMD3<Double>, out: SIMD3<Double>, in: SIMD3<Double>, to: SIMD3<Double>, byParameter: Bool) {
        (self.from, self.out, self.in, self.to) = (from, out, `in`, to)
        guard !byParameter else { return }
        lengths = [0]
        for i in 0..<Self.pieces {
            lengths.append(lengths[i] + length(from: Double(i) / Double(Self.pieces), to: Double(i + 1) / Double(Self.pieces)))
        }
    }

    /// - Parameter part: The eased fraction. By length it is clamped to the curve's ends; by parameter it may exceed them.
    func place(_ part: Double) -> SIMD3<Double> {
        place(at: parameter(part))
    }

    /// Returns the curve's parameter at an eased fraction.
    func parameter(_ part: Double) -> Double {
        guard let total = lengths.last else { return part }
        guard part > 0, total > 0 else { return 0 }
        guard part < 1 else { return 1 }
        let wanted = part * total
        var low = 0, high = Self.pieces
        while high - low > 1 {
            let middle = (low + high) / 2
            if lengths[middle] <= wanted { low = middle } else { high = middle }
        }
        // Newton iterations, clamped to the piece.
        let start = Double(low) / Double(Self.pieces), end = Double(low + 1) / Double(Self.pieces), rest = wanted - lengths[low]
        var t = start + (end - start) * rest / max(lengths[low + 1] - lengths[low], .leastNormalMagnitude)
        for _ in 0..<4 {
            let speed = self.speed(at: t)
            guard speed > 1e-9 else { break }
            t = min(end, max(start, t - (length(from: start, to: t) - rest) / speed))
        }
        return t
    }

    private func place(at t: Double) -> SIMD3<Double> {
        let u = 1 - t
        let edges = from * (u * u * u) + to * (t * t * t)
        return edges + out * (3 * u * u * t) + `in` * (3 * u * t * t)
    }

    private func speed(at t: Double) -> Double {
        let u = 1 - t
        let way = (out - from) * (3 * u * u) + (`in` - out) * (6 * u * t) + (to - `in`) * (3 * t * t)
        return (way * way).sum().squareRoot()
    }

    /// Returns the length, by Gauss-Legendre quadrature with five points.
    private func length(from a: Double, to b: Double) -> Double {
        let middle = (a + b) / 2, half = (b - a) / 2
        var sum = 0.5688888888888889 * speed(at: middle)
        for (node, weight) in [(0.5384693101056831, 0.47862867049936647), (0.906179845938664, 0.23692688505618908)] {
            sum += weight * (speed(at: middle + half * node) + speed(at: middle - half * node))
        }
        return sum * half
    }
}

extension LottieProperty where Value == SIMD3<Double> {
    /// For properties that are traversed by length: the property without handles that result in a straight line, which are redundant.
    var straightened: LottieVector {
        guard !goesByParameter else { return self }
        var property = self
        for i in keyframes.indices.dropLast() {
            let a = keyframes[i]
            guard let out = a.outTangent, let `in` = a.inTangent else { continue }
            // Without handles, easing that overshoots would leave the path.
            let easing = a.easing ?? LottieEasing(outX: 0, outY: 0, inX: 1, inY: 1)
            guard (0...1).contains(easing.outY), (0...1).contains(easing.inY), a.easings.isEmpty else { continue }
            let way = keyframes[i + 1].value - a.value, length = (way * way).sum()
            func place(_ v: SIMD3<Double>) -> Double? {
                let along = (v * way).sum() / length, aside = v - way * along
                return length > 0 && (aside * aside).sum() <= 1e-12 * length ? along : nil
            }
            guard let first = place(out), let last = place(way + `in`), (0...1).contains(first), (0...1).contains(last) else { continue }
            (property.keyframes[i].outTangent, property.keyframes[i].inTangent) = (nil, nil)
        }
        return property
    }
}
