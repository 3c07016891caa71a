import Foundation
import TestSupport
import XCTest

/// Targets of which the Makefile compiles a few files only: SwiftPM says nothing about a file that is gone, and its tests would no longer
/// run.
final class PartialTargetTests: XCTestCase {
    func testTheFilesThatTheMakefileNamesExist() throws {
        let makefile = try String(contentsOf: Repository.root.appendingPathComponent("Makefile"), encoding: .utf8)
        let tests = Set(Repository.files(below: "Tests", ["swift"]).map(Repository.path))
        var variables: [String: String] = [:]
        for match in makefile.matches(of: /(?m)^([A-Z_]+) \??:?= (.*)$/) { variables[String(match.1)] = String(match.2) }
        var count = 0
        let name = "TSAN_TARGETS"
        let value = try XCTUnwrap(variables[name], name).replacing(/\$\(([A-Z_]+)\)/) { variables[String($0.1)] ?? "" }
        for entry in value.split(separator: ",") {
            let parts = entry.split(separator: ":")
            let folder = "/\(parts[0])/"
            XCTAssertTrue(tests.contains { $0.contains(folder) }, "\(name): there is no target \(parts[0])")
            guard parts.count > 1 else { continue }
            for file in parts[1].split(separator: "+") {
                count += 1
                XCTAssertTrue(tests.contains { $0.hasSuffix(folder + file) }, "\(name): \(parts[0]) has no file \(file)")
            }
        }
        XCTAssertGreaterThan(count, 12, "the files of partial targets")
    }

    /// The manifest ignores a name that it does not know, and the target would be optimised.
    func testTheUnoptimisedTargetsOfTheMakefileExist() throws {
        let makefile = try String(contentsOf: Repository.root.appendingPathComponent("Makefile"), encoding: .utf8)
        let sources = ["Sources", "Examples"].flatMap { Repository.files(below: $0, ["swift"]) }.map(Repository.path)
        let names = makefile.matches(of: /AGATE_UNOPTIMISED = (.*)/).flatMap { $0.1.split(separator: ",") }
        XCTAssertGreaterThan(names.count, 6)
        // A target has its folder, or its name and path in the manifest.
        let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        for name in names {
            XCTAssertTrue(
                sources.contains { $0.contains("/\(name)/") } || manifest.contains("name: \"\(name)\""), "there is no target \(name)")
        }
    }

    /// `make demo` runs each example, and builds those that the manifest's lists name.
    func testTheManifestsListsHaveEachExample() throws {
        let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        var listed: Set<Substring> = []
        for match in manifest.matches(of: /(?:let \w*[eE]xamples|var waiting) = \[([^\]]*)\]/) {
            listed.formUnion(match.1.matches(of: /"(\w+)"/).map(\.1))
        }
        let examples = try Repository.folders(in: "Examples").filter {
            FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent("\($0)/main.swift").path)
        }
        XCTAssertGreaterThan(examples.count, 20)
        for example in examples {
            XCTAssertTrue(listed.contains(example.dropFirst("Examples/".count)), "\(example) is in no list of the manifest")
        }
    }
}
