import CPNG
import CoreGraphics
import Foundation

/// Writes PNG files of 8-bit RGBA with straight alpha.
enum PNGEncoder {
    static func encode(_ image: CGImage, isFast: Bool) -> Data {
        let count = image.width * image.height
        let straight = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        defer { straight.deallocate() }
        image.withPixels { pixels in
            for index in 0..<count {
                let pixel = pixels[index]
                if pixel >> 24 == 255 {
                    straight[index] = pixel
                } else {
                    let (red, green, blue, alpha) = Pixel.straight(pixel)
                    straight[index] = alpha << 24 | red << 16 | green << 8 | blue
                }
            }
        }

        var control = png_image()
        control.version = UInt32(PNG_IMAGE_VERSION)
        control.width = UInt32(image.width)
        control.height = UInt32(image.height)
        control.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
        if isFast { control.flags = UInt32(PNG_IMAGE_FLAG_FAST) }
        defer { png_image_free(&control) }

        // Room for data that does not shrink at all; should that not do, libpng says how much it needs.
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
        // Only memory can run out on the way here.
        return Data()
    }
}
