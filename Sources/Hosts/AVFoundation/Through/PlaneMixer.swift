import Agate

/// Writes the planes of a film to an encoder, with layers blended into the pixels that they cover.
///
/// Luma and its differences are linear in red, green and blue, so pictures are blended in planes as they would be in pixels; where no layer
/// is, the numbers of the film remain. One thread at a time.
final class PlaneMixer {

    /// Layers, and the columns of each row in which they are.
    struct Cover {
        let pixels: FramePixels
        let columns: [Range<Int>]
    }

    private let width: Int, height: Int
    /// The map to the range of light of the film; nil for films of eight bits.
    private let light: LightMap?
    /// The signal and alpha of each pixel in two rows, with one more at each end; for ten bits.
    private var signals: UnsafeMutablePointer<LightMap.Signal>

    /// - Parameter range: The range of light of frames of ten bits; `standard` for frames of eight bits.
    init(width: Int, height: Int, range: FilmDynamicRange) {
        (self.width, self.height) = (width, height)
        light = range == .standard ? nil : LightMap(range, width: width)
        signals = .allocate(capacity: 2 * (width + 2))
        signals.initialize(repeating: LightMap.Signal(), count: 2 * (width + 2))
    }

    deinit { signals.deallocate() }

    private var half: (width: Int, height: Int) { ((width + 1) / 2, (height + 1) / 2) }
    /// The number of bytes in a frame.
    var byteCount: Int { (width * height + 2 * half.width * half.height) * (light == nil ? 1 : 2) }

    /// Writes a frame.
    func write(_ film: UnsafeRawPointer, _ cover: Cover?, to target: UnsafeMutableRawPointer) {
        target.copyMemory(from: film, byteCount: byteCount)
        guard let cover else { return }
        for y in stride(from: 0, to: height, by: 2) {
            let top = cover.columns[y], bottom = y + 1 < height ? cover.columns[y + 1] : 0..<0
            let both = Self.union(top, bottom)
            if both.isEmpty { continue }
            let rows = (cover.pixels.pixels + y * cover.pixels.stride, cover.pixels.pixels + min(y + 1, height - 1) * cover.pixels.stride)
            if let light {
                blendDeep(rows.0, rows.1, both, y, light, target.assumingMemoryBound(to: UInt16.self))
            } else {
                let bytes = target.assumingMemoryBound(to: UInt8.self)
                blendLuma(rows.0, top, bytes + y * width)
                if y + 1 < height { blendLuma(rows.1, bottom, bytes + (y + 1) * width) }
                blendChroma(rows.0, rows.1, both, bytes + width * height + y / 2 * half.width)
            }
        }
    }

    static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        if a.isEmpty { return b }
        return b.isEmpty ? a : min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    /// Returns the chroma samples on which columns have an influence.
    private func samples(_ columns: Range<Int>) -> Range<Int> {
        columns.lowerBound / 2..<min(half.width, columns.upperBound / 2 + 1)
    }

    // MARK: Eight bits

    /// Luma as in `kernels.luma`, by alpha: 16 is added to what a layer covers.
    private func blendLuma(_ pixels: UnsafePointer<UInt32>, _ columns: Range<Int>, _ luma: UnsafeMutablePointer<UInt8>) {
        for x in columns {
            let pixel = pixels[x], alpha = pixel >> 24
            let own = (pixel >> 16 & 255) &* 5983 &+ (pixel >> 8 & 255) &* 20127 &+ (pixel & 255) &* 2032
            // In units of 1/255 of 2^15.
            let sum = own &* 255 &+ ((alpha << 4) &+ UInt32(luma[x]) &* (255 &- alpha)) << 15
            luma[x] = UInt8(truncatingIfNeeded: min((sum &+ 4_177_920) / 8_355_840, 255))
        }
    }

