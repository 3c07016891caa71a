import CPNG
import CoreGraphics
import Foundation

/// Writes PNG files of 8-bit RGBA with straight alpha.
enum PNGEncoder {
    /// Returns the file, with chunks for orientation and density after the header.
    static func encode(_ image: CGImage, orientation: Int?, dpi: SIMD2<Double>?) -> Data {
        let data = encode(image, isFast: false)
        guard data.count > 33, orientation != nil || dpi != nil else { return data }
        var file = [UInt8](data.prefix(33))
        if let dpi {
            let perMeter = [dpi.x, dpi.y].flatMap { PNGFile.bigEndian(UInt32(min(max($0 / 0.0254, 0), 1e9).rounded())) }
            PNGFile.appendChunk("pHYs", perMeter + [1], to: &file)
        }
        if let orientation { PNGFile.appendChunk("eXIf", ExifData.orientationOnly(orientation), to: &file) }
        return Data(file) + data.dropFirst(33)
    }

    static func encode(_ image: CGImage, isFast: Bool) -> Data {
        let count = image.width * image.height
        let straight = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        defer { straight.deallocate() }
        straightPixels(of: image, into: straight)

        var control = png_image()
        control.version = UInt32(PNG_IMAGE_VERSION)
        control.width = UInt32(image.width)
        control.height = UInt32(image.height)
        control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
        if isFast { control.flags = UInt32(PNG_IMAGE_FLAG_FAST) }
        defer { png_image_free(&control) }

        // Memory for incompressible data. If it is not sufficient, libpng returns the required size.
        let raw = (image.width * 4 + 1) * image.height
        var capacity = raw + raw / 256 + 4096
        for _ in 0..<2 {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            defer { memory.deallocate() }
            var size = capacity
            if png_image_write_to_memory(&control, memory, &size, 0, straight, Int32(image.width * 4), nil) != 0 {
                return Data(bytes: memory, count: size)
            }
            capacity = max(size, capacity)
        }
        // The only possible failure here is a lack of memory.
        return Data()
    }
}
