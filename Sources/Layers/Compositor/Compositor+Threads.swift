import Raster
import RenderTree

/// Draws a frame on several threads. Each thread plans and draws the rows of one band with its own painter, so that they share only the
/// list, which does not change. A pixel depends on the list alone, so the bytes are the same with any number of bands.
extension Compositor {
    /// The fixed cost of an op, in pixels per row.
    private static let overhead: Int32 = 24

    /// Draws the damage in bands, if it is enough for more than one thread. Returns false, with nothing drawn, otherwise.
    func drawInBands(
        _ list: DrawList, _ damage: some Collection<DeviceRect>, into surface: Surface, overExisting: Bool, mask: MaskBuffer?
    ) -> Bool {
        // Backdrops are read beyond the band, where another thread may be writing.
        guard threads > 1, !(overExisting && !list.backdrops.isEmpty) else { return false }
        let frame = DeviceRect(0, 0, list.width, list.height)
        let all = damage.reduce(DeviceRect.empty) { $0.union($1) }.intersection(frame)
        guard Int(all.x1 - all.x0) * Int(all.y1 - all.y0) >= share / 4 else { return false }
        measure(list, all)
        let count = min(threads, Int(work.total) / share, Int(all.y1 - all.y0))
        guard count > 1 else { return false }
        needPainters(count)
        for i in 0..<count {
            let band = DeviceRect(all.x0, work.row(i, of: count), all.x1, work.row(i + 1, of: count))
            parts[i].removeAll(keepingCapacity: true)
            for rect in damage {
                let r = rect.intersection(band)
                if !r.isEmpty { parts[i].append(r) }
            }
        }
        let painters = painters, parts = parts
        Processors.each(count) { i in painters[i].draw(list, parts[i], into: surface, overExisting: overExisting, mask: mask) }
        return true
    }

    /// Estimates the distribution of the work over the rows.
    private func measure(_ list: DrawList, _ all: DeviceRect) {
        work.begin(all.y0, all.y1, width: all.x1 - all.x0)
        let ops = list.ops
        for chunk in list.chunkBounds.indices where list.chunkBounds[chunk].intersects(all) {
            for i in (chunk * DrawList.chunkSize)..<min((chunk + 1) * DrawList.chunkSize, ops.count) {
                let r = ops[i].bounds.intersection(all)
                if r.isEmpty { continue }
                // A group is cleared, drawn and composited.
                let weight: Int32 = ops[i].kind == .beginGroup ? 4 : 1
                work.add(r.y0, r.y1, (r.x1 - r.x0 + Self.overhead) * weight)
            }
        }
        work.end()
    }
}

/// The estimated cost of a frame's rows, by bands of equal height.
struct RowWork {
    private static let bands = 64
    private var sums = ContiguousArray<Double>(repeating: 0, count: bands + 1)
    private var y0: Int32 = 0, y1: Int32 = 0
    private(set) var total = 0.0

    mutating func begin(_ y0: Int32, _ y1: Int32, width: Int32) {
        (self.y0, self.y1) = (y0, y1)
        for i in sums.indices { sums[i] = 0 }
        // The cost of the background.
        sums[0] = Double(width) / 4
    }

    private func band(_ y: Int32) -> Int { Int(y - y0) * Self.bands / Int(y1 - y0) }

    /// Adds a cost for each of the rows from `a` to `b`.
    mutating func add(_ a: Int32, _ b: Int32, _ cost: Int32) {
        sums[band(a)] += Double(cost)
        sums[band(b - 1) + 1] -= Double(cost)
    }

    /// Converts the differences at the bands' boundaries to the accumulated cost of all bands up to each one.
    mutating func end() {
        let height = Double(y1 - y0) / Double(Self.bands)
        var each = 0.0, all = 0.0
        for i in 0..<Self.bands {
            each += sums[i]
            sums[i] = all
            all += each * height
        }
        sums[Self.bands] = all
        total = all
    }

    /// Returns the first row of part `i` of `n`, for parts of equal cost.
    func row(_ i: Int, of n: Int) -> Int32 {
        if i <= 0 { return y0 }
        if i >= n { return y1 }
        let wanted = total * Double(i) / Double(n)
        let k = max(0, (sums.firstIndex { $0 > wanted } ?? Self.bands) - 1)
        let within = sums[k + 1] > sums[k] ? (wanted - sums[k]) / (sums[k + 1] - sums[k]) : 0
        return y0 + Int32(((Double(k) + within) * Double(y1 - y0) / Double(Self.bands)).rounded())
    }
}
