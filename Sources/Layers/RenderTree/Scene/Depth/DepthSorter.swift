// Depth order: from siblings in space to pieces in paint order
//
// If one of a layer's sublayers is tilted out of its superlayer's plane, the sublayers are sorted by depth, and cut where their planes
// meet. Each layer with its subtree is one plane, defined by its matrix; transform layers have no plane, so their sublayers take part
// individually, and the transform layers themselves draw nothing.
//
//     node, space, environment  ->  DepthSorter    the layers to sort (`collect`), each as a `DepthPlane` in pixels
//                               ->  PlaneSplit     pieces of planes, farthest first
//                               ->  `DepthOrder`   what the scene draws: each piece is a layer and a clip
//
// What invalidates what
//     | change                                       | consequence                                                                |
//     |----------------------------------------------|----------------------------------------------------------------------------|
//     | a sublayer begins or ceases to be tilted     | the superlayer begins or ceases to sort: rebuild (`wantsSorting`)          |
//     | anything below a layer that sorts            | the layer is a unit: it is sorted again, and all of it is drawn again      |
//     | the order or the number of pieces            | other ops than before: a patch fails                                       |
//
// Nothing is kept from frame to frame: an order is a function of the nodes. The sorter reads nodes and their extents, writes where a
// transform layer is (which has no ops that could record it), and never makes an op.

import CoreGraphics

/// A layer that is sorted by depth.
struct DepthItem {
    var node: Int32
    var space: CATransform3D
    var environment: DrawEnvironment
}

/// The sublayers of one layer, sorted by depth.
struct DepthOrder {
    fileprivate(set) var items: [DepthItem] = []
    /// The transform layers whose sublayers are among the items.
    fileprivate(set) var containers: [Int32] = []
    /// The items and parts of items in paint order, farthest first: the index of an item, and the clip if it is cut.
    fileprivate(set) var pieces: [DepthPiece] = []

    /// Returns the node of each piece.
    func paintOrder() -> ContiguousArray<Int32> { ContiguousArray(pieces.map { items[$0.plane].node }) }
}

/// Sorts sublayers by depth.
final class DepthSorter {
    private let nodes: NodeTable
    private let extents: LayerExtents
    private let sleepers: Sleepers
    private let limits: SceneLimits

    init(nodes: NodeTable, extents: LayerExtents, sleepers: Sleepers, limits: SceneLimits) {
        self.nodes = nodes
        self.extents = extents
        self.sleepers = sleepers
        self.limits = limits
    }

    /// Returns whether the sublayers of an ordinary layer must be sorted by depth.
    func wantsSorting(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        guard n.pointee.sublayers.count > 1 else { return false }
        let turned = n.pointee.flags.contains(.hasSublayerTransform) && !n.pointee.state.extra.sublayerTransform.isAffine
        for child in n.pointee.sublayers {
            let c = nodes[child]
            if c.pointee.state.values.isTilted || c.pointee.layerClass == .transform
                || (turned && c.pointee.state.values.zPosition != 0), nodes.canShow(child)
            {
                return true
            }
        }
        return false
    }

    /// Returns the sublayers of a layer, farthest first, in pieces where they cross.
    func order(sublayersOf i: Int32, in space: CATransform3D, _ environment: DrawEnvironment) -> DepthOrder {
        var order = DepthOrder()
        collect(i, in: space, environment, &order)
        let c = environment.clip
        // One more pixel on each side, so that no edge coincides with the clip's.
        let x0 = Double(c.x0) - 1, y0 = Double(c.y0) - 1, x1 = Double(c.x1) + 1, y1 = Double(c.y1) + 1
        let frame: [SIMD2<Double>] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        if order.items.count > 1, !c.isEmpty {
            order.pieces = PlaneSplit.order(order.items.map { plane($0, frame) }, within: frame)
        } else {
            order.pieces = order.items.indices.map { DepthPiece(plane: $0) }
        }
        return order
    }

    /// Collects the sublayers; transform layers are replaced by their contents.
    private func collect(_ i: Int32, in space: CATransform3D, _ environment: DrawEnvironment, _ order: inout DepthOrder) {
        // Nested transform layers are kept in a list instead of recursive calls.
        var open: [(node: Int32, next: Int, space: CATransform3D, environment: DrawEnvironment)] = [(i, 0, space, environment)]
        while let top = open.indices.last {
            let (space, environment) = (open[top].space, open[top].environment)
            guard open[top].next < nodes[open[top].node].pointee.sublayers.count else {
                open.removeLast()
                continue
            }
            let child = nodes[open[top].node].pointee.sublayers[open[top].next]
            open[top].next += 1
            let n = nodes[child]
            guard n.pointee.layerClass == .transform, n.pointee.transition < 0, nodes.canShow(child), limits.mayDescend(environment.depth)
            else {
                order.items.append(DepthItem(node: child, space: space, environment: environment))
                continue
            }
            let env = place(n, in: space, environment)
            order.containers.append(child)
            if !n.pointee.flags.isDisjoint(with: [.hasSleepers, .hasDistantSleepers]), !env.clip.isEmpty { sleepers.wake(n) }
            open.append((child, 0, sublayerSpace(n), env))
        }
    }

    /// Places a transform layer. Returns the environment of its sublayers.
    private func place(_ n: UnsafeMutablePointer<RenderNode>, in space: CATransform3D, _ environment: DrawEnvironment) -> DrawEnvironment {
        n.pointee.environment = environment
        n.pointee.form = []
        nodes.noteDrawn(n)
        n.pointee.flags.subtract([.dirty, .resourcesDirty, .needsAll])
        n.pointee.matrix = .product(layerEdge(n), space)
        var env = environment
        env.flipped = environment.flipped != n.pointee.state.values.flags.contains(.geometryFlipped)
        if env.flipped { n.pointee.flags.insert(.contentsFlipped) } else { n.pointee.flags.remove(.contentsFlipped) }
        let own = min(1, max(0, n.pointee.state.values.opacity))
        env.opacity *= own
        if !(own > 0) { env.clip = .empty }
        n.pointee.childOpacity = env.opacity
        n.pointee.childClip = env.clip
        return env
    }

    private func plane(_ item: DepthItem, _ frame: [SIMD2<Double>]) -> DepthPlane {
        guard !item.environment.clip.isEmpty, nodes.canShow(item.node) else { return .invisible }
        let n = nodes[item.node]
        let m = CATransform3D.product(layerEdge(n), item.space)
        guard let projection = Projection(plane: m), var result = DepthPlane(m) else { return .invisible }
        let extent = extents.extent(of: item.node)
        result.cost = cost(n, isKnown: extent != nil)
        guard let extent else { result.polygon = frame; return result }
        if extent.isNull || !(extent.size.width > 0 && extent.size.height > 0) { return result }
        result.polygon = PlaneSplit.overlap(projection.outline(of: extent), frame)
        return result
    }

    private func cost(_ n: UnsafeMutablePointer<RenderNode>, isKnown: Bool) -> Int {
        if !isKnown { return 3 }
        if !n.pointee.sublayers.isEmpty || n.pointee.mask >= 0 { return 2 }
        return n.pointee.state.objectsBox != nil || n.pointee.state.values.shadowOpacity > 0 ? 1 : 0
    }
}
