import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore

/// The content of a package's `index.xml`, a property list.
struct CAMLIndex {
    var rootDocument = "main.caml"
    var isGeometryFlipped = false
    var size: CGSize?
    private(set) var diagnostics: [Diagnostic] = []

    init() {}

    init(_ data: Data, file: String, limits: ReadingLimits) throws {
        let root = try XMLTree.read(data, file: file, limits: limits)
        guard root.name == "plist" else {
            throw CAMLError(file: file, line: root.line, column: root.column, reason: "the root element is <\(root.name)>, not <plist>")
        }
        guard let entries = root.first("dict")?.children else {
            throw CAMLError(file: file, line: root.line, column: root.column, reason: "the property list does not contain a dictionary")
        }
        var width: Double?, height: Double?
        for (key, value) in zip(entries, entries.dropFirst()) where key.name == "key" {
            let text = value.text.trimmingCharacters(in: .whitespacesAndNewlines)
            switch key.text {
            case "rootDocument": rootDocument = text
            case "geometryFlipped": isGeometryFlipped = value.name == "true"
            case "documentWidth": width = number(text, key.text, value, file)
            case "documentHeight": height = number(text, key.text, value, file)
            default: break
            }
        }
        guard !rootDocument.isEmpty else { throw CAMLError(file: file, reason: "rootDocument is empty") }
        if let width, let height { size = CGSize(width: width, height: height) }
    }

    /// Parses a length; nil, after a diagnostic, if it is invalid.
    private mutating func number(_ text: String, _ key: String, _ element: XMLElement, _ file: String) -> Double? {
        if let number = try? CAMLNumbers.number(text), number > 0 { return number }
        let bad = CAMLBadValue(
            place: element.place(of: ""), reason: "\(key): \"\(text.prefix(40))\" is not a length; the root layer's size is used")
        if let diagnostic = bad.diagnostic(file, after: diagnostics) { diagnostics.append(diagnostic) }
        return nil
    }
}

enum CAMLFiles {
    /// Returns the bytes of a file, after checking its size against a limit.
    static func read(_ url: URL, limit: Int) throws -> Data {
        // System calls: asking Foundation for the attributes takes longer than reading a file of some kilobytes.
        let path = url.path
        var status = stat()
        guard stat(path, &status) == 0 else { throw CAMLError(file: url.relativePath, reason: "there is no such file") }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CAMLError(file: url.relativePath, reason: "this is a folder, not a file")
        }
        // A pipe or a device has no end.
        guard status.st_mode & S_IFMT == S_IFREG else { throw CAMLError(file: url.relativePath, reason: "not a regular file") }
        let size = Int(status.st_size)
        if size > limit {
            var error = CAMLError(file: url.relativePath, reason: "the file has \(size) bytes; the limit is \(limit)")
            error.isLimit = true
            throw error
        }
        FileClaims.current?.read(path)
        guard let data = contents(path, size: size, limit: limit) else {
            throw CAMLError(file: url.relativePath, reason: "the file can't be read")
        }
        return data
    }

    /// Returns the bytes of a regular file; nil if it can't be read, or has grown beyond the limit.
    private static func contents(_ path: String, size: Int, limit: Int) -> Data? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // One byte more tells that the file has ended.
        var data = Data(count: size + 1), count = 0
        while true {
            let got = data.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { Foundation.read(file, $0 + count, bytes.count - count) } ?? -1
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { return data.prefix(count) }
            count += got
            if count > limit { return nil }
            if count == data.count { data.append(Data(count: max(4096, count))) }
        }
    }

    /// Returns the bytes, decompressed if they are in gzip format.
    static func unpacked(_ data: Data, file: String, limits: ReadingLimits) throws -> Data {
        do { return try Unpacked(data, limits: limits).data } catch let refusal as GzipReader.Refusal {
            var error = CAMLError(file: file, reason: refusal.description)
            error.isLimit = refusal.isLimit
            throw error
        }
    }

    /// Returns a path inside a folder, or nil if it leads out of it, by `..`, as an absolute path, or through a link.
    static func resolve(_ path: String, in folder: URL) -> URL? {
        let decoded = path.removingPercentEncoding ?? path
        guard !decoded.hasPrefix("/"), !decoded.contains("\u{0}"), !decoded.contains("://"), !decoded.isEmpty,
            !decoded.split(separator: "/").contains("..")
        else { return nil }
        let url = folder.appendingPathComponent(decoded)
        let base = folder.resolvingSymlinksInPath().standardizedFileURL.path
        let real = url.resolvingSymlinksInPath().standardizedFileURL.path
        return real.hasPrefix(base.hasSuffix("/") ? base : base + "/") ? url : nil
    }
}
