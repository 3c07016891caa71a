import Foundation

// Colours meet in linear sRGB light, without a limit to either side, in double precision. A curve is mirrored for
// negative components, as Apple's extended spaces do: f(-x) = -f(x).

extension ColorSpaceDefinition.Transfer {
    /// From a component to light.
    package func decode(_ component: Double) -> Double {
        let x = Swift.abs(component)
        let light: Double
        switch self {
        case .linear: return component
        case .sRGB: light = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
        case .gamma(let exponent): light = pow(x, exponent)
        }
        return component < 0 ? -light : light
    }

    /// From light to a component.
    package func encode(_ light: Double) -> Double {
        let x = Swift.abs(light)
        let component: Double
        switch self {
        case .linear: return light
        case .sRGB: component = x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055
        case .gamma(let exponent): component = pow(x, 1 / exponent)
        }
        return light < 0 ? -component : component
    }
}

/// Three rows that turn a colour of one set of primaries into another's.
package struct ColorMatrix: Sendable {
    private var x, y, z: SIMD3<Double>

    /// The matrix whose columns are the XYZ of red, green and blue.
    package init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
        x = SIMD3(red.x, green.x, blue.x)
        y = SIMD3(red.y, green.y, blue.y)
        z = SIMD3(red.z, green.z, blue.z)
    }

    /// From the chromaticities of red, green, blue and white: each primary is scaled so that together they give white.
    init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
        func color(_ xy: SIMD2<Double>) -> SIMD3<Double> { SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y) }
        let unscaled = ColorMatrix(red: color(red), green: color(green), blue: color(blue))
        let scale = unscaled.inverse.applied(to: color(white))
        self.init(red: color(red) * scale.x, green: color(green) * scale.y, blue: color(blue) * scale.z)
    }

    package func applied(to v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((x * v).sum(), (y * v).sum(), (z * v).sum())
    }

    /// The matrix that does `other` first and then this one.
    package func after(_ other: ColorMatrix) -> ColorMatrix {
        ColorMatrix(
            red: applied(to: SIMD3(other.x.x, other.y.x, other.z.x)),
            green: applied(to: SIMD3(other.x.y, other.y.y, other.z.y)),
            blue: applied(to: SIMD3(other.x.z, other.y.z, other.z.z))
        )
    }

    var inverse: ColorMatrix {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let determinant = (x * cross(y, z)).sum()
        return ColorMatrix(
            red: cross(y, z) / determinant, green: cross(z, x) / determinant, blue: cross(x, y) / determinant)
    }
}

extension ColorMatrix {
    // Profiles state their primaries under the D50 light of the connection space, so both sides must be taken there.
    fileprivate static let profileXYZOfSRGB = ColorMatrix(
        red: SIMD3(0.436066, 0.222488, 0.013916), green: SIMD3(0.385147, 0.716873, 0.097076),
        blue: SIMD3(0.143066, 0.060608, 0.714096))

    /// From the XYZ of colour profiles to linear sRGB.
    package static let profileXYZToSRGB = profileXYZOfSRGB.inverse
}

extension ColorSpaceDefinition.Primaries {
    private static let d65 = SIMD2(0.3127, 0.3290)
    private static let xyzOfSRGB = ColorMatrix(
        red: SIMD2(0.64, 0.33), green: SIMD2(0.30, 0.60), blue: SIMD2(0.15, 0.06), white: d65)
    private static let xyzOfDisplayP3 = ColorMatrix(
        red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060), white: d65)
    // The phosphors of old screens. They explain the colours that Apple's gradients show to within a rounding.
    private static let xyzOfGenericRGB = ColorMatrix(
        red: SIMD2(0.63, 0.34), green: SIMD2(0.295, 0.605), blue: SIMD2(0.155, 0.077), white: d65)

    private static let displayP3ToSRGB = xyzOfSRGB.inverse.after(xyzOfDisplayP3)
    private static let sRGBToDisplayP3 = xyzOfDisplayP3.inverse.after(xyzOfSRGB)
    private static let genericToSRGB = xyzOfSRGB.inverse.after(xyzOfGenericRGB)
    private static let sRGBToGeneric = xyzOfGenericRGB.inverse.after(xyzOfSRGB)

    package func toSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .sRGB: light
        case .displayP3: Self.displayP3ToSRGB.applied(to: light)
        case .genericRGB: Self.genericToSRGB.applied(to: light)
        }
    }

    package func fromSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .sRGB: light
        case .displayP3: Self.sRGBToDisplayP3.applied(to: light)
        case .genericRGB: Self.sRGBToGeneric.applied(to: light)
        }
    }
}

