import XCTest
@testable import AgateBuild

/// The configuration of SourceKit-LSP.
final class EditorConfigurationTests: XCTestCase {
    private func toolsets(_ text: String) throws -> [String]? {
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return (object["swiftPM"] as? [String: Any])?["toolsets"] as? [String]
    }

    private func merged(_ old: String, _ toolset: String, lowered: String? = nil) throws -> String {
        try EditorConfiguration.merged(Data(old.utf8), toolset: toolset, lowered: lowered)
    }

    func testOtherSettingsStay() throws {
        let folder = try temporaryFolder(["other/toolset.json": "", "agate/toolset.json": "", "agate/stamp": ""])
        let other = folder + "/other/toolset.json", agate = folder + "/agate/toolset.json"
        XCTAssertEqual(try toolsets(EditorConfiguration.merged(nil, toolset: "/new/toolset.json")), ["/new/toolset.json"])
        XCTAssertEqual(try toolsets(merged("", "/new/toolset.json")), ["/new/toolset.json"])
        let old = #"{"index":{"x":1},"swiftPM":{"configuration":"release","toolsets":["\#(other)","\#(agate)","/gone/toolset.json"]}}"#
        let text = try merged(old, "/new/toolset.json")
        XCTAssertEqual(try toolsets(text), [other, "/new/toolset.json"], "other toolsets of Agate's and missing ones go")
        XCTAssertTrue(text.contains("\"configuration\" : \"release\"") && text.contains("\"x\" : 1"), text)
        XCTAssertEqual(try merged(text, "/new/toolset.json"), text, "twice is once")
        XCTAssertEqual(try toolsets(merged(text, agate, lowered: "/p/toolset.json")), [other, agate, "/p/toolset.json"])
    }

    func testOtherFormsAreNotTouched() throws {
        for old in ["[1]", "{", "nothing", #"{"swiftPM":7}"#, #"{"swiftPM":{"toolsets":"one"}}"#, #"{"swiftPM":{"toolsets":[1]}}"#] {
            XCTAssertThrowsError(try merged(old, "/new/toolset.json"), old) { XCTAssertEqual(ExitStatus.of($0), ExitStatus.badInput) }
        }
    }

    func testAPackageGetsOne() throws {
        let folder = try temporaryFolder([
            "p/Package.swift": "", "t/toolset.json": "{}", "q/x": "", "b/Package.swift": "", "b/.sourcekit-lsp/config.json": "{",
        ])
        let toolset = try Toolset(folder: folder + "/t")
        try EditorConfiguration.install(toolset, in: folder + "/p")
        XCTAssertEqual(try toolsets(Files.text(folder + "/p/.sourcekit-lsp/config.json")), [toolset.file])
        XCTAssertThrowsError(try EditorConfiguration.install(toolset, in: folder + "/q")) {
            XCTAssertTrue("\($0)".contains("Package.swift"))
        }
        XCTAssertThrowsError(try EditorConfiguration.install(toolset, in: folder + "/b")) { XCTAssertTrue("\($0)".contains("config.json")) }
        XCTAssertEqual(try Files.text(folder + "/b/.sourcekit-lsp/config.json"), "{", "what can't be read stays")
    }
}
