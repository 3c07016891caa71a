/// The part of the target that has to be drawn again: few rectangles, so that the compositor sweeps the list few times.
/// Exact while there are few; past `limit` the two that waste least become one.
package struct DamageRegion: Sendable {
    package static let limit = 16
    package private(set) var rects: ContiguousArray<DeviceRect> = []
    package init() { rects.reserveCapacity(Self.limit) }

    package var isEmpty: Bool { rects.isEmpty }

    package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    package mutating func add(_ rect: DeviceRect) {
        if rect.isEmpty { return }
        // The last one first: neighbours in paint order are often neighbours on the screen.
        var i = rects.count
        while i > 0 {
            i -= 1
            if rects[i].contains(rect) { return }
        }
        var merged = rect
        var again = true
        while again {
            again = false
            i = rects.count
            while i > 0 {
                i -= 1
                let other = rects[i]
                // Worth one sweep when the union is hardly more than both.
                if merged.contains(other) || merged.union(other).area <= merged.area + other.area - merged.intersection(other).area {
                    merged = merged.union(other)
                    rects.remove(at: i)
                    again = true
                }
            }
        }
        if rects.count < Self.limit { rects.append(merged); return }
        var best = 0
        var bestWaste = Int64.max
        for i in 0..<rects.count {
            let waste = rects[i].union(merged).area - rects[i].area
            if waste < bestWaste { bestWaste = waste; best = i }
        }
        let joined = rects.remove(at: best).union(merged)
        add(joined)
    }
}

extension DeviceRect {
    package var area: Int64 { isEmpty ? 0 : Int64(x1 - x0) * Int64(y1 - y0) }
    package func contains(_ o: DeviceRect) -> Bool { x0 <= o.x0 && y0 <= o.y0 && x1 >= o.x1 && y1 >= o.y1 }

    /// The whole pixels that touch the box; far coordinates are cut so that sums of two still fit.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        func cut(_ v: Double) -> Int32 { v > 1e9 ? 1_000_000_000 : (v < -1e9 ? -1_000_000_000 : Int32(v)) }
        guard minX < maxX, minY < maxY else { self = .empty; return }
        self.init(cut(minX.rounded(.down)), cut(minY.rounded(.down)), cut(maxX.rounded(.up)), cut(maxY.rounded(.up)))
    }
}

/// How far a shadow reaches from what throws it, in pixels: shifted, then grown.
package struct ShadowReach: Hashable, Sendable {
    package var dx: Int32 = 0, dy: Int32 = 0
    package var growX: Int32 = 0, growY: Int32 = 0
    package init() {}
    /// Where the shadow of `r` can fall.
    package func shadow(of r: DeviceRect) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 + dx - growX, r.y0 + dy - growY, r.x1 + dx + growX, r.y1 + dy + growY)
    }
    /// What can throw a shadow into `r`.
    package func source(of r: DeviceRect) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 - dx - growX, r.y0 - dy - growY, r.x1 - dx + growX, r.y1 - dy + growY)
    }
}
