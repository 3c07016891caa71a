import AgateBatch
import AgateDiagnostics
import Foundation
import ImageIO

/// A file of a new package.
struct ProjectFile {
    /// The path in the package.
    let path: String
    let text: String

    init(_ path: String, _ text: String) { (self.path, self.text) = (path, text.hasSuffix("\n") ? text : text + "\n") }
}

/// A package that is about to be written.
struct Project {
    let name: ProjectName
    let source: AgateSource

    /// The options of `swift build`, `swift run` and `swift test`, with a space before them; empty for none.
    var options: String {
        guard case .toolset(let file) = source else { return "" }
        let isPlain = file.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-+".unicodeScalars.contains($0))
        }
        return " --toolset " + (isPlain ? file : "'" + file.replacingOccurrences(of: "'", with: "'\\''") + "'")
    }

    /// Writes the files into a new folder: all of them or none.
    /// - Throws: An error if the folder exists.
    func write(_ files: [ProjectFile], to folder: String) throws {
        var status = stat()
        guard lstat(folder, &status) != 0 else {
            throw InputError("\(folder) exists; agate new does not change existing files, choose another name")
        }
        let temporary = ".agate-new-\(getpid())-\(name.text)"
        var isComplete = false
        defer { if !isComplete { try? FileManager.default.removeItem(atPath: temporary) } }
        for file in files + common {
            let path = temporary + "/" + file.path, parent = (path as NSString).deletingLastPathComponent
            let code = BuildPlace.make(parent)
            if code != 0 { throw ImageError(file: folder, code: code) }
            do { try Data(file.text.utf8).write(to: URL(fileURLWithPath: path)) } catch {
                throw ImageError(file: "\(folder)/\(file.path)", code: SystemError.code(of: error) ?? EIO)
            }
        }
        // Fails if something else of this name was made in the meantime, except for an empty folder.
        guard rename(temporary, folder) == 0 else { throw ImageError(file: folder, code: errno) }
        isComplete = true
    }

    /// The files of all packages. With a toolset, the configuration of the language server and the README contain paths of this machine.
    private var common: [ProjectFile] {
        guard case .toolset(let file) = source else { return [ProjectFile(".gitignore", ".build/")] }
        return [
            ProjectFile(
                ".gitignore", "# The configuration of the language server contains a path of this machine.\n.build/\n.sourcekit-lsp/"),
            ProjectFile(".sourcekit-lsp/config.json", EditorConfiguration.text(toolset: file)),
        ]
    }

    /// The README of a template.
    /// - Parameters:
    ///   - text: The description.
    ///   - commands: Commands with their explanations; the options of the toolset follow the first two words.
    func readme(_ text: String, _ commands: [(command: String, explanation: String)]) -> ProjectFile {
        let whole = commands.map { command, explanation -> (String, String) in
            var words = command.components(separatedBy: " ")
            if let index = words.firstIndex(of: "swift"), index + 1 < words.count { words[index + 1] += options }
            return (words.joined(separator: " "), explanation)
        }
        let width = whole.map(\.0.count).max() ?? 0
        let lines = whole.map { "    " + $0.0 + String(repeating: " ", count: width - $0.0.count) + "    # " + $0.1 }
        var editors = ""
        if case .toolset = source {
            editors = """


                Editors that use SourceKit-LSP complete and explain Agate's names after the first build: `.sourcekit-lsp/config.json` names the
                toolset. If the toolset is moved, `agate toolset --editor .` corrects it.
                """
        }
        return ProjectFile("README.md", "# \(name.text)\n\n\(text)\n\n\(lines.joined(separator: "\n"))\(editors)")
    }

    /// The manifest.
    /// - Parameters:
    ///   - head: Lines between the name and the dependencies.
    ///   - products: The products of Agate that the first target uses.
    ///   - isLinuxOnly: True if they are used on Linux only, because other systems have the same modules.
    ///   - targets: The targets; `$products` is replaced by the dependencies of the first one.
    func manifest(head: [String] = [], products: [String], isLinuxOnly: Bool = false, targets: String) -> ProjectFile {
        var lines = ["name: \"\(name.text)\","] + head, dependencies = ""
        if case .package(let package) = source {
            lines.append("dependencies: [\(package.dependency)],")
            let condition = isLinuxOnly ? ", condition: .when(platforms: [.linux])" : ""
            let products = products.map { ".product(name: \"\($0)\", package: \"\(package.identity)\"\(condition))" }
            dependencies = ", dependencies: [\(products.joined(separator: ", "))]"
        }
        return ProjectFile(
            "Package.swift",
            """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
            \(lines.map { "    \($0)" }.joined(separator: "\n"))
                targets: [
            \(targets.replacingOccurrences(of: "$products", with: dependencies))
                ]
            )
            """)
    }
}

/// The configuration of SourceKit-LSP for a package that is built with a toolset.
enum EditorConfiguration {
    /// Returns the contents of `.sourcekit-lsp/config.json`.
    static func text(toolset: String) -> String {
        let object: [String: Any] = ["swiftPM": ["toolsets": [toolset]]]
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
