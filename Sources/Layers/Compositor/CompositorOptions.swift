/// Selects one of Apple's two renderers (the window's or `render(in:)`) in details where they differ.
package struct CompositorOptions: Hashable, Sendable {
    package enum CornerOutline: UInt8, Sendable {
        /// A quarter circle, or the continuous curve if the op requests it, always made to fit the rectangle.
        case circular
        /// Every rounded corner is the continuous curve at its full length, even if neighbouring corners then overlap.
        case continuousUnclamped
    }
    package enum GradientSpace: UInt8, Sendable {
        /// Colours are interpolated in the output space.
        case output
        /// Colours are converted to Generic RGB (gamma 1.8, its own primaries, clamped to its gamut), interpolated there and converted
        /// back.
        case genericRGB
    }
    package var cornerOutline = CornerOutline.circular
    package var gradientSpace = GradientSpace.output
    /// True if overlapping parts of one stroke add their coverage instead of uniting.
    package var additiveStrokes = false
    /// True if a border is a stroke along the outline inset by half its width, instead of the band between two outlines: the same for
    /// circles, slightly different for continuous corners.
    package var strokesBorders = false
    /// True if contents shown at another size are resampled as by `CGContext.draw`, regardless of the layer's filters; only enlargement
    /// with the nearest filter is unaffected.
    package var resamplesContents = false
    package init() {}

    /// The options of a window.
    package static let onScreen: CompositorOptions = {
        var o = CompositorOptions()
        o.additiveStrokes = true
        return o
    }()
    /// The options of `CALayer.render(in:)`.
    package static var renderInContext: CompositorOptions {
        var o = CompositorOptions()
        o.gradientSpace = .genericRGB
        o.strokesBorders = true
        o.resamplesContents = true
        return o
    }
}
