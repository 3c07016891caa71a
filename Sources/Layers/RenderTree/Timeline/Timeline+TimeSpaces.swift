/// The time of a layer that does not have its superlayer's: for itself and all below it, down to the next such layer.
struct TimeSpace {
    /// -1 for a free slot.
    var node: Int32
    /// The space around it; -1 is the tree's own time.
    var parent: Int32
    /// The tree's time at which `local` was found.
    var time = Double.nan
    var local = 0.0
    /// Local seconds a second.
    var speed = 1.0
    /// This layer or one above it wraps its time.
    var wraps = false
    /// The speed; below 0 where a wrapped time may run either way, so that nobody waits for a time to come.
    var rate: Double { wraps ? -abs(speed) : speed }
}

/// The time spaces of a tree, by slot.
final class TimeSpaces {
    @exclusivity(unchecked) var list: ContiguousArray<TimeSpace> = []
    var free: [Int32] = []
    /// Layers whose time the commit being applied has changed.
    var retimed: ContiguousArray<Int32> = []
    /// The delay of the instance being drawn, for each enclosing replicator.
    var instanceShifts: [(node: Int32, shift: Double)] = []
}

// Absolute time to the time of a layer's animations: through the time spaces of all layers above it and its own. A layer that begins later
// does not hold the animations on it, so that one resumed after a pause goes on.

extension Timeline {
    /// What was committed for a layer that has a time of its own; nil for one that has its superlayer's.
    private func ownTiming(_ node: Int32) -> MediaTiming? {
        let n = nodes[node]
        let box = n.pointee.animated >= 0 ? bases[Int(n.pointee.animated)].extraBox : n.pointee.state.extraBox
        guard let box, !box.value.timing.isPlain else { return nil }
        return box.value.timing
    }

    /// Before a new committed state takes the place of the old one.
    func noteTiming(of node: Int32, before old: borrowing LayerState, _ new: borrowing LayerState) {
        if old.extraBox === new.extraBox { return }
        let a = old.extraBox?.value.timing, b = new.extraBox?.value.timing
        if a?.isPlain ?? true, b?.isPlain ?? true { return }
        if a != b { spaces.retimed.append(node) }
    }

    /// A layer has another superlayer.
    func noteTimingOfLink(_ child: Int32, under parent: Int32) {
        if nodes[child].pointee.timeSpace >= 0 || nodes[parent].pointee.timeSpace >= 0 { spaces.retimed.append(child) }
    }

    /// After the links of a commit: what stands below a layer whose time changed is found again, and nothing else.
    func settleTiming() {
        if spaces.retimed.isEmpty { return }
        var visited: ContiguousArray<Int32> = []
        var pending: ContiguousArray<Int32> = []
        for top in spaces.retimed where nodes.isLive(top) {
            pending.append(top)
            while let node = pending.popLast() {
                let n = nodes[node]
                let above = n.pointee.parent >= 0 ? nodes[n.pointee.parent].pointee.timeSpace : -1
                let space = settleTimeSpace(of: node, in: above)
                if n.pointee.flags.contains(.isRetimed), space == n.pointee.timeSpace { continue }
                n.pointee.timeSpace = space
                if !n.pointee.flags.contains(.isRetimed) {
                    n.pointee.flags.insert(.isRetimed)
                    visited.append(node)
                }
                if n.pointee.animated >= 0 { invalidate(Int(n.pointee.animated)) }
                pending.append(contentsOf: n.pointee.sublayers)
                if n.pointee.mask >= 0 { pending.append(n.pointee.mask) }
            }
        }
        for node in visited { nodes[node].pointee.flags.remove(.isRetimed) }
        spaces.retimed.removeAll(keepingCapacity: true)
    }

    /// The space that a layer stands in: its own, or that of what is above it.
    private func settleTimeSpace(of node: Int32, in above: Int32) -> Int32 {
        let known = nodes[node].pointee.timeSpace
        let isOwner = known >= 0 && spaces.list[Int(known)].node == node
        guard let timing = ownTiming(node) else {
            if isOwner { dropTimeSpace(of: node) }
            return above
        }
        var space = TimeSpace(node: node, parent: above)
        space.speed = Double(timing.speed) * (above >= 0 ? spaces.list[Int(above)].speed : 1)
        space.wraps = timing.wrapsTime || (above >= 0 && spaces.list[Int(above)].wraps)
        if isOwner { spaces.list[Int(known)] = space; return known }
        if let free = spaces.free.popLast() { spaces.list[Int(free)] = space; return free }
        spaces.list.append(space)
        return Int32(spaces.list.count - 1)
    }

    /// The layer goes, or has its superlayer's time again.
    func dropTimeSpace(of node: Int32) {
        let space = nodes[node].pointee.timeSpace
        guard space >= 0, spaces.list[Int(space)].node == node else { return }
        spaces.list[Int(space)] = TimeSpace(node: -1, parent: -1)
        spaces.free.append(space)
    }

    /// A space's own time; found once for all that stand in it.
    func localTime(inSpace space: Int32, at time: Double) -> Double {
        if spaces.list[Int(space)].time == time { return spaces.list[Int(space)].local }
        let above = spaces.list[Int(space)].parent
        if above < 0 { return enter(space, from: time, at: time) }
        if spaces.list[Int(above)].time == time { return enter(space, from: spaces.list[Int(above)].local, at: time) }
        var path: ContiguousArray<Int32> = []
        var s = space
        while s >= 0, spaces.list[Int(s)].time != time {
            path.append(s)
            s = spaces.list[Int(s)].parent
        }
        var local = s >= 0 ? spaces.list[Int(s)].local : time
        while let inner = path.popLast() { local = enter(inner, from: local, at: time) }
        return local
    }

    private func enter(_ space: Int32, from parentTime: Double, at time: Double) -> Double {
        let local = ownTiming(spaces.list[Int(space)].node)?.localTime(atParentTime: parentTime) ?? parentTime
        spaces.list[Int(space)].time = time
        spaces.list[Int(space)].local = local
        return local
    }

    /// The time of a layer's animations. While an instance of a replicator is made that lags, its own.
    func localTime(of node: Int32, at time: Double) -> Double {
        if spaces.instanceShifts.isEmpty {
            let space = nodes[node].pointee.timeSpace
            return space < 0 ? time : localTime(inSpace: space, at: time)
        }
        var path: ContiguousArray<Int32> = []
        var i = node
        while i >= 0 {
            path.append(i)
            i = nodes[i].pointee.parent
        }
        var local = time
        while let next = path.popLast() {
            let parent = nodes[next].pointee.parent
            for each in spaces.instanceShifts where each.node == parent { local -= each.shift }
            if let timing = ownTiming(next) { local = timing.localTime(atParentTime: local) }
        }
        return local
    }

    /// Local seconds a second; below 0 where a wrapped time may run either way, so that nobody waits for a time to come.
    func effectiveSpeed(of node: Int32) -> Double {
        let space = nodes[node].pointee.timeSpace
        return space < 0 ? 1 : spaces.list[Int(space)].rate
    }
}
