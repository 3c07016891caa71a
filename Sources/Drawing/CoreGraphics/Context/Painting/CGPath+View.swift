import Raster

extension CGPath {
    /// Calls a closure with the path in the rasterizer's form, which is valid for the duration of the call.
    @inline(__always)
    package final func withView<R>(_ body: (PathView) -> R) -> R {
        verbs.withUnsafeBufferPointer { v in points.withUnsafeBufferPointer { p in body(PathView(verbs: v, points: p)) } }
    }
}
