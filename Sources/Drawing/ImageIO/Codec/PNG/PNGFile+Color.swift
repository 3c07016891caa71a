import AgateDiagnostics
import CPNG
import CoreGraphics
import Foundation

extension PNGFile {
    /// The space that the file specifies, or nil if it specifies none, or only a gamma.
    ///
    /// The precedence is that of PNG's third edition: code points (cICP), a profile (iCCP), sRGB, and a gamma with primaries (gAMA,
    /// cHRM), which has no space but a conversion.
    var colorSpace: CGColorSpace? {
        if let body = body("cICP"), body.count == 4, let space = PNGFile.space(codePoints: Array(body), name: name) { return space }
        if let body = body("iCCP") {
            guard let profile = inflatedProfile(body) else {
                Diagnostic.reportOnce(
                    "color.damaged-profile", key: name, "\(name): the colour profile (iCCP) is damaged; colours are read as sRGB")
                return nil
            }
            guard let space = CGColorSpace(profile: profile, origin: name) else { return nil }
            // A profile for other pixels than the file's is ignored.
            return space.model == (header.isGray ? .monochrome : .rgb) ? space : nil
        }
        if body("sRGB") != nil { return CGColorSpace.standardRGB }
        return nil
    }

    /// The conversion of the file's colours to sRGB, or nil if they are sRGB.
    var colorConversion: PixelConversion? {
        if let space = colorSpace { return PixelConversion(space.definition) }
        if body("iCCP") != nil { return nil }
        guard let body = body("gAMA"), body.count == 4 else { return nil }
        let stored = Double(bytes.big32(body.startIndex)) / 100_000
        guard stored > 0.01, stored < 100 else { return nil }
        let primaries = chromaticities
        // Values within 5 % of sRGB's gamma mean sRGB: writers round, and state a power where they mean the curve.
        if Swift.abs(stored * 2.2 - 1) <= 0.05 {
            guard let primaries else { return nil }
            let curve = (0...255).map { ColorSpaceDefinition.Transfer.sRGB.decode(Double($0) / 255) }
            let matrix = ColorMatrix.toSRGB(from: primaries)
            return matrix.isFinite ? PixelConversion(red: curve, green: curve, blue: curve, matrix: matrix) : nil
        }
        return PixelConversion(gamma: 1 / stored, chromaticities: primaries)
    }

    /// The chromaticities of a cHRM chunk, unless they are sRGB's or invalid.
    private var chromaticities: Chromaticities? {
        guard let body = body("cHRM"), body.count == 32 else { return nil }
        let v = (0..<8).map { Double(bytes.big32(body.startIndex + 4 * $0)) / 100_000 }
        let read = Chromaticities(
            red: SIMD2(v[2], v[3]), green: SIMD2(v[4], v[5]), blue: SIMD2(v[6], v[7]), white: SIMD2(v[0], v[1]))
        guard v.allSatisfy({ $0 <= 1 }), [v[1], v[3], v[5], v[7]].allSatisfy({ $0 > 0 }) else { return nil }
        let sRGB = ColorSpaceDefinition.Primaries.sRGB.chromaticities
        let pairs = [(read.red, sRGB.red), (read.green, sRGB.green), (read.blue, sRGB.blue), (read.white, sRGB.white)]
        if pairs.allSatisfy({ (($0 - $1) * ($0 - $1)).sum() < 1e-4 }) { return nil }
        return read
    }

    /// Returns the space of code points as numbered by H.273: primaries, curve, matrix, full range.
    private static func space(codePoints: [UInt8], name: String) -> CGColorSpace? {
        let definition: ColorSpaceDefinition? =
            switch (codePoints[0], codePoints[1]) {
            case (1, 13): .sRGB
            case (1, 8): .linearSRGB
            case (1, 1), (1, 6), (1, 14), (1, 15): .itur709
            case (12, 13): .displayP3
            case (12, 8): .linearDisplayP3
            case (9, 1), (9, 6), (9, 14), (9, 15): .itur2020
            case (9, 8): .linearITUR2020
            case (11, 17): .dciP3
            default: nil
            }
        guard let definition, codePoints[2] == 0, codePoints[3] == 1 else {
            Diagnostic.reportOnce(
                "image.unsupported-colour", key: "cICP \(codePoints)",
                "\(name): the code points \(codePoints) (cICP) are not supported; the file's other colour information is used")
            return nil
        }
        return CGColorSpace(definition)
    }

    /// Decompresses a profile, which follows its name and the number of the compression method. At most 4 MiB are decompressed.
    private func inflatedProfile(_ body: ArraySlice<UInt8>) -> Data? {
        guard let end = body.firstIndex(of: 0), body.endIndex - end > 2, body[end + 1] == 0 else { return nil }
        let packed = Array(body[(end + 2)...])
        var size = UInt(min(4 << 20, packed.count * 1032 + 64))
        var profile = [UInt8](repeating: 0, count: Int(size))
        guard uncompress(&profile, &size, packed, UInt(packed.count)) == Z_OK else { return nil }
        return Data(profile.prefix(Int(size)))
    }
}
