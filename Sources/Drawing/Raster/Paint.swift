/// Where the colours of a drawing call come from.
package enum Paint {
    /// One premultiplied pixel value.
    case solid(UInt32)
    case image(ImageSampler)
    case gradient(GradientPaint)

    /// What is seen as if it lay elsewhere: (x, y) has the colour that (x - dx, y - dy) had.
    package func moved(by dx: Int, _ dy: Int) -> Paint {
        if dx == 0 && dy == 0 { return self }
        let back = Affine(1, 0, 0, 1, Double(-dx), Double(-dy))
        switch self {
        case .solid: return self
        case .image(let sampler): return .image(sampler.seen(through: back))
        case .gradient(let gradient): return .gradient(gradient.seen(through: back))
        }
    }
}

/// A paint as plain data, kept by the paint that it is of.
enum RowPaint {
    case solid(UInt32)
    case image(ImageRows)
    case gradient(GradientRows)

    init(_ paint: Paint) {
        switch paint {
        case .solid(let color): self = .solid(color)
        case .image(let sampler): self = .image(sampler.rows)
        case .gradient(let gradient): self = .gradient(gradient.rows)
        }
    }

    /// The colours of `count` pixels from device pixel (x, y); depends on the pixel alone, not on where a span began.
    @inline(never)
    func fill(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        switch self {
        case .solid(let color): Kernels.current.pointee.fill32(out, count, color)
        case .image(let rows): rows.sample(out, x: x, y: y, count: count)
        case .gradient(let rows): rows.sample(out, x: x, y: y, count: count)
        }
    }
}
