import AgateDiagnostics
import CoreGraphics
import Foundation

/// A source of the images in the bytes given; nil unless they begin as one of the formats does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; nothing else is looked at.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    made(CGImageSource(data: Data(copying: data), name: "image", limits: limits(options)))
}

/// A source of the images in the bytes that a provider has; nil unless they begin as one of the formats does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; nothing else is looked at.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource? {
    provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// A source of the images in a file; nil, with a diagnostic, unless it can be read and begins as one of the formats does.
/// - Parameter options: ``kCGImageSourceReadingLimits``; nothing else is looked at.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let path = url.path else { return nil }
    do throws(ImageError) {
        return made(CGImageSource(data: try ImageCodec.read(path), name: path, limits: limits(options)))
    } catch {
        Diagnostic.reportOnce("image.unreadable", key: path, "\(error)")
        return nil
    }
}

/// A source without data yet: hand it all that has arrived, again and again, by ``CGImageSourceUpdateData(_:_:_:)``.
///
/// What is there of the first image can be seen before it is complete; what is missing is transparent, in a JPEG gray.
/// - Parameter options: ``kCGImageSourceReadingLimits``; nothing else is looked at.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(data: Data(), name: "image", isIncremental: true, limits: limits(options))
}

/// Passes an incremental source all the data that have arrived so far, from the first byte on.
/// - Parameter final: whether that is all.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(Data(copying: data), isFinal: final)
}

/// Passes an incremental source all the data that have arrived so far.
/// - Parameter final: whether that is all.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    if let data = provider.data { CGImageSourceUpdateData(isrc, data, final) }
}

private func limits(_ options: CFDictionary?) -> ReadingLimits? { options?.object(forKey: kCGImageSourceReadingLimits) as? ReadingLimits }

private func made(_ source: CGImageSource) -> CGImageSource? {
    source.format == nil ? nil : source
}

/// How many images there are: the frames of an animation, otherwise one; 0 for a damaged file, and before the size is known.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.about?.parts.count ?? 0 }

/// The uniform type identifier of the file: `public.png`, `public.jpeg`, `com.compuserve.gif` or `org.webmproject.webp`; nil where
/// the data don't tell (yet).
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.format.map { $0.rawValue as NSString } }

/// The type identifiers that are read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    ImageCodec.Format.allCases.map { $0.rawValue as NSString } as NSArray
}

/// How far the reading of the whole is.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// How far the reading of an image is.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus { isrc.status(at: index) }

/// The number of the image to show where only one is: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// What the file says as a whole: its size, and of an animation how it repeats and how long each frame is shown. Nil for a damaged
/// file.
/// - Parameter options: not looked at.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    guard let about = isrc.about, let format = isrc.format else { return nil }
    return ImageProperties.ofFile(about, format, size: isrc.size)
}

/// What the file says of an image: size, depth, colour model, orientation, density, profile, delay, and what the camera says.
/// Nothing is decoded. Nil where there is no such image.
/// - Parameter options: not looked at.
public func CGImageSourceCopyPropertiesAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CFDictionary? {
    guard let about = isrc.about, about.parts.indices.contains(index), let format = isrc.format else { return nil }
    return ImageProperties.ofImage(index, about, format)
}

/// The image with a number from 0, as it is stored (see ``kCGImagePropertyOrientation``), a frame as it is shown. Nil, with a
/// diagnostic, where there is none or the file is damaged.
/// - Parameter options: ``kCGImageSourceSubsampleFactor`` is looked at.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    let wanted = Options(options).number(kCGImageSourceSubsampleFactor) ?? 1
    let divisor = [8, 4, 2].first { Double($0) <= wanted } ?? 1
    guard let about = isrc.about, let image = decoded(isrc, index, divisor) else { return nil }
    func scaled(_ side: Int) -> Int { (side + divisor - 1) / divisor }
    return image.reduced(to: scaled(about.width), scaled(about.height))
}

/// A small copy of an image: no larger than ``kCGImageSourceThumbnailMaxPixelSize`` to both sides, never enlarged, turned upright
/// where ``kCGImageSourceCreateThumbnailWithTransform`` is true.
///
/// Thumbnails that files carry are not read, so nil comes back unless the options ask for one from the image (`...FromImageAlways` or
/// `...FromImageIfAbsent`). A JPEG or WebP is decoded no larger than needed.
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
