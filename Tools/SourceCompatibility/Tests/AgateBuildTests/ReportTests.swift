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

    /// Tests that don't compile say nothing of the package, and an error of a rule hides none of the compiler's.
    func testTestsAndRules() throws {
        let manifest =
            #"{"name":"P","products":[],"targets":[{"name":"A","type":"regular"},{"name":"ATests","type":"test","dependencies":[{"byName":["A",null]}]}]}"#
        let folder = try temporaryFolder(["Sources/A/a.swift": "let a = 1\n", "Tests/ATests/t.swift": "let t = HUGE\n"])
        let graph = PackageGraph(packages: [
            .init(identity: "p", folder: folder, manifest: try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8)), isRoot: true)
        ])
        let broken = "\(folder)/Tests/ATests/t.swift:1:9: error: cannot find 'HUGE' in scope"
        var report = Reporting(graph: graph, summary: LoweringSummary()).report(
            of: .init(output: [], succeeded: true), tests: .init(output: [broken], succeeded: false))
        XCTAssertTrue(report.builds)
        XCTAssertEqual(report.testsBuild, false)
        XCTAssertEqual([report.packages[0].errors, report.packages[0].testErrors], [0, 1])
        XCTAssertTrue(report.text.contains("It builds.\nIts tests do not build."), report.text)
        XCTAssertTrue(report.text.contains("1 × name HUGE"), report.text)

        var summary = LoweringSummary()
        summary.problems = [.init(isError: true, rule: "r", path: "\(folder)/Sources/A/a.swift", line: 1, column: 1, message: "m")]
        let error = "\(folder)/Sources/A/a.swift:1:5: error: cannot find 'TINY' in scope"
        report = Reporting(graph: graph, summary: summary).report(of: .init(output: [error], succeeded: false), tests: nil)
        XCTAssertFalse(report.builds)
        XCTAssertNil(report.testsBuild)
        XCTAssertTrue(report.text.contains("error: m [r]"), report.text)
        XCTAssertTrue(report.text.contains("1 × name TINY"), report.text)
        // A rule's error in a test is the tests'.
        summary.problems[0].path = "\(folder)/Tests/ATests/t.swift"
        report = Reporting(graph: graph, summary: summary).report(
            of: .init(output: [], succeeded: true), tests: .init(output: [], succeeded: true))
        XCTAssertTrue(report.builds)
        XCTAssertEqual(report.testsBuild, false)
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
