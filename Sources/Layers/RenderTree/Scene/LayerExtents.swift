// Extents: what layers cover
//
// `LayerExtents` tells two things about a layer without drawing it: the box that its subtree covers, from the values, and whether any of
// its pixels was drawn in the last frame, from the draw list. The depth order uses the box to find out which planes overlap. The timeline
// uses both to skip layers that move outside of the visible region.
//
// What invalidates what
//     | change                                    | consequence                                                                   |
//     |-------------------------------------------|-------------------------------------------------------------------------------|
//     | a value of a layer or of one below it     | its box; no box is kept, so that it is computed when it is needed             |
//     | an update of the draw list                | what the last frame drew: ask before it, not during it                        |
//     | a sublayer sleeps                         | its values are of another time: it is woken before it is measured             |

import CoreGraphics

/// Computes what layers cover.
final class LayerExtents {
    private let nodes: NodeTable
    private let editor: DrawListEditor
    private let writer: PartsWriter
    private let sleepers: Sleepers

    init(nodes: NodeTable, editor: DrawListEditor, writer: PartsWriter, sleepers: Sleepers) {
        self.nodes = nodes
        self.editor = editor
        self.writer = writer
        self.sleepers = sleepers
    }

    /// Returns true if none of a drawn node's ops touches a pixel.
    @inline(__always)
    func drewNothing(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        let start = Int(n.pointee.opStart)
        for op in start..<max(start, Int(n.pointee.opEnd)) where !editor.list.ops[op].bounds.isEmpty { return false }
        return true
    }

    /// Returns a box around everything that a layer draws, in its own space; null if it draws nothing, nil if the box can't be computed
    /// cheaply.
    /// - Parameter keeps: true to include parts that are only temporarily transparent or without size.
    func extent(of i: Int32, keeps: Bool = false) -> CGRect? { extent(of: i, depth: 0, keeps: keeps, isStill: false) }

    /// Returns a box around everything that a layer draws, in its own space, until a value of the layer or of one below it changes; null if
    /// it draws nothing, nil if nothing bounds it.
    func stillExtent(of i: Int32) -> CGRect? {
        if !nodes.canShow(i) { return .null }
        guard let box = extent(of: i, depth: 0, keeps: false, isStill: true) else { return nil }
        if box.isNull { return box }
        return box.minX.isFinite && box.minY.isFinite && box.maxX.isFinite && box.maxY.isFinite ? box : nil
    }

    /// Returns true if something other than changes of values affects what a layer draws, or its effect reaches beyond its parts.
    private func isUnbounded(_ n: UnsafeMutablePointer<RenderNode>) -> Bool {
        if n.pointee.animated >= 0 || n.pointee.emitter >= 0 || n.pointee.layerClass == .emitter || n.pointee.layerClass == .tiled {
            return true
        }
        if n.pointee.state.values.flags.contains(.shouldRasterize) { return true }
        guard n.pointee.state.objectsBox != nil else { return false }
        return n.pointee.state.objects.filters != nil || n.pointee.state.objects.backgroundFilters != nil
    }

    private func extent(of i: Int32, depth: Int, keeps: Bool, isStill: Bool) -> CGRect? {
        let n = nodes[i]
        if isStill, isUnbounded(n) { return nil }
        if n.pointee.layerClass == .replicator || n.pointee.layerClass == .transform || n.pointee.transition >= 0 || depth > 64 {
            return nil
        }
        let bounds = n.pointee.state.values.bounds
        let parts = writer.ownParts(n, keeps: keeps)
        var box = CGRect.null
        if parts.contains(.fill) || parts.contains(.stroke), let path = n.pointee.state.objects.path {
            let reach = parts.contains(.stroke) ? n.pointee.state.extra.lineWidth / 2 * max(1.5, n.pointee.state.extra.miterLimit) : 0
            box = path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
        }
        if parts.contains(.contents) {
            switch n.pointee.state.values.contentsGravity {
            case .resize, .resizeAspect: break
            default:
                if n.pointee.state.values.flags.contains(.masksToBounds) { break }
                guard isStill, let place = placeOfContents(n) else { return nil }
                box = box.union(place)
            }
        }
        if !n.pointee.sublayers.isEmpty {
            if n.pointee.flags.contains(.hasSublayerTransform) {
                return n.pointee.state.values.flags.contains(.masksToBounds) ? bounds : nil
            }
            if !isStill, !n.pointee.flags.isDisjoint(with: [.hasSleepers, .hasDistantSleepers]) { sleepers.wake(n) }
            for child in n.pointee.sublayers where nodes.canShow(child) {
                guard let inner = extent(of: child, depth: depth + 1, keeps: false, isStill: isStill) else {
                    if isStill { return nil }
                    return n.pointee.state.values.flags.contains(.masksToBounds) ? bounds : nil
                }
                if inner.isNull { continue }
                guard let p = Projection(plane: layerEdge(nodes[child])), let b = p.deviceBox(of: inner) else { continue }
                box = box.union(CGRect(x: b.minX, y: b.minY, width: b.maxX - b.minX, height: b.maxY - b.minY))
            }
        }
        if n.pointee.state.values.flags.contains(.masksToBounds) { box = box.isNull ? box : box.intersection(bounds) }
        if !parts.isDisjoint(with: [.background, .gradient, .contents, .border]) { box = box.union(bounds) }
        if n.pointee.state.values.shadowOpacity > 0 {
            if n.pointee.state.objectsBox != nil, let path = n.pointee.state.objects.shadowPath { box = box.union(path.boundingBoxOfPath) }
            let offset = n.pointee.state.values.shadowOffset, radius = max(0, n.pointee.state.values.shadowRadius)
            let reach = isStill ? -4 * radius - 2 : -3 * radius
            if !box.isNull { box = box.union(box.offsetBy(dx: offset.width, dy: offset.height).insetBy(dx: reach, dy: reach)) }
        }
        return box
    }

    /// Returns the rectangle of contents that may extend beyond the bounds; nil for contents that fade.
    private func placeOfContents(_ n: UnsafeMutablePointer<RenderNode>) -> CGRect? {
        guard n.pointee.state.objects.contentsFade == nil, case .image(let image)? = n.pointee.state.objects.contents else { return nil }
        let rect = n.pointee.state.values.contentsRect
        return ContentsPlacement.target(
            bounds: n.pointee.state.values.bounds,
            pixels: CGSize(width: rect.width * CGFloat(image.width), height: rect.height * CGFloat(image.height)),
            contentsScale: n.pointee.state.values.contentsScale, gravity: n.pointee.state.values.contentsGravity)
    }
}

/// Evaluates layers that sleep, before they are drawn or measured.
struct Sleepers {
    let timeline: Timeline
    let editor: DrawListEditor

    /// Evaluates the sleeping layers directly below a layer.
    func wake(_ n: UnsafeMutablePointer<RenderNode>) {
        let nodes = timeline.nodes
        let needed = nodes.needsRebuild, orders = nodes.orderDirty.count
        timeline.wakeSleepers(n)
        // A patch can't handle a changed order.
        if editor.pass.isPatching, nodes.needsRebuild != needed || nodes.orderDirty.count != orders { editor.pass.hasFailed = true }
    }
}
