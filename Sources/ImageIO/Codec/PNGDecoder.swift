import CPNG
import CoreGraphics
import Foundation

/// Decodes the pictures of a PNG file.
///
/// libpng is shown a file of the bare minimum: header, palette, transparency, data. So no chunk of text or colour can
/// trouble it, frames of an animation need no libpng that knows them, and colours are converted here, with sRGB's exact
/// curve and correct rounding, where libpng takes a power for it.
struct PNGDecoder {
    let file: PNGFile
    private let conversion: ColorConversion?

    init(_ file: PNGFile) {
        self.file = file
        conversion = file.colorConversion
    }

    func decodeStill() throws(ImageError) -> CGImage {
        let data = file.chunks.filter { $0.type == "IDAT" }
        guard let first = data.first else {
            throw ImageError(file: file.name, reason: "there is no image data (IDAT)")
        }
        return try image(
            width: file.header.width, height: file.header.height, place: "byte \(first.start) (IDAT)",
            dataSize: data.reduce(0) { $0 + $1.body.count }
        ) { minimal in
            for chunk in data { minimal.append(contentsOf: file.bytes[chunk.whole]) }
        }
    }

    /// A picture from the file's header, with another size, and the data chunks that `appendData` writes.
    func image(
        width: Int, height: Int, place: String, dataSize: Int, appendData: (inout [UInt8]) -> Void
    ) throws(ImageError) -> CGImage {
        // Deflate makes at most 1032 bytes out of one; a size that the data can't fill is a lie, or a trap for memory.
        guard width * height / 8 * file.header.bitsPerPixel / 1032 <= dataSize + 64 else {
            throw ImageError(
                file: file.name, place: place,
                reason: "\(dataSize) bytes of data are too few for \(width)x\(height) pixels")
        }
        var minimal = PNGFile.signature
        minimal.reserveCapacity(dataSize + dataSize / 256 + 2048)
        if width == file.header.width, height == file.header.height {
            // With the checksum that stands there: libpng shall see whether the header is intact.
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
        appendData(&minimal)
        PNGFile.appendChunk("IEND", [], to: &minimal)
        return try decodeMinimal(minimal, place: place)
    }

    private func decodeMinimal(_ minimal: [UInt8], place: String) throws(ImageError) -> CGImage {
        var control = png_image()
        control.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&control) }
        func failure() -> ImageError {
            let message = withUnsafeBytes(of: control.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return ImageError(file: file.name, place: place, reason: message.isEmpty ? "not decodable" : message)
        }
        var result: Result<CGImage, ImageError>?
        minimal.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&control, bytes.baseAddress, bytes.count) != 0 else { return }
            let (width, height) = (Int(control.width), Int(control.height))
            guard CGImage.isAllowed(width: width, height: height) else { return }
            // BGRA in memory; 16-bit samples are encoded as 8-bit ones are, not linear.
            control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
            control.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var isRead = false
            let image = CGImage(width: width, height: height) { pixels in
                guard png_image_finish_read(&control, nil, pixels.baseAddress, Int32(width * 4), nil) != 0 else { return }
                premultiply(pixels, conversion)
                isRead = true
            }
            if let image, isRead { result = .success(image) }
        }
        guard let result else { throw failure() }
        return try result.get()
    }
}

/// Straight pixels, in some space, to premultiplied sRGB.
func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ conversion: ColorConversion?) {
    if let conversion {
        var last: (straight: UInt32, done: UInt32) = (0, 0)
        for index in pixels.indices {
            let pixel = pixels[index]
            if pixel != last.straight { last = (pixel, conversion.convert(straight: pixel)) }
            pixels[index] = last.done
        }
    } else {
        // Without a branch, so that it becomes vector code: multiplying by 255 changes nothing.
        for index in pixels.indices {
            let pixel = pixels[index]
            let alpha = pixel >> 24
            let red = Pixel.multiply(pixel >> 16 & 255, alpha)
            let green = Pixel.multiply(pixel >> 8 & 255, alpha)
            let blue = Pixel.multiply(pixel & 255, alpha)
            pixels[index] = alpha << 24 | red << 16 | green << 8 | blue
        }
    }
}
