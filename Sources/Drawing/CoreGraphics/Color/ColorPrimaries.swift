import Foundation

extension ColorSpaceDefinition {
    /// The standards that define red, green, blue and white.
    package enum Primaries: Int, Sendable, CaseIterable {
        case sRGB, displayP3, genericRGB, adobeRGB, itur2020, dciP3, rommRGB, acesCG
    }
}

/// The chromaticities (x, y) of red, green, blue and white.
package struct Chromaticities: Sendable, Equatable {
    package var red, green, blue, white: SIMD2<Double>

    package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// The matrix from this light to the XYZ of daylight (D65). Other whites are adapted to it by Bradford's matrix.
    package var toXYZ: ColorMatrix {
        let own = ColorMatrix(red: red, green: green, blue: blue, white: white)
        return white == Chromaticities.d65 ? own : ColorMatrix.adaptation(from: white, to: Chromaticities.d65).after(own)
    }

    package static let d65 = SIMD2(0.3127, 0.3290)
    package static let d50 = SIMD2(0.34567, 0.35850)
}

extension ColorSpaceDefinition.Primaries {
    package var chromaticities: Chromaticities {
        func at(_ r: SIMD2<Double>, _ g: SIMD2<Double>, _ b: SIMD2<Double>, _ w: SIMD2<Double> = Chromaticities.d65) -> Chromaticities {
            Chromaticities(red: r, green: g, blue: b, white: w)
        }
        return switch self {
        case .sRGB: at([0.64, 0.33], [0.30, 0.60], [0.15, 0.06])
        case .displayP3: at([0.680, 0.320], [0.265, 0.690], [0.150, 0.060])
        // The phosphors of old screens. They reproduce the colours of Apple's gradients to within a rounding.
        case .genericRGB: at([0.63, 0.34], [0.295, 0.605], [0.155, 0.077])
        case .adobeRGB: at([0.64, 0.33], [0.21, 0.71], [0.15, 0.06])
        case .itur2020: at([0.708, 0.292], [0.170, 0.797], [0.131, 0.046])
        case .dciP3: at([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351])
        case .rommRGB: at([0.7347, 0.2653], [0.1596, 0.8404], [0.0366, 0.0001], Chromaticities.d50)
        case .acesCG: at([0.713, 0.293], [0.165, 0.830], [0.128, 0.044], [0.32168, 0.33767])
        }
    }

    // Created once, because every colour conversion uses the matrices.
    private static let matrices: [(to: ColorMatrix, from: ColorMatrix)] = {
        let sRGB = Self.sRGB.chromaticities.toXYZ
        return allCases.map {
            let own = $0.chromaticities.toXYZ
            return (sRGB.inverse.after(own), own.inverse.after(sRGB))
        }
    }()

    package var matrixToSRGB: ColorMatrix { Self.matrices[rawValue].to }

    /// Converts light of these primaries to light of sRGB's.
    package func toSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
        self == .sRGB ? light : Self.matrices[rawValue].to.applied(to: light)
    }

    /// Converts light of sRGB's primaries to light of these.
    package func fromSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
        self == .sRGB ? light : Self.matrices[rawValue].from.applied(to: light)
    }
}

extension ColorMatrix {
    /// Returns the matrix from linear light of some primaries to sRGB's.
    package static func toSRGB(from chromaticities: Chromaticities) -> ColorMatrix {
        Chromaticities.sRGBToXYZ.inverse.after(chromaticities.toXYZ)
    }

    /// Returns Bradford's adaptation from one white to another, which scales each kind of cone separately.
    package static func adaptation(from: SIMD2<Double>, to: SIMD2<Double>) -> ColorMatrix {
        let cones = ColorMatrix(
            red: SIMD3(0.8951, -0.7502, 0.0389), green: SIMD3(0.2664, 1.7135, -0.0685), blue: SIMD3(-0.1614, 0.0367, 1.0296))
        func white(_ xy: SIMD2<Double>) -> SIMD3<Double> {
            cones.applied(to: SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y))
        }
        let scale = white(to) / white(from)
        let scaled = ColorMatrix(red: SIMD3(scale.x, 0, 0), green: SIMD3(0, scale.y, 0), blue: SIMD3(0, 0, scale.z))
        return cones.inverse.after(scaled.after(cones))
    }
}

extension Chromaticities {
    fileprivate static let sRGBToXYZ = ColorSpaceDefinition.Primaries.sRGB.chromaticities.toXYZ
}
