// Comparison: what a rebuilt list changes on the screen
//
// A rebuild writes every op again, but damages only what differs: each node remembers where its ops were in the old list and what they
// depended on (`NodeBefore`), and is compared when its new ops are made. An unchanged node costs the comparison of a few values.
//
// What invalidates what
//     | difference                                          | damage                                                                |
//     |-----------------------------------------------------|-----------------------------------------------------------------------|
//     | the node was not in the old list                    | all of it, once for the topmost new node                              |
//     | form (groups, clips), `needsAll`, visible or not    | all of it, in its old place and its new one                           |
//     | values that sublayers depend on, of a dirty node    | the same                                                              |
//     | the node's own ops                                  | these ops, old and new; all of it if they can't be compared one by one |
//     | none, or the node was not dirty                     | nothing: its sublayers are compared on their own                      |
//
// A `NodeBefore` is valid from the begin of a node to its end in one build, while the editor keeps the old list.

import CoreGraphics

/// The action taken when all ops of a node are made.
enum NodeCheck {
    /// No action: the node's ops belong to another node's.
    case none
    /// The node is settled; the caller compares.
    case plain
    /// The node was not in the last build: all of it is damage.
    case isNew
    /// The node was in the last build: the parts that differ are damage.
    case compares
}

/// A node's state in the last build.
struct NodeBefore {
    private let wasDirty: Bool
    private let isWhollyChanged: Bool
    private let start, end, childStart, childEnd: Int32
    private let form: DrawForm
    private let scope: Int32
    private let isFlipped: Bool
    private let matrix: CATransform3D
    private let childOpacity: Float
    private let childClip: DeviceRect

    init(_ n: UnsafeMutablePointer<RenderNode>) {
        wasDirty = n.pointee.flags.contains(.dirty)
        isWhollyChanged = n.pointee.flags.contains(.needsAll)
        start = n.pointee.opStart
        end = n.pointee.opEnd
        childStart = n.pointee.childStart
        childEnd = n.pointee.childEnd
        form = n.pointee.form
        scope = n.pointee.environment.scope
        isFlipped = n.pointee.flags.contains(.contentsFlipped)
        matrix = wasDirty ? n.pointee.matrix : CATransform3DIdentity
        childOpacity = n.pointee.childOpacity
        childClip = n.pointee.childClip
    }

    /// Damages the parts of a node, whose ops are made, that differ from the last build.
    func damageDifferences(from n: UnsafeMutablePointer<RenderNode>, in editor: DrawListEditor) {
        let scope = n.pointee.environment.scope
        var wholly =
            isWhollyChanged || n.pointee.form != form || form.contains(.transition)
            || (start == end) != (n.pointee.opStart == n.pointee.opEnd)
        if !wholly, n.pointee.blendMode != .normal, form.contains(.outerGroup), editor.clearsAround(editor.list.ops[Int(n.pointee.opStart)])
        {
            // The blend mode affects all of the group's bounds, also where nothing inside changed.
            wholly = editor.previous.ops[Int(start)].bounds != editor.list.ops[Int(n.pointee.opStart)].bounds
        }
        if !wholly {
            if !wasDirty { return }
            // The values that sublayers depend on.
            wholly =
                n.pointee.matrix != matrix || n.pointee.childOpacity != childOpacity || n.pointee.childClip != childClip
                || n.pointee.flags.contains(.contentsFlipped) != isFlipped || n.pointee.flags.contains(.hasSublayerTransform)
        }
        // Filters, shadows and bitmaps extend the effect of an op beyond the op.
        if !wholly, !n.pointee.form.contains(.spreads) {
            let hasChildren = n.pointee.childEnd > n.pointee.childStart || childEnd > childStart
            let before = OwnOps(
                start: start, childStart: childStart, childEnd: childEnd, end: end, scope: self.scope, hasChildren: hasChildren)
            let now = OwnOps(
                start: n.pointee.opStart, childStart: n.pointee.childStart, childEnd: n.pointee.childEnd, end: n.pointee.opEnd,
                scope: scope, hasChildren: hasChildren)
            if editor.compareOwnOps(now, with: before) { return }
        }
        editor.damagePrevious(start, end, scope: self.scope)
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: scope)
    }
}
