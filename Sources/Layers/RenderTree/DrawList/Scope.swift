/// A group or clip of the draw list: the data around ops that a patch inside it must keep valid.
struct Scope {
    /// The index of the op that begins it.
    var begin: Int32
    var parent: Int32
    /// Something inside changed: the bounds have to be computed again.
    var isDirty = false
    /// The union of the new bounds of ops that changed inside since the bounds were last computed.
    var grown = DeviceRect.empty
    /// The begin op itself changed: all of its old and new bounds are damage.
    var isChanged = false
    /// True if this group or an enclosing one extends the effect of an op beyond the op's own pixels.
    var spreads = false
    var hasReach = false
    /// The clip for everything drawn inside.
    var clip: DeviceRect
    var reach = GroupReach()
    /// The pixels that the layer's shape touches, if it filters its backdrop there; otherwise empty. For a rasterised layer, the pixels
    /// that its bitmap touches, in the enclosing space.
    var area = DeviceRect.empty
    var backdropReach = GroupReach()
    var isRaster = false
    /// True if the group's blend mode changes the backdrop even where the group is clear, all over its bounds.
    var clearsAround = false
}

/// Dirty scopes, inner (later) ones first. A binary heap, so that one moving layer among thousands of groups costs only the work for its
/// own.
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
