import CoreGraphics
import RenderTree

/// What the current transaction of a thread has to do when it commits.
struct TransactionWork {
    /// Live layers that changed or need layout or display.
    var touched: [CALayer] = []
    /// How many of them the phases of this commit have seen.
    var prepared = 0
    /// Contexts whose root layer changed.
    var contexts: [LayerContext] = []
    /// Layers with animations that no render tree has yet.
    var animating: [CALayer] = []
    /// Animations removed or replaced.
    var removed: [AnimationEntry] = []

    var isEmpty: Bool { touched.isEmpty && contexts.isEmpty && animating.isEmpty && removed.isEmpty }
}
