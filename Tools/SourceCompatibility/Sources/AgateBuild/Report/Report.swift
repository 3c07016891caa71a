import Foundation

/// What `--report` says: per package what was lowered, by rule, and what is missing, by symbol.
struct Report: Codable {
    struct Place: Codable, Hashable {
        let file: String
        let line: Int
        let column: Int
        let message: String
    }
    struct Missing: Codable {
        let kind: MissingSymbol.Kind
        let symbol: String
        let module: String
        let count: Int
        let places: [Place]
    }
    struct Excluded: Codable {
        let file: String
        let reason: String
    }
    struct Package: Codable {
        let name: String
        let folder: String
        let files: Int
        let lowered: Int
        /// How often each rule was used, by rule and file.
        let rules: [String: [String: Int]]
        let excluded: [Excluded]
        /// What a rule saw and could not lower.
        let problems: [LoweringSummary.Problem]
        /// In sources that are no tests.
        let errors: Int
        let testErrors: Int
        let missing: [Missing]
    }

    let packages: [Package]
    /// What of the package can't be built on Linux at all.
    let limits: [String]
    /// Targets that were not reached, since one that they depend on does not compile.
    let notReached: [String]
    /// Whether it builds without its tests.
    let builds: Bool
    /// Whether its tests build; nil where it has none, or where they were not reached.
    let testsBuild: Bool?

    func write(json path: String?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        if let path {
            let text = String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
            if path == "-" { return print(text, terminator: "") }
            try Files.write(text, to: Files.absolute(path))
        }
        print(text, terminator: "")
    }

    /// For people.
    var text: String {
        var lines: [String] = []
        for package in packages {
            lines.append(
                "\(package.name): \(package.files) files, \(package.lowered) lowered, \(package.errors) errors"
                    + (package.testErrors > 0 ? ", \(package.testErrors) in tests" : ""))
            for (rule, files) in package.rules.sorted(by: {
                ($1.value.values.reduce(0, +), $0.key) < ($0.value.values.reduce(0, +), $1.key)
            }) {
                lines.append("  lowered  \(rule): \(files.values.reduce(0, +)) in \(files.count) \(files.count == 1 ? "file" : "files")")
            }
            for file in package.excluded { lines.append("  left out \(file.file): \(file.reason)") }
            for problem in package.problems { lines.append("  rule     \(problem.text)") }
            for missing in package.missing {
                let module = missing.module.isEmpty || missing.kind == .module ? "" : " (\(missing.module))"
                lines.append("  missing  \(missing.count) × \(missing.kind.rawValue) \(missing.symbol)\(module)")
                for place in missing.places.prefix(3) {
                    lines.append("             \(place.file):\(place.line):\(place.column): \(place.message)")
                }
                if missing.places.count > 3 { lines.append("             and \(missing.places.count - 3) more") }
            }
        }
        for limit in limits { lines.append("note: \(limit)") }
        if !notReached.isEmpty { lines.append("not reached: \(notReached.joined(separator: ", "))") }
        lines.append(builds ? "It builds." : "It does not build.")
        if let testsBuild { lines.append(testsBuild ? "Its tests build." : "Its tests do not build.") }
        return lines.joined(separator: "\n") + "\n"
    }
}
