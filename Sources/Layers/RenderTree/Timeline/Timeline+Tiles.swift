extension Timeline {
    /// Records a layer with pieces that fade in: it changes with time, though no animation applies to it.
    func noteTiles(_ node: Int32) {
        guard let tiles = nodes[node].pointee.state.objects.tiles, tiles.fadeEnd > time, !contents.fading.contains(node) else { return }
        contents.fading.append(node)
    }

    /// Marks layers that fade as dirty. Returns the next time at which an update is needed.
    func fadeTiles(at time: Double) -> Double {
        if contents.fading.isEmpty { return .infinity }
        var next = Double.infinity
        contents.fading.removeAll { node in
            guard nodes.isLive(node), let tiles = nodes[node].pointee.state.objects.tiles else { return true }
            let n = nodes[node]
            n.pointee.flags.insert(.resourcesDirty)
            nodes.markDirty(node)
            if time >= tiles.fadeEnd { return true }
            next = time
            return false
        }
        return next
    }
}
