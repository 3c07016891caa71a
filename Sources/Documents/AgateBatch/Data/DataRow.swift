import AgateDiagnostics
import Foundation
import ImageIO

/// A row of a table: the values for one film.
public struct DataRow: Sendable, Equatable {
    /// The row's number in the file, from 1, without the header.
    public let number: Int
    /// The line of the file on which the row begins, from 1.
    public let line: Int
    /// The names and values, in the file's order. A value that the row omits (null in JSON) is not included.
    public let values: [(name: String, value: String)]

    /// The indices of names in the values; rows of one table share it.
    private let index: NameIndex

    /// Creates a row from values.
    public init(number: Int, line: Int = 0, values: [(name: String, value: String)]) {
        self.init(number: number, line: line, values: values, index: NameIndex(values.lazy.map(\.name)))
    }

    init(number: Int, line: Int, values: [(name: String, value: String)], index: NameIndex) {
        (self.number, self.line, self.values, self.index) = (number, line, values, index)
    }

    /// The value of a column.
    public subscript(name: String) -> String? { index[name].map { values[$0].value } }

    public static func == (a: DataRow, b: DataRow) -> Bool {
        (a.number, a.line) == (b.number, b.line) && a.values.elementsEqual(b.values) { $0 == $1 }
    }
}

/// An error in a table, or in one of its rows.
public struct DataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The row, from 1; nil if the error concerns the file.
    public let row: Int?
    /// The line on which the row begins, from 1; nil if the error concerns the file.
    public let line: Int?
    /// The reason, as text.
    public let reason: String

    /// The file, row and reason in one line.
    public var description: String {
        guard let row else { return "\(file): \(reason)" }
        return line.map { "\(file):\($0): row \(row): \(reason)" } ?? "\(file): row \(row): \(reason)"
    }
}

/// A table: the rows of a CSV or JSON Lines file, including those that can't be read.
public struct DataTable: Sendable {
    /// The file, as given.
    public let file: String
    /// The names of the columns, in order; for JSON Lines, those of all rows.
    public let columns: [String]
    /// The rows in the file's order. A row's number is its index plus 1.
    public let rows: [Result<DataRow, DataError>]

    /// Reads a table: `.csv`, `.tsv` or `.txt` (the first line names the columns), `.jsonl` or `.ndjson` (one object per line), `-` for
    /// standard input.
    /// - Throws: ``DataError`` if no rows can be read: no such file, no header, a duplicate column, an unknown format.
    public init(contentsOf url: URL) throws(DataError) {
        let file = url.relativePath
        FileClaims.current?.read(file == "-" ? "/dev/stdin" : url.path, as: "the table")
        let data: Data
        do {
            data = try file == "-" ? FileHandle.standardInput.readToEnd() ?? Data() : Data(contentsOf: url)
        } catch {
            throw DataError(
                file: file, row: nil, line: nil, reason: SystemError.code(of: error).map(SystemError.text) ?? "the file can't be read")
        }
        // An object at the beginning identifies the format as well as the name does.
        let start = data.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isNamed = ["jsonl", "ndjson", "json"].contains(url.pathExtension.lowercased())
        try self.init(data, file: file, isLines: isNamed || start == UInt8(ascii: "{"))
    }

    /// Reads a table from memory.
    /// - Parameters:
    ///   - file: The file's name in errors.
    ///   - isLines: True for JSON Lines; CSV otherwise.
    public init(_ data: Data, file: String = "(memory)", isLines: Bool) throws(DataError) {
        self.file = file
        func failure(_ reason: String) -> DataError { DataError(file: file, row: nil, line: nil, reason: reason) }
        let bytes = [UInt8](data)
        if bytes.starts(with: Array("PAR1".utf8)) { throw failure("Parquet is not supported; write the table as CSV or JSON lines") }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw failure("UTF-16 is not supported; write the table as UTF-8")
        }
        (columns, rows) = isLines ? Self.lines(bytes, file) : try Self.table(bytes, file)
        if rows.isEmpty { throw failure("there are no rows") }
    }

    private static func table(_ bytes: [UInt8], _ file: String) throws(DataError) -> ([String], [Result<DataRow, DataError>]) {
        func failure(_ reason: String) -> DataError { DataError(file: file, row: nil, line: nil, reason: reason) }
        var reader = CSVReader(bytes)
        guard let header = reader.next(), !header.isCut else { throw failure("the first line contains no column names") }
        var columns: [String] = [], seen: Set<String> = []
        for field in header.fields {
            let name = field?.trimmingCharacters(in: .whitespaces) ?? ""
            guard !name.isEmpty else { throw failure("column \(columns.count + 1) has no name") }
            guard seen.insert(name).inserted else { throw failure("the column \"\(name)\" appears twice") }
            columns.append(name)
        }
        var rows: [Result<DataRow, DataError>] = []
        let index = NameIndex(columns)
        while let record = reader.next() {
            let number = rows.count + 1
            func bad(_ reason: String) { rows.append(.failure(DataError(file: file, row: number, line: record.line, reason: reason))) }
            if record.isCut {
                bad("a quoted field is not closed at the end of the file")
            } else if record.fields.count != columns.count {
                bad("\(record.fields.count) fields, but \(columns.count) columns")
            } else if let place = record.fields.firstIndex(of: nil) {
                bad("\(columns[place]) is not UTF-8")
            } else {
                let values = zip(columns, record.fields).map { (name: $0, value: $1 ?? "") }
                rows.append(.success(DataRow(number: number, line: record.line, values: values, index: index)))
            }
        }
        return (columns, rows)
    }

    private static func lines(_ bytes: [UInt8], _ file: String) -> ([String], [Result<DataRow, DataError>]) {
        var columns: [String] = [], seen: Set<String> = [], rows: [Result<DataRow, DataError>] = [], line = 0
        var last: (names: [String], index: NameIndex) = ([], NameIndex([]))
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        for text in content.split(separator: 10, omittingEmptySubsequences: false) {
            line += 1
            if text.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
            let number = rows.count + 1
            func bad(_ reason: String) { rows.append(.failure(DataError(file: file, row: number, line: line, reason: reason))) }
            guard String(validating: text, as: UTF8.self) != nil else {
                bad("the row is not UTF-8")
                continue
            }
            guard let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any] else {
                bad("the line is not a JSON object")
                continue
            }
            let values = object.sorted { $0.key < $1.key }.compactMap { name, value in Self.text(value).map { (name: name, value: $0) } }
            for (name, _) in values where seen.insert(name).inserted { columns.append(name) }
            let names = values.map(\.name)
            if names != last.names { last = (names, NameIndex(names)) }
            rows.append(.success(DataRow(number: number, line: line, values: values, index: last.index)))
        }
        return (columns, rows)
    }

    /// Returns a JSON value as the text of a column: lists separated by commas, true and false as 1 and 0; nil for null.
    private static func text(_ value: Any) -> String? {
        switch value {
        case is NSNull: nil
        case let text as String: text
        case let list as [Any]: list.compactMap(text).joined(separator: ",")
        case let number as NSNumber:
            number.doubleValue == number.doubleValue.rounded() && abs(number.doubleValue) < 1e15
                ? "\(number.int64Value)" : "\(number.doubleValue)"
        default: (try? JSONSerialization.data(withJSONObject: value)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
