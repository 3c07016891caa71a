import Raster

/// Brings an image to another size with a cubic kernel that is as wide as a target pixel where that is larger than a source
/// pixel: sharp, and nothing is left out. Edges repeat.
struct ImageResampler {
    /// Device position to source position on one axis.
    struct Axis {
        let scale: Double
        let shift: Double
    }

    /// What one target pixel takes: `count` weights from `weights[start]` on, for sources from `first` on.
    private struct Taps {
        var first = 0
        var start = 0
        var count = 0
    }

    let image: PixelView

    /// The image over device pixels.
    func surface(_ rect: IntRect, x: Axis, y: Axis) -> Surface {
        let result = Surface(bounds: rect, cleared: false)
        guard !result.bounds.isEmpty else { return result }
        let (columns, across) = ImageResampler.taps(x, from: Int(rect.x0), count: result.width, limit: image.width)
        let (rows, down) = ImageResampler.taps(y, from: Int(rect.y0), count: result.height, limit: image.height)
        let n = result.width
        // Rows already brought to the target's width, kept while they are needed: row r in place r mod capacity.
        let capacity = (rows.map(\.count).max() ?? 1) + 1
        var kept = [SIMD4<Float>](repeating: .zero, count: capacity * n)
        var owner = [Int](repeating: -1, count: capacity)
        var sum = [SIMD4<Float>](repeating: .zero, count: n)
        for line in 0..<result.height {
            let taps = rows[line]
            for i in 0..<n { sum[i] = .zero }
            for k in 0..<taps.count {
                let row = taps.first + k, place = row % capacity
                if owner[place] != row {
                    fill(row, into: &kept, at: place * n, columns, across)
                    owner[place] = row
                }
                let weight = down[taps.start + k]
                for i in 0..<n { sum[i] += kept[place * n + i] * weight }
            }
            let out = result.pixels + line * result.stride
            for i in 0..<n { out[i] = ImageResampler.pixel(sum[i]) }
        }
        return result
    }

    private func fill(_ row: Int, into kept: inout [SIMD4<Float>], at start: Int, _ columns: [Taps], _ weights: [Float]) {
        let source = image.pixels + row * image.stride
        for i in columns.indices {
            let taps = columns[i]
            var sum = SIMD4<Float>.zero
            for k in 0..<taps.count {
                let p = source[taps.first + k]
                let v = SIMD4(Float(p & 255), Float(p >> 8 & 255), Float(p >> 16 & 255), Float(p >> 24))
                sum += v * weights[taps.start + k]
            }
            kept[start + i] = sum
        }
    }

    private static func pixel(_ v: SIMD4<Float>) -> UInt32 {
        // The kernel overshoots: no more than white, and no colour above its alpha.
        let a = max(0, min(255, v.w))
        let c = v.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: a)) + 0.5
        return UInt32(a + 0.5) << 24 | UInt32(c.z) << 16 | UInt32(c.y) << 8 | UInt32(c.x)
    }

    private static func taps(_ axis: Axis, from: Int, count: Int, limit: Int) -> ([Taps], [Float]) {
        // Wider than the image, all of it counts about the same.
        let wide = max(1, min(abs(axis.scale), 2 * Double(limit)))
        let reach = 2 * wide
        var weights: [Float] = []
        let taps = (0..<count).map { i -> Taps in
            let centre = (Double(from + i) + 0.5) * axis.scale + axis.shift
            // Far outside the image there is nothing but its edge.
            let middle = max(-reach, min(Double(limit) + reach, centre))
            let low = Int((middle - reach + 0.5).rounded(.down)), high = Int((middle + reach - 0.5).rounded(.up))
            let first = max(0, min(limit - 1, low)), last = max(0, min(limit - 1, high))
            var own = [Double](repeating: 0, count: last - first + 1)
            var total = 0.0
            for s in low...max(low, high) {
                let w = cubic((Double(s) + 0.5 - middle) / wide)
                own[max(first, min(last, s)) - first] += w
                total += w
            }
            let start = weights.count
            weights.append(contentsOf: own.map { Float($0 / total) })
            return Taps(first: first, start: start, count: own.count)
        }
        return (taps, weights)
    }

    /// The cubic through its points, with the slope of its neighbours (a = -0.5).
    private static func cubic(_ x: Double) -> Double {
        let t = abs(x)
        if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
        if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
        return 0
    }
}
