import Foundation

/// Converts 8-bit pixels (numbers 0xAARRGGBB, straight) of a space to sRGB. Created once per picture.
///
/// Curves and matrices are computed here, in double precision and rounded correctly, so that the bytes are the same on every machine.
/// Only more complex profiles are passed to the library.
package struct PixelConversion: Sendable {
    private enum Way: Sendable {
        case curves(red: [Double], green: [Double], blue: [Double], ColorMatrix?)
        /// The pixel for each gray, which is read from the blue byte.
        case gray([UInt32])
        case profile(ICCTransform)
    }

    private let way: Way

    private init(_ way: Way) {
        self.way = way
    }

    /// Creates a conversion from curves (light for each of 256 values) and a matrix to sRGB's light. Returns nil if no pixel would
    /// change.
    package init?(red: [Double], green: [Double], blue: [Double], matrix: ColorMatrix?) {
        way = .curves(red: red, green: green, blue: blue, matrix)
        // A profile of sRGB itself must have no cost, and must not change a pixel by a rounding error.
        let probes: [UInt32] =
            (0...255).map { 0xFF00_0000 | $0 << 16 | $0 << 8 | $0 }
            + [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF, 0xFF80_4020]
        let isNothing = probes.allSatisfy { probe in
            let done = convert(probe)
            return stride(from: UInt32(0), to: 24, by: 8).allSatisfy { shift in
                abs(Int(done >> shift & 255) - Int(probe >> shift & 255)) <= 1
            }
        }
        if isNothing { return nil }
    }

    /// Creates a conversion from a power curve and, if given, other primaries than sRGB's.
    package init?(gamma: Double, chromaticities: Chromaticities? = nil) {
        let curve = (0...255).map { pow(Double($0) / 255, gamma) }
        let matrix = chromaticities.map { ColorMatrix.toSRGB(from: $0) }
        if let matrix, !matrix.isFinite { return nil }
        self.init(red: curve, green: curve, blue: curve, matrix: matrix)
    }

    /// Creates a conversion from a space of RGB or gray pixels (gray in all three bytes). Returns nil if no pixel would change, and for
    /// other models.
    package init?(_ definition: ColorSpaceDefinition) {
        switch (definition.model, definition.profile) {
        case (.rgb, nil):
            if definition.isEncodedSRGB { return nil }
            let curve = (0...255).map { definition.transfer.decode(Double($0) / 255) }
            self.init(
                red: curve, green: curve, blue: curve,
                matrix: definition.primaries == .sRGB ? nil : definition.primaries.matrixToSRGB)
        case (.monochrome, nil):
            let curve = (0...255).map { definition.transfer.decode(Double($0) / 255) }
            self.init(red: curve, green: curve, blue: curve, matrix: nil)
        case (.rgb, let profile?):
            guard let transform = profile.pixelTransform else { return nil }
            self.init(.profile(transform))
        case (.monochrome, let profile?):
            let table = (0...255).map { value in
                let color = profile.extendedSRGB(SIMD4(Double(value) / 255, 0, 0, 0))
                func byte(_ x: Double) -> UInt32 { UInt32(min(max(x, 0), 1) * 255 + 0.5) }
                return byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
            }
            self.init(.gray(table))
        default:
            return nil
        }
    }

    /// Converts pixels in place. Alpha is unchanged.
    package func convert(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        switch way {
        case .profile(let transform):
            transform.convert(pixels)
        case .gray(let table):
            for index in pixels.indices { pixels[index] = pixels[index] & 0xFF00_0000 | table[Int(pixels[index] & 255)] }
        case .curves:
            // Pictures contain many runs of one colour.
            var last: (before: UInt32, after: UInt32) = (0, convert(0))
            for index in pixels.indices {
                let pixel = pixels[index]
                if pixel != last.before { last = (pixel, convert(pixel)) }
                pixels[index] = last.after
            }
        }
    }

    /// Converts one straight pixel.
    package func convert(_ pixel: UInt32) -> UInt32 {
        switch way {
        case .curves(let red, let green, let blue, let matrix):
            var light = SIMD3(red[Int(pixel >> 16 & 255)], green[Int(pixel >> 8 & 255)], blue[Int(pixel & 255)])
            if let matrix { light = matrix.applied(to: light) }
            return pixel & 0xFF00_0000 | SRGBByte.of(light.x) << 16 | SRGBByte.of(light.y) << 8 | SRGBByte.of(light.z)
        case .gray(let table):
            return pixel & 0xFF00_0000 | table[Int(pixel & 255)]
        case .profile(let transform):
            var one = pixel
            withUnsafeMutablePointer(to: &one) { transform.convert(UnsafeMutableBufferPointer(start: $0, count: 1)) }
            return one
        }
    }
}

/// Converts light to the byte of its sRGB encoding, rounded to nearest. A table gives the approximate value, and the exact bounds between
/// bytes decide.
package enum SRGBByte {
    /// The least light that is encoded as each byte.
    private static let bounds: [Double] = {
        var bounds = [-Double.infinity]
        for byte in 1...255 { bounds.append(ColorSpaceDefinition.Transfer.sRGB.decode((Double(byte) - 0.5) / 255)) }
        bounds.append(.infinity)
        return bounds
    }()
    private static let starts: [UInt8] = (0..<4096).map { step in
        let light = Double(step) / 4096
        return UInt8(bounds.lastIndex { $0 <= light } ?? 0)
    }

    package static func of(_ light: Double) -> UInt32 {
        // NaN becomes black.
        guard light > 0 else { return 0 }
        guard light < 1 else { return 255 }
        var byte = Int(starts[Int(light * 4096)])
        while light >= bounds[byte + 1] { byte += 1 }
        return UInt32(byte)
    }
}
