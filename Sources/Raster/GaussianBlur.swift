import Foundation

/// A Gaussian cut at two sigma (rounded down to pixels) and renormalised: the kernel of Apple's shadows.
package struct GaussianKernel {
    package let weights: [UInt32]
    package let radius: Int

    /// Larger blurs are cut: half a kernel of this many pixels.
    package static let maxRadius = 2048

    /// - Parameter sigma: in pixels; below half a pixel there is nothing to blur.
    package init(sigma: Double) {
        radius = sigma > 0 ? min(GaussianKernel.maxRadius, Int(min(1e6, 2 * sigma))) : 0
        guard radius > 0 else {
            weights = [65536]
            return
        }
        let real = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = real.reduce(0, +)
        // Running totals rounded, so that the weights add up to exactly one.
        var rounded = real.map { UInt32(($0 / sum * 65536).rounded()) }
        let total = rounded.reduce(0, +)
        rounded[radius] = rounded[radius] &+ 65536 &- total
        weights = rounded
    }

    /// Pixels that a blur reaches beyond what it blurs.
    package static func reach(sigma: Double) -> Int32 { Int32(GaussianKernel(sigma: sigma).radius) }
}

extension MaskBuffer {
    /// The mask blurred; its bounds grow by the kernel's reach, cut to `rect` where given.
    package func blurred(sigmaX: Double, sigmaY: Double, rect: IntRect? = nil) -> MaskBuffer {
        let kx = GaussianKernel(sigma: sigmaX), ky = GaussianKernel(sigma: sigmaY)
        var out = bounds.outset(Int32(kx.radius), Int32(ky.radius))
        if let rect { out = out.intersection(rect) }
        let result = MaskBuffer(bounds: out)
        guard !result.bounds.isEmpty, !bounds.isEmpty else { return result }
        GaussianBlur.run(
            source: bytes, sourceStride: stride, sourceRect: bounds, into: result.bytes, stride: result.stride, rect: result.bounds,
            channels: 1, kx, ky)
        return result
    }

    package func blurred(sigma: Double, rect: IntRect? = nil) -> MaskBuffer {
        blurred(sigmaX: sigma, sigmaY: sigma, rect: rect)
    }
}

extension Surface {
    /// The surface blurred; transparent outside; its bounds grow by the kernel's reach, cut to `rect` where given.
    package func blurred(sigmaX: Double, sigmaY: Double, rect: IntRect? = nil) -> Surface {
        let kx = GaussianKernel(sigma: sigmaX), ky = GaussianKernel(sigma: sigmaY)
        var out = bounds.outset(Int32(kx.radius), Int32(ky.radius))
        if let rect { out = out.intersection(rect) }
        let result = Surface(bounds: out)
        guard !result.bounds.isEmpty, !bounds.isEmpty else { return result }
        let source = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
        let target = UnsafeMutableRawPointer(result.pixels).assumingMemoryBound(to: UInt8.self)
        GaussianBlur.run(
            source: source, sourceStride: stride * 4, sourceRect: bounds, into: target, stride: result.stride * 4, rect: result.bounds,
            channels: 4, kx, ky)
        return result
    }
}

enum GaussianBlur {
    /// Rows of the source blurred sideways into 16 bit, then columns of that into the result.
    static func run(
        source: UnsafePointer<UInt8>, sourceStride: Int, sourceRect: IntRect, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        rect: IntRect, channels: Int, _ kx: GaussianKernel, _ ky: GaussianKernel
    ) {
        let k = Kernels.current
        let n = rect.width * channels
        // Rows that the columns read: ky.radius above and below, zero where the source has none.
        let rows = rect.height + 2 * ky.radius
        let pad = rect.width + 2 * kx.radius
        let middle = UnsafeMutablePointer<UInt16>.allocate(capacity: rows * n)
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: pad * channels + 64)
        defer {
            middle.deallocate()
            line.deallocate()
        }
        let x0 = Int(rect.x0) - kx.radius
        let left = max(x0, Int(sourceRect.x0)), right = min(x0 + pad, Int(sourceRect.x1))
        for i in 0..<rows {
            let y = Int(rect.y0) - ky.radius + i
            let out = middle + i * n
            guard y >= Int(sourceRect.y0), y < Int(sourceRect.y1), left < right else {
                out.update(repeating: 0, count: n)
                continue
            }
            memset(line, 0, pad * channels)
            memcpy(
                line + (left - x0) * channels,
                source + (y - Int(sourceRect.y0)) * sourceStride + (left - Int(sourceRect.x0)) * channels, (right - left) * channels)
            k.pointee.convolve8(out, n, line, channels, kx.weights, kx.weights.count)
        }
        for i in 0..<rect.height { k.pointee.convolve16(target + i * stride, n, middle + i * n, n, ky.weights, ky.weights.count) }
    }
}
