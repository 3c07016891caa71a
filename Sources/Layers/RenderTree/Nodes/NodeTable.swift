// The nodes: the storage that the timeline and the scene share
//
// One slot of contiguous storage for each layer, linked by slot numbers. The commit and the timeline write states into the nodes and note
// which nodes they changed (`dirty`, `orderDirty`, `needsRebuild`); the scene reads both and makes draw ops from them. This is the value
// passed from the timeline to the scene: nodes that changed, each with its state. `changes` prints it.
//
// In the other direction the scene leaves two facts on a node that the timeline reads in the next frame: `stamp`, the build that drew the
// node, and `environment`, with the clip around it. With them the timeline skips animations that can't be seen.
//
// A slot number may outlive its node. In debug builds each access checks the number's range and that the slot holds a node, a freed slot is
// not used again for a while, and `verify()` checks the invariants in Invariants.swift. Release builds check nothing.

/// The layers of a render tree, and what changed in them since the scene last looked.
final class NodeTable {
    @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<RenderNode>
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) private var capacity = 64
    @exclusivity(unchecked) private var free = FreeSlots()
    /// The node of a freed slot. Making a node takes longer than copying one.
    private let empty: RenderNode
    /// The number of times that the storage was moved, for tests.
    @exclusivity(unchecked) private(set) var growths = 0
    /// The slot of each layer. Old pictures of transitions have none.
    @exclusivity(unchecked) var index: [LayerID: Int32] = [:]
    /// The root layer's slot, or -1.
    @exclusivity(unchecked) var root: Int32 = -1
    /// Number of the scene's last build. Nodes with another number were not drawn by it.
    @exclusivity(unchecked) var stamp: UInt32 = 0
    /// Nodes whose state or environment changed. Each has the flag `dirty`.
    @exclusivity(unchecked) var dirty: ContiguousArray<Int32> = []
    /// Nodes whose zPosition differs from the one that they were ordered by. Each has the flag `orderDirty`.
    @exclusivity(unchecked) var orderDirty: ContiguousArray<Int32> = []
    /// True if the draw list can't be patched.
    @exclusivity(unchecked) var needsRebuild = true
    /// True if other nodes than before are drawn since the timeline last looked.
    @exclusivity(unchecked) var shownIsStale = false
    /// Counts of the work done by updates, for tests that watch how work grows.
    @exclusivity(unchecked) var work = TreeWork()

    init() {
        var empty = RenderNode(id: LayerID(rawValue: 0), layerClass: .layer, state: LayerState())
        empty.flags = []
        self.empty = empty
        base = .allocate(capacity: 64)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    /// The number of nodes, old pictures of transitions included.
    var liveCount: Int { count - free.count }

    /// A node by its slot. Valid until the next `insert`.
    @inline(__always)
    subscript(_ slot: Int32) -> UnsafeMutablePointer<RenderNode> {
        #if DEBUG || AGATE_CHECKED
        check(slot)
        #endif
        return base + Int(slot)
    }

    #if DEBUG || AGATE_CHECKED
    /// Traps if a slot holds no node. A separate function, since the optimiser of Swift 6.3 fails if this is part of large functions.
    @inline(never)
    private func check(_ slot: Int32) {
        if slot < 0 || Int(slot) >= count { fatalError("node \(slot) is out of range 0..<\(count)") }
        if !(base + Int(slot)).pointee.flags.contains(.live) { fatalError("node \(slot) was freed") }
    }
    #endif

    /// Returns true if the slot holds a node. For lists of slots that may be older than the removal of a node.
    @inline(__always)
    func isLive(_ slot: Int32) -> Bool { (base + Int(slot)).pointee.flags.contains(.live) }

    func insert(_ node: @autoclosure () -> RenderNode) -> Int32 {
        if let slot = free.take() { base[Int(slot)] = node(); return slot }
        if count == capacity { grow(to: capacity * 2) }
        (base + count).initialize(to: node())
        count += 1
        return Int32(count - 1)
    }

    /// Makes room for nodes that follow, so that storage grows once.
    func reserve(_ more: Int) {
        if count + more > capacity + free.count { grow(to: max(capacity * 2, count + more - free.count)) }
        index.reserveCapacity(index.count + more)
    }

    private func grow(to size: Int) {
        let bigger = UnsafeMutablePointer<RenderNode>.allocate(capacity: size)
        bigger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = bigger
        capacity = size
        growths += 1
    }

    /// Frees a slot. The slot keeps an empty node until it is reused, so that the removed node's references are released now.
    func remove(_ slot: Int32) {
        base[Int(slot)] = empty
        free.add(slot)
    }
}

/// Slots that are free for reuse. In debug builds the oldest of at least 256 is reused, so that a stale number refers to a freed slot
/// rather than to another node.
private struct FreeSlots {
    private var slots: ContiguousArray<Int32> = []
    #if DEBUG || AGATE_CHECKED
    private var next = 0
    var count: Int { slots.count - next }
    #else
    var count: Int { slots.count }
    #endif

    mutating func add(_ slot: Int32) { slots.append(slot) }

    mutating func take() -> Int32? {
        #if DEBUG || AGATE_CHECKED
        guard count > 256 else { return nil }
        defer { next += 1 }
        if next > 4096 {
            slots.removeFirst(next)
            next = 0
        }
        return slots[next]
        #else
        return slots.popLast()
        #endif
    }
}
