import CoreGraphics

/// What is done when all ops of a node are made.
enum NodeCheck {
    /// Nothing: the node's own ops are a part of somebody else's.
    case none
    /// It is settled, and whoever makes it compares.
    case plain
    /// It was not in the last build: all of it is damage.
    case isNew
    /// It was in the last build: it is damage where it differs.
    case compares
}

/// A node as it stood in the last build.
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

/// The sublayers of a node, of which some are still to be made.
struct OpenSublayers {
    var order: ContiguousArray<Int32>
    var next = 0
    let space: CATransform3D
    let environment: DrawEnvironment
    /// The first op of them.
    let start: Int32
}

/// A node whose sublayers are being made. They wait on a list instead of in calls, so that a deep tree needs no deep stack.
struct OpenNode {
    let node: Int32
    /// What comes after the sublayers; nil for a transform layer, which has nothing of its own.
    let parts: OpenParts?
    var sublayers: OpenSublayers
    var check = NodeCheck.none
    var before: NodeBefore?
    /// A node above it is damaged as a whole.
    var isAllDamage = false
}

extension Scene {
    /// Makes the ops of a layer and all below it. `all` makes the sublayers too where a patch finds that nothing they hang on changed.
    func emit(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool) {
        emitInside { begin(i, in: space, environment, all: all, isAllDamage: false) }
    }

    /// The same for what is drawn of a layer, without settling the node. The calls that this needs are counted in the environment's depth.
    func emitInside(_ body: () -> Bool) {
        let outer = openNodes.count
        guard stackRoom.isShort() else {
            if body() { finishNodes(downTo: outer) }
            return
        }
        if !StackRoom.onLargeStack({ if body() { finishNodes(downTo: outer) } }) { reportDepth() }
    }

    /// Makes what lies below the nodes that were opened since, and ends them.
    private func finishNodes(downTo outer: Int) {
        while openNodes.count > outer {
            let top = openNodes.count - 1
            if editor.pass.hasFailed {
                let node = openNodes.removeLast()
                // What was placed already is no measure any more for what has moved.
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

    /// Makes the ops of a layer up to its sublayers. True where those are still to be made: the node is then the last of `openNodes`.
    private func begin(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool, isAllDamage: Bool) -> Bool {
        if editor.pass.hasFailed || !mayDescend(environment.depth) { return false }
        let n = nodes[i]
        let wasVisited = n.pointee.stamp == nodes.stamp &- (editor.pass.isPatching ? 0 : 1)
        var check = NodeCheck.plain
        var before: NodeBefore?
        // Where there is a unit, it answers for all below it.
        if !editor.pass.isPatching, environment.unit < 0 {
            // What is put into a list that stands has nothing to be compared with.
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

    /// All ops of a node are made.
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

    /// In a build: damages where a node differs from the last one.
    @inline(never)
    private func compare(_ n: UnsafeMutablePointer<RenderNode>, _ check: NodeCheck, _ before: NodeBefore?, isAllDamage: Bool) {
        let scope = n.pointee.environment.scope
        guard check == .compares, let before else {
            // One damage for the topmost new node holds that of all below it.
            if !isAllDamage { editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: scope) }
            return
        }
        var wholly =
            before.isWhollyChanged || n.pointee.form != before.form || before.form.contains(.transition)
            || (before.start == before.end) != (n.pointee.opStart == n.pointee.opEnd)
        if !wholly, n.pointee.blendMode != 0, before.form.contains(.outerGroup),
            editor.clearsAround(editor.list.ops[Int(n.pointee.opStart)])
        {
            // It changes all of its bounds, also where nothing in it did.
            wholly = editor.previous.ops[Int(before.start)].bounds != editor.list.ops[Int(n.pointee.opStart)].bounds
        }
        if !wholly {
            if !before.wasDirty { return }
            // What sublayers hang on.
            wholly =
                n.pointee.matrix != before.matrix || n.pointee.childOpacity != before.childOpacity
                || n.pointee.childClip != before.childClip
                || n.pointee.flags.contains(.contentsFlipped) != before.isFlipped || n.pointee.flags.contains(.hasSublayerTransform)
        }
        // What filters, shadows and bitmaps make of an op is more than the op.
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
