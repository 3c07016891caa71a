import CoreGraphics

/// A layer in the render tree at the time of its last update: its placement, and its ops in the draw list.
package struct NodeReport: Sendable {
    package var id: LayerID
    /// Nil for the root.
    package var parent: LayerID?
    package var depth: Int
    package var layerClass: LayerClass
    package var isMask: Bool
    /// The layer's range of ops, sublayers included, and the part made by the sublayers; empty if it draws nothing.
    package var ops, childOps: Range<Int>
    /// The layer's space to pixels.
    package var matrix: CATransform3D
    /// The state that shows, and the committed state. They differ only by animations.
    package var state, committed: LayerState
    /// The number of its animations.
    package var animations: Int
}

extension RenderTree {
    /// Returns the layers below the root in paint order, superlayers first, masks after the sublayers. For inspectors: the cost is
    /// proportional to the size of the tree.
    package func inspect() -> [NodeReport] {
        var reports: [NodeReport] = []
        guard nodes.root >= 0 else { return reports }
        reports.reserveCapacity(nodes.liveCount)
        // `change` is the move, in pixels, that the matrix of a deferred layer and of those below it lacks.
        var waiting: [(node: Int32, parent: LayerID?, depth: Int, change: CATransform3D?)] = [(nodes.root, nil, 0, nil)]
        while let (node, parent, depth, above) = waiting.popLast() {
            let n = nodes[node]
            let change = scene.indexes.isDeferred(node) ? missingMove(of: n, above) : above
            let matrix = change.map { CATransform3D.product(n.pointee.matrix, $0) } ?? n.pointee.matrix
            let slot = Int(n.pointee.animated)
            if slot >= 0, timeline.animated[slot].isAsleep { timeline.evaluate(slot) }
            let isDrawn = n.pointee.stamp == nodes.stamp
            func range(_ start: Int32, _ end: Int32) -> Range<Int> { isDrawn && start < end ? Int(start)..<Int(end) : 0..<0 }
            reports.append(
                NodeReport(
                    id: n.pointee.id, parent: parent, depth: depth, layerClass: n.pointee.layerClass,
                    isMask: n.pointee.flags.contains(.isMask),
                    ops: range(n.pointee.opStart, n.pointee.opEnd), childOps: range(n.pointee.childStart, n.pointee.childEnd),
                    matrix: matrix, state: n.pointee.state,
                    committed: slot >= 0 ? timeline.bases[slot] : n.pointee.state,
                    animations: slot >= 0 ? timeline.animated[slot].list.count : 0
                ))
            if n.pointee.mask >= 0 { waiting.append((n.pointee.mask, n.pointee.id, depth + 1, change)) }
            for child in sublayersInPaintOrder(of: n).reversed() { waiting.append((child, n.pointee.id, depth + 1, change)) }
        }
        return reports
    }

    /// Returns the move of a deferred layer since it was placed.
    /// - Parameter above: the move that the matrix of its superlayer lacks.
    private func missingMove(of n: UnsafeMutablePointer<RenderNode>, _ above: CATransform3D?) -> CATransform3D {
        var space = sublayerSpace(nodes[n.pointee.parent])
        if let above { space = .product(space, above) }
        let placed = CATransform3D.product(layerEdge(n), space)
        return .product(CATransform3DInvert(n.pointee.matrix), preservesDepth(n) ? placed : placed.flattened)
    }

    /// Returns each sublayer once. The depth-sorted paint order lists the sublayers of a transform layer instead of that layer, and a layer
    /// that is cut once for each piece. Here, a transform layer comes before the others, and a cut layer at the place of its first piece.
    private func sublayersInPaintOrder(of n: UnsafeMutablePointer<RenderNode>) -> ContiguousArray<Int32> {
        let order = n.pointee.paintOrder, sublayers = n.pointee.sublayers
        if order.isEmpty { return sublayers }
        guard sortsByDepth(n) else { return order }
        var places: [Int32: Int] = [:]
        for (place, node) in order.enumerated() where places[node] == nil { places[node] = place }
        let keyed = sublayers.enumerated().map { (place: places[$0.element] ?? -1, index: $0.offset, node: $0.element) }
        return ContiguousArray(keyed.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.node))
    }

    /// Returns the committed state of a layer, and the state that shows at the time of the last update; nil for a layer that is not in the
    /// tree.
    package func states(of layer: LayerID) -> (layerClass: LayerClass, committed: LayerState, shown: LayerState)? {
        guard let node = nodes.index[layer] else { return nil }
        let n = nodes[node]
        let slot = Int(n.pointee.animated)
        if slot >= 0, timeline.animated[slot].isAsleep { timeline.evaluate(slot) }
        return (n.pointee.layerClass, slot >= 0 ? timeline.bases[slot] : n.pointee.state, n.pointee.state)
    }

    /// Returns the layer's state at the time of the last update; nil for a layer that is not in the tree.
    package func state(of layer: LayerID) -> LayerState? { states(of: layer)?.shown }

    /// The number of the draw list's last build. It does not change when the list is patched.
    package var buildNumber: UInt32 { nodes.stamp }
}
