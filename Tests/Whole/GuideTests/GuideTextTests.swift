import Foundation
import TestSupport
import XCTest

/// What the guides show as code is what these tests compile and run: every block of a page stands, line by line, in the source that is
/// named after it.
final class GuideTextTests: XCTestCase {
    func testEveryBlockIsRun() throws {
        let pages = Repository.files(below: "Sources/Hosts/Agate/Agate.docc/Guides", ["md"])
        XCTAssertGreaterThanOrEqual(pages.count, 19)
        for page in pages {
            let name = page.deletingPathExtension().lastPathComponent
            let source = Repository.root.appendingPathComponent("Tests/Whole/GuideTests/\(name)Guide.swift")
            let code = Self.lines(try String(contentsOf: source, encoding: .utf8))
            let blocks = Self.blocks(try String(contentsOf: page, encoding: .utf8))
            XCTAssertFalse(blocks.isEmpty, "\(name) has no code")
            for block in blocks {
                let wanted = Self.lines(block)
                let found = code.indices.contains { $0 + wanted.count <= code.count && Array(code[$0..<$0 + wanted.count]) == wanted }
                XCTAssertTrue(found, "\(name): the block that begins with “\(wanted.first ?? "")” is not in its test")
            }
        }
    }

    /// Without indentation and empty lines.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func blocks(_ page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }
}
