import RenderTree

/// The amount of work that a host has done: counts that are the same in every run.
package struct HostWork: Sendable {
    package var tree: TreeWork
    package var drawing: DrawingWork
    /// The number of layers that commits have visited.
    package var layersCommitted: Int
    /// The number of times that the begin or end of an animation was computed.
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
