import Foundation
import TestSupport
import XCTest

/// Comments are plain technical English, as CONTRIBUTING's section "Language" says: what a machine can find of that.
final class LanguageTests: XCTestCase {
    /// Beginnings of a doc comment that make a riddle of it. "The scale in pixels per point" is a property; "How large it is" is a
    /// question.
    private static let questions = ["What", "Whether", "How", "Who", "Whoever", "Which", "Where", "Whose", "Why"]
    private static let vague: Set<String> = ["nobody", "somebody", "whoever", "stands", "stand", "stood", "standing"]

    func testCommentsAreStatements() throws {
        var count = 0, findings: [String] = []
        for file in Repository.files(below: "Sources", ["swift", "c", "h"]) {
            var isInDoc = false
            for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                guard let (text, isDoc) = Self.comment(line) else { isInDoc = false; continue }
                count += 1
                if let why = Self.finding(text, beginsDoc: isDoc && !isInDoc) {
                    findings.append("\(Repository.path(file)):\(index + 1): \(why)")
                }
                isInDoc = isDoc
            }
        }
        XCTAssertGreaterThan(count, 20_000)
        XCTAssertEqual(findings, [])
    }

    func testWhatIsFound() {
        XCTAssertNotNil(Self.finding("How large it is.", beginsDoc: true))
        XCTAssertNil(Self.finding("How large it is.", beginsDoc: false))
        XCTAssertNotNil(Self.finding("Nothing stands here.", beginsDoc: false))
        XCTAssertNil(Self.finding("An outstanding request; understands units.", beginsDoc: true))
        XCTAssertNil(Self.finding("However large it is.", beginsDoc: true))
        XCTAssertEqual(Self.comment("    /// a")?.text, "a")
        XCTAssertEqual(Self.comment("// a")?.isDoc, false)
        XCTAssertNil(Self.comment("let a = 1 // a"))
    }

    /// Returns the text of a line that is a comment.
    private static func comment(_ line: Substring) -> (text: Substring, isDoc: Bool)? {
        let line = line.drop(while: \.isWhitespace)
        guard line.hasPrefix("//") else { return nil }
        let isDoc = line.hasPrefix("///")
        return (line.dropFirst(isDoc ? 3 : 2).drop(while: \.isWhitespace), isDoc)
    }

    private static func finding(_ text: Substring, beginsDoc: Bool) -> String? {
        let words = text.split { !$0.isLetter && $0 != "'" }
        if beginsDoc, let first = words.first, questions.contains(String(first)) { return "begins with “\(first)”" }
        return words.first { vague.contains($0.lowercased()) }.map { "has “\($0)”" }
    }
}
