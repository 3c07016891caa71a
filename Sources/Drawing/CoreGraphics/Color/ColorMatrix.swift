import Foundation

/// Three rows that transform a colour from one set of primaries to another.
package struct ColorMatrix: Sendable {
    private var x, y, z: SIMD3<Double>

    /// Creates the matrix whose columns are the XYZ of red, green and blue.
    package init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>) {
        x = SIMD3(red.x, green.x, blue.x)
        y = SIMD3(red.y, green.y, blue.y)
        z = SIMD3(red.z, green.z, blue.z)
    }

    /// Creates a matrix from the chromaticities of red, green, blue and white: each primary is scaled so that their sum is white.
    init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
        func color(_ xy: SIMD2<Double>) -> SIMD3<Double> { SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y) }
        let unscaled = ColorMatrix(red: color(red), green: color(green), blue: color(blue))
        let scale = unscaled.inverse.applied(to: color(white))
        self.init(red: color(red) * scale.x, green: color(green) * scale.y, blue: color(blue) * scale.z)
    }

    package func applied(to v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((x * v).sum(), (y * v).sum(), (z * v).sum())
    }

    /// Returns the matrix that applies `other` first and then this one.
    package func after(_ other: ColorMatrix) -> ColorMatrix {
        ColorMatrix(
            red: applied(to: SIMD3(other.x.x, other.y.x, other.z.x)),
            green: applied(to: SIMD3(other.x.y, other.y.y, other.z.y)),
            blue: applied(to: SIMD3(other.x.z, other.y.z, other.z.z))
        )
    }

    package var inverse: ColorMatrix {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let determinant = (x * cross(y, z)).sum()
        return ColorMatrix(
            red: cross(y, z) / determinant, green: cross(z, x) / determinant, blue: cross(x, y) / determinant)
    }

    package var isFinite: Bool {
        (0..<3).allSatisfy { x[$0].isFinite && y[$0].isFinite && z[$0].isFinite }
    }

    // Profiles state their primaries under the D50 light of the connection space, so both sides use that light.
    package static let sRGBToProfileXYZ = ColorMatrix(
        red: SIMD3(0.436066, 0.222488, 0.013916), green: SIMD3(0.385147, 0.716873, 0.097076),
        blue: SIMD3(0.143066, 0.060608, 0.714096))

    /// The matrix from the XYZ of colour profiles to linear sRGB.
    package static let profileXYZToSRGB = sRGBToProfileXYZ.inverse
}
