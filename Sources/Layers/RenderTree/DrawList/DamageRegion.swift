/// The part of the target that must be redrawn: few rectangles, so that the compositor traverses the list only a few times.
///
/// It is exact while there are few rectangles. Beyond `limit`, the two with the least waste are merged. Once the rectangles fill much of
/// their common box, the region is converted to horizontal bands, each with one span: adding then has a constant cost regardless of the
/// number of changes, and no pixel is traversed twice.
package struct DamageRegion: Sendable {
    package static let limit = 16
    private static let bandShift: Int32 = 5
    /// The fixed cost of a traversal of the list, in pixels.
    private static let sweep: Int64 = 1024

    private var exact: ContiguousArray<DeviceRect> = []
    /// Spans by band, used when `isBanded`.
    private var bands: ContiguousArray<(x0: Int32, x1: Int32)> = []
    private var isBanded = false
    private var box = DeviceRect.empty

    package init() { exact.reserveCapacity(Self.limit) }

    package var isEmpty: Bool { box.isEmpty }

    package mutating func removeAll() {
        exact.removeAll(keepingCapacity: true)
        bands.removeAll(keepingCapacity: true)
        isBanded = false
        box = .empty
    }

    /// Adds a rectangle of the target (no negative coordinates).
    package mutating func add(_ rect: DeviceRect) {
        if rect.isEmpty { return }
        box = box.union(rect)
        if isBanded { addToBands(rect) } else { addExactly(rect) }
    }

    /// The region as at most `limit` rectangles.
    package var rects: ContiguousArray<DeviceRect> { isBanded ? joinedBands() : exact }

    private mutating func addExactly(_ rect: DeviceRect) {
        // The last one first: neighbours in paint order are often neighbours on the screen.
        var i = exact.count
        while i > 0 {
            i -= 1
            if exact[i].contains(rect) { return }
        }
        var merged = rect
        var again = true
        while again {
            again = false
            i = exact.count
            while i > 0 {
                i -= 1
                let other = exact[i]
                // Merged if the union costs no more than two traversals: both would draw their overlap.
                if merged.union(other).area <= merged.area + other.area + Self.sweep {
                    merged = merged.union(other)
                    exact.remove(at: i)
                    again = true
                }
            }
        }
        if exact.count < Self.limit { exact.append(merged); return }
        var best = 0
        var bestWaste = Int64.max
        var filled: Int64 = 0
        for i in 0..<exact.count {
            filled += exact[i].area
            let waste = exact[i].union(merged).area - exact[i].area
            if waste < bestWaste { bestWaste = waste; best = i }
        }
        if filled * 4 > box.area {
            isBanded = true
            for other in exact { addToBands(other) }
            addToBands(merged)
            return
        }
        addExactly(exact.remove(at: best).union(merged))
    }

    private mutating func addToBands(_ rect: DeviceRect) {
        let first = Int(max(rect.y0, 0) >> Self.bandShift), last = Int(max(rect.y1 - 1, 0) >> Self.bandShift)
        while bands.count <= last { bands.append((Int32.max, Int32.min)) }
        for band in first...last {
            bands[band].x0 = min(bands[band].x0, rect.x0)
            bands[band].x1 = max(bands[band].x1, rect.x1)
        }
    }

    /// Returns the bands as rectangles. Neighbouring bands are merged if that wastes less than a third; if too many remain, those with the
    /// least waste are merged.
    private func joinedBands() -> ContiguousArray<DeviceRect> {
        var result: ContiguousArray<DeviceRect> = []
        for (index, band) in bands.enumerated() where band.x0 < band.x1 {
            let y = Int32(index) << Self.bandShift
            let rect = DeviceRect(band.x0, max(y, box.y0), band.x1, min(y + (1 << Self.bandShift), box.y1))
            if let last = result.last, last.y1 == rect.y0, last.union(rect).area * 3 <= (last.area + rect.area) * 4 {
                result[result.count - 1] = last.union(rect)
            } else {
                result.append(rect)
            }
        }
        while result.count > Self.limit {
            var best = 0
            var bestWaste = Int64.max
            for i in 0..<result.count - 1 {
                let waste = result[i].union(result[i + 1]).area - result[i].area - result[i + 1].area
                if waste < bestWaste { bestWaste = waste; best = i }
            }
            result[best] = result[best].union(result.remove(at: best + 1))
        }
        return result
    }
}

extension DeviceRect {
    /// The sides in pixels; 0 if the right or lower edge comes first. Edges may have any value: those of a file can be 2^32 apart.
    package var width: Int { max(0, Int(x1) - Int(x0)) }
    package var height: Int { max(0, Int(y1) - Int(y0)) }
    /// The number of pixels, at most 2^60, so that a sum of a few areas does not overflow.
    package var area: Int64 { Int64(min(UInt64(width) * UInt64(height), 1 << 60)) }
    package func contains(_ o: DeviceRect) -> Bool { x0 <= o.x0 && y0 <= o.y0 && x1 >= o.x1 && y1 >= o.y1 }

    /// Creates the rectangle of all pixels that the box touches. Distant coordinates are clamped so that sums of two do not overflow.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        func cut(_ v: Double) -> Int32 { v > 1e9 ? 1_000_000_000 : (v < -1e9 ? -1_000_000_000 : Int32(v)) }
        guard minX < maxX, minY < maxY else { self = .empty; return }
        self.init(cut(minX.rounded(.down)), cut(minY.rounded(.down)), cut(maxX.rounded(.up)), cut(maxY.rounded(.up)))
    }
}

/// The extent of a shadow relative to its source, in pixels: an offset, then an expansion.
package struct ShadowReach: Hashable, Sendable {
    package var dx: Int32 = 0, dy: Int32 = 0
    package var growX: Int32 = 0, growY: Int32 = 0
    package init() {}
    /// Returns the pixels that the shadow of `r` can cover.
    package func shadow(of r: DeviceRect) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 + dx - growX, r.y0 + dy - growY, r.x1 + dx + growX, r.y1 + dy + growY)
    }
    /// Returns the pixels whose shadow can fall into `r`.
    package func source(of r: DeviceRect) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 - dx - growX, r.y0 - dy - growY, r.x1 - dx + growX, r.y1 - dy + growY)
    }
}
