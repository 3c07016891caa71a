import CoreGraphics

/// The placement of contents in a layer (Behaviour 4.6).
package enum ContentsPlacement {
    /// Returns the part of an image given by `contentsRect`, in the image's pixels with y down from the first row.
    package static func source(width: Int, height: Int, contentsRect r: CGRect, flipped: Bool) -> CGRect {
        let w = CGFloat(width), h = CGFloat(height)
        let y = flipped ? r.origin.y : 1 - r.origin.y - r.size.height
        return CGRect(x: r.origin.x * w, y: y * h, width: r.size.width * w, height: r.size.height * h)
    }

    /// Returns the contents' rectangle in the layer's space; "top" is the side of the larger y.
    package static func target(bounds b: CGRect, pixels: CGSize, contentsScale: CGFloat, gravity: ContentsGravity) -> CGRect {
        let scale = contentsScale > 0 ? contentsScale : 1
        var w = pixels.width / scale, h = pixels.height / scale
        let bw = b.size.width, bh = b.size.height
        switch gravity {
        case .resize: return b
        case .resizeAspect, .resizeAspectFill:
            guard w > 0, h > 0 else { return CGRect(x: b.origin.x, y: b.origin.y, width: 0, height: 0) }
            let s = gravity == .resizeAspect ? min(bw / w, bh / h) : max(bw / w, bh / h)
            w *= s; h *= s
        default: break
        }
        let left = b.origin.x, centerX = b.origin.x + (bw - w) / 2, right = b.origin.x + bw - w
        let bottom = b.origin.y, centerY = b.origin.y + (bh - h) / 2, top = b.origin.y + bh - h
        let x: CGFloat =
            switch gravity {
            case .left, .topLeft, .bottomLeft: left
            case .right, .topRight, .bottomRight: right
            default: centerX
            }
        let y: CGFloat =
            switch gravity {
            case .bottom, .bottomLeft, .bottomRight: bottom
            case .top, .topLeft, .topRight: top
            default: centerY
            }
        return CGRect(x: x, y: y, width: w, height: h)
    }

    /// Returns the stretched middle in image pixels; nil if the whole image stretches.
    package static func center(_ c: CGRect, in source: CGRect, gravity: ContentsGravity, flipped: Bool) -> CGRect? {
        guard gravity == .resize || gravity == .resizeAspect || gravity == .resizeAspectFill else { return nil }
        if c.origin.x == 0 && c.origin.y == 0 && c.size.width == 1 && c.size.height == 1 { return nil }
        let y = flipped ? c.origin.y : 1 - c.origin.y - c.size.height
        var r = CGRect(
            x: source.origin.x + c.origin.x * source.size.width, y: source.origin.y + y * source.size.height,
            width: c.size.width * source.size.width, height: c.size.height * source.size.height)
        // A width or height of zero means one source pixel.
        if r.size.width <= 0 { r.origin.x -= 0.5; r.size.width = 1 }
        if r.size.height <= 0 { r.origin.y -= 0.5; r.size.height = 1 }
        let x0 = max(source.origin.x, r.origin.x), y0 = max(source.origin.y, r.origin.y)
        let x1 = min(source.origin.x + source.size.width, r.origin.x + r.size.width)
        let y1 = min(source.origin.y + source.size.height, r.origin.y + r.size.height)
        guard x1 > x0, y1 > y0 else { return nil }
        return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }
}
