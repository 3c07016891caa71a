import TestSupport
import XCTest

/// Comments and documents cite facts of Documentation/Behaviour by section ("Behaviour 4.7"), by code ("T23") or by rule ("rule 9").
/// Every citation has to resolve.
final class CitationTests: XCTestCase {
    private struct Facts {
        var sections: Set<String> = []
        var codes: Set<String> = []
        var rules: Set<String> = []

        init() throws {
            for page in Repository.files(below: "Documentation/Behaviour", ["md"]) {
                let isPixels = page.lastPathComponent == "Pixels.md"
                for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
                    if let match = line.firstMatch(of: #/^[#]+ ([0-9]+(?:\.[0-9]+)*)\.? /#) { sections.insert(String(match.1)) }
                    if let match = line.firstMatch(of: #/^(?:- |\| ?|[0-9]+\. )\**([A-Z]{1,3}[0-9]+)/#) { codes.insert(String(match.1)) }
                    if isPixels, let match = line.firstMatch(of: #/^([0-9]+)\. /#) { rules.insert(String(match.1)) }
                }
            }
        }

        /// The letters that codes begin with.
        var prefixes: Set<String> { Set(codes.map { String($0.prefix { $0.isLetter }) }) }
    }

    /// Names of standard illuminants and of processors, which have the form of a code.
    private static let otherNames: Set<String> = ["D50", "D65", "A72", "A76"]

    func testEveryCitationResolves() throws {
        let facts = try Facts()
        XCTAssertGreaterThan(facts.codes.count, 300)
        let prefixes = facts.prefixes
        var cited = 0
        for folder in ["Sources", "Tests", "Tools", "Benchmarks", "Examples", "Documentation"] {
            for file in Repository.files(below: folder, ["swift", "c", "h", "md"]) where !file.path.contains("Documentation/Behaviour/") {
                let isDocument = file.pathExtension == "md"
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                for (index, line) in lines.enumerated() {
                    guard let text = isDocument ? line : line.range(of: "//").map({ line[$0.lowerBound...] }) else { continue }
                    for problem in unresolved(text, facts, prefixes, &cited) {
                        XCTFail("\(Repository.path(file)):\(index + 1) cites \(problem), which Documentation/Behaviour does not have")
                    }
                }
            }
        }
        XCTAssertGreaterThan(cited, 200)
    }

    private func unresolved(_ text: Substring, _ facts: Facts, _ prefixes: Set<String>, _ cited: inout Int) -> [String] {
        var problems: [String] = []
        for match in text.matches(of: /Behaviour ([0-9]+(?:\.[0-9]+)*)/) {
            cited += 1
            if !facts.sections.contains(String(match.1)) { problems.append("section \(match.1)") }
        }
        for match in text.matches(of: /\brules? ([0-9]+)(?:(?:, | and | to )([0-9]+))*/) {
            cited += 1
            if !facts.rules.contains(String(match.1)) { problems.append("rule \(match.1)") }
            if let last = match.2, !facts.rules.contains(String(last)) { problems.append("rule \(last)") }
        }
        for match in text.matches(of: /(?:^|[^A-Za-z0-9_.#])([A-Z]{1,3})([0-9]{1,2})(?![A-Za-z0-9_.%])/)
        where prefixes.contains(String(match.1)) {
            let code = "\(match.1)\(match.2)"
            if Self.otherNames.contains(code) { continue }
            cited += 1
            if !facts.codes.contains(code) { problems.append("fact \(code)") }
        }
        return problems
    }
}
