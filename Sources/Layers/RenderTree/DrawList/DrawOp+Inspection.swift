import CoreGraphics

/// Properties of an op for the coloured overlays of windows and inspectors.
extension DrawOp {
    /// True if the op paints, rather than beginning or ending a scope.
    package var paints: Bool {
        switch kind {
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .particles, .shadow: !bounds.isEmpty
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: false
        }
    }

    /// True if the op is drawn separately first and then composited.
    package var isOffscreen: Bool { kind == .beginGroup || kind == .shadow }

    /// True for the bitmap of a layer with `shouldRasterize`.
    package var isRasterized: Bool { kind == .beginGroup && flags.contains(.rasterized) }

    /// Returns whether content below the op may be visible through it.
    package func isBlended(in list: DrawList) -> Bool {
        switch kind {
        case .fill: color.w < 1 || opacity < 1 || cornerRadius != 0
        case .image: opacity < 1 || cornerRadius > 0 || image(in: list)?.image.isOpaque != true
        default: true
        }
    }

    /// Returns the image pixels per pixel of the picture, horizontally and vertically; nil for ops that draw no image.
    package func sampling(in list: DrawList) -> (across: Double, down: Double)? {
        guard let draw = image(in: list) else { return nil }
        let p = projection
        let across = (p.m11 * p.m11 + p.m12 * p.m12).squareRoot() * rect.width
        let down = (p.m21 * p.m21 + p.m22 * p.m22).squareRoot() * rect.height
        guard across > 0, down > 0 else { return nil }
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        return (rounded(draw.source.width / across), rounded(draw.source.height / down))
    }

    /// Returns whether an image is drawn at its own size, but not aligned to the pixels of the picture.
    package func isMisaligned(in list: DrawList) -> Bool {
        guard let sampling = sampling(in: list), sampling == (1, 1) else { return false }
        let p = projection
        let left = p.m11 * rect.minX + p.m31
        let top = p.m22 * rect.minY + p.m32
        return p.kind != .axisAligned || abs(left - left.rounded()) > 0.01 || abs(top - top.rounded()) > 0.01
    }

    private func image(in list: DrawList) -> ImageDraw? {
        guard kind == .image, payload >= 0, Int(payload) < list.payloads.count, case .image(let draw) = list.payloads[Int(payload)] else {
            return nil
        }
        return draw
    }
}
