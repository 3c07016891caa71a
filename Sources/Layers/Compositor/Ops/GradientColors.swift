import CoreGraphics
import Raster
import RenderTree

/// The stops of a gradient as given, and the space in which they are interpolated: the inputs of its ramp.
package struct GradientColors: Hashable {
    let colors: [RGBA]
    let locations: [Double]
    let space: CompositorOptions.GradientSpace

    /// Returns nil for gradients that draw nothing: with fewer than two colours, or with more or fewer locations than colours.
    package init?(_ draw: GradientDraw, space: CompositorOptions.GradientSpace) {
        guard draw.colors.count > 1, draw.locations.isEmpty || draw.locations.count == draw.colors.count else { return nil }
        colors = draw.colors
        locations = draw.locations
        self.space = space
    }

    package func makeRamp() -> GradientRamp {
        let stops = self.stops, places = self.places
        return GradientRamp { PixelMath.premultiplied(shown(Self.mix(stops, places, $0))) }
    }

    /// Returns the colour at a position from 0 to 1, not premultiplied, in the output space.
    package func color(at t: Double) -> RGBA { shown(Self.mix(stops, places, t)) }

    private var stops: [RGBA] { space == .output ? colors : colors.map(GradientColors.toGeneric) }
    private func shown(_ c: RGBA) -> RGBA { space == .output ? c : GradientColors.fromGeneric(c) }

    /// Colours are mixed without premultiplication, and premultiplied afterwards: white to clear goes through grey.
    private static func mix(_ stops: [RGBA], _ places: [Double], _ t: Double) -> RGBA {
        let i = places.firstIndex { $0 > t } ?? places.count
        if i == 0 { return stops[0] }
        if i == places.count { return stops[i - 1] }
        let f = Float((t - places[i - 1]) / (places[i] - places[i - 1]))
        return stops[i - 1] + (stops[i] - stops[i - 1]) * f
    }

    /// The positions of the stops, evenly distributed if none are given. Positions must not decrease; one that does is set to the one
    /// before it.
    package var places: [Double] {
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
