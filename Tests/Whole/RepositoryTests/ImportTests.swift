import TestSupport
import XCTest

/// Every target declares what it imports, imports what it declares, and stands above what it uses: on a higher floor, or later in the same
/// list of Package.swift.
final class ImportTests: XCTestCase {
    private struct Target {
        let kind: String
        let name: String
        let path: String
        let dependencies: Set<String>
    }

    func testTargetsDeclareTheirImports() throws {
        let targets = try Self.targets()
        XCTAssertGreaterThan(targets.count, 40)
        let order = Dictionary(uniqueKeysWithValues: targets.enumerated().map { ($1.name, $0) })
        for target in targets where target.kind != "systemLibrary" {
            let sources = Repository.files(below: target.path, ["swift"])
            var imported: [String: String] = [:]
            for file in sources {
                // A text of several lines may be a file of a template, with imports of its own.
                var isText = false
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    if line.ranges(of: "\"\"\"").count % 2 == 1 { isText.toggle() }
                    guard !isText, let match = line.firstMatch(of: Self.importLine) else { continue }
                    imported[String(match.1)] = imported[String(match.1)] ?? Repository.path(file)
                }
            }
            for (module, file) in imported.sorted(by: { $0.key < $1.key }) where order[module] != nil && module != target.name {
                XCTAssertTrue(
                    target.dependencies.contains(module), "\(file) imports \(module), which the target \(target.name) does not declare")
            }
            if sources.isEmpty { continue }
            for dependency in target.dependencies.sorted() where order[dependency] != nil {
                // A cross-import overlay is imported by the compiler, behind an import of Testing.
                let isUsed = imported[dependency] != nil || dependency.hasPrefix("_Testing_")
                XCTAssertTrue(isUsed, "the target \(target.name) declares \(dependency) and never imports it")
                let standsAbove = order[dependency]! < order[target.name]!
                XCTAssertTrue(standsAbove, "the target \(target.name) stands above \(dependency), which it uses, in Package.swift")
            }
        }
    }

    /// Package.swift says of each target on which floor it stands, and there it is; nothing else is in Sources and Tests.
    func testTargetsStandOnTheirFloors() throws {
        let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        var declared: Set<String> = []
        for list in manifest.matches(of: /let ([a-z]+?)(Tests)?: \[Target\] = \[\n((?:.|\n)*?)\n\]/)
        where !["programs", "fuzzing"].contains(list.1) {
            let folder = (list.2 == nil ? "Sources/" : "Tests/") + list.1.prefix(1).uppercased() + list.1.dropFirst()
            for target in list.3.matches(of: /(?m)^    \.\w+\(\s*name: "([^"]+)"/) { declared.insert("\(folder)/\(target.1)") }
        }
        XCTAssertGreaterThan(declared.count, 70)
        let found = Set(try Repository.targetFolders())
        XCTAssertEqual(declared.subtracting(found).sorted(), [], "declared and not there")
        XCTAssertEqual(found.subtracting(declared).sorted(), [], "there and not declared")
    }

    /// The floors of `Sources`, and what they hold, are those that Road.md draws.
    func testTheRoadDrawsTheFloors() throws {
        let road = try String(contentsOf: Repository.root.appendingPathComponent("Documentation/Road.md"), encoding: .utf8)
        for floor in try Repository.folders(in: "Sources") {
            let name = String(floor.dropFirst("Sources/".count))
            let line = try XCTUnwrap(road.firstMatch(of: try Regex("(?m)^    \(name) .*(\n {15,}\\S.*)*")), "Road.md does not draw \(name)")
            let drawn = Set(road[line.range].split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
            for module in try Repository.folders(in: floor).map({ String($0.dropFirst(floor.count + 1)) }) {
                XCTAssertTrue(drawn.contains(module), "Road.md draws \(name) without \(module)")
            }
        }
    }

    private nonisolated(unsafe) static let importLine =
        /^\s*(?:@[A-Za-z_]+(?:\([a-z]+\))? +|public +|package +|internal +)*import +(?:(?:struct|class|enum|protocol|func|var|typealias) +)?([A-Za-z_0-9]+)/

    /// Reads Package.swift as text: asking SwiftPM would take a build of the manifest, and its lock.
    private static func targets() throws -> [Target] {
        let manifest = try String(contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.drop(while: \.isWhitespace).hasPrefix("//")
        }
        let text = lines.joined(separator: "\n")
        let folders = try Repository.targetFolders()
        var targets: [Target] = []
        for match in text.matches(of: /\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "([^"]+)"/) {
            let call = balanced(text[match.range.lowerBound...])
            let kind = String(match.1), name = String(match.2)
            // A dependency that hangs on a trait is written as a target, too.
            if call.contains(/condition: \.when/), !call.contains("dependencies:") { continue }
            let list = call.firstMatch(of: /dependencies: \[/).map { balanced(call[call.index(before: $0.range.upperBound)...]) } ?? ""
            let dependencies = withoutProducts(list).matches(of: /"([^"]+)"/).map { String($0.1) }
            let given = call.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
            let path = try XCTUnwrap(given ?? folders.first { $0.hasSuffix("/\(name)") }, name)
            targets.append(Target(kind: kind, name: name, path: path, dependencies: Set(dependencies).subtracting(["Windows"])))
        }
        return targets
    }

    /// A list of dependencies without those on products of other packages.
    private static func withoutProducts(_ list: Substring) -> String {
        String(list.replacing(/\.product\([^)]*\)/, with: ""))
    }

    /// The text from its first bracket's line up to where that bracket closes.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth == 0 { return text[...index] }
            default: break
            }
        }
        return text
    }
}
