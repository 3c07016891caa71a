import CoreGraphics

extension PartsWriter {
    /// Returns the layer's filters in their current state; nil if it has no supported ones. A filter whose radius is temporarily 0 keeps
    /// its ops.
    func contentFilters(_ n: UnsafeMutablePointer<RenderNode>) -> [FilterDraw]? {
        guard n.pointee.state.objectsBox != nil, let list = n.pointee.state.objects.filters else { return nil }
        return draws(list)
    }

    func backgroundFilters(_ n: UnsafeMutablePointer<RenderNode>) -> [FilterDraw]? {
        // A mask's background filters have no backdrop (S1).
        guard n.pointee.state.objectsBox != nil, !n.pointee.flags.contains(.isMask), let list = n.pointee.state.objects.backgroundFilters
        else { return nil }
        return draws(list)
    }

    private func draws(_ list: [OpaqueObject]) -> [FilterDraw]? {
        var isKnown = false
        var draws: [FilterDraw] = []
        for object in list {
            guard let filter = object.filter, filter.spec.isDrawn else { continue }
            isKnown = true
            if let draw = filter.spec.draw { draws.append(draw) }
        }
        return isKnown ? draws : nil
    }

}
