// The limits of a scene
//
// A program may nest layers and multiply instances without bound, but memory and the stack are bounded. Past a limit the rest is not
// drawn, and each limit is reported once.
//
// What invalidates what: the limits keep nothing of a frame, only which of them were reported, and the bounds of the stack that was
// measured last. A tree that is drawn on another thread measures that thread's stack.

import AgateDiagnostics
import CoreGraphics

/// Decides how deep and how much is drawn, and reports what is not.
final class SceneLimits {
    /// The maximum nesting of groups, clips, masks, bitmaps, transitions, replicators and depth-sorted layers; anything deeper is not
    /// drawn.
    private static let depth: Int32 = 400
    /// The maximum number of ops, since nested replicators multiply; past it the rest is not drawn.
    private static let ops = 1 << 21
    private static let instances = 65_536

    private let editor: DrawListEditor
    @exclusivity(unchecked) private var stackRoom = StackRoom()
    @exclusivity(unchecked) private var reportedDepth = false, reportedSize = false, reportedInstances = false

    init(editor: DrawListEditor) { self.editor = editor }

    /// Returns true if a layer at a depth may be drawn.
    @inline(__always)
    func mayDescend(_ depth: Int32) -> Bool {
        if depth > Self.depth {
            reportDepth()
            return false
        }
        if !editor.pass.isPatching && editor.pass.cursor > Self.ops {
            reportSize()
            return false
        }
        return true
    }

    /// Runs `body` on a stack with room for one more group.
    @inline(__always)
    func onStack(_ body: () -> Void) {
        guard stackRoom.isShort() else { body(); return }
        if !StackRoom.onLargeStack(body) { reportDepth() }
    }

    /// Returns the number of instances of a layer that are drawn; 1 if it is not a replicator.
    func instanceCount(_ n: UnsafeMutablePointer<RenderNode>) -> Int {
        let count = n.pointee.state.extraBox == nil ? 1 : n.pointee.state.extra.instanceCount
        guard count >= 1 else { return 0 }
        guard count > CGFloat(Self.instances) else { return Int(count) }
        if !reportedInstances {
            reportedInstances = true
            Diagnostic.report("rendertree.too-large", "a replicator has \(count) instances; only \(Self.instances) are drawn")
        }
        return Self.instances
    }

    @inline(never)
    private func reportSize() {
        if reportedSize { return }
        reportedSize = true
        Diagnostic.report(
            "rendertree.too-large",
            "the layer tree draws more than \(Self.ops) parts (replicators multiply them); the rest is not drawn")
    }

    @inline(never)
    private func reportDepth() {
        if reportedDepth { return }
        reportedDepth = true
        Diagnostic.report(
            "rendertree.too-deep",
            "more than \(Self.depth) nested layers need an offscreen image or a clip (masks, group opacity, filters, clips, replicators, "
                + "depth sorting), or the stack has no room for them; deeper layers are not drawn"
        )
    }
}
