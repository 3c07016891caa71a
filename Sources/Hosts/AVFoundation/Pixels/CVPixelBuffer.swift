import AgateDiagnostics
import CoreGraphics
import Foundation

/// A picture in memory, of which the pixels are accessed between ``CVPixelBufferLockBaseAddress(_:_:)`` and
/// ``CVPixelBufferUnlockBaseAddress(_:_:)``.
///
/// Functions are thread-safe; the pixels are not: only one thread may write them at a time, and none while another reads them.
public final class CVBuffer: @unchecked Sendable {
    // Unchecked: the memory is allocated once; its contents belong to the clients that lock it.
    /// A plane of the memory.
    struct Plane {
        let start: UnsafeMutableRawPointer
        let width: Int, height: Int, bytesPerRow: Int
    }

    let width: Int, height: Int
    let format: PixelFormat
    let planes: [Plane]
    /// The number of bytes from the first plane's beginning to the last one's end.
    let byteCount: Int
    private let release: @Sendable () -> Void
    private struct State {
        var locks = 0
        var attachments: [String: Attachment] = [:]
    }
    private struct Attachment {
        var value: AnyObject
        var mode: CVAttachmentMode
    }
    private let state = Locked(State())

    /// Allocates memory; it is zero.
    /// - Parameter alignment: The number of bytes of which the length of a row is a multiple.
    init?(_ format: PixelFormat, width: Int, height: Int, alignment: Int = 64) {
        guard Self.isAllowed(width, height), alignment > 0, alignment <= 1 << 16, alignment & (alignment - 1) == 0 else { return nil }
        let sizes = format.planes(width, height)
        let strides = sizes.map { ($0.width * $0.bytes + alignment - 1) & ~(alignment - 1) }
        // Planes begin at cache lines.
        let counts = zip(sizes, strides).map { ($0.height * $1 + 63) & ~63 }, total = counts.reduce(0, +)
        guard let memory = aligned_alloc(64, total) else { return nil }
        memset(memory, 0, total)
        var at = memory, planes: [Plane] = []
        for index in sizes.indices {
            planes.append(Plane(start: at, width: sizes[index].width, height: sizes[index].height, bytesPerRow: strides[index]))
            at += counts[index]
        }
        (self.format, self.width, self.height, self.planes, byteCount) = (format, width, height, planes, total)
        let bits = UInt(bitPattern: memory)
        release = { free(UnsafeMutableRawPointer(bitPattern: bits)) }
    }

    /// Uses memory of a client.
    init?(
        _ format: PixelFormat, width: Int, height: Int, starts: [UnsafeMutableRawPointer], strides: [Int],
        release: @escaping @Sendable () -> Void
    ) {
        let sizes = format.planes(width, height)
        guard Self.isAllowed(width, height), starts.count == sizes.count, strides.count == sizes.count,
            zip(sizes, strides).allSatisfy({ $1 >= $0.width * $0.bytes && $1 <= 1 << 30 })
        else { return nil }
        planes = sizes.indices.map {
            Plane(start: starts[$0], width: sizes[$0].width, height: sizes[$0].height, bytesPerRow: strides[$0])
        }
        (self.format, self.width, self.height, self.release) = (format, width, height, release)
        byteCount = planes.map { $0.height * $0.bytesPerRow }.reduce(0, +)
    }

    deinit { release() }

    private static func isAllowed(_ width: Int, _ height: Int) -> Bool { CGImage.isAllowed(width: width, height: height) }

    /// True while the pixels may be accessed.
    var isLocked: Bool { state.withLock { $0.locks > 0 } }

    func lock() { state.withLock { $0.locks += 1 } }

    /// Returns false if the buffer is not locked.
    func unlock() -> Bool {
        state.withLock { state in
            guard state.locks > 0 else { return false }
            state.locks -= 1
            return true
        }
    }

    // MARK: Attachments

    func attach(_ key: String, _ value: AnyObject, _ mode: CVAttachmentMode) {
        state.withLock { $0.attachments[key] = Attachment(value: value, mode: mode) }
    }

