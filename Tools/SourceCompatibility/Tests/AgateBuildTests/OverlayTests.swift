import XCTest
@testable import AgateBuild

final class OverlayTests: XCTestCase {
    func testNamesAreQuotedAndSorted() throws {
        let text = VirtualOverlay(["/b \"x\".swift": "/c\\d.swift", "/a.swift": "/z.swift"]).text
        let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let roots = try XCTUnwrap(json["roots"] as? [[String: String]])
        XCTAssertEqual(roots.map { $0["name"] }, ["/a.swift", "/b \"x\".swift"])
        XCTAssertEqual(roots.map { $0["external-contents"] }, ["/z.swift", "/c\\d.swift"])
    }

    func testListsOfTestsCallOnTheMainActor() {
        let list = """
            import XCTest
            @testable import FooTests

            fileprivate extension FooTests.Inner {
                @available(*, deprecated, message: "x")
                static nonisolated(unsafe) let __allTests__FooTests = [
                    ("testA", testA),
                    ("testB", asyncTest(testB))
                ]
            }
            func __FooTests__allTests() -> [XCTestCaseEntry] {
                return [
                    testCase(FooTests.__allTests__FooTests)
                ]
            }
            """
        let lines = DiscoveredTests.lowered(list).split(separator: "\n", omittingEmptySubsequences: false)
        XCTAssertTrue(lines[5].hasSuffix("__allTests__FooTests: [(String, (FooTests.Inner) -> () throws -> Void)] = ["), String(lines[5]))
        XCTAssertTrue(lines[6].contains("(\"testA\", { (test: FooTests.Inner) in"), String(lines[6]))
        XCTAssertTrue(
            lines[6].contains("try MainActor.assumeIsolated { try (test.testA(), _agateTestMayThrow()) }") && lines[6].hasSuffix(","),
            String(lines[6]))
        XCTAssertTrue(
            lines[7].contains("asyncTest({ (test: FooTests.Inner) in") && lines[7].contains("try await (test.testB()"), String(lines[7]))
        XCTAssertEqual(lines[12], "        testCase(FooTests.__allTests__FooTests)")
    }

    func testObjectsOfChangedFilesGo() throws {
        let folder = try temporaryFolder(["x/debug/A.build/a.swift.o": "", "x/debug/A.build/b.swift.o": ""])
        try Files.write(
            #"{"":{"swift-dependencies":"x"},"/s/a.swift":{"object":"\#(folder)/x/debug/A.build/a.swift.o"},"/s/b.swift":{"object":"\#(folder)/x/debug/A.build/b.swift.o"}}"#,
            to: folder + "/x/debug/A.build/output-file-map.json")
        CompiledObjects(scratch: folder).remove(of: ["/s/a.swift"])
        XCTAssertFalse(Files.exists(folder + "/x/debug/A.build/a.swift.o"))
        XCTAssertTrue(Files.exists(folder + "/x/debug/A.build/b.swift.o"))
    }

    func testAToolsetThatWasMovedIsCorrected() throws {
        let folder = try temporaryFolder([
            "set/lib/libAgate.so": "",
            "set/toolset.json": try ToolsetDescription(
                rootPath: "/old/set", swiftCompiler: .init(extraCLIOptions: ["-I", "/old/set/modules", "-Xcc", "-I/old/set/include"]),
                linker: .init(extraCLIOptions: ["-L/old/set/lib", "-rpath", "/old/set/lib"])
            ).text(),
        ])
        let toolset = try Toolset(folder: folder + "/set")
        XCTAssertEqual(try toolset.corrected(copy: folder + "/copy.json"), toolset.file)
        let text = try Files.text(toolset.file)
        XCTAssertFalse(text.contains("/old"), text)
        XCTAssertTrue(text.contains("\"-L\(toolset.folder)/lib\""), text)
        XCTAssertFalse(toolset.isStatic)
        XCTAssertFalse(Files.exists(folder + "/copy.json"))
        XCTAssertThrowsError(try Toolset(folder: folder))
    }
}
