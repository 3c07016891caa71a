// The scene: from nodes to the draw list
//
// The scene keeps the draw list up to date with the nodes. Each node writes its ops into a contiguous range, its sublayers' ranges inside
// its own: `opStart ..< opEnd`. Groups and clips are pairs of ops with a `Scope` beside them that has the bounds of their contents. There
// are three ways to update the list, from cheap to expensive:
//
// 1. Patch (`Scene+Refresh`). Only values changed. Each dirty node writes its ops over its old ones. A patch fails when a node needs more
//    or fewer ops than it has (a border appeared, opacity left 1 and a group is needed): the list is then rebuilt. A node that was left out
//    and may now show makes the patch fail, too.
// 2. Splice (`Scene+Splice`). A sublayer came, left, or changed its place among at least two visible siblings. Its ops are emptied in
//    place, or written at the end of the list and rotated into position; later ops are shifted by indices alone. Emptied ops stay until
//    they are half of the list. Allowed only where the number of sublayers changes nothing about the superlayer's own ops, and nothing
//    depends on the whole (shadow, filter, replicator, depth sort, transition): `mayEdit` checks all of it. 24 at most in a frame.
// 3. Rebuild. Everything is written again into the buffers of the list before last. The old list is kept meanwhile: a node whose new ops
//    equal its old ones damages nothing, so a rebuild is expensive in time but not in pixels.
//
// Replicators and depth-sorted siblings are units: their ops depend on everything below, so a change below marks the unit, not the node.
//
// What invalidates what
//     | change                                             | consequence                                                          |
//     |----------------------------------------------------|----------------------------------------------------------------------|
//     | a value of a layer                                 | node dirty: patch                                                    |
//     | transform, position, bounds                        | node dirty; its ops reach the sublayers, whose matrices change       |
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

import AgateDiagnostics
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
    @exclusivity(unchecked) var stackRoom = StackRoom()
    /// New sublayers whose ops are inserted into the list.
    var arrivals: ContiguousArray<Int32> = []
    /// Replicators with delayed instances, and the next time at which one of those instances changes.
    var delayed: ContiguousArray<(node: Int32, nextChange: Double)> = []
    private var reports = SceneReports()

    init(nodes: NodeTable, timeline: Timeline, settings: SceneSettings) {
        self.nodes = nodes
        self.timeline = timeline
        self.settings = settings
        editor = DrawListEditor(target: settings.viewport.bounds)
        writer = PartsWriter(
            editor: editor, timeline: timeline, antialiasing: settings.antialiasing, clipsOwnDrawing: settings.clipsOwnDrawing)
    }

    /// Changes the target; the next update damages all of it.
    func setViewport(_ viewport: Viewport) {
        settings.viewport = viewport
        nodes.needsRebuild = true
        editor.target = viewport.bounds
        editor.damage.removeAll()
        editor.damage.add(viewport.bounds)
    }

    /// Marks replicators of which a delayed instance changes at a time.
    func markDelayed(at time: Double) {
        for each in delayed where each.nextChange <= time && nodes.isLive(each.node) { nodes.markDirty(each.node) }
    }

    func setDelayed(_ node: Int32, nextChange: Double) {
        if let at = delayed.firstIndex(where: { $0.node == node }) {
            delayed[at].nextChange = nextChange
        } else {
            delayed.append((node, nextChange))
        }
    }

    /// Returns true if none of a drawn node's ops touches a pixel.
    @inline(__always)
    func drewNothing(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        for op in Int(n.pointee.opStart)..<max(Int(n.pointee.opStart), Int(n.pointee.opEnd)) where !editor.list.ops[op].bounds.isEmpty {
            return false
        }
        return true
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

    /// Evaluates the sleeping layers directly below a layer, before it is drawn.
    func wakeSleepers(_ n: UnsafeMutablePointer<RenderNode>) {
        let needed = nodes.needsRebuild, orders = nodes.orderDirty.count
        timeline.wakeSleepers(n)
        // A patch can't handle a changed order.
        if editor.pass.isPatching, nodes.needsRebuild != needed || nodes.orderDirty.count != orders { editor.pass.hasFailed = true }
    }
}

/// The limits that were reported already.
private struct SceneReports {
    var depth = false, size = false, instances = false
}

// MARK: limits

/// The maximum nesting of groups, clips, masks, bitmaps, transitions, replicators and depth-sorted layers; anything deeper is not drawn.
private let depthLimit: Int32 = 400
/// The maximum number of ops, since nested replicators multiply; past it the rest is not drawn.
private let opLimit = 1 << 21

extension Scene {
    func mayDescend(_ depth: Int32) -> Bool {
        if depth > depthLimit {
            reportDepth()
            return false
        }
        if !editor.pass.isPatching && editor.pass.cursor > opLimit {
            if !reports.size {
                reports.size = true
                Diagnostic.report(
                    "rendertree.too-large",
                    "the layer tree draws more than \(opLimit) parts (replicators multiply them); the rest is not drawn")
            }
            return false
        }
        return true
    }

    func reportDepth() {
        if reports.depth { return }
        reports.depth = true
        Diagnostic.report(
            "rendertree.too-deep",
            "more than \(depthLimit) nested layers need an offscreen image or a clip (masks, group opacity, filters, clips, replicators, "
                + "depth sorting), or the stack has no room for them; deeper layers are not drawn"
        )
    }

    func instanceCount(_ n: UnsafeMutablePointer<RenderNode>) -> Int {
        let count = n.pointee.state.extraBox == nil ? 1 : n.pointee.state.extra.instanceCount
        guard count >= 1 else { return 0 }
        guard count > 65_536 else { return Int(count) }
        if !reports.instances {
            reports.instances = true
            Diagnostic.report("rendertree.too-large", "a replicator has \(count) instances; only 65536 are drawn")
        }
        return 65_536
    }
}
