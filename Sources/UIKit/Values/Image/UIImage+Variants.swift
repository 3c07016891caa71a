import QuartzCore

// Images that are another one, seen differently. Pixels are shared where they stay as they are.
extension UIImage {
    private func with(_ change: (inout Traits) -> Void) -> UIImage {
        var traits = traits
        change(&traits)
        traits.images = traits.images?.map { $0.with(change) }
        return UIImage(cgImage, traits)
    }

    /// The image whose middle is repeated when it is drawn larger.
    /// - Parameter capInsets: the parts at the edges that keep their size, in points.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { resizableImage(withCapInsets: capInsets, resizingMode: .tile) }

    /// The image whose middle is repeated or stretched when it is drawn larger.
    /// - Parameter capInsets: the parts at the edges that keep their size, in points.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        with { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
    }

    /// The image of which the point behind the caps is stretched.
    public func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
        let (left, top) = (CGFloat(leftCapWidth), CGFloat(topCapHeight))
        let insets = UIEdgeInsets(top: top, left: left, bottom: max(0, size.height - top - 1), right: max(0, size.width - left - 1))
        return resizableImage(withCapInsets: insets, resizingMode: .stretch)
    }

    /// The image as picture or as shape.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { with { $0.renderingMode = renderingMode } }

    /// The image with edges that layout leaves out.
    public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage { with { $0.alignmentRectInsets = alignmentInsets } }

    /// The image that is to be mirrored where writing runs from right to left.
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { with { $0.flipsForRightToLeft = true } }

    /// The image mirrored from side to side.
    public func withHorizontallyFlippedOrientation() -> UIImage { with { $0.orientation = $0.orientation.mirrored } }

    /// The image's shape in a colour, an image of its own that no tint changes.
    public func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: .automatic) }

    /// The image's shape in a colour.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        var traits = traits
        traits.renderingMode = renderingMode
        traits.images = traits.images?.map { $0.withTintColor(color, renderingMode: renderingMode) }
        return UIImage(cgImage?.tinted(color.cgColor), traits)
    }

    /// The image upright, its pixels turned where they were not.
    func upright() -> UIImage {
        guard imageOrientation != .up, cgImage != nil else { return self }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
    }

    /// The image itself: its pixels are ready as soon as it is made.
    public func preparingForDisplay() -> UIImage? { self }

    /// The image in another size, upright.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard cgImage != nil, size.width > 0, size.height > 0 else { return nil }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let made = UIGraphicsImageRenderer(size: size, format: format).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
        return made.cgImage == nil ? nil : made
    }
}

extension CGImage {
    /// The shape in a colour.
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
