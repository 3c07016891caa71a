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
    /// Points of the root's superlayer space to pixels, for a tree that is drawn into somebody's picture; instead of the scale and the flip.
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
    package private(set) var viewport: Viewport

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
    package internal(set) var work = TreeWork()

    // Emitters
    @exclusivity(unchecked) var emitters: ContiguousArray<EmitterNode> = []
    var freeEmitters: [Int32] = []
    @exclusivity(unchecked) var particles = ParticleFrame()
    /// Emitters that the commit being applied said something about.
    var toldEmitters: [Int32] = []

    // Drawing
    @exclusivity(unchecked) var scopes: ContiguousArray<Scope> = []
    /// For each step its own scope where it begins one, else -1.
    @exclusivity(unchecked) var opScopes: ContiguousArray<Int32> = []
    var previousOps: ContiguousArray<DrawOp> = []
    var previousPayloads: ContiguousArray<DrawPayload> = []
    var previousScopes: ContiguousArray<Scope> = []
    @exclusivity(unchecked) var dirty: ContiguousArray<Int32> = []
    /// Layers whose zPosition is not the one that they were ordered by.
    var orderDirty: ContiguousArray<Int32> = []
    /// New sublayers whose steps are put into the list that there is.
    var arrivals: ContiguousArray<Int32> = []
    /// Steps of layers that left, empty until the next build.
    var emptySteps = 0
    @exclusivity(unchecked) var dirtyScopes = ScopeHeap()
    @exclusivity(unchecked) var damage = DamageRegion()
    var needsRebuild = true
    @exclusivity(unchecked) var emission = Emission()
    /// The nodes on the way from the root to the one being made, apart from those in calls.
    @exclusivity(unchecked) var openNodes: ContiguousArray<OpenNode> = []
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
    var hasNews = true

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
        hasNews = true
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
        if time == self.time, !hasNews, pictured.isEmpty { return FrameUpdate(damage: [], events: [], nextFrameTime: nextTime, isRebuilt: false) }
        self.time = time
        hasNews = false
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
