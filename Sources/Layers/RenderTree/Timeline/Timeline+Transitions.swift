import CoreGraphics

extension Timeline {
    func sampleTransition(_ index: Int32, _ slot: Int, _ local: Double) {
        let i = Int(index)
        let id = transitions.list[i].animation
        let progress = animated[slot].list.first { $0.compiled.id == id }?.compiled.transitionProgress(at: local)
        transitions.list[i].isActive = progress != nil
        transitions.list[i].progress = progress ?? 1
        if !animated[slot].list.contains(where: { $0.compiled.id == id }) { dropTransition(of: transitions.list[i].node) }
    }

    func dropTransition(of node: Int32) {
        let n = nodes[node]
        let index = n.pointee.transition
        guard index >= 0 else { return }
        n.pointee.transition = -1
        let ghost = transitions.list[Int(index)].ghost
        transitions.list[Int(index)].ghost = -1
        transitions.list[Int(index)].isActive = false
        transitions.free.append(index)
        if ghost >= 0 { freeSubtree(ghost) }
        nodes.markDirty(node)
        nodes.needsRebuild = true
    }

    /// Keeps the layer's picture at `time`, before a commit changes it; a layer that is new to the tree has none.
    func beginTransition(on node: Int32, animation: AnimationID, spec: AnimationSpec.Transition, isNew: Bool, at time: Double) {
        dropTransition(of: node)
        let ghost = !isNew ? copySubtree(node, at: time) : -1
        let picture = TransitionPicture(node: node, ghost: ghost, animation: animation, spec: spec)
        if let free = transitions.free.popLast() {
            transitions.list[Int(free)] = picture
            nodes[node].pointee.transition = free
        } else {
            transitions.list.append(picture)
            nodes[node].pointee.transition = Int32(transitions.list.count - 1)
        }
        nodes.needsRebuild = true
    }

    /// Copies a layer and its subtree, frozen in their states at a time.
    private func copySubtree(_ node: Int32, at time: Double) -> Int32 {
        var pending: ContiguousArray<(source: Int32, parent: Int32, isMask: Bool)> = [(node, -1, false)]
        var top: Int32 = -1
        while let next = pending.popLast() {
            let source = nodes[next.source]
            var state = source.pointee.state
            if source.pointee.animated >= 0 {
                let record = animated[Int(source.pointee.animated)]
                let local = localTime(of: next.source, at: time)
                state = bases[Int(source.pointee.animated)]
                for each in record.list { each.compiled.apply(at: local, to: &state) }
            }
            var copy = RenderNode(id: LayerID(rawValue: 0), layerClass: source.pointee.layerClass, state: state)
            copy.flags.insert(.isGhost)
            if next.isMask { copy.flags.insert(.isMask) }
            if state.extraBox != nil, state.extra.sublayerTransform != CATransform3DIdentity { copy.flags.insert(.hasSublayerTransform) }
            copy.blendMode = source.pointee.blendMode
            copy.parent = next.parent
            copy.emitter = freezeEmitter(next.source, at: time)
            let sublayers = source.pointee.sublayers
            let mask = source.pointee.mask
            let slot = nodes.insert(copy)
            if next.parent < 0 {
                top = slot
            } else if next.isMask {
                nodes[next.parent].pointee.mask = slot
            } else {
                nodes[next.parent].pointee.sublayers.append(slot)
            }
            if mask >= 0 { pending.append((mask, slot, true)) }
            for child in sublayers.reversed() { pending.append((child, slot, false)) }
        }
        return top
    }

    /// Frees a subtree that is no longer reachable from the root, with all that the timeline stores about its layers.
    func freeSubtree(_ top: Int32) {
        var pending: ContiguousArray<Int32> = [top]
        while let node = pending.popLast() {
            let n = nodes[node]
            pending.append(contentsOf: n.pointee.sublayers)
            if n.pointee.mask >= 0 { pending.append(n.pointee.mask) }
            if n.pointee.transition >= 0 {
                let index = n.pointee.transition
                if transitions.list[Int(index)].ghost >= 0 { pending.append(transitions.list[Int(index)].ghost) }
                transitions.list[Int(index)].ghost = -1
                transitions.list[Int(index)].isActive = false
                transitions.free.append(index)
            }
            if n.pointee.emitter >= 0 { dropEmitter(n.pointee.emitter) }
            if n.pointee.animated >= 0 { dropRecord(Int(n.pointee.animated)) }
            dropTimeSpace(of: node)
            if !n.pointee.flags.contains(.isGhost) { nodes.index[n.pointee.id] = nil }
            if n.pointee.stamp == nodes.stamp { nodes.needsRebuild = true }
            nodes.remove(node)
        }
    }
}
