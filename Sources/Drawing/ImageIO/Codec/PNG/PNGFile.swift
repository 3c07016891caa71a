import CPNG
import CoreGraphics
import Foundation

/// The chunks of a PNG file: their locations, validated as far as possible without decoding.
struct PNGFile: Sendable {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    struct Chunk: Sendable {
        let type: String
        /// The offset of the chunk's length.
        let start: Int
        let body: Range<Int>
        /// True if the file ends inside the chunk.
        var isCut = false
        /// The whole chunk: length, type, body, checksum.
        var whole: Range<Int> { start..<body.upperBound + 4 }
    }

    struct Header: Sendable {
        var width: Int
        var height: Int
        let depth: Int
        let colorType: Int
        /// The stored compression, filter and interlace methods.
        let methods: [UInt8]

        var bitsPerPixel: Int {
            switch colorType {
            case 2: 3 * depth
            case 4: 2 * depth
            case 6: 4 * depth
            default: depth
            }
        }

        var isGray: Bool { colorType == 0 || colorType == 4 }
    }

    let name: String
    let bytes: [UInt8]
    let chunks: [Chunk]
    let header: Header
    /// True if the file is present up to its end chunk.
    let isComplete: Bool

    /// - Parameter acceptsPartial: true if a file that ends too early is read as far as possible.
    init(_ bytes: [UInt8], name: String, acceptsPartial: Bool = false) throws(ImageError) {
        self.name = name
        self.bytes = bytes
        var chunks: [Chunk] = []
        var at = PNGFile.signature.count
        var isEnded = false
        var header: Header?
        while !isEnded {
            guard at + 12 <= bytes.count else {
                if acceptsPartial { break }
                throw ImageError(file: name, place: "byte \(at)", reason: "expected a chunk, found the end of the file")
            }
            let length = bytes.big32(at)
            let letters = bytes[at + 4..<at + 8]
            guard letters.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
                throw ImageError(file: name, place: "byte \(at + 4)", reason: "invalid chunk name")
            }
            let type = String(decoding: letters, as: UTF8.self)
            guard length <= bytes.count - at - 12 else {
                if acceptsPartial {
                    if type == "IDAT" { chunks.append(Chunk(type: type, start: at, body: at + 8..<bytes.count, isCut: true)) }
                    break
                }
                throw ImageError(
                    file: name, place: "byte \(at) (\(type))",
                    reason: "the chunk has a length of \(length) bytes, but the file ends after \(bytes.count - at - 8)")
            }
            chunks.append(Chunk(type: type, start: at, body: at + 8..<at + 8 + length))
            // An unsupported size is refused first, whatever other errors the file has.
            if chunks.count == 1, type == "IHDR", length == 13 { header = try Self.header(bytes, at + 8, name) }
            isEnded = type == "IEND"
            at += 12 + length
        }
        self.chunks = chunks
        isComplete = isEnded
        guard let header else {
            throw ImageError(file: name, place: "byte 8", reason: "the first chunk is not IHDR with 13 bytes")
        }
        self.header = header
        let known = ["IHDR", "PLTE", "IDAT", "IEND"]
        if let alien = chunks.first(where: { $0.type.first?.isUppercase == true && !known.contains($0.type) }) {
            throw ImageError(
                file: name, place: "byte \(alien.start) (\(alien.type))", reason: "an unknown critical chunk")
        }
    }

    private static func header(_ bytes: [UInt8], _ body: Int, _ name: String) throws(ImageError) -> Header {
        let header = Header(
            width: bytes.big32(body), height: bytes.big32(body + 4), depth: Int(bytes[body + 8]),
            colorType: Int(bytes[body + 9]), methods: Array(bytes[body + 10..<body + 13]))
        try ImageError.check(width: header.width, height: header.height, file: name, place: "byte 16 (IHDR)")
        return header
    }

    func body(_ type: String) -> ArraySlice<UInt8>? {
        guard let chunk = chunks.first(where: { $0.type == type }) else { return nil }
        return bytes[chunk.body]
    }

    func isIntact(_ chunk: Chunk) -> Bool {
        if chunk.isCut { return false }
        let sum = PNGFile.checksum(bytes[chunk.start + 4..<chunk.body.upperBound])
        return Int(sum) == bytes.big32(chunk.body.upperBound)
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            var sum = crc32(0, nil, 0)
            // zlib counts in 32 bits.
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
                sum = crc32(sum, piece.baseAddress, UInt32(piece.count))
                rest = rest.dropFirst(piece.count)
            }
            return UInt32(truncatingIfNeeded: sum)
        }
    }

    static func appendChunk(_ type: String, _ body: some Collection<UInt8>, to file: inout [UInt8]) {
        let length = UInt32(body.count)
        file.append(contentsOf: bigEndian(length))
        let start = file.count
        file.append(contentsOf: type.utf8)
        file.append(contentsOf: body)
        file.append(contentsOf: bigEndian(checksum(file[start...])))
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
