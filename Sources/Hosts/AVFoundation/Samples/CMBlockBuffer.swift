import Foundation

/// The function has done its work.
public let kCMBlockBufferNoErr: OSStatus = 0
/// An argument is invalid.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset lies outside the block.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length reaches beyond the block.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// There is not enough memory.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701

/// A block of memory, such as samples of sound. Only one thread may write it at a time.
public final class CMBlockBuffer: @unchecked Sendable {
    // Unchecked: the memory is allocated once; its contents belong to the client.
    let start: UnsafeMutableRawPointer
    let count: Int
    private let release: @Sendable () -> Void

    /// Allocates memory; it is zero.
    init(count: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
        memset(memory, 0, max(1, count))
        (start, self.count) = (memory, count)
        let bits = UInt(bitPattern: memory)
        release = { UnsafeMutableRawPointer(bitPattern: bits)?.deallocate() }
    }

    deinit { release() }
}

/// Creates a block, and copies a client's memory if there is one.
/// - Parameters:
///   - memoryBlock: The memory to copy, of `blockLength` bytes; nil for a block that is zero. Unlike on Apple's system the memory is not
///     adopted, so the client releases it.
///   - offsetToData: The offset of the block's first byte in the memory.
///   - dataLength: The number of bytes of the block.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator: AnyObject?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int, blockAllocator: AnyObject?,
    customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    guard offsetToData >= 0, blockLength >= 0, offsetToData <= blockLength else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    let block = CMBlockBuffer(count: dataLength)
    if let memoryBlock { block.start.copyMemory(from: memoryBlock + offsetToData, byteCount: dataLength) }
    blockBufferOut.pointee = block
    return kCMBlockBufferNoErr
}
/// Returns the number of bytes of a block.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.count }
/// Gets a pointer to the bytes of a block from an offset on, and the number of bytes there.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    guard offset >= 0, offset < max(1, theBuffer.count) else { return kCMBlockBufferBadOffsetParameterErr }
    lengthAtOffsetOut?.pointee = theBuffer.count - offset
    totalLengthOut?.pointee = theBuffer.count
    dataPointerOut?.pointee = (theBuffer.start + offset).assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
}
/// Copies bytes out of a block.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard offsetToData >= 0, offsetToData <= theSourceBuffer.count else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= theSourceBuffer.count - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    destination.copyMemory(from: theSourceBuffer.start + offsetToData, byteCount: dataLength)
    return kCMBlockBufferNoErr
}
/// Copies bytes into a block.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    guard offsetIntoDestination >= 0, offsetIntoDestination <= destinationBuffer.count else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= destinationBuffer.count - offsetIntoDestination else {
        return kCMBlockBufferBadLengthParameterErr
    }
    (destinationBuffer.start + offsetIntoDestination).copyMemory(from: sourceBytes, byteCount: dataLength)
    return kCMBlockBufferNoErr
}

extension CMBlockBuffer {
    /// The number of bytes.
    public var dataLength: Int { count }
    /// Returns a copy of the bytes.
    public func dataBytes() throws -> Data { Data(bytes: start, count: count) }
}
