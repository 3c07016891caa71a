import CoreGraphics
import Raster

/// The values that an ancestor passes down while the list is made; a node keeps a copy, so that it can be made again alone.
struct DrawEnvironment {
    /// Multiplies the opacity of every part. The product of the ancestors that do not group.
    var opacity: Float = 1
    /// The visible region; bounds are clipped to it.
    var clip: DeviceRect
    /// Index of the enclosing group or clip in `DrawListEditor.scopes`, or -1.
    var scope: Int32 = -1
    /// The node that must be made again as a whole when anything below it changes (replicators, depth-sorted layers), or -1.
    var unit: Int32 = -1
    /// The node itself or its nearest ancestor whose placement may be deferred (`SublayerIndexes`), or -1.
    var deferrable: Int32 = -1
    /// True if the superlayer's contents grow downwards on the screen.
    var flipped: Bool
    /// True for a mask or a picture of a transition, whose own blend mode is not used.
    var ignoresBlendMode = false
    /// The number of enclosing groups, clips, masks, bitmaps, transitions, replicators and depth-sorted layers. Each needs its own memory
    /// while it is drawn, so their number is bounded. Plain layers don't count.
    var depth: Int32 = 0
}

/// The kinds of ops around a node's own parts; a change of them may change every pixel by rounding.
struct DrawForm: OptionSet {
    let rawValue: UInt8
    static let outerGroup = Self(rawValue: 1)
    static let innerGroup = Self(rawValue: 2)
    static let clip = Self(rawValue: 4)
    static let transition = Self(rawValue: 8)
    static let shadow = Self(rawValue: 16)
    static let depth = Self(rawValue: 32)
    static let particleClip = Self(rawValue: 64)
    /// The node has filters or bitmaps, or a shadow of the whole.
    static let spreads = Self(rawValue: 128)
}

struct NodeFlags: OptionSet {
    let rawValue: UInt16
    static let isMask = Self(rawValue: 1)
    /// A frozen copy of an old picture; has no LayerID.
    static let isGhost = Self(rawValue: 2)
    static let dirty = Self(rawValue: 4)
    /// The first row of contents is at minY.
    static let contentsFlipped = Self(rawValue: 8)
    static let hasSublayerTransform = Self(rawValue: 16)
    /// Payloads must be made again, in addition to being placed.
    static let resourcesDirty = Self(rawValue: 32)
    static let orderDirty = Self(rawValue: 64)
    /// Values that the sublayers depend on changed in a way that can't be detected while ops are made.
    static let needsAll = Self(rawValue: 256)
    /// Sublayers have different depths: they are sorted, and cut where they cross.
    static let sortsByDepth = Self(rawValue: 512)
    /// Already visited on the way up from another node.
    static let found = Self(rawValue: 8192)
    /// False for a free slot.
    static let live = Self(rawValue: 128)
    /// Its time space was already updated for the commit being applied.
    static let isRetimed = Self(rawValue: 1024)
    /// The animations of a sublayer or of the mask were not evaluated, since that layer is not visible.
    static let hasSleepers = Self(rawValue: 2048)
    /// A new sublayer, whose ops are inserted into the existing list.
    static let isArriving = Self(rawValue: 4096)
    /// The node is in `Timeline.contents.pictured`.
    static let isPictured = Self(rawValue: 16384)
    /// The animations of a sublayer were not evaluated, since all places that they move it to are outside of the visible region.
    static let hasDistantSleepers = Self(rawValue: 32768)
}

/// A layer in the render tree, in one slot of contiguous storage. Links are slot numbers; -1 is none.
struct RenderNode {
    /// The state at the time of the last update; equal to the committed state if there are no animations.
    var state: LayerState
    /// Local space to pixels. Row and column 3 are the identity's where the layer flattens; column 3 of a transform layer carries depth.
    var matrix = CATransform3DIdentity
    // The fields that each patch reads come first and together: a frame of many moving layers waits for memory, so their lines count
    // (`Prefetch.node`).
    var flags: NodeFlags = .live
    var layerClass: LayerClass
    var form: DrawForm = []
    var blendMode = PixelBlendMode.normal
    /// The range of ops in the draw list of the whole subtree.
    var opStart: Int32 = 0, opEnd: Int32 = 0
    /// The build or patch that the ops belong to.
    var stamp: UInt32 = 0
    var parent: Int32 = -1
    var mask: Int32 = -1
    /// Index in `Timeline.animated`.
    var animated: Int32 = -1
    /// Index in `Timeline.transitions`.
    var transition: Int32 = -1
    var sublayers: ContiguousArray<Int32> = []
    var environment: DrawEnvironment
    var childOpacity: Float = 1
    var childClip = DeviceRect.empty
    var id: LayerID
    /// The paint order if it differs from the array's order; otherwise empty.
    var paintOrder: ContiguousArray<Int32> = []
    /// The zPosition at the time of the last ordering.
    var paintZ: CGFloat = 0
    /// Index in `Timeline.emitters`.
    var emitter: Int32 = -1
    /// Index in `Timeline.spaces`; -1 is the tree's own time.
    var timeSpace: Int32 = -1
    /// The index of its sublayers' boxes in `SublayerIndexes`; -1 for none.
    var sublayerIndex: Int32 = -1
    /// The value of `sublayerIndex` of a layer that moved once since the last build.
    static let movedOnce: Int32 = -2
    /// Its entry in the index of its superlayer, and the move after which it was placed last. Valid if the superlayer has an index.
    var indexEntry: Int32 = -1
    var placement: UInt32 = 0
    /// The range of ops made by the sublayers.
    var childStart: Int32 = 0, childEnd: Int32 = 0
    /// For a rasterised layer, the transform from its space to its bitmap's; `matrix` is then the same.
    var rasterMatrix = CATransform3DIdentity

    init(id: LayerID, layerClass: LayerClass, state: LayerState) {
        self.id = id; self.layerClass = layerClass; self.state = state
        environment = DrawEnvironment(clip: .empty, flipped: false)
    }
}
