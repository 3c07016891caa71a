// Sibling order: the paint order of a layer's sublayers by zPosition
//
// Sublayers are drawn in the order of their zPositions; equal ones in the array's order (Behaviour 4.5 Z1). Most layers have no zPosition,
// so a paint order is stored only where it differs from the array (`RenderNode.paintOrder`), with the zPosition that each sublayer was
// ordered by (`RenderNode.paintZ`).
//
// What invalidates what
//     | change                                          | consequence                                                              |
//     |-------------------------------------------------|--------------------------------------------------------------------------|
//     | a zPosition                                     | the order among the siblings, if `holds` is false: moved, or sorted again |
//     | a sublayer came                                 | it is inserted into the order (`insert`); the others keep their places   |
//     | sublayers were replaced where none may be edited | the order is empty, and sorted again by the next build                   |
//
// Reads and writes nodes only. The splicer moves ops as this type says; a build follows the whole order.

import CoreGraphics

/// Orders siblings by zPosition.
struct SiblingOrder {
    let nodes: NodeTable

    /// Orders a layer's sublayers.
    func sort(_ i: Int32) {
        let n = nodes[i]
        var isSorted = true
        var last = -CGFloat.infinity
        for child in n.pointee.sublayers {
            let z = nodes[child].pointee.state.values.zPosition
            nodes[child].pointee.paintZ = z
            if z < last { isSorted = false }
            last = z
        }
        if isSorted { n.pointee.paintOrder = []; return }
        n.pointee.paintOrder = sorted(n.pointee.sublayers)
    }

    /// Returns the items sorted by zPosition. The sort is stable; NaN keys come first.
    private func sorted(_ items: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
        var keyed = ContiguousArray<(key: CGFloat, place: Int, item: Int32)>()
        keyed.reserveCapacity(items.count)
        for (place, item) in items.enumerated() {
            let k = nodes[item].pointee.state.values.zPosition
            keyed.append((k.isNaN ? -.infinity : k, place, item))
        }
        keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
        return ContiguousArray(keyed.map(\.item))
    }

    /// Returns true if the order among a layer's sublayers is still valid after changes of zPositions.
    func holds(_ i: Int32) -> Bool {
        let n = nodes[i]
        let order = n.pointee.paintOrder.isEmpty ? n.pointee.sublayers : n.pointee.paintOrder
        var last = -CGFloat.infinity
        for child in order {
            let z = nodes[child].pointee.state.values.zPosition
            nodes[child].pointee.paintZ = z
            if z < last { return false }
            // If zPositions became equal or distinct, the array's order decides; this is rare enough to sort again.
            if z == last && !n.pointee.paintOrder.isEmpty { return false }
            last = z
        }
        return true
    }

    /// Inserts a sublayer into the superlayer's paint order, which does not contain it yet. Returns the next one in the order that has ops
    /// or could have, -1 at the end; nil if the whole order must be computed again.
    func insert(_ node: Int32, of parent: Int32) -> Int32? {
        let p = nodes[parent]
        let z = nodes[node].pointee.state.values.zPosition
        if z.isNaN { return nil }
        nodes[node].pointee.paintZ = z
        if p.pointee.paintOrder.isEmpty {
            guard let at = p.pointee.sublayers.lastIndex(of: node) else { return nil }
            let before = p.pointee.sublayers[..<at].last { !nodes[$0].pointee.flags.contains(.isArriving) }
            let after = p.pointee.sublayers[(at + 1)...].first { !nodes[$0].pointee.flags.contains(.isArriving) }
            let follows = before.map { nodes[$0].pointee.paintZ <= z } ?? true
            if follows, after.map({ z <= nodes[$0].pointee.paintZ }) ?? true { return after ?? -1 }
            store(p)
        }
        let at = place(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: at)
        return at + 1 < p.pointee.paintOrder.count ? p.pointee.paintOrder[at + 1] : -1
    }

    /// Moves a sublayer to the place of its new zPosition, which is not NaN. Returns its old and its new index in the paint order; nil if
    /// the order does not contain it.
    func move(_ node: Int32, in parent: Int32) -> (old: Int, new: Int)? {
        let n = nodes[node], p = nodes[parent]
        let z = n.pointee.state.values.zPosition
        if p.pointee.paintOrder.isEmpty { store(p) }
        guard let old = p.pointee.paintOrder.firstIndex(of: node) else { return nil }
        n.pointee.paintZ = z
        p.pointee.paintOrder.remove(at: old)
        let new = place(of: node, z, in: parent)
        p.pointee.paintOrder.insert(node, at: new)
        return (old, new)
    }

    /// Stores the array's order as the paint order, without new sublayers.
    private func store(_ p: UnsafeMutablePointer<RenderNode>) {
        p.pointee.paintOrder = ContiguousArray(p.pointee.sublayers.filter { !nodes[$0].pointee.flags.contains(.isArriving) })
    }

    /// Returns a sublayer's index in a paint order that does not contain it: after those of a smaller zPosition, and after those of the
    /// same zPosition that come before it in the tree.
    private func place(of node: Int32, _ z: CGFloat, in parent: Int32) -> Int {
        let p = nodes[parent]
        var low = 0, high = p.pointee.paintOrder.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[p.pointee.paintOrder[middle]].pointee.paintZ < z { low = middle + 1 } else { high = middle }
        }
        guard low < p.pointee.paintOrder.count, nodes[p.pointee.paintOrder[low]].pointee.paintZ == z else { return low }
        for child in p.pointee.sublayers {
            if child == node { break }
            if nodes[child].pointee.paintZ == z, !nodes[child].pointee.flags.contains(.isArriving) { low += 1 }
        }
        return low
    }
}
