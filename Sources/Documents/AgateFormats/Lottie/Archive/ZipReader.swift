import CZip
import Foundation

/// A zip archive in memory: the list of its files, and their bytes. A file is decompressed only on request, and never to more than the size
/// in the directory. A value; thread-safe.
struct ZipReader: Sendable {
    /// The reason for which an archive or a file in it can't be read, in one sentence without a full stop.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private struct Entry: Sendable {
        let index: UInt64
        let size: Int
    }

    private let data: Data
    private let entries: [String: Entry]
    /// The paths of the files, with `/` between their parts, in the archive's order.
    let paths: [String]

    /// Reads the directory.
    /// - Parameters:
    ///   - maximumFiles: The largest number of entries, including folders.
    ///   - maximumSize: The largest size of one decompressed file, in bytes.
    ///   - maximumTotal: The largest size of all files together, in bytes.
    /// - Throws: ``Refusal``.
    init(_ data: Data, maximumFiles: Int, maximumSize: Int, maximumTotal: Int) throws {
        guard data.starts(with: [0x50, 0x4B]) else { throw Refusal("not a zip archive") }
        var entries: [String: Entry] = [:], paths: [String] = []
        try Self.open(data) { zip in
            let count = zip_get_num_entries(zip, 0)
            guard count <= maximumFiles else {
                throw Refusal("the archive has \(count) files; the limit is \(maximumFiles)")
            }
            var total = 0
            for index in 0..<UInt64(max(count, 0)) {
                var stat = zip_stat_t()
                guard zip_stat_index(zip, index, 0, &stat) == 0, let name = stat.name else {
                    throw Refusal("the archive's directory is damaged")
                }
                let written = String(cString: name)
                guard let path = Self.path(written) else { throw Refusal("the path \"\(written.prefix(80))\" is outside the archive") }
                guard !written.hasSuffix("/"), !path.isEmpty else { continue }
                guard stat.encryption_method == ZIP_EM_NONE else { throw Refusal("the file \"\(path)\" is encrypted") }
                guard stat.size <= UInt64(maximumSize) else {
                    throw Refusal("the file \"\(path)\" unpacks to \(stat.size) bytes; the limit is \(maximumSize)")
                }
                total += Int(stat.size)
                guard total <= maximumTotal else {
                    throw Refusal("the archive unpacks to more than \(maximumTotal) bytes, the limit")
                }
                // The first of two files with the same name is used, as by every unpacker that reads from front to back.
                guard entries[path] == nil else { continue }
                entries[path] = Entry(index: index, size: Int(stat.size))
                paths.append(path)
            }
        }
        (self.data, self.entries, self.paths) = (data, entries, paths)
    }

    /// Returns the bytes of a file, or nil if there is none.
    /// - Throws: ``Refusal`` for a damaged one.
    func contents(_ path: String) throws -> Data? {
        guard let entry = entries[path] else { return nil }
        return try Self.open(data) { zip in
            guard let file = zip_fopen_index(zip, entry.index, 0) else {
                throw Refusal("the file \"\(path)\" can't be unpacked: \(Self.text(zip_get_error(zip)))")
            }
            defer { zip_fclose(file) }
            // The declared size was checked against the limits; data beyond it is not accepted.
            var bytes = Data(count: entry.size), filled = 0
            try bytes.withUnsafeMutableBytes { buffer in
                while filled < buffer.count {
                    let count = zip_fread(file, buffer.baseAddress?.advanced(by: filled), UInt64(buffer.count - filled))
                    guard count > 0 else { throw Refusal("the file \"\(path)\" is damaged") }
                    filled += Int(count)
                }
            }
            // The checksum is verified at the end of the file.
            var beyond: UInt8 = 0
            guard zip_fread(file, &beyond, 1) == 0 else { throw Refusal("the file \"\(path)\" is damaged") }
            return bytes
        }
    }

    /// Returns a path without `.` and empty parts; nil for one that leads out, by `..` or from the root of a disk.
    static func path(_ written: String) -> String? {
        let parts = written.replacingOccurrences(of: "\\", with: "/").split(separator: "/")
        guard !parts.contains(".."), !written.hasPrefix("/"), parts.first?.hasSuffix(":") != true else { return nil }
        return parts.filter { $0 != "." }.joined(separator: "/")
    }

    private static func open<Result>(_ data: Data, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        try data.withUnsafeBytes { bytes in
            var error = zip_error_t()
            zip_error_init(&error)
            defer { zip_error_fini(&error) }
            guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, &error) else {
                throw Refusal("not a zip archive: \(text(&error))")
            }
            guard let zip = zip_open_from_source(source, ZIP_RDONLY, &error) else {
                zip_source_free(source)
                throw Refusal("not a zip archive that can be read: \(text(&error))")
            }
            defer { zip_discard(zip) }
            return try body(zip)
        }
    }

    private static func text(_ error: UnsafeMutablePointer<zip_error_t>?) -> String {
        guard let error, let text = zip_error_strerror(error) else { return "unknown error" }
        return String(cString: text)
    }
}
