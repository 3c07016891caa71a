import CoreGraphics
import Raster

/// A path to be rasterised. Reused between ops, so that a frame allocates none.
struct LocalPath {
    var verbs: ContiguousArray<UInt8> = []
    var points: ContiguousArray<CGPoint> = []

    mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }
    mutating func move(_ p: SIMD2<Double>) {
        verbs.append(PathView.Verb.move)
        add(p)
    }
    mutating func line(_ p: SIMD2<Double>) {
        verbs.append(PathView.Verb.line)
        add(p)
    }
    mutating func cubic(_ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ p: SIMD2<Double>) {
        verbs.append(PathView.Verb.cubic)
        add(c1); add(c2); add(p)
    }
    mutating func close() { verbs.append(PathView.Verb.close) }

    private mutating func add(_ p: SIMD2<Double>) { points.append(CGPoint(x: p.x, y: p.y)) }

    func withView<R>(_ body: (PathView) -> R) -> R {
        verbs.withUnsafeBufferPointer { v in points.withUnsafeBufferPointer { p in body(PathView(verbs: v, points: p)) } }
    }
}
