import Raster
import RenderTree

/// One step of a plan: plain data of 32 bytes. Data that does not fit is in the plan's tables, at `index`.
package struct PlanStep: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Draws the ops `op ..< end`.
        case draw
        /// Narrows the clip to `rect`, and to the shape of `op` if `clips[index]` has one.
        case beginClip, endClip
        /// Begins a target of the group over `rect`; the following steps draw the group's content.
        case beginGroup
        /// Begins a second target over `rect`; the following steps draw the mask of the group's content, by its alpha.
        case beginMask
        /// Returns to the enclosing target. The content becomes the picture, and the mask, if there is one, the mask for the next steps.
        case endGroup
        /// Begins a target over `rect` in its own space for the bitmap of a rasterised layer, made of the ops after `op` and before
        /// `index`. All steps up to `end` are skipped if the bitmap is kept from an earlier frame and was made from the same ops.
        case beginBitmap, endBitmap

        // Steps that modify the picture of a group and composite it, in this order.
        /// Multiplies the picture by the premultiplied colour `index`.
        case tint
        /// One pass of a filter: `passes[index]`.
        case filter
        /// Composites the picture, faded by `opacity`, over the shadow of its alpha: `shadows[index]`.
        case shadow
        /// Filters the target's pixels inside the shape of `op`: `backdrops[index]`.
        case backdrop
        /// Composites the picture onto the target.
        case composite
        /// Fills the mask's only shape, `op`, with the picture.
        case paintThrough

        // Groups that need no target.
        /// Fills the shape `op`, the whole mask of the group `index`, with the paint of the op `end`, the group's only content.
        case paintShape
        /// Draws the op `op`, the only content of the group `index`, through the mask.
        case drawThrough

        // Masks that are drawn as coverage, one byte a pixel.
        /// Begins coverage over `rect`; the following steps add to it.
        case beginCoverage
        /// Begins further coverage over `rect`, which multiplies the coverage drawn since `beginCoverage`.
        case turnCoverage
        /// Returns to the enclosing target. The coverage becomes the mask for the next step.
        case endCoverage
        /// Adds the mask, faded by `opacity`, to the coverage; with the mode `xor`, combines the two by exclusion.
        case combine
        /// Inverts the coverage in `rect`.
        case invert
    }
    package var kind: Kind
    package var opacity: UInt8 = 255
    package var mode = PixelBlendMode.normal
    /// An op of the list.
    package var op: Int32
    /// For `draw`, the index after the last op; for a begin, the index of the last step that belongs to it.
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
        /// Only the step's rectangle: the shape covers all of it, or is open already.
        case rectangle
        /// The op's rounded rectangle.
        case outline
        /// The payload's polygon.
        case polygon
    }
    package var shape: Shape
    /// The pixels in which this clip and the enclosing ones are known to have no effect.
    package var inner: IntRect
}

/// A pass of a filter, and the part of its result that the following passes need.
package struct PlannedPass: Hashable, Sendable {
    package var filter: FilterPass
    package var wanted: IntRect
}

/// The shadow of a group's picture.
package struct PlannedShadow: Hashable, Sendable {
    /// The premultiplied colour.
    package var color: UInt32
    package var place: ShadowPlace
}

/// The filtered backdrop of a group.
package struct PlannedBackdrop: Hashable, Sendable {
    /// The part of the target that the filters read.
    package var source: IntRect
    /// The only pixels that are read, if they are not all of the picture. Those beyond are theirs in reverse order.
    package var inside: IntRect?
    package var passes: Range<Int>
    /// The clip to the group's shape, on a device that implements it as a clip.
    package var clip: PlannedClip
}

/// The steps for one damaged rectangle.
package struct PlannedSweep: Hashable, Sendable {
    /// The damaged rectangle.
    package var rect: IntRect
    /// The drawn region: larger than `rect` if background filters read more. It is then drawn to a separate target, and only `rect` of it
    /// is kept.
    package var drawn: IntRect
    package var steps: Range<Int>

    package var isApart: Bool { drawn != rect }
}
