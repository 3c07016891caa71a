import Foundation

/// A Gaussian truncated at two sigma (rounded down to pixels) and renormalised: the kernel of Apple's shadows.
package struct GaussianKernel {
    package let weights: [UInt32]
    package let radius: Int
    /// The exponent of the size of coarse pixels. The blur uses `weights` if it is 0, and otherwise the weights of `coarse` on pixels of
    /// 2^shift by 2^shift pixels.
    package let shift: Int
    package let coarse: [UInt32]

    /// The maximum radius in pixels, half a kernel. Larger blurs are clamped.
    package static let maxRadius = 2048

    /// - Parameter sigma: the standard deviation in pixels. Less than half a pixel gives no blur.
    package init(sigma: Double) {
        radius = GaussianKernel.radius(sigma: sigma)
        guard radius > 0 else {
            (weights, coarse, shift) = ([65536], [65536], 0)
            return
        }
        let reach = radius
        weights = GaussianKernel.rounded((-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) })
        let real = GaussianKernel.real(sigma, radius)
        shift = GaussianKernel.shift(sigma: real)
        coarse = shift == 0 ? weights : GaussianKernel.coarse(sigma: real, radius: radius, shift: shift)
    }

    /// The largest sigma of a blur at full resolution. Wider blurs would take too long at full resolution, and are too smooth to show a
    /// difference.
    private static let widest = 10.0

    /// Returns the number of halvings of the resolution at which sigma is less than `widest` pixels and at least half of that.
    private static func shift(sigma: Double) -> Int {
        var shift = 0
        var s = sigma
        while s >= widest, shift < 7 {
            s *= 0.5
            shift += 1
        }
        return shift
    }

    /// Returns the kernel for coarse pixels. The conversion to coarse pixels and back blurs by itself, so the variance and the reach are
    /// reduced by that amount. With these weights the blur of an edge is within 1 / 255 of the full kernel's, before rounding.
    private static func coarse(sigma: Double, radius: Int, shift: Int) -> [UInt32] {
        let scale = Double(1 << shift), s = (sigma / scale * (sigma / scale) - 0.4).squareRoot()
        let cut = (Double(radius) + 0.5) / scale - 0.2
        let n = Int((cut + 0.5).rounded(.up))
        func sum(_ x: Double) -> Double { erf(max(-cut, min(cut, x)) / (s * 2.0.squareRoot())) }
        return rounded((-n...n).map { sum(Double($0) + 0.5) - sum(Double($0) - 0.5) })
    }

    /// Returns weights in 65536ths with a sum of exactly one.
    private static func rounded(_ real: [Double]) -> [UInt32] {
        let sum = real.reduce(0, +)
        var rounded = real.map { UInt32(($0 / sum * 65536).rounded()) }
        let total = rounded.reduce(0, +)
        rounded[real.count / 2] = rounded[real.count / 2] &+ 65536 &- total
        return rounded
    }

    /// Returns the largest distance of a source pixel from the blurred pixel to which it contributes.
    package static func reach(sigma: Double) -> Int32 {
        let radius = radius(sigma: sigma), shift = radius > 0 ? shift(sigma: real(sigma, radius)) : 0
        // Coarse pixels, and the interpolation between their middles, increase the reach. The total is less than 3 sigma, which the
        // render tree assumes for damage.
        return Int32(radius + (shift > 0 ? 4 << shift : 0))
    }

    private static func radius(sigma: Double) -> Int { sigma > 0 ? min(maxRadius, Int(min(1e6, 2 * sigma))) : 0 }

    /// Returns the sigma of a kernel whose radius may have been clamped.
    private static func real(_ sigma: Double, _ radius: Int) -> Double { Double(radius) < 2 * sigma - 1 ? Double(radius) / 2 : sigma }
}

extension MaskBuffer {
    /// Returns the blurred mask. Its bounds grow by the kernel's reach, clipped to `rect` if given.
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
    /// Returns the blurred surface, which is transparent outside. Its bounds grow by the kernel's reach, clipped to `rect` if given.
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
    static func run(
        source: UnsafePointer<UInt8>, sourceStride: Int, sourceRect: IntRect, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        rect: IntRect, channels: Int, _ kx: GaussianKernel, _ ky: GaussianKernel
    ) {
        guard kx.shift > 0 || ky.shift > 0 else {
            convolve(
                source: source, sourceStride: sourceStride, sourceRect: sourceRect, into: target, stride: stride, rect: rect,
                channels: channels, kx.weights, ky.weights)
            return
        }
        let small = Coarse(covering: sourceRect, kx.shift, ky.shift, channels: channels, margin: false)
        defer { small.bytes.deallocate() }
        small.shrink(source, sourceStride, sourceRect)
        let soft = Coarse(covering: rect, kx.shift, ky.shift, channels: channels, margin: true)
        defer { soft.bytes.deallocate() }
        convolve(
            source: small.bytes, sourceStride: small.stride, sourceRect: small.rect, into: soft.bytes, stride: soft.stride, rect: soft.rect,
            channels: channels, kx.coarse, ky.coarse)
        soft.grow(target, stride, rect)
    }

    /// Blurs the source's rows horizontally into 16 bits, and then the columns of those into the result.
    private static func convolve(
        source: UnsafePointer<UInt8>, sourceStride: Int, sourceRect: IntRect, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        rect: IntRect, channels: Int, _ wx: [UInt32], _ wy: [UInt32]
    ) {
        let k = Kernels.current
        let n = rect.width * channels, rx = wx.count / 2, ry = wy.count / 2
        // The rows that the columns read: ry additional rows above and below, zero outside the source.
        let rows = rect.height + 2 * ry
        let pad = rect.width + 2 * rx
        let middle = UnsafeMutablePointer<UInt16>.allocate(capacity: rows * n + 16)
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: pad * channels + 64)
        defer {
            middle.deallocate()
            line.deallocate()
        }
        let x0 = Int(rect.x0) - rx
        let left = max(x0, Int(sourceRect.x0)), right = min(x0 + pad, Int(sourceRect.x1))
        for i in 0..<rows {
            let y = Int(rect.y0) - ry + i
            let out = middle + i * n
            guard y >= Int(sourceRect.y0), y < Int(sourceRect.y1), left < right else {
                out.update(repeating: 0, count: n)
                continue
            }
            memset(line, 0, pad * channels)
            memcpy(
                line + (left - x0) * channels,
                source + (y - Int(sourceRect.y0)) * sourceStride + (left - Int(sourceRect.x0)) * channels, (right - left) * channels)
            k.pointee.convolve8(out, n, line, channels, wx, wx.count)
        }
        for i in 0..<rect.height { k.pointee.convolve16(target + i * stride, n, middle + i * n, n, wy, wy.count) }
    }
}
