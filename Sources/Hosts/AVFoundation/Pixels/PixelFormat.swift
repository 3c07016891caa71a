import Foundation

/// A type as four characters in a number, such as a pixel format.
public typealias OSType = UInt32
/// The result of a function: 0 is success.
public typealias OSStatus = Int32
/// The result of a function of pixel buffers: `kCVReturnSuccess`, or the number of an error.
public typealias CVReturn = Int32

/// The function has done its work.
public let kCVReturnSuccess: CVReturn = 0
/// The function failed for another reason.
public let kCVReturnError: CVReturn = -6660
/// An argument is invalid.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not supported.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The size is not supported.
public let kCVReturnInvalidSize: CVReturn = -6681
/// Attributes contradict each other.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The pool has as many buffers in use as it was allowed to.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689

/// Bytes of blue, green, red and alpha; colours are multiplied by alpha.
public let kCVPixelFormatType_32BGRA: OSType = FourCharCode("BGRA")
/// Bytes of alpha, red, green and blue.
public let kCVPixelFormatType_32ARGB: OSType = 32
/// Bytes of red, green, blue and alpha.
public let kCVPixelFormatType_32RGBA: OSType = FourCharCode("RGBA")
/// Luma, and both chroma differences interleaved at half the size; black is 16, white 235.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = FourCharCode("420v")
/// Luma, and both chroma differences interleaved at half the size; black is 0, white 255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = FourCharCode("420f")
/// Luma and two planes of chroma differences at half the size; black is 16, white 235.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = FourCharCode("y420")
/// Luma and two planes of chroma differences at half the size; black is 0, white 255.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = FourCharCode("f420")
/// Luma, and both chroma differences interleaved at half the size, each in the upper ten bits of a 16-bit word; black is 64, white 940.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = FourCharCode("x420")

/// The arrangement of a supported pixel format.
enum PixelFormat: Hashable, Sendable {
    case bgra, argb, rgba
    case biplanar(isFull: Bool), planar(isFull: Bool)
    case deep

    init?(_ type: OSType) {
        switch type {
        case kCVPixelFormatType_32BGRA: self = .bgra
        case kCVPixelFormatType_32ARGB: self = .argb
        case kCVPixelFormatType_32RGBA: self = .rgba
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .biplanar(isFull: false)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .biplanar(isFull: true)
        case kCVPixelFormatType_420YpCbCr8Planar: self = .planar(isFull: false)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: self = .planar(isFull: true)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: self = .deep
        default: return nil
        }
    }

    var type: OSType {
        switch self {
        case .bgra: kCVPixelFormatType_32BGRA
        case .argb: kCVPixelFormatType_32ARGB
        case .rgba: kCVPixelFormatType_32RGBA
        case .biplanar(let isFull):
            isFull ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .planar(let isFull): isFull ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
        case .deep: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        }
    }

    /// True if a pixel is one 32-bit number.
    var isPacked: Bool {
        switch self {
        case .bgra, .argb, .rgba: true
        case .biplanar, .planar, .deep: false
        }
    }

    /// True if luma uses all numbers.
    var isFull: Bool {
        switch self {
        case .biplanar(let isFull), .planar(let isFull): isFull
        case .bgra, .argb, .rgba, .deep: false
        }
    }

    /// Returns the size of each plane in samples, and the bytes of a sample.
    func planes(_ width: Int, _ height: Int) -> [(width: Int, height: Int, bytes: Int)] {
        let half = ((width + 1) / 2, (height + 1) / 2)
        return switch self {
        case .bgra, .argb, .rgba: [(width, height, 4)]
        case .biplanar: [(width, height, 1), (half.0, half.1, 2)]
        case .planar: [(width, height, 1), (half.0, half.1, 1), (half.0, half.1, 1)]
        case .deep: [(width, height, 2), (half.0, half.1, 4)]
        }
    }
}
