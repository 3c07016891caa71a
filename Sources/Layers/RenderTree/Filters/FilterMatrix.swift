import CoreGraphics

/// A mapping of a straight colour: each channel is a sum of all four, and a constant. The rows are those of Apple's CAColorMatrix.
package struct FilterMatrix: Hashable, Sendable {
    package var r = SIMD4<Float>(1, 0, 0, 0)
    package var g = SIMD4<Float>(0, 1, 0, 0)
    package var b = SIMD4<Float>(0, 0, 1, 0)
    package var a = SIMD4<Float>(0, 0, 0, 1)
    package var bias = SIMD4<Float>.zero
    package init() {}
    package init(_ r: SIMD4<Float>, _ g: SIMD4<Float>, _ b: SIMD4<Float>, _ a: SIMD4<Float> = [0, 0, 0, 1], bias: SIMD4<Float> = .zero) {
        self.r = r; self.g = g; self.b = b; self.a = a; self.bias = bias
    }
    package static let identity = FilterMatrix()

    /// Creates a matrix from twenty numbers, row by row, with the constant last in each row.
    package init?(_ list: [Double]) {
        guard list.count == 20, list.allSatisfy(\.isFinite) else { return nil }
        func row(_ i: Int) -> SIMD4<Float> { SIMD4(Float(list[i]), Float(list[i + 1]), Float(list[i + 2]), Float(list[i + 3])) }
        self.init(row(0), row(5), row(10), row(15), bias: SIMD4(Float(list[4]), Float(list[9]), Float(list[14]), Float(list[19])))
    }

    package var list: [Double] {
        zip([r, g, b, a], [bias.x, bias.y, bias.z, bias.w]).flatMap { row, last in [row.x, row.y, row.z, row.w, last].map(Double.init) }
    }

    package func apply(_ c: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4((r * c).sum(), (g * c).sum(), (b * c).sum(), (a * c).sum()) + bias
    }

    /// Returns the concatenation with another matrix, without clamping to 0...1 in between.
    package func then(_ m: FilterMatrix) -> FilterMatrix {
        func row(_ k: SIMD4<Float>) -> SIMD4<Float> { r * k.x + g * k.y + b * k.z + a * k.w }
        return FilterMatrix(row(m.r), row(m.g), row(m.b), row(m.a), bias: m.apply(bias))
    }

    /// Interpolates from the identity (0) to this matrix (1). Values outside extrapolate linearly.
    package func faded(_ t: Float) -> FilterMatrix {
        let i = FilterMatrix.identity
        func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a + (b - a) * t }
        return FilterMatrix(mix(i.r, r), mix(i.g, g), mix(i.b, b), mix(i.a, a), bias: bias * t)
    }

    /// The luminance of a colour, used in each row.
    private static let luminance = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
    package static let gray = FilterMatrix(luminance, luminance, luminance)

    package static func saturation(_ s: Float) -> FilterMatrix { gray.faded(1 - s) }
    package static func brightness(_ v: Float) -> FilterMatrix {
        FilterMatrix([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], bias: [v, v, v, 0])
    }
    /// Scales contrast about middle gray.
    package static func contrast(_ v: Float) -> FilterMatrix {
        let c = 0.5 - 0.5 * v
        return FilterMatrix([v, 0, 0, 0], [0, v, 0, 0], [0, 0, v, 0], bias: [c, c, c, 0])
    }
    package static let inverted = FilterMatrix([-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], bias: [1, 1, 1, 0])
    package static let sepia = FilterMatrix([0.393, 0.769, 0.189, 0], [0.349, 0.686, 0.168, 0], [0.272, 0.534, 0.131, 0])

    /// Maps to shades of one colour.
    package static func monochrome(_ c: RGBA, bias v: Float) -> FilterMatrix {
        FilterMatrix(luminance * c.x, luminance * c.y, luminance * c.z, bias: [v, v, v, 0])
    }
    package static func multiply(_ c: RGBA) -> FilterMatrix {
        FilterMatrix([c.x, 0, 0, 0], [0, c.y, 0, 0], [0, 0, c.z, 0], [0, 0, 0, c.w])
    }
    package static func add(_ c: RGBA) -> FilterMatrix {
        FilterMatrix([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], bias: [c.x * c.w, c.y * c.w, c.z * c.w, 0])
    }

    /// Rotates about the gray axis, in radians. Luminance is preserved.
    package static func hueRotation(_ angle: Double) -> FilterMatrix {
        let (sine, cosine) = SteadyMath.sincos(angle)
        let s = Float(sine), c = Float(cosine), l = luminance
        return FilterMatrix(
            [l.x + c * (1 - l.x) - s * l.x, l.y - c * l.y - s * l.y, l.z - c * l.z + s * (1 - l.z), 0],
            [l.x - c * l.x + s * 0.143, l.y + c * (1 - l.y) + s * 0.140, l.z - c * l.z - s * 0.283, 0],
            [l.x - c * l.x - s * (1 - l.x), l.y - c * l.y + s * l.y, l.z + c * (1 - l.z) + s * l.z, 0])
    }
}
