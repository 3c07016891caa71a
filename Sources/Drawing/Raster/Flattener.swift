/// Converts curves to chords. A piece is halved until its second differences are at most 0.067 px on either axis, which was fitted to
/// Apple's renderer. Finer chords produce different pixels on circles.
package enum Flattener {
    package static let tolerance = 0.067
    /// Returns the tolerance for a context's flatness. Chords are within a fifth of the flatness of their curve: the second differences of
    /// a piece are at most 4/3 of that distance. A heart that Apple's renderer filled with a flatness of 0.6 has the chords of tolerances
    /// from 0.147 to 0.175; the chords without a flatness, a twentieth of a pixel, are those of 0.25.
    package static func tolerance(flatness: Double) -> Double {
        flatness > 0 ? max(tolerance, min(flatness, 100) * 4 / 15) : tolerance
    }

    /// 4^16 times the tolerance exceeds any coordinate that occurs here.
    static let maxDepth = 16
    /// The coordinate limit. Coordinates further out are clamped: their distance is invisible, and sums remain exact enough.
    static let farthest = 1e8

    @inline(__always)
    static func cut(_ p: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(max(-farthest, min(farthest, p.x)), max(-farthest, min(farthest, p.y)))
    }

    @inline(__always)
    static func isFlat(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ limit: Double) -> Bool {
        let d = p0 - p1 - p1 + p2
        return abs(d.x) <= limit && abs(d.y) <= limit
    }

    /// Returns the visible area of a clip's rows, with a large horizontal margin so that the drawing does not depend on the clip's sides.
    /// Curves further out need not be flattened exactly.
    static func view(_ r: IntRect) -> SIMD4<Double> {
        SIMD4(Double(r.x0) - 20000, Double(r.y0), Double(r.x1) + 20000, Double(r.y1))
    }

    /// Returns true if a piece is visible only by the height that it passes, so that a chord is sufficient.
    @inline(__always)
    static func isOutside(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, _ view: SIMD4<Double>
    ) -> Bool {
        max(max(a.y, b.y), max(c.y, d.y)) <= view.y || min(min(a.y, b.y), min(c.y, d.y)) >= view.w
            || max(max(a.x, b.x), max(c.x, d.x)) <= view.x || min(min(a.x, b.x), min(c.x, d.x)) >= view.z
    }

    /// Parts of at most 256 chords are passed to the kernel.
    private static let kernelLevels: Int32 = 8
    private static let kernelReach = 65536.0

    static func cubic(
        _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>, view: SIMD4<Double>,
        tolerance: Double, depth: Int = 0, into lines: inout LineStore
    ) {
        if depth >= maxDepth || isOutside(p0, p1, p2, p3, view) {
            lines.append(p0, p3)
            return
        }
        guard isFlat(p0, p1, p2, tolerance * kernelReach), isFlat(p1, p2, p3, tolerance * kernelReach) else {
            let a = (p0 + p1) * 0.5, m = (p1 + p2) * 0.5, c = (p2 + p3) * 0.5
            let ab = (a + m) * 0.5, bc = (m + c) * 0.5
            let mid = (ab + bc) * 0.5
            cubic(p0, a, ab, mid, view: view, tolerance: tolerance, depth: depth + 1, into: &lines)
            cubic(mid, bc, c, p3, view: view, tolerance: tolerance, depth: depth + 1, into: &lines)
            return
        }
        var points = (p0, p1, p2, p3)
        withUnsafeBytes(of: &points) { raw in
            guard let p = raw.baseAddress?.assumingMemoryBound(to: Double.self) else { return }
            lines.append(most: 256) {
                UnsafeMutableRawPointer($0).withMemoryRebound(to: Double.self, capacity: 1024) {
                    Kernels.current.pointee.flatten_cubic($0, p, tolerance, kernelLevels)
                }
            }
        }
    }

    /// Flattens a quadratic, which is a cubic whose second differences are a third of its own. The same tolerance then gives the same
    /// parts.
    @inline(__always)
    static func quad(
        _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, view: SIMD4<Double>, tolerance: Double, into lines: inout LineStore
    ) {
        cubic(p0, p0 + (p1 - p0) * (2.0 / 3), p2 + (p1 - p2) * (2.0 / 3), p2, view: view, tolerance: tolerance, into: &lines)
    }

    /// Appends all subpaths, each closed, as edges. Appends nothing for a path that is incomplete or not finite.
    /// - Parameter tolerance: the largest second difference in pixels.
    static func fill(_ path: PathView, _ t: Affine, view: SIMD4<Double>, tolerance: Double = tolerance, into lines: inout LineStore) {
        guard path.isWhole, path.isFinite, t.isFinite else { return }
        let p = path.points
        var next = 0
        var start = SIMD2<Double>.zero, current = SIMD2<Double>.zero
        @inline(__always) func point(_ i: Int) -> SIMD2<Double> { cut(t.apply(Double(p[i].x), Double(p[i].y))) }
        for verb in path.verbs {
            switch verb {
            case PathView.Verb.move:
                lines.append(current, start)
                start = point(next)
                current = start
                next += 1
            case PathView.Verb.line:
                let to = point(next)
                lines.append(current, to)
                current = to
                next += 1
            case PathView.Verb.quad:
                let to = point(next + 1)
                quad(current, point(next), to, view: view, tolerance: tolerance, into: &lines)
                current = to
                next += 2
            case PathView.Verb.cubic:
                let to = point(next + 2)
                cubic(current, point(next), point(next + 1), to, view: view, tolerance: tolerance, into: &lines)
                current = to
                next += 3
            default:
                lines.append(current, start)
                current = start
            }
        }
        lines.append(current, start)
    }
}
