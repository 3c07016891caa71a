// The render tree: from commits and time to a draw list and its damage
//
// The render tree holds what the program committed, as values, and answers two questions for any time: what has to be drawn (`list`),
// and which pixels differ from the last answer (`FrameUpdate.damage`). It has no reference to a layer of the program, so it can live on
// a thread of its own while the program is busy. The picture is a function of the commits and the time. Nothing is accumulated from
// frame to frame that would make a frame depend on which frames came before it; that is what lets a film be rendered in parts on
// different machines.
//
// A frame is `apply(commit)` any number of times, then `update(at: time)`:
//
//     apply      RenderTree+Apply      states and links of the layers that changed; animations added and removed
//     animate    RenderTree+Animate    evaluates what may have changed since the last update
//     refresh    RenderTree+Refresh    patches the draw list, splices into it, or rebuilds it
//     damage     DrawList/DamageRegion what the three above touched, as at most sixteen rectangles
//
// Nodes
//     Layers are `RenderNode`s in one array (`NodeStore`), linked by 32-bit indices. A node holds the state that shows. A layer with
//     animations has a record beside it (`AnimatedNode`) and its committed state in `bases`; each evaluation begins from that base, so
//     animations that end or are removed leave no trace. Structure changes come as whole lists of sublayers; `change(of:by:)` takes off
//     what is equal at both ends, so one layer inserted among ten thousand costs one layer.
//
// The draw list
//     Each node writes its ops (`Emission`) into a contiguous range, its sublayers' ranges inside its own: `opStart ..< opEnd`. Groups
//     and clips are pairs of ops with a `Scope` beside them that has the bounds of what is inside, so bounds can be updated from the
//     inside out. There are three ways to bring the list up to date, from cheap to dear:
//
//     1. Patch. Only values changed. Each dirty node writes its ops over its old ones; the op's old and new bounds are damage where
//        they differ in a byte. A patch fails when a node needs more or fewer ops than it has (a border appeared, opacity left 1 and a
//        group is needed): the emission then reports failure and the list is rebuilt. A node that was left out and may now show fails
//        it, too.
//     2. Splice (`ListSplice.swift`). A sublayer came, went, or changed its place among at least two visible siblings. Its ops are
//        emptied in place, or written at the end of the list and rotated into position; what stands behind is shifted by indices alone.
//        Emptied ops stay until they are half of the list. Allowed only where the number of sublayers changes nothing about the
//        superlayer's own ops, and nothing looks at the whole (shadow, filter, replicator, depth sort, transition): `mayEdit` asks all
//        of it. 24 at most in a frame.
//     3. Rebuild. Everything is emitted again into the buffers of the list before last. The old list is kept meanwhile: a node whose
//        new ops equal its old ones damages nothing, so a rebuild is dear in time but not in pixels.
//
//     Replicators and depth-sorted siblings are units: their ops depend on all that is below, so a change below marks the unit, not the
//     node.
//
// What invalidates what
//     | change                                             | consequence                                                          |
//     |----------------------------------------------------|----------------------------------------------------------------------|
//     | a value of a layer                                 | node dirty: patch                                                    |
//     | transform, position, bounds                        | node dirty; its emission reaches the sublayers, whose matrices change |
//     | sublayerTransform, transform layer, replicator     | the same, with `needsAll`: no early end at equal matrices            |
//     | zPosition                                          | the superlayer's paint order: move ops, or rebuild for many          |
//     | sublayers                                          | splice where `mayEdit`, else rebuild                                 |
//     | mask set or removed, root, viewport, class         | rebuild                                                              |
//     | hidden or opacity through 0                        | patch fails once when the node has no ops yet: rebuild               |
//     | timing of a layer (speed, beginTime, timeOffset)   | time spaces below it (`settleTiming`), nothing of the list           |
//     | animation added or removed                         | its record is invalidated and evaluated in the next update           |
//
// Animation: the fast path and the slow one
//     The evaluation of a layer is one of four, and a layer moves between them as its animations allow:
//
//     - Steady (`RenderTree+Steady`, `SteadyAnimations`): all its animations are active and depend on time alone. They stand in arrays
//       by kind (pairs, colours, rotations, …) in node order and write straight into the nodes' values. No branch depends on which
//       animation is next to which. A lane that runs out of its interval fails, and the record goes to the slow path for that frame.
//     - Quick (`sampleQuickly`): active, but not of a kind that has an array, or in a time space of its own. Nothing to report, nothing
//       to remove.
//     - Slow (`sample`): something begins, ends, or is removed; transitions; time that stands still or runs backwards. Posts events.
//     - Waiting (`RenderTree+Waiting`): the state is known until some time. The record leaves the frame's list and waits in a heap. So
//       do layers that nobody sees (below a hidden layer or an empty clip): they are evaluated when they show or are asked for; their
//       begin and end are still reported on time.
//
//     Time running backwards (`time < animatedTime`) wakes everything: what was known for later times does not hold for earlier ones.
//
// Damage
//     Every op that changes adds its old and its new bounds, grown by what the scopes around it may spread (blur, shadow, reflection in
//     a backdrop). Rectangles are joined when one sweep over their union draws no more than both would; a sweep is counted as 1,024
//     pixels. Past sixteen rectangles they become horizontal bands of 32 rows with one span each, so that adding costs the same however
//     much has changed.
//
// What was tried, with figures
//     - A new list whenever anything but values changed, and a walk over all ops in each frame: one mover among 100,000 still layers
//       cost 9 ms a frame. With boxes of ops beside each other and patches it is 0.06 ms.
//     - A rebuild for each change of structure: one layer added among 10,000, with its frame, cost 12 ms; spliced it is 0.20 ms. A
//       zPosition that animates among 10,000 cost 9 ms a frame, now 0.03 ms.
//     - Local times found by walking up from each layer: 8,000 animated layers of which one had a speed cost 14 s a commit, now 27 ms,
//       since time spaces leave the other layers on the fast path.
//     - Records that are looked at in each frame whether or not they may change: 2,000 staggered animations cost 17.7 s over 60 frames,
//       with the heap 44 ms.
//     - One generic evaluation for each layer: 17 to 26 ns an animation, and more in large trees. By kind it is 17 to 19 ns in trees of
//       1,000 and of 100,000 layers.
//     - Rectangles of damage that overlap, swept separately: what lies in an old and in a new place was drawn twice.
//     - Walks that call themselves: the stack ended trees that a program may well build. Each walk here keeps a list of its own.
//
//     Other ways, not built: a message for each property instead of whole states in commits (encoding three properties is more work
//     than copying 450 bytes, and a commit could not be compared or printed as it is); a scene of retained pictures for each layer, as
//     in WebRender (pictures pay off where content scrolls; here it mostly changes place and value, and damage is small).
//
// Threads: the tree is owned by one thread at a time (the render thread, or a host's own). It takes no lock and calls nothing of the
// program; what it has to report leaves as `FrameUpdate.events`. See `TransactionThread.swift` for who owns what.

