import Foundation
import XCTest
@testable import Lowering
internal import SwiftParser
internal import SwiftSyntax

/// The rules over whole public packages, where those stand beside the checkout.
final class CorpusTests: XCTestCase {
    func testPackagesLowerCleanlyAndOnce() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../../../shared/corpus/packages"
        ).standardizedFileURL
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: root.path).sorted() else {
            throw XCTSkip("no packages stand beside the checkout")
        }
        for name in names {
            let modules = try Self.modules(of: root.appendingPathComponent(name))
            guard !modules.isEmpty else { continue }
            // What the package depends on is not here: take for had what Apple's systems alone don't have.
            var policy = LoweringPolicy()
            for file in modules.flatMap(\.files) {
                policy.availableModules.formUnion(Needles(Array(file.text.utf8)).imports.subtracting(Conditions.appleOnly))
            }
            for module in policy.replacedModules.keys { policy.availableModules.remove(module) }
            let result = Lowering.lower(modules, policy: policy)
            XCTAssertEqual(result.problems.filter { $0.severity == .error }.map(\.description), [], name)
            let originals = Dictionary(modules.flatMap(\.files).map { ($0.path, $0.text) }) { first, _ in first }
            for file in result.files where file.changed && !result.excluded.contains(where: { $0.path == file.path }) {
                let original = try XCTUnwrap(originals[file.path])
                XCTAssertTrue(
                    !Parser.parse(source: file.text).hasError || Parser.parse(source: original).hasError,
                    "\(file.path) does not parse any more")
                XCTAssertGreaterThanOrEqual(file.text.count { $0 == "\n" }, original.count { $0 == "\n" }, "\(file.path) lost lines")
            }
            let texts = Dictionary(result.files.map { ($0.path, $0.text) }) { first, _ in first }
            let again = Lowering.lower(
                modules.map { module in
                    SourceModule(
                        name: module.name, dependencies: module.dependencies,
                        files: module.files.map { SourceFile(path: $0.path, text: texts[$0.path]!) })
                }, policy: policy)
            XCTAssertEqual(again.files.filter(\.changed).map(\.path), [], "lowered twice")
            let counts = result.ruleCounts.map { "\($0.key) \($0.value.values.reduce(0, +))" }.sorted().joined(separator: ", ")
            print(
                "\(name): \(result.files.count) files, \(result.files.count(where: \.changed)) changed, \(result.excluded.count) left out; \(counts)"
            )
        }
    }

    /// One module of all sources of a package, and one of its tests: their real targets don't matter to the rules.
    private static func modules(of package: URL) throws -> [SourceModule] {
        guard
            let paths = FileManager.default.enumerator(atPath: package.path)?.compactMap({ $0 as? String }).filter({
                $0.hasSuffix(".swift")
            }).sorted()
        else { return [] }
        func files(_ areTests: Bool) throws -> [SourceFile] {
            try paths.filter { $0.contains("Tests/") == areTests && !$0.contains("Package") }.map {
                SourceFile(path: $0, text: try String(contentsOf: package.appendingPathComponent($0), encoding: .utf8))
            }
        }
        let sources = try files(false)
        return sources.isEmpty
            ? []
            : [
                SourceModule(name: package.lastPathComponent, files: sources),
                SourceModule(name: package.lastPathComponent + "Tests", dependencies: [package.lastPathComponent], files: try files(true)),
            ]
    }
}
