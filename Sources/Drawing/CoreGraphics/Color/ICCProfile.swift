import AgateDiagnostics
import CLCMS
import Foundation

/// A colour profile, read by Little CMS. It is immutable and thread-safe.
///
/// Profiles are created through a cache, so that a thousand pictures of one camera share one profile and one transform.
package final class ICCProfile: Sendable {
    package let bytes: Data
    package let model: CGColorSpaceModel
    /// The profile's own name.
    package let name: String
    /// The space of formulas that the profile describes, if it is one of those.
    package let definition: ColorSpaceDefinition?
    /// The transform of RGB pixels to sRGB, or nil if the library refuses it.
    package let pixelTransform: ICCTransform?
    private let toXYZ: ICCTransform?
    private let fromXYZ: ICCTransform?

    /// The largest accepted size. Larger profiles are considered damaged. Profiles of printers reach 3 MiB.
    package static let maximumSize = 16 << 20
    private static let cacheLimit = 16
    private static let cache = Locked<[(bytes: Data, profile: ICCProfile)]>([])

    /// Returns the profile in bytes. Returns nil, with a diagnostic, if they are damaged or of a kind that pixels can't have.
    package static func profile(_ bytes: Data, origin: String) -> ICCProfile? {
        let known = cache.withLock { cache in
            cache.first { $0.bytes == bytes }?.profile
        }
        if let known { return known }
        guard bytes.count <= maximumSize, let profile = ICCProfile(bytes) else {
            Diagnostic.reportOnce(
                "color.damaged-profile", key: origin,
                "\(origin): the colour profile (\(bytes.count) bytes) is damaged or unsupported; colours are read as sRGB")
            return nil
        }
        cache.withLock { cache in
            if cache.count >= cacheLimit { cache.removeFirst() }
            cache.append((bytes, profile))
        }
        return profile
    }

    private init?(_ data: Data) {
        // The library doesn't read beyond the given length. The minimum is a header.
        guard data.count >= 132,
            let handle = data.withUnsafeBytes({ cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) })
        else { return nil }
        defer { _ = cmsCloseProfile(handle) }
        let space = cmsGetColorSpace(handle)
        switch space {
        case cmsSigRgbData: model = .rgb
        case cmsSigGrayData: model = .monochrome
        case cmsSigCmykData: model = .cmyk
        case cmsSigLabData: model = .lab
        default: return nil
        }
        let deviceClass = cmsGetDeviceClass(handle)
        guard deviceClass != cmsSigLinkClass, deviceClass != cmsSigNamedColorClass else { return nil }
        bytes = data
        name = ICCProfile.name(of: handle)
        definition = ICCProfile.known(handle, model)

        guard let xyz = cmsCreateXYZProfile(), let sRGB = cmsCreate_sRGBProfile() else { return nil }
        defer {
            _ = cmsCloseProfile(xyz)
            _ = cmsCloseProfile(sRGB)
        }
        let own = ICCTransform.doubles(model)
        toXYZ = ICCTransform(from: handle, own, to: xyz, ICCTransform.xyzDoubles, isExact: true)
        fromXYZ = ICCTransform(from: xyz, ICCTransform.xyzDoubles, to: handle, own, isExact: true)
        let pixels = ICCTransform.bytes(model)
        pixelTransform = pixels.flatMap { ICCTransform(from: handle, $0, to: sRGB, ICCTransform.bgraBytes, isExact: false) }
        // A profile without a conversion to XYZ is of no use.
        guard toXYZ != nil else { return nil }
    }

    /// Converts components 0...1 (Lab: unscaled) to encoded sRGB.
    package func extendedSRGB(_ components: SIMD4<Double>) -> SIMD3<Double> {
        // The library expresses inks in percent.
        let xyz = toXYZ?.convert(model == .cmyk ? components * 100 : components) ?? SIMD4()
        let light = ColorMatrix.profileXYZToSRGB.applied(to: SIMD3(xyz.x, xyz.y, xyz.z))
        return ColorSpaceDefinition.Transfer.sRGB.encode(light)
    }

    /// Converts encoded sRGB to components, clamped to 0...1 (Lab: not clamped). Returns zeros if the profile only converts from its
    /// space.
    package func components(fromExtendedSRGB color: SIMD3<Double>) -> SIMD4<Double> {
        let light = ColorSpaceDefinition.Transfer.sRGB.decode(color)
        let own = fromXYZ?.convert(SIMD4(ColorMatrix.sRGBToProfileXYZ.applied(to: light), 0)) ?? SIMD4()
        if model == .lab { return own }
        return (model == .cmyk ? own / 100 : own).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
    }

    private static func name(of handle: cmsHPROFILE) -> String {
        var text = [CChar](repeating: 0, count: 256)
        let length = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count - 1))
        guard length > 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the space of formulas with this profile's primaries and curves, if there is one. Its arithmetic is exact and faster.
    private static func known(_ handle: cmsHPROFILE, _ model: CGColorSpaceModel) -> ColorSpaceDefinition? {
        func curve(_ tag: cmsTagSignature) -> [Double]? {
            guard let curve = cmsReadTag(handle, tag) else { return nil }
            return (0...32).map { Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float($0) / 32)) }
        }
        func colorant(_ tag: cmsTagSignature) -> SIMD3<Double>? {
            guard let xyz = cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else { return nil }
            return SIMD3(xyz.X, xyz.Y, xyz.Z)
        }
        func isNear(_ curve: [Double], _ transfer: ColorSpaceDefinition.Transfer) -> Bool {
            curve.enumerated().allSatisfy { Swift.abs($1 - transfer.decode(Double($0) / 32)) < 0.0015 }
        }
        if model == .monochrome, let gray = curve(cmsSigGrayTRCTag) {
            return [.genericGrayGamma2_2, .deviceGray, .linearGray].first { isNear(gray, $0.transfer) }
        }
        // Tables override the matrix, so a profile with tables describes another conversion.
        guard model == .rgb, cmsIsTag(handle, cmsSigAToB0Tag) == 0, let red = curve(cmsSigRedTRCTag),
            let green = curve(cmsSigGreenTRCTag), let blue = curve(cmsSigBlueTRCTag),
            let r = colorant(cmsSigRedColorantTag), let g = colorant(cmsSigGreenColorantTag),
            let b = colorant(cmsSigBlueColorantTag)
        else { return nil }
        let candidates: [ColorSpaceDefinition] = [
            .sRGB, .displayP3, .linearSRGB, .linearDisplayP3, .adobeRGB1998, .itur709, .itur2020, .linearITUR2020, .dciP3,
            .rommRGB,
        ]
        return candidates.first { candidate in
            let own = ColorMatrix.sRGBToProfileXYZ.after(candidate.primaries.matrixToSRGB)
            let axes = [SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0), SIMD3(0, 0, 1.0)]
            return zip(axes, [r, g, b]).allSatisfy { axis, stated in
                let distance = own.applied(to: axis) - stated
                return (distance * distance).sum() < 0.002 * 0.002
            } && [red, green, blue].allSatisfy { isNear($0, candidate.transfer) }
        }
    }
}

