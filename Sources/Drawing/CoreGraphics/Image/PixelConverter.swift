import Foundation

/// Arithmetic on 8-bit pixels 0xAARRGGBB, rounded to nearest.
package enum Pixel {
    /// Returns c * a / 255, rounded to nearest.
    @inline(__always)
    package static func multiply(_ c: UInt32, _ a: UInt32) -> UInt32 {
        let product = c * a + 128
        return (product + (product >> 8)) >> 8
    }

    /// Returns a premultiplied pixel of straight components.
    @inline(__always)
    package static func premultiplied(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) -> UInt32 {
        if alpha == 255 { return 0xFF00_0000 | red << 16 | green << 8 | blue }
        return alpha << 24 | multiply(red, alpha) << 16 | multiply(green, alpha) << 8 | multiply(blue, alpha)
    }

    /// Returns the straight components of a premultiplied pixel. Premultiplying them again gives exactly the same pixel.
    @inline(__always)
    package static func straight(_ pixel: UInt32) -> (red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
        let alpha = pixel >> 24
        let red = pixel >> 16 & 255
        let green = pixel >> 8 & 255
        let blue = pixel & 255
        if alpha == 255 { return (red, green, blue, 255) }
        if alpha == 0 { return (0, 0, 0, 0) }
        let half = alpha / 2
        return (
            min(255, (red * 255 + half) / alpha), min(255, (green * 255 + half) / alpha),
            min(255, (blue * 255 + half) / alpha), alpha
        )
    }
}

/// Converts pixels of an RGB or gray space to sRGB. Created once per image.
struct PixelConverter {
    // The conversion, or nil if none is needed.
    private let conversion: PixelConversion?

    init(from definition: ColorSpaceDefinition) {
        conversion = PixelConversion(definition)
    }

    func convert(premultiplied pixel: UInt32) -> UInt32 {
        let (red, green, blue, alpha) = Pixel.straight(pixel)
        return convert(red: red, green: green, blue: blue, alpha: alpha)
    }

    func convert(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) -> UInt32 {
        if alpha == 0 { return 0 }
        var pixel = alpha << 24 | red << 16 | green << 8 | blue
        if let conversion { pixel = conversion.convert(pixel) }
        return Pixel.premultiplied(red: pixel >> 16 & 255, green: pixel >> 8 & 255, blue: pixel & 255, alpha: alpha)
    }
}
