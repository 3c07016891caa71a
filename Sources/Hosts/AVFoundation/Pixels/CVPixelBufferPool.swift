import AgateDiagnostics
import Foundation

/// The key of the number of buffers that a pool keeps at least.
public nonisolated(unsafe) let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The key of the time in seconds after which a pool releases a buffer that is not used; 1 by default, 0 keeps all.
public nonisolated(unsafe) let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The key of the largest number of buffers in use, as an auxiliary attribute.
public nonisolated(unsafe) let kCVPixelBufferPoolAllocationThresholdKey: CFString = "AllocationThreshold"

/// Buffers of one size and format, whose memory is reused once nothing retains them. Thread-safe.
public final class CVPixelBufferPool: Sendable {
    private struct Memory {
        var free: [(bits: UInt, since: Double)] = []
        var inUse = 0
    }
    /// The memory, which outlives the pool while buffers are in use.
    private final class Store: Sendable {
        let memory = Locked(Memory())
        let maximumAge: Double, minimumCount: Int
        init(maximumAge: Double, minimumCount: Int) { (self.maximumAge, self.minimumCount) = (maximumAge, minimumCount) }
        deinit { for one in memory.withLock({ $0.free }) { free(UnsafeMutableRawPointer(bitPattern: one.bits)) } }

        func give(_ bits: UInt) {
            let now = ProcessInfo.processInfo.systemUptime
            let old = memory.withLock { memory in
                memory.inUse -= 1
                memory.free.append((bits, now))
                return expired(&memory, now)
            }
            for bits in old { free(UnsafeMutableRawPointer(bitPattern: bits)) }
        }

        private func expired(_ memory: inout Memory, _ now: Double) -> [UInt] {
            guard maximumAge > 0 else { return [] }
            let spare = memory.free.count + memory.inUse - minimumCount
            let count = min(max(0, spare), memory.free.prefix { now - $0.since > maximumAge }.count)
            defer { memory.free.removeFirst(count) }
            return memory.free.prefix(count).map(\.bits)
        }
    }

    let format: PixelFormat
    let width: Int, height: Int
    private let alignment: Int
    private let store: Store

    init?(_ format: PixelFormat, width: Int, height: Int, alignment: Int = 64, minimumCount: Int = 0, maximumAge: Double = 1) {
        // Checks the size.
        guard CVBuffer(format, width: 1, height: 1, alignment: alignment) != nil, width > 0, height > 0, width <= 16384, height <= 16384
        else { return nil }
        (self.format, self.width, self.height, self.alignment) = (format, width, height, alignment)
        store = Store(maximumAge: maximumAge.isFinite ? maximumAge : 0, minimumCount: minimumCount)
    }

    /// Returns a buffer.
    /// - Parameter limit: The largest number of buffers in use.
    func make(limit: Int = .max) -> (buffer: CVPixelBuffer?, code: CVReturn) {
        let sizes = format.planes(width, height)
        let strides = sizes.map { ($0.width * $0.bytes + alignment - 1) & ~(alignment - 1) }
        let counts = zip(sizes, strides).map { ($0.height * $1 + 63) & ~63 }, total = counts.reduce(0, +)
        let found: UInt? = store.memory.withLock { memory in
            guard memory.inUse < limit else { return 0 }
            memory.inUse += 1
            return memory.free.popLast()?.bits
        }
        if found == 0 { return (nil, kCVReturnWouldExceedAllocationThreshold) }
        guard let memory = found.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) ?? aligned_alloc(64, total) else {
            store.memory.withLock { $0.inUse -= 1 }
            return (nil, kCVReturnAllocationFailed)
        }
        if found == nil { memset(memory, 0, total) }
        var at = memory, starts: [UnsafeMutableRawPointer] = []
        for count in counts {
            starts.append(at)
            at += count
        }
        let bits = UInt(bitPattern: memory)
        let buffer = CVBuffer(format, width: width, height: height, starts: starts, strides: strides) { [store] in store.give(bits) }
        return (buffer, buffer == nil ? kCVReturnInvalidSize : kCVReturnSuccess)
    }

    func flush() {
        let all = store.memory.withLock { memory in
            defer { memory.free = [] }
            return memory.free.map(\.bits)
        }
        for bits in all { free(UnsafeMutableRawPointer(bitPattern: bits)) }
    }

    /// The number of blocks of memory that are free, for tests.
    var freeCount: Int { store.memory.withLock { $0.free.count } }

    var attributes: NSDictionary {
        [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: format.type), kCVPixelBufferWidthKey: NSNumber(value: width),
            kCVPixelBufferHeightKey: NSNumber(value: height), kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: alignment),
        ]
    }
    var poolAttributes: NSDictionary {
        [
            kCVPixelBufferPoolMinimumBufferCountKey: NSNumber(value: store.minimumCount),
            kCVPixelBufferPoolMaximumBufferAgeKey: NSNumber(value: store.maximumAge),
        ]
    }
}

/// The options for releasing memory of a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Releases also memory that was used recently, as it is released without the option.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Creates a pool of buffers of one size and format.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: AnyObject?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = nil
    let attributes = PixelAttributes(pixelBufferAttributes)
    guard !attributes.hasUnknownFormat, let format = attributes.format else { return kCVReturnInvalidPixelFormat }
    guard let width = attributes.width, let height = attributes.height, attributes.isValid else {
        return kCVReturnInvalidPixelBufferAttributes
    }
    let pool = CVPixelBufferPool(
        format, width: width, height: height, alignment: attributes.alignment,
        minimumCount: (poolAttributes?[kCVPixelBufferPoolMinimumBufferCountKey] as? NSNumber)?.intValue ?? 0,
        maximumAge: (poolAttributes?[kCVPixelBufferPoolMaximumBufferAgeKey] as? NSNumber)?.doubleValue ?? 1)
    poolOut.pointee = pool
    return pool == nil ? kCVReturnInvalidSize : kCVReturnSuccess
}
/// Returns a buffer of a pool. Memory that is reused keeps its former contents.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: AnyObject?, _ pixelBufferPool: CVPixelBufferPool, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn { CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut) }
/// Returns a buffer of a pool, unless as many are in use as the auxiliary attributes allow.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: AnyObject?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    let limit = (auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey] as? NSNumber)?.intValue ?? .max
    let made = pixelBufferPool.make(limit: limit)
    pixelBufferOut.pointee = made.buffer
    return made.code
}
/// Releases the memory of a pool that is not in use.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) { pool.flush() }
/// Returns the attributes of a pool.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }
/// Returns the attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }
