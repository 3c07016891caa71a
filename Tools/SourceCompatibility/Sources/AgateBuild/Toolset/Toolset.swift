import Foundation

/// What `agate toolset` installs: everything that a client needs to compile and link against Agate.
///
///     toolset.json                     for swift build --toolset
///     lib/libAgate.so, libAgate.a      all modules
///     lib/libAgateTesting.so, .a       those that need XCTest
///     modules/*.swiftmodule, *.swiftdoc
///     sourcekit-lsp.json               what editors need, for .sourcekit-lsp/config.json of a package
///     include/MODULE/module.modulemap  C modules: with headers where they are ours, empty where they are the system's
///     stamp                            what it was built from, and how
///     contents                         the digest of its files, and the size of each
///     compiler                         what its compiler says of itself: no other one reads the modules
struct Toolset {
    let folder: String
    /// Keeps it from being replaced while it is used.
    var lock: FileLock?

    var file: String { folder + "/toolset.json" }
    var editorFile: String { folder + "/sourcekit-lsp.json" }
    var stamp: String? { (try? Files.text(folder + "/stamp"))?.trimmingCharacters(in: .whitespacesAndNewlines) }
    var isStatic: Bool { !Files.exists(folder + "/lib/libAgate.so") }

    /// Tells what is in it from what is in others; that of an old toolset is what it was built from.
    var identity: String { contents?.digest ?? stamp ?? folder }

    /// The Swift modules that clients can import.
    var modules: Set<String> {
        Set(Files.below(folder + "/modules", where: { $0.hasSuffix(".swiftmodule") }).map { ($0 as NSString).deletingPathExtension })
    }

    /// A toolset that someone installed, as it is.
    init(folder: String) throws {
        self.folder = Files.absolute(folder)
        guard Files.exists(file) else { throw BuildError("no toolset in \(folder): create one with agate toolset --prefix \(folder)") }
    }

    /// The path of a `toolset.json` whose paths are right: they are absolute, so that after the toolset was moved or copied they name the
    /// old place. They are corrected where they stand, or in a copy where that can't be written.
    func corrected(copy: String) throws -> String {
        let text = try Files.text(file)
        guard let place = Self.place(in: text), place != folder else { return file }
        let corrected = text.replacingOccurrences(of: place + "/", with: folder + "/")
            .replacingOccurrences(of: "\"\(place)\"", with: "\"\(folder)\"")
        do {
            try Files.write(corrected, to: file)
            try Files.write(EditorConfiguration.merged(nil, toolset: file), to: editorFile)
            return file
        } catch {
            try Files.write(corrected, to: copy)
            return copy
        }
    }

    private static func place(in text: String) -> String? {
        guard let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return nil }
        return json["rootPath"] as? String
    }
}

extension Toolset {
    /// Where others look whether it is in use.
    static func lockFile(_ folder: String) throws -> String { try Files.cache() + "/locks/" + Digest.of(Files.absolute(folder)) }

    private var contents: (digest: String, sizes: [(size: Int, path: String)])? {
        guard let lines = try? Files.text(folder + "/contents").split(separator: "\n"), let digest = lines.first else { return nil }
        let sizes = lines.dropFirst().compactMap { line -> (Int, String)? in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.count == 2 ? Int(parts[0]).map { ($0, String(parts[1])) } : nil
        }
        return (String(digest), sizes)
    }

    /// Whether all files are there, in their sizes: who tidies caches takes what was not used for long.
    var isWhole: Bool {
        guard let contents else { return false }
        return contents.sizes.allSatisfy { size, path in
            (try? FileManager.default.attributesOfItem(atPath: folder + "/" + path))?[.size] as? Int == size
        }
    }

    /// Writes down what a folder holds.
    /// - Returns: the digest of it.
    static func writeContents(of folder: String) throws -> String {
        var digest = Digest(), lines: [String] = []
        for path in Files.below(folder) where path.contains("/") {
            let data = try Files.data(folder + "/" + path)
            digest.add(path)
            digest.add(data)
            lines.append("\(data.count) \(path)")
        }
        try Files.write(([digest.text] + lines).joined(separator: "\n") + "\n", to: folder + "/contents")
        return digest.text
    }

    /// - Throws: where another compiler is in PATH than the one whose modules these are.
    func check(compiler: String) throws {
        guard let own = try? Files.text(folder + "/compiler"), own != compiler else { return }
        func line(_ text: String) -> Substring { text.split(separator: "\n").first { $0.contains("version") } ?? "unknown" }
        throw BuildError(
            "the toolset in \(folder) was built with \(line(own)), but swift in PATH is \(line(compiler)); rebuild it with agate toolset")
    }
}

/// The form of `toolset.json`.
struct ToolsetDescription: Codable {
    struct Tool: Codable { var extraCLIOptions: [String] }
    var schemaVersion = "1.0"
    var rootPath: String
    var swiftCompiler: Tool
    var linker: Tool?
    var cCompiler: Tool?
    var cxxCompiler: Tool?

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