    func attachment(_ key: String) -> (value: AnyObject, mode: CVAttachmentMode)? {
        state.withLock { state in state.attachments[key].map { ($0.value, $0.mode) } }
    }

    func attachments(_ mode: CVAttachmentMode) -> [String: AnyObject] {
        state.withLock { $0.attachments.filter { $0.value.mode == mode }.mapValues(\.value) }
    }

    func removeAttachment(_ key: String?) {
        state.withLock { state in
            if let key { state.attachments[key] = nil } else { state.attachments = [:] }
        }
    }

    /// The text of an attachment.
    func word(_ key: CFString) -> String? { (attachment("\(key)")?.value as? NSString).map { "\($0)" } }
}

/// A picture in memory.
public typealias CVImageBuffer = CVBuffer
/// A picture in memory whose pixels can be accessed.
public typealias CVPixelBuffer = CVImageBuffer

/// The access for which a buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The pixels are not changed.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// The key of a buffer's pixel format.
public nonisolated(unsafe) let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The key of a buffer's width in pixels.
public nonisolated(unsafe) let kCVPixelBufferWidthKey: CFString = "Width"
/// The key of a buffer's height in pixels.
public nonisolated(unsafe) let kCVPixelBufferHeightKey: CFString = "Height"
/// The key of the number of bytes of which the length of a row is a multiple; a power of two, 64 by default.
public nonisolated(unsafe) let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The key of properties of surfaces that processes share. Ignored: buffers are memory of the process.
public nonisolated(unsafe) let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// The key of the compatibility with Metal. Ignored.
public nonisolated(unsafe) let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// The key of the compatibility with OpenGL ES. Ignored.
public nonisolated(unsafe) let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// The key of the compatibility with images, which all packed formats have.
public nonisolated(unsafe) let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The key of the compatibility with bitmap contexts, which all packed formats have.
public nonisolated(unsafe) let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// Creates a buffer, whose bytes are zero.
/// - Parameters:
///   - allocator: Ignored.
///   - pixelFormatType: 32BGRA, 32ARGB, 32RGBA, 420v, 420f, y420, f420 or x420.
///   - pixelBufferAttributes: Attributes, of which only the alignment of rows has an effect.
/// - Returns: `kCVReturnInvalidPixelFormat` for another format, `kCVReturnInvalidSize` for a side that is not 1...16384.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: AnyObject?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard CGImage.isAllowed(width: width, height: height) else { return kCVReturnInvalidSize }
    let attributes = PixelAttributes(pixelBufferAttributes)
    guard attributes.isValid else { return kCVReturnInvalidPixelBufferAttributes }
    guard let buffer = CVBuffer(format, width: width, height: height, alignment: attributes.alignment) else {
        return kCVReturnAllocationFailed
    }
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// The function that is called when a buffer no longer needs a client's memory.
public typealias CVPixelBufferReleaseBytesCallback = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
/// The function that is called when a buffer no longer needs a client's planes.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// Creates a buffer of a client's memory, for a format with one plane.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: AnyObject?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let format = PixelFormat(pixelFormatType), format.isPacked else { return kCVReturnInvalidPixelFormat }
    let context = UInt(bitPattern: releaseRefCon), start = UInt(bitPattern: baseAddress)
    let buffer = CVBuffer(format, width: width, height: height, starts: [baseAddress], strides: [bytesPerRow]) {
        releaseCallback?(UnsafeMutableRawPointer(bitPattern: context), UnsafeRawPointer(bitPattern: start))
    }
    pixelBufferOut.pointee = buffer
    return buffer == nil ? kCVReturnInvalidArgument : kCVReturnSuccess
}

