import CoreGraphics
import UIKit

// Members of UIKit's classes for Core Image. `agate build` imports this module where sources name them.

extension UIColor {
    /// The color as one of Core Image's, by its components in sRGB.
    public var ciColor: CIColor { CIColor(color: self) }
    /// Creates a color from one of Core Image's.
    public convenience init(ciColor: CIColor) {
        self.init(red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
    }
}

extension CIImage {
    /// Creates a picture of an image's pixels; nil for an image without pixels.
    public convenience init?(image: UIImage) {
        guard let pixels = image.cgImage else { return nil }
        self.init(cgImage: pixels)
    }
}

extension UIImage {
    /// Creates an image of a picture of Core Image, whose pixels are computed at once.
    public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }
    /// Creates an image of a picture of Core Image, whose pixels are computed at once. An infinite picture gives an image without pixels.
    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        if let pixels = CIContext().createCGImage(ciImage, from: ciImage.extent) {
            self.init(cgImage: pixels, scale: scale, orientation: orientation)
        } else {
            self.init()
        }
    }
    /// The picture of Core Image that the image was made of: nil, because its pixels are computed at once and are in `cgImage`.
    public var ciImage: CIImage? { nil }
}
