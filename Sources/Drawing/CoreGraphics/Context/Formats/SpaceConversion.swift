import Foundation

/// The conversion between 8-bit values of a colour space and of sRGB, for the pixels of a bitmap.
struct SpaceConversion: Sendable {
    /// True if RGB values are those of sRGB without conversion.
    let isNone: Bool
    private let definition: ColorSpaceDefinition
    private let reading: PixelConversion?
    /// Gray components to sRGB and back, indexed by their 8 bits.
    private let grayToSRGB: [UInt8]
    private let grayFromSRGB: [UInt8]

    init(_ space: CGColorSpace) {
        definition = space.definition
        reading = definition.model == .rgb ? PixelConversion(definition) : nil
        isNone = reading == nil
        guard space.model == .monochrome else {
            (grayToSRGB, grayFromSRGB) = ([], [])
            return
        }
        func byte(_ v: Double) -> UInt8 { UInt8(max(0, min(1, v)) * 255 + 0.5) }
        let definition = definition
        grayToSRGB = (0...255).map { byte(definition.extendedSRGB(from: [CGFloat($0) / 255]).x) }
        grayFromSRGB = (0...255).map { i in
            let v = Double(i) / 255
            return byte(Double(definition.components(fromExtendedSRGB: SIMD3(repeating: v)).first ?? 0))
        }
    }

    func pixel(gray: UInt32) -> UInt32 {
        0xFF00_0000 | UInt32(grayToSRGB[Int(gray & 255)]) &* 0x010101
    }

    /// Returns the gray of a pixel over black.
    func gray(_ pixel: UInt32) -> UInt32 {
        let r = pixel >> 16 & 255, g = pixel >> 8 & 255, b = pixel & 255
        if r == g, g == b { return UInt32(grayFromSRGB[Int(r)]) }
        let light =
            0.2126 * SpaceConversion.light[Int(r)] + 0.7152 * SpaceConversion.light[Int(g)] + 0.0722 * SpaceConversion.light[Int(b)]
        let even = ColorSpaceDefinition.Transfer.sRGB.encode(light)
        return UInt32(grayFromSRGB[Int(max(0, min(1, even)) * 255 + 0.5)])
    }

    /// Returns the pixel as 8-bit gray with the same alpha.
    func grayed(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha > 0 else { return 0 }
        let p = Pixel.straight(pixel)
        let gray = UInt32(grayToSRGB[Int(self.gray(p.red << 16 | p.green << 8 | p.blue))])
        return Pixel.premultiplied(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    func toSRGB(_ pixel: UInt32) -> UInt32 {
        guard pixel >> 24 > 0, let reading else { return pixel }
        let p = Pixel.straight(pixel)
        return SpaceConversion.premultiplied(reading.convert(p.red << 16 | p.green << 8 | p.blue), alpha: p.alpha)
    }

    func fromSRGB(_ pixel: UInt32) -> UInt32 {
        guard pixel >> 24 > 0 else { return 0 }
        let p = Pixel.straight(pixel)
        let c = definition.rgb(fromExtendedSRGB: SIMD3(Double(p.red), Double(p.green), Double(p.blue)) / 255)
        func byte(_ v: Double) -> UInt32 { UInt32(max(0, min(1, v)) * 255 + 0.5) }
        return Pixel.premultiplied(red: byte(c.x), green: byte(c.y), blue: byte(c.z), alpha: p.alpha)
    }

    private static func premultiplied(_ straight: UInt32, alpha: UInt32) -> UInt32 {
        Pixel.premultiplied(red: straight >> 16 & 255, green: straight >> 8 & 255, blue: straight & 255, alpha: alpha)
    }

    /// The linear intensity of each 8-bit component of sRGB.
    private static let light: [Double] = (0...255).map { ColorSpaceDefinition.Transfer.sRGB.decode(Double($0) / 255) }
}