/// Creates a buffer of a client's planes.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: AnyObject?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ dataPtr: UnsafeMutableRawPointer?,
    _ dataSize: Int, _ numberOfPlanes: Int, _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ planeWidth: UnsafeMutablePointer<Int>, _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let format = PixelFormat(pixelFormatType), !format.isPacked else { return kCVReturnInvalidPixelFormat }
    let sizes = format.planes(width, height)
    guard numberOfPlanes == sizes.count,
        sizes.indices.allSatisfy({ planeWidth[$0] == sizes[$0].width && planeHeight[$0] == sizes[$0].height })
    else { return kCVReturnInvalidArgument }
    let starts = sizes.indices.compactMap { planeBaseAddress[$0] }
    let context = UInt(bitPattern: releaseRefCon), data = UInt(bitPattern: dataPtr), bits = starts.map { UInt(bitPattern: $0) }
    let buffer = CVBuffer(format, width: width, height: height, starts: starts, strides: sizes.indices.map { planeBytesPerRow[$0] }) {
        var planes = bits.map { UnsafeRawPointer(bitPattern: $0) }
        releaseCallback?(
            UnsafeMutableRawPointer(bitPattern: context), UnsafeRawPointer(bitPattern: data), dataSize, planes.count, &planes)
    }
    pixelBufferOut.pointee = buffer
    return buffer == nil ? kCVReturnInvalidArgument : kCVReturnSuccess
}

/// The attributes of buffers.
struct PixelAttributes {
    var format: PixelFormat?
    /// True if a pixel format is named that is not supported.
    var hasUnknownFormat = false
    var width: Int?, height: Int?
    var alignment = 64

    init(_ attributes: CFDictionary?) {
        func number(_ key: CFString) -> Int? { (attributes?[key] as? NSNumber)?.intValue }
        // A list of formats names the first that is supported.
        let types =
            (attributes?[kCVPixelBufferPixelFormatTypeKey] as? [NSNumber])?.map(\.uint32Value)
            ?? number(kCVPixelBufferPixelFormatTypeKey).map { [OSType(truncatingIfNeeded: $0)] } ?? []
        format = types.lazy.compactMap { PixelFormat($0) }.first
        hasUnknownFormat = format == nil && !types.isEmpty
        (width, height) = (number(kCVPixelBufferWidthKey), number(kCVPixelBufferHeightKey))
        alignment = number(kCVPixelBufferBytesPerRowAlignmentKey) ?? 64
    }

    init(_ attributes: [String: Any]?) { self.init(attributes.map { NSDictionary(dictionary: $0) }) }

    var isValid: Bool { alignment > 0 && alignment <= 1 << 16 && alignment & (alignment - 1) == 0 }
}

/// Locks a buffer, so that its pixels can be accessed. Locks are counted.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn {
    pixelBuffer.lock()
    return kCVReturnSuccess
}
/// Unlocks a buffer.
/// - Returns: `kCVReturnInvalidArgument` if it is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags) -> CVReturn {
    pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnInvalidArgument
}
/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
/// Returns the pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format.type }
/// Returns the first byte of the pixels, or of the first plane; nil if the buffer is not locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
}
/// Returns the distance from one row to the next in bytes, in the first plane.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }
/// Returns the number of bytes of all planes, with the gaps between rows.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }
/// Returns whether the format has planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { !pixelBuffer.format.isPacked }
/// Returns the number of planes; 0 for a format that has none.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.format.isPacked ? 0 : pixelBuffer.planes.count
}
/// Returns the width of a plane in samples; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].width : 0
}
/// Returns the height of a plane in samples; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].height : 0
}
/// Returns the first byte of a plane; nil if the buffer is not locked, or there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> UnsafeMutableRawPointer? {
    pixelBuffer.isLocked && pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].start : nil
}
/// Returns the distance from one row of a plane to the next in bytes; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].bytesPerRow : 0
}
/// Returns the size of the picture.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}
/// Returns the size at which the picture is shown: its size in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize { CVImageBufferGetEncodedSize(imageBuffer) }
/// Returns the rectangle of the picture that is shown: all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
}
/// Returns whether the first row is the top of the picture, which is always so.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }
