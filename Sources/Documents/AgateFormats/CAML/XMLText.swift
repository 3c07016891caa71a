import Foundation

/// A document's bytes as validated UTF-8, in which XML allows every character.
struct XMLText {
    struct Refusal: Error {
        let line: Int
        let reason: String
    }

    let bytes: [UInt8]

    init(_ data: Data) throws {
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00]) {
            bytes = try Self.fromUTF16(bytes, low: 0)
        } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0x00, 0x3C]) {
            bytes = try Self.fromUTF16(bytes, low: 1)
        } else if let name = Self.declaredEncoding(bytes) {
            switch name {
            case "utf-8", "utf8", "us-ascii", "ascii": break
            case "iso-8859-1", "latin1", "latin-1", "windows-1252":
                bytes = bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
            default: throw Refusal(line: 1, reason: "the encoding \"\(name.prefix(40))\" is not supported")
            }
        }
        try Self.check(bytes)
        self.bytes = bytes
    }

    /// Surrogates can't occur here: neither UTF-8 nor a Unicode scalar contains them.
    static func isAllowed(_ scalar: UnicodeScalar) -> Bool {
        scalar.value >= 0x20
            ? scalar.value != 0xFFFE && scalar.value != 0xFFFF : scalar.value == 0x09 || scalar.value == 0x0A || scalar.value == 0x0D
    }

    private static func fromUTF16(_ bytes: [UInt8], low: Int) throws -> [UInt8] {
        guard bytes.count % 2 == 0 else {
            throw Refusal(line: 1, reason: "the bytes are not valid in the encoding that the document declares")
        }
        var units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8 }
        if units.first == 0xFEFF { units.removeFirst() }
        var decoder = UTF16(), source = units.makeIterator(), result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        while true {
            switch decoder.decode(&source) {
            case .scalarValue(let scalar): result.append(contentsOf: UTF8.encode(scalar)!)
            case .emptyInput: return result
            case .error:
                throw Refusal(
                    line: line(of: result.count, in: result), reason: "the bytes are not valid in the encoding that the document declares")
            }
        }
    }

    /// Returns the encoding of the XML declaration, in lower case.
    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.prefix(400).firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        guard let key = text.range(of: "encoding"), let quote = text[key.upperBound...].first(where: { $0 == "\"" || $0 == "'" }) else {
            return nil
        }
        let parts = text[key.upperBound...].split(separator: quote, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 1 ? parts[1].lowercased() : nil
    }

    private static func check(_ bytes: [UInt8]) throws {
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x80 {
                guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                    throw Refusal(line: line(of: at, in: bytes), reason: "a character that is invalid in XML")
                }
                at += 1
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            guard byte >= 0xC2, byte <= 0xF4, at + length <= bytes.count, bytes[(at + 1)..<(at + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
            else {
                throw Refusal(line: line(of: at, in: bytes), reason: "invalid UTF-8")
            }
            var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
            for each in bytes[(at + 1)..<(at + length)] { value = value << 6 | UInt32(each & 0x3F) }
            let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
            guard value >= least, let scalar = UnicodeScalar(value) else {
                throw Refusal(line: line(of: at, in: bytes), reason: "invalid UTF-8")
            }
            guard isAllowed(scalar) else { throw Refusal(line: line(of: at, in: bytes), reason: "a character that is invalid in XML") }
            at += length
        }
    }

    private static func line(of place: Int, in bytes: [UInt8]) -> Int {
        bytes[..<min(place, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
