import Raster
import RenderTree

extension DrawList {
    /// Calls `body` with the list as plain memory, for a traversal.
    package func withView<Result>(_ body: (ListView) -> Result) -> Result {
        ops.withUnsafeBufferPointer { ops in
            payloads.withUnsafeBufferPointer { payloads in
                chunkBounds.withUnsafeBufferPointer { bounds in
                    chunkSpans.withUnsafeBufferPointer { spans in
                        backdrops.withUnsafeBufferPointer { backdrops in
                            withIndex { boxes, plain, occluding in
                                body(
                                    ListView(
                                        ops: ops, payloads: payloads, chunkBounds: bounds, chunkSpans: spans, backdrops: backdrops,
                                        boxes: boxes, chunkIsPlain: plain, chunkOccludes: occluding))
                            }
                        }
                    }
                }
            }
        }
    }

    private func withIndex<Result>(
        _ body: (UnsafeBufferPointer<OpBox>, UnsafeBufferPointer<Bool>, UnsafeBufferPointer<Bool>) -> Result
    ) -> Result {
        boxes.withUnsafeBufferPointer { boxes in
            chunkIsPlain.withUnsafeBufferPointer { plain in
                chunkOccludes.withUnsafeBufferPointer { occluding in body(boxes, plain, occluding) }
            }
        }
    }
}

/// A draw list borrowed for a traversal.
package struct ListView {
    package let ops: UnsafeBufferPointer<DrawOp>
    package let payloads: UnsafeBufferPointer<DrawPayload>
    package let chunkBounds: UnsafeBufferPointer<DeviceRect>
    package let chunkSpans: UnsafeBufferPointer<Int32>
    package let backdrops: UnsafeBufferPointer<Int32>
    package let boxes: UnsafeBufferPointer<OpBox>
    package let chunkIsPlain: UnsafeBufferPointer<Bool>
    package let chunkOccludes: UnsafeBufferPointer<Bool>

    @inline(__always)
    package func payload(_ op: UnsafePointer<DrawOp>) -> DrawPayload? {
        let i = Int(op.pointee.payload)
        return i >= 0 && i < payloads.count ? payloads[i] : nil
    }

    package func group(_ op: UnsafePointer<DrawOp>) -> GroupDraw {
        if case .group(let draw)? = payload(op) { return draw }
        return GroupDraw()
    }

    /// Returns the union of the bounds of the ops directly in a group, up to its mask.
    func contentBounds(_ begin: Int, _ end: Int) -> IntRect {
        guard let ops = ops.baseAddress else { return .empty }
        var all = DeviceRect.empty
        var i = begin + 1
        while i < end {
            let op = ops + i
            if op.pointee.kind == .beginMask { break }
            all = all.union(op.pointee.bounds)
            let opens = op.pointee.kind == .beginGroup || op.pointee.kind == .beginClip
            i = opens ? max(i, Int(op.pointee.end)) + 1 : i + 1
        }
        return IntRect(all)
    }

    /// Returns the part of a target that must be correct for `r` to be correct in the end: backdrops in front read the pixels behind them.
    func backdropSource(_ begin: Int, _ end: Int, _ r: IntRect) -> IntRect {
        guard let ops = ops.baseAddress else { return r }
        var r = r
        for at in backdrops.reversed() where at >= begin && at < end && Int(at) < self.ops.count {
            let op = ops + Int(at)
            guard let backdrop = group(op).backdrop else { continue }
            let area = r.intersection(IntRect(op.pointee.bounds))
            if !area.isEmpty { r = r.union(op.pointee.source(of: area, backdrop.filters)) }
        }
        return r
    }
}
