import ImageIO
import QuartzCore

extension UIImage {
    /// Returns a PNG of the upright image; nil for an empty image.
    public func pngData() -> Data? { upright().encoded("public.png", [:]) }

    /// Returns a JPEG of the image, with its orientation as a property; nil for an empty image. Transparent parts become white.
    /// - Parameter compressionQuality: The quality, from 0, the smallest file, to 1, the best quality.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        encoded(
            "public.jpeg",
            [
                "\(kCGImageDestinationLossyCompressionQuality)": NSNumber(value: Double(min(max(compressionQuality, 0), 1))),
                "\(kCGImagePropertyOrientation)": NSNumber(value: imageOrientation.property.rawValue),
            ])
    }

    private func encoded(_ type: String, _ properties: [String: Any]) -> Data? {
        let data = NSMutableData()
        guard let cgImage, let destination = CGImageDestinationCreateWithData(data, type as NSString, 1, nil) else { return nil }
        CGImageDestinationAddImage(destination, cgImage, properties as NSDictionary)
        return CGImageDestinationFinalize(destination) ? Data(copying: data) : nil
    }
}

/// Returns a PNG of the upright image; nil for an empty image.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// Returns a JPEG of the image; nil for an empty image.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

/// An image file, and the scale that its name specifies.
struct ScaledFile {
    let path: String
    let scale: CGFloat

    /// Finds the file at a path, or its variant for another scale: first the requested scale and finer ones, then coarser ones.
    init(path: String, wanted: CGFloat) {
        let (stem, ending) = Self.split(path)
        let own = Self.scale(ofStem: stem)
        guard own == nil else {
            (self.path, scale) = (path, own ?? 1)
            return
        }
        let steps: [Int] = wanted > 2 ? [3, 2] : wanted > 1 ? [2, 3] : []
        for step in steps where FileManager.default.fileExists(atPath: "\(stem)@\(step)x\(ending)") {
            (self.path, scale) = ("\(stem)@\(step)x\(ending)", CGFloat(step))
            return
        }
        if !FileManager.default.fileExists(atPath: path) {
            for step in [2, 3] where FileManager.default.fileExists(atPath: "\(stem)@\(step)x\(ending)") {
                (self.path, scale) = ("\(stem)@\(step)x\(ending)", CGFloat(step))
                return
            }
        }
        (self.path, scale) = (path, 1)
    }

    /// Splits a path into its stem and its extension, including the period.
    static func split(_ path: String) -> (stem: String, ending: String) {
        let ending = (path as NSString).pathExtension
        return ending.isEmpty ? (path, "") : (String(path.dropLast(ending.count + 1)), ".\(ending)")
    }

    /// Returns the scale of a name such as `star@2x`; nil if it specifies none.
    static func scale(ofStem stem: String) -> CGFloat? {
        guard let mark = stem.lastIndex(of: "@"), stem.hasSuffix("x"), let number = Int(stem[stem.index(after: mark)...].dropLast()),
            (1...9).contains(number)
        else { return nil }
        return CGFloat(number)
    }
}
