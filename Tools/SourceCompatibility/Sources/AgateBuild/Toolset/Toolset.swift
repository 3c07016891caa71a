import Foundation

/// What `agate toolset` installs: everything that a client needs to compile and link against Agate.
///
///     toolset.json                     for swift build --toolset
///     lib/libAgate.so, libAgate.a      all modules
///     lib/libAgateTesting.so, .a       those that need XCTest
///     modules/*.swiftmodule
///     include/MODULE/module.modulemap  C modules: with headers where they are ours, empty where they are the system's
///     stamp                            what it was built from
struct Toolset {
    let folder: String

    var file: String { folder + "/toolset.json" }
    var stamp: String? { (try? Files.text(folder + "/stamp"))?.trimmingCharacters(in: .whitespacesAndNewlines) }
    var isStatic: Bool { !Files.exists(folder + "/lib/libAgate.so") }

    /// The Swift modules that clients can import.
    var modules: Set<String> {
        Set(Files.below(folder + "/modules", where: { $0.hasSuffix(".swiftmodule") }).map { ($0 as NSString).deletingPathExtension })
    }

    /// A toolset that someone installed, as it is.
    init(folder: String) throws {
        self.folder = Files.absolute(folder)
        guard Files.exists(file) else { throw BuildError("no toolset in \(folder): make one with agate toolset --prefix \(folder)") }
        // Paths inside are absolute; after the folder was moved or copied they name the old place.
        let text = try Files.text(file)
        if let place = Self.place(in: text), place != self.folder {
            try Files.write(
                text.replacingOccurrences(of: place + "/", with: self.folder + "/")
                    .replacingOccurrences(of: "\"\(place)\"", with: "\"\(self.folder)\""), to: file)
        }
    }

    private static func place(in text: String) -> String? {
        guard let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return nil }
        return json["rootPath"] as? String
    }
}

/// The form of `toolset.json`.
struct ToolsetDescription: Codable {
    struct Tool: Codable { var extraCLIOptions: [String] }
    var schemaVersion = "1.0"
    var rootPath: String
    var swiftCompiler: Tool
    var linker: Tool?

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
