import TestSupport
import XCTest

/// Documentation/Diagnostics.md lists every identifier that the sources report.
final class DiagnosticListTests: XCTestCase {
    func testEveryIdentifierIsListed() throws {
        let list = try String(contentsOf: Repository.root.appendingPathComponent("Documentation/Diagnostics.md"), encoding: .utf8)
        var found: [String: String] = [:]
        for file in Repository.files(below: "Sources", ["swift"]) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:report(?:Once)?\(|identifier:)\s*"([a-z][a-z0-9-]*\.[a-z0-9.-]+)"/) {
                found[String(match.1)] = Repository.path(file)
            }
        }
        XCTAssertGreaterThan(found.count, 30)
        for (identifier, file) in found.sorted(by: { $0.key < $1.key }) {
            XCTAssertTrue(list.contains("| `\(identifier)` |"), "\(identifier) (\(file)) is not in Documentation/Diagnostics.md")
        }
    }
}
