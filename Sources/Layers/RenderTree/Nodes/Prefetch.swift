import CKernels

/// Prefetches memory that will be read soon: the records of many layers are far apart, and the cache misses one after the other would take
/// longer than the work on them.
enum Prefetch {
    /// The number of nodes between the one that is worked on and the one that is prefetched.
    static let distance = 3

    @inline(__always)
    static func read(_ p: UnsafeRawPointer) { agate_prefetch(p) }

    /// Prefetches the parts of a node that a frame reads before it is drawn: a part of the state and the fields that decide about it.
    @inline(__always)
    static func node(_ n: UnsafeMutablePointer<RenderNode>) {
        let p = UnsafeRawPointer(n)
        agate_prefetch(p)
        agate_prefetch(p + 64)
        agate_prefetch(p + 128)
        agate_prefetch(p + (MemoryLayout<LayerValues>.offset(of: \.backgroundColor) ?? 0))
        agate_prefetch(p + (MemoryLayout<LayerValues>.offset(of: \.opacity) ?? 0))
        let flags = p + (MemoryLayout<RenderNode>.offset(of: \.flags) ?? 0)
        agate_prefetch(flags)
        agate_prefetch(flags + 64)
    }

    @inline(__always)
    static func animations(_ first: UnsafePointer<RunningAnimation>, _ count: Int) {
        let p = UnsafeRawPointer(first)
        agate_prefetch(p)
        agate_prefetch(p + 64)
        agate_prefetch(p + 128)
        if count > 1 {
            agate_prefetch(p + 192)
            agate_prefetch(p + 256)
        }
    }
}
