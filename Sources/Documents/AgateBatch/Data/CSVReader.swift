/// Reads records of comma-separated text according to RFC 4180, with the variants that programs write: quoted fields that contain
/// separators, line ends and doubled quotes; any line end; a byte order mark; semicolons or tabs if the first line has more of them than of
/// commas.
///
/// An error in one record does not affect the next. The only exception is an unterminated quote, which extends to the end of the file.
struct CSVReader {
    /// A record, with the line on which it begins (from 1).
    struct Record {
        let line: Int
        /// The fields; nil for a field that is not UTF-8.
        var fields: [String?] = []
        /// True if a quote was not terminated.
        var isCut = false
    }

    private let bytes: [UInt8]
    private var at: Int
    private var line = 1
    private let separator: UInt8

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        separator = Self.separator(bytes[at...])
    }

    /// Returns the most frequent of the three separators outside of quotes in the first line.
    private static func separator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:], isQuoted = false
        for byte in bytes {
            if byte == 0x22 { isQuoted.toggle() }
            if !isQuoted, byte == 10 || byte == 13 { break }
            if !isQuoted, [0x2C, 0x3B, 0x09].contains(byte) { counts[byte, default: 0] += 1 }
        }
        // If counts are equal, commas take precedence.
        return [0x2C, 0x3B, 0x09].max { (counts[$0] ?? 0, $0 == 0x2C ? 1 : 0) < (counts[$1] ?? 0, $1 == 0x2C ? 1 : 0) } ?? 0x2C
    }

    /// Returns the next record, without empty lines; nil at the end.
    mutating func next() -> Record? {
        while at < bytes.count {
            let record = read()
            if record.fields.count > 1 || record.fields.first != .some("") { return record }
        }
        return nil
    }

    private mutating func read() -> Record {
        var record = Record(line: line), field: [UInt8] = []
        func finish() { record.fields.append(String(validating: field, as: UTF8.self)) }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x22, field.isEmpty {
                record.isCut = !quoted(&field)
                // Text between the closing quote and the separator belongs to the field, as in spreadsheets.
                while at < bytes.count, bytes[at] != separator, bytes[at] != 10, bytes[at] != 13 {
                    field.append(bytes[at])
                    at += 1
                }
                if at == bytes.count { break }
                continue
            }
            at += 1
            if byte == separator {
                finish()
                field = []
            } else if byte == 10 || byte == 13 {
                if byte == 13, at < bytes.count, bytes[at] == 10 { at += 1 }
                line += 1
                finish()
                return record
            } else {
                field.append(byte)
            }
        }
        finish()
        return record
    }

    /// Reads a quoted field; returns false if the quote is not terminated.
    private mutating func quoted(_ field: inout [UInt8]) -> Bool {
        at += 1
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == 0x22 {
                guard at < bytes.count, bytes[at] == 0x22 else { return true }
                at += 1
            }
            if byte == 10 || byte == 13 && (at == bytes.count || bytes[at] != 10) { line += 1 }
            field.append(byte)
        }
        return false
    }
}