import AgateDiagnostics
import CoreGraphics

/// Where the tree is drawn: size in pixels, pixels a point, and which way the root's y axis runs.
package struct Viewport: Hashable, Sendable {
    package var width: Int32
    package var height: Int32
    package var scale: Double
    /// True: y grows downwards from the top left corner (as on iOS); false: upwards from the bottom left corner (macOS).
    package var rootGeometryFlipped: Bool
    package var background = RGBA(0, 0, 0, 0)
    /// Points of the root's superlayer space to pixels, for a tree that is drawn into somebody's picture; instead of the scale and the
    /// flip.
    package var placement: CGAffineTransform?
    package init(width: Int, height: Int, scale: Double = 1, rootGeometryFlipped: Bool = false) {
        self.width = Int32(clamping: max(0, width)); self.height = Int32(clamping: max(0, height))
        self.scale = scale.isFinite && scale > 0 ? scale : 1
        self.rootGeometryFlipped = rootGeometryFlipped
    }
    var bounds: DeviceRect { DeviceRect(0, 0, width, height) }
    /// Points of the root's superlayer space to pixels.
    package var matrix: CATransform3D {
        if let placement { return CATransform3DMakeAffineTransform(placement) }
        var m = CATransform3DIdentity
        m.m11 = scale
        m.m22 = rootGeometryFlipped ? scale : -scale
        m.m42 = rootGeometryFlipped ? 0 : Double(height)
        return m
    }
    /// Whether what is drawn shows as in a mirror: y grows upwards in the tree and downwards in pixels.
    var isMirrored: Bool {
        guard let placement else { return !rootGeometryFlipped }
        return placement.a * placement.d - placement.b * placement.c < 0
    }
}

