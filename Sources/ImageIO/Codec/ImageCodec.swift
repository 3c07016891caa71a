import CoreGraphics
import Foundation

/// Pictures from bytes and back: PNG (animated too) and JPEG.
///
/// Files are not trusted. A size beyond `CGImage`'s limits (16384 pixels a side, 2^28 in all), or one that the bytes at
/// hand can't fill, is refused before memory is taken for it; whatever is cut short or broken gives an error.
package enum ImageCodec {
    package enum Format: Sendable {
        case png, jpeg

        init?(_ bytes: [UInt8]) {
            if bytes.starts(with: PNGFile.signature) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else {
                return nil
            }
        }
    }

    /// The picture in a file's bytes; of an animated PNG the one that readers of still PNG see.
    /// - Parameter name: what errors call the file.
    package static func decode(_ data: Data, name: String) throws(ImageError) -> CGImage {
        let bytes = [UInt8](data)
        switch try format(of: bytes, name: name) {
        case .png: return try PNGDecoder(PNGFile(bytes, name: name)).decodeStill()
        case .jpeg: return try JPEGDecoder(bytes, name: name).decode()
        }
    }

    /// The picture in a file.
    package static func decode(contentsOf path: String) throws(ImageError) -> CGImage {
        try decode(read(path), name: path)
    }

    /// All frames of an animated PNG, each as it is shown; of other pictures, the one there is.
    package static func decodeFrames(_ data: Data, name: String = "image") throws(ImageError) -> [CGImage] {
        let bytes = [UInt8](data)
        switch try format(of: bytes, name: name) {
        case .png: return try PNGDecoder(PNGFile(bytes, name: name)).decodeFrames()
        case .jpeg: return [try JPEGDecoder(bytes, name: name).decode()]
        }
    }

    /// How many frames ``decodeFrames(_:name:)`` would give, without decoding them.
    package static func frameCount(_ data: Data, name: String = "image") throws(ImageError) -> Int {
        let bytes = [UInt8](data)
        guard try format(of: bytes, name: name) == .png else { return 1 }
        return try PNGFile(bytes, name: name).frameCount
    }

    /// The bytes of a PNG file: 8-bit RGBA, straight alpha, sRGB; the same bytes each time.
    /// - Parameter isFast: files become larger, in half the time.
    package static func encodePNG(_ image: CGImage, isFast: Bool = false) -> Data {
        PNGEncoder.encode(image, isFast: isFast)
    }

    /// The bytes of a JPEG file, on black where the image is not opaque.
    /// - Parameter quality: 0...1.
    package static func encodeJPEG(_ image: CGImage, quality: Double = 0.9) throws(ImageError) -> Data {
        try JPEGEncoder.encode(image, quality: quality)
    }

    /// Writes a PNG file, whole or not at all.
    package static func writePNG(_ image: CGImage, to path: String, isFast: Bool = false) throws(ImageError) {
        try write(encodePNG(image, isFast: isFast), to: path)
    }

    static func format(of bytes: [UInt8], name: String) throws(ImageError) -> Format {
        guard !bytes.isEmpty else { throw ImageError(file: name, reason: "the file is empty") }
        guard let format = Format(bytes) else {
            throw ImageError(file: name, place: "byte 0", reason: "neither PNG nor JPEG")
        }
        return format
    }

    /// The bytes of a regular file of at most 1 GiB.
    static func read(_ path: String) throws(ImageError) -> Data {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ImageError(file: path, reason: "not a regular file")
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= 1 << 30 else { throw ImageError(file: path, reason: "\(size) bytes are too many") }
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as ImageError {
            throw error
        } catch {
            throw ImageError(file: path, reason: reason(error))
        }
    }

    static func write(_ data: Data, to path: String) throws(ImageError) {
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw ImageError(file: path, reason: reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        if let code = (error as? CocoaError)?.code {
            switch code {
            case .fileReadNoSuchFile, .fileNoSuchFile: return "no such file"
            case .fileReadNoPermission, .fileWriteNoPermission: return "no permission"
            case .fileWriteOutOfSpace: return "no space left"
            default: break
            }
        }
        return error.localizedDescription
    }
}
