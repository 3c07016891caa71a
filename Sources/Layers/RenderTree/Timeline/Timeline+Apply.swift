import AgateDiagnostics

extension Timeline {
    /// Adds or removes an animation.
    func apply(_ change: AnimationChange) {
        switch change {
        case .add(let layer, let id, let spec):
            guard let node = nodes.index[layer] else { return }
            let n = nodes[node]
            let compiled = CompiledAnimation(spec: spec, id: id, layerClass: n.pointee.layerClass)
            if let why = compiled.diagnostic {
                let name = n.pointee.state.objectsBox == nil ? nil : n.pointee.state.objects.name
                Diagnostic.report("animation.no-effect", "\(name.map { "the layer “\($0)”" } ?? "a layer without a name"): \(why)")
            }
            if case .transition(let transition) = spec.content, n.pointee.transition < 0 {
                // New to the tree: the transition has no old picture.
                beginTransition(on: node, animation: id, spec: transition, isNew: true, at: time)
            }
            if n.pointee.animated < 0 {
                let record = AnimatedNode(node: node)
                if let free = freeAnimated.popLast() {
                    animated[Int(free)] = record
                    bases[Int(free)] = n.pointee.state
                    n.pointee.animated = free
                } else {
                    animated.append(record)
                    bases.append(n.pointee.state)
                    n.pointee.animated = Int32(animated.count - 1)
                }
                nodes.markDirty(node)
            }
            let slot = Int(n.pointee.animated)
            if animated[slot].list.contains(where: { $0.compiled.id == id }) { return }
            animated[slot].list.append(RunningAnimation(compiled: compiled))
            if n.pointee.layerClass == .emitter { emitters.changed.append(node) }
            invalidate(slot)
        case .remove(let layer, let id):
            guard let node = nodes.index[layer], nodes[node].pointee.animated >= 0 else { return }
            if nodes[node].pointee.layerClass == .emitter { emitters.changed.append(node) }
            let slot = Int(nodes[node].pointee.animated)
            animated[slot].list.removeAll { $0.compiled.id == id }
            invalidate(slot)
            if animated[slot].list.isEmpty { agenda.emptied.append(Int32(slot)) }
        }
    }
}
