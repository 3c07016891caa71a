import CoreGraphics

/// What the tree keeps about records whose animations are evaluated by kind.
struct SteadyRecords {
    struct Member {
        let node: Int32
        let slot: Int32
        /// It left since, if it has another one now.
        let generation: UInt32
        /// The layer has objects: what is made of them is made again.
        let hasObjects: Bool
        /// In the picture, so that a change has to be drawn.
        var isShown: Bool
    }
    var members: ContiguousArray<Member> = []
    /// Any of them is.
    var areAnyShown = false
    /// In the frame being made: slots that may be enrolled.
    var found: ContiguousArray<Int32> = []
    /// As of the build that `isShown` is about.
    var stamp: UInt32 = 0
}

extension Timeline {
    /// Brings the steady layers to a time. Those that can't go on stand in `slowSlots`.
    func animateSteady(at time: Double) {
        guard let offset = MemoryLayout<RenderNode>.offset(of: \.state.values) else { return }
        let values = UnsafeMutableRawPointer(nodes.base) + offset
        steady.apply(at: time, to: values, stride: MemoryLayout<RenderNode>.stride, failed: &agenda.slow)
        for slot in agenda.slow {
            animated[Int(slot)].hasJustLeft = true
            // Where the time has not run out yet something else was in the way, and will be again.
            animated[Int(slot)].mayBeSteady = false
            wake(Int(slot))
        }
        if nodes.shownIsStale || steadyRecords.stamp != nodes.stamp { findShown() }
        if steadyRecords.areAnyShown { markSteadyDirty() }
    }

    /// Forgets what has left, once it is much.
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

    /// Nobody sees the layer any more: it is looked at by itself, and left alone until it is seen.
    private func dismiss(_ slot: Int) {
        guard nodes[animated[slot].node].pointee.parent >= 0 else { return }
        steady.leave(Int32(slot))
        animated[slot].wasActive = false
        animated[slot].mayBeSteady = true
        animated[slot].quietFrom = .infinity
        wake(slot)
    }

    /// From the next frame on, if all animations of the layer are steady.
    func enroll(_ slot: Int32, at time: Double) {
        let i = Int(slot), node = animated[i].node
        animated[i].mayBeSteady = false
        guard let running = animated[i].running.first, animated[i].trace != .all, animated[i].timeSpace < 0 else { return }
        guard steady.enroll(running, animated[i].running.count, on: bases[i], slot: slot, node: node, at: time) else { return }
        let isShown = nodes[node].pointee.stamp == nodes.stamp
        if isShown { steadyRecords.areAnyShown = true }
        steadyRecords.members.append(
            SteadyRecords.Member(
                node: node, slot: slot, generation: steady.generation(slot), hasObjects: animated[i].trace == .objects, isShown: isShown
            ))
    }
}
