import CoreGraphics
import QuartzCore

/// How an image lies in a place of another shape.
public enum ImageFit: String, Sendable, Hashable, CaseIterable, Codable {
    /// It covers the place and keeps its shape; what reaches beyond is cut off, the same on both sides.
    case fill
    /// All of it shows and keeps its shape, in the middle; the rest of the place stays clear.
    case fit
    /// It takes the place's shape.
    case stretch

    /// Sets how a layer's contents lie in it.
    /// - Parameter size: the layer's.
    package func apply(to layer: CALayer, _ image: CGImage, _ size: CGSize) {
        layer.contentsGravity = self == .fit ? .resizeAspect : .resize
        layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard self == .fill, size.width > 0, size.height > 0, image.width > 0, image.height > 0 else { return }
        // The part of the image that shows, rather than a clip: a layer that clips needs a picture of its own.
        let wanted = size.width / size.height, own = CGFloat(image.width) / CGFloat(image.height)
        guard wanted.isFinite, abs(wanted - own) > 1e-9 * wanted else { return }
        let width = min(1, wanted / own), height = min(1, own / wanted)
        layer.contentsRect = CGRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }
}
