import Foundation
import TestSupport
import XCTest

/// Each row of Documentation/Limits.md names the tests of its limit, and those exist.
final class LimitListTests: XCTestCase {
    func testEveryLimitNamesItsTest() throws {
        var classes: Set<String> = [], tests: Set<String> = []
        for folder in ["Tests", "Tools/SourceCompatibility/Tests"] {
            for file in Repository.files(below: folder, ["swift"]) {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: /class (\w+Tests)\b/) { classes.insert(String(match.1)) }
                for match in text.matches(of: /func (test\w+)\(/) { tests.insert(String(match.1)) }
            }
        }
        let page = try String(contentsOf: Repository.root.appendingPathComponent("Documentation/Limits.md"), encoding: .utf8)
        var rows = 0, without = 0, isLimit = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isLimit = false
                continue
            }
            if line.hasPrefix("| what |") || line.hasPrefix("| field |") {
                isLimit = true
                XCTAssertTrue(line.hasSuffix("| test |"), "\(line)")
            } else if isLimit, !line.hasPrefix("|---") {
                rows += 1
                let cell = line.split(separator: "|").last ?? ""
                let names = cell.matches(of: /`(?:(\w+Tests)\.?)?(test\w+)?`/)
                if names.isEmpty { without += 1 }
                for name in names {
                    if let suite = name.1 { XCTAssertTrue(classes.contains(String(suite)), "\(suite) in \(line)") }
                    if let test = name.2 { XCTAssertTrue(tests.contains(String(test)), "\(test) in \(line)") }
                }
            }
        }
        XCTAssertGreaterThan(rows, 50)
        XCTAssertLessThanOrEqual(without, 2, "limits of Wayland that no compositor here reaches")
    }
}
