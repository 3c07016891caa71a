import CoreGraphics
import Raster
import RenderTree

/// The stops of a gradient as given, and the space they are interpolated in: what its ramp depends on.
struct GradientColors: Hashable {
    let colors: [RGBA]
    let locations: [Double]
    let space: CompositorOptions.GradientSpace

    /// Nil for gradients that draw nothing: without a colour, or with more or fewer locations than colours.
    init?(_ draw: GradientDraw, space: CompositorOptions.GradientSpace) {
        guard !draw.colors.isEmpty, draw.locations.isEmpty || draw.locations.count == draw.colors.count else { return nil }
        colors = draw.colors
        locations = draw.locations
        self.space = space
    }

    /// Straight colours are mixed, and multiplied by alpha afterwards: white to clear goes through grey.
    func makeRamp() -> GradientRamp {
        let stops = space == .output ? colors : colors.map(GradientColors.toGeneric)
        let places = self.places
        var i = 0
        return GradientRamp { t in
            while i < places.count, places[i] <= t { i += 1 }
            let c: RGBA
            if i == 0 {
                c = stops[0]
            } else if i == places.count {
                c = stops[i - 1]
            } else {
                let f = Float((t - places[i - 1]) / (places[i] - places[i - 1]))
                c = stops[i - 1] + (stops[i] - stops[i - 1]) * f
            }
            return PixelMath.premultiplied(space == .output ? c : GradientColors.fromGeneric(c))
        }
    }

    /// Evenly spread where none are given. They must not fall; one that does stands where the one before it stands.
    private var places: [Double] {
        if locations.isEmpty {
            let last = Double(max(1, colors.count - 1))
            return colors.indices.map { Double($0) / last }
        }
        var reached = -Double.infinity
        return locations.map {
            if $0 > reached { reached = $0 }
            return reached
        }
    }

    private static func toGeneric(_ c: RGBA) -> RGBA {
        let v = GenericRGB.fromSRGB([Double(c.x), Double(c.y), Double(c.z)])
        return RGBA(Float(v.x), Float(v.y), Float(v.z), c.w)
    }
    private static func fromGeneric(_ c: RGBA) -> RGBA {
        let v = GenericRGB.toSRGB([Double(c.x), Double(c.y), Double(c.z)])
        return RGBA(Float(v.x), Float(v.y), Float(v.z), c.w)
    }
}
