import Foundation
import TestSupport
import XCTest

/// Every command in the pages for users exists, with its options.
final class CommandPageTests: CommandTestCase {
    private static let pages = ["README.md", "Documentation/CommandLine.md"]

    func testEveryCommandAndOptionExists() throws {
        var help: [String: String] = [:]
        for page in Self.pages {
            let text = try String(contentsOf: Repository.root.appendingPathComponent(page), encoding: .utf8)
            var found = 0
            // Commands are lines of code, from the name to a comment or the next command of the line.
            for line in text.split(separator: "\n") where line.hasPrefix("    ") {
                for match in line.matches(of: /(?:^|[\s'])agate ([a-z]+)((?: (?!&&|#)[^ ]*)*)/) {
                    let (verb, rest) = (String(match.1), match.2)
                    if help[verb] == nil { help[verb] = try agate("help", verb).text }
                    let known = try XCTUnwrap(help[verb])
                    XCTAssertTrue(known.contains("USAGE: agate \(verb)"), "\(page): there is no command \(verb)")
                    found += 1
                    // Those of build, test, run and toolset are read by the tool that lowers sources.
                    if known.contains("[<arguments> ...]") { continue }
                    for option in rest.matches(of: /[ ](--?[a-z][a-z-]*)/) {
                        let pattern = try Regex("(?m)(^|[\\s,/\\[(])\(NSRegularExpression.escapedPattern(for: String(option.1)))(?![a-z-])")
                        XCTAssertNotNil(known.firstMatch(of: pattern), "\(page): agate \(verb) has no option \(option.1)")
                    }
                }
            }
            XCTAssertGreaterThan(found, 3, page)
        }
        XCTAssertGreaterThan(help.count, 15)
    }
}
