import CoreGraphics
import Foundation

/// Writes an image as PNG or JPEG. Not safe on several threads at once.
public final class CGImageDestination {
    fileprivate enum Target {
        case file(String)
        case data(NSMutableData)
    }

    fileprivate let target: Target
    fileprivate let format: ImageCodec.Format
    fileprivate var image: CGImage?
    fileprivate var quality = 0.9

    fileprivate init?(_ target: Target, type: CFString, count: Int) {
        // Neither format holds several images here, so a caller that means to add more learns it at once.
        guard count == 1 else { return nil }
        switch "\(type)" {
        case "public.png": format = .png
        case "public.jpeg": format = .jpeg
        default: return nil
        }
        self.target = target
    }
}

/// The quality of a JPEG, 0...1, in the properties of an image: 0.9 where it is left out.
public let kCGImageDestinationLossyCompressionQuality = "kCGImageDestinationLossyCompressionQuality"

/// A destination that writes a file; nil unless type is `public.png` or `public.jpeg` and count is 1.
/// - Parameter options: ignored.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    guard let path = url.path else { return nil }
    return CGImageDestination(.file(path), type: type, count: count)
}

/// A destination that appends to data; nil unless type is `public.png` or `public.jpeg` and count is 1.
/// - Parameter options: ignored.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type: type, count: count)
}

/// Sets the image to write. Only the first one counts.
/// - Parameter properties: ``kCGImageDestinationLossyCompressionQuality`` is looked at.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    guard idst.image == nil else { return }
    idst.image = image
    if let quality = properties?.object(forKey: kCGImageDestinationLossyCompressionQuality) as? NSNumber {
        idst.quality = quality.doubleValue
    }
}

/// Writes the image.
/// - Returns: whether that worked; false without an image.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    guard let image = idst.image else { return false }
    do {
        let data =
            switch idst.format {
            case .png: ImageCodec.encodePNG(image)
            case .jpeg: try ImageCodec.encodeJPEG(image, quality: idst.quality)
            }
        guard !data.isEmpty else { return false }
        switch idst.target {
        case .file(let path): try ImageCodec.write(data, to: path)
        case .data(let target): target.append(data)
        }
        return true
    } catch {
        return false
    }
}
