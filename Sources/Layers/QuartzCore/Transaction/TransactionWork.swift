import CoreGraphics
import RenderTree

/// The work of a thread's current transaction for its commit.
struct TransactionWork {
    /// Live layers that changed or need layout or display.
    var touched: [CALayer] = []
    /// The number of those layers that the phases of this commit have handled.
    var prepared = 0
    /// Contexts whose root layer changed.
    var contexts: [LayerContext] = []
    /// Layers with animations that have not been sent to a render tree.
    var animating: [CALayer] = []
    /// The removed or replaced animations.
    var removed: [AnimationEntry] = []

    var isEmpty: Bool { touched.isEmpty && contexts.isEmpty && animating.isEmpty && removed.isEmpty }
}
