import CoreGraphics

/// Layers whose contents come from a `PictureSource`.
extension Timeline {
    /// Records a layer whose contents come from a source.
    func notePicture(_ node: Int32) {
        guard nodes[node].pointee.state.objects.picture != nil, !nodes[node].pointee.flags.contains(.isPictured) else { return }
        nodes[node].pointee.flags.insert(.isPictured)
        contents.pictured.append(node)
    }

    /// The picture sources in the tree.
    var pictureSources: [any PictureSource] {
        contents.pictured.compactMap { node in
            guard nodes.isLive(node) else { return nil }
            let n = nodes[node]
            return n.pointee.state.objectsBox != nil ? n.pointee.state.objects.picture?.source : nil
        }
    }

    /// Updates the contents of pictured layers to a time. Returns the next time at which an update is needed.
    func showPictures(at time: Double) -> Double {
        if contents.pictured.isEmpty { return .infinity }
        var next = Double.infinity
        let waits = contents.waitsForPictures
        contents.pictured.removeAll { node in
            guard nodes.isLive(node) else { return true }
            let n = nodes[node]
            guard n.pointee.state.objectsBox != nil, let source = n.pointee.state.objects.picture?.source
            else {
                n.pointee.flags.remove(.isPictured)
                return true
            }
            let isOwnTime = n.pointee.timeSpace >= 0 && source.followsLayerTime
            let local = isOwnTime ? localTime(of: node, at: time) : time
            let shown = source.picture(at: local, waits: waits)
            next = min(next, isOwnTime ? mediaTime(of: shown.nextChange, local, node, at: time) : shown.nextChange)
            var image: CGImage?
            if case .image(let old)? = n.pointee.state.objects.contents { image = old }
            // Also restores the source's image after a commit, which replaces it with the program's own state.
            if image !== shown.image {
                let contents = shown.image.map { PropertyValue.image($0) }
                n.pointee.state.objects.contents = contents
                if n.pointee.animated >= 0 { bases[Int(n.pointee.animated)].objects.contents = contents }
                nodes.noteSampled(node)
            }
            return false
        }
        return max(next, time)
    }

    private func mediaTime(of wanted: Double, _ local: Double, _ node: Int32, at time: Double) -> Double {
        let rate = effectiveSpeed(of: node)
        // When time runs backwards, the next change is the previous one in local time: sources are asked in each frame.
        if rate < 0 { return time }
        return rate == 0 || wanted == .infinity ? .infinity : time + (wanted - local) / rate
    }
}
