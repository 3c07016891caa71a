/// The source of a drawing call's colours.
package enum Paint {
    /// One premultiplied pixel value.
    case solid(UInt32)
    case image(ImageSampler)
    case gradient(GradientPaint)

    /// Returns the paint at another position: (x, y) has the colour that (x - dx, y - dy) had.
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

/// A paint as plain data. The paint from which it was made retains its resources.
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

    /// Writes the colours of `count` pixels starting at device pixel (x, y). A colour depends on the pixel alone, not on the beginning of
    /// the span.
    @inline(never)
    func fill(_ out: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
        switch self {
        case .solid(let color): Kernels.current.pointee.fill32(out, count, color)
        case .image(let rows): rows.sample(out, x: x, y: y, count: count)
        case .gradient(let rows): rows.sample(out, x: x, y: y, count: count)
        }
    }
}
