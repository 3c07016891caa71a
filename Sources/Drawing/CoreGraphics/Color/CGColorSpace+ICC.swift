import AgateDiagnostics
import CLCMS
import Foundation

extension CGColorSpace {
    /// Creates the space that a colour profile (ICC) describes: gray, RGB, CMYK or Lab. Returns nil, with a diagnostic, for a damaged
    /// profile and for other kinds. A profile that describes one of the named spaces gives that space.
    public convenience init?(iccData: AnyObject) {
        let data: Data
        switch iccData {
        case let bytes as NSData: data = Data(copying: bytes)
        case let provider as CGDataProvider: data = provider.contents
        default: return nil
        }
        self.init(profile: data, origin: "CGColorSpace(iccData:)")
    }

    /// Creates a space as ``init(iccData:)`` does. The older name of that initializer.
    public convenience init?(iccProfileData data: CFData) {
        self.init(profile: Data(copying: data), origin: "CGColorSpace(iccProfileData:)")
    }

    /// - Parameter origin: the name of the profile's source in diagnostics.
    package convenience init?(profile data: Data, origin: String) {
        guard let profile = ICCProfile.profile(data, origin: origin) else { return nil }
        if let known = profile.definition {
            self.init(known)
            return
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.init(
            ColorSpaceDefinition(
                name: "\(profile.name) \(String(hash, radix: 16))", model: profile.model,
                isExtended: profile.model == .lab, source: .profile(profile)))
    }

    /// Returns a profile (ICC, version 4) of the space: its original bytes, or a profile of its primaries and curve. Returns nil for
    /// device, CMYK, indexed, pattern, XYZ and Lab spaces that were not created from a profile.
    public func copyICCData() -> CFData? {
        if let profile = definition.profile { return profile.bytes as NSData }
        guard definition.isFormula, !definition.name.hasPrefix("kCGColorSpaceDevice") else { return nil }
        return ICCWriter.profile(definition).map { $0 as NSData }
    }

    /// The same data as ``copyICCData()`` returns.
    public var iccData: CFData? { copyICCData() }

    /// The name of the space in profiles and image properties.
    package var profileName: String {
        definition.profile?.name ?? ICCWriter.titles[definition.name] ?? definition.name.replacingOccurrences(of: "kCGColorSpace", with: "")
    }
}

/// Writes profiles of spaces that are defined by primaries and a curve.
enum ICCWriter {
    static let titles = [
        ColorSpaceDefinition.sRGB.name: "sRGB IEC61966-2.1", ColorSpaceDefinition.displayP3.name: "Display P3",
        ColorSpaceDefinition.adobeRGB1998.name: "Adobe RGB (1998)", ColorSpaceDefinition.genericRGB.name: "Generic RGB Profile",
        ColorSpaceDefinition.genericGrayGamma2_2.name: "Generic Gray Gamma 2.2 Profile",
        ColorSpaceDefinition.itur709.name: "Rec. ITU-R BT.709-5", ColorSpaceDefinition.itur2020.name: "Rec. ITU-R BT.2020-1",
        ColorSpaceDefinition.dciP3.name: "SMPTE RP 431-2-2007 DCI (P3)", ColorSpaceDefinition.rommRGB.name: "ROMM RGB: ISO 22028-2:2013",
    ]

    static func profile(_ definition: ColorSpaceDefinition) -> Data? {
        guard definition.model == .rgb || definition.model == .monochrome, let curve = curve(definition.transfer) else { return nil }
        defer { cmsFreeToneCurve(curve) }
        func point(_ xy: SIMD2<Double>) -> cmsCIExyY { cmsCIExyY(x: xy.x, y: xy.y, Y: 1) }
        let at = definition.primaries.chromaticities
        var white = point(at.white)
        var primaries = cmsCIExyYTRIPLE(Red: point(at.red), Green: point(at.green), Blue: point(at.blue))
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard
            let handle = definition.model == .rgb
                ? cmsCreateRGBProfile(&white, &primaries, &curves) : cmsCreateGrayProfile(&white, curve)
        else { return nil }
        defer { _ = cmsCloseProfile(handle) }
        let title = titles[definition.name] ?? definition.name.replacingOccurrences(of: "kCGColorSpace", with: "")
        if let text = cmsMLUalloc(nil, 1) {
            _ = cmsMLUsetASCII(text, "en", "US", title)
            _ = cmsWriteTag(handle, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
            cmsMLUfree(text)
        }
        var size: UInt32 = 0
        guard cmsSaveProfileToMem(handle, nil, &size) != 0, size > 128, size < 1 << 20 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard cmsSaveProfileToMem(handle, &bytes, &size) != 0 else { return nil }
        // A fixed creation date, the first day of 2000, so that equal profiles have equal bytes.
        bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
        return Data(bytes)
    }

    private static func curve(_ transfer: ColorSpaceDefinition.Transfer) -> OpaquePointer? {
        switch transfer {
        case .linear: return cmsBuildParametricToneCurve(nil, 1, [1])
        case .gamma(let exponent): return cmsBuildParametricToneCurve(nil, 1, [exponent])
        case .sRGB: return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        case .itu:
            let scale = 1.09929682680944
            return cmsBuildParametricToneCurve(
                nil, 4, [1 / 0.45, 1 / scale, (scale - 1) / scale, 1 / 4.5, 0.018053968510807 * 4.5])
        }
    }
}
