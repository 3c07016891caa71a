/// Records of comma-separated text as RFC 4180 has it, and as programs write it: fields in quotes with separators, line ends and doubled
/// quotes in them; any line end; a mark of byte order; semicolons or tabs where the first line has more of them than of commas.
///
/// What is wrong with one record does not touch the next: quotes that are open at the end of the file are the one mistake that swallows
/// what follows.
struct CSVReader {
    /// One record, with the line on which it begins (from 1).
    struct Record {
        let line: Int
        /// Nil for a field that is not UTF-8.
        var fields: [String?] = []
        /// Whether quotes were still open at the end.
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

    /// The most frequent of the three outside of quotes in the first line.
    private static func separator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:], isQuoted = false
        for byte in bytes {
            if byte == 0x22 { isQuoted.toggle() }
            if !isQuoted, byte == 10 || byte == 13 { break }
            if !isQuoted, [0x2C, 0x3B, 0x09].contains(byte) { counts[byte, default: 0] += 1 }
        }
        // Commas go first where there are as many.
        return [0x2C, 0x3B, 0x09].max { (counts[$0] ?? 0, $0 == 0x2C ? 1 : 0) < (counts[$1] ?? 0, $1 == 0x2C ? 1 : 0) } ?? 0x2C
    }

    /// The next record that is no empty line; nil at the end.
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
                // What stands behind the closing quote up to the separator belongs to the field, as spreadsheets read it.
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

    /// A field in quotes; false where they are not closed.
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
