import CoreGraphics

/// Converts straight pixels of a space to premultiplied sRGB, in place.
func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ conversion: PixelConversion?, isOpaque: Bool = false) {
    conversion?.convert(pixels)
    if isOpaque { return }
    guard let start = pixels.baseAddress else { return }
    // Most pictures with alpha are opaque almost everywhere, so blocks of opaque pixels are skipped. Other blocks are processed without a
    // branch, so that the loop is vectorized: multiplying by 255 changes nothing.
    var at = 0
    while at < pixels.count {
        let end = min(at + 64, pixels.count)
        var all: UInt32 = 0xFF00_0000
        for index in at..<end { all &= start[index] }
        if all != 0xFF00_0000 {
            for index in at..<end {
                let pixel = start[index]
                let alpha = pixel >> 24
                // Red and blue together, rounded to nearest as `Pixel.multiply` does.
                let redBlue = (pixel & 0xFF_00FF) &* alpha &+ 0x80_0080
                let green = (pixel >> 8 & 255) &* alpha &+ 128
                let done = (redBlue &+ (redBlue >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
                start[index] = alpha << 24 | done | ((green &+ green >> 8) & 0xFF00)
            }
        }
        at = end
    }
}

/// Writes the straight pixels of an image.
func straightPixels(of image: CGImage, into straight: UnsafeMutablePointer<UInt32>) {
    let count = image.width * image.height
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
}
