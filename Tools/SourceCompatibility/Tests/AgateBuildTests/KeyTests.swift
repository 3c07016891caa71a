import XCTest
@testable import AgateBuild

/// What decides SwiftPM's answers, the toolset and the compiler: each changed on its own changes the key.
final class KeyTests: XCTestCase {
    private func graphKey(
        _ folder: String, arguments: [String] = [], compiler: String = "swift", environment: [String: String] = [:]
    ) -> String {
        GraphKey(
            root: folder + "/p", folders: [folder + "/p", folder + "/q"], scratch: folder + "/s", arguments: arguments, compiler: compiler,
            environment: environment
        ).text
    }

    func testWhatSwiftPMsAnswersDependOn() throws {
        let folder = try temporaryFolder(["p/Package.swift": "let a = 1", "q/Package.swift": "let b = 1", "s/workspace-state.json": "{}"])
        var keys = [graphKey(folder)]
        XCTAssertEqual(graphKey(folder), keys[0])
        for (path, text) in [
            ("p/Package.swift", "let a = 2"), ("q/Package.swift", "let b = 2"), ("p/Package@swift-5.9.swift", ""),
            ("p/Package.resolved", "{}"), ("s/workspace-state.json", "{ }"), ("p/.swift-version", "6.2"),
            ("p/.swiftpm/configuration/mirrors.json", "{}"),
        ] {
            try Files.write(text, to: folder + "/" + path)
            keys.append(graphKey(folder))
        }
        keys.append(graphKey(folder, arguments: ["--skip-update"]))
        keys.append(graphKey(folder, compiler: "another"))
        keys.append(graphKey(folder, environment: ["SWIFT_VERSION": "6.2"]))
        XCTAssertEqual(Set(keys).count, keys.count)
    }

    /// Only manifests that ask for the environment depend on it, and never on what differs between shells.
    func testTheEnvironmentThatManifestsAskFor() throws {
        for (text, asks) in [
            ("let a = Context.environment[\"A\"]", true), ("import Foundation\nlet a = ProcessInfo.processInfo.environment", true),
            ("let a = getenv(\"A\")", true), ("let a = 1", false),
        ] {
            let folder = try temporaryFolder(["p/Package.swift": "", "q/Package.swift": text])
            let keys = [[:], ["A": "1"], ["A": "2"]].map { graphKey(folder, environment: $0) }
            XCTAssertEqual(Set(keys).count, asks ? 3 : 1, text)
            XCTAssertEqual(graphKey(folder, environment: ["A": "1", "PWD": "/x", "SHLVL": "2", "_": "y"]), keys[1], text)
        }
    }

    func testTheCompiler() {
        let one = Compiler.identity(version: "6.1", place: "/swift", ["HOME": "/a"])
        XCTAssertEqual(Compiler.identity(version: "6.1", place: "/swift", ["HOME": "/b"]), one)
        var keys = [one, Compiler.identity(version: "6.2", place: "/swift", [:]), Compiler.identity(version: "6.1", place: "/other", [:])]
        for name in Compiler.variables { keys.append(Compiler.identity(version: "6.1", place: "/swift", [name: "x"])) }
        XCTAssertEqual(Set(keys).count, keys.count)
    }

    func testWhatAToolsetIsBuiltFrom() throws {
        let folder = try temporaryFolder([
            "Package.swift": "a", "Sources/Layers/QuartzCore/a.swift": "a", "Sources/Tools/AgateCommand/x.swift": "x",
        ])
        let checkout = Checkout(folder: folder)
        var keys = [try checkout.digest(compiler: "one"), try checkout.digest(compiler: "two")]
        for path in [
            "Package.swift", "Package.resolved", "Sources/Layers/QuartzCore/a.swift", "Sources/Layers/QuartzCore/b.swift",
            "Sources/C/include/c.h",
        ] {
            try Files.write("changed", to: folder + "/" + path)
            keys.append(try checkout.digest(compiler: "one"))
        }
        XCTAssertEqual(Set(keys).count, keys.count)
        try Files.write("changed", to: folder + "/Sources/AgateCommand/x.swift")
        XCTAssertEqual(try checkout.digest(compiler: "one"), keys.last, "no part of the library")
    }

    func testContentsAndCompilerOfAToolset() throws {
        let folder = try temporaryFolder(["lib/libAgate.so": "lib", "modules/UIKit.swiftmodule": "m", "toolset.json": "{}"])
        let first = try Toolset.writeContents(of: folder)
        try Files.write("Swift version 6.1\n", to: folder + "/compiler")
        let toolset = try Toolset(folder: folder)
        XCTAssertEqual(toolset.identity, first)
        XCTAssertTrue(toolset.isWhole)
        XCTAssertNoThrow(try toolset.check(compiler: "Swift version 6.1\n"))
        XCTAssertThrowsError(try toolset.check(compiler: "Swift version 6.2\n")) {
            XCTAssertTrue("\($0)".contains("6.1") && "\($0)".contains("6.2"))
        }
        try Files.write("lib2", to: folder + "/lib/libAgate.so")
        XCTAssertFalse(toolset.isWhole)
        XCTAssertNotEqual(try Toolset.writeContents(of: folder), first)
        Files.remove(folder + "/modules/UIKit.swiftmodule")
        XCTAssertFalse(toolset.isWhole)
    }

    /// A folder with something else in it is never replaced.
    func testNothingButAToolsetIsReplaced() throws {
        let folder = try temporaryFolder(["photos/one.jpg": "dear"])
        setenv("AGATE_CACHE", folder + "/cache", 1)
        defer { unsetenv("AGATE_CACHE") }
        XCTAssertThrowsError(try ToolsetInstaller(checkout: Checkout(folder: folder)).install(in: folder + "/photos"))
        XCTAssertEqual(try Files.text(folder + "/photos/one.jpg"), "dear")
    }
}
