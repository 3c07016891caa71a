/// Convex polygons, stored consecutively in one allocation. Planes that cross are cut thousands of times in a frame: an array for each part
/// would cost more than the cuts.
final class PolygonStore {
    /// A polygon of the store.
    struct Run {
        var start: Int32 = 0, count: Int32 = 0
    }

    @exclusivity(unchecked) private var points: UnsafeMutablePointer<SIMD2<Double>>
    @exclusivity(unchecked) private var capacity = 1024
    /// The number of points; polygons that end after it have been released.
    @exclusivity(unchecked) private(set) var count = 0

    init() { points = .allocate(capacity: capacity) }
    deinit { points.deallocate() }

    func add(_ polygon: [SIMD2<Double>]) -> Run {
        reserve(polygon.count)
        let run = Run(start: Int32(count), count: Int32(polygon.count))
        for p in polygon {
            points[count] = p
            count += 1
        }
        return run
    }

    func polygon(_ run: Run) -> [SIMD2<Double>] { [SIMD2<Double>](points(run)) }

    /// Releases all polygons made since the store had `count` points.
    func release(to count: Int) { self.count = count }

    /// Returns the points of a polygon. Valid until the next polygon is made.
    @inline(__always)
    func points(_ run: Run) -> UnsafeBufferPointer<SIMD2<Double>> {
        UnsafeBufferPointer(start: points + Int(run.start), count: Int(run.count))
    }

    private func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let bigger = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: capacity)
        bigger.update(from: points, count: count)
        points.deallocate()
        points = bigger
    }

    /// Returns the part of a polygon where p · slope + level is not negative.
    func part(of run: Run, _ slope: SIMD2<Double>, _ level: Double) -> Run {
        let n = Int(run.count)
        if n == 0 { return Run() }
        // One more point for each change of side; rounding may give a polygon more than two of them.
        reserve(2 * n)
        let from = points + Int(run.start), to = points + count
        let made = PlaneSplit.part(of: UnsafeBufferPointer(start: from, count: n), slope, level, into: to)
        defer { count += made }
        return Run(start: Int32(count), count: Int32(made))
    }

    /// Returns the intersection of both polygons; `sign` is the sign of the second one's area.
    func overlap(_ a: Run, _ b: Run, sign: Double) -> Run {
        var result = a
        for i in 0..<Int(b.count) {
            let p = points[Int(b.start) + i], q = points[Int(b.start) + (i + 1 == Int(b.count) ? 0 : i + 1)]
            let normal = SIMD2(p.y - q.y, q.x - p.x) * sign, level = -(p.x * normal.x + p.y * normal.y)
            var isInside = true
            for p in points(result) where !(p.x * normal.x + p.y * normal.y + level >= 0) { isInside = false }
            if isInside { continue }
            result = part(of: result, normal, level)
            if result.count < 3 { return Run() }
        }
        return result
    }

    func signedArea(_ run: Run) -> Double {
        PlaneSplit.signedArea(points(run))
    }
}