/// A prepared Little CMS conversion between two spaces. It is thread-safe: converting only reads it.
package final class ICCTransform: @unchecked Sendable {
    // Freed on deinitialization, never changed before: the library keeps its one-colour cache on the stack of each call.
    private let handle: cmsHTRANSFORM

    // The library's formats are built by macros that don't import: kind of colour << 16, channels << 3, bytes (0: doubles), and flags.
    private static func format(_ kind: UInt32, channels: UInt32, bytes: UInt32, flags: UInt32 = 0) -> UInt32 {
        kind << 16 | channels << 3 | bytes | flags
    }
    private static let isFloat: UInt32 = 1 << 22
    static let xyzDoubles = format(9, channels: 3, bytes: 0, flags: isFloat)
    /// One extra byte, the order reversed, and the extra byte first in the reversed order.
    static let bgraBytes = format(4, channels: 3, bytes: 1, flags: 1 << 7 | 1 << 10 | 1 << 14)
    private static let cmykBytes = format(6, channels: 4, bytes: 1)

    static func doubles(_ model: CGColorSpaceModel) -> UInt32 {
        switch model {
        case .monochrome: format(3, channels: 1, bytes: 0, flags: isFloat)
        case .cmyk: format(6, channels: 4, bytes: 0, flags: isFloat)
        case .lab: format(10, channels: 3, bytes: 0, flags: isFloat)
        default: format(4, channels: 3, bytes: 0, flags: isFloat)
        }
    }

    static func bytes(_ model: CGColorSpaceModel) -> UInt32? {
        switch model {
        case .rgb: bgraBytes
        case .cmyk: cmykBytes
        default: nil
        }
    }

    init?(from: cmsHPROFILE, _ fromFormat: UInt32, to: cmsHPROFILE, _ toFormat: UInt32, isExact: Bool) {
        // Exact: without intermediate tables and without a cache of the last colour. Otherwise with black point compensation, as for
        // pictures.
        let flags: UInt32 = isExact ? 0x0100 | 0x0040 : 0x2000
        guard let handle = cmsCreateTransform(from, fromFormat, to, toFormat, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags) else {
            return nil
        }
        self.handle = handle
    }

    deinit { cmsDeleteTransform(handle) }

    func convert(_ color: SIMD4<Double>) -> SIMD4<Double> {
        var (source, target) = (color, SIMD4<Double>())
        cmsDoTransform(handle, &source, &target, 1)
        return target
    }

    /// Converts pixels in place, from four bytes (B, G, R and one that is kept; or C, M, Y, K) to B, G, R.
    package func convert(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        guard let start = pixels.baseAddress else { return }
        cmsDoTransform(handle, start, start, UInt32(pixels.count))
    }
}
