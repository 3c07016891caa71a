import CKernels

/// A cache of recently flattened corner curves, since many boxes have the same radius.
struct CornerCache {
    struct Curve {
        var radii: SIMD2<Double>
        /// The chords from (0, ry) to (rx, 0), relative to the rectangle's corner.
        var chords: UnsafeMutablePointer<agate_chord>
        var count: Int
    }

    private static let k = 0.5522847
    private static let kept = 8
    private var curves: [Curve] = []
    private var oldest = 0

    func deallocate() {
        for c in curves { c.chords.deallocate() }
    }

    /// Returns the curve of a corner. It is valid for some eight further calls.
    mutating func curve(_ r: SIMD2<Double>) -> Curve {
        for c in curves where c.radii == r { return c }
        var points = [SIMD2(0, r.y)]
        CornerCache.flatten(
            SIMD2(0, r.y), SIMD2(0, r.y * (1 - CornerCache.k)), SIMD2(r.x * (1 - CornerCache.k), 0), SIMD2(r.x, 0), 0, &points)
        let chords = UnsafeMutablePointer<agate_chord>.allocate(capacity: points.count)
        for i in 1..<points.count {
            let a = points[i - 1], b = points[i]
            let dx = b.x - a.x, dy = a.y - b.y
            chords[i - 1] = agate_chord(
                x0: a.x, y0: a.y, x1: b.x, y1: b.y, slope: dy > 0 ? dx / dy : 0, steepness: dx > 0 ? min(dy / dx, 1e30) : 1e30)
        }
        let made = Curve(radii: r, chords: chords, count: points.count - 1)
        if curves.count < CornerCache.kept {
            curves.append(made)
        } else {
            curves[oldest].chords.deallocate()
            curves[oldest] = made
            oldest = (oldest + 1) % CornerCache.kept
        }
        return made
    }

    private static func flatten(
        _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>, _ depth: Int, _ out: inout [SIMD2<Double>]
    ) {
        let t = Flattener.tolerance
        if depth >= Flattener.maxDepth || (Flattener.isFlat(p0, p1, p2, t) && Flattener.isFlat(p1, p2, p3, t)) {
            out.append(p3)
            return
        }
        let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
        let ab = (a + m) * 0.5, bc = (m + c) * 0.5, mid = (ab + bc) * 0.5
        flatten(p0, a, ab, mid, depth + 1, &out)
        flatten(mid, bc, c, p3, depth + 1, &out)
    }
}
