/// Where the colours of a drawing call come from.
package enum Paint {
    /// One premultiplied pixel value.
    case solid(UInt32)
    case image(ImageSampler)
    case gradient(GradientPaint)

    /// The colours of `count` pixels from device pixel (x, y); depends on the pixel alone, not on where a span began.
    @inline(never)
    func fill(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        switch self {
        case .solid(let color): Kernels.current.pointee.fill32(out, count, color)
        case .image(let sampler): sampler.sample(out, x: x, y: y, count: count)
        case .gradient(let gradient): gradient.sample(out, x: x, y: y, count: count)
        }
    }
}
