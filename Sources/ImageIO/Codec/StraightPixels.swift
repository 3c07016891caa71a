import CoreGraphics

/// Straight pixels, in some space, to premultiplied sRGB, in place.
func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ conversion: PixelConversion?, isOpaque: Bool = false) {
    conversion?.convert(pixels)
    if isOpaque { return }
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

/// The pixels of an image, straight.
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
