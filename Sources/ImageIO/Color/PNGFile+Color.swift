import CPNG
import CoreGraphics
import Foundation

extension PNGFile {
    /// How to bring the file's colours to sRGB; nil where they are sRGB. A statement of sRGB goes before a profile, and
    /// a profile before a gamma, as PNG says. Primaries without a profile (cHRM) are taken for sRGB's.
    var colorConversion: ColorConversion? {
        if body("sRGB") != nil { return nil }
        if let body = body("iCCP"), let profile = inflatedProfile(body) {
            return ICCProfile(profile, isGray: header.isGray)?.conversion
        }
        guard let body = body("gAMA"), body.count == 4 else { return nil }
        let stored = Double(number(body.startIndex)) / 100_000
        // What is within 5 % of sRGB's gamma means sRGB: writers round, and say a power where they mean the curve.
        guard stored > 0.01, stored < 100, Swift.abs(stored * 2.2 - 1) > 0.05 else { return nil }
        return ColorConversion(gamma: 1 / stored)
    }

    /// A profile stands after its name and the number of the compression. At most 4 MiB are unpacked.
    private func inflatedProfile(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        guard let end = body.firstIndex(of: 0), body.endIndex - end > 2, body[end + 1] == 0 else { return nil }
        let packed = Array(body[(end + 2)...])
        var size = UInt(min(4 << 20, packed.count * 1032 + 64))
        var profile = [UInt8](repeating: 0, count: Int(size))
        guard uncompress(&profile, &size, packed, UInt(packed.count)) == Z_OK else { return nil }
        return Array(profile.prefix(Int(size)))
    }
}
