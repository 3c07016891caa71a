import CoreGraphics
import Foundation

/// Decodes and encodes pictures: PNG, JPEG, GIF and WebP, also animated.
///
/// Files are not trusted. A size beyond `CGImage`'s limits (16384 pixels a side, 2^28 in all), or one that the available bytes can't
/// fill, is refused before memory is allocated for it. Truncated or damaged data give an error.
package enum ImageCodec {
    package enum Format: String, Sendable, CaseIterable {
        case png = "public.png"
        case jpeg = "public.jpeg"
        case gif = "com.compuserve.gif"
        case webP = "org.webmproject.webp"

        /// The number of bytes that identify a format.
        static let signatureLength = 12

        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: PNGFile.signature) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
                self = .gif
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                self = .webP
            } else {
                return nil
            }
        }
    }

    /// Returns the picture in a file's bytes. For an animation, returns the picture that readers of still images show.
    /// - Parameters:
    ///   - name: the name of the file in errors.
    ///   - limits: the limits; nil for those of `CGImage` alone.
    package static func decode(_ data: Data, name: String, limits: ReadingLimits? = nil) throws(ImageError) -> CGImage {
        try open([UInt8](data), name: name, limits: limits).still(DecodeRequest())
    }

    /// Returns the picture in a file.
    package static func decode(contentsOf path: String) throws(ImageError) -> CGImage {
        try decode(read(path), name: path)
    }

    /// Returns all frames of an animation, each as it is shown, or the single picture of other files.
    package static func decodeFrames(_ data: Data, name: String = "image") throws(ImageError) -> [CGImage] {
        let file = try open([UInt8](data), name: name)
        let about = file.about
        guard about.isAnimated else { return [try file.still(DecodeRequest())] }
        guard about.parts.count <= CGImage.maximumPixelCount / (about.width * about.height) else {
            throw ImageError(file: name, reason: "\(about.parts.count) frames of \(about.width)x\(about.height) are too many")
        }
        var player = FramePlayer(file, name: name, acceptsPartial: false)
        var frames: [CGImage] = []
        for index in about.parts.indices { frames.append(try player.frame(index)) }
        return frames
    }

    /// Returns the number of frames of ``decodeFrames(_:name:)``, without decoding them.
    package static func frameCount(_ data: Data, name: String = "image") throws(ImageError) -> Int {
        try open([UInt8](data), name: name).about.parts.count
    }

    /// Returns the duration of each frame in seconds, without decoding the frames.
    package static func frameDelays(_ data: Data, name: String = "image") throws(ImageError) -> [Double] {
        try open([UInt8](data), name: name).about.parts.map(\.clampedDelay)
    }

    /// Returns the bytes of a PNG file: 8-bit RGBA, straight alpha, sRGB. The bytes are deterministic.
    /// - Parameter isFast: true for larger files in half the time.
    package static func encodePNG(_ image: CGImage, isFast: Bool = false) -> Data {
        PNGEncoder.encode(image, isFast: isFast)
    }

    /// Returns the bytes of a JPEG file. An image that is not opaque is drawn on black.
    /// - Parameter quality: the quality, 0...1.
    package static func encodeJPEG(_ image: CGImage, quality: Double = 0.9) throws(ImageError) -> Data {
        try JPEGEncoder.encode(image, quality: quality)
    }

    /// Writes a PNG file atomically.
    package static func writePNG(_ image: CGImage, to path: String, isFast: Bool = false) throws(ImageError) {
        let data = encodePNG(image, isFast: isFast)
        guard !data.isEmpty else { throw ImageError(file: path, code: ENOMEM) }
        try write(data, to: path)
    }

    /// Opens a file's bytes.
    /// - Parameter acceptsPartial: true if a file that ends too early is read as far as possible.
    static func open(
        _ bytes: [UInt8], name: String, acceptsPartial: Bool = false, limits: ReadingLimits? = nil
    ) throws(ImageError) -> any ImageFile {
        if let limits, bytes.count > limits.fileSize {
            throw ImageError.limit(file: name, reason: "the file has \(bytes.count) bytes; the limit is \(limits.fileSize)")
        }
        let file: any ImageFile =
            switch try format(of: bytes, name: name) {
            case .png: try PNGDecoder(PNGFile(bytes, name: name, acceptsPartial: acceptsPartial))
            case .jpeg: try JPEGDecoder(bytes, name: name)
            case .gif: GIFDecoder(try GIFFile(bytes, name: name, acceptsPartial: acceptsPartial))
            case .webP: try WebPDecoder(bytes, name: name, acceptsPartial: acceptsPartial)
            }
        guard let limits else { return file }
        let about = file.about, most = min(limits.imagePixels, limits.memory / 4)
        guard about.width * about.height <= most else {
            throw ImageError.limit(
                file: name, reason: "the image has \(about.width)x\(about.height) pixels; the limit is \(max(most, 0))")
        }
        guard about.parts.count <= limits.imageFrames else {
            throw ImageError.limit(file: name, reason: "the file has \(about.parts.count) frames; the limit is \(limits.imageFrames)")
        }
        return file
    }

    private static func format(of bytes: [UInt8], name: String) throws(ImageError) -> Format {
        if let format = Format(bytes) { return format }
        throw ImageError(
            file: name, place: bytes.isEmpty ? "" : "byte 0",
            reason: bytes.isEmpty ? "the file is empty" : "neither PNG, JPEG, GIF nor WebP")
    }
}
