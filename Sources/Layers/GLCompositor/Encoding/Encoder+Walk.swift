import CoreGraphics
import Compositor
import Raster
import RenderTree

extension Encoder {
    /// - Parameter first: an outermost op; what comes before it does not show.
    func walk(_ list: ListView, from first: Int) {
        guard let ops = list.ops.baseAddress else { return }
        let count = list.ops.count
        let hasBoxes = list.boxes.count == count && list.chunkIsPlain.count * DrawList.chunkSize >= count
        let canSkip = list.chunkBounds.count * DrawList.chunkSize >= count && list.chunkSpans.count >= list.chunkBounds.count
        scopes.removeAll(keepingCapacity: true)
        var limit = count
        var mayPass = canSkip
        var i = first
        var known: (chunk: Int, region: IntRect, meeting: UInt64) = (-1, .empty, 0), ahead = ChunksAhead()
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
            let chunk = i / DrawList.chunkSize
            if mayPass, i & (DrawList.chunkSize - 1) == 0, !region.meets(list.chunkBounds[chunk]) {
                let span = Int(list.chunkSpans[chunk])
                i = min(limit, span >= i && span < count ? max(span, Int(ops[span].end)) + 1 : i + DrawList.chunkSize)
                continue
            }
            if hasBoxes, list.chunkIsPlain[chunk] {
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
            work.ops += 1
            let end = max(i, min(Int(op.pointee.end), limit))
            if !region.meets(op.pointee.bounds) {
                switch op.pointee.kind {
                case .beginGroup, .beginClip: i = end + 1
                case .beginMask:
                    i = turnToMask(i + 1, limit, list)
                    mayPass = canSkip
                default: i += 1
                }
                continue
            }
            switch op.pointee.kind {
            case .fill where maker.hidden.contains(i): break
            case .beginGroup:
                if encodeMasked(op, at: i, end: end, list) { i = end + 1; continue }
                if op.pointee.flags.contains(.rasterized), encodeKept(op, at: i, end: end, list) { i = end + 1; continue }
                guard end > i, beginGroup(op, at: i, end: end, list) else { i = end + 1; continue }
                limit = end
                mayPass = canSkip && scopes.last?.awaitsMask != true
            case .beginClip:
                guard end > i, beginClip(op, at: i, end: end, list) else { i = end + 1; continue }
                limit = end
                mayPass = canSkip
            case .beginMask:
                i = turnToMask(i + 1, limit, list)
                mayPass = canSkip
                continue
            case .endGroup, .endClip: break
            default: leaf(op, list)
            }
            i += 1
        }
    }

    /// An op that begins and ends nothing.
    func leaf(_ op: UnsafePointer<DrawOp>, _ list: ListView) {
        switch op.pointee.kind {
        case .fill: fill(op, list)
        case .border: border(op, list)
        case .image: if case .image(let image)? = list.payload(op) { encode(image, op, list) }
        case .shapeFill: if case .shape(let shape)? = list.payload(op) { encode(shape, op, strokes: false, list) }
        case .shapeStroke: if case .shape(let shape)? = list.payload(op) { encode(shape, op, strokes: true, list) }
        case .gradient: if case .gradient(let gradient)? = list.payload(op) { encode(gradient, op, list) }
        case .particles: if case .particles(let particles)? = list.payload(op) { encode(particles, op, list) }
        case .shadow: shadow(op, list)
        case .beginGroup, .beginMask, .endGroup, .beginClip, .endClip: break
        }
    }

    private func close(_ scope: EncoderScope, _ list: ListView) {
        switch scope.kind {
        case .clip:
            clip = scope.clip
            openMasks.removeLast(openMasks.count - clip.maskCount)
        case .group, .mask: endGroup(scope, list)
        }
        region = clip.bounds.intersection(target.bounds)
    }
}
