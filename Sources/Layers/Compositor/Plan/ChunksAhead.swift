import Raster
import RenderTree

/// Finds the ops of the next chunks that meet a region. A small damage in a long list meets few ops, which are far apart, and the cache
/// misses one after the other take longer than drawing: so several chunks are examined together, and their ops are prefetched.
struct ChunksAhead {
    /// The number of chunks examined together.
    private static let count = 8
    /// The maximum number of ops of a chunk that are prefetched; with more, they are read in sequence anyway.
    private static let fetched = 4

    private var region = IntRect.empty
    private var first = 0, end = 0
    private var meeting = SIMD8<UInt64>.zero

    /// Returns true if 16-bit boxes represent a region exactly: true everywhere near a picture.
    static func isInReach(_ r: IntRect) -> Bool { r.x0 > -32_000 && r.y0 > -32_000 && r.x1 < 32_000 && r.y1 < 32_000 }

    /// Returns the ops of a plain chunk that meet a region in reach, as one bit for each, the first in the lowest bit.
    mutating func ops(of chunk: Int, meeting region: IntRect, _ list: ListView) -> UInt64 {
        if chunk < first || chunk >= end || region != self.region { look(from: chunk, region, list) }
        return meeting[chunk - first]
    }

    private mutating func look(from chunk: Int, _ region: IntRect, _ list: ListView) {
        (self.region, first, end) = (region, chunk, chunk)
        let query = OpBox.Query(DeviceRect(region.x0, region.y0, region.x1, region.y1))
        let last = min(chunk + Self.count, list.chunkIsPlain.count)
        // The region changes only where a scope begins or ends, in chunks that are not plain.
        repeat {
            let isMet = end >= list.chunkBounds.count || region.meets(list.chunkBounds[end])
            let found = isMet ? DrawList.meeting(list.boxes, chunk: end, query) : 0
            fetch(found, of: end, list)
            meeting[end - first] = found
            end += 1
        } while end < last && list.chunkIsPlain[end]
    }

    private func fetch(_ found: UInt64, of chunk: Int, _ list: ListView) {
        guard let ops = list.ops.baseAddress else { return }
        var left = found, room = Self.fetched
        while left != 0, room > 0 {
            DrawOp.prefetch(ops + chunk * DrawList.chunkSize + left.trailingZeroBitCount)
            left &= left - 1
            room -= 1
        }
    }
}
