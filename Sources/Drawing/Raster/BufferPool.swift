import Foundation

/// Keeps the memory of released pixel and mask buffers for reuse, by size class (powers of two), since successive frames request the same
/// sizes. It is locked: buffers may be created and released on any thread.
final class BufferPool: @unchecked Sendable {
    static let shared = BufferPool()

    private let lock = NSLock()
    private var free: [[UnsafeMutableRawPointer]] = Array(repeating: [], count: 48)
    private var kept = 0
    /// The maximum number of bytes kept for reuse.
    private let limit = 96 << 20

    static func sizeClass(of bytes: Int) -> Int {
        let n = max(bytes, 4096)
        return Int.bitWidth - (n - 1).leadingZeroBitCount
    }

    func take(sizeClass: Int) -> UnsafeMutableRawPointer {
        lock.lock()
        let reused = free[sizeClass].popLast()
        if reused != nil { kept -= 1 << sizeClass }
        lock.unlock()
        return reused ?? UnsafeMutableRawPointer.allocate(byteCount: 1 << sizeClass, alignment: 64)
    }

    func give(_ memory: UnsafeMutableRawPointer, sizeClass: Int) {
        lock.lock()
        let keep = kept + (1 << sizeClass) <= limit
        if keep {
            free[sizeClass].append(memory)
            kept += 1 << sizeClass
        }
        lock.unlock()
        if !keep { memory.deallocate() }
    }
}

/// The memory of a `Surface`: premultiplied 0xAARRGGBB pixels, rows 64-byte aligned, pooled.
package final class PixelBuffer: @unchecked Sendable {
    package let pixels: UnsafeMutablePointer<UInt32>
    package let width: Int
    package let height: Int
    /// The distance between rows in pixels.
    package let stride: Int
    private let sizeClass: Int

    /// The largest side. Larger requests are clamped to it.
    package static let maxSide = 32768

    /// - Parameter cleared: false leaves the previous contents of the memory.
    package init(width: Int, height: Int, cleared: Bool = true) {
        self.width = max(0, min(width, PixelBuffer.maxSide))
        self.height = max(0, min(height, PixelBuffer.maxSide))
        stride = (self.width + 15) & ~15
        let bytes = stride * self.height * 4
        sizeClass = BufferPool.sizeClass(of: bytes)
        let memory = BufferPool.shared.take(sizeClass: sizeClass)
        pixels = memory.bindMemory(to: UInt32.self, capacity: max(1, bytes / 4))
        if cleared { memset(memory, 0, bytes) }
    }

    deinit { BufferPool.shared.give(UnsafeMutableRawPointer(pixels), sizeClass: sizeClass) }
}

/// An 8-bit coverage plane over the device pixels `bounds`. Coverage outside is 0.
package final class MaskBuffer: @unchecked Sendable {
    package let bytes: UnsafeMutablePointer<UInt8>
    package let bounds: IntRect
    /// The distance between rows in bytes.
    package let stride: Int
    private enum Memory {
        case pooled(sizeClass: Int)
        case own
        case of(MaskBuffer)
    }
    private let memory: Memory

    /// Creates a mask with the same bytes at another position.
    package init(_ other: MaskBuffer, movedBy dx: Int32, _ dy: Int32) {
        bytes = other.bytes
        bounds = other.bounds.offset(dx, dy)
        stride = other.stride
        memory = .of(other)
    }

    /// Creates a copy without spare memory, for a small mask that is kept for a long time. Memory of the pool takes at least a page.
    package init(packing other: MaskBuffer) {
        bounds = other.bounds
        stride = bounds.width
        memory = .own
        bytes = .allocate(capacity: max(1, stride * bounds.height))
        for row in 0..<bounds.height { (bytes + row * stride).update(from: other.bytes + row * other.stride, count: stride) }
    }

    package init(bounds: IntRect, cleared: Bool = true) {
        let side = Int32(PixelBuffer.maxSide)
        self.bounds =
            bounds.isEmpty
            ? .empty
            : IntRect(
                bounds.x0, bounds.y0, bounds.x0 &+ Int32(min(bounds.width, Int(side))),
                bounds.y0 &+ Int32(min(bounds.height, Int(side))))
        stride = (self.bounds.width + 63) & ~63
        let count = stride * self.bounds.height, sizeClass = BufferPool.sizeClass(of: count)
        memory = .pooled(sizeClass: sizeClass)
        bytes = BufferPool.shared.take(sizeClass: sizeClass).bindMemory(to: UInt8.self, capacity: max(1, count))
        if cleared { memset(bytes, 0, count) }
    }

    deinit {
        switch memory {
        case .pooled(let sizeClass): BufferPool.shared.give(UnsafeMutableRawPointer(bytes), sizeClass: sizeClass)
        case .own: bytes.deallocate()
        case .of: break
        }
    }

    /// Returns the address of a device pixel inside `bounds`.
    @inline(__always)
    package func pointer(x: Int, y: Int) -> UnsafeMutablePointer<UInt8> {
        bytes + ((y &- Int(bounds.y0)) &* stride &+ (x &- Int(bounds.x0)))
    }

    /// Returns the coverage of a device pixel, 0 outside.
    package func coverage(x: Int, y: Int) -> UInt8 {
        bounds.contains(x: x, y: y) ? pointer(x: x, y: y).pointee : 0
    }
}
