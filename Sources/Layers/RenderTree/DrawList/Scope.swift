/// A group or clip of the draw list: what a patch inside it must keep right around it.
struct Scope {
    /// Index of the op that begins it.
    var begin: Int32
    var parent: Int32
    /// Something inside changed: its bounds have to be found again.
    var isDirty = false
    /// Union of the new bounds of what changed inside since they were last found.
    var grown = DeviceRect.empty
    /// The begin op itself changed: all of it is damage, also where the new bounds lie.
    var isChanged = false
    /// What is drawn in this group or one around it changes more than the pixels it lies on.
    var spreads = false
    var hasReach = false
    /// Cut for what is drawn inside.
    var clip: DeviceRect
    var reach = GroupReach()
    /// The pixels that the layer's shape touches, where what is behind it is filtered there; else empty. Of a rasterised layer the pixels
    /// that its bitmap touches, in the space around it.
    var area = DeviceRect.empty
    var backdropReach = GroupReach()
    var isRaster = false
    /// The group's blend mode changes what is behind it also where the group is clear, all over its bounds.
    var clearsAround = false
}

/// Dirty scopes, inner (later) ones first. A binary heap, so that one moving layer among thousands of groups costs only its own.
struct ScopeHeap {
    private var items: ContiguousArray<Int32> = []
    var isEmpty: Bool { items.isEmpty }

    mutating func push(_ scope: Int32) {
        items.append(scope)
        var i = items.count - 1
        while i > 0, items[(i - 1) / 2] < items[i] {
            items.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    mutating func pop() -> Int32? {
        guard let top = items.first else { return nil }
        let last = items.removeLast()
        if items.isEmpty { return top }
        items[0] = last
        var i = 0
        while true {
            var child = 2 * i + 1
            if child >= items.count { break }
            if child + 1 < items.count, items[child + 1] > items[child] { child += 1 }
            if items[child] <= items[i] { break }
            items.swapAt(i, child)
            i = child
        }
        return top
    }

    mutating func removeAll() { items.removeAll(keepingCapacity: true) }
}
