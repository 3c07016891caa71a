import Foundation

/// What a colour space is made of: whose red, green and blue, and the curve from light to component.
package struct ColorSpaceDefinition: Sendable {
    package enum Primaries: Sendable {
        case sRGB, displayP3, genericRGB
    }

    package enum Transfer: Sendable, Equatable {
        case linear
        case sRGB
        case gamma(Double)
    }

    package let name: String
    package let model: CGColorSpaceModel
    package let primaries: Primaries
    package let transfer: Transfer
    /// Whether components beyond 0...1 mean something. Conversions into other spaces clamp.
    package let isExtended: Bool

    package var componentCount: Int {
        switch model {
        case .monochrome: 1
        case .cmyk: 4
        default: 3
        }
    }

    /// Whether components are those of encoded sRGB as they stand.
    package var isEncodedSRGB: Bool { model == .rgb && primaries == .sRGB && transfer == .sRGB }
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
            name: "kCGColorSpace" + name, model: .monochrome, primaries: .sRGB, transfer: transfer,
            isExtended: extended)
    }

    private static func cmyk(_ name: String) -> ColorSpaceDefinition {
        ColorSpaceDefinition(
            name: "kCGColorSpace" + name, model: .cmyk, primaries: .sRGB, transfer: .sRGB, isExtended: false)
    }

    package static let sRGB = rgb("SRGB", .sRGB, .sRGB)
    package static let extendedSRGB = rgb("ExtendedSRGB", .sRGB, .sRGB, extended: true)
    package static let linearSRGB = rgb("LinearSRGB", .sRGB, .linear)
    package static let extendedLinearSRGB = rgb("ExtendedLinearSRGB", .sRGB, .linear, extended: true)
    package static let displayP3 = rgb("DisplayP3", .displayP3, .sRGB)
    package static let extendedDisplayP3 = rgb("ExtendedDisplayP3", .displayP3, .sRGB, extended: true)
    package static let linearDisplayP3 = rgb("LinearDisplayP3", .displayP3, .linear)
    package static let extendedLinearDisplayP3 = rgb("ExtendedLinearDisplayP3", .displayP3, .linear, extended: true)
    /// Apple's old RGB space. Its pictures of gradients pass through it.
    package static let genericRGB = rgb("GenericRGB", .genericRGB, .gamma(1.8))
    package static let genericRGBLinear = rgb("GenericRGBLinear", .genericRGB, .linear)
    package static let deviceRGB = rgb("DeviceRGB", .sRGB, .sRGB)

    package static let genericGrayGamma2_2 = gray("GenericGrayGamma2_2", .gamma(2.2))
    /// Measured on screen: gray 2/3 is drawn as 170, so the curve is sRGB's and not a gamma of 2.2, which gives 171.
    package static let extendedGray = gray("ExtendedGray", .sRGB, extended: true)
    package static let linearGray = gray("LinearGray", .linear)
    package static let extendedLinearGray = gray("ExtendedLinearGray", .linear, extended: true)
    package static let deviceGray = gray("DeviceGray", .sRGB)

    package static let genericCMYK = cmyk("GenericCMYK")
    package static let deviceCMYK = cmyk("DeviceCMYK")

    package static let all = [
        sRGB, extendedSRGB, linearSRGB, extendedLinearSRGB, displayP3, extendedDisplayP3, linearDisplayP3,
        extendedLinearDisplayP3, genericRGB, genericRGBLinear, deviceRGB, genericGrayGamma2_2, extendedGray,
        linearGray, extendedLinearGray, deviceGray, genericCMYK, deviceCMYK,
    ]
}
