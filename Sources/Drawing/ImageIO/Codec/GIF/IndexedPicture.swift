import CoreGraphics

/// A picture in at most 255 colours chosen for it. Error diffusion is used if there are more colours. For formats with few colours, such
/// as GIF and sixel.
package struct IndexedPicture: Sendable {
    /// The colours as 0xFFRRGGBB.
    package let colors: [UInt32]
    /// The colour's index for each pixel, or `colors.count` if the pixel is more transparent than opaque.
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
