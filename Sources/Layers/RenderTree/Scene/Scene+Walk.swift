// The walk over the nodes: each writes its ops around those of its sublayers
//
// The ops of a node are one range of the list, and the ranges of its sublayers are inside it, in paint order:
//
//     opStart                      childStart                                         childEnd                            opEnd
//     | begins of groups and clip, | first sublayer | second sublayer | ... | last    | border, particles, ends, mask,    |
//     | shadow, background,        | (the same)     |                 |     |         | end of the outermost group        |
//     | contents                   |                |                 |     |         |                                   |
//
// So a node can be made again in place, be emptied, or move with everything below it, and it is skipped by its two indices. It keeps the
// `environment` that its ancestors passed down, so that a patch begins at the node and makes no ancestor again.
//
// A node is made in three steps. Between the first two, its sublayers are made from a list (`openNodes`), not by calls:
//
//     begin              keeps the environment; opens groups and clips; writes the parts below the sublayers
//     emitPartsAbove     writes the parts above them; closes groups and clips
//     settle             `opEnd` is known and flags are cleared; a build compares the node with the last one (NodeComparison.swift)
//
// Masks, bitmaps, transitions, instances and depth-sorted sublayers are made by recursive calls (`emit`), whose number `SceneLimits`
// bounds.
//
//     | a node is | recognised by                                | its ops                                                        |
//     |-----------|----------------------------------------------|----------------------------------------------------------------|
//     | drawn     | `stamp == nodes.stamp`                       | `opStart ..< opEnd`; all may be empty                          |
//     | left out  | an older `stamp`                             | none: it or an ancestor is hidden, or is beyond a limit        |
//     | arriving  | an older `stamp`, and the flag `isArriving`  | none until this update splices it                              |
//     | removed   | not live, or an older `stamp`                | emptied; they belong to no node until the next build           |
//
// Invariants
//     - Ranges nest (`TreeInvariant.opRangesNest`), except in units: of a replicator the last instance counts, of cut layers one piece.
//     - Each begin has its end behind it (`scopesNameTheirOps`).
//     - After `pass.hasFailed` no node is begun. Open nodes are dropped unsettled and marked `needsAll`, so that the build that follows
//       damages all of them.

import CoreGraphics

/// The sublayers of a node of which some are still to be made.
struct OpenSublayers {
    var order: ContiguousArray<Int32>
    var next = 0
    let space: CATransform3D
    let environment: DrawEnvironment
    /// The index of their first op.
    let start: Int32
    /// False if sublayers whose values are the same as before keep their own sublayers.
    var isForced = true
    /// True if the placement of each may be deferred.
    var areDeferrable = false
    /// True if `order` has only some of the sublayers. Each then has the same ops as before.
    var isPartial = false
    /// The end of the ops of the sublayer being made, if `isPartial`.
    var expectedEnd = -1
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
        limits.onStack { if body() { finishNodes(downTo: outer) } }
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
            if openNodes[top].sublayers.isPartial, !skipToNext(&openNodes[top].sublayers) { continue }
            if beginSublayers(of: top) { continue }
            let node = openNodes.removeLast()
            let n = nodes[node.node]
            if node.sublayers.isPartial {
                editor.pass.cursor = Int(n.pointee.childEnd)
            } else {
                indexes.allAreMade(of: n)
            }
            n.pointee.childStart = node.sublayers.start
            n.pointee.childEnd = Int32(editor.pass.cursor)
            if let parts = node.parts { emitPartsAbove(node.node, parts) }
            if node.check != .none { settle(n, node.check, node.before, isAllDamage: node.isAllDamage) }
        }
    }

    /// Begins the sublayers of an open node that are still to be made, up to the first one that opens itself, that fails, or, of some
    /// sublayers, has to be checked. Returns false if all were begun before.
    private func beginSublayers(of top: Int) -> Bool {
        let sublayers = openNodes[top].sublayers
        var next = sublayers.next
        if next == sublayers.order.count { return false }
        let isAllDamage = openNodes[top].isAllDamage || openNodes[top].check == .isNew
        var environment = sublayers.environment
        var isOpen = false
        repeat {
            let child = sublayers.order[next]
            next += 1
            if sublayers.areDeferrable { environment.deferrable = child }
            isOpen = begin(child, in: sublayers.space, environment, all: sublayers.isForced, isAllDamage: isAllDamage)
        } while next < sublayers.order.count && !isOpen && !sublayers.isPartial && !editor.pass.hasFailed
        openNodes[top].sublayers.next = next
        return true
    }

    /// Moves to the ops of the next of some sublayers. Returns false if the last one has other ops than before.
    private func skipToNext(_ sublayers: inout OpenSublayers) -> Bool {
        if sublayers.expectedEnd >= 0, editor.pass.cursor != sublayers.expectedEnd {
            editor.pass.hasFailed = true
            return false
        }
        if sublayers.next < sublayers.order.count {
            let n = nodes[sublayers.order[sublayers.next]]
            sublayers.expectedEnd = Int(n.pointee.opEnd)
            editor.pass.cursor = Int(n.pointee.opStart)
        }
        return true
    }

    /// Makes the ops of a layer up to its sublayers. Returns true if those are still to be made: the node is then the last of `openNodes`.
    private func begin(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, all: Bool, isAllDamage: Bool) -> Bool {
        if editor.pass.hasFailed || !limits.mayDescend(environment.depth) { return false }
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
        if environment.deferrable == i { indexes.notePlaced(n) }
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
        // Without those of its sublayers, which count their own, or may be kept.
        let count = editor.pass.cursor - Int(n.pointee.opStart)
        if count > 0 { nodes.work.opsMade += count - Int(n.pointee.childEnd - n.pointee.childStart) }
        n.pointee.flags.subtract([.dirty, .resourcesDirty, .needsAll])
        if check == .plain { return }
        compare(n, check, before, isAllDamage: isAllDamage)
    }

    /// In a build: damages the parts of a node that differ from the last one.
    @inline(never)
    private func compare(_ n: UnsafeMutablePointer<RenderNode>, _ check: NodeCheck, _ before: NodeBefore?, isAllDamage: Bool) {
        if check == .compares, let before {
            before.damageDifferences(from: n, in: editor)
        } else if !isAllDamage {
            // The damage of the topmost new node includes that of its subtree.
            editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: n.pointee.environment.scope)
        }
    }
}
