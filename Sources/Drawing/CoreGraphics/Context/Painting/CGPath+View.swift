import Raster

extension CGPath {
    /// The path as the rasteriser reads it, for the length of a call.
    @inline(__always)
    package final func withView<R>(_ body: (PathView) -> R) -> R {
        verbs.withUnsafeBufferPointer { v in points.withUnsafeBufferPointer { p in body(PathView(verbs: v, points: p)) } }
    }
}
