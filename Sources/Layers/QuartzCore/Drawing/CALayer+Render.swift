import Compositor
import CoreGraphics
import RenderTree

/// `render(in:)` is Apple's other renderer, with its behaviour preserved (rules 13 to 33 of the measured ones): the model's values without
/// animations, the layer's own position and transform left out, no depth and no perspective, few blend modes, gradients in Generic RGB,
/// shadows clipped by `masksToBounds` and faded with the layer. `renderExactly(in:)` of module Agate draws what the screen would show.
extension CALayer {
    final func renderTree(in context: CGContext) {
        if modelLayer == nil {
            layoutIfNeeded()
            displayTree()
        }
        TreeSnapshot(self, style: .inContext).draw(into: context, options: .renderInContext)
    }
}
