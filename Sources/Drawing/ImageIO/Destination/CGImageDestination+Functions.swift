import AgateDiagnostics
// As Apple's ImageIO, this module brings CoreGraphics along.
@_exported import CoreGraphics
import Foundation

/// The quality of a JPEG or WebP, 0...1, in the properties of an image. The default is 0.9. A WebP of quality 1 is lossless.
public nonisolated(unsafe) let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The `CGColor` behind an image that is not opaque, in a JPEG. The default is white.
public nonisolated(unsafe) let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The maximum width and height, in pixels. A larger image is reduced.
public nonisolated(unsafe) let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

/// Creates a destination that writes a file atomically when it is finalized. Returns nil for an unsupported type, for less than one image
/// and for several images in a JPEG.
/// - Parameters:
///   - type: `public.png`, `public.jpeg`, `com.compuserve.gif` or `org.webmproject.webp`.
///   - count: the number of images that will be added. With several images, PNG, GIF and WebP become animations.
///   - options: ignored.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    guard url.isFileURL, let path = url.path else { return nil }
    return CGImageDestination(.file(path), type: type, count: count)
}

/// Creates a destination that appends to data when it is finalized. Returns nil in the same cases as
/// ``CGImageDestinationCreateWithURL(_:_:_:_:)``.
/// - Parameter options: ignored.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type: type, count: count)
}

/// Returns the type identifiers that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
    ImageCodec.Format.allCases.map { $0.rawValue as NSString } as NSArray
}

/// Sets the properties of all images: the number of repetitions of an animation, in the dictionary of the format (by default once), and
/// the defaults of the images' own properties.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.set(Options(properties))
}

/// Adds an image. Images beyond the announced number are left out, with a diagnostic. All frames of an animation must have the same size.
/// - Parameter properties: quality, orientation, density (dots per inch), background, largest size, and in the dictionary of the format
///   the duration of a frame in seconds (0.1 by default).
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, Options(properties))
}

/// Adds an image of a source, with its orientation.
/// - Parameter properties: as for ``CGImageDestinationAddImage(_:_:_:)``. They take precedence over those of the source.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
    idst.add(image, Options(properties), orientation: isrc.about?.orientation)
}

/// Writes the file, or appends to the data.
/// - Returns: true if the operation succeeded; false, with a diagnostic, if images are missing or one can't be encoded.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    do throws(ImageError) {
        try idst.finish()
        return true
    } catch {
        Diagnostic.reportOnce("image.unwritable", key: "\(error)", "\(error)")
        return false
    }
}
