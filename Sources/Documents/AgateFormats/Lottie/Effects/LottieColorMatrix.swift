/// Five numbers for each of red, green, blue and opacity, applied to straight colours: four factors and an offset.
struct LottieColorMatrix: Sendable {
    let rows: [Double]

    static let identity = Self(rows: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])

    /// Maps luminance to a colour between two, mixed with the original.
    static func tint(_ black: SIMD4<Double>, _ white: SIMD4<Double>, _ amount: Double) -> Self {
        let luma = LottieFilters.luma
        var rows: [Double] = []
        for i in 0..<3 {
            let slope = (white[i] - black[i]) * amount
            var row = [luma.x * slope, luma.y * slope, luma.z * slope, 0, black[i] * amount]
            row[i] += 1 - amount
            rows += row
        }
        return Self(rows: rows + [0, 0, 0, 1, 0])
    }

    /// Replaces the colour, and multiplies the opacity by `alpha`.
    static func fill(_ color: SIMD4<Double>, alpha: Double) -> Self {
        Self(rows: [0, 0, 0, 0, color.x, 0, 0, 0, 0, color.y, 0, 0, 0, 0, color.z, 0, 0, 0, alpha, 0])
    }

    /// Mixes in a colour.
    static func overlay(_ color: SIMD4<Double>, _ amount: Double) -> Self {
        let rest = 1 - amount
        return Self(rows: [
            rest, 0, 0, 0, color.x * amount, 0, rest, 0, 0, color.y * amount, 0, 0, rest, 0, color.z * amount, 0, 0, 0, 1, 0,
        ])
    }

    /// Increases the contrast of opacity around `middle`.
    static func gain(_ factor: Double, about middle: Double) -> Self {
        Self(rows: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, factor, 0.5 - factor * middle])
    }
}
