import AgateDiagnostics
import Foundation
import Raster

/// Colours along a line.
///
/// Between two stops, straight components (not multiplied by alpha) are interpolated linearly in the gradient's colour space, and clipped
/// to it. A gradient is immutable and thread-safe.
public final class CGGradient: Hashable, Sendable {
    private let stops: GradientStops
    /// The ramps for each set of options, created on first use.
    private let ramps = Locked<[GradientRamp?]>([nil, nil, nil, nil])

    /// Creates a gradient of colours.
    ///
    /// Locations should rise from 0 to 1. A location that decreases, or is not a number, is set to the previous location. Locations are
    /// clamped to 0...1. Returns nil, with a diagnostic, if there is no colour or if an element of the array is not a colour.
    /// - Parameters:
    ///   - space: the space for interpolation, RGB or gray; nil for Generic RGB, as on Apple's systems, which shows pure primaries of
    ///     sRGB slightly duller. Other spaces count as sRGB.
    ///   - colors: an array of ``CGColor``.
    ///   - locations: one location for each colour; nil for even distances.
    public init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
        let all = (0..<colors.count).compactMap { colors.object(at: $0) as? CGColor }
        guard !all.isEmpty, all.count == colors.count else {
            Diagnostic.report("gradient.invalid", "CGGradient: only \(all.count) of \(colors.count) colours are CGColors")
            return nil
        }
        let places = locations.map { l in all.indices.map { Double(l[$0]) } }
        stops = GradientStops(space?.definition ?? .genericRGB, all, places)
    }

    /// Creates a gradient of components.
    /// - Parameters:
    ///   - space: the space of the components, in which they are interpolated.
    ///   - components: for each stop, as many components as the space has, then alpha.
    ///   - locations: one location for each stop; nil for even distances. See ``init(colorsSpace:colors:locations:)``.
    ///   - count: the number of stops. If it is 0, the result is nil and a diagnostic is reported.
    public init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>, locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        let size = space.numberOfComponents + 1
        let all = (0..<max(0, count)).compactMap { CGColor(colorSpace: space, components: components + $0 * size) }
        guard !all.isEmpty, all.count == count else {
            Diagnostic.report("gradient.invalid", "CGGradient: \(count) is not a valid number of colours")
            return nil
        }
        stops = GradientStops(space.definition, all, locations.map { l in all.indices.map { Double(l[$0]) } })
    }

    public static func == (lhs: CGGradient, rhs: CGGradient) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Returns the colours as a lookup table for drawing.
    func ramp(_ options: CGGradientDrawingOptions) -> GradientRamp {
        ramps.withLock { ramps in
            let index = Int(options.rawValue & 3)
            if let kept = ramps[index] { return kept }
            let made = stops.makeRamp(options)
            ramps[index] = made
            return made
        }
    }
}

/// The stops of a gradient in the space of interpolation.
private struct GradientStops: Sendable {
    private let colors: [SIMD4<Double>]
    /// The locations, 0...1, never decreasing.
    private let places: [Double]
    private let space: ColorSpaceDefinition

    init(_ space: ColorSpaceDefinition, _ colors: [CGColor], _ locations: [Double]?) {
        self.space = space.model == .rgb ? space : .sRGB
        let mixed = self.space
        self.colors = colors.map { color in
            var c = SIMD3(Double(color.rgba.x), Double(color.rgba.y), Double(color.rgba.z))
            if space.model == .monochrome { c = space.extendedSRGB(from: space.components(fromExtendedSRGB: c)) }
            let own = mixed.rgb(fromExtendedSRGB: c)
            return SIMD4(own.x, own.y, own.z, Double(color.alpha))
        }
        guard let locations else {
            let last = Double(max(1, colors.count - 1))
            places = colors.indices.map { Double($0) / last }
            return
        }
        var reached = 0.0
        places = locations.map {
            if $0 > reached { reached = min(1, $0) }
            return reached
        }
    }

    func makeRamp(_ options: CGGradientDrawingOptions) -> GradientRamp {
        var i = 0
        let before = options.contains(.drawsBeforeStartLocation), after = options.contains(.drawsAfterEndLocation)
        return GradientRamp(extendsStart: before, extendsEnd: after) { t in
            while i < places.count, places[i] <= t { i += 1 }
            if i == 0 { return pixel(colors[0]) }
            if i == places.count { return pixel(colors[i - 1]) }
            let f = (t - places[i - 1]) / (places[i] - places[i - 1])
            return pixel(colors[i - 1] + (colors[i] - colors[i - 1]) * f)
        }
    }

    private func pixel(_ c: SIMD4<Double>) -> UInt32 {
        let s = space.extendedSRGB(fromRGB: SIMD3(c.x, c.y, c.z))
        return PixelMath.premultiplied(SIMD4(Float(s.x), Float(s.y), Float(s.z), Float(c.w)))
    }
}
