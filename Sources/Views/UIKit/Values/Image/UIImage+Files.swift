import ImageIO
import QuartzCore

extension UIImage {
    /// A PNG of the image, upright; nil of an empty one.
    public func pngData() -> Data? { upright().encoded("public.png", [:]) }

    /// A JPEG of the image, which says itself which way up it is; nil of an empty one. Clear parts become white.
    /// - Parameter compressionQuality: 0, the smallest, to 1, the best.
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

/// A PNG of the image, upright; nil of an empty one.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

/// A JPEG of the image; nil of an empty one.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

/// A file of an image and the scale that its name says.
struct ScaledFile {
    let path: String
    let scale: CGFloat

    /// The file at a path, or one beside it for another scale: first the wanted one and what is finer, then coarser ones.
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

    /// A path without and with only its extension, the point included.
    static func split(_ path: String) -> (stem: String, ending: String) {
        let ending = (path as NSString).pathExtension
        return ending.isEmpty ? (path, "") : (String(path.dropLast(ending.count + 1)), ".\(ending)")
    }

    /// The scale in a name such as `star@2x`; nil where it says none.
    static func scale(ofStem stem: String) -> CGFloat? {
        guard let mark = stem.lastIndex(of: "@"), stem.hasSuffix("x"), let number = Int(stem[stem.index(after: mark)...].dropLast()),
            (1...9).contains(number)
        else { return nil }
        return CGFloat(number)
    }
}
