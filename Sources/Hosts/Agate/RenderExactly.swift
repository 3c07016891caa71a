import QuartzCore

extension CALayer {
    /// Draws the layer and all under it as a window would show them: masks, filters, blend modes, perspective and depth included, which
    /// `render(in:)` leaves out or draws by rules of its own.
    ///
    /// The model's values are drawn; `layer.presentation()?.renderExactly(in:)` draws those of the time. The layer's own position and
    /// transform are left out, as in `render(in:)`: the corner of its bounds lies at the origin of the context's space. The context's
    /// transform, clip, alpha, blend mode and shadow apply. On the thread of the layers.
    public func renderExactly(in context: CGContext) {
        if model() === self {
            layoutIfNeeded()
            displayTree()
        }
        TreeSnapshot(self, style: .onScreen).draw(into: context, options: .onScreen)
    }
}
