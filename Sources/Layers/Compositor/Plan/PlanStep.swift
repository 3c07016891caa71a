import Raster
import RenderTree

/// One step of a plan: plain data of 32 bytes. What does not fit in it is in the plan's tables, at `index`.
package struct PlanStep: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Draws the ops `op ..< end`.
        case draw
        /// Narrows the clip to `rect`, and to the shape of `op` where `clips[index]` has one.
        case beginClip, endClip
        /// A target of the group's own over `rect`; what is drawn from here on is the group's content.
        case beginGroup
        /// A second target over `rect`; what is drawn from here on is the mask of the group's content, by its alpha.
        case beginMask
        /// Back to the target around. The content is the picture, and the mask, if there is one, the mask, that the next steps are about.
        case endGroup
        /// A target over `rect` in a space of its own for the bitmap of a rasterised layer, made of the ops after `op` and before `index`.
        /// All steps up to `end` are passed over where the bitmap is kept from an earlier frame and was made of the same ops.
        case beginBitmap, endBitmap

        // What is done to the picture of a group, and how it is put onto the target, in this order.
        /// Multiplies the picture by the premultiplied colour `index`.
        case tint
        /// One pass of a filter: `passes[index]`.
        case filter
        /// Puts the picture, faded by `opacity`, over the shadow of its alpha: `shadows[index]`.
        case shadow
        /// Filters what the target holds inside the shape of `op`: `backdrops[index]`.
        case backdrop
        /// Puts the picture onto the target.
        case composite
        /// Paints the one shape of the mask, `op`, with the picture.
        case paintThrough

        // Groups that need no target.
        /// Paints the shape `op`, all of the mask of the group `index`, with what the op `end`, all of the group, is painted with.
        case paintShape
        /// Draws the op `op`, all of the group `index`, through the mask.
        case drawThrough

        // Masks that are drawn as coverage, one byte a pixel.
        /// Coverage over `rect`; what is drawn from here on adds to it.
        case beginCoverage
        /// Further coverage over `rect`, which multiplies what was drawn since `beginCoverage`.
        case turnCoverage
        /// Back to what was drawn on before. The coverage is the mask that the next step is about.
        case endCoverage
        /// Adds the mask, faded by `opacity`, to the coverage, or with the mode `xor` excludes it.
        case combine
        /// Inverts the coverage in `rect`.
        case invert
    }
    package var kind: Kind
    package var opacity: UInt8 = 255
    package var mode = PixelBlendMode.normal
    /// An op of the list.
    package var op: Int32
    /// Of `draw`, the op after the last one; of what begins, the index of the last step that belongs to it.
    package var end: Int32 = 0
    package var index: Int32 = 0
    package var rect = IntRect.empty

    package init(_ kind: Kind, op: Int, rect: IntRect = .empty) {
        self.kind = kind
        self.op = Int32(truncatingIfNeeded: op)
        self.rect = rect
    }
}

/// A clip of a plan.
package struct PlannedClip: Hashable, Sendable {
    package enum Shape: UInt8, Sendable {
        /// The step's rectangle alone: the shape covers all of it, or is open already.
        case rectangle
        /// The op's rounded rectangle.
        case outline
        /// The payload's polygon.
        case polygon
    }
    package var shape: Shape
    /// The pixels in which this clip and those around it are known to let everything through.
    package var inner: IntRect
}

/// A pass of a filter, and the part of its result that the passes after it need.
package struct PlannedPass: Hashable, Sendable {
    package var filter: FilterPass
    package var wanted: IntRect
}

/// The shadow of a group's picture.
package struct PlannedShadow: Hashable, Sendable {
    /// Premultiplied.
    package var color: UInt32
    package var place: ShadowPlace
}

/// What is behind a group, filtered.
package struct PlannedBackdrop: Hashable, Sendable {
    /// What of the target the filters read.
    package var source: IntRect
    package var passes: Range<Int>
    /// The clip to the group's shape, on a device that draws it as one.
    package var clip: PlannedClip
}

/// The steps for one damaged rectangle.
package struct PlannedSweep: Hashable, Sendable {
    /// The damaged rectangle.
    package var rect: IntRect
    /// What is drawn: more than `rect` where filters of what is behind read more. It is then drawn apart, and only `rect` of it is kept.
    package var drawn: IntRect
    package var steps: Range<Int>

    package var isApart: Bool { drawn != rect }
}
