import Foundation

/// Makes a ``Report`` of what the compiler says of a package.
struct Reporting {
    let graph: PackageGraph
    let summary: LoweringSummary

    /// What a build printed, and whether it went well.
    struct Outcome {
        var output: [String] = []
        var succeeded = false
    }

    /// - Parameter tests: the build with tests; nil where it was not tried.
    func report(of build: Outcome, tests: Outcome?) -> Report {
        var diagnostics: Set<CompilerDiagnostic> = [], others: [String] = []
        for line in build.output + (tests?.output ?? []) {
            if let diagnostic = CompilerDiagnostic(line) {
                if diagnostic.severity == .error { diagnostics.insert(diagnostic) }
            } else if line.hasPrefix("error:") || line.contains(": error:"), !others.contains(line) {
                others.append(line)
            }
        }
        let failed = summary.problems.filter(\.isError).map(\.path)
        let testFiles = Set(testModules.flatMap(\.files))
        return report(
            diagnostics, others: others, builds: build.succeeded && failed.allSatisfy(testFiles.contains),
            testsBuild: tests.map { $0.succeeded && !failed.contains(where: testFiles.contains) })
    }

    private var testModules: [PackageGraph.Module] { graph.modules.filter { $0.target.type == "test" } }

    func report(_ diagnostics: Set<CompilerDiagnostic>, others: [String], builds: Bool, testsBuild: Bool? = nil) -> Report {
        // The lists of tests that SwiftPM writes are no part of the package; agate test lowers them.
        let own = diagnostics.filter { !$0.path.contains("PackageDiscoveredTests.derived") }
        let onlyLists = own.isEmpty && !diagnostics.isEmpty
        let failed = Set(graph.modules.filter { module in module.files.contains { path in own.contains { $0.path == path } } }.map(\.name))
        var packages = graph.packages.map { package(of: $0, own) }
        // Dependencies are named where there is something to say.
        packages = packages.enumerated().filter { $0.offset == 0 || $0.element.lowered > 0 || $0.element.errors > 0 }.map(\.element)
        return Report(
            packages: packages,
            limits: Limits(graph: graph, summary: summary).lines.filter { !$0.contains(" is left out: ") }
                + others.filter { _ in own.isEmpty },
            notReached: failed.isEmpty ? [] : notReached(failed), builds: builds, testsBuild: onlyLists ? true : testsBuild
        )
    }

    private func package(of package: PackageGraph.Package, _ diagnostics: Set<CompilerDiagnostic>) -> Report.Package {
        let modules = graph.modules.filter { $0.package.identity == package.identity }
        let files = Set(modules.flatMap(\.files))
        func short(_ path: String) -> String {
            path.hasPrefix(package.folder + "/") ? String(path.dropFirst(package.folder.count + 1)) : path
        }
        let own = diagnostics.filter { files.contains($0.path) || $0.path.hasPrefix(package.folder + "/") && !$0.path.contains("/.build/") }
        var places: [MissingSymbol: [Report.Place]] = [:], sources: [String: [Substring]] = [:]
        for diagnostic in own {
            if sources[diagnostic.path] == nil {
                sources[diagnostic.path] = ((try? Files.text(diagnostic.path)) ?? "").split(
                    separator: "\n", omittingEmptySubsequences: false)
            }
            let lines = sources[diagnostic.path]!, index = diagnostic.line - 1
            let missing = MissingSymbol(diagnostic, source: lines.indices.contains(index) ? String(lines[index]) : "")
            places[missing, default: []].append(
                .init(
                    file: short(diagnostic.path), line: diagnostic.line, column: diagnostic.column, message: diagnostic.message
                ))
        }
        let missing = places.map { missing, places in
            Report.Missing(
                kind: missing.kind, symbol: missing.symbol, module: missing.module, count: places.count,
                places: places.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
            )
        }.sorted { ($1.count, $0.symbol) < ($0.count, $1.symbol) }
        let tests = Set(testModules.flatMap(\.files))
        let rules = summary.rules.mapValues { paths in
            Dictionary(paths.filter { files.contains($0.key) }.map { (short($0.key), $0.value) }, uniquingKeysWith: +)
        }.filter { !$0.value.isEmpty }
        return Report.Package(
            name: package.manifest.name, folder: package.folder, files: files.count, lowered: summary.lowered.filter(files.contains).count,
            rules: rules,
            excluded: summary.excluded.filter { files.contains($0.path) }.map { .init(file: short($0.path), reason: $0.reason) },
            problems: summary.problems.filter { files.contains($0.path) }, errors: own.count { !tests.contains($0.path) },
            testErrors: own.count { tests.contains($0.path) }, missing: missing
        )
    }

    /// What depends on a target that does not compile, directly or not.
    private func notReached(_ failed: Set<String>) -> [String] {
        var behind: Set<String> = []
        for module in graph.modules where !failed.contains(module.name) {
            if module.dependencies.contains(where: { failed.contains($0) || behind.contains($0) }) { behind.insert(module.name) }
        }
        return behind.sorted()
    }
}
