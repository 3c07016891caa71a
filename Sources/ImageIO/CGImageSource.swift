import CoreGraphics
import Foundation

/// Reads the images of a file: PNG, animated PNG and JPEG. Safe on any thread.
public final class CGImageSource: @unchecked Sendable {
    fileprivate let data: Data
    fileprivate let name: String
    fileprivate let format: ImageCodec.Format
    fileprivate let count: Int
    private let lock = NSLock()
    private var frames: [CGImage]?

    fileprivate init?(data: Data, name: String) {
        guard let format = ImageCodec.Format([UInt8](data.prefix(8))) else { return nil }
        self.data = data
        self.name = name
        self.format = format
        count = (try? ImageCodec.frameCount(data, name: name)) ?? 0
    }

    fileprivate func image(at index: Int) -> CGImage? {
        guard index >= 0, index < count else { return nil }
        if count == 1, let still = try? ImageCodec.decodeFrames(data, name: name) { return still.first }
        // Frames build on each other, so they are decoded together, once.
        lock.lock()
        defer { lock.unlock() }
        if frames == nil { frames = (try? ImageCodec.decodeFrames(data, name: name)) ?? [] }
        guard let frames, index < frames.count else { return nil }
        return frames[index]
    }
}

/// A source of the images in the bytes given; nil unless they begin as a PNG or JPEG does.
/// - Parameter options: ignored.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(data: Data(referencing: data), name: "image")
}

/// A source of the images in a file; nil unless it can be read and begins as a PNG or JPEG does.
/// - Parameter options: ignored.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let path = url.path, let data = try? ImageCodec.read(path) else { return nil }
    return CGImageSource(data: data, name: path)
}

/// How many images there are: the frames of an animated PNG, otherwise one; 0 for a damaged file.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// The uniform type identifier of the file: `public.png` or `public.jpeg`.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    switch isrc.format {
    case .png: "public.png" as NSString
    case .jpeg: "public.jpeg" as NSString
    }
}

/// The image with a number from 0, as it is shown; nil where there is none or the file is damaged.
/// - Parameter options: ignored.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    isrc.image(at: index)
}
