import Foundation
import TestSupport
import XCTest

/// Words that an earlier version of the code used for what the field has a standard term for. They do not come back, neither in names nor
/// in comments nor in documents. `Documentation/Glossary.md` has the terms that stand for them.
final class RetiredWordTests: XCTestCase {
    /// The word, and what is said instead.
    private static let retired: [String: String] = [
        "hands": "input", "beat": "refresh", "beats": "refreshes", "sight": "visible region", "dice": "random generator",
        "news": "notifier",
        "course": "state machine, structure of a path", "courses": "structures", "crowd": "edges of a pixel", "crowds": "edges of a pixel",
        "slab": "trapezoid", "slabs": "trapezoids", "ticket": "generation, handle", "tickets": "generations, handles",
        "moment": "time, sample", "moments": "times, samples", "told": "reported, notified", "knows": "has, keeps",
    ]

    func testRetiredWordsStayAway() throws {
        var count = 0
        for folder in ["Sources", "Tests", "Examples", "Benchmarks", "Tools", "Documentation"] {
            for file in Repository.files(below: folder, ["swift", "c", "h", "md"]) {
                let path = Repository.path(file)
                // What Apple's documents and others' measurements say, in their words; and this list.
                if path.hasPrefix("Documentation/Behaviour") || path.contains("/Corpus/") || path.hasSuffix("RetiredWordTests.swift") {
                    continue
                }
                count += 1
                if let (word, line) = Self.firstRetired(in: try Data(contentsOf: file)) {
                    XCTFail("\(path):\(line): “\(word)” is retired: say \(Self.retired[word] ?? "")")
                }
            }
        }
        XCTAssertGreaterThan(count, 500)
    }

    func testWordsAreFoundApartAndInNames() {
        func first(_ text: String) -> String? { Self.firstRetired(in: Data(text.utf8))?.word }
        XCTAssertEqual(first("// It is told once."), "told")
        XCTAssertEqual(first("let nextBeat = 0"), "beat")
        XCTAssertEqual(first("struct DiceRoll {}"), "dice")
        XCTAssertEqual(first("// Hands the bytes on."), "hands")
        XCTAssertNil(first("let indices = renewsHandshake(unbeaten, foretold)"))
    }

    /// Goes over the words of a text: runs of letters, which a capital after a small letter divides.
    private static func firstRetired(in data: Data) -> (word: String, line: Int)? {
        data.withUnsafeBytes { bytes in
            var line = 1, i = 0
            while i < bytes.count {
                let byte = bytes[i]
                if byte == 10 { line += 1 }
                guard isLetter(byte) else { i += 1; continue }
                var end = i + 1
                while end < bytes.count, isLetter(bytes[end]), !(bytes[end] & 32 == 0 && bytes[end - 1] & 32 != 0) { end += 1 }
                if (4...7).contains(end - i) {
                    let word = String(decoding: bytes[i..<end].map { $0 | 32 }, as: UTF8.self)
                    // A font's name is its maker's.
                    let isName =
                        word == "slab" && i >= 7 && ["Roboto ", "roboto-"].contains(String(decoding: bytes[i - 7..<i], as: UTF8.self))
                    if retired[word] != nil, !isName { return (word, line) }
                }
                i = end
            }
            return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
