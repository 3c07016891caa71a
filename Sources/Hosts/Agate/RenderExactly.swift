import QuartzCore

extension CALayer {
    /// Draws the layer and its sublayers as a window would show them, including masks, filters, blend modes, perspective and depth, which
    /// `render(in:)` leaves out or draws by its own rules.
    ///
    /// The model's values are drawn; `layer.presentation()?.renderExactly(in:)` draws the current presentation values. The layer's own
    /// position and transform are ignored, as in `render(in:)`: the corner of its bounds is at the origin of the context's space. The
    /// context's transform, clip, alpha, blend mode and shadow apply. Call it on the thread of the layers.
    public func renderExactly(in context: CGContext) {
        if model() === self {
            layoutIfNeeded()
            displayTree()
        }
        TreeSnapshot(self, style: .onScreen).draw(into: context, options: .onScreen)
    }
}
