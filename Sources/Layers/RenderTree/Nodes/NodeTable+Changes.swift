import CoreGraphics

// Records of changes, and queries that need only the nodes.

extension NodeTable {
    @inline(__always)
    func markDirty(_ node: Int32) {
        let n = self[node]
        if n.pointee.flags.contains(.dirty) { return }
        n.pointee.flags.insert(.dirty)
        dirty.append(node)
    }

    /// Records that a node's state changed, and updates the values that depend on it.
    func noteSampled(_ node: Int32) {
        let n = self[node]
        if n.pointee.state.extraBox != nil {
            let has = n.pointee.state.extra.sublayerTransform != CATransform3DIdentity
            if has != n.pointee.flags.contains(.hasSublayerTransform) {
                if has { n.pointee.flags.insert(.hasSublayerTransform) } else { n.pointee.flags.remove(.hasSublayerTransform) }
                n.pointee.flags.insert(.needsAll)
            }
        }
        if n.pointee.state.objectsBox != nil { n.pointee.flags.insert(.resourcesDirty) }
        if n.pointee.layerClass == .replicator || n.pointee.layerClass == .transform { n.pointee.flags.insert(.needsAll) }
        markDirty(node)
        if n.pointee.state.values.isTilted { noteTilted(node) }
        if n.pointee.state.values.zPosition != n.pointee.paintZ {
            n.pointee.flags.insert(.needsAll)
            markOrderDirty(node)
        }
    }

    /// Records that the current build or patch draws the node.
    @inline(__always)
    func noteDrawn(_ n: UnsafeMutablePointer<RenderNode>) {
        if n.pointee.stamp == stamp { return }
        n.pointee.stamp = stamp
        shownIsStale = true
    }

    private func markOrderDirty(_ node: Int32) {
        guard self[node].pointee.parent >= 0, !self[node].pointee.flags.contains(.orderDirty) else { return }
        self[node].pointee.flags.insert(.orderDirty)
        orderDirty.append(node)
    }

    /// Records that a tilted layer changed: its superlayer may have to begin sorting by depth.
    @inline(never)
    private func noteTilted(_ node: Int32) {
        let n = self[node]
        let parent = n.pointee.parent
        guard parent >= 0, n.pointee.stamp == stamp, !n.pointee.flags.contains(.isMask), canShow(node) else { return }
        let p = self[parent]
        if p.pointee.sublayers.count > 1, !sortsByDepth(p) { needsRebuild = true }
    }

    /// Returns false if neither the layer nor its subtree can show.
    @inline(__always)
    func canShow(_ i: Int32) -> Bool {
        let n = self[i]
        if n.pointee.transition >= 0 { return true }
        if n.pointee.state.values.flags.contains(.hidden) { return false }
        return n.pointee.state.values.opacity > 0 || n.pointee.animated >= 0
    }

    /// The nodes that changed since the scene last looked, each with its state: the timeline's output. For tests and logs.
    var changes: [(layer: LayerID, state: LayerState)] {
        dirty.filter { isLive($0) && self[$0].pointee.flags.contains(.dirty) }.map { (self[$0].pointee.id, self[$0].pointee.state) }
    }
}
