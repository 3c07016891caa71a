import CoreGraphics

/// A picture in at most 255 colours, chosen for it, its errors spread where there are more: for whatever shows few, such as GIF and sixel.
package struct IndexedPicture: Sendable {
    /// 0xFFRRGGBB.
    package let colors: [UInt32]
    /// A colour's number for each pixel; `colors.count` where the pixel is more clear than not.
    package let numbers: [UInt8]

    package init(_ image: CGImage) {
        var pixels = [UInt32](repeating: 0, count: image.width * image.height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            straightPixels(of: image, into: start)
            for index in pixels.indices { pixels[index] = pixels[index] >= 0x8000_0000 ? pixels[index] | 0xFF00_0000 : 0 }
        }
        var quantizer = ColorQuantizer(pixels)
        numbers = GIFWriter.numbers(pixels, image.width, UInt8(quantizer.colors.count), &quantizer)
        colors = quantizer.colors
    }
}
