/// Apple's old Generic RGB space (gamma 1.8), through which gradients of `render(in:)` are converted.
///
/// Colours outside its primaries are clipped on conversion. For that reason a pure sRGB red becomes (255, 38, 0).
package enum GenericRGB {
    /// Returns the components of an encoded sRGB colour, clamped to 0...1.
    package static func fromSRGB(_ color: SIMD3<Double>) -> SIMD3<Double> {
        ColorSpaceDefinition.genericRGB.rgb(fromExtendedSRGB: color)
    }

    /// Returns the encoded sRGB colour of components, which are first clamped to 0...1.
    package static func toSRGB(_ components: SIMD3<Double>) -> SIMD3<Double> {
        ColorSpaceDefinition.genericRGB.extendedSRGB(fromRGB: components)
    }
}
