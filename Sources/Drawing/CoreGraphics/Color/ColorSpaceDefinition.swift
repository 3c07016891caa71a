import Foundation

/// The definition of a colour space: its primaries and the curve from light to component, or a profile, table or formula.
package struct ColorSpaceDefinition: Sendable {
    package enum Transfer: Sendable, Equatable {
        case linear
        case sRGB
        case gamma(Double)
        /// The camera curve of BT.709 and BT.2020, with the exact constants of the latter.
        case itu
    }

    /// The definition of a space's colours, if it is not primaries and a curve.
    package enum Source: Sendable {
        case formula
        case profile(ICCProfile)
        case indexed(IndexedColors)
        case pattern
    }

    package let name: String
    package let model: CGColorSpaceModel
    package let primaries: Primaries
    package let transfer: Transfer
    /// True if components beyond 0...1 are meaningful. Conversions into other spaces clamp.
    package let isExtended: Bool
    package let source: Source

    package init(
        name: String, model: CGColorSpaceModel, primaries: Primaries = .sRGB, transfer: Transfer = .sRGB,
        isExtended: Bool = false, source: Source = .formula
    ) {
        self.name = name
        self.model = model
        self.primaries = primaries
        self.transfer = transfer
        self.isExtended = isExtended
        self.source = source
    }

    package var componentCount: Int {
        switch model {
        case .monochrome, .indexed: 1
        case .cmyk: 4
        case .pattern: 0
        default: 3
        }
    }

    package var profile: ICCProfile? {
        if case .profile(let profile) = source { profile } else { nil }
    }

    package var isFormula: Bool {
        if case .formula = source { true } else { false }
    }

    /// True if components are those of encoded sRGB without conversion.
    package var isEncodedSRGB: Bool { model == .rgb && primaries == .sRGB && transfer == .sRGB && isFormula }
}

/// The colours of an indexed space.
package struct IndexedColors: Sendable {
    /// The colours in encoded sRGB, one for each index.
    package let colors: [SIMD3<Double>]
    /// The original table: components of the base space, a byte each.
    package let table: [UInt8]

    package func color(_ component: Double) -> SIMD3<Double> {
        colors[Int(min(max(component.isNaN ? 0 : component, 0), Double(colors.count - 1)))]
    }
}

extension ColorSpaceDefinition {
    private static func rgb(
        _ name: String, _ primaries: Primaries, _ transfer: Transfer, extended: Bool = false
    ) -> ColorSpaceDefinition {
        ColorSpaceDefinition(
            name: "kCGColorSpace" + name, model: .rgb, primaries: primaries, transfer: transfer, isExtended: extended)
    }

    private static func gray(_ name: String, _ transfer: Transfer, extended: Bool = false) -> ColorSpaceDefinition {
        ColorSpaceDefinition(
            name: "kCGColorSpace" + name, model: .monochrome, transfer: transfer, isExtended: extended)
    }

    private static func other(_ name: String, _ model: CGColorSpaceModel, extended: Bool = false) -> ColorSpaceDefinition {
        ColorSpaceDefinition(name: "kCGColorSpace" + name, model: model, isExtended: extended)
    }

    package static let sRGB = rgb("SRGB", .sRGB, .sRGB)
    package static let extendedSRGB = rgb("ExtendedSRGB", .sRGB, .sRGB, extended: true)
    package static let linearSRGB = rgb("LinearSRGB", .sRGB, .linear)
    package static let extendedLinearSRGB = rgb("ExtendedLinearSRGB", .sRGB, .linear, extended: true)
    package static let displayP3 = rgb("DisplayP3", .displayP3, .sRGB)
    package static let extendedDisplayP3 = rgb("ExtendedDisplayP3", .displayP3, .sRGB, extended: true)
    package static let linearDisplayP3 = rgb("LinearDisplayP3", .displayP3, .linear)
    package static let extendedLinearDisplayP3 = rgb("ExtendedLinearDisplayP3", .displayP3, .linear, extended: true)
    /// Apple's old RGB space, through which its gradients are drawn.
    package static let genericRGB = rgb("GenericRGB", .genericRGB, .gamma(1.8))
    package static let genericRGBLinear = rgb("GenericRGBLinear", .genericRGB, .linear)
    package static let adobeRGB1998 = rgb("AdobeRGB1998", .adobeRGB, .gamma(563.0 / 256))
    package static let itur709 = rgb("ITUR_709", .sRGB, .itu)
    package static let itur2020 = rgb("ITUR_2020", .itur2020, .itu)
    package static let linearITUR2020 = rgb("LinearITUR_2020", .itur2020, .linear)
    package static let extendedITUR2020 = rgb("ExtendedITUR_2020", .itur2020, .itu, extended: true)
    package static let extendedLinearITUR2020 = rgb("ExtendedLinearITUR_2020", .itur2020, .linear, extended: true)
    package static let dciP3 = rgb("DCIP3", .dciP3, .gamma(2.6))
    package static let rommRGB = rgb("ROMMRGB", .rommRGB, .gamma(1.8))
    package static let acesCGLinear = rgb("ACESCGLinear", .acesCG, .linear, extended: true)
    package static let deviceRGB = rgb("DeviceRGB", .sRGB, .sRGB)

    package static let genericGrayGamma2_2 = gray("GenericGrayGamma2_2", .gamma(2.2))
    /// Measured on screen: gray 2/3 is drawn as 170, so the curve is sRGB's and not a gamma of 2.2, which gives 171.
    package static let extendedGray = gray("ExtendedGray", .sRGB, extended: true)
    package static let linearGray = gray("LinearGray", .linear)
    package static let extendedLinearGray = gray("ExtendedLinearGray", .linear, extended: true)
    package static let deviceGray = gray("DeviceGray", .sRGB)

    package static let genericCMYK = other("GenericCMYK", .cmyk)
    package static let deviceCMYK = other("DeviceCMYK", .cmyk)
    /// XYZ under the D50 light of colour profiles.
    package static let genericXYZ = other("GenericXYZ", .XYZ, extended: true)
    package static let genericLab = other("GenericLab", .lab, extended: true)

    package static let all = [
        sRGB, extendedSRGB, linearSRGB, extendedLinearSRGB, displayP3, extendedDisplayP3, linearDisplayP3,
        extendedLinearDisplayP3, genericRGB, genericRGBLinear, adobeRGB1998, itur709, itur2020, linearITUR2020,
        extendedITUR2020, extendedLinearITUR2020, dciP3, rommRGB, acesCGLinear, deviceRGB, genericGrayGamma2_2,
        extendedGray, linearGray, extendedLinearGray, deviceGray, genericCMYK, deviceCMYK, genericXYZ, genericLab,
    ]

    package static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
