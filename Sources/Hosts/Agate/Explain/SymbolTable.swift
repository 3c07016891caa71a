import Foundation

/// The functions of a 64-bit ELF file, by address.
struct SymbolTable: Sendable {
    private struct Symbol {
        var begin, end: UInt
        var name: Int
    }
    private let data: Data
    private let symbols: [Symbol]

    /// Nil if the file is not such a file, or has no symbols.
    init?(file: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped), data.count > 64,
            data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        else { return nil }
        self.data = data
        func number<T: FixedWidthInteger>(_ at: Int, _ type: T.Type) -> Int? {
            guard at >= 0, at <= data.count - MemoryLayout<T>.size else { return nil }
            return data.withUnsafeBytes { Int(exactly: T(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: type))) }
        }
        guard let sections = number(40, UInt64.self), let size = number(58, UInt16.self), let count = number(60, UInt16.self), size >= 64
        else { return nil }
        /// Returns a section's kind, the offset and size of its bytes, and the section that it links to.
        func section(_ index: Int) -> (kind: Int, offset: Int, size: Int, link: Int)? {
            let (distance, overflows) = index.multipliedReportingOverflow(by: size)
            guard !overflows, index < count, let at = Optional(sections &+ distance), let kind = number(at + 4, UInt32.self),
                let offset = number(at + 24, UInt64.self), let bytes = number(at + 32, UInt64.self),
                let link = number(at + 40, UInt32.self),
                offset <= data.count, bytes <= data.count - offset || kind == 8
            else { return nil }
            return (kind, offset, bytes, link)
        }
        let tables = (0..<count).compactMap(section)
        // The full symbol table, or else the dynamic one.
        guard let table = tables.first(where: { $0.kind == 2 }) ?? tables.first(where: { $0.kind == 11 }), let names = section(table.link)
        else { return nil }
        var symbols: [Symbol] = []
        for at in stride(from: table.offset, to: table.offset + table.size - 23, by: 24) {
            guard let name = number(at, UInt32.self), let info = number(at + 4, UInt8.self), info & 15 == 2,
                let value = number(at + 8, UInt64.self), let length = number(at + 16, UInt64.self), value > 0, name < names.size
            else { continue }
            symbols.append(Symbol(begin: UInt(value), end: UInt(value) &+ UInt(max(1, length)), name: names.offset + name))
        }
        self.symbols = symbols.sorted { $0.begin < $1.begin }
        if symbols.isEmpty { return nil }
    }

    /// Returns the function that contains an address of the loaded file.
    func name(at place: UInt) -> String? {
        var low = 0
        var high = symbols.count
        while low < high {
            let middle = (low + high) / 2
            if symbols[middle].begin <= place { low = middle + 1 } else { high = middle }
        }
        guard low > 0, place < symbols[low - 1].end else { return nil }
        let begin = symbols[low - 1].name
        guard let end = data[begin...].firstIndex(of: 0) else { return nil }
        return String(decoding: data[begin..<end], as: UTF8.self)
    }
}
