import AgateDiagnostics
import Foundation

/// An error in a program or shared library.
enum ELFError: Error, Hashable, CustomStringConvertible {
    case unreadable(String), notELF(String), otherKind(String), damaged(String), noRunPath(String), noRoom(String)

    var description: String {
        switch self {
        case .unreadable(let file): "\(file) can't be read"
        case .notELF(let file): "\(file) is not a program or shared library (ELF)"
        case .otherKind(let file): "\(file) is for another kind of machine; only little-endian 64-bit programs are supported"
        case .damaged(let file): "\(file) is damaged: an offset is outside of the file"
        case .noRunPath(let file): "\(file) has no run path that can be changed; link it with -rpath '$ORIGIN/lib'"
        case .noRoom(let file): "the run path of \(file) is too short to be changed; link it with -rpath '$ORIGIN/lib'"
        }
    }
}

/// A program or shared library in the format ELF: the dynamic section, as far as the loader finds libraries by it. Values of the file are
/// not trusted: each offset is checked.
struct ELFFile {
    let file: String
    private(set) var bytes: [UInt8]
    /// The number of the machine: 62 is x86-64, 183 AArch64.
    let machine: Int
    /// True if the file names a loader: a program, not a library.
    private(set) var isProgram = false
    private var dynamic: Range<Int> = 0..<0
    private var strings: Range<Int> = 0..<0
    private var segments: [(address: Int, offset: Int, size: Int)] = []

    /// Numbers of entries in the dynamic section.
    private enum Tag {
        static let needed = 1, strtab = 5, symtab = 6, strsz = 10, soname = 14, rpath = 15, runpath = 29
        static let verneed = 0x6fff_fffe, verneednum = 0x6fff_ffff
    }

