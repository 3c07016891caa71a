// The scene: from nodes to the draw list
//
// The scene keeps the draw list up to date with the nodes. Each node writes its ops into a contiguous range, its sublayers' ranges inside
// its own: `opStart ..< opEnd`. Groups and clips are pairs of ops with a `Scope` beside them that has the bounds of their contents. There
// are three ways to update the list, from cheap to expensive:
//
// 1. Patch (`Scene+Refresh`). Only values changed. Each dirty node writes its ops over its old ones. A patch fails when a node needs more
//    or fewer ops than it has (a border appeared, opacity left 1 and a group is needed): the list is then rebuilt. A node that was left out
//    and may now show makes the patch fail, too.
// 2. Splice (`ListSplicer`). A sublayer came, left, or changed its place among at least two visible siblings. Its ops are emptied in
//    place, or written at the end of the list and rotated into position; later ops are shifted by indices alone. Emptied ops stay until
//    they are half of the list. Allowed only where the number of sublayers changes nothing about the superlayer's own ops, and nothing
//    depends on the whole (shadow, filter, replicator, depth sort, transition): `mayEdit` checks all of it. 24 at most in a frame.
// 3. Rebuild. Everything is written again into the buffers of the list before last. The old list is kept meanwhile: a node whose new ops
//    equal its old ones damages nothing, so a rebuild is expensive in time but not in pixels.
//
// Replicators and depth-sorted siblings are units: their ops depend on everything below, so a change below marks the unit, not the node.
//
// The scene itself walks over the nodes and decides which groups and clips are around a layer. What can be decided without the walk is in
// types of their own, each with an essay at the head of its file; none of them refers to the scene:
//     | type                 | decides                                                                     | file                     |
//     |----------------------|-----------------------------------------------------------------------------|--------------------------|
//     | `DepthSorter`        | the pieces in which tilted siblings are drawn, farthest first               | Depth/DepthSorter.swift  |
//     | `SiblingOrder`       | the order of other siblings, by zPosition                                   | SiblingOrder.swift       |
//     | `ListSplicer`        | the ops that move when a sublayer comes, leaves or passes another           | ListSplicer.swift        |
//     | `NodeBefore`         | the pixels of a node that differ between two builds                         | NodeComparison.swift     |
//     | `LayerExtents`       | the box that a layer covers, and whether the last frame drew any of it      | LayerExtents.swift       |
//     | `SublayerIndexes`    | the sublayers that a move of their superlayer has to make                   | SublayerIndex.swift      |
//     | `InstanceSequence`   | the space, tint and delay of each instance of a replicator                  | Instances.swift          |
//     | `DelayedReplicators` | the next time at which a delayed instance changes                           | Instances.swift          |
//     | `BitmapSpace`        | the space in which a rasterised layer is drawn                              | BitmapSpace.swift        |
//     | `TransitionLayout`   | the offset and opacity of both pictures of a transition                     | TransitionLayout.swift   |
//     | `SceneLimits`        | the greatest depth and number of ops that are drawn                         | SceneLimits.swift        |
//
// What invalidates what
//     | change                                             | consequence                                                          |
//     |----------------------------------------------------|----------------------------------------------------------------------|
//     | a value of a layer                                 | node dirty: patch                                                    |
//     | transform, position, bounds                        | node dirty; its sublayers that show are made, as their matrices change |
//     | sublayerTransform, transform layer, replicator     | the same, with `needsAll`: no early end at equal matrices            |
//     | zPosition                                          | the superlayer's paint order: move ops, or rebuild for many          |
//     | sublayers                                          | splice where `mayEdit`, else rebuild                                 |
//     | mask set or removed, root, viewport, class         | rebuild                                                              |
//     | hidden or opacity through 0                        | patch fails once when the node has no ops yet: rebuild               |
//
// What was tried, with figures
//     - A new list whenever anything but values changed, and a pass over all ops in each frame: one moving layer among 100,000 still
//       ones cost 9 ms a frame. With boxes of ops beside each other and patches it is 0.06 ms.
//     - A rebuild for each change of structure: one layer added among 10,000, with its frame, cost 12 ms; spliced it is 0.20 ms. A
//       zPosition that animates among 10,000 cost 9 ms a frame, now 0.03 ms.
//     - Recursive traversals: the stack overflowed for trees that a program may well build. Each traversal here keeps an explicit list.
//
//     Not built: a scene of retained pictures for each layer, as in WebRender (pictures pay off where content scrolls; here it mostly
//     changes place and value, and damage is small).

import CoreGraphics

/// The target of a render tree, and the drawing rules for the whole tree.
struct SceneSettings {
    var viewport: Viewport
    let antialiasing: EdgeAntialiasing
    /// As in `render(in:)`: masksToBounds clips everything that the layer draws, including its border and shadow (rule 18). On screen it
    /// clips contents and sublayers, and a shadow is not drawn.
    let clipsOwnDrawing: Bool
}

/// Makes draw ops from nodes. Owned by one thread at a time, as the tree is.
final class Scene {
    let nodes: NodeTable
    /// Provides the states at other times while an instance of a replicator is drawn.
    let timeline: Timeline
    let editor: DrawListEditor
    let writer: PartsWriter
    @exclusivity(unchecked) var settings: SceneSettings
    /// An offset of the next picture in its own space, for transitions.
    @exclusivity(unchecked) var shift = CGSize.zero
    /// The nodes from the root to the one being drawn, except those in recursive calls.
    @exclusivity(unchecked) var openNodes: ContiguousArray<OpenNode> = []
    let sleepers: Sleepers
    let extents: LayerExtents
    let depthSorter: DepthSorter
    let splicer: ListSplicer
    let indexes: SublayerIndexes
    let delayed = DelayedReplicators()
    let limits: SceneLimits

    init(nodes: NodeTable, timeline: Timeline, settings: SceneSettings) {
        self.nodes = nodes
        self.timeline = timeline
        self.settings = settings
        editor = DrawListEditor(target: settings.viewport.bounds)
        writer = PartsWriter(
            editor: editor, timeline: timeline, antialiasing: settings.antialiasing, clipsOwnDrawing: settings.clipsOwnDrawing)
        limits = SceneLimits(editor: editor)
        sleepers = Sleepers(timeline: timeline, editor: editor)
        extents = LayerExtents(nodes: nodes, editor: editor, writer: writer, sleepers: sleepers)
        depthSorter = DepthSorter(nodes: nodes, extents: extents, sleepers: sleepers, limits: limits)
        splicer = ListSplicer(nodes: nodes, editor: editor, replicators: delayed)
        indexes = SublayerIndexes(nodes: nodes, extents: extents)
    }

    /// Changes the target; the next update damages all of it.
    func setViewport(_ viewport: Viewport) {
        settings.viewport = viewport
        nodes.needsRebuild = true
        editor.target = viewport.bounds
        editor.damage.removeAll()
        editor.damage.add(viewport.bounds)
    }

    /// Damages the pixels that a node drew in the last frame, and marks its unit to be drawn again.
    func damageOps(of node: Int32) {
        let n = nodes[node]
        guard n.pointee.stamp == nodes.stamp else { return }
        let scope = n.pointee.environment.scope, unit = n.pointee.environment.unit
        if unit >= 0, nodes.isLive(unit) {
            nodes[unit].pointee.flags.insert(.needsAll)
            nodes.markDirty(unit)
        }
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: Int(scope) < editor.scopes.count ? scope : -1)
    }
}
