import CPNG
import CoreGraphics
import Foundation

/// Decodes the pictures of a PNG file.
///
/// libpng receives a minimal file: header, palette, transparency, data. Therefore no chunk of text or colour can cause an error in
/// libpng, and frames of an animation need no libpng that reads them. Colours are converted here, with sRGB's exact curve and correct
/// rounding, where libpng uses a power function.
struct PNGDecoder: ImageFile {
    let file: PNGFile
    let about: ImageDescription
    /// The data of each part of an animation. Empty for a still picture.
    private let frames: [[PNGFile.Chunk]]
    private let conversion: PixelConversion?
    private let isOpaque: Bool

    /// The maximum number of pixels of a truncated picture, whose data can't show whether the stated size is false.
    private static let partialPixelCount = 1 << 25

    init(_ file: PNGFile) throws(ImageError) {
        self.file = file
        conversion = file.colorConversion
        isOpaque = file.header.colorType & 4 == 0 && file.body("tRNS") == nil
        (about, frames) = try file.description(isOpaque: isOpaque)
    }

    func still(_ request: DecodeRequest) throws(ImageError) -> CGImage {
        let data = file.chunks.filter { $0.type == "IDAT" }
        guard let first = data.first else {
            throw ImageError(file: file.name, reason: "there is no image data (IDAT)")
        }
        return try image(
            width: file.header.width, height: file.header.height, place: "byte \(first.start) (IDAT)", data: data,
            acceptsPartial: request.acceptsPartial)
    }

    func part(_ index: Int, acceptsPartial: Bool) throws(ImageError) -> CGImage {
        guard !frames.isEmpty else { return try still(DecodeRequest(acceptsPartial: acceptsPartial)) }
        let part = about.parts[index]
        for chunk in frames[index] where chunk.type == "fdAT" && (chunk.body.count < 4 || !file.isIntact(chunk)) {
            throw ImageError(file: file.name, place: "byte \(chunk.start) (fdAT)", reason: "the chunk is damaged")
        }
        return try image(
            width: part.width, height: part.height, place: "frame \(index)", data: frames[index], acceptsPartial: acceptsPartial)
    }

    /// Returns a picture from the file's header, with another size, and the data chunks.
    private func image(
        width: Int, height: Int, place: String, data: [PNGFile.Chunk], acceptsPartial: Bool
    ) throws(ImageError) -> CGImage {
        let dataSize = data.reduce(0) { $0 + $1.body.count }
        // Deflate makes at most 1032 bytes out of one. A size that the data can't fill is false, or an attack on memory.
        let isFull = width * height / 8 * file.header.bitsPerPixel / 1032 <= dataSize + 64
        guard isFull || (acceptsPartial && !file.isComplete && width * height <= Self.partialPixelCount) else {
            throw ImageError(
                file: file.name, place: place,
                reason: "\(dataSize) bytes of data are not enough for \(width)x\(height) pixels")
        }
        var minimal = PNGFile.signature
        minimal.reserveCapacity(dataSize + dataSize / 256 + 2048)
        if width == file.header.width, height == file.header.height {
            // Includes the stored checksum, so that libpng verifies the header.
            minimal.append(contentsOf: file.bytes[file.chunks[0].whole])
        } else {
            PNGFile.appendChunk(
                "IHDR",
                PNGFile.bigEndian(UInt32(width)) + PNGFile.bigEndian(UInt32(height))
                    + [UInt8(file.header.depth), UInt8(file.header.colorType)] + file.header.methods,
                to: &minimal)
        }
        for chunk in file.chunks {
            if chunk.type == "IDAT" { break }
            if chunk.type == "PLTE" || chunk.type == "tRNS" { minimal.append(contentsOf: file.bytes[chunk.whole]) }
        }
        for chunk in data {
            if chunk.type == "fdAT" {
                PNGFile.appendChunk("IDAT", file.bytes[chunk.body].dropFirst(4), to: &minimal)
            } else if chunk.isCut {
                PNGFile.appendChunk("IDAT", file.bytes[chunk.body], to: &minimal)
            } else {
                minimal.append(contentsOf: file.bytes[chunk.whole])
            }
        }
        PNGFile.appendChunk("IEND", [], to: &minimal)
        return try decodeMinimal(minimal, place: place, acceptsPartial: acceptsPartial)
    }

    private func decodeMinimal(_ minimal: [UInt8], place: String, acceptsPartial: Bool) throws(ImageError) -> CGImage {
        var control = png_image()
        control.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&control) }
        func failure() -> ImageError {
            let message = withUnsafeBytes(of: control.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return ImageError(file: file.name, place: place, reason: message.isEmpty ? "decoding failed" : message)
        }
        var result: Result<CGImage, ImageError>?
        minimal.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&control, bytes.baseAddress, bytes.count) != 0 else { return }
            let (width, height) = (Int(control.width), Int(control.height))
            guard CGImage.isAllowed(width: width, height: height) else { return }
            // BGRA in memory. 16-bit samples are encoded like 8-bit ones, not linear.
            control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
            control.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var isRead = false
            let image = CGImage(width: width, height: height) { pixels in
                // Rows are written as they are read, so the rows before an error are available.
                isRead = png_image_finish_read(&control, nil, pixels.baseAddress, Int32(width * 4), nil) != 0
                premultiply(pixels, conversion, isOpaque: isOpaque && isRead)
            }
            if let image, isRead || acceptsPartial { result = .success(image) }
        }
        guard let result else { throw failure() }
        return try result.get()
    }
}
