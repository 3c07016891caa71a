import CoreGraphics
import QuartzCore

/// The fit of an image into an area of another aspect ratio.
public enum ImageFit: String, Sendable, Hashable, CaseIterable, Codable {
    /// The image covers the area and keeps its aspect ratio; the excess is cropped equally on both sides.
    case fill
    /// The whole image is visible and centred, and keeps its aspect ratio; the rest of the area stays transparent.
    case fit
    /// The image is stretched to the area's aspect ratio.
    case stretch

    /// Applies the fit to a layer's contents.
    /// - Parameter size: The layer's size.
    package func apply(to layer: CALayer, _ image: CGImage, _ size: CGSize) {
        layer.contentsGravity = self == .fit ? .resizeAspect : .resize
        layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard self == .fill, size.width > 0, size.height > 0, image.width > 0, image.height > 0 else { return }
        // Sets the visible part of the image rather than a clip, because a layer that clips needs offscreen drawing.
        let wanted = size.width / size.height, own = CGFloat(image.width) / CGFloat(image.height)
        guard wanted.isFinite, abs(wanted - own) > 1e-9 * wanted else { return }
        let width = min(1, wanted / own), height = min(1, own / wanted)
        layer.contentsRect = CGRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }
}
