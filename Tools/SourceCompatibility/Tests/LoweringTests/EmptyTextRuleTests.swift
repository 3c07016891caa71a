import XCTest
@testable import Lowering

final class EmptyTextRuleTests: XCTestCase {
    func testNoArguments() {
        XCTAssertEqual(
            lowered("let a = NSAttributedString(), b = NSMutableAttributedString( )\n"),
            "let a = NSAttributedString(string: \"\"), b = NSMutableAttributedString(string: \"\" )\n"
        )
    }

    func testProcesses() {
        XCTAssertEqual(
            lowered("let a = ProcessInfo().isLowPowerModeEnabled, b = ProcessInfo.init ( )\n"),
            "let a = ProcessInfo.processInfo.isLowPowerModeEnabled, b = ProcessInfo.processInfo\n")
        XCTAssertNil(change("let a = ProcessInfo.processInfo, b = Own.ProcessInfo(1)\n"))
    }

    func testTimers() {
        XCTAssertEqual(
            loweredLines("var timer = Timer()\nlet other = Timer(timeInterval: 1, target: a, selector: b, userInfo: nil, repeats: true)\n"),
            "var timer = Timer(timeInterval: 0, repeats: false, block: { _ in })\n"
                + "let other = Timer(timeInterval: 1, target: a, selector: b, userInfo: nil, repeats: true)\n")
    }

    func testOthersStay() { XCTAssertNil(change("let a = NSAttributedString(string: x), b = NSTextStorage()\n")) }

    func testItCompilesAndRuns() throws {
        let text =
            "import Foundation\nlet text = NSMutableAttributedString()\ntext.append(NSAttributedString(string: \"ab\"))\nprint(text.length)\n"
        let module = SourceModule(name: "Main", files: [SourceFile(path: "main.swift", text: text)])
        XCTAssertEqual(try compileAndRun([module]), "2\n")
    }
}
