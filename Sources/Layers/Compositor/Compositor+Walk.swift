// The compositor's walk: from a draw list to pixels
//
// For each damaged rectangle the compositor goes over the ops once, in paint order, and draws what meets the rectangle. It keeps a
// target (the surface that is drawn into), a clip (a rectangle, and perhaps a coverage mask), and their intersection, `region`: what
// can still change. There is no recursion: `scopes` is the stack of open clips and groups, and `limit` the index at which the innermost
// one closes.
//
//     sweep      Compositor.swift            one damaged rectangle: background, occlusion, walk
//     walk       this file                   skipping, ops, scopes
//     ops        Ops/*.swift                 fills, borders, images, shapes, gradients, shadows, particles; groups, clips, masks, filters
//     caches     Cache/*.swift               what is worth keeping between frames
//     bands      Compositor+Threads.swift    one frame on several threads
//
// Scopes
//     A clip narrows `clip`; it makes a mask only where its shape is no pixel-aligned rectangle over the region, and not again where
//     the same shape is open already, since edge pixels would count twice. Each clip keeps `inner`, the rectangle where its mask is
//     255: ops within it are drawn without the mask and pay nothing for it.
//
//     A group gets a surface of its own, as large as what of it can show (`visible`), grown by what its shadow and filters read. Its
//     end composites in this order: tint, filters, opacity, shadow of what that leaves, mask, blend mode, over a backdrop that its
//     background filters have changed first. Three kinds of group never get a surface:
//     - one op under a mask of shapes: drawn through the mask's coverage (`drawMasked`), or, if the mask is a single shape and the op
//       covers it with a pixel and a half to spare, drawn as that shape with the op's paint;
//     - a rasterised layer whose bitmap is kept and still made of the same ops (`drawKept`);
//     - one that cannot show: empty region, opacity 0.
//     Masks count by alpha only, so most are drawn as 8-bit coverage rather than as pictures (`beginMaskAlone`).
//
// Skipping
//     The list comes with an index of chunks of 64 ops. Skipping has three levels, and each costs less than looking at an op:
//     1. A chunk whose bounds do not meet the region is passed over, together with any scope that begins in it and ends further on.
//     2. In a chunk of plain ops, 16-bit boxes of 64 ops are compared with the region at once, which gives a bit for each op that meets
//        it.
//     3. A scope whose bounds do not meet the region is passed over by its end index.
//     So one mover among 100,000 still layers costs a look at eight bytes for each, not at the op. While a group awaits its mask
//     nothing may be skipped past the `beginMask` op (`mayPass`).
//
// Occlusion
//     Two passes, both from the back of the list to the front, both only over fills that are opaque and whole (`occludes`):
//     - `firstVisible`: the last op that covers the whole rectangle; the walk begins there.
//     - `findHidden`: cells of four by four pixels are marked that later opaque fills cover; a fill that lies in marked cells alone is
//       left out. Two thirds of ten thousand overlapping boxes fall away.
//     Neither runs where something reads what is behind it (background filters), nor inside groups.
//
// Caches, and their budgets
//     | what                          | key                                          | limit          |
//     |-------------------------------|----------------------------------------------|----------------|
//     | blurred shadows               | shape, radii, place within the pixel         | 32 MiB, 4,096  |
//     | coverage of shapes            | path object, stroke, place within the pixel  | 48 MiB, 16,384 |
//     | mip pyramids of images        | image object                                 | 96 MiB, 64     |
//     | bitmaps of rasterised layers  | layer, checked against their ops             | 128 MiB, 4,096 |
//     | gradient ramps                | colours                                      | 64             |
//     `RecentCache` drops the less recently used half when it is full. Coverage is kept only when a shape is seen the second time, so
//     that a shape that changes in each frame costs no memory. It is made with its first point near the origin, kept or not, so that it
//     looks the same in both cases and wherever whole pixels take it.
//
// A pixel depends on the list alone
//     Not on the damage, not on the threads, not on the caches. Damaged rectangles that are drawn over the last frame give the bytes of
//     a frame drawn from nothing; tests compare the two for random trees. That is why choices (a mask as coverage, a group without a
//     surface) are made from the list and never from the visible part, and why background filters widen the rectangle that is drawn to
//     what they read.
//
//     Threads: the damage is cut into bands of rows with equal estimated cost (pixels, 24 more for each row of an op, groups four
//     times); each band has a compositor of its own, and only the list, which nobody changes, is shared. Under 250,000 pixels a thread
//     the waking costs more than it saves.
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
//
//     Other ways, not built: tiles with a list of ops each, as vello's coarse stage has them (rows are long for the kernels as it is,
//     and the lists would have to be made again when ops move); front to back with a coverage buffer (translucent ops, blend modes and
//     groups need the other order, and the cells above take most of the gain); caches shared between bands (they would need locks;
//     memory is the price of not having them).

import Raster
import RenderTree

/// A clip or group being drawn, and what was before it.
struct OpenScope {
    enum Kind { case clip, group, mask }
    var kind: Kind
    var op: Int
    var end: Int
    /// What was drawn into, and through what.
    var target: Surface
    var clip: Clip
    /// The part of the group that can show.
    var visible: IntRect
    /// A group whose mask comes later in the list.
    var awaitsMask = false
    /// Of a bitmap: the picture around it.
    var frame = IntRect.empty
    /// Finished content, while the mask is drawn.
    var content: Surface?
    /// A mask that was drawn as coverage, or the op that is all of one.
    var coverage: MaskBuffer?
    var shape = -1
}

