import QuartzCore

// Variants of an image. Variants share unchanged pixels.
extension UIImage {
    final func with(_ change: (inout Traits) -> Void) -> UIImage {
        var traits = traits
        change(&traits)
        traits.images = traits.images?.map { $0.with(change) }
        return UIImage(cgImage, traits)
    }

    final func stretchable(_ leftCapWidth: Int, _ topCapHeight: Int) -> UIImage {
        let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
        let insets = UIEdgeInsets(top: top, left: left, bottom: max(0, size.height - top - 1), right: max(0, size.width - left - 1))
        return resizableImage(withCapInsets: insets, resizingMode: .stretch)
    }

    final func tinted(_ color: UIColor, _ renderingMode: RenderingMode) -> UIImage {
        var traits = traits
        traits.renderingMode = renderingMode
        traits.images = traits.images?.map { $0.withTintColor(color, renderingMode: renderingMode) }
        return UIImage(cgImage?.tinted(color.cgColor), traits)
    }

    /// Returns the upright image. Its pixels are rotated if necessary.
    func upright() -> UIImage {
        guard imageOrientation != .up, cgImage != nil else { return self }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
    }

    final func thumbnail(_ size: CGSize) -> UIImage? {
        guard cgImage != nil, size.width > 0, size.height > 0 else { return nil }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let made = UIGraphicsImageRenderer(size: size, format: format).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
        return made.cgImage == nil ? nil : made
    }
}

extension CGImage {
    /// Returns the image's shape in a color.
    func tinted(_ color: CGColor) -> CGImage? {
        guard let context = CGContext(width: width, height: height, ctm: .identity) else { return nil }
        let all = CGRect(x: 0, y: 0, width: width, height: height)
        context.draw(self, in: all)
        context.setBlendMode(.sourceIn)
        context.setFillColor(color)
        context.fill(all)
        return context.makeImage()
    }
}
