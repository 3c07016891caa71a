import CoreGraphics

extension PartsWriter {
    /// Returns the layer's filters in their current state; nil if it has no supported ones. A filter whose radius is temporarily 0 keeps
    /// its ops.
    func contentFilters(_ n: UnsafeMutablePointer<RenderNode>) -> [FilterDraw]? {
        guard n.pointee.state.objectsBox != nil, let list = n.pointee.state.objects.filters else { return nil }
        return draws(list)
    }

    /// Returns the layer's background filters, at full opacity; nil if it has no supported ones.
    func backgroundFilters(_ n: UnsafeMutablePointer<RenderNode>) -> GroupDraw.Backdrop? {
        // A mask's background filters have no backdrop (S1).
        guard n.pointee.state.objectsBox != nil, !n.pointee.flags.contains(.isMask), let list = n.pointee.state.objects.backgroundFilters,
            let filters = draws(list)
        else { return nil }
        return .init(filters: filters, opacity: 1, staysInside: list.contains { $0.filter?.spec.staysInside == true })
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
