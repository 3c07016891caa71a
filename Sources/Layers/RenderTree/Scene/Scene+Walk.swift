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
    var wasDirty: Bool
    var isWhollyChanged: Bool
    var start, end, childStart, childEnd: Int32
    var form: DrawForm
    var scope: Int32
    var isFlipped: Bool
    var matrix: CATransform3D
    var childOpacity: Float
    var childClip: DeviceRect

    func ops(hasChildren: Bool) -> OwnOps {
        OwnOps(start: start, childStart: childStart, childEnd: childEnd, end: end, scope: scope, hasChildren: hasChildren)
    }

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
}

/// The sublayers of a node of which some are still to be made.
struct OpenSublayers {
    var order: ContiguousArray<Int32>
    var next = 0
    let space: CATransform3D
    let environment: DrawEnvironment
    /// The index of their first op.
    let start: Int32
}

/// A node whose sublayers are being made. Open nodes are kept in a list instead of recursive calls, so that a deep tree needs no deep
/// stack.
struct OpenNode {
    let node: Int32
    /// The parts after the sublayers; nil for a transform layer, which has no parts of its own.
    let parts: OpenParts?
    var sublayers: OpenSublayers
    var check = NodeCheck.none
    var before: NodeBefore?
    /// An ancestor is damaged as a whole.
    var isAllDamage = false
}

extension Scene {
    /// Makes the ops of a layer and its subtree. If `all` is true, sublayers are made even if a patch finds that nothing they depend on
    /// changed.
    func emit(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) {
        emitInside { begin(i, in: space, environment, all: all, isAllDamage: false) }
    }

    /// Runs `body` and makes the subtrees of the nodes that it opens, without settling a node. The recursion depth is counted in the
    /// environment's `depth`.
    func emitInside(_ body: () -> Bool) {
        let outer = openNodes.count
        guard stackRoom.isShort() else {
            if body() { finishNodes(downTo: outer) }
            return
        }
        if !StackRoom.onLargeStack({ if body() { finishNodes(downTo: outer) } }) { reportDepth() }
    }

    /// Makes the subtrees of the nodes opened since, and closes these nodes.
    private func finishNodes(downTo outer: Int) {
        while openNodes.count > outer {
            let top = openNodes.count - 1
            if editor.pass.hasFailed {
                let node = openNodes.removeLast()
                // Ranges placed so far are no longer a valid reference for nodes that moved.
                if node.check != .none { nodes[node.node].pointee.flags.insert(.needsAll) }
                continue
            }
            let next = openNodes[top].sublayers.next
            if next < openNodes[top].sublayers.order.count {
                openNodes[top].sublayers.next = next + 1
                _ = begin(
                    openNodes[top].sublayers.order[next], in: openNodes[top].sublayers.space, openNodes[top].sublayers.environment,
                    all: true,
                    isAllDamage: openNodes[top].isAllDamage || openNodes[top].check == .isNew
                )
                continue
            }
            let node = openNodes.removeLast()
            let n = nodes[node.node]
            n.pointee.childStart = node.sublayers.start
            n.pointee.childEnd = Int32(editor.pass.cursor)
            if let parts = node.parts { emitPartsAbove(node.node, parts) }
            if node.check != .none { settle(n, node.check, node.before, isAllDamage: node.isAllDamage) }
        }
    }

    /// Makes the ops of a layer up to its sublayers. Returns true if those are still to be made: the node is then the last of `openNodes`.
    private func begin(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool, isAllDamage: Bool) -> Bool {
        if editor.pass.hasFailed || !mayDescend(environment.depth) { return false }
        let n = nodes[i]
        let wasVisited = n.pointee.stamp == nodes.stamp &- (editor.pass.isPatching ? 0 : 1)
        var check = NodeCheck.plain
        var before: NodeBefore?
        // A unit is compared as a whole, for everything below it.
        if !editor.pass.isPatching, environment.unit < 0 {
            // Ops inserted into an existing list have no predecessors to be compared with.
            check = wasVisited && !editor.pass.isInserting ? .compares : .isNew
            if check == .compares { before = NodeBefore(n) }
        }
        n.pointee.environment = environment
        n.pointee.opStart = Int32(editor.pass.cursor)
        n.pointee.form = []
        nodes.noteDrawn(n)
        nodes.work.nodesMade += 1
        if n.pointee.transition >= 0, timeline.transitions.list[Int(n.pointee.transition)].isActive {
            emitTransition(i, in: space, environment)
        } else if emitPicture(i, in: space, environment, all: all || !editor.pass.isPatching || !wasVisited) {
            let top = openNodes.count - 1
            openNodes[top].check = check
            openNodes[top].before = before
            openNodes[top].isAllDamage = isAllDamage
            return true
        }
        settle(n, check, before, isAllDamage: isAllDamage)
        return false
    }

    /// Called when all ops of a node are made.
    @inline(__always)
    private func settle(_ n: UnsafeMutablePointer<RenderNode>, _ check: NodeCheck, _ before: NodeBefore?, isAllDamage: Bool) {
        if editor.pass.hasFailed {
            n.pointee.flags.insert(.needsAll)
            return
        }
        n.pointee.opEnd = Int32(editor.pass.cursor)
        nodes.work.opsMade += editor.pass.cursor - Int(n.pointee.opStart)
        n.pointee.flags.subtract([.dirty, .resourcesDirty, .needsAll])
        if check == .plain { return }
        compare(n, check, before, isAllDamage: isAllDamage)
    }

    /// In a build: damages the parts of a node that differ from the last one.
    @inline(never)
    private func compare(_ n: UnsafeMutablePointer<RenderNode>, _ check: NodeCheck, _ before: NodeBefore?, isAllDamage: Bool) {
        let scope = n.pointee.environment.scope
        guard check == .compares, let before else {
            // The damage of the topmost new node includes that of its subtree.
            if !isAllDamage { editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: scope) }
            return
        }
        var wholly =
            before.isWhollyChanged || n.pointee.form != before.form || before.form.contains(.transition)
            || (before.start == before.end) != (n.pointee.opStart == n.pointee.opEnd)
        if !wholly, n.pointee.blendMode != .normal, before.form.contains(.outerGroup),
            editor.clearsAround(editor.list.ops[Int(n.pointee.opStart)])
        {
            // The blend mode affects all of the group's bounds, also where nothing inside changed.
            wholly = editor.previous.ops[Int(before.start)].bounds != editor.list.ops[Int(n.pointee.opStart)].bounds
        }
        if !wholly {
            if !before.wasDirty { return }
            // The values that sublayers depend on.
            wholly =
                n.pointee.matrix != before.matrix || n.pointee.childOpacity != before.childOpacity
                || n.pointee.childClip != before.childClip
                || n.pointee.flags.contains(.contentsFlipped) != before.isFlipped || n.pointee.flags.contains(.hasSublayerTransform)
        }
        // Filters, shadows and bitmaps extend the effect of an op beyond the op.
        if !wholly, !n.pointee.form.contains(.spreads) {
            let hasChildren = n.pointee.childEnd > n.pointee.childStart || before.childEnd > before.childStart
            let now = OwnOps(
                start: n.pointee.opStart, childStart: n.pointee.childStart, childEnd: n.pointee.childEnd, end: n.pointee.opEnd,
                scope: scope,
                hasChildren: hasChildren)
            if editor.compareOwnOps(now, with: before.ops(hasChildren: hasChildren)) { return }
        }
        editor.damagePrevious(before.start, before.end, scope: before.scope)
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: scope)
    }

}
