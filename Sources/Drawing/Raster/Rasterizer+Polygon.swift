/// The antialiased edges of a polygon. Bit i is the edge from vertex i to the next.
package struct EdgeSet: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let all = EdgeSet(rawValue: .max)
    package static let none = EdgeSet([])
}

extension Rasterizer {
    /// Fills a polygon of device-space vertices (in either direction, and convex if only some edges are antialiased). At the other edges
    /// the pixel centres decide.
    package func fillConvexPolygon(
        _ surface: Surface, _ clip: Clip, _ points: UnsafeBufferPointer<SIMD2<Double>>, antialiased: EdgeSet = .all, paint: Paint,
        mode: PixelBlendMode = .normal
    ) {
        let region = clip.region(in: surface.bounds)
        guard !region.isEmpty, polygon(points) else { return }
        let edges = EdgeSet(rawValue: UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(min(32, points.count))) - 1))
        let on = antialiased.intersection(edges)
        let sink = sink(surface, clip, paint, mode, width: region.width)
        if on == edges || on.isEmpty || points.count > 16 {
            fillLines(region: region, rule: .winding, isSimple: Convexity.isConvex(points), antialias: !on.isEmpty, sink: sink)
        } else {
            mixedEdges(surface, clip, points, on, region, paint, mode)
        }
    }

    package func fillConvexPolygon(
        _ surface: Surface, _ clip: Clip, _ points: [SIMD2<Double>], antialiased: EdgeSet = .all, paint: Paint,
        mode: PixelBlendMode = .normal
    ) {
        points.withUnsafeBufferPointer {
            fillConvexPolygon(surface, clip, $0, antialiased: antialiased, paint: paint, mode: mode)
        }
    }

    /// Adds a polygon's coverage to a mask (composited over the mask's contents).
    package func fillConvexPolygon(_ mask: MaskBuffer, _ clip: Clip, _ points: [SIMD2<Double>], antialias: Bool = true) {
        let region = clip.region(in: mask.bounds)
        guard !region.isEmpty, points.withUnsafeBufferPointer({ polygon($0) }) else { return }
        let isConvex = points.withUnsafeBufferPointer { Convexity.isConvex($0) }
        fillLines(region: region, rule: .winding, isSimple: isConvex, antialias: antialias, sink: sink(mask, clip, width: region.width))
    }

    private func polygon(_ points: UnsafeBufferPointer<SIMD2<Double>>) -> Bool {
        lines.removeAll()
        guard points.count > 2 else { return false }
        for p in points where !(p.x + p.y).isFinite { return false }
        for i in points.indices {
            lines.append(Flattener.cut(points[i]), Flattener.cut(points[i + 1 == points.count ? 0 : i + 1]))
        }
        return true
    }

    /// Draws the product of two coverages through a mask: that of the polygon with its hard edges moved out by two pixels, and that of
    /// the rule of pixel centres for the polygon with its soft edges moved out.
    private func mixedEdges(
        _ surface: Surface, _ clip: Clip, _ points: UnsafeBufferPointer<SIMD2<Double>>, _ on: EdgeSet, _ region: IntRect, _ paint: Paint,
        _ mode: PixelBlendMode
    ) {
        // Moved edges meet far outside if the polygon is nearly a line. Only the touched area is drawn.
        let r = lines.bounds.intersection(region)
        guard !r.isEmpty else { return }
        let mask = MaskBuffer(bounds: r)
        let hard = MaskBuffer(bounds: r)
        let inside = Clip(r)
        fillConvexPolygon(mask, inside, Rasterizer.pushed(points) { !on.contains(EdgeSet(rawValue: 1 << UInt32($0))) })
        fillConvexPolygon(hard, inside, Rasterizer.pushed(points) { on.contains(EdgeSet(rawValue: 1 << UInt32($0))) }, antialias: false)
        mask.multiply(by: hard)
        if let outer = clip.mask { mask.multiply(by: outer) }
        fill(surface, Clip(r, mask: mask), r, paint: paint, mode: mode)
    }

    /// Returns a convex polygon with some edges moved out by two pixels. The vertices are the new intersections of adjacent edges.
    private static func pushed(_ p: UnsafeBufferPointer<SIMD2<Double>>, _ isPushed: (Int) -> Bool) -> [SIMD2<Double>] {
        let n = p.count
        var area = 0.0
        for i in 0..<n {
            let a = p[i], b = p[(i + 1) % n]
            area += a.x * b.y - b.x * a.y
        }
        let sign: Double = area < 0 ? -1 : 1
        // The lines of the edges as normal . x = offset, normals outward. Edges without length use their neighbour's.
        var normals: [SIMD2<Double>] = [], offsets: [Double] = []
        for i in 0..<n {
            let d = p[(i + 1) % n] - p[i]
            let length = (d.x * d.x + d.y * d.y).squareRoot()
            guard length > 1e-9 else { continue }
            let normal = SIMD2(d.y, -d.x) * (sign / length)
            normals.append(normal)
            offsets.append(normal.x * p[i].x + normal.y * p[i].y + (isPushed(i) ? 2 : 0))
        }
        var out: [SIMD2<Double>] = []
        for i in normals.indices {
            let j = (i + 1) % normals.count
            let (a, b) = (normals[i], normals[j])
            let det = a.x * b.y - a.y * b.x
            guard abs(det) > 1e-9 else { continue }
            out.append(SIMD2((offsets[i] * b.y - offsets[j] * a.y) / det, (a.x * offsets[j] - b.x * offsets[i]) / det))
        }
        return out
    }
}
