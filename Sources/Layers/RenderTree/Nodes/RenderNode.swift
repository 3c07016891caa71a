import CoreGraphics

/// What an ancestor passes down while the list is made; a node keeps its own, so that it can be made again alone.
struct DrawEnvironment {
    /// Multiplies every part (ancestors that do not group).
    var opacity: Float = 1
    /// Nothing outside can be seen; bounds are cut to it.
    var clip: DeviceRect
    /// Index of the enclosing group or clip in `DrawListEditor.scopes`, or -1.
    var scope: Int32 = -1
    /// The node that must be made again as a whole when anything below it changes (replicators, depth-sorted layers), or -1.
    var unit: Int32 = -1
    /// The superlayer's contents grow downwards on the screen.
    var flipped: Bool
    /// A mask or a picture of a transition: its blend mode is not its own affair.
    var ignoresBlendMode = false
    /// How many groups, clips, masks, bitmaps, transitions, replicators and depth-sorted layers are around it: each needs memory of its own
    /// while it is drawn, so their number is bounded. Plain layers don't count.
    var depth: Int32 = 0
}

/// What shape the ops around a node's own parts had; a change of it may change every pixel by rounding.
struct DrawForm: OptionSet {
    let rawValue: UInt8
    static let outerGroup = Self(rawValue: 1)
    static let innerGroup = Self(rawValue: 2)
    static let clip = Self(rawValue: 4)
    static let transition = Self(rawValue: 8)
    static let shadow = Self(rawValue: 16)
    static let depth = Self(rawValue: 32)
    static let particleClip = Self(rawValue: 64)
    /// There are filters or bitmaps, or a shadow of the whole.
    static let spreads = Self(rawValue: 128)
}

struct NodeFlags: OptionSet {
    let rawValue: UInt16
    static let isMask = Self(rawValue: 1)
    /// A frozen copy of an old picture; has no LayerID.
    static let isGhost = Self(rawValue: 2)
    static let dirty = Self(rawValue: 4)
    /// First row of contents at minY.
    static let contentsFlipped = Self(rawValue: 8)
    static let hasSublayerTransform = Self(rawValue: 16)
    /// Payloads must be made again, not only placed.
    static let resourcesDirty = Self(rawValue: 32)
    static let orderDirty = Self(rawValue: 64)
    /// What the sublayers hang on changed in a way that the emission can't see.
    static let needsAll = Self(rawValue: 256)
    /// Sublayers stand at different depths: they are sorted, and cut where they cross.
    static let sortsByDepth = Self(rawValue: 512)
    /// Found already on the way up from another node.
    static let found = Self(rawValue: 8192)
    /// False for a free slot.
    static let live = Self(rawValue: 128)
    /// Its time was found again for the commit that is being applied.
    static let isRetimed = Self(rawValue: 1024)
    /// Some sublayer's animations, or its mask's, were not evaluated, since nobody sees them.
    static let hasSleepers = Self(rawValue: 2048)
    /// A new sublayer, whose ops are put into the list that there is.
    static let isArriving = Self(rawValue: 4096)
    /// It stands in `Timeline.pictured`.
    static let isPictured = Self(rawValue: 16384)
    /// Some sublayer's animations were not evaluated, since wherever they bring it, it is outside of what can be seen.
    static let hasDistantSleepers = Self(rawValue: 32768)
}

/// A layer in the render tree, in one slot of contiguous storage. Links are slot numbers; -1 is none.
struct RenderNode {
    /// At the time of the last update. Without animations it is what was committed.
    var state: LayerState
    /// Local space to pixels. Row and column 3 are the identity's where the layer flattens; column 3 of a transform layer carries depth.
    var matrix = CATransform3DIdentity
    var id: LayerID
    var sublayers: ContiguousArray<Int32> = []
    /// Paint order where it is not the array's order; else empty.
    var paintOrder: ContiguousArray<Int32> = []
    /// zPosition at the time of the last ordering.
    var paintZ: CGFloat = 0
    var parent: Int32 = -1
    var mask: Int32 = -1
    /// Index in `Timeline.animated`.
    var animated: Int32 = -1
    /// Index in `Timeline.transitions`.
    var transition: Int32 = -1
    /// Index in `Timeline.emitters`.
    var emitter: Int32 = -1
    /// Index in `Timeline.spaces`; -1 is the tree's own time.
    var timeSpace: Int32 = -1
    var flags: NodeFlags = .live
    var layerClass: LayerClass
    /// Ops in the draw list: all of the subtree, and the part made by the sublayers.
    var opStart: Int32 = 0, opEnd: Int32 = 0
    var childStart: Int32 = 0, childEnd: Int32 = 0
    /// The build or patch that the ops above belong to.
    var stamp: UInt32 = 0
    var environment: DrawEnvironment
    /// Of a rasterised layer: from its space to that of its bitmap. `matrix` is then the same.
    var rasterMatrix = CATransform3DIdentity
    var childOpacity: Float = 1
    var childClip = DeviceRect.empty
    var blendMode: Int8 = 0
    var form: DrawForm = []

    init(id: LayerID, layerClass: LayerClass, state: LayerState) {
        self.id = id; self.layerClass = layerClass; self.state = state
        environment = DrawEnvironment(clip: .empty, flipped: false)
    }
}
