// Splicing: sublayers that come, leave or pass each other, without a new list
//
// If a layer's siblings guarantee that nothing else about their superlayer changes (`mayEdit`), its ops are spliced. The ops of a removed
// sublayer are emptied in place; those of a new one are written at the end and moved to their place; those of one whose zPosition passes a
// sibling's are moved. Ops after the place are shifted by indices, which costs far less than making them again.
//
//     commit    `mayEdit`, `clear` for what left, `arrive` for what came
//     update    `reorder`, the patches, then for each arrival: `begin`, the scene makes its ops, `finish`
//
// A layer N comes between A and B:
//
//     begin     | P ( A   B )         | rest |         P's sublayers are A and B; the place is B's first op
//               | P ( A   B )         | rest | N |     the scene writes at the end of the list
//     finish    | P ( A   N   B )     | rest |         N's ops are rotated to the place; B and the rest are shifted by their number,
//                                                      and P and its ancestors end later
//
// A rotation changes the places of ops, and in the ops only the index of an end. So only the layer that came or moved is damaged.
//
// What invalidates what
//     | change                                              | consequence                                                          |
//     |-----------------------------------------------------|----------------------------------------------------------------------|
//     | a sublayer came                                     | its ops are inserted; those behind them, and their nodes, are shifted |
//     | a sublayer left                                     | its ops are empty until the next build; none belongs to a node       |
//     | a zPosition that passes a sibling's                 | both layers' ops change places                                       |
//     | any of these below a unit, a transition, a shadow   | rebuild: the ops around them depend on the whole                     |
//     | any of these next to fewer than two siblings        | rebuild: the superlayer's own ops depend on their number             |
//     | more than 24 arrivals; too many empty ops           | rebuild                                                              |
//     | a build                                             | arrivals are forgotten: it made them                                 |
//
// The splicer keeps the ranges of ops that belong to nodes valid. The editor moves the ops (DrawListEditor+Move.swift); the scene makes
// them.

import CoreGraphics

/// A place for the ops of a new sublayer.
struct Insertion {
    let node: Int32
    /// The environment of its siblings.
    let environment: DrawEnvironment
    /// The space of its superlayer's sublayers.
    let space: CATransform3D
    /// The index that its first op gets.
    fileprivate let place: Int
    /// The index at which its ops are written.
    fileprivate let base: Int
}

/// Inserts, removes and moves the ops of sublayers in an existing list.
final class ListSplicer {
    /// The maximum number of insertions in one update; with more, the list is rebuilt.
    private static let limit = 24

    let order: SiblingOrder
    private let nodes: NodeTable
    private let editor: DrawListEditor
    private let replicators: DelayedReplicators
    /// New sublayers whose ops are inserted into the list. Each has the flag `isArriving`.
    @exclusivity(unchecked) private(set) var arrivals: ContiguousArray<Int32> = []

    init(nodes: NodeTable, editor: DrawListEditor, replicators: DelayedReplicators) {
        self.nodes = nodes
        self.editor = editor
        self.replicators = replicators
        order = SiblingOrder(nodes: nodes)
    }

    /// Returns true if sublayers of a layer in the picture may be added and removed without a change of the ops around them.
    func mayEdit(_ parent: Int32) -> Bool {
        let p = nodes[parent]
        guard !nodes.needsRebuild, p.pointee.stamp == nodes.stamp, p.pointee.environment.unit < 0, !sortsByDepth(p),
            p.pointee.layerClass != .replicator, p.pointee.transition < 0, p.pointee.state.values.shadowOpacity == 0,
            editor.list.backdrops.isEmpty, replicators.isEmpty
        else { return false }
        // Beyond two, the number of sublayers does not affect the superlayer's ops.
        var shown = 0
        for child in p.pointee.sublayers where nodes.canShow(child) && nodes[child].pointee.stamp == nodes.stamp {
            if editor.isDrawnAsWhole(nodes[child].pointee.environment.scope) { return false }
            shown += 1
            if shown == 2 { break }
        }
        guard shown == 2 else { return false }
        var i = p.pointee.parent
        while i >= 0 {
            if nodes[i].pointee.transition >= 0 { return false }
            i = nodes[i].pointee.parent
        }
        return true
    }

    // MARK: removal

    /// Empties the ops of a sublayer that is removed from a layer for which `mayEdit` is true. The ops keep their places until the next
    /// build.
    func clear(_ node: Int32) {
        let n = nodes[node]
        guard n.pointee.stamp == nodes.stamp else { return }
        editor.emptyOps(n.pointee.opStart, n.pointee.opEnd, scope: n.pointee.environment.scope)
        // None of the ops belongs to a layer any more.
        var pending: ContiguousArray<Int32> = [node]
        while let each = pending.popLast() {
            nodes[each].pointee.stamp = nodes.stamp &- 2
            pending.append(contentsOf: nodes[each].pointee.sublayers)
            if nodes[each].pointee.mask >= 0 { pending.append(nodes[each].pointee.mask) }
        }
        nodes.shownIsStale = true
    }

    // MARK: insertion

    /// Registers a new sublayer of a layer for which `mayEdit` is true.
    func arrive(_ node: Int32) {
        nodes[node].pointee.flags.insert(.isArriving)
        arrivals.append(node)
    }

    /// Forgets the new sublayers, since a build makes them or since all are inserted.
    func forgetArrivals() {
        for node in arrivals where nodes.isLive(node) { nodes[node].pointee.flags.remove(.isArriving) }
        arrivals.removeAll(keepingCapacity: true)
    }

    /// True if the new sublayers are few enough to be inserted.
    var mayInsert: Bool { arrivals.count <= Self.limit && !editor.isMostlyUnused }

