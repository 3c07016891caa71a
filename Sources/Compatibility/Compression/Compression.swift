import Foundation

// Blocks of bytes, made small and large again: by the system's zlib and Brotli, which are looked for when they are first asked for. The
// other ways of Apple's library (LZFSE, LZ4, LZMA) are named and not there: they give 0 bytes, which is how the library says that it
// failed.

/// A way to compress.
public struct compression_algorithm: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Deflate, without zlib's head and checksum, as Apple's library means it.
public let COMPRESSION_ZLIB = compression_algorithm(0x205)
/// Brotli, written at quality 2 with a window of 4 MiB, as Apple says of its library.
public let COMPRESSION_BROTLI = compression_algorithm(0xB02)
/// Not there: gives 0 bytes.
public let COMPRESSION_LZFSE = compression_algorithm(0x801)
/// Not there: gives 0 bytes.
public let COMPRESSION_LZ4 = compression_algorithm(0x100)
/// Not there: gives 0 bytes.
public let COMPRESSION_LZ4_RAW = compression_algorithm(0x101)
/// Not there: gives 0 bytes.
public let COMPRESSION_LZMA = compression_algorithm(0x306)

/// How much memory the caller may lend: none is needed.
public func compression_encode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }
/// How much memory the caller may lend: none is needed.
public func compression_decode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }

/// Compresses a block.
/// - Parameters:
///   - dst_buffer: receives at most `dst_size` bytes.
///   - scratch_buffer: not used.
/// - Returns: how many bytes were written; 0 where they don't fit, or the algorithm is not there.
public func compression_encode_buffer(
    _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>, _ src_size: Int,
    _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    guard dst_size > 0, src_size >= 0 else { return 0 }
    switch algorithm {
    case COMPRESSION_ZLIB: return Deflate.library?.encode(src_buffer, src_size, dst_buffer, dst_size) ?? 0
    case COMPRESSION_BROTLI: return Brotli.encode(src_buffer, src_size, dst_buffer, dst_size)
    default: return Missing.algorithm(algorithm)
    }
}

/// Decompresses a block.
/// - Parameters:
///   - dst_buffer: receives at most `dst_size` bytes; what is more is cut off by Deflate, and makes Brotli fail.
///   - scratch_buffer: not used.
/// - Returns: how many bytes were written; 0 where the block is damaged, or the algorithm is not there.
public func compression_decode_buffer(
    _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>, _ src_size: Int,
    _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    guard dst_size > 0, src_size > 0 else { return 0 }
    switch algorithm {
    case COMPRESSION_ZLIB: return Deflate.library?.decode(src_buffer, src_size, dst_buffer, dst_size) ?? 0
    case COMPRESSION_BROTLI: return Brotli.decode(src_buffer, src_size, dst_buffer, dst_size)
    default: return Missing.algorithm(algorithm)
    }
}