    /// Differences as in `kernels.chroma_halved`: a sample counts what is above and below it twice, and what is beside it once.
    private func blendChroma(
        _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ columns: Range<Int>, _ blues: UnsafeMutablePointer<UInt8>
    ) {
        let reds = blues + half.width * half.height, last = width - 1
        for sample in samples(columns) {
            let x = 2 * sample, left = max(x - 1, 0), right = min(x + 1, last)
            let middle = (top[x], bottom[x])
            // Sums of eight fit in 16 bits, so two channels are added at once.
            let even =
                ((middle.0 & 0xFF_00FF) &+ (middle.1 & 0xFF_00FF)) &* 2 &+ (top[left] & 0xFF_00FF) &+ (bottom[left] & 0xFF_00FF)
                &+ (top[right] & 0xFF_00FF) &+ (bottom[right] & 0xFF_00FF)
            let odd =
                ((middle.0 >> 8 & 0xFF_00FF) &+ (middle.1 >> 8 & 0xFF_00FF)) &* 2 &+ (top[left] >> 8 & 0xFF_00FF)
                &+ (bottom[left] >> 8 & 0xFF_00FF) &+ (top[right] >> 8 & 0xFF_00FF) &+ (bottom[right] >> 8 & 0xFF_00FF)
            let alpha = Int(odd >> 16)
            if alpha == 0 { continue }
            let red = Int(even >> 16), green = Int(odd & 0xFFFF), blue = Int(even & 0xFFFF)
            func mix(_ old: UInt8, _ own: Int) -> UInt8 {
                // In units of 1/255 of 2^18.
                let sum = own * 255 + (Int(old) - 128) * (2040 - alpha) << 15
                return UInt8(truncatingIfNeeded: min(max((sum + 33_423_360 + 128 * 66_846_720) / 66_846_720, 0), 255))
            }
            blues[sample] = mix(blues[sample], red * -3298 + green * -11094 + blue * 14392)
            reds[sample] = mix(reds[sample], red * 14392 + green * -13073 + blue * -1319)
        }
    }

    // MARK: Ten bits

    private func blendDeep(
        _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ columns: Range<Int>, _ y: Int, _ light: LightMap,
        _ target: UnsafeMutablePointer<UInt16>
    ) {
        // Columns at both ends that the filter of chroma reaches.
        let from = max(columns.lowerBound - 2, 0), to = min(columns.upperBound + 2, width)
        let first = signals + 1, second = signals + width + 3
        map(top, from..<to, light, first)
        map(bottom, from..<to, light, second)
        if from == 0 { (first[-1], second[-1]) = (first[0], second[0]) }
        if to == width { (first[width], second[width]) = (first[width - 1], second[width - 1]) }
        blendLuma(first, columns, target + y * width)
        if y + 1 < height { blendLuma(second, columns, target + (y + 1) * width) }
        let blues = target + width * height + y / 2 * half.width, reds = blues + half.width * half.height
        for sample in samples(columns) {
            let x = 2 * sample
            let sum = (first[x] + second[x]) * 2 + first[x - 1] + second[x - 1] + first[x + 1] + second[x + 1], mean = sum * 0.125
            if mean.w == 0 { continue }
            let own = LightMap.differences(mean), rest = 1 - mean.w
            blues[sample] = LightMap.word(own.blue + (Float(blues[sample]) - 512) * rest)
            reds[sample] = LightMap.word(own.red + (Float(reds[sample]) - 512) * rest)
        }
    }

    private func blendLuma(_ signals: UnsafeMutablePointer<LightMap.Signal>, _ columns: Range<Int>, _ luma: UnsafeMutablePointer<UInt16>) {
        for x in columns where signals[x].w > 0 {
            let rest = 1 - signals[x].w
            luma[x] = LightMap.word(LightMap.luma(signals[x]) - 64 * rest + Float(luma[x]) * rest)
        }
    }

    /// Computes signals, multiplied by alpha, which is the last number.
    private func map(
        _ pixels: UnsafePointer<UInt32>, _ columns: Range<Int>, _ light: LightMap, _ target: UnsafeMutablePointer<LightMap.Signal>
    ) {
        // Neighbours are often equal.
        var last: UInt32 = 0, signal = LightMap.Signal()
        for x in columns {
            let pixel = pixels[x]
            if pixel != last {
                let alpha = pixel >> 24
                if alpha == 0 {
                    signal = LightMap.Signal()
                } else {
                    func straight(_ value: UInt32) -> UInt32 { min(255, ((value & 255) * 255 + alpha / 2) / alpha) }
                    signal = light.signal(straight(pixel >> 16) << 16 | straight(pixel >> 8) << 8 | straight(pixel))
                    signal.w = 1
                    signal *= Float(alpha) / 255
                }
                last = pixel
            }
            target[x] = signal
        }
    }
}
