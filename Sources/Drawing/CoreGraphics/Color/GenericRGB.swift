/// Apple's old Generic RGB space (gamma 1.8), which gradients of `render(in:)` pass through.
///
/// What its primaries can't show is cut to them on the way in: that is why a pure sRGB red comes back as (255, 38, 0).
package enum GenericRGB {
    /// The components of an encoded sRGB colour, cut to 0...1.
    package static func fromSRGB(_ color: SIMD3<Double>) -> SIMD3<Double> {
        ColorSpaceDefinition.genericRGB.rgb(fromExtendedSRGB: color)
    }

    /// The encoded sRGB colour of components, cut to 0...1 before.
    package static func toSRGB(_ components: SIMD3<Double>) -> SIMD3<Double> {
        ColorSpaceDefinition.genericRGB.extendedSRGB(fromRGB: components)
    }
}