    /// Begins the insertion of a new sublayer: the ops written next are its own. Nil if the list has to be rebuilt.
    func begin(_ node: Int32) -> Insertion? {
        let n = nodes[node], parent = n.pointee.parent
        guard parent >= 0, mayEdit(parent), n.pointee.transition < 0 else { return nil }
        if n.pointee.layerClass == .transform || n.pointee.state.values.isTilted, nodes.canShow(node) { return nil }
        let p = nodes[parent]
        // It has the same environment as its siblings.
        guard let sibling = p.pointee.sublayers.first(where: { nodes[$0].pointee.stamp == nodes.stamp }),
            let next = order.insert(node, of: parent)
        else { return nil }
        var environment = nodes[sibling].pointee.environment
        if environment.deferrable == sibling { environment.deferrable = node }
        return Insertion(
            node: node, environment: environment, space: sublayerSpace(p),
            place: next >= 0 ? Int(nodes[next].pointee.opStart) : Int(p.pointee.childEnd), base: editor.beginInsertion())
    }

    /// Moves the ops written since `begin` to their place. Returns false if the list has to be rebuilt.
    func finish(_ insertion: Insertion) -> Bool {
        let place = insertion.place, base = insertion.base
        guard let count = editor.endInsertion(from: base), replicators.isEmpty else { return false }
        shift(below: insertion.node, by: Int32(place - base))
        nodes[insertion.node].pointee.flags.remove(.isArriving)
        if count == 0 { return true }
        growAncestors(of: insertion.node, by: Int32(count))
        editor.moveInserted(from: base, to: place, scope: insertion.environment.scope)
        return true
    }

    // MARK: order

    /// Updates the paint order after changes of zPositions. Returns false if the list has to be rebuilt.
    func reorder() -> Bool {
        defer {
            for node in nodes.orderDirty where nodes.isLive(node) { nodes[node].pointee.flags.remove(.orderDirty) }
            nodes.orderDirty.removeAll(keepingCapacity: true)
        }
        let isFew = nodes.orderDirty.count <= Self.limit
        var last: Int32 = -1
        for node in nodes.orderDirty where nodes.isLive(node) && nodes[node].pointee.flags.contains(.orderDirty) {
            let n = nodes[node], parent = n.pointee.parent
            // Layers that are not in the picture are ordered when they are added to it.
            guard parent >= 0, nodes[parent].pointee.stamp == nodes.stamp, !sortsByDepth(nodes[parent]),
                !n.pointee.flags.contains(.isArriving)
            else { continue }
            if isFew {
                if n.pointee.state.values.zPosition != n.pointee.paintZ, !move(node) { return false }
            } else if parent != last {
                if !order.holds(parent) { return false }
                last = parent
            }
        }
        return true
    }

    private func move(_ node: Int32) -> Bool {
        let n = nodes[node], parent = n.pointee.parent
        guard !n.pointee.state.values.zPosition.isNaN, n.pointee.stamp == nodes.stamp, mayEdit(parent) else { return order.holds(parent) }
        guard let (old, new) = order.move(node, in: parent) else { return false }
        if new == old { return true }
        let p = nodes[parent]
        let start = Int(n.pointee.opStart), end = Int(n.pointee.opEnd), count = end - start
        let next =
            new + 1 < p.pointee.paintOrder.count ? Int(nodes[p.pointee.paintOrder[new + 1]].pointee.opStart) : Int(p.pointee.childEnd)
        editor.damageCurrent(n.pointee.opStart, n.pointee.opEnd, scope: n.pointee.environment.scope)
        // The siblings it passes move in the opposite direction.
        let passed = new < old ? (new + 1)...old : old...(new - 1)
        for at in passed { shift(below: p.pointee.paintOrder[at], by: Int32(new < old ? count : -count)) }
        shift(below: node, by: Int32(new < old ? next - start : next - end))
        editor.moveOps(start, end, to: next)
        return true
    }

    // MARK: ranges of nodes

    /// Updates the op ranges after an insertion into a layer: its ancestors end later, and everything after it begins later.
    private func growAncestors(of node: Int32, by count: Int32) {
        var path = node
        var i = nodes[node].pointee.parent
        while i >= 0 {
            let n = nodes[i]
            if n.pointee.mask != path {
                let at = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.lastIndex(of: path) : n.pointee.paintOrder.firstIndex(of: path)
                if let at {
                    let last = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers.count : n.pointee.paintOrder.count
                    for k in (at + 1)..<max(at + 1, last) {
                        let sibling = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers[k] : n.pointee.paintOrder[k]
                        if nodes[sibling].pointee.stamp == nodes.stamp { shift(below: sibling, by: count) }
                    }
                }
                n.pointee.childEnd += count
                if n.pointee.mask >= 0, nodes[n.pointee.mask].pointee.stamp == nodes.stamp { shift(below: n.pointee.mask, by: count) }
            }
            n.pointee.opEnd += count
            path = i
            i = n.pointee.parent
        }
    }

    private func shift(below top: Int32, by count: Int32) {
        if count == 0 { return }
        var pending: ContiguousArray<Int32> = []
        var next: Int32? = top
        while let node = next {
            let n = nodes[node]
            n.pointee.opStart += count
            n.pointee.opEnd += count
            n.pointee.childStart += count
            n.pointee.childEnd += count
            nodes.work.nodesShifted += 1
            for child in n.pointee.sublayers where nodes[child].pointee.stamp == nodes.stamp { pending.append(child) }
            if n.pointee.mask >= 0, nodes[n.pointee.mask].pointee.stamp == nodes.stamp { pending.append(n.pointee.mask) }
            next = pending.popLast()
        }
    }
}
