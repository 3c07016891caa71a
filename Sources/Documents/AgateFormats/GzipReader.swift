import Foundation

/// Decompresses gzip (RFC 1952), the format of Telegram's stickers (`.tgs`) and of `.json.gz` files. Never decompresses more than the
/// limit.
package enum GzipReader {
    /// The reason for which the bytes can't be decompressed, in one sentence without a full stop.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
        /// True if the limit is exceeded.
        package var isLimit = false
    }

    /// Returns true if the bytes begin as gzip does.
    package static func isPacked(_ data: Data) -> Bool { data.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed bytes of all members, concatenated.
    /// - Parameter limit: The largest number of decompressed bytes.
    /// - Throws: ``Refusal``.
    package static func unpacked(_ data: Data, limit: Int) throws -> Data {
        var inflater = Inflater(bytes: [UInt8](data), limit: limit)
        repeat { try inflater.member() } while inflater.hasMember
        return Data(inflater.output)
    }
}

/// Decompresses DEFLATE (RFC 1951) inside gzip members.
private struct Inflater {
    private let bytes: [UInt8]
    private let limit: Int
    private var at = 0
    private var bits: UInt32 = 0
    private var bitCount = 0
    private(set) var output: [UInt8] = []

    init(bytes: [UInt8], limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    /// True if another member follows. Other data after the last member, such as padding, is ignored, as by other readers.
    var hasMember: Bool { at + 1 < bytes.count && bytes[at] == 0x1F && bytes[at + 1] == 0x8B }

    private static var damaged: GzipReader.Refusal { .init(description: "the gzip data is damaged") }

    mutating func member() throws {
        guard try byte() == 0x1F, try byte() == 0x8B else { throw Self.damaged }
        guard try byte() == 8 else { throw GzipReader.Refusal(description: "the gzip data uses an unknown compression method") }
        let flags = try byte()
        for _ in 0..<6 { _ = try byte() }
        if flags & 4 != 0 {
            let length = Int(try byte()) | Int(try byte()) << 8
            for _ in 0..<length { _ = try byte() }
        }
        // Skip a name and a comment, each terminated by a zero, and a checksum of the header.
        for flag in [8, 16] as [UInt8] where flags & flag != 0 { while try byte() != 0 {} }
        if flags & 2 != 0 { _ = (try byte(), try byte()) }
        let start = output.count
        while try !block() {}
        (bits, bitCount) = (0, 0)
        let sum = try word(), size = try word()
        guard size == UInt32(truncatingIfNeeded: output.count - start), sum == Self.checksum(output[start...]) else { throw Self.damaged }
    }

    // MARK: Bits

    private mutating func byte() throws -> UInt8 {
        guard at < bytes.count else { throw GzipReader.Refusal(description: "the gzip data is truncated") }
        defer { at += 1 }
        return bytes[at]
    }

    private mutating func word() throws -> UInt32 { try (0..<4).reduce(0) { $0 | UInt32(try byte()) << UInt32(8 * $1) } }

    private mutating func take(_ count: Int) throws -> Int {
        while bitCount < count {
            bits |= UInt32(try byte()) << UInt32(bitCount)
            bitCount += 8
        }
        defer {
            bits >>= UInt32(count)
            bitCount -= count
        }
        return Int(bits & (1 << UInt32(count) - 1))
    }

    private func checkRoom(_ count: Int) throws {
        guard output.count + count <= limit else {
            throw GzipReader.Refusal(description: "the file unpacks to more than \(limit) bytes, the limit", isLimit: true)
        }
    }

    // MARK: Blocks

    /// Reads a block; returns true for the last one.
    private mutating func block() throws -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0:
            (bits, bitCount) = (0, 0)
            let length = Int(try byte()) | Int(try byte()) << 8, inverse = Int(try byte()) | Int(try byte()) << 8
            guard length == inverse ^ 0xFFFF, at + length <= bytes.count else { throw Self.damaged }
            try checkRoom(length)
            output += bytes[at..<at + length]
            at += length
        case 1: try codes(Self.fixedLengths, Self.fixedDistances)
        case 2:
            let (lengths, distances) = try tables()
            try codes(lengths, distances)
        default: throw Self.damaged
        }
        return isLast
    }

    private mutating func codes(_ lengths: Huffman, _ distances: Huffman) throws {
        while true {
            let symbol = try decode(lengths)
            if symbol == 256 { return }
            if symbol < 256 {
                try checkRoom(1)
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengthBases.count else { throw Self.damaged }
            let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
            let place = try decode(distances)
            guard place < Self.distanceBases.count else { throw Self.damaged }
            let distance = Self.distanceBases[place] + (try take(Self.distanceBits[place]))
            guard distance <= output.count else { throw Self.damaged }
            try checkRoom(length)
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func tables() throws -> (Huffman, Huffman) {
        let lengthCount = try take(5) + 257, distanceCount = try take(5) + 1, codeCount = try take(4) + 4
        var codes = [Int](repeating: 0, count: 19)
        for i in 0..<codeCount { codes[[16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15][i]] = try take(3) }
        let code = Huffman(codes)
        var lengths: [Int] = []
        while lengths.count < lengthCount + distanceCount {
            let symbol = try decode(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Self.damaged }
                lengths += Array(repeating: last, count: 3 + (try take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
            case 18: lengths += Array(repeating: 0, count: 11 + (try take(7)))
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == lengthCount + distanceCount, lengths[256] > 0 else { throw Self.damaged }
        return (Huffman(lengths.prefix(lengthCount)), Huffman(lengths.suffix(distanceCount)))
    }

    private mutating func decode(_ table: Huffman) throws -> Int {
        var code = 0, first = 0, index = 0
        for length in 1...15 {
            code |= try take(1)
            let count = table.counts[length]
            if code - first < count { return table.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw Self.damaged
    }

    /// A canonical code: the number of codes of each length, and their symbols in order.
    private struct Huffman {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: some Collection<Int>) {
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
                counts[length] = lengths.reduce(0) { $0 + ($1 == length ? 1 : 0) }
            }
        }
    }

    private static let fixedLengths = Huffman((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Huffman((0..<30).map { _ in 5 })
    private static let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    private static let distanceBits = (0..<30).map { max(0, $0 / 2 - 1) }
    private static let lengthBases = bases(lengthBits, from: 3).dropLast() + [258]
    private static let distanceBases = bases(distanceBits, from: 1)

    private static func bases(_ bits: [Int], from start: Int) -> [Int] {
        var next = start
        return bits.map { count in
            defer { next += 1 << count }
            return next
        }
    }

    // MARK: The checksum

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { n in
        (0..<8).reduce(UInt32(n)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