/// Which edges are smooth.
package enum EdgeAntialiasing: UInt8, Sendable {
    /// All, as on macOS.
    case always
    /// Only those of layers with `allowsEdgeAntialiasing`, as Apple's window server does on iOS; else the pixel's centre decides.
    case appleWindow
}

/// What one step in time did.
package struct FrameUpdate: Sendable {
    /// The pixels that differ from the last frame; empty when nothing moved.
    package var damage: ContiguousArray<DeviceRect>
    package var events: [RenderEvent]
    /// The time of this update itself when something changes all the time; the next time at which something begins or ends; infinity
    /// when nothing will until the next commit.
    package var nextFrameTime: Double
    /// The list was made anew rather than patched.
    package var isRebuilt: Bool
}

/// The render tree of one root layer: applies commits, evaluates animations, and keeps a draw list that says what the picture is at
/// the time of the last update. The picture depends on the commits and the time alone, so time may also run backwards, as far as
/// animations that ended were not removed.
///
/// Owned by one thread at a time; holds no layer of the program, only values.
package final class RenderTree {
    /// What to paint. Plain operations in paint order; valid until the next `update`.
    @exclusivity(unchecked) package internal(set) var list = DrawList()
    package let antialiasing: EdgeAntialiasing
    /// As `render(in:)`: masksToBounds cuts all that the layer draws, its border and shadow too (rule 18). On screen it cuts contents and
    /// sublayers, and a shadow is not drawn.
    package let clipsOwnDrawing: Bool
    @exclusivity(unchecked) package private(set) var viewport: Viewport

    @exclusivity(unchecked) var store = NodeStore()
    var nodes: UnsafeMutablePointer<RenderNode> { store.base }
    /// Touched only while a commit is applied.
    var index: [LayerID: Int32] = [:]
    var root: Int32 = -1

    // One thread owns the tree and nothing here calls out, so the loops do without the run-time checks of exclusive access.

    // Animation
    @exclusivity(unchecked) var animated: ContiguousArray<AnimatedNode> = []
    /// For each of them the state as committed; the node's own is this with the animations applied.
    @exclusivity(unchecked) var bases: ContiguousArray<LayerState> = []
    var freeAnimated: [Int32] = []
    /// Records whose animations are evaluated by kind instead, as long as they run steadily.
    @exclusivity(unchecked) var steady = SteadyAnimations()
    @exclusivity(unchecked) var steadyRecords = SteadyRecords()
    /// Records that this update looks at closely.
    var slowSlots: ContiguousArray<Int32> = []
    /// Slots in `animated` that a frame has to look at, in paint order as of the last build. The others wait, or are steady.
    @exclusivity(unchecked) var animatedOrder: ContiguousArray<Int32> = []
    var animatedOrderIsStale = false
    /// Slots that join `animatedOrder` in the next update.
    @exclusivity(unchecked) var woken: ContiguousArray<Int32> = []
    /// Slots that have to be looked at again at a time. An entry that is not its record's latest is passed over.
    @exclusivity(unchecked) var waiting = TimeQueue<(slot: Int32, number: UInt32)>()
    var lastEntry: UInt32 = 0
    /// Slots of which the last animation may have gone.
    var emptied: ContiguousArray<Int32> = []
    /// The time of the last evaluation.
    var animatedTime = -Double.infinity
    /// How many layers have animations.
    var animatedCount: Int { animated.count - freeAnimated.count }
    @exclusivity(unchecked) var transitions: ContiguousArray<TransitionPicture> = []
    var freeTransitions: [Int32] = []
    var events: [RenderEvent] = []
    /// How late the instance that is being drawn is, for each replicator around it.
    var instanceShifts: [(node: Int32, shift: Double)] = []
    /// Replicators whose later instances lag, and when one of those next changes.
    var delayed: ContiguousArray<(node: Int32, nextChange: Double)> = []
    /// Tiled layers with pieces that fade in.
    var fading: ContiguousArray<Int32> = []
    /// Layers whose contents come from elsewhere.
    var pictured: ContiguousArray<Int32> = []
    /// Whether somebody waits for each frame, so that pictures may be waited for.
    package var waitsForPictures = false
    @exclusivity(unchecked) var timeSpaces: ContiguousArray<TimeSpace> = []
    var freeTimeSpaces: [Int32] = []
    /// Layers whose time the commit being applied has changed.
    var retimed: ContiguousArray<Int32> = []
    /// What updates did, for tests that watch how work grows.
    @exclusivity(unchecked) package internal(set) var work = TreeWork()

    // Emitters
    @exclusivity(unchecked) var emitters: ContiguousArray<EmitterNode> = []
    var freeEmitters: [Int32] = []
    @exclusivity(unchecked) var particles = ParticleFrame()
    /// Emitters that the commit being applied said something about.
    var changedEmitters: [Int32] = []

    // Drawing
    @exclusivity(unchecked) var scopes: ContiguousArray<Scope> = []
    /// For each op its own scope where it begins one, else -1.
    @exclusivity(unchecked) var opScopes: ContiguousArray<Int32> = []
    var previousOps: ContiguousArray<DrawOp> = []
    var previousPayloads: ContiguousArray<DrawPayload> = []
    var previousScopes: ContiguousArray<Scope> = []
    @exclusivity(unchecked) var dirty: ContiguousArray<Int32> = []
    /// Layers whose zPosition is not the one that they were ordered by.
    var orderDirty: ContiguousArray<Int32> = []
    /// New sublayers whose ops are put into the list that there is.
    var arrivals: ContiguousArray<Int32> = []
    /// Ops of layers that left, empty until the next build.
    var emptyOps = 0
    @exclusivity(unchecked) var dirtyScopes = ScopeHeap()
    @exclusivity(unchecked) var damage = DamageRegion()
    var needsRebuild = true
    @exclusivity(unchecked) var emission = Emission()
    /// The nodes on the way from the root to the one being made, apart from those in calls.
    @exclusivity(unchecked) var openNodes: ContiguousArray<OpenNode> = []
    @exclusivity(unchecked) var stackRoom = StackRoom()
    /// Number of the last build; nodes with another were not visited by it.
    @exclusivity(unchecked) var stamp: UInt32 = 0
    /// Chunks whose bounds have grown since they were last exact.
    var looseChunks: ContiguousArray<Int32> = []
    @exclusivity(unchecked) var chunkIsLoose: ContiguousArray<Bool> = []
    var patchCount = 0
    /// The time of the last update, and the next one that it asked for.
    var time = -Double.infinity
    var nextTime = -Double.infinity
    /// Something was said since the last update.
    var hasChanges = true

    package init(viewport: Viewport, antialiasing: EdgeAntialiasing = .always, clipsOwnDrawing: Bool = false) {
        self.viewport = viewport
        self.antialiasing = antialiasing
        self.clipsOwnDrawing = clipsOwnDrawing
        damage.add(viewport.bounds)
    }

    deinit { store.deallocate() }

    /// Changes the target; the next update damages all of it.
    package func setViewport(_ viewport: Viewport) {
        guard viewport != self.viewport else { return }
        self.viewport = viewport
        needsRebuild = true
        hasChanges = true
        damage.removeAll()
        damage.add(viewport.bounds)
    }

    /// How many layers the tree holds, old pictures of transitions included.
    package var nodeCount: Int { store.liveCount }

    /// The layer's state at the time of the last update; nil for a layer that the tree does not hold. For tests and inspectors.
    package func state(of layer: LayerID) -> LayerState? {
        guard let node = index[layer] else { return nil }
        let slot = Int(nodes[Int(node)].animated)
        if slot >= 0, animated[slot].isAsleep { evaluate(slot) }
        return nodes[Int(node)].state
    }

    /// Brings the tree to a time: evaluates what runs, patches or rebuilds the list.
    package func update(at time: Double) -> FrameUpdate {
        // Asked again, it stands there already. Pictures of others may have come meanwhile.
        if time == self.time, !hasChanges, pictured.isEmpty {
            return FrameUpdate(damage: [], events: [], nextFrameTime: nextTime, isRebuilt: false)
        }
        self.time = time
        hasChanges = false
        events.removeAll(keepingCapacity: true)
        var next = min(animate(at: time), fadeTiles(at: time), showPictures(at: time))
        markEmitters(at: time)
        let rebuilt = refreshList()
        damageBackdrops()
        for each in delayed { next = min(next, each.nextChange) }
        for each in emitters { next = min(next, each.quietUntil) }
        nextTime = max(next, time)
        let result = FrameUpdate(damage: damage.rects, events: events, nextFrameTime: nextTime, isRebuilt: rebuilt)
        damage.removeAll()
        return result
    }

    @inline(__always)
    func markDirty(_ node: Int32) {
        let n = nodes + Int(node)
        if n.pointee.flags.contains(.dirty) { return }
        n.pointee.flags.insert(.dirty)
        dirty.append(node)
    }
}
