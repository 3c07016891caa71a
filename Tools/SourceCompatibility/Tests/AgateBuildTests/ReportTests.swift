import XCTest
@testable import AgateBuild

final class ReportTests: XCTestCase {
    func testALineOfTheCompiler() throws {
        let diagnostic = try XCTUnwrap(CompilerDiagnostic("/a b/c:d.swift:12:7: error: cannot find 'HUGE' in scope [#Group]"))
        XCTAssertEqual(diagnostic.path, "/a b/c:d.swift")
        XCTAssertEqual([diagnostic.line, diagnostic.column], [12, 7])
        XCTAssertEqual(diagnostic.severity, .error)
        XCTAssertEqual(diagnostic.message, "cannot find 'HUGE' in scope")
        for text in ["error: no such module", "  |  `- error: x", "/a.swift:1: error: x", "/a.swift:1:2: note: x", "", "/"] {
            XCTAssertNil(CompilerDiagnostic(text), text)
        }
    }

    func testWhatAMessageSaysIsMissing() throws {
        func missing(_ message: String, _ source: String = "") throws -> [String] {
            let symbol = MissingSymbol(try XCTUnwrap(CompilerDiagnostic("/a.swift:1:1: error: \(message)")), source: source)
            return [symbol.kind.rawValue, symbol.symbol, symbol.module]
        }
        XCTAssertEqual(try missing("cannot find type 'UITableView' in scope"), ["type", "UITableView", "UIKit"])
        XCTAssertEqual(try missing("cannot find 'objc_getAssociatedObject' in scope"), ["name", "objc_getAssociatedObject", "ObjectiveC"])
        XCTAssertEqual(try missing("cannot find 'CAnything' in scope"), ["name", "CAnything", ""])
        XCTAssertEqual(try missing("no such module 'CoreImage'"), ["module", "CoreImage", "CoreImage"])
        XCTAssertEqual(
            try missing("cannot find 'NSCollectionLayoutSize' in scope"), ["name", "NSCollectionLayoutSize", "UIKit"])
        XCTAssertEqual(try missing("cannot find 'NSTextStorage' in scope"), ["name", "NSTextStorage", "UIKit"])
        XCTAssertEqual(try missing("value of type 'UIView?' has no member 'snapshot'"), ["member", "UIView.snapshot", "UIKit"])
        XCTAssertEqual(
            try missing("type 'Attribute' (aka 'NSLayoutConstraint.Attribute') has no member 'leftMargin'"),
            ["member", "NSLayoutConstraint.Attribute.leftMargin", "UIKit"]
        )
        XCTAssertEqual(
            try missing("method does not override any method from its superclass", "    open override func awakeFromNib() {"),
            ["override", "awakeFromNib", ""]
        )
        XCTAssertEqual(try missing("'Alert' is not a member type of class 'UIKit.UIAlertController'")[0], "type")
        XCTAssertEqual(try missing("expected expression"), ["other", "expected expression", ""])
    }

    func testSymbolsAreCountedByPackage() throws {
        let manifest =
            #"{"name":"P","products":[],"targets":[{"name":"A","type":"regular"},{"name":"B","type":"regular","dependencies":[{"byName":["A",null]}]}]}"#
        let folder = try temporaryFolder(["Sources/A/a.swift": "let a = HUGE\n", "Sources/B/b.swift": "import A\n"])
        let graph = PackageGraph(packages: [
            .init(identity: "p", folder: folder, manifest: try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8)), isRoot: true)
        ])
        var summary = LoweringSummary()
        summary.rules = ["objc": ["\(folder)/Sources/A/a.swift": 3]]
        let lines = [(1, 9), (1, 9), (2, 9)].map { "\(folder)/Sources/A/a.swift:\($0.0):\($0.1): error: cannot find 'HUGE' in scope" }
        let reporting = Reporting(graph: graph, summary: summary)
        let report = reporting.report(Set(lines.compactMap(CompilerDiagnostic.init)), others: [], builds: false)
        let package = try XCTUnwrap(report.packages.first)
        XCTAssertEqual(package.errors, 2)
        XCTAssertEqual(package.files, 2)
        XCTAssertEqual(package.rules, ["objc": ["Sources/A/a.swift": 3]])
        XCTAssertEqual(package.missing.map(\.symbol), ["HUGE"])
        XCTAssertEqual(package.missing.first?.places.map(\.line), [1, 2])
        XCTAssertEqual(report.notReached, ["B"])
        XCTAssertTrue(report.text.contains("2 × name HUGE"), report.text)
    }
}

extension XCTestCase {
    /// A folder with some files that goes away with the test.
    func temporaryFolder(_ files: [String: String]) throws -> String {
        let folder = NSTemporaryDirectory() + "agate-" + UUID().uuidString
        for (path, text) in files { try Files.write(text, to: folder + "/" + path) }
        addTeardownBlock { Files.remove(folder) }
        return folder
    }
}
