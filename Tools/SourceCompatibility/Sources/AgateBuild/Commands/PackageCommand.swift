import Foundation
import Lowering

/// `agate build`, `agate test`, `agate run`: SwiftPM's commands of the same name, for packages written for Apple's platforms.
struct PackageCommand {
    static let help = """
        OVERVIEW: Builds, tests or runs a package written for Apple's platforms, as it is: its sources and Package.swift stay untouched.

        USAGE: agate build [options] [swift build options]
               agate test  [options] [swift test options]
               agate run   [options] [swift run options] [program [arguments]]

        OPTIONS:
          --package-path DIR     The package; the working directory if not said.
          --scratch-path DIR     The build folder; the package's .build if not said. Lowered copies are in its folder agate.
          --agate-toolset DIR    A toolset made by agate toolset --prefix DIR, as it is, instead of the cache's, which follows the checkout.
          --static               Links Agate into programs, instead of using a shared library.
          --treat-as SYSTEM      The system that #if os(…) takes: iOS (the default), tvOS, macOS, or Linux (nothing is rewritten).
          --treat CONDITION=BOOL One condition, such as canImport(AppKit)=false or targetEnvironment(simulator)=true; as often as needed.
          --report               Prints what was lowered and what is missing, by package, rule and symbol. The package is built with its tests.
          --report-json FILE     The same for programs; - for the standard output.
        Everything else goes to SwiftPM.
        """

    let invocation: Invocation
    let folder: String
    let scratch: String

    init(invocation: Invocation) throws {
        self.invocation = invocation
        let path = invocation.value("--package-path") ?? "."
        folder = Files.absolute(path)
        guard Files.exists(folder + "/Package.swift") else {
            throw BuildError("no Package.swift in \(folder); a project of Xcode alone needs one: see Documentation/SourceCompatibility.md")
        }
        scratch = Files.absolute(invocation.value("--scratch-path") ?? folder + "/.build")
    }

    func run() throws {
        let toolset = try self.toolset()
        let policy = try Policy(invocation)
        let lock = try FileLock(scratch + "/agate/lock")
        let graph = try PackageGraph.cached(folder, scratch: scratch, arguments: resolving)
        let sources = LoweredSources(scratch: scratch)
        let summary = try sources.update(graph, policy: policy.lowering, policyName: policy.name, toolset: toolset)
        let arguments =
            ["--package-path", folder, "--scratch-path", scratch, "--toolset", toolset.file, "--toolset", sources.toolsetFile]
            + (invocation.configuration.map { ["-c", $0] } ?? [])

        if invocation.has("--report") || invocation.value("--report-json") != nil {
            let report = try Reporting(graph: graph, summary: summary).report(
                arguments + Self.findingTests(in: graph, invocation.rest) + buildOptions)
            try report.write(json: invocation.value("--report-json"))
            exit(report.builds ? 0 : 1)
        }
        tell(graph, summary)
        let hasErrors = summary.problems.contains(where: \.isError)
        switch invocation.command {
        case "build":
            let finds = invocation.rest.contains("--build-tests") ? Self.findingTests(in: graph, invocation.rest) : []
            let status = try Program.run("swift", ["build"] + arguments + finds + invocation.rest)
            withExtendedLifetime(lock) {}
            exit(status == 0 && hasErrors ? 1 : status)
        case "test":
            let finds = Self.findingTests(in: graph, invocation.rest)
            try prepareTests(sources, graph, arguments + finds)
            try Program.become("swift", ["test"] + arguments + finds + invocation.rest)
        default:
            try Program.become("swift", ["run"] + arguments + invocation.rest)
        }
    }

    /// SwiftPM takes tests from a list in `LinuxMain.swift`, where there is one. Apple's systems never look at it, so it may be years old:
    /// they are found instead.
    private static func findingTests(in graph: PackageGraph, _ rest: [String]) -> [String] {
        let hasList = ["LinuxMain.swift", "XCTMain.swift"].contains { Files.exists("\(graph.root.folder)/Tests/\($0)") }
        return hasList && !rest.contains { $0.hasSuffix("able-test-discovery") } ? ["--enable-test-discovery"] : []
    }

    private func toolset() throws -> Toolset {
        if let folder = invocation.value("--agate-toolset") { return try Toolset(folder: folder) }
        if let folder = ProcessInfo.processInfo.environment["AGATE_TOOLSET"], !folder.isEmpty { return try Toolset(folder: folder) }
        var installer = ToolsetInstaller(checkout: try .find())
        // Two copies of Swift's runtime in one program would not know each other's types.
        installer.isStatic = invocation.has("--static") || invocation.rest.contains("--static-swift-stdlib")
        return try installer.cached()
    }

    /// Files and targets that are left out, and what no rule could lower.
    private func tell(_ graph: PackageGraph, _ summary: LoweringSummary) {
        for line in Limits(graph: graph, summary: summary).lines { message(line) }
        for problem in summary.problems { FileHandle.standardError.write(Data((problem.text + "\n").utf8)) }
    }

    /// Builds the tests, and makes their lists take tests on the main actor.
    private func prepareTests(_ sources: LoweredSources, _ graph: PackageGraph, _ arguments: [String]) throws {
        let place = try Program.capture("swift", ["build"] + arguments + ["--show-bin-path"])
        let products = place.output.trimmingCharacters(in: .whitespacesAndNewlines)
        var isListBroken = false
        let status = try Program.lines("swift", ["build", "--build-tests"] + arguments + buildOptions) { line in
            // The lists that SwiftPM has just written may not compile yet.
            if line.contains("PackageDiscoveredTests") && line.contains("error:") { isListBroken = true }
            if !isListBroken { print(line) }
        }
        let lists = DiscoveredTests.lists(in: products).mapValues(DiscoveredTests.lowered)
        let isNew = try !lists.isEmpty && sources.add(lists)
        if status != 0, !(isNew && isListBroken) { exit(status) }
        try TestMedia.copy(of: graph, to: products, list: scratch + "/agate/test-media")
    }

    /// Options of `swift test` that only choose and report tests, which `swift build` does not know.
    private var buildOptions: [String] {
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
    private var resolving: [String] {
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
}