    init(_ file: String) throws(ELFError) {
        guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable(file) }
        try self.init([UInt8](data), file: file)
    }

    init(_ bytes: [UInt8], file: String) throws(ELFError) {
        self.file = file
        self.bytes = bytes
        guard bytes.count >= 64, bytes[0..<4] == [0x7f, 0x45, 0x4c, 0x46] else { throw .notELF(file) }
        guard bytes[4] == 2, bytes[5] == 1 else { throw .otherKind(file) }
        machine = Int(bytes[18]) | Int(bytes[19]) << 8
        let table = try number(32, 8), size = try number(54, 2), count = try number(56, 2)
        guard size >= 56 || count == 0 else { throw .damaged(file) }
        for index in 0..<count {
            let header = table + index * size
            let kind = try number(header, 4), offset = try number(header + 8, 8), length = try number(header + 32, 8)
            guard offset <= bytes.count, length <= bytes.count - offset else {
                // Only these are read.
                if kind == 1 || kind == 2 { throw .damaged(file) }
                continue
            }
            switch kind {
            case 1: segments.append((try number(header + 16, 8), offset, length))
            case 2: dynamic = offset..<offset + length
            case 3: isProgram = true
            default: break
            }
        }
        guard !dynamic.isEmpty else { return }
        guard let address = try value(Tag.strtab), let length = try value(Tag.strsz), let start = offset(of: address),
            length >= 0, length <= bytes.count - start
        else { throw .damaged(file) }
        strings = start..<start + length
    }

    /// Returns a little-endian number.
    private func number(_ offset: Int, _ size: Int) throws(ELFError) -> Int {
        guard offset >= 0, offset <= bytes.count - size else { throw .damaged(file) }
        var value: UInt64 = 0
        for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
        guard value <= UInt64(Int.max) >> 1 else { throw .damaged(file) }
        return Int(value)
    }

    /// Returns the offset in the file of an address; nil if it is not in a loaded segment.
    private func offset(of address: Int) -> Int? {
        segments.first { address >= $0.address && address - $0.address < $0.size }.map { $0.offset + address - $0.address }
    }

    /// Calls a closure with the offset, tag and value of each entry, up to the end mark.
    private func forEachEntry(_ body: (Int, Int, Int) throws(ELFError) -> Void) throws(ELFError) {
        var at = dynamic.lowerBound
        while at + 16 <= dynamic.upperBound {
            // Values of tags that are not read may be of any size.
            let tag = Int(truncatingIfNeeded: raw(at)), value = Int(truncatingIfNeeded: raw(at + 8))
            if tag == 0 { return }
            try body(at, tag, value)
            at += 16
        }
    }

    private func raw(_ offset: Int) -> UInt64 { (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) } }

    private func value(_ wanted: Int) throws(ELFError) -> Int? {
        var found: Int?
        try forEachEntry { (_, tag, value) throws(ELFError) in if tag == wanted, found == nil { found = value } }
        return found
    }

    /// Returns a string of the string table.
    private func text(_ offset: Int) throws(ELFError) -> String {
        guard offset >= 0, offset < strings.count else { throw .damaged(file) }
        let rest = bytes[(strings.lowerBound + offset)..<strings.upperBound]
        guard let end = rest.firstIndex(of: 0) else { throw .damaged(file) }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private func texts(_ wanted: Set<Int>) throws(ELFError) -> [String] {
        var found: [String] = []
        try forEachEntry { (_, tag, value) throws(ELFError) in if wanted.contains(tag) { found.append(try text(value)) } }
        return found
    }

    /// The names of the libraries that the loader must find.
    func needed() throws(ELFError) -> [String] { try texts([Tag.needed]) }

    /// The folders in which the loader looks for them.
    func runPaths() throws(ELFError) -> [String] {
        try texts([Tag.rpath, Tag.runpath]).flatMap { $0.split(separator: ":").map(String.init) }
    }

    /// The versions of symbols that it needs, by library: `GLIBC_2.34`.
    func neededVersions() throws(ELFError) -> [String] {
        guard let address = try value(Tag.verneed), let count = try value(Tag.verneednum) else { return [] }
        guard let start = offset(of: address) else { throw .damaged(file) }
        var found: [String] = []
        for library in try neededVersions(at: start, count: count) {
            for version in library.versions { found.append(try text(number(version + 8, 4))) }
        }
        return found
    }

    /// Returns the offsets of the entries of needed versions: of each library, and of its versions.
    private func neededVersions(at start: Int, count: Int) throws(ELFError) -> [(library: Int, versions: [Int])] {
        var found: [(library: Int, versions: [Int])] = []
        var at = start
        for _ in 0..<max(0, min(count, 10_000)) {
            var versions: [Int] = []
            var entry = at + (try number(at + 8, 4))
            for _ in 0..<(try number(at + 2, 2)) {
                versions.append(entry)
                let next = try number(entry + 12, 4)
                if next == 0 { break }
                entry += next
            }
            found.append((at, versions))
            let next = try number(at + 12, 4)
            if next == 0 { break }
            at += next
        }
        return found
    }

    /// Replaces the run path by another. A program gets the old form (DT_RPATH), which also applies to libraries that have no run path of
    /// their own; those of the system have none.
    mutating func setRunPath(_ path: String) throws(ELFError) {
        var entries: [(offset: Int, string: Int)] = []
        try forEachEntry { (offset, tag, value) throws(ELFError) in
            if tag == Tag.rpath || tag == Tag.runpath { entries.append((offset, value)) }
        }
        guard !entries.isEmpty else { throw .noRunPath(file) }
        var place: Int?
        for (_, string) in entries {
            let length = try text(string).utf8.count
            if place == nil, length >= path.utf8.count { place = string }
        }
        guard let place else { throw .noRoom(file) }
        let used = try stringsInUse()
        for (_, string) in entries {
            // A linker may share the end of a string with another one, which must stay.
            let range = string..<string + (try text(string)).utf8.count
            let isShared = used.contains { $0 > range.lowerBound && $0 < range.upperBound }
            if isShared, string == place, used.contains(where: { $0 > string && $0 <= string + path.utf8.count }) { throw .noRoom(file) }
            if !isShared { for index in range { bytes[strings.lowerBound + index] = 0 } }
        }
        for (index, byte) in (Array(path.utf8) + [0]).enumerated() { bytes[strings.lowerBound + place + index] = byte }
        for entry in entries {
            put(isProgram ? Tag.rpath : Tag.runpath, at: entry.offset)
            put(place, at: entry.offset + 8)
        }
    }

    /// Removes the run path, so that the program's applies.
    mutating func removeRunPath() throws(ELFError) {
        var kept: [(Int, Int)] = [], count = 0
        try forEachEntry { (_, tag, value) throws(ELFError) in
            count += 1
            if tag != Tag.rpath, tag != Tag.runpath { kept.append((tag, value)) }
        }
        for index in 0..<count {
            put(index < kept.count ? kept[index].0 : 0, at: dynamic.lowerBound + index * 16)
            put(index < kept.count ? kept[index].1 : 0, at: dynamic.lowerBound + index * 16 + 8)
        }
    }

    /// Returns the offsets of all strings in the table that something else than the run paths refers to.
    private func stringsInUse() throws(ELFError) -> [Int] {
        var used: [Int] = []
        try forEachEntry { (_, tag, value) throws(ELFError) in if tag == Tag.needed || tag == Tag.soname { used.append(value) } }
        // The names of symbols. Only the section headers have the size of their table.
        let table = try number(40, 8), size = try number(58, 2), count = try number(60, 2)
        for index in 0..<count where size >= 64 {
            let header = table + index * size
            let kind = try number(header + 4, 4)
            // SHT_DYNSYM.
            guard kind == 11 else { continue }
            let start = try number(header + 24, 8), length = try number(header + 32, 8)
            var at = start
            while at + 24 <= start + length {
                used.append(try number(at, 4))
                at += 24
            }
        }
        guard let address = try value(Tag.verneed), let start = offset(of: address) else { return used }
        for library in try neededVersions(at: start, count: value(Tag.verneednum) ?? 0) {
            used.append(try number(library.library + 4, 4))
            for version in library.versions { used.append(try number(version + 8, 4)) }
        }
        return used
    }

    private mutating func put(_ value: Int, at offset: Int) {
        for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
}
