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
    /// A mask that was drawn as coverage, or the step that is all of one.
    var coverage: MaskBuffer?
    var shape = -1
}

extension Compositor {
    /// - Parameter first: an outermost step; what comes before it does not show.
    func walk(_ list: ListView, from first: Int = 0, _ work: inout DrawingWork) {
        guard let ops = list.ops.baseAddress else { return }
        let count = list.ops.count
        let hasBoxes = list.boxes.count == count && list.chunkIsPlain.count * DrawList.chunkSize >= count
        let canSkip = list.chunkBounds.count * DrawList.chunkSize >= count && list.chunkSpans.count >= list.chunkBounds.count
        scopes.removeAll(keepingCapacity: true)
        var limit = count
        // While a group awaits its mask, the step that begins the mask must not be missed.
        var mayPass = canSkip
        var i = first
        var steps = 0, pixels = 0
        // Of the chunk that was looked at last, those of its steps that meet the region.
        var known: (chunk: Int, region: IntRect, steps: UInt64) = (-1, .empty, 0)
        defer {
            work.steps += steps
            work.pixels += pixels
        }
        while true {
            if i >= limit {
                guard let scope = scopes.last else { break }
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
                    let steps = DrawList.meeting(list.boxes, chunk: chunk, StepBox.Query(DeviceRect(region.x0, region.y0, region.x1, region.y1)))
                    let fits = region.x0 > -32_000 && region.y0 > -32_000 && region.x1 < 32_000 && region.y1 < 32_000
                    known = (chunk, region, fits ? steps : .max)
                }
                let left = known.steps >> UInt64(i & (DrawList.chunkSize - 1))
                let next = left == 0 ? (chunk + 1) * DrawList.chunkSize : i + left.trailingZeroBitCount
                if next != i {
                    i = min(limit, next)
                    continue
                }
            }
            let op = ops + i
            let kind = op.pointee.kind
            steps += 1
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

    /// A step that begins and ends nothing.
    func step(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
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
        guard clip.mask != nil, clip.inner.contains(region.intersection(IntRect(op.pointee.bounds))) else { return step(op, list) }
        let outer = clip
        clip = Clip(outer.bounds)
        step(op, list)
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