extension Compositor {
    /// - Parameter first: an outermost op; what comes before it does not show.
    func walk(_ list: ListView, from first: Int = 0, _ work: inout DrawingWork) {
        guard let ops = list.ops.baseAddress else { return }
        let count = list.ops.count
        let hasBoxes = list.boxes.count == count && list.chunkIsPlain.count * DrawList.chunkSize >= count
        let canSkip = list.chunkBounds.count * DrawList.chunkSize >= count && list.chunkSpans.count >= list.chunkBounds.count
        scopes.removeAll(keepingCapacity: true)
        var limit = count
        // While a group awaits its mask, the op that begins the mask must not be missed.
        var mayPass = canSkip
        var i = first
        var visited = 0, pixels = 0
        let times = opTimes
        // Of the chunk that was looked at last, those of its ops that meet the region.
        var known: (chunk: Int, region: IntRect, meeting: UInt64) = (-1, .empty, 0), ahead = ChunksAhead()
        defer {
            work.ops += visited
            work.pixels += pixels
            times?.begin(-1)
        }
        while true {
            if i >= limit {
                guard let scope = scopes.last else { break }
                times?.begin(scope.op)
                close(scope, list)
                scopes.removeLast()
                i = scope.end + 1
                limit = scopes.last?.end ?? count
                mayPass = canSkip && scopes.last?.awaitsMask != true
                continue
            }
            if mayPass, i & (DrawList.chunkSize - 1) == 0 {
                let chunk = i / DrawList.chunkSize
                if !region.meets(list.chunkBounds[chunk]) {
                    // A scope that begins here and ends further on is passed over as a whole.
                    let span = Int(list.chunkSpans[chunk])
                    i = min(limit, span >= i && span < count ? max(span, Int(ops[span].end)) + 1 : i + DrawList.chunkSize)
                    continue
                }
            }
            if hasBoxes, list.chunkIsPlain[i / DrawList.chunkSize] {
                // Only what meets the region is looked at.
                let chunk = i / DrawList.chunkSize
                if chunk != known.chunk || region != known.region {
                    known = (chunk, region, ahead.ops(of: chunk, meeting: region, list))
                }
                let left = known.meeting >> UInt64(i & (DrawList.chunkSize - 1))
                let next = left == 0 ? (chunk + 1) * DrawList.chunkSize : i + left.trailingZeroBitCount
                if next != i {
                    i = min(limit, next)
                    continue
                }
            }
            let op = ops + i
            let kind = op.pointee.kind
            visited += 1
            times?.begin(i)
            if !region.meets(op.pointee.bounds) {
                switch kind {
                case .beginGroup, .beginClip: i = max(i, min(Int(op.pointee.end), limit)) + 1
                case .beginMask:
                    if beginMaskAlone(i + 1, limit, list) { i = limit; continue }
                    beginMask()
                    mayPass = canSkip
                    i += 1
                default: i += 1
                }
                continue
            }
            pixels += region.intersection(IntRect(op.pointee.bounds)).area
            switch kind {
            case .fill where hidden.contains(i): break
            case .fill where clip.mask == nil:
                if i + 1 < limit, !hidden.contains(i + 1) { prefetch(op + 1) }
                fill(op)
            case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .particles, .shadow: stepInside(op, list)
            case .beginGroup:
                let end = max(i, min(Int(op.pointee.end), limit))
                if drawMasked(op, at: i, end: end, list) { i = end + 1; continue }
                if op.pointee.flags.contains(.rasterized), drawKept(op, at: i, end: end, list) { i = end + 1; continue }
                guard end > i, beginGroup(op, at: i, end: end, list) else { i = end + 1; continue }
                limit = end
                mayPass = canSkip && scopes.last?.awaitsMask != true
            case .beginClip:
                let end = max(i, min(Int(op.pointee.end), limit))
                guard end > i, beginClip(op, at: i, end: end, list) else { i = end + 1; continue }
                limit = end
                mayPass = canSkip
            case .beginMask:
                if beginMaskAlone(i + 1, limit, list) { i = limit; continue }
                beginMask()
                mayPass = canSkip
            case .endGroup, .endClip: break
            }
            i += 1
        }
    }

    /// An op that begins and ends nothing.
    func drawLeaf(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        switch op.pointee.kind {
        case .fill: fill(op)
        case .border: border(op)
        case .image: if case .image(let image)? = list.payload(op) { draw(image, op) }
        case .shapeFill: if case .shape(let shape)? = list.payload(op) { fill(shape, op) }
        case .shapeStroke: if case .shape(let shape)? = list.payload(op) { stroke(shape, op) }
        case .gradient: if case .gradient(let gradient)? = list.payload(op) { draw(gradient, op) }
        case .particles: if case .particles(let particles)? = list.payload(op) { draw(particles, op) }
        case .shadow: if case .path(let path)? = list.payload(op) { shadow(op, path: path) } else { shadow(op, path: nil) }
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: break
        }
    }

    /// The same, without the clip's mask where that cuts nothing of it.
    private func stepInside(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        guard clip.mask != nil, clip.inner.contains(region.intersection(IntRect(op.pointee.bounds))) else { return drawLeaf(op, list) }
        let outer = clip
        clip = Clip(outer.bounds)
        drawLeaf(op, list)
        clip = outer
    }

    /// Asks for the pixels of a small box that comes next, while the one before it is drawn.
    @inline(__always)
    private func prefetch(_ op: UnsafePointer<DrawOp>) {
        guard op.pointee.kind == .fill, op.pointee.color.w * op.pointee.opacity > 0 else { return }
        let r = region.intersection(IntRect(op.pointee.bounds))
        if r.isEmpty || r.area > 4096 { return }
        raster.prefetch(target, r)
    }

    private func close(_ scope: OpenScope, _ list: ListView) {
        switch scope.kind {
        case .clip: clip = scope.clip
        case .group, .mask: endGroup(scope, list)
        }
        region = clip.region(in: target.bounds)
    }
}
