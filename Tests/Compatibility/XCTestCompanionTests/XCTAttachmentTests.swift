import AgateDiagnostics
import Foundation
import UIKit
import XCTest
@testable import XCTestCompanion

final class XCTAttachmentTests: XCTestCase {
    func testATestHasItsClass() { XCTAssertTrue(classForCoder == XCTAttachmentTests.self) }

    func testKindsAndNames() {
        let text = XCTAttachment(string: "a")
        XCTAssertEqual(text.uniformTypeIdentifier, "public.plain-text")
        XCTAssertEqual(text.payload, Data("a".utf8))
        let patch = XCTAttachment(data: Data([1]), uniformTypeIdentifier: "public.patch-file")
        patch.name = "difference.patch"
        XCTAssertEqual(patch.pathExtension, "patch")
        XCTAssertNil(XCTAttachment(contentsOfFile: URL(fileURLWithPath: "/nowhere/at/all.txt")).payload)
    }

    func testAttachmentsAreWritten() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("attachments-\(UUID().uuidString)")
        setenv("AGATE_TEST_ATTACHMENTS", folder.path, 1)
        defer {
            unsetenv("AGATE_TEST_ATTACHMENTS")
            try? FileManager.default.removeItem(at: folder)
        }
        let answer = MainActor.assumeIsolated {
            XCTContext.runActivity(named: "Log in/out") { activity in
                let text = XCTAttachment(string: "hello")
                text.name = "greeting"
                activity.add(text)
                activity.add(XCTAttachment(data: Data([1, 2])))
                return activity.name
            }
        }
        XCTAssertEqual(answer, "Log in/out")
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), ["Log in_out 1 greeting.txt", "Log in_out 2.data"])
        XCTAssertEqual(try String(contentsOf: folder.appendingPathComponent("Log in_out 1 greeting.txt"), encoding: .utf8), "hello")
    }

    func testWithoutAFolderADiagnosticSaysSo() {
        unsetenv("AGATE_TEST_ATTACHMENTS")
        nonisolated(unsafe) var seen: [String] = []
        let token = Diagnostic.addObserver { if $0.identifier == "xctest.attachment" { seen.append($0.message) } }
        defer { Diagnostic.removeObserver(token) }
        MainActor.assumeIsolated { XCTContext.runActivity(named: "a") { $0.add(XCTAttachment(data: Data())) } }
        XCTAssertEqual(seen, ["test attachments are discarded; to write them to a folder, set AGATE_TEST_ATTACHMENTS to its path"])
    }
}
