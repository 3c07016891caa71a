import RenderTree

/// How much a host has done: counts that are the same in every run.
package struct HostWork: Sendable {
    package var tree: TreeWork
    package var drawing: DrawingWork
    /// Layers that commits have looked at.
    package var layersCommitted: Int
    /// How often it was found when an animation begins or ends.
    package var timesFound: Int

    package static func - (a: Self, b: Self) -> Self {
        var drawing = a.drawing
        drawing.ops -= b.drawing.ops
        drawing.pixels -= b.drawing.pixels
        return HostWork(
            tree: a.tree - b.tree, drawing: drawing, layersCommitted: a.layersCommitted - b.layersCommitted,
            timesFound: a.timesFound - b.timesFound
        )
    }
}
