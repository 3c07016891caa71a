import Raster

/// Resamples an image to another size. Edges are repeated.
package struct ImageResampler {
    /// The method by which a target pixel takes its colour from the source's.
    package enum Kernel: Sendable {
        /// A cubic. If a target pixel is larger than a source pixel, the kernel is as wide as the target pixel: the result is sharp, and
        /// no pixel is left out.
        case cubic
        /// The kernel of Apple's renderer for enlargement (measured at twice the size). Source pixels are boxes, filtered with a tent of
        /// one target pixel to each side, or of half a source pixel if that is less. The result is therefore continuous with the original
        /// at equal sizes.
        case soft
        /// A linear interpolation between two neighbours, weighted by proximity.
        case linear
    }

    /// The map from device to source positions on one axis.
    package struct Axis: Sendable {
        let scale: Double
        let shift: Double
        let kernel: Kernel

        package init(scale: Double, shift: Double, kernel: Kernel) {
            (self.scale, self.shift, self.kernel) = (scale, shift, kernel)
        }

        /// Creates an axis with the kernel that contexts use by default: soft if the source is enlarged, cubic if it is reduced.
        package init(scale: Double, shift: Double) {
            let size = abs(scale)
            self.init(scale: scale, shift: shift, kernel: size > 1.0001 ? .cubic : size < 0.9999 ? .soft : .linear)
        }
    }

    /// The weights of one target pixel: `count` weights from `weights[start]` on, for sources from `first` on.
    private struct Taps {
        var first = 0
        var start = 0
        var count = 0
    }

    let image: PixelView

    init(image: PixelView) { self.image = image }

    package init(pixels: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int) {
        image = PixelView(pixels: pixels, width: width, height: height, stride: stride)
    }

    /// Returns the image over device pixels.
    package func surface(_ rect: IntRect, x: Axis, y: Axis) -> Surface {
        let result = Surface(bounds: rect, cleared: false)
        guard !result.bounds.isEmpty else { return result }
        let (columns, across) = ImageResampler.taps(x, from: Int(rect.x0), count: result.width, limit: image.width)
        let (rows, down) = ImageResampler.taps(y, from: Int(rect.y0), count: result.height, limit: image.height)
        let n = result.width
        // Rows already resampled to the target's width, kept while they are needed: row r at index r mod capacity.
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
        // The kernel overshoots: colours are clamped to white, and to their alpha.
        let a = max(0, min(255, v.w))
        let c = v.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: a)) + 0.5
        return UInt32(a + 0.5) << 24 | UInt32(c.z) << 16 | UInt32(c.y) << 8 | UInt32(c.x)
    }

    private static func taps(_ axis: Axis, from: Int, count: Int, limit: Int) -> ([Taps], [Float]) {
        // For a kernel wider than the image, all pixels have about the same weight.
        let wide = axis.kernel == .cubic ? max(1, min(abs(axis.scale), 2 * Double(limit))) : 1
        // The half width of the tent, in source pixels.
        let tent = min(0.5, abs(axis.scale))
        let reach = axis.kernel == .cubic ? 2 * wide : 1
        var weights: [Float] = []
        let taps = (0..<count).map { i -> Taps in
            let centre = (Double(from + i) + 0.5) * axis.scale + axis.shift
            // Far outside the image, all samples are those of its edge.
            let middle = max(-reach, min(Double(limit) + reach, centre))
            let low = Int((middle - reach + 0.5).rounded(.down)), high = Int((middle + reach - 0.5).rounded(.up))
            let first = max(0, min(limit - 1, low)), last = max(0, min(limit - 1, high))
            var own = [Double](repeating: 0, count: last - first + 1)
            var total = 0.0
            for s in low...max(low, high) {
                let w: Double =
                    switch axis.kernel {
                    case .cubic: cubic((Double(s) + 0.5 - middle) / wide)
                    case .linear: max(0, 1 - abs(Double(s) + 0.5 - middle))
                    case .soft: below((Double(s) + 1 - middle) / tent) - below((Double(s) - middle) / tent)
                    }
                own[max(first, min(last, s)) - first] += w
                total += w
            }
            let start = weights.count
            weights.append(contentsOf: own.map { Float($0 / total) })
            return Taps(first: first, start: start, count: own.count)
        }
        return (taps, weights)
    }

    /// Returns the part of the area of a tent from -1 to 1 that is below a position.
    private static func below(_ x: Double) -> Double {
        if x <= -1 { return 0 }
        if x >= 1 { return 1 }
        return x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2
    }

    /// Returns the interpolating cubic with slopes from its neighbours (a = -0.5).
    private static func cubic(_ x: Double) -> Double {
        let t = abs(x)
        if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
        if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
        return 0
    }
}
