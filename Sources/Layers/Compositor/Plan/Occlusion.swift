import Raster
import RenderTree

/// Finds ops that are hidden by later fills. Only fills that are opaque, whole and in no group or clip (`occludes`) count, and no op is
/// left out if a group reads its backdrop.
extension ListView {
    private var hasOcclusion: Bool {
        chunkOccludes.count == chunkBounds.count && chunkBounds.count * DrawList.chunkSize >= ops.count
    }

    /// Returns the last op that hides everything under it in a rectangle; 0 if there is none.
    func firstVisible(in r: IntRect, _ outline: CompositorOptions.CornerOutline) -> Int {
        guard hasOcclusion, let ops = ops.baseAddress else { return 0 }
        var chunk = chunkOccludes.count
        while chunk > 0 {
            chunk -= 1
            guard chunkOccludes[chunk], IntRect(chunkBounds[chunk]).contains(r) else { continue }
            var at = min((chunk + 1) * DrawList.chunkSize, self.ops.count)
            while at > chunk * DrawList.chunkSize {
                at -= 1
                let op = ops + at
                if op.pointee.flags.contains(.occludes), IntRect(op.pointee.bounds).contains(r), op.covers(r, outline) { return at }
            }
        }
        return 0
    }

    /// Finds the fills from `first` on that are hidden by the fills after them together, from the last one to the first: among thousands of
    /// overlapping boxes most are.
    func findHidden(_ hidden: inout HiddenCells, in r: IntRect, from first: Int, _ outline: CompositorOptions.CornerOutline) {
        hidden.begin()
        let count = ops.count
        guard hasOcclusion, count - first >= 2 * DrawList.chunkSize, backdrops.isEmpty, let ops = ops.baseAddress else { return }
        hidden.begin(r, ops: count)
        for chunk in chunkOccludes.indices.reversed() where chunkOccludes[chunk] && r.meets(chunkBounds[chunk]) {
            let start = max(first, chunk * DrawList.chunkSize)
            var at = min((chunk + 1) * DrawList.chunkSize, count)
            while at > start {
                at -= 1
                let op = ops + at
                guard op.pointee.flags.contains(.occludes), op.pointee.kind == .fill else { continue }
                let bounds = r.intersection(IntRect(op.pointee.bounds))
                if bounds.isEmpty { continue }
                if hidden.holds(bounds) {
                    hidden.insert(at)
                } else {
                    hidden.add(op.covered(outline))
                    if !op.pointee.isSquare { hidden.add(op.covered(outline, besideCorners: false)) }
                }
            }
        }
    }
}

/// The cells of four by four pixels that are hidden by the ops visited so far, and the ops that are only in such cells.
struct HiddenCells {
    private var cells: ContiguousArray<UInt64> = []
    private var ops: ContiguousArray<UInt64> = []
    private var area = IntRect.empty
    private var words = 0
    private(set) var isEmpty = true

    /// Resets to nothing hidden.
    mutating func begin() { isEmpty = true }

    mutating func begin(_ r: IntRect, ops count: Int) {
        area = r
        words = ((r.width + 3) / 4 + 63) / 64
        Self.clear(&cells, words * ((r.height + 3) / 4))
        Self.clear(&ops, (count + 63) / 64)
    }

    private static func clear(_ array: inout ContiguousArray<UInt64>, _ count: Int) {
        if array.count < count { array.append(contentsOf: repeatElement(0, count: count - array.count)) }
        for i in 0..<count { array[i] = 0 }
    }

    /// Returns the hidden ops of a chunk, one bit for each.
    @inline(__always)
    func ops(ofChunk chunk: Int) -> UInt64 { isEmpty ? 0 : ops[chunk] }

    @inline(__always)
    func contains(_ op: Int) -> Bool { !isEmpty && ops[op >> 6] >> UInt64(op & 63) & 1 != 0 }

    mutating func insert(_ op: Int) {
        ops[op >> 6] |= 1 << UInt64(op & 63)
        isEmpty = false
    }

    /// Returns the bits of a word of a row for the cells x0 ..< x1.
    @inline(__always)
    private static func bits(_ word: Int, _ x0: Int, _ x1: Int) -> UInt64 {
        let from = max(0, x0 - word * 64), to = min(64, x1 - word * 64)
        return from < to ? (UInt64.max >> UInt64(64 - (to - from))) << UInt64(from) : 0
    }

    /// Returns true if all cells of a part of the area are hidden.
    func holds(_ r: IntRect) -> Bool {
        let x0 = Int(r.x0 - area.x0) >> 2, x1 = Int(r.x1 - area.x0 + 3) >> 2, y0 = Int(r.y0 - area.y0) >> 2,
            y1 = Int(r.y1 - area.y0 + 3) >> 2
        return cells.withUnsafeBufferPointer { cells in
            for word in (x0 >> 6)...((x1 - 1) >> 6) {
                let bits = Self.bits(word, x0, x1)
                for y in y0..<y1 where cells[y * words + word] & bits != bits { return false }
            }
            return true
        }
    }

    /// Hides the cells that are completely inside a rectangle, or would be if they were not clipped by the area.
    mutating func add(_ r: IntRect) {
        let inside = r.intersection(area)
        if inside.isEmpty { return }
        let x0 = Int(inside.x0 - area.x0 + 3) >> 2, y0 = Int(inside.y0 - area.y0 + 3) >> 2
        let x1 = Int(inside.x1 - area.x0 + (r.x1 >= area.x1 ? 3 : 0)) >> 2, y1 = Int(inside.y1 - area.y0 + (r.y1 >= area.y1 ? 3 : 0)) >> 2
        if x0 >= x1 || y0 >= y1 { return }
        let words = words
        cells.withUnsafeMutableBufferPointer { cells in
            for word in (x0 >> 6)...((x1 - 1) >> 6) {
                let bits = Self.bits(word, x0, x1)
                for y in y0..<y1 { cells[y * words + word] |= bits }
            }
        }
    }
}
