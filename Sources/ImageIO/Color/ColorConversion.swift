import CoreGraphics
import Foundation

/// Turns straight 8-bit pixels of a file's colour space into premultiplied sRGB. Made once per file.
struct ColorConversion {
    /// Light for each value of red, green and blue.
    private let light: (red: [Double], green: [Double], blue: [Double])
    /// From the file's red, green and blue light to sRGB's; nil where they are the same.
    private let matrix: ColorMatrix?

    /// Nil where no pixel would change.
    init?(red: [Double], green: [Double], blue: [Double], matrix: ColorMatrix?) {
        light = (red, green, blue)
        self.matrix = matrix
        // A profile that says sRGB in its own words must not cost anything, nor change a pixel by a rounding.
        let probes: [UInt32] = (0...255).map { 0xFF00_0000 | $0 << 16 | $0 << 8 | $0 }
            + [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF, 0xFF80_4020]
        let isNothing = probes.allSatisfy { probe in
            let done = convert(straight: probe)
            return stride(from: UInt32(0), to: 24, by: 8).allSatisfy { shift in
                abs(Int(done >> shift & 255) - Int(probe >> shift & 255)) <= 1
            }
        }
        if isNothing { return nil }
    }

    /// For a file that only says its gamma.
    init?(gamma: Double) {
        let curve = (0...255).map { pow(Double($0) / 255, gamma) }
        self.init(red: curve, green: curve, blue: curve, matrix: nil)
    }

    func convert(straight pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 0 { return 0 }
        var color = SIMD3(
            light.red[Int(pixel >> 16 & 255)], light.green[Int(pixel >> 8 & 255)], light.blue[Int(pixel & 255)])
        if let matrix { color = matrix.applied(to: color) }
        func byte(_ light: Double) -> UInt32 {
            UInt32(min(max(ColorSpaceDefinition.Transfer.sRGB.encode(light), 0), 1) * 255 + 0.5)
        }
        return Pixel.premultiplied(red: byte(color.x), green: byte(color.y), blue: byte(color.z), alpha: alpha)
    }
}
