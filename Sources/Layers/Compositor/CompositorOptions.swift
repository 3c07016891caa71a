/// Where two of Apple's renderers differ (the window's and `render(in:)`), which one to follow.
package struct CompositorOptions: Hashable, Sendable {
    package enum CornerOutline: UInt8, Sendable {
        /// A quarter circle, or the continuous curve where the op asks for it, always made to fit the rectangle.
        case circular
        /// Every rounded corner is the continuous curve at its full length, even where neighbouring corners then overlap.
        case continuousUnclamped
    }
    package enum GradientSpace: UInt8, Sendable {
        /// Colours are interpolated as they will be shown.
        case output
        /// Colours go to Generic RGB (gamma 1.8, its own primaries, cut to its gamut), are interpolated there and come back.
        case genericRGB
    }
    package var cornerOutline = CornerOutline.circular
    package var gradientSpace = GradientSpace.output
    /// Overlapping parts of one stroke add their coverage instead of uniting.
    package var additiveStrokes = false
    /// A border is a stroke along the outline moved in by half its width, instead of the band between two outlines: the same for
    /// circles, a little different where corners are continuous.
    package var strokesBorders = false
    /// Contents of another size than they are shown at are brought to it as `CGContext.draw` does, whatever the layer's filters say; only
    /// what is to be enlarged by the nearest pixel is.
    package var resamplesContents = false
    package init() {}

    /// What a window shows.
    package static let onScreen: CompositorOptions = {
        var o = CompositorOptions()
        o.additiveStrokes = true
        return o
    }()
    /// What `CALayer.render(in:)` draws.
    package static var renderInContext: CompositorOptions {
        var o = CompositorOptions()
        o.gradientSpace = .genericRGB
        o.strokesBorders = true
        o.resamplesContents = true
        return o
    }
}
