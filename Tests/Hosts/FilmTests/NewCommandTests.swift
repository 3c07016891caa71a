import Foundation
import TestSupport
import XCTest

/// `agate new` up to the compiler: names, files, and what it refuses. `make compat-test` builds and runs the packages.
final class NewCommandTests: CommandTestCase {
    private let templates = ["offscreen", "window", "film", "lottie", "snapshot", "package"]

    private func files(_ name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: file(name).path).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file(name).path + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    private func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

    private func new(_ arguments: String, _ environment: [String: String] = ["AGATE_TOOLSET": "/some/toolset"]) throws -> Answer {
        try shell("$agate new \(arguments)", environment: environment)
    }

    func testTheListOfTemplates() throws {
        for arguments in ["--list", "list"] {
            let answer = try new(arguments)
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertEqual(answer.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }, templates)
        }
        XCTAssertEqual(try new("--list window").status, 0, "the template is not needed")
        XCTAssertEqual(try new("--list window Name").status, 64)
    }

    func testEveryTemplateWritesItsFiles() throws {
        for template in templates {
            let answer = try new("\(template) New-\(template)")
            XCTAssertEqual(answer.status, 0, answer.message)
            XCTAssertEqual(answer.text, "")
            let files = try files("New-" + template)
            for file in [".gitignore", ".sourcekit-lsp/config.json", "Package.swift", "README.md"] {
                XCTAssertTrue(files.contains(file), "\(template) has \(files)")
            }
            XCTAssertTrue(files.contains { $0.hasPrefix("Sources/New-\(template)/") && $0.hasSuffix(".swift") }, "\(files)")
            XCTAssertEqual(
                files.contains { $0.hasPrefix("Tests/New-\(template)Tests/") && $0.hasSuffix("Tests.swift") },
                ["snapshot", "package"].contains(template))
            for file in files {
                let text = try text("New-\(template)/\(file)")
                XCTAssertTrue(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(template)/\(file)")
                XCTAssertFalse(text.contains("$products") || text.contains("\t"), "\(template)/\(file)")
                // JSON and property lists have lines of their own.
                if file.hasSuffix(".swift") {
                    XCTAssertNil(text.split(separator: "\n").first { $0.count > 140 || $0.last == " " }, "\(template)/\(file)")
                }
            }
            let configuration = try JSONSerialization.jsonObject(with: Data(contentsOf: file("New-\(template)/.sourcekit-lsp/config.json")))
            let package = (configuration as? [String: Any])?["swiftPM"] as? [String: Any]
            XCTAssertEqual(package?["toolsets"] as? [String], ["/some/toolset/toolset.json"])
            XCTAssertTrue(try text("New-\(template)/README.md").contains(" --toolset /some/toolset/toolset.json"))
            XCTAssertFalse(try text("New-\(template)/Package.swift").contains("dependencies: [.package"))
        }
        // What agate itself reads is right.
        XCTAssertEqual(
            try shell("$agate lint New-film/Sources/New-film/Resources/Card.caml New-lottie/Sources/New-lottie/Resources/Ball.json").text,
            "")
    }

    func testWhatIsNoName() throws {
        for (name, reason) in [
            ("", "empty"), ("   ", "empty"), ("My App", "contains \" \""), ("Größe", "contains \"ö\""), ("アプリ", "contains"),
            ("a/b", "path"),
            ("../up", "path"), ("..", "path"), (".", "path"), ("/abs", "path"), ("a\\b", "path"), (".hidden", "contains \".\""),
            ("9lives", "begin with a letter"), ("_x", "begin with a letter"), ("class", "keyword"), ("Self", "keyword"), ("main", "module"),
            ("a;b", "contains \";\""), ("a\nb", "contains"), ("a\"b", "contains"), (String(repeating: "a", count: 61), "61 characters"),
        ] {
            let answer = try agate(["new", "offscreen", name], environment: ["AGATE_TOOLSET": "/t"])
            XCTAssertEqual(answer.status, 64, "\(name): \(answer.message)")
            XCTAssertTrue(answer.message.contains(reason), "\(name): \(answer.message)")
        }
        // Without a folder that is left over, and a name of the whole length is one.
        let longest = String(repeating: "a", count: 60)
        XCTAssertEqual(try new("package \(longest)").status, 0)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), ["Scene.caml", longest])
        XCTAssertEqual(try new("offscreen").status, 64)
        XCTAssertEqual(try new("").status, 64)
        let answer = try new("windw Name")
        XCTAssertEqual(answer.status, 64)
        XCTAssertTrue(answer.message.contains("offscreen, window"), answer.message)
    }

    /// Every module of Agate's own: a program of that name could not import it.
    func testModulesAreNoNames() throws {
        let sources = Repository.root.appendingPathComponent("Sources").path
        let floors = try FileManager.default.contentsOfDirectory(atPath: sources)
        let modules = try floors.flatMap { try FileManager.default.contentsOfDirectory(atPath: sources + "/" + $0) }
        XCTAssertGreaterThan(modules.count, 40)
        let answer = try shell(
            "for name in \(modules.joined(separator: " ")); do $agate new offscreen $name 2>/dev/null; [ $? = 64 ] || echo $name; done")
        XCTAssertEqual(answer.text, "", "these are accepted as names")
    }

    func testNothingIsOverwritten() throws {
        try FileManager.default.createDirectory(at: file("Folder"), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: file("File"))
        try FileManager.default.createSymbolicLink(atPath: file("Link").path, withDestinationPath: "/nowhere")
        for name in ["Folder", "File", "Link"] {
            let answer = try new("window \(name)")
            XCTAssertEqual(answer.status, 2)
            XCTAssertTrue(answer.message.contains("\(name) exists"), answer.message)
            XCTAssertEqual(answer.message.split(separator: "\n").count, 1)
        }
        XCTAssertEqual(try text("File"), "mine")
        XCTAssertEqual(try files("Folder"), [])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 4, "nothing is left over")
        XCTAssertEqual(try new("window Twice").status, 0)
        let before = try files("Twice").map { try text("Twice/" + $0) }
        XCTAssertEqual(try new("offscreen Twice").status, 2)
        XCTAssertEqual(try files("Twice").map { try text("Twice/" + $0) }, before)
    }

    func testTheSourceOfAgate() throws {
        try FileManager.default.createDirectory(at: file("agate"), withIntermediateDirectories: true)
        try Data().write(to: file("agate/Package.swift"))
        for (index, (source, line, product)) in [
            ("agate", ".package(path: \"../agate\")", "package: \"agate\""),
            ("./agate", ".package(path: \"../agate\")", "package: \"agate\""),
            (file("agate").path, ".package(path: \"\(file("agate").path)\")", "package: \"agate\""),
            (
                "https://example.com/x/Agate.git@0.1.0", ".package(url: \"https://example.com/x/Agate.git\", from: \"0.1.0\")",
                "package: \"agate\""
            ),
            (
                "git@example.com:x/agate-binary", ".package(url: \"git@example.com:x/agate-binary\", branch: \"main\")",
                "package: \"agate-binary\""
            ),
        ].enumerated() {
            let answer = try new("window --agate '\(source)' Name\(index)")
            XCTAssertEqual(answer.status, 0, answer.message)
            let manifest = try text("Name\(index)/Package.swift")
            XCTAssertTrue(manifest.contains(line) && manifest.contains(product), manifest)
            XCTAssertFalse(try files("Name\(index)").contains { $0.hasPrefix(".sourcekit-lsp") }, "SwiftPM's own configuration is enough")
            XCTAssertFalse(try text("Name\(index)/README.md").contains("--toolset"))
        }
        for (source, status) in [
            ("nowhere", 2), ("./agate@0.1.0", 64), ("", 64), ("https://example.com/a\\\"b", 64),
        ] as [(String, Int32)] { XCTAssertEqual(try new("window --agate \"\(source)\" Bad").status, status, source) }
        XCTAssertEqual(try new("window --agate agate --toolset t Bad").status, 64)
        XCTAssertEqual(try new("window --toolset nowhere Bad").status, 2)
        // A toolset by its folder and by its file; one with a space is quoted.
        try FileManager.default.createDirectory(at: file("my tools"), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: file("my tools/toolset.json"))
        for (index, path) in ["my tools", "my tools/toolset.json"].enumerated() {
            XCTAssertEqual(try new("window --toolset '\(path)' Tools\(index)").status, 0)
            XCTAssertTrue(try text("Tools\(index)/README.md").contains("--toolset '\(file("my tools").path)/toolset.json'"))
        }
    }

    func testAFullDiskLeavesNothing() throws {
        let answer = try shell(
            "ulimit -f 0; $agate new window Name; code=$?; ls -A | grep -v Scene.caml; exit $code", environment: ["AGATE_TOOLSET": "/t"])
        XCTAssertEqual(answer.status, 75, answer.message)
        XCTAssertEqual(answer.text, "")
    }
}
