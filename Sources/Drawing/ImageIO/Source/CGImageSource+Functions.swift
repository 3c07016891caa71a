import AgateDiagnostics
import CoreGraphics
import Foundation

/// Creates a source of the images in the given bytes. Returns nil unless they begin as one of the formats does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; other options are ignored.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    made(CGImageSource(data: Data(copying: data), name: "image", limits: limits(options)))
}

/// Creates a source of the images in a provider's bytes. Returns nil unless they begin as one of the formats does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; other options are ignored.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// Creates a source of the images in a file. Returns nil, with a diagnostic, unless the file can be read and begins as one of the formats
/// does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; other options are ignored.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let path = url.path else { return nil }
    do throws(ImageError) {
        return made(CGImageSource(data: try ImageCodec.read(path), name: path, limits: limits(options)))
    } catch {
        Diagnostic.reportOnce("image.unreadable", key: path, "\(error)")
        return nil
    }
}

/// Creates a source without data. Pass all data received so far to ``CGImageSourceUpdateData(_:_:_:)``, repeatedly.
///
/// The available part of the first image can be shown before it is complete. The missing part is transparent, or gray in a JPEG.
/// - Parameter options: ``kCGImageSourceReadingLimits``; other options are ignored.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(data: Data(), name: "image", isIncremental: true, limits: limits(options))
}

/// Passes all data received so far to an incremental source, starting with the first byte.
/// - Parameter final: true if the data are complete.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(Data(copying: data), isFinal: final)
}

/// Passes all data received so far to an incremental source.
/// - Parameter final: true if the data are complete.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    if let data = provider.data { CGImageSourceUpdateData(isrc, data, final) }
}

private func limits(_ options: CFDictionary?) -> ReadingLimits? { options?.object(forKey: kCGImageSourceReadingLimits) as? ReadingLimits }

private func made(_ source: CGImageSource) -> CGImageSource? {
    source.format == nil ? nil : source
}

/// Returns the number of images: the frames of an animation, otherwise one. Returns 0 for a damaged file, and before the size is known.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.about?.parts.count ?? 0 }

/// Returns the uniform type identifier of the file: `public.png`, `public.jpeg`, `com.compuserve.gif` or `org.webmproject.webp`. Returns
/// nil if the data don't identify the type (yet).
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.format.map { $0.rawValue as NSString } }

/// Returns the type identifiers that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    ImageCodec.Format.allCases.map { $0.rawValue as NSString } as NSArray
}

/// Returns the progress of reading the whole file.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// Returns the progress of reading an image.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus { isrc.status(at: index) }

/// Returns the index of the image to show if only one is shown: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the properties of the file: its size, and for an animation the number of repetitions and the duration of each frame. Returns
/// nil for a damaged file.
/// - Parameter options: ignored.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    guard let about = isrc.about, let format = isrc.format else { return nil }
    return ImageProperties.ofFile(about, format, size: isrc.size)
}

/// Returns the properties of an image: size, depth, colour model, orientation, density, profile, delay, and the camera's information.
/// Nothing is decoded. Returns nil if there is no such image.
/// - Parameter options: ignored.
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CFDictionary? {
    guard let about = isrc.about, about.parts.indices.contains(index), let format = isrc.format else { return nil }
    return ImageProperties.ofImage(index, about, format)
}

/// Returns the image with an index, starting from 0, in its stored orientation (see ``kCGImagePropertyOrientation``), or a frame as it is
/// shown. Returns nil, with a diagnostic, if there is none or the file is damaged.
/// - Parameter options: ``kCGImageSourceSubsampleFactor``; other options are ignored.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    let wanted = Options(options).number(kCGImageSourceSubsampleFactor) ?? 1
    let divisor = [8, 4, 2].first { Double($0) <= wanted } ?? 1
    guard let about = isrc.about, let image = decoded(isrc, index, divisor) else { return nil }
    func scaled(_ side: Int) -> Int { (side + divisor - 1) / divisor }
    return image.reduced(to: scaled(about.width), scaled(about.height))
}

/// Returns a small copy of an image: no larger than ``kCGImageSourceThumbnailMaxPixelSize`` on both sides, never enlarged, and rotated
/// upright if ``kCGImageSourceCreateThumbnailWithTransform`` is true.
///
/// Embedded thumbnails are not read. Therefore the result is nil unless the options request a thumbnail from the image
/// (`...FromImageAlways` or `...FromImageIfAbsent`). A JPEG or WebP is decoded no larger than needed.
public func CGImageSourceCreateThumbnailAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    let options = Options(options)
    guard options.isTrue(kCGImageSourceCreateThumbnailFromImageAlways) || options.isTrue(kCGImageSourceCreateThumbnailFromImageIfAbsent),
        let about = isrc.about
    else { return nil }
    let longest = max(about.width, about.height)
    let limit = options.number(kCGImageSourceThumbnailMaxPixelSize).map { Int(min(max($0, 1), 1e9)) } ?? longest
    let divisor = [8, 4, 2].first { longest / $0 >= limit } ?? 1
    guard let image = decoded(isrc, index, divisor) else { return nil }
    let scale = min(1, Double(limit) / Double(longest))
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
    let small = image.reduced(to: min(scaled(about.width), image.width), min(scaled(about.height), image.height))
    return options.isTrue(kCGImageSourceCreateThumbnailWithTransform) ? small?.oriented(about.orientation ?? 1) : small
}

private func decoded(_ source: CGImageSource, _ index: Int, _ divisor: Int) -> CGImage? {
    do throws(ImageError) {
        return try source.image(at: index, divisor: divisor)
    } catch {
        Diagnostic.reportOnce("image.undecodable", key: "\(error)", "\(error)")
        return nil
    }
}
