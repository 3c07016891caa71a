import Foundation
import TestSupport
import XCTest

/// The files and folders that the recipes of CONTRIBUTING.md name exist.
final class RecipeTests: XCTestCase {
    func testEveryPathOfARecipeExists() throws {
        let text = try String(contentsOf: Repository.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let recipes = try XCTUnwrap(text.range(of: "\n## Recipes\n"), "CONTRIBUTING.md has no recipes")
        let known = Self.knownPaths()
        XCTAssertGreaterThan(known.count, 1000)
        var count = 0
        for match in text[recipes.upperBound...].matches(of: /`([A-Za-z0-9_+*.\/-]+)`/) {
            let name = String(match.1)
            guard name.contains("/") || [".swift", ".md", ".c", ".h"].contains(where: name.hasSuffix) else { continue }
            count += 1
            XCTAssertTrue(Self.exists(name, known), "a recipe of CONTRIBUTING.md names \(name), which does not exist")
        }
        XCTAssertGreaterThan(count, 40)
    }

    /// What the compiler asks for in a new filter or blend mode, or a reader would look for: the files that an existing one is in.
    func testRecipesNameTheFilesOfAnExample() throws {
        let text = try String(contentsOf: Repository.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let examples = [
            ("A filter", #/(?:\.|case .*\b)(?:pixellate|blocks)\b/#, ["Sources/Layers", "Tests/Layers/CompositorScenes"], 8),
            ("A blend mode", #/\bsoftLight\b|_soft_light\b/#, ["Sources/Ground", "Sources/Drawing", "Sources/Layers"], 7),
        ]
        for (title, example, folders, least) in examples {
            let start = try XCTUnwrap(text.range(of: "\n**\(title).**"), title).upperBound
            let recipe = text[start..<(text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound ?? text.endIndex)]
            let names = recipe.matches(of: /`([A-Za-z0-9_+.\/-]+)`/).map { String($0.1) }
            var count = 0
            for file in folders.flatMap({ Repository.files(below: $0, ["swift", "c", "h"]) }) {
                guard try String(contentsOf: file, encoding: .utf8).contains(example) else { continue }
                count += 1
                let path = Repository.path(file), known = [path.split(separator: "/")]
                XCTAssertTrue(names.contains { Self.exists($0, known) }, "the recipe “\(title)” does not name \(path)")
            }
            XCTAssertGreaterThanOrEqual(count, least, title)
        }
    }

    func testPathsAreMatchedByWholeComponents() {
        let known = ["Sources/Layers/QuartzCore/Layer/CALayer+Set.swift".split(separator: "/")]
        XCTAssertTrue(Self.exists("QuartzCore/Layer/CALayer+Set.swift", known))
        XCTAssertTrue(Self.exists("Layer/CALayer+*.swift", known))
        XCTAssertFalse(Self.exists("Set.swift", known))
        XCTAssertFalse(Self.exists("Layer/*/CALayer+Set.swift", known))
        XCTAssertFalse(Self.exists("QuartzCore/Layer/CALayer", known))
    }

    /// The paths of all files from the root, and of the folders in which they are located, by component.
    private static func knownPaths() -> [[Substring]] {
        var paths: Set<String> = []
        for folder in ["Sources", "Tests", "Documentation", "Examples", "Tools"] {
            for file in Repository.files(below: folder, ["swift", "md", "c", "h"]) {
                var path = Repository.path(file)
                while path.contains("/"), paths.insert(path).inserted { path = String(path[..<path.lastIndex(of: "/")!]) }
            }
        }
        return paths.map { $0.split(separator: "/") }
    }

    /// Returns whether a name is a path from the root, or the end of one in whole components: modules are located on floors.
    private static func exists(_ name: String, _ known: [[Substring]]) -> Bool {
        let wanted = name.split(separator: "/")
        return known.contains { $0.count >= wanted.count && zip($0.suffix(wanted.count), wanted).allSatisfy { fits($0.0, $0.1) } }
    }

    /// Returns whether a component is the wanted one. A `*` in that stands for any characters.
    private static func fits(_ component: Substring, _ wanted: Substring) -> Bool {
        guard let star = wanted.firstIndex(of: "*") else { return component == wanted }
        let start = wanted[..<star], end = wanted[wanted.index(after: star)...]
        return component.count >= start.count + end.count && component.hasPrefix(start) && component.hasSuffix(end)
    }
}
