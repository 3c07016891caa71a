import CoreGraphics
import Raster
import RenderTree

/// The stops of a gradient, in the space they are interpolated in.
struct GradientColors: Hashable {
    var colors: [RGBA]
    var locations: [Double]
    var space: CompositorOptions.GradientSpace

    /// Nil for gradients that draw nothing: without a colour, or with more or fewer locations than colours.
    init?(_ draw: GradientDraw, space: CompositorOptions.GradientSpace) {
        guard !draw.colors.isEmpty else { return nil }
        if draw.locations.isEmpty {
            let last = Double(max(1, draw.colors.count - 1))
            locations = draw.colors.indices.map { Double($0) / last }
        } else {
            guard draw.locations.count == draw.colors.count else { return nil }
            // They must not fall; one that does stands where the one before it stands.
            var reached = -Double.infinity
            locations = draw.locations.map { reached = max(reached, $0.isNaN ? reached : $0); return reached }
        }
        colors = space == .output ? draw.colors : draw.colors.map(GradientColors.toGeneric)
        self.space = space
    }

    /// Straight colours are mixed, and multiplied by alpha afterwards: white to clear goes through grey.
    func makeRamp() -> GradientRamp {
        var i = 0
        return GradientRamp { t in
            while i < locations.count, locations[i] <= t { i += 1 }
            let c: RGBA
            if i == 0 {
                c = colors[0]
            } else if i == locations.count {
                c = colors[i - 1]
            } else {
                let f = Float((t - locations[i - 1]) / (locations[i] - locations[i - 1]))
                c = colors[i - 1] + (colors[i] - colors[i - 1]) * f
            }
            return PixelMath.premultiplied(space == .output ? c : GradientColors.fromGeneric(c))
        }
    }

    private static func toGeneric(_ c: RGBA) -> RGBA {
        let v = ColorSpaceDefinition.genericRGB.rgb(fromExtendedSRGB: [Double(c.x), Double(c.y), Double(c.z)])
        func cut(_ x: Double) -> Float { Float(max(0, min(1, x))) }
        return RGBA(cut(v.x), cut(v.y), cut(v.z), c.w)
    }
    private static func fromGeneric(_ c: RGBA) -> RGBA {
        let v = ColorSpaceDefinition.genericRGB.extendedSRGB(fromRGB: [Double(c.x), Double(c.y), Double(c.z)])
        return RGBA(Float(v.x), Float(v.y), Float(v.z), c.w)
    }
}
