import CoreGraphics

/// What the coloured overlays of windows and inspectors say of an op.
extension DrawOp {
    /// Paints something itself, rather than opening or closing a scope.
    package var paints: Bool {
        switch kind {
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .particles, .shadow: !bounds.isEmpty
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: false
        }
    }

    /// Drawn apart first and then composited.
    package var isOffscreen: Bool { kind == .beginGroup || kind == .shadow }

    /// The bitmap of a layer with `shouldRasterize`.
    package var isRasterized: Bool { kind == .beginGroup && flags.contains(.rasterized) }

    /// What is under it may show through.
    package func isBlended(in list: DrawList) -> Bool {
        switch kind {
        case .fill: color.w < 1 || opacity < 1 || cornerRadius != 0
        case .image: opacity < 1 || cornerRadius > 0 || image(in: list)?.image.isOpaque != true
        default: true
        }
    }

    /// Pixels of the image for one of the picture, across and down; nil for what draws no image.
    package func sampling(in list: DrawList) -> (across: Double, down: Double)? {
        guard let draw = image(in: list) else { return nil }
        let p = projection
        let across = (p.m11 * p.m11 + p.m12 * p.m12).squareRoot() * rect.width
        let down = (p.m21 * p.m21 + p.m22 * p.m22).squareRoot() * rect.height
        guard across > 0, down > 0 else { return nil }
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        return (rounded(draw.source.width / across), rounded(draw.source.height / down))
    }

    /// An image in its own size whose pixels do not lie on those of the picture.
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
