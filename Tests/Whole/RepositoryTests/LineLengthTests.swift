import TestSupport
import XCTest

/// Lines have at most 140 columns. What stands in quotes doesn't count: text that is broken up can't be searched for.
final class LineLengthTests: XCTestCase {
    private static let limit = 140

    func testNoLineIsTooLong() throws {
        var lines = 0
        for folder in ["Sources", "Tests", "Tools", "Benchmarks", "Examples"] {
            for file in Repository.files(below: folder, ["swift", "c", "h", "py"]) {
                var isQuoted = false
                let text = try String(contentsOf: file, encoding: .utf8)
                for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                    lines += 1
                    let wasQuoted = isQuoted
                    if line.contains("\"\"\""), !line.matches(of: #/"""/#).count.isMultiple(of: 2) { isQuoted.toggle() }
                    // Most lines are short in bytes already, which are quicker to count.
                    if line.utf8.count <= Self.limit || wasQuoted || isQuoted || line.count <= Self.limit { continue }
                    if !Self.isComment(line), Self.withoutText(line).count <= Self.limit { continue }
                    XCTFail("\(Repository.path(file)):\(index + 1) has \(line.count) columns; Tools/format wraps comments and code")
                }
            }
        }
        XCTAssertGreaterThan(lines, 100_000)
    }

    func testTextDoesNotCount() {
        XCTAssertEqual(Self.withoutText(##"a("b \"c\" d", #"{"k":1}"#, 5)"##), "a(, , 5)")
        XCTAssertTrue(Self.isComment("    /// \"a\""))
    }

    private static func isComment(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).hasPrefix("//") }

    /// The line without what stands in quotes, or in a regular expression.
    private static func withoutText(_ line: Substring) -> String {
        let plain = line.replacing(#/(#+)".*?"\1/#, with: "").replacing(#/"(?:[^"\\]|\\.)*"/#, with: "")
        return String(plain.replacing(#/^\s*#?\/\S.*\/#?$/#, with: ""))
    }
}
