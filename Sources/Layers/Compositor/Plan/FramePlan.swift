// The plan of a frame: from a draw list and its damage to the steps that two compositors execute
//
//     DrawList, damage -> FramePlanner -> FramePlan -> PlanPainter   surfaces, on the processor
//                                                   -> Encoder       quads and commands, for a GPU
//
// A plan says what is drawn where: which ops are visible, which clips need a shape, which groups need a target and how large, in what order
// a group's tint, filters, shadow, mask, backdrop and mode apply, what needs no target at all, and what is hidden. A compositor goes over
// the steps once, from the first to the last, with a stack of open targets; it looks at no op that the plan does not name, and chooses only
// how its device draws a step. The one thing that it may pass over is the content of a bitmap that it has kept.
//
//     PlanStep.swift            a step: 32 bytes, without references
//     PlanExecutor.swift        the loop over the steps, and what a device does for each
//     FramePlanner.swift        damaged rectangles; the walk over the ops
//     FramePlanner+Scopes.swift clips, groups, bitmaps
//     FramePlanner+Masks.swift  masks, and groups under them
//     Occlusion.swift           what later fills hide
//     FilterPass.swift          filters and shadows in pixels, and how far they read
//     ListView.swift            the list as plain memory
//     FramePlan+Text.swift      a plan as text; Tests/Layers/CompositorTests/Goldens/Plans has some fifty
//
// This is a folder of Compositor, not of RenderTree: a plan counts in whole device pixels (`IntRect`), and what covers what and how far a
// blur reaches are the rasteriser's rules (`RoundedRect`, `GaussianKernel`), which RenderTree does not import.
//
// The shape of a plan
//     Steps are one contiguous array. What few of them need is in four tables beside it (clips, passes, shadows, backdrops), found by
//     index. Ops in a row that are drawn are one step, so a frame in which all shows has few steps. Nothing is allocated for a step: the
//     arrays, the planner's stack and its cells of occlusion keep their memory from plan to plan.
//
//     A sweep is one damaged rectangle. Up to sixteen are swept apart, more are joined. Its steps are balanced:
//
//         beginClip .. endClip                                  ops through a clip
//         beginGroup .. [beginMask ..] endGroup finish          ops into a target; then what is done to its picture
//         beginBitmap .. endBitmap                              the same for the bitmap of a rasterised layer
//         beginCoverage .. [turnCoverage ..] endCoverage finish ops into coverage of one byte a pixel; then what it is for
//
//     `finish` is, of a group: tint, filters, shadow, backdrop, composite, each where it is needed, in this order; or paintThrough. Of
//     coverage: combine, in coverage around; drawThrough; or nothing, where it is the mask of the group that ends next. Scopes in which
//     nothing is drawn are taken out again when they close, unless they change pixels by themselves.
//
// Scopes
//     A clip narrows the region. It has a shape only where the op is no pixel-aligned rectangle over the region, and not again where the
//     same shape is open already, since edge pixels would count twice. `inner` is the rectangle in which all open shapes are known to be
//     whole: ops within it are drawn without them and pay nothing for it.
//
//     A group gets a target as large as what of it can show, grown by what its shadow and filters read, within what it contains. Groups
//     that get none:
//     - one op under a mask of shapes: drawn through the mask's coverage (`drawThrough`), or, if the mask is a single shape and the op
//       covers it with a pixel and a half to spare, drawn as that shape with the op's paint (`paintShape`);
//     - one that cannot show: empty region, opacity 0.
//     Masks count by alpha only, so most are drawn as coverage rather than as pictures, on a device that can (`PlanOptions.masks`).
//
//     A bitmap is planned whole, in its own space, in every frame. Whether it is kept is a matter of the compositor's memory, and would
//     make the plan depend on it. To plan what is passed over costs a few nanoseconds an op; to find that its ops are the same costs more.
//
// Skipping
//     The list comes with an index of chunks of 64 ops. Skipping has three levels, and each costs less than looking at an op:
//     1. A chunk whose bounds do not meet the region is passed over, together with any scope that begins in it and ends further on.
//     2. In a chunk of plain ops, 16-bit boxes of 64 ops are compared with the region at once, which gives a bit for each op that meets
//        it. The bits become steps without a look at an op.
//     3. A scope whose bounds do not meet the region is passed over by its end index.
//     So one mover among 100,000 still layers costs a look at eight bytes for each, not at the op. While a group awaits its mask
//     nothing may be skipped past the `beginMask` op (`mayPass`).
//
// Occlusion
//     Two passes, both from the back of the list to the front, both only over fills that are opaque and whole (`occludes`):
//     - `firstVisible`: the last op that covers the whole rectangle; the walk begins there.
//     - `find`: cells of four by four pixels are marked that later opaque fills cover; a fill that is in marked cells alone is left out.
//       Two thirds of ten thousand overlapping boxes fall away.
//     Neither runs under coverage from outside, nor inside groups; the second not where something reads what is behind it.
//
// What invalidates what
//     Nothing is kept of a plan but memory: it is a function of the list, the damage, the target's bounds and `PlanOptions`. A plan is made
//     for each frame, since to make it costs less than to know what of the last one still holds: of 10,000 plain ops it takes a few
//     microseconds. It refers to the list by index, so it is valid until the list changes. What is worth keeping between frames belongs to
//     those who execute:
//
//     | what                          | whose                        | key                                          | limit          |
//     |-------------------------------|------------------------------|----------------------------------------------|----------------|
//     | blurred shadows               | CoverageMaker, of both       | shape, radii, place within the pixel         | 32 MiB, 4,096  |
//     | coverage of shapes            | CoverageMaker, of both       | path object, stroke, place within the pixel  | 48 MiB, 16,384 |
//     | mip pyramids of images        | OpPainter, of both           | image object                                 | 96 MiB, 64     |
//     | gradient ramps                | OpPainter, RampTexture       | colours                                      | 64, 128        |
//     | bitmaps of rasterised layers  | KeptBitmaps, one of each     | layer, checked against their ops             | 128 MiB, 4,096 |
//     `RecentCache` drops the less recently used half when it is full. Coverage is kept only when a shape is seen the second time, so
//     that a shape that changes in each frame costs no memory. It is made with its first point near the origin, kept or not, so that it
//     looks the same in both cases and wherever whole pixels take it.
//
// A pixel depends on the list alone
//     Not on the damage, not on the threads, not on the caches. Damaged rectangles that are drawn over the last frame give the bytes of
//     a frame drawn from nothing; tests compare the two for random trees. That is why choices (a mask as coverage, a group without a
//     target) are made from the list and never from the visible part, and why background filters widen the rectangle that is drawn to
//     what they read.
//
//     Threads: the damage is cut into bands of rows with equal estimated cost (pixels, 24 more for each row of an op, groups four
//     times); each band has a painter and a plan of its own, and only the list, which no thread changes, is shared. One plan for all bands
//     would have the targets of the whole frame, which each band had to cut to its rows again, step by step; and it would be made while the
//     other threads wait. Under 250,000 pixels a thread the waking costs more than it saves.
//
// What was tried, with figures
//     - Looking at each op: 9 ms a frame for one mover among 100,000 layers; with boxes of ops and chunks 0.06 ms.
//     - Cells of eight pixels for occlusion: fewer boxes were found to be hidden than with four.
//     - A picture for each mask, and one for each group under a mask: four bytes and two passes a pixel where one byte and one pass are
//       enough. Gradients under masks, which Lottie files are full of, were looked up far outside of what shows.
//     - Exact Gaussian kernels at all sizes: a layer of full HD blurred widely took far more than 25 ms, which every blur now stays
//       under: from a sigma of 10 they run on pixels of 2^n, within 2/255.
//     - Keeping coverage of glyphs when first seen: a page of 2,600 glyphs did not fit. Kept when seen again and packed, a page that is
//       drawn again takes 1 ms instead of 5.4.
//     - Two walks over the list, one in each compositor, that made the same choices: 29 functions had the same name in both.
//
//     Other ways, not built: tiles with a list of ops each, as vello's coarse stage has them (rows are long for the kernels as it is,
//     and the lists would have to be made again when ops move); front to back with a coverage buffer (translucent ops, blend modes and
//     groups need the other order, and the cells above take most of the gain); caches shared between bands (they would need locks;
//     memory is the price of not having them).

import CoreGraphics
import Raster
import RenderTree

/// What a compositor does for a frame, in order: a value that two compositors execute, and that can be printed and compared.
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

    /// Draws ops, in the last step if they go on from there.
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

    /// Leaves out what begins at a step, since it shows nothing.
    mutating func drop(from step: Int) { steps.removeLast(steps.count - step) }

    /// Adds the passes of filters, of whose result only a part is needed.
    mutating func add(_ filters: [FilterDraw], _ op: UnsafePointer<DrawOp>, wanted: IntRect) -> Range<Int> {
        let first = passes.count
        for i in filters.indices {
            // What the passes to come look at.
            let rest = op.pointee.source(of: wanted, filters[(i + 1)...])
            passes.append(PlannedPass(filter: FilterPass(filters[i], op.pointee), wanted: rest))
        }
        return first..<passes.count
    }

    /// Whether no two of the rectangles share a pixel, and each is drawn in place: they may then be drawn in any order.
    package var sweepsAreApart: Bool {
        for i in sweeps.indices {
            if sweeps[i].isApart { return false }
            for j in sweeps.indices where j > i && sweeps[i].rect.intersects(sweeps[j].rect) { return false }
        }
        return true
    }
}
