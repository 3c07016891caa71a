import AgateDiagnostics
import CoreGraphics
import Foundation

/// The quality of a JPEG or WebP, 0...1, in the properties of an image: 0.9 where it is left out. A WebP of 1 loses nothing.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
/// The `CGColor` behind an image that is not opaque, in a JPEG: white where it is left out.
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
/// The largest width and height, in pixels: a larger image is made smaller.
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }

/// A destination that writes a file when it is finished, whole or not at all; nil for a type that is not written, for less than one
/// image and for several in a JPEG.
/// - Parameters:
///   - type: `public.png`, `public.jpeg`, `com.compuserve.gif` or `org.webmproject.webp`.
///   - count: how many images will be added: with several, PNG, GIF and WebP become animations.
///   - options: not looked at.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    guard url.isFileURL, let path = url.path else { return nil }
    return CGImageDestination(.file(path), type: type, count: count)
}

/// A destination that appends to data when it is finished; nil as ``CGImageDestinationCreateWithURL(_:_:_:_:)``.
/// - Parameter options: not looked at.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type: type, count: count)
}

/// The type identifiers that are written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
    ImageCodec.Format.allCases.map { $0.rawValue as NSString } as NSArray
}

/// Sets what counts for all images: how often an animation is shown, in the dictionary of the format (once, where it is left out), and
/// what images don't say themselves.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.set(Options(properties))
}

/// Adds an image. More than were announced are left out, with a diagnostic; all frames of an animation must be of one size.
/// - Parameter properties: quality, orientation, density (dots an inch), background, largest size, and in the dictionary of the format
///   the delay of a frame in seconds (0.1, where it is left out).
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, Options(properties))
}

/// Adds an image of a source, with its orientation.
/// - Parameter properties: as for ``CGImageDestinationAddImage(_:_:_:)``; they go before those of the source.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
    idst.add(image, Options(properties), orientation: isrc.about?.orientation)
}

/// Writes the file, or appends to the data.
/// - Returns: whether that worked; false, with a diagnostic, where images are missing or one can't be encoded.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    do throws(ImageError) {
        try idst.finish()
        return true
    } catch {
        Diagnostic.reportOnce("image.unwritable", key: "\(error)", "\(error)")
        return false
    }
}
