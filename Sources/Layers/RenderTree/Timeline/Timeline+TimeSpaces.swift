// Converts absolute time to the time of a layer's animations: through the time spaces of all ancestors and its own. A layer that begins
// later does not delay its animations, so that a layer resumed after a pause continues.

extension Timeline {
    /// The committed timing of a layer with its own time; nil for a layer that uses its superlayer's time.
    private func ownTiming(_ node: Int32) -> MediaTiming? {
        let n = nodes[node]
        let box = n.pointee.animated >= 0 ? bases[Int(n.pointee.animated)].extraBox : n.pointee.state.extraBox
        guard let box, !box.value.timing.isPlain else { return nil }
        return box.value.timing
    }

    /// Records a change of timing. Called before a new committed state replaces the old one.
    func noteTiming(of node: Int32, before old: Box<LayerExtra>?, _ new: Box<LayerExtra>?) {
        if old === new { return }
        let a = old?.value.timing, b = new?.value.timing
        if a?.isPlain ?? true, b?.isPlain ?? true { return }
        if a != b { spaces.retimed.append(node) }
    }

    /// Records that a layer has a new superlayer, for its time space.
    func noteTimingOfLink(_ child: Int32, under parent: Int32) {
        if nodes[child].pointee.timeSpace >= 0 || nodes[parent].pointee.timeSpace >= 0 { spaces.retimed.append(child) }
    }

    /// Recomputes the time spaces below layers whose time changed, and no others. Called after the links of a commit are applied.
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

    /// Returns the time space of a layer: its own, or that of its superlayer.
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

    /// Frees a layer's time space, when the layer is removed or uses its superlayer's time again.
    func dropTimeSpace(of node: Int32) {
        let space = nodes[node].pointee.timeSpace
        guard space >= 0, spaces.list[Int(space)].node == node else { return }
        spaces.list[Int(space)] = TimeSpace(node: -1, parent: -1)
        spaces.free.append(space)
    }

    /// Returns a space's local time, computed once for all layers in it.
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

    /// Returns the time of a layer's animations. While a delayed instance of a replicator is made, the instance's time.
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

    /// Returns local seconds per second; negative if a wrapped time may run in either direction, so that there is no future time to wait
    /// for.
    func effectiveSpeed(of node: Int32) -> Double {
        let space = nodes[node].pointee.timeSpace
        return space < 0 ? 1 : spaces.list[Int(space)].rate
    }
}