extension ColorSpaceDefinition {
    private func clamped(_ color: SIMD3<Double>) -> SIMD3<Double> {
        isExtended ? color : color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    }

    /// The encoded sRGB colour, without a limit to either side, that RGB components of this space mean.
    package func extendedSRGB(fromRGB components: SIMD3<Double>) -> SIMD3<Double> {
        let color = clamped(components)
        if isEncodedSRGB { return color }
        let light = SIMD3(transfer.decode(color.x), transfer.decode(color.y), transfer.decode(color.z))
        let shared = primaries.toSRGB(light)
        return SIMD3(
            Transfer.sRGB.encode(shared.x), Transfer.sRGB.encode(shared.y), Transfer.sRGB.encode(shared.z))
    }

    /// The RGB components of this space for an encoded sRGB colour.
    package func rgb(fromExtendedSRGB color: SIMD3<Double>) -> SIMD3<Double> {
        if isEncodedSRGB { return clamped(color) }
        let light = SIMD3(
            Transfer.sRGB.decode(color.x), Transfer.sRGB.decode(color.y), Transfer.sRGB.decode(color.z))
        let own = primaries.fromSRGB(light)
        return clamped(SIMD3(transfer.encode(own.x), transfer.encode(own.y), transfer.encode(own.z)))
    }

    /// The encoded sRGB colour that components of this space, alpha left out, mean.
    package func extendedSRGB(from components: [CGFloat]) -> SIMD3<Double> {
        func component(_ index: Int) -> Double { index < components.count ? Double(components[index]) : 0 }
        switch model {
        case .monochrome:
            let gray = clamped(SIMD3(repeating: component(0))).x
            return SIMD3(repeating: transfer == .sRGB ? gray : Transfer.sRGB.encode(transfer.decode(gray)))
        case .cmyk:
            let ink = clamped(SIMD3(component(0), component(1), component(2)))
            let light = 1 - min(max(component(3), 0), 1)
            return (SIMD3(repeating: 1) - ink) * light
        default:
            return extendedSRGB(fromRGB: SIMD3(component(0), component(1), component(2)))
        }
    }

    /// The components of this space, alpha left out, for an encoded sRGB colour.
    package func components(fromExtendedSRGB color: SIMD3<Double>) -> [CGFloat] {
        switch model {
        case .monochrome:
            if transfer == .sRGB, color.x == color.y, color.y == color.z {
                return [CGFloat(clamped(color).x)]
            }
            // Luminance, with the weights of sRGB's primaries.
            let luminance =
                0.2126 * Transfer.sRGB.decode(color.x) + 0.7152 * Transfer.sRGB.decode(color.y)
                + 0.0722 * Transfer.sRGB.decode(color.z)
            return [CGFloat(clamped(SIMD3(repeating: transfer.encode(luminance))).x)]
        case .cmyk:
            let bounded = color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
            let light = bounded.max()
            guard light > 0 else { return [0, 0, 0, 1] }
            let ink = SIMD3(repeating: 1) - bounded / light
            return [CGFloat(ink.x), CGFloat(ink.y), CGFloat(ink.z), CGFloat(1 - light)]
        default:
            let own = rgb(fromExtendedSRGB: color)
            return [CGFloat(own.x), CGFloat(own.y), CGFloat(own.z)]
        }
    }
}
