// The plan of a frame: from a draw list and its damage to the steps that two compositors execute
//
//     DrawList, damage -> FramePlanner -> FramePlan -> PlanPainter   surfaces, on the processor
//                                                   -> Encoder       quads and commands, for a GPU
//
// A plan specifies all drawing of a frame: the visible ops, the clips that need a shape, the groups that need a target and its size, the
// order in which a group's tint, filters, shadow, mask, backdrop and mode apply, the groups that need no target, and the hidden ops. A
// compositor executes the steps once, from the first to the last, with a stack of open targets; it reads no op that the plan does not name,
// and chooses only how its device draws a step. The only steps that it may skip are the content of a bitmap that it has kept.
//
//     PlanStep.swift            a step: 32 bytes, without references
//     PlanExecutor.swift        the loop over the steps, a device's function for each, and what each step reads and writes
//     FramePlanner.swift        damaged rectangles; the traversal of the ops
//     FramePlanner+Scopes.swift clips, groups, bitmaps
//     FramePlanner+Masks.swift  masks, and groups under them
//     Occlusion.swift           ops hidden by later fills
//     FilterPass.swift          filters and shadows in pixels, and their reach
//     ChunksAhead.swift, ListView.swift  reading the list
//     FramePlan+Text.swift      a plan as text; Tests/Layers/CompositorTests/Goldens/Plans has some fifty
//
// This is a folder of Compositor, not of RenderTree: a plan is in whole device pixels (`IntRect`), and the coverage of shapes and the reach
// of blurs follow the rasteriser's rules (`RoundedRect`, `GaussianKernel`), which RenderTree does not import.
//
// The shape of a plan
//     Steps are one contiguous array. Data that few of them need is in four tables beside it (clips, passes, shadows, backdrops), by
//     index. Consecutive drawn ops are one step, so a frame in which everything is visible has few steps. Nothing is allocated for a step:
//     the arrays, the planner's stack and its occlusion cells keep their memory from plan to plan.
//
//     A sweep is one damaged rectangle. Up to sixteen are swept separately, more are joined. Its steps are balanced:
//
//         beginClip .. endClip                                  ops through a clip
//         beginGroup .. [beginMask ..] endGroup finish          ops into a target; then operations on its picture
//         beginBitmap .. endBitmap                              the same for the bitmap of a rasterised layer
//         beginCoverage .. [turnCoverage ..] endCoverage finish ops into coverage of one byte a pixel; then its use
//
//     For a group, `finish` is tint, filters, shadow, backdrop, composite, each if needed, in this order; or paintThrough. For coverage, it
//     is combine, inside other coverage; drawThrough; or nothing, if it is the mask of the group that ends next. Scopes in which nothing is
//     drawn are removed when they close, unless they change pixels by themselves.
//
// Scopes
//     A clip narrows the region. It has a shape only if the op is not a pixel-aligned rectangle over the region, and no second time if the
//     same shape is open already, since edge pixels would count twice. `inner` is the rectangle in which all open shapes are known to have
//     full coverage: ops within it are drawn without them at no cost.
//
//     A group gets a target of the size of its part that can be visible, extended by the reach of its shadow and filters, and limited to
//     its content. Groups without a target:
//     - one op under a mask of shapes: drawn through the mask's coverage (`drawThrough`), or, if the mask is a single shape and the op
//       covers it with a pixel and a half to spare, painted as that shape with the op's paint (`paintShape`);
//     - a group that can't be visible: empty region, opacity 0.
//     Only the alpha of masks counts, so most are drawn as coverage rather than as pictures, on a device that can (`PlanOptions.masks`).
//
//     A bitmap is planned as a whole, in its own space, in every frame. A check for a kept bitmap would make the plan depend on the
//     compositor's memory. Planning skipped content costs a few nanoseconds an op; comparing its ops costs more.
//
// Skipping
//     The list comes with an index of chunks of 64 ops. Skipping has three levels, and each costs less than reading an op:
//     1. A chunk whose bounds do not meet the region is skipped, together with any scope that begins in it and ends in a later chunk.
//     2. In a chunk of plain ops, 16-bit boxes of 64 ops are compared with the region at once, which gives a bit for each op that meets
//        it. The bits become steps without reading the ops.
//     3. A scope whose bounds do not meet the region is skipped to its end index.
//     So one moving layer among 100,000 still ones costs a read of eight bytes for each, not of the op. While a group awaits its mask,
//     nothing may be skipped past the `beginMask` op (`mayPass`).
//
// Occlusion
//     Two passes, both from the back of the list to the front, both only over fills that are opaque and whole (`occludes`):
//     - `firstVisible`: the last op that covers the whole rectangle; the traversal begins there.
//     - `findHidden`: marks cells of four by four pixels that later opaque fills cover; a fill that is only in marked cells is left out.
//       This removes two thirds of ten thousand overlapping boxes.
//     Neither pass runs under an external mask, nor inside groups; the second does not run if a group reads its backdrop.
//
// What invalidates what
//     Only a plan's memory is kept: a plan is a function of the list, the damage, the target's bounds and `PlanOptions`. It is made again
//     for each frame, since this costs less than to find the still valid parts of the last one: for 10,000 plain ops it takes a few
//     microseconds. It refers to the list by index, so it is valid until the list changes. Caches between frames belong to the executing
//     compositors:
//
//     | cache                         | owner                        | key                                          | limit          |
//     |-------------------------------|------------------------------|----------------------------------------------|----------------|
//     | blurred shadows               | CoverageMaker, of both       | shape, radii, place within the pixel         | 32 MiB, 4,096  |
//     | coverage of shapes            | CoverageMaker, of both       | path object, stroke, place within the pixel  | 48 MiB, 16,384 |
//     | mip pyramids of images        | OpPainter, of both           | image object                                 | 96 MiB, 64     |
//     | gradient ramps                | OpPainter, RampTexture       | colours                                      | 64, 128        |
//     | bitmaps of rasterised layers  | KeptBitmaps, one of each     | layer, checked against their ops             | 128 MiB, 4,096 |
//     `RecentCache` evicts the less recently used half when it is full. Coverage is kept only when a shape is drawn for the second time, so
//     that a shape that changes in each frame costs no memory. It is made with its first point near the origin, kept or not, so that it
//     looks the same in both cases and at any whole-pixel offset.
//
// A pixel depends on the list alone
//     It does not depend on the damage, the threads or the caches. Damaged rectangles drawn over the last frame give the bytes of a frame
//     drawn from nothing; tests compare the two for random trees. For this reason, choices (a mask as coverage, a group without a target)
//     are made from the list and never from the visible part, and background filters widen the drawn rectangle to the pixels that they
//     read.
//
//     Guarantees, each with a test of PlanTests: scopes are balanced, and each picture and mask has one user (`testScopesAreNested`); a
//     plan depends on its arguments alone, whatever was planned before (`testAPlanDependsOnTheListAndTheDamageAlone`); a small damage
//     reads few ops (`testFewOpsAreLookedAt`); a second plan allocates nothing (`testAnotherPlanAllocatesNothing`).
//
//     Threads: the damage is cut into bands of rows with equal estimated cost (pixels, 24 more for each row of an op, groups four
//     times); each band has its own painter and plan, and only the list, which does not change, is shared. One plan for all bands would
//     have the targets of the whole frame, which each band would have to clip to its rows again, step by step; and it would be made while
//     the other threads wait. Below 250,000 pixels a thread, waking the thread costs more than it saves.
//
// What was tried, with figures
//     - Reading each op: 9 ms a frame for one moving layer among 100,000; with boxes of ops and chunks 0.06 ms.
//     - Cells of eight pixels for occlusion: fewer boxes were found to be hidden than with four.
//     - A picture for each mask, and one for each group under a mask: four bytes and two passes a pixel where one byte and one pass are
//       enough. Gradients under masks, which are frequent in Lottie files, were evaluated far outside of the visible part.
//     - Exact Gaussian kernels at all sizes: a widely blurred layer of full HD took far more than 25 ms. Every blur now takes less: from a
//       sigma of 10 blurs run on pixels of 2^n, within 2/255.
//     - Keeping coverage of glyphs when first drawn: a page of 2,600 glyphs did not fit. Kept when drawn again and packed, a page that is
//       drawn again takes 1 ms instead of 5.4.
//     - Two traversals of the list, one in each compositor, that made the same choices: 29 functions had the same name in both.
//
//     Alternatives, not built: tiles with a list of ops each, as vello's coarse stage has them (rows are long for the kernels as it is,
//     and the lists would have to be made again when ops move); front to back with a coverage buffer (translucent ops, blend modes and
//     groups need the other order, and the cells above take most of the gain); caches shared between bands (they would need locks;
//     memory is the price of not having them); a graph of tasks that is sorted into passes, as WebRender has it (independent targets
//     could share a texture, but backdrops and blend modes need the paint order anyway). `Documentation/Decisions.md` compares the two.

