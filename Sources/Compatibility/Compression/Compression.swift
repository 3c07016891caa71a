import Foundation

// Compression of blocks of bytes, with the system's zlib and Brotli, which are loaded on first use. The other algorithms of Apple's library
// (LZFSE, LZ4, LZMA) are declared but not available: they return 0 bytes, which is the library's result for a failure.

/// A compression algorithm.
public struct compression_algorithm: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Deflate, without zlib's header and checksum, as in Apple's library.
public let COMPRESSION_ZLIB = compression_algorithm(0x205)
/// Brotli, encoded at quality 2 with a window of 4 MiB, as documented for Apple's library.
public let COMPRESSION_BROTLI = compression_algorithm(0xB02)
/// Not available: returns 0 bytes.
public let COMPRESSION_LZFSE = compression_algorithm(0x801)
/// Not available: returns 0 bytes.
public let COMPRESSION_LZ4 = compression_algorithm(0x100)
/// Not available: returns 0 bytes.
public let COMPRESSION_LZ4_RAW = compression_algorithm(0x101)
/// Not available: returns 0 bytes.
public let COMPRESSION_LZMA = compression_algorithm(0x306)

/// Returns the size of the scratch buffer: 0, because none is needed.
public func compression_encode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }
/// Returns the size of the scratch buffer: 0, because none is needed.
public func compression_decode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }

/// Compresses a block.
/// - Parameters:
///   - dst_buffer: The destination, for at most `dst_size` bytes.
///   - scratch_buffer: Not used.
/// - Returns: The number of bytes that were written; 0 if they don't fit, or the algorithm is not available.
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
///   - dst_buffer: The destination, for at most `dst_size` bytes. Deflate truncates longer output; Brotli fails.
///   - scratch_buffer: Not used.
/// - Returns: The number of bytes that were written; 0 if the block is damaged, or the algorithm is not available.
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
