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
        /// The kernel of Apple's renderer for reduction (measured at an eighth and a fifth of the size). Source pixels are averaged in
        /// blocks of a power of two, so that at most two blocks are left for each target pixel. A cubic as wide as the target pixel then
        /// goes over the blocks, the first and the last of which lie in the middle of the first and the last target pixel.
        case reduction(Reduction)
        /// A linear interpolation between two neighbours, weighted by proximity.
        case linear
    }

    /// The blocks of a reduction, and their place in the target.
    package struct Reduction: Sendable {
        /// The first source position, and the length of a block in source pixels.
        let start: Double, block: Double
        /// The number of blocks.
        let count: Double
        /// The blocks for each target pixel, which are the width of the cubic.
        let ratio: Double
        /// The map from target positions to blocks. `scale` is a little more than the ratio.
        let scale: Double, shift: Double

        /// - Parameters:
        ///   - scale: source pixels for each target pixel, negative if the source is mirrored.
        ///   - shift: the source position of the target position 0.
        ///   - start: the first source position of the image or the part of it.
        ///   - length: the number of source pixels.
        init(scale: Double, shift: Double, start: Double, length: Double) {
            let length = max(1, abs(length)), size = abs(scale)
            // The number of target pixels. If a fraction of one is left over, the whole ones count.
            let pixels = max(1, (length / size + 1e-6).rounded(.down))
            var sum = 1.0
            while length / pixels > 2 * sum * (1 + 1e-9) { sum *= 2 }
            count = (length / sum).rounded(.up)
            block = length / count
            ratio = count / pixels
            self.start = start
            let step = pixels > 1 ? (count - 1) / (pixels - 1) : ratio
            self.scale = scale < 0 ? -step : step
            // The middle of the source remains in its place.
            self.shift = count / 2 - (start + length / 2 - shift) / scale * self.scale
        }
    }

    /// The map from device to source positions on one axis.
    package struct Axis: Sendable {
        let scale: Double
        let shift: Double
        let kernel: Kernel

        package init(scale: Double, shift: Double, kernel: Kernel) {
            (self.scale, self.shift, self.kernel) = (scale, shift, kernel)
        }

        /// The scale above which blocks are averaged. Pictures of Apple's renderer show scales of 5 and 8.
        static let leastReduction = 4.0

        /// Creates an axis with the kernel that contexts use by default, depending on whether the source is enlarged or reduced.
        /// - Parameters:
        ///   - start: the first source position of the image or the part of it that is drawn.
        ///   - length: the number of its source pixels.
        package init(scale: Double, shift: Double, start: Double = 0, length: Double) {
            let size = abs(scale)
            let kernel: Kernel =
                if size > Self.leastReduction {
                    .reduction(Reduction(scale: scale, shift: shift, start: start, length: length))
                } else {
                    size > 1.0001 ? .cubic : size < 0.9999 ? .soft : .linear
                }
            self.init(scale: scale, shift: shift, kernel: kernel)
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
        if case .reduction(let reduction) = axis.kernel { return taps(reduction, from: from, count: count, limit: limit) }
        let isCubic = if case .cubic = axis.kernel { true } else { false }
        // For a kernel wider than the image, all pixels have about the same weight.
        let wide = isCubic ? max(1, min(abs(axis.scale), 2 * Double(limit))) : 1
        // The half width of the tent, in source pixels.
        let tent = min(0.5, abs(axis.scale))
        let reach = isCubic ? 2 * wide : 1
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
                    case .cubic, .reduction: cubic((Double(s) + 0.5 - middle) / wide)
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

    /// Returns the weights of a reduction: those of the cubic over the blocks, each shared by the source pixels of its block.
    private static func taps(_ r: Reduction, from: Int, count: Int, limit: Int) -> ([Taps], [Float]) {
        let wide = max(1, r.ratio), reach = 2 * wide
        var weights: [Float] = []
        let taps = (0..<count).map { i -> Taps in
            let centre = (Double(from + i) + 0.5) * r.scale + r.shift
            let middle = max(-reach, min(r.count + reach, centre))
            let low = (middle - reach + 0.5).rounded(.down), high = max(low, (middle + reach - 0.5).rounded(.up))
            // The edge's blocks are repeated.
            func block(_ b: Double) -> Double { max(0, min(r.count - 1, b)) }
            func pixel(_ x: Double) -> Int { max(0, min(limit - 1, Int(x))) }
            let first = pixel(r.start + block(low) * r.block), last = pixel(r.start + (block(high) + 1) * r.block - 1e-9)
            var own = [Double](repeating: 0, count: last - first + 1)
            var total = 0.0
            var b = low
            while b <= high {
                let w = cubic((b + 0.5 - middle) / wide)
                let x0 = r.start + block(b) * r.block, x1 = x0 + r.block
                for s in pixel(x0)...pixel(x1 - 1e-9) {
                    let covered = min(x1, Double(s + 1)) - max(x0, Double(s))
                    own[s - first] += w * max(0, covered)
                    total += w * max(0, covered)
                }
                b += 1
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
