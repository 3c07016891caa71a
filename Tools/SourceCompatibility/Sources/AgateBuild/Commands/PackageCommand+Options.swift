/// Which of the options for SwiftPM go to which of its commands.
extension PackageCommand {
    /// Options of `swift test` that only choose and report tests, which `swift build` does not know.
    var buildOptions: [String] {
        var options: [String] = [], index = 0
        let rest = invocation.rest,
            valued: Set = [
                "--filter", "--skip", "--num-workers", "--xunit-output", "-s", "--specifier", "--test-product", "--attachments-path",
            ]
        let plain: Set = [
            "--parallel", "--no-parallel", "-l", "--list-tests", "--skip-build", "--show-codecov-path", "--show-code-coverage-path",
        ]
        guard invocation.command == "test" else { return rest }
        while index < rest.count {
            let name = rest[index].split(separator: "=").first.map(String.init) ?? rest[index]
            if valued.contains(name) { index += rest[index].contains("=") ? 1 : 2; continue }
            if !plain.contains(name), name.hasPrefix("-") || (index > 0 && rest[index - 1].hasPrefix("-")) { options.append(rest[index]) }
            index += 1
        }
        return options
    }

    /// Options that decide what SwiftPM resolves.
    var resolving: [String] {
        let rest = invocation.rest
        return rest.indices.flatMap { index -> [String] in
            switch rest[index] {
            case "--disable-automatic-resolution", "--force-resolved-versions", "--only-use-versions-from-resolved-file", "--skip-update",
                "--enable-all-traits", "--disable-default-traits":
                [rest[index]]
            case "--traits", "--cache-path", "--config-path": index + 1 < rest.count ? [rest[index], rest[index + 1]] : []
            default: []
            }
        }
    }

    /// For `agate run`: what `swift build` needs to make the program that `swift run` will find; nil where that is not known.
    func runOptions(of graph: PackageGraph) -> [String]? {
        let (options, program) = Self.split(invocation.rest)
        guard let name = program ?? Self.onlyProgram(of: graph), !options.contains("--repl") else { return nil }
        return options.filter { !["--skip-build", "--debugger", "--run"].contains($0) } + ["--product", name]
    }

    /// The options of `swift run`, and the name of the program behind them.
    static func split(_ rest: [String]) -> (options: [String], program: String?) {
        var index = 0
        while index < rest.count, rest[index] != "--" {
            if !rest[index].hasPrefix("-") { return (Array(rest[..<index]), rest[index]) }
            index += Invocation.takesValue(rest[index]) ? 2 : 1
        }
        return (Array(rest[..<min(index, rest.count)]), nil)
    }

    /// The program that `swift run` takes where none is named.
    private static func onlyProgram(of graph: PackageGraph) -> String? {
        let manifest = graph.root.manifest
        let products = manifest.products.filter(\.isExecutable)
        let named = Set(products.flatMap(\.targets))
        let names = products.map(\.name) + manifest.targets.filter { $0.type == "executable" && !named.contains($0.name) }.map(\.name)
        return names.count == 1 ? names[0] : nil
    }
}
