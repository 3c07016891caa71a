import CoreGraphics

// Layers that move outside of the target, without a clip around them.

extension Timeline {
    /// Returns true if the layer shows nothing now and its animations can't move it into the visible region unless something around it
    /// changes: all their positions are inside a box from which nothing reaches the visible region.
    @inline(__always)
    func staysOutside(_ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int, _ lastFrame: LayerExtents) -> Bool {
        let n = nodes[record.pointee.node]
        guard n.pointee.stamp == nodes.stamp, n.pointee.parent >= 0 else { return false }
        return lastFrame.drewNothing(n) && isReachOutside(record, slot, lastFrame)
    }

    @inline(never)
    private func isReachOutside(_ record: UnsafeMutablePointer<AnimatedNode>, _ slot: Int, _ lastFrame: LayerExtents) -> Bool {
        let n = nodes[record.pointee.node], parent = nodes[n.pointee.parent]
        // Effects around the layer draw beyond its extent; sublayers may move on their own.
        guard n.pointee.sublayers.isEmpty, n.pointee.mask < 0, !n.pointee.flags.contains(.isMask), n.pointee.blendMode == .normal,
            !parent.pointee.flags.contains(.sortsByDepth), parent.pointee.layerClass != .replicator
        else { return false }
        let base = bases[slot]
        guard base.values.shadowOpacity == 0, !base.values.flags.contains(.shouldRasterize), !base.values.isTilted,
            base.values.zPosition == 0, base.values.anchorPointZ == 0, base.objectsBox == nil || base.objects.filters == nil,
            base.objectsBox == nil || base.objects.backgroundFilters == nil
        else { return false }
        var reach = PositionReach(base.values.position)
        guard let running = record.pointee.running.first else { return false }
        for i in 0..<record.pointee.running.count where !(running + i).pointee.compiled.core.widen(&reach) { return false }
        // Includes transparent parts, and the bounds, since an animation may add a colour that the layer does not have yet.
        guard let drawn = lastFrame.extent(of: record.pointee.node, keeps: true) else { return false }
        let extent = drawn.union(base.values.bounds)
        let space = sublayerSpace(parent)
        guard space.m14 == 0, space.m24 == 0, space.m44 == 1 else { return false }
        let box = base.values.box(around: extent, reach)
        guard box.minX.isFinite, box.minY.isFinite, box.width.isFinite, box.height.isFinite, let placed = Projection(plane: space.flattened)
        else { return false }
        return placed.deviceBounds(of: box.insetBy(dx: -1, dy: -1), in: n.pointee.environment.clip).isEmpty
    }
}

extension LayerValues {
    /// Returns a box, in the superlayer's space, around all possible places of the layer: for any rotation about its anchor and any of its
    /// transforms, no point of the extent is further from the position than the radius.
    fileprivate func box(around extent: CGRect, _ reach: PositionReach) -> CGRect {
        let x = bounds.origin.x + anchorPoint.x * bounds.size.width, y = bounds.origin.y + anchorPoint.y * bounds.size.height
        let dx = max(abs(extent.minX - x), abs(extent.maxX - x)), dy = max(abs(extent.minY - y), abs(extent.maxY - y))
        let first = transform.m11 * transform.m11 + transform.m12 * transform.m12
        let second = transform.m21 * transform.m21 + transform.m22 * transform.m22
        let radius = ((first + second) * (dx * dx + dy * dy)).squareRoot() + abs(transform.m41) + abs(transform.m42)
        let size = reach.high - reach.low
        return CGRect(
            x: reach.low.x - radius, y: reach.low.y - radius, width: size.x + 2 * radius, height: size.y + 2 * radius)
    }
}
