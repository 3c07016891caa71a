import Foundation

public typealias vImagePixelCount = UInt
public typealias vImage_Error = Int
public typealias vImage_Flags = UInt32

public let kvImageNoError: vImage_Error = 0
public let kvImageRoiLargerThanInputBuffer: vImage_Error = -21766
public let kvImageInvalidParameter: vImage_Error = -21773
public let kvImageMemoryAllocationError: vImage_Error = -21771
public let kvImageNoFlags: Int = 0

/// Pixels in rows. The owner of a buffer created by ``init(width:height:bitsPerPixel:)`` must call ``free()``.
public struct vImage_Buffer {
    /// The first byte of the first row.
    public var data: UnsafeMutableRawPointer!
    public var height: vImagePixelCount
    public var width: vImagePixelCount
    /// The distance between rows in bytes.
    public var rowBytes: Int

    public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) {
        (self.data, self.height, self.width, self.rowBytes) = (data, height, width, rowBytes)
    }

    public init() { self.init(data: nil, height: 0, width: 0, rowBytes: 0) }

    /// Allocates memory for an image; rows start at multiples of 16 bytes. All bytes are zero.
    /// - Throws: ``vImage/Error/invalidParameter`` for negative and too large sizes.
    public init(width: Int, height: Int, bitsPerPixel: UInt32) throws {
        let (bits, overflow) = width.multipliedReportingOverflow(by: Int(bitsPerPixel))
        guard width >= 0, height >= 0, bitsPerPixel > 0, !overflow, bits <= Int.max - 128 else { throw vImage.Error.invalidParameter }
        let row = ((bits + 7) / 8 + 15) & ~15
        let (size, isTooLarge) = row.multipliedReportingOverflow(by: height)
        guard !isTooLarge, let memory = calloc(max(size, 1), 1) else { throw vImage.Error.memoryAllocationError }
        self.init(data: memory, height: vImagePixelCount(height), width: vImagePixelCount(width), rowBytes: row)
    }

    /// Releases the memory.
    public func free() { Foundation.free(data) }
}

/// The namespace of vImage's errors.
public enum vImage {
    public enum Error: Int, Swift.Error {
        case noError = 0, roiLargerThanInputBuffer = -21766, memoryAllocationError = -21771, invalidParameter = -21773
    }
}

/// Converts 16-bit floating-point pixels to 32-bit ones.
public func vImageConvert_Planar16FtoPlanarF(
    _ source: UnsafePointer<vImage_Buffer>, _ destination: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    let (from, to) = (source.pointee, destination.pointee)
    guard to.width <= from.width, to.height <= from.height else { return kvImageRoiLargerThanInputBuffer }
    for y in 0..<Int(to.height) {
        let input = from.data + y * from.rowBytes, output = to.data + y * to.rowBytes
        for x in 0..<Int(to.width) {
            let bits = input.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)
            output.storeBytes(of: half(bits), toByteOffset: 4 * x, as: Float.self)
        }
    }
    return kvImageNoError
}

/// Returns the value of an IEEE 754 half-precision number.
private func half(_ bits: UInt16) -> Float {
    let sign: Float = bits & 0x8000 == 0 ? 1 : -1, exponent = Int(bits >> 10 & 31), fraction = Float(bits & 0x3ff) / 1024
    switch exponent {
    case 0: return sign * fraction * 0x1p-14
    case 31: return bits & 0x3ff == 0 ? sign * .infinity : .nan
    default: return sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
    }
}
