import CoreGraphics

extension RenderTree {
    /// Returns one commit that recreates this tree, or the part of it under a layer, in another render tree.
    ///
    /// State that only the tree has is not included: the old picture of a transition, which then begins from nothing, and the particles
    /// that have left their emitter. The cost is proportional to the size of the tree.
    /// - Parameters:
    ///   - layer: the layer that becomes the root; nil is the tree's own root.
    ///   - isShown: true for the states with the last update's animations applied, without the animations; false for the committed states,
    ///     with the animations.
    ///   - spec: returns an animation by its number; animations for which it returns nil are left out.
    package func snapshot(of layer: LayerID? = nil, isShown: Bool = false, spec: (AnimationID) -> AnimationSpec? = { _ in nil }) -> Commit {
        var commit = Commit()
        commit.time = timeline.time.isFinite ? timeline.time : 0
        let top = layer.map { nodes.index[$0] ?? -1 } ?? nodes.root
        commit.root = .some(top >= 0 ? nodes[top].pointee.id : nil)
        guard top >= 0 else { return commit }
        var waiting = [top]
        while let node = waiting.popLast() {
            let n = nodes[node]
            let slot = Int(n.pointee.animated)
            if slot >= 0, isShown, timeline.animated[slot].isAsleep { timeline.evaluate(slot) }
            let state = slot >= 0 && !isShown ? timeline.bases[slot] : n.pointee.state
            var update = LayerUpdate(id: n.pointee.id, layerClass: n.pointee.layerClass, changed: .all, state: state)
            let children = n.pointee.sublayers.filter { !nodes[$0].pointee.flags.contains(.isGhost) }
            update.sublayers = children.map { nodes[$0].pointee.id }
            let mask = n.pointee.mask
            update.mask = .some(mask >= 0 ? nodes[mask].pointee.id : nil)
            commit.updates.append(update)
            if slot >= 0, !isShown {
                for running in timeline.animated[slot].list {
                    guard let spec = spec(running.compiled.id) else { continue }
                    commit.animations.append(.add(n.pointee.id, running.compiled.id, spec))
                }
            }
            if mask >= 0 { waiting.append(mask) }
            waiting.append(contentsOf: children.reversed())
        }
        return commit
    }
}
