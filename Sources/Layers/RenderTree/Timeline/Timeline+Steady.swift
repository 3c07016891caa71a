import CoreGraphics

/// The tree's bookkeeping for records whose animations are evaluated by kind.
struct SteadyRecords {
    struct Member {
        let node: Int32
        let slot: Int32
        /// The record's generation at enrollment. If it differs from the current one, the member has left.
        let generation: UInt32
        /// The layer has objects: resources derived from them are rebuilt.
        let hasObjects: Bool
        /// True if the layer is in the picture, so that changes must be drawn.
        var isShown: Bool
    }
    var members: ContiguousArray<Member> = []
    /// True if any member is shown.
    var areAnyShown = false
    /// Slots that may be enrolled, found in the frame being made.
    var found: ContiguousArray<Int32> = []
    /// The stamp of the build for which `isShown` is valid.
    var stamp: UInt32 = 0
}

extension Timeline {
    /// Brings the steady layers to a time. Records that can't remain steady are added to `agenda.slow`.
    func animateSteady(at time: Double) {
        guard let offset = MemoryLayout<RenderNode>.offset(of: \.state.values) else { return }
        let values = UnsafeMutableRawPointer(nodes.base) + offset
        steady.apply(at: time, to: values, stride: MemoryLayout<RenderNode>.stride, failed: &agenda.slow)
        for slot in agenda.slow {
            animated[Int(slot)].hasJustLeft = true
            // If the interval has not ended yet, something else prevented it, and would again.
            animated[Int(slot)].mayBeSteady = false
            wake(Int(slot))
        }
        if nodes.shownIsStale || steadyRecords.stamp != nodes.stamp { findShown() }
        if steadyRecords.areAnyShown { markSteadyDirty() }
    }

    /// Removes members that have left, once there are many.
    func tidySteady() {
        guard steadyRecords.members.count > 256 + 2 * steady.recordCount else { return }
        steadyRecords.members.removeAll { $0.generation != steady.generation($0.slot) }
        steady.tidy()
    }

    private func markSteadyDirty() {
        steadyRecords.members.withUnsafeBufferPointer { members in
            for i in members.indices where members[i].isShown && members[i].generation == steady.generation(members[i].slot) {
                if members[i].hasObjects { nodes[members[i].node].pointee.flags.insert(.resourcesDirty) }
                nodes.markDirty(members[i].node)
            }
        }
    }

    private func findShown() {
        nodes.shownIsStale = false
        steadyRecords.stamp = nodes.stamp
        steadyRecords.areAnyShown = false
        for i in steadyRecords.members.indices where steadyRecords.members[i].generation == steady.generation(steadyRecords.members[i].slot)
        {
            let isShown = nodes[steadyRecords.members[i].node].pointee.stamp == nodes.stamp
            steadyRecords.members[i].isShown = isShown
            if isShown { steadyRecords.areAnyShown = true } else { dismiss(Int(steadyRecords.members[i].slot)) }
            if steadyRecords.members[i].hasObjects { nodes[steadyRecords.members[i].node].pointee.flags.insert(.resourcesDirty) }
        }
    }

    /// Removes a layer that is no longer visible from the steady ones: it is evaluated individually, and skipped until it is visible.
    private func dismiss(_ slot: Int) {
        guard nodes[animated[slot].node].pointee.parent >= 0 else { return }
        steady.leave(Int32(slot))
        animated[slot].wasActive = false
        animated[slot].mayBeSteady = true
        animated[slot].quietFrom = .infinity
        wake(slot)
    }

    /// Makes a record steady from the next frame on, if all animations of its layer are.
    func enroll(_ slot: Int32, at time: Double) {
        let i = Int(slot), node = animated[i].node
        animated[i].mayBeSteady = false
        guard let running = animated[i].running.first, animated[i].invalidationScope != .all, animated[i].timeSpace < 0 else { return }
        guard steady.enroll(running, animated[i].running.count, on: bases[i], slot: slot, node: node, at: time) else { return }
        let isShown = nodes[node].pointee.stamp == nodes.stamp
        if isShown { steadyRecords.areAnyShown = true }
        steadyRecords.members.append(
            SteadyRecords.Member(
                node: node, slot: slot, generation: steady.generation(slot), hasObjects: animated[i].invalidationScope == .objects,
                isShown: isShown
            ))
    }
}
