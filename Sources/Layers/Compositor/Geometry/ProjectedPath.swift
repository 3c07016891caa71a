import CoreGraphics
import Raster
import RenderTree

/// Projects paths in perspective: curves become chords in the layer's plane, parts behind the eye are clipped, and the rest is divided by
/// w.
struct ProjectedPath {
    /// The number of chords of a curve. The plane may be near, so the number is fixed and large.
    private static let chords = 24
    private var ring: ContiguousArray<SIMD2<Double>> = []

    /// Appends the projected path to `out`, as closed polygons.
    mutating func project(_ path: PathView, _ projection: Projection, into out: inout LocalPath) {
        ring.removeAll(keepingCapacity: true)
        var next = 0
        var at = SIMD2<Double>.zero
        func point(_ i: Int) -> SIMD2<Double> {
            i < path.points.count ? [Double(path.points[i].x), Double(path.points[i].y)] : .zero
        }
        for verb in path.verbs {
            switch verb {
            case PathView.Verb.move:
                flush(projection, &out)
                at = point(next)
                ring.append(at)
                next += 1
            case PathView.Verb.line:
                at = point(next)
                ring.append(at)
                next += 1
            case PathView.Verb.quad:
                let c = point(next), e = point(next + 1)
                curve(at, at + (c - at) * (2.0 / 3), e + (c - e) * (2.0 / 3), e)
                at = e
                next += 2
            case PathView.Verb.cubic:
                let e = point(next + 2)
                curve(at, point(next), point(next + 1), e)
                at = e
                next += 3
            default:
                let start = ring.first
                flush(projection, &out)
                if let start {
                    at = start
                    ring.append(start)
                }
            }
        }
        flush(projection, &out)
    }

    private mutating func curve(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
        for i in 1...ProjectedPath.chords {
            let t = Double(i) / Double(ProjectedPath.chords), s = 1 - t
            let ends = a * (s * s * s) + d * (t * t * t)
            ring.append(ends + (b * (3 * s * s * t) + c * (3 * s * t * t)))
        }
    }

    private mutating func flush(_ projection: Projection, _ out: inout LocalPath) {
        defer { ring.removeAll(keepingCapacity: true) }
        guard ring.count > 2 else { return }
        var isFirst = true
        ProjectedPath.cut(ring, projection) { p in
            if isFirst { out.move(p) } else { out.line(p) }
            isFirst = false
        }
        if !isFirst { out.close() }
    }

    /// Emits the part of a closed ring in front of the eye, in device pixels.
    @inline(__always)
    static func cut(_ ring: some RandomAccessCollection<SIMD2<Double>>, _ projection: Projection, _ emit: (SIMD2<Double>) -> Void) {
        guard var before = ring.last else { return }
        var wBefore = projection.w(before)
        for p in ring {
            let w = projection.w(p)
            if (w > Projection.cutW) != (wBefore > Projection.cutW) {
                let t = (Projection.cutW - wBefore) / (w - wBefore)
                let m = before + (p - before) * t
                let q: SIMD2<Double> = [
                    m.x * projection.m11 + m.y * projection.m21 + projection.m31,
                    m.x * projection.m12 + m.y * projection.m22 + projection.m32,
                ]
                emit(q / Projection.cutW)
            }
            if w > Projection.cutW { emit(projection.apply(p)) }
            before = p
            wBefore = w
        }
    }
}
