import AgateDiagnostics
import Foundation

enum Missing {
    static func algorithm(_ algorithm: compression_algorithm) -> Int {
        let number = String(algorithm.rawValue, radix: 16)
        Diagnostic.reportOnce(
            "compression.unsupported", key: number,
            "the compression algorithm 0x\(number) is not available on Linux; use Deflate or Brotli")
        return 0
    }

    static func library(_ name: String) {
        Diagnostic.reportOnce(
            "compression.unsupported", key: name, "\(name) is not installed; its format can't be compressed or decompressed")
    }
}

/// Returns a function of a system library, which is opened by name.
private func function<Function>(_ name: String, in library: String, as type: Function.Type) -> Function? {
    guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, name) else {
        Missing.library(library)
        return nil
    }
    return unsafeBitCast(symbol, to: type)
}

/// zlib.
struct Deflate: Sendable {
    /// `z_stream`.
    struct Stream {
        var nextIn: UnsafePointer<UInt8>?
        var availableIn: UInt32 = 0
        var totalIn: UInt = 0
        var nextOut: UnsafeMutablePointer<UInt8>?
        var availableOut: UInt32 = 0
        var totalOut: UInt = 0
        var message: UnsafePointer<CChar>?
        var state: OpaquePointer?
        var allocate: UnsafeRawPointer?
        var free: UnsafeRawPointer?
        var opaque: UnsafeRawPointer?
        var dataType: Int32 = 0
        var checksum: UInt = 0
        var reserved: UInt = 0
    }

    typealias BeginInflate = @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    typealias BeginDeflate =
        @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32) -> Int32
    typealias Go = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

    let beginInflate: BeginInflate, inflate: Go, endInflate: End
    let beginDeflate: BeginDeflate, deflate: Go, endDeflate: End

    static let library: Deflate? = {
        let name = "libz.so.1"
        guard let beginInflate = function("inflateInit2_", in: name, as: BeginInflate.self),
            let inflate = function("inflate", in: name, as: Go.self),
            let endInflate = function("inflateEnd", in: name, as: End.self),
            let beginDeflate = function("deflateInit2_", in: name, as: BeginDeflate.self),
            let deflate = function("deflate", in: name, as: Go.self),
            let endDeflate = function("deflateEnd", in: name, as: End.self)
        else { return nil }
        return Deflate(
            beginInflate: beginInflate, inflate: inflate, endInflate: endInflate, beginDeflate: beginDeflate, deflate: deflate,
            endDeflate: endDeflate
        )
    }()

    /// Returns a stream for a block. Blocks of 4 GiB and more exceed a stream with a single buffer.
    private func stream(_ source: UnsafePointer<UInt8>, _ size: Int, _ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Stream? {
        guard let available = UInt32(exactly: size) else { return nil }
        return Stream(nextIn: source, availableIn: available, nextOut: target, availableOut: UInt32(clamping: room))
    }

    func decode(_ source: UnsafePointer<UInt8>, _ size: Int, _ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        guard var stream = stream(source, size, target, room) else { return 0 }
        return withUnsafeMutablePointer(to: &stream) { stream in
            guard beginInflate(stream, -15, "1.2.11", Int32(MemoryLayout<Stream>.size)) == 0 else { return 0 }
            defer { _ = endInflate(stream) }
            let result = inflate(stream, 4)
            // 1 is the end of the stream; -5 means that the buffer is full, and everything that fits was written.
            let isWhole = result == 1 || (result == -5 || result == 0) && stream.pointee.availableOut == 0
            return isWhole ? Int(stream.pointee.totalOut) : 0
        }
    }

    func encode(_ source: UnsafePointer<UInt8>, _ size: Int, _ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        guard var stream = stream(source, size, target, room) else { return 0 }
        return withUnsafeMutablePointer(to: &stream) { stream in
            guard beginDeflate(stream, 5, 8, -15, 8, 0, "1.2.11", Int32(MemoryLayout<Stream>.size)) == 0 else { return 0 }
            defer { _ = endDeflate(stream) }
            return deflate(stream, 4) == 1 ? Int(stream.pointee.totalOut) : 0
        }
    }
}

enum Brotli {
    typealias Decode = @convention(c) (Int, UnsafePointer<UInt8>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>) -> Int32
    typealias Encode =
        @convention(c) (Int32, Int32, Int32, Int, UnsafePointer<UInt8>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>) -> Int32

    private static let decoder = function("BrotliDecoderDecompress", in: "libbrotlidec.so.1", as: Decode.self)
    private static let encoder = function("BrotliEncoderCompress", in: "libbrotlienc.so.1", as: Encode.self)

    static func decode(_ source: UnsafePointer<UInt8>, _ size: Int, _ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        var written = room
        guard let decoder, decoder(size, source, &written, target) == 1 else { return 0 }
        return written
    }

    static func encode(_ source: UnsafePointer<UInt8>, _ size: Int, _ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        var written = room
        // Quality 2 and a window of 4 MiB, as Apple documents for its encoder.
        guard let encoder, encoder(2, 22, 0, size, source, &written, target) == 1 else { return 0 }
        return written
    }
}
