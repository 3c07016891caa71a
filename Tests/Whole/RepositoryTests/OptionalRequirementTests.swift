import TestSupport
import XCTest

/// Requirements of UIKit's protocols that have a default are optional in Apple's: `agate build` has to know each, or a call of one with a
/// question mark stays as it is and doesn't compile.
final class OptionalRequirementTests: XCTestCase {
    func testTheLoweringListsEveryDefault() throws {
        let list = try String(
            contentsOf: Repository.root.appendingPathComponent(
                "Tools/SourceCompatibility/Sources/Lowering/Index/AppleOptionals.swift"),
            encoding: .utf8)
        var count = 0
        for file in Repository.files(below: "Sources/Views/UIKit", ["swift"]) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in text.components(separatedBy: "\nextension ").dropFirst() {
                guard let name = part.split(separator: " ", maxSplits: 1).first,
                    name.hasSuffix("Delegate") || name.hasSuffix("DataSource") || name.hasSuffix("Prefetching"), name.hasPrefix("UI")
                else { continue }
                let body = part.components(separatedBy: "\n}").first ?? ""
                for function in body.components(separatedBy: "public func ").dropFirst() {
                    guard let full = Self.fullName(function) else { continue }
                    count += 1
                    XCTAssertTrue(list.contains("\"\(full)\""), "\(name).\(full) (\(Repository.path(file))) is not in AppleOptionals")
                }
            }
        }
        XCTAssertGreaterThan(count, 250)
    }

    /// `tableView(_:didSelectRowAt:)` of a declaration's text.
    private static func fullName(_ text: String) -> String? {
        guard let open = text.firstIndex(of: "(") else { return nil }
        var labels: [Substring] = [], depth = 0, start = text.index(after: open), index = start
        while index < text.endIndex {
            switch text[index] {
            case "(", "[", "<": depth += 1
            case "]": depth -= 1
            case ">" where text[text.index(before: index)] != "-": depth -= 1
            case ")" where depth > 0: depth -= 1
            case ",", ")":
                guard depth == 0 else { break }
                if let label = text[start..<index].split(whereSeparator: { " \n:".contains($0) }).first { labels.append(label) }
                if text[index] == ")" { return text[..<open] + "(" + labels.map { $0 + ":" }.joined() + ")" }
                start = text.index(after: index)
            default: break
            }
            index = text.index(after: index)
        }
        return nil
    }
}