import CoreGraphics
import Raster
import RenderTree

/// The operations of a compositor for a frame, in order: a value that two compositors execute, and that can be printed and compared.
package struct FramePlan: Hashable, Sendable {
    package var sweeps: ContiguousArray<PlannedSweep> = []
    package var steps: ContiguousArray<PlanStep> = []
    // The tables that steps refer to.
    package var clips: ContiguousArray<PlannedClip> = []
    package var passes: ContiguousArray<PlannedPass> = []
    package var shadows: ContiguousArray<PlannedShadow> = []
    package var backdrops: ContiguousArray<PlannedBackdrop> = []

    package init() {}

    mutating func removeAll() {
        sweeps.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        clips.removeAll(keepingCapacity: true)
        passes.removeAll(keepingCapacity: true)
        shadows.removeAll(keepingCapacity: true)
        backdrops.removeAll(keepingCapacity: true)
    }

    /// Adds ops to draw, to the last step if they continue it.
    @inline(__always)
    mutating func draw(_ first: Int, _ end: Int) {
        if let last = steps.indices.last, steps[last].kind == .draw, Int(steps[last].end) == first,
            last >= sweeps.last?.steps.upperBound ?? 0
        {
            steps[last].end = Int32(truncatingIfNeeded: end)
        } else {
            var step = PlanStep(.draw, op: first)
            step.end = Int32(truncatingIfNeeded: end)
            steps.append(step)
        }
    }

    /// Draws those of 64 ops whose bits are set.
    mutating func draw(_ bits: UInt64, from first: Int) {
        var left = bits
        while left != 0 {
            let from = left.trailingZeroBitCount
            let to = from + (~(left >> UInt64(from))).trailingZeroBitCount
            draw(first + from, first + to)
            left &= UInt64.max << UInt64(to)
        }
    }

    /// Lets what begins at a step end with the last one.
    mutating func end(_ step: Int) { steps[step].end = Int32(truncatingIfNeeded: steps.count - 1) }

    /// Removes a step and all after it, since they show nothing.
    mutating func drop(from step: Int) { steps.removeLast(steps.count - step) }

    /// Adds the passes of filters, of whose result only a part is needed.
    mutating func add(_ filters: [FilterDraw], _ op: UnsafePointer<DrawOp>, wanted: IntRect) -> Range<Int> {
        let first = passes.count
        for i in filters.indices {
            // The pixels that the following passes read.
            let rest = op.pointee.source(of: wanted, filters[(i + 1)...])
            passes.append(PlannedPass(filter: FilterPass(filters[i], op.pointee), wanted: rest))
        }
        return first..<passes.count
    }

    /// True if no two of the rectangles share a pixel, and each is drawn in place: they may then be drawn in any order.
    package var sweepsAreApart: Bool {
        for i in sweeps.indices {
            if sweeps[i].isApart { return false }
            for j in sweeps.indices where j > i && sweeps[i].rect.intersects(sweeps[j].rect) { return false }
        }
        return true
    }
}
