import CKernels

/// Asks the processor for memory that will be read soon: the records of many layers lie far apart, and waiting for one after the other
/// would take longer than the work on them.
enum Prefetch {
    @inline(__always)
    static func read(_ p: UnsafeRawPointer) { agate_prefetch(p) }

    /// What a frame touches of a node before it is drawn: a piece of the state and what decides about it.
    @inline(__always)
    static func node(_ n: UnsafeMutablePointer<RenderNode>) {
        let p = UnsafeRawPointer(n)
        agate_prefetch(p)
        agate_prefetch(p + 64)
        agate_prefetch(p + 128)
        agate_prefetch(p + (MemoryLayout<LayerValues>.offset(of: \.backgroundColor) ?? 0))
        agate_prefetch(p + (MemoryLayout<LayerValues>.offset(of: \.opacity) ?? 0))
        agate_prefetch(p + (MemoryLayout<RenderNode>.offset(of: \.flags) ?? 0))
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
