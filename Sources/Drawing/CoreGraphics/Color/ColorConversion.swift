import Foundation

// All conversions pass through linear sRGB light, unbounded in both directions, in double precision. A curve is mirrored for negative
// components, as Apple's extended spaces do: f(-x) = -f(x).

extension ColorSpaceDefinition.Transfer {
    private static let ituScale = 1.09929682680944
    private static let ituKnee = 0.018053968510807

    /// Converts a component to light.
    package func decode(_ component: Double) -> Double {
        let x = Swift.abs(component)
        let light: Double
        switch self {
        case .linear: return component
        case .sRGB: light = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
        case .gamma(let exponent): light = pow(x, exponent)
        case .itu:
            light = x < Self.ituKnee * 4.5 ? x / 4.5 : pow((x + Self.ituScale - 1) / Self.ituScale, 1 / 0.45)
        }
        return component < 0 ? -light : light
    }

    /// Converts light to a component.
    package func encode(_ light: Double) -> Double {
        let x = Swift.abs(light)
        let component: Double
        switch self {
        case .linear: return light
        case .sRGB: component = x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055
        case .gamma(let exponent): component = pow(x, 1 / exponent)
        case .itu: component = x < Self.ituKnee ? x * 4.5 : Self.ituScale * pow(x, 0.45) - (Self.ituScale - 1)
        }
        return light < 0 ? -component : component
    }

    package func decode(_ color: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(decode(color.x), decode(color.y), decode(color.z))
    }

    package func encode(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(encode(light.x), encode(light.y), encode(light.z))
    }
}

extension ColorSpaceDefinition {
    private func clamped(_ color: SIMD3<Double>) -> SIMD3<Double> {
        isExtended ? color : color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    }

    /// Returns the encoded sRGB colour, unbounded in both directions, of RGB components of this space.
    package func extendedSRGB(fromRGB components: SIMD3<Double>) -> SIMD3<Double> {
        let color = clamped(components)
        if isEncodedSRGB { return color }
        if let profile { return profile.extendedSRGB(SIMD4(color, 0)) }
        return Transfer.sRGB.encode(primaries.toSRGB(transfer.decode(color)))
    }

    /// Returns a component for a fraction 0...1 of its range, the form of tables of indexed spaces.
    func component(_ part: CGFloat, at index: Int) -> CGFloat {
        guard model == .lab else { return part }
        return index == 0 ? part * 100 : part * 255 - 128
    }

    /// Returns the RGB components of this space for an encoded sRGB colour.
    package func rgb(fromExtendedSRGB color: SIMD3<Double>) -> SIMD3<Double> {
        if isEncodedSRGB { return clamped(color) }
        if let profile {
            let own = profile.components(fromExtendedSRGB: color)
            return clamped(SIMD3(own.x, own.y, own.z))
        }
        return clamped(transfer.encode(primaries.fromSRGB(Transfer.sRGB.decode(color))))
    }

    /// Returns the encoded sRGB colour of components of this space, without alpha. Black for a pattern space.
    package func extendedSRGB(from components: [CGFloat]) -> SIMD3<Double> {
        func component(_ index: Int) -> Double { index < components.count ? Double(components[index]) : 0 }
        switch source {
        case .indexed(let table): return table.color(component(0))
        case .pattern: return SIMD3()
        case .profile(let profile):
            return profile.extendedSRGB(SIMD4(component(0), component(1), component(2), component(3)))
        case .formula: break
        }
        switch model {
        case .monochrome:
            let gray = clamped(SIMD3(repeating: component(0))).x
            return SIMD3(repeating: transfer == .sRGB ? gray : Transfer.sRGB.encode(transfer.decode(gray)))
        case .cmyk:
            let ink = clamped(SIMD3(component(0), component(1), component(2)))
            let light = 1 - min(max(component(3), 0), 1)
            return (SIMD3(repeating: 1) - ink) * light
        case .XYZ:
            return Transfer.sRGB.encode(
                ColorMatrix.profileXYZToSRGB.applied(to: SIMD3(component(0), component(1), component(2))))
        case .lab:
            let xyz = CIELab.xyz(SIMD3(component(0), component(1), component(2)))
            return Transfer.sRGB.encode(ColorMatrix.profileXYZToSRGB.applied(to: xyz))
        default:
            return extendedSRGB(fromRGB: SIMD3(component(0), component(1), component(2)))
        }
    }

    /// Returns the components of this space, without alpha, for an encoded sRGB colour. Returns none for an indexed or pattern space.
    package func components(fromExtendedSRGB color: SIMD3<Double>) -> [CGFloat] {
        switch source {
        case .indexed, .pattern: return []
        case .profile(let profile):
            let own = profile.components(fromExtendedSRGB: color)
            return (0..<componentCount).map { CGFloat(own[$0]) }
        case .formula: break
        }
        switch model {
        case .monochrome:
            if transfer == .sRGB, color.x == color.y, color.y == color.z {
                return [CGFloat(clamped(color).x)]
            }
            // Luminance, with the weights of sRGB's primaries.
            let luminance = (SIMD3(0.2126, 0.7152, 0.0722) * Transfer.sRGB.decode(color)).sum()
            return [CGFloat(clamped(SIMD3(repeating: transfer.encode(luminance))).x)]
        case .cmyk:
            let bounded = color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
            let light = bounded.max()
            guard light > 0 else { return [0, 0, 0, 1] }
            let ink = SIMD3(repeating: 1) - bounded / light
            return [CGFloat(ink.x), CGFloat(ink.y), CGFloat(ink.z), CGFloat(1 - light)]
        case .XYZ, .lab:
            let xyz = ColorMatrix.sRGBToProfileXYZ.applied(to: Transfer.sRGB.decode(color))
            let own = model == .XYZ ? xyz : CIELab.lab(xyz)
            return [CGFloat(own.x), CGFloat(own.y), CGFloat(own.z)]
        default:
            let own = rgb(fromExtendedSRGB: color)
            return [CGFloat(own.x), CGFloat(own.y), CGFloat(own.z)]
        }
    }
}

/// CIE L*a*b* under the D50 light of colour profiles: L 0...100, a and b around 0.
enum CIELab {
    private static let white = SIMD3(0.964279, 1.0, 0.825105)
    private static let knee = 6.0 / 29

    static func xyz(_ lab: SIMD3<Double>) -> SIMD3<Double> {
        let y = (lab.x + 16) / 116
        func light(_ t: Double) -> Double { t > knee ? t * t * t : 3 * knee * knee * (t - 4.0 / 29) }
        return SIMD3(light(y + lab.y / 500), light(y), light(y - lab.z / 200)) * white
    }

    static func lab(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
        func root(_ t: Double) -> Double { t > knee * knee * knee ? cbrt(t) : t / (3 * knee * knee) + 4.0 / 29 }
        let part = xyz / white
        let y = root(part.y)
        return SIMD3(116 * y - 16, 500 * (root(part.x) - y), 200 * (y - root(part.z)))
    }
}
