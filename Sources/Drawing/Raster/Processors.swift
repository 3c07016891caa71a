import Foundation

/// The processors that drawing may use besides the calling thread's own.
package enum Processors {
    /// The useful number of threads.
    package static let count = max(1, min(16, allowed ?? ProcessInfo.processInfo.activeProcessorCount))

    /// The number of processors on which this process may run, which is less than the machine's if the process was bound to some of them.
    /// Nil if the system doesn't report it.
    private static var allowed: Int? {
        // Glibc's module omits the call.
        guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
        let ask = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32).self)
        var set = [UInt64](repeating: 0, count: 16)
        guard set.withUnsafeMutableBytes({ bytes in bytes.baseAddress.map { ask(0, bytes.count, $0) } ?? -1 }) == 0 else { return nil }
        return set.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Calls the body for 0..<count, each on a separate thread if available, and waits for all of them. A call of the body must not
    /// access data that another call accesses.
    package static func each(_ count: Int, _ body: (Int) -> Void) {
        if count < 2 { return (0..<count).forEach(body) }
        withoutActuallyEscaping(body) { body in
            // The body does not outlive the call, and its iterations share nothing.
            nonisolated(unsafe) let body = body
            let isRealTime = RealTimeScheduling.isOnThisThread
            DispatchQueue.concurrentPerform(iterations: count) { index in
                // A helper that waits behind other programs would delay the frame.
                let isLent = isRealTime && !RealTimeScheduling.isOnThisThread
                if isLent { RealTimeScheduling.begin() }
                body(index)
                if isLent { RealTimeScheduling.end() }
            }
        }
    }
}

/// The kernel's real-time scheduling (SCHED_FIFO, lowest priority), which maintains the frame rate even on a busy machine. It requires a
/// privilege that most programs don't have.
package enum RealTimeScheduling {
    /// The flag for usual scheduling of threads and programs that such a thread starts.
    private static let isNotInherited: Int32 = 0x4000_0000

    package static var isOnThisThread: Bool { sched_getscheduler(0) & ~isNotInherited == SCHED_FIFO }

    /// Gives the calling thread priority over threads with usual scheduling. Returns false, without effect, if the system does not permit
    /// it.
    @discardableResult
    package static func begin() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = 1
        return sched_setscheduler(0, SCHED_FIFO | isNotInherited, &parameters) == 0
    }

    /// Restores usual scheduling.
    package static func end() {
        var parameters = sched_param()
        sched_setscheduler(0, SCHED_OTHER, &parameters)
    }
}

/// Rasterizers for contexts, and for threads that work together. Each is used by one thread at a time. A new one allocates, and clears,
/// several hundred kilobytes for its first shape: more work than the shape, if that is a glyph.
package final class RasterizerPool: @unchecked Sendable {
    package static let shared = RasterizerPool()
    private let lock = NSLock()
    private var idle: [Rasterizer] = []

    package func take() -> Rasterizer {
        lock.lock()
        defer { lock.unlock() }
        return idle.popLast() ?? Rasterizer()
    }

    /// Keeps a rasterizer for its next user. One that is not kept, because there are enough or because it is large, is released after the
    /// lock.
    package func give(_ rasterizer: Rasterizer) {
        guard !rasterizer.isLarge else { return }
        lock.lock()
        if idle.count < max(4, Processors.count) { idle.append(rasterizer) }
        lock.unlock()
    }

    /// Draws the rows of a rectangle in bands, one for each of several threads. The bytes are the same as without bands, since coverage
    /// and colour depend on the pixel alone.
    package func inBands(of rect: IntRect, _ count: Int, _ draw: (Rasterizer, IntRect) -> Void) {
        Processors.each(count) { i in
            let top = rect.y0 &+ Int32(rect.height * i / count), end = rect.y0 &+ Int32(rect.height * (i + 1) / count)
            let rasterizer = take()
            draw(rasterizer, IntRect(rect.x0, top, rect.x1, end))
            give(rasterizer)
        }
    }
}
