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
          --scratch-path DIR     The build folder; the package's .build if not said, or one in the cache where that can't be written.
                                 Lowered copies are in its folder agate.
          --agate-toolset DIR    A toolset made by agate toolset --prefix DIR, as it is, instead of the cache's, which follows the checkout.
          --static               Links Agate into programs, instead of using a shared library.
          --treat-as SYSTEM      The system that #if os(…) takes: iOS (the default), tvOS, macOS, or Linux (nothing is rewritten).
          --treat CONDITION=BOOL One condition, such as canImport(AppKit)=false or targetEnvironment(simulator)=true; as often as needed.
          --watch                For run: builds again when sources change, and runs the new program with its window in the same place. A
                                 build that fails leaves the old program running. Control-C ends both.
          --report               Prints what was lowered and what is missing, by package, rule and symbol. The package is built with its tests.
          --report-json FILE     The same for programs; - for the standard output.
        Everything else goes to SwiftPM.

        Ends with 1 where the package does not build or a test fails, 2 for a package or a folder that can't be used, 64 for a wrong
        command line, 75 where trying again may help (a full disk), a signal's number and 128, or what the program that was run ends with.
        """

    let invocation: Invocation
    let folder: String
    let scratch: String
    let sources: LoweredSources

    init(invocation: Invocation) throws {
        self.invocation = invocation
        folder = Files.absolute(invocation.value("--package-path") ?? ".")
        guard Files.exists(folder + "/Package.swift") else {
            throw BuildError("no Package.swift in \(folder); an Xcode project needs one: see Documentation/SourceCompatibility.md")
        }
        try invocation.checkBuildSystem()
        scratch = try Self.scratch(of: folder, asked: invocation.value("--scratch-path"))
        sources = LoweredSources(scratch: scratch)
    }

    /// The build folder. A package that nobody may write into is built in the cache.
    static func scratch(of folder: String, asked: String?) throws -> String {
        let own = asked.map(Files.absolute) ?? folder + "/.build"
        if try Files.canWrite(in: own + "/agate") { return own }
        guard asked == nil else { throw BuildError("\(own) can't be written") }
        let other = try Files.cache() + "/packages/" + Digest.of(folder)
        message("\(folder) can't be written; it is built in \(other)")
        return other
    }

    /// A package that is ready to be built.
    struct Prepared {
        let lock: FileLock
        let graph: PackageGraph
        /// For SwiftPM.
        let arguments: [String]
        /// The lowered build; nil for a package that depends on Agate itself.
        var build: PackageBuild?
        var summary = LoweringSummary()
    }

    /// Reads the package and lowers what needs it.
    func prepare() throws -> Prepared {
        let policy = try Policy(invocation).lowering
        // Held to the last compilation: nobody else may change what the compiler is shown.
        let lock = try FileLock(scratch + "/agate/lock")
        let graph = try PackageGraph.cached(folder, scratch: scratch, arguments: resolving, compiler: Compiler.identity())
        let places = ["--package-path", folder, "--scratch-path", scratch],
            configuration = invocation.configuration.map { ["-c", $0] } ?? []
        // Its modules and those of a toolset would be two of each name.
        if graph.dependsOnAgate { return Prepared(lock: lock, graph: graph, arguments: places + configuration) }
        let toolset = try self.toolset()
        let file = try toolset.corrected(copy: scratch + "/agate/moved-toolset.json")
        let arguments = places + ["--toolset", file, "--toolset", sources.toolsetFile] + configuration
        let build = PackageBuild(command: self, graph: graph, policy: policy, toolset: toolset, arguments: arguments)
        return Prepared(lock: lock, graph: graph, arguments: arguments, build: build, summary: try build.update())
    }

    func run() throws {
        if invocation.has("--watch") {
            var session = WatchSession(self)
            try session.run()
        }
        let prepared = try prepare(), lock = prepared.lock, graph = prepared.graph, arguments = prepared.arguments
        guard let build = prepared.build else {
            lock.release()
            message("the package depends on Agate itself; SwiftPM builds it without a toolset and without lowering")
            try Program.become("swift", [invocation.command] + arguments + invocation.rest)
        }
        let toolset = build.toolset
        var summary = prepared.summary

        if invocation.has("--report") || invocation.value("--report-json") != nil {
            let report = try report(graph, &summary, build)
            try report.write(json: invocation.value("--report-json"))
            lock.release()
            exit(report.builds ? 0 : ExitStatus.failed)
        }
        tell(graph, summary)
        switch invocation.command {
        case "build":
            let finds = invocation.rest.contains("--build-tests") ? Self.findingTests(in: graph, invocation.rest) : []
            let chosen = invocation.rest.contains { ["--target", "--product", "--build-tests"].contains($0) }
            let targets = chosen ? nil : graph.targetsWithoutObjectiveC
            if let targets { message("the targets that need no Objective-C are built: \(targets.joined(separator: ", "))") }
            let status = try build.run(&summary) {
                guard let targets else { return try Program.run("swift", ["build"] + arguments + finds + invocation.rest) }
                for target in targets {
                    let status = try Program.run("swift", ["build"] + arguments + ["--target", target] + invocation.rest)
                    if status != 0 { return status }
                }
                return 0
            }
            lock.release()
            exit(status == 0 && summary.problems.contains(where: \.isError) ? ExitStatus.failed : status)
        case "test":
            let finds = Self.findingTests(in: graph, invocation.rest)
            try build.tests(&summary, finds + buildOptions)
            lock.release()
            toolset.lock?.release()
            // Nothing is left to be built: what others show to the compiler meanwhile is not for these tests.
            let skips = invocation.rest.contains("--skip-build") ? [] : ["--skip-build"]
            try Program.become("swift", ["test"] + arguments + finds + skips + invocation.rest)
        default:
            // Where SwiftPM would not know which program to run, it says so, and there is nothing to build.
            guard let options = runOptions(of: graph) else { try Program.become("swift", ["run"] + arguments + invocation.rest) }
            // As SwiftPM does: what the program prints is all that stands on standard output.
            let status = try build.run(&summary) { try Program.run("swift", ["build"] + arguments + options, asMessages: true) }
            guard status == 0 else { exit(status) }
            lock.release()
            toolset.lock?.release()
            let skips = invocation.rest.contains("--skip-build") ? [] : ["--skip-build"]
            try Program.become("swift", ["run"] + arguments + skips + invocation.rest)
        }
    }

    /// Builds, first without tests: those that don't compile say nothing of the package.
    private func report(_ graph: PackageGraph, _ summary: inout LoweringSummary, _ build: PackageBuild) throws -> Report {
        func outcome(_ options: [String]) throws -> Reporting.Outcome {
            var outcome = Reporting.Outcome()
            let status = try build.run(&summary) {
                outcome.output = []
                return try Program.lines("swift", ["build"] + build.arguments + options + buildOptions) { outcome.output.append($0) }
            }
            outcome.succeeded = status == 0
            return outcome
        }
        let plain = try outcome([])
        let hasTests = graph.root.manifest.targets.contains { $0.type == "test" }
        let tests = hasTests && plain.succeeded ? try outcome(["--build-tests"] + Self.findingTests(in: graph, invocation.rest)) : nil
        return Reporting(graph: graph, summary: summary).report(of: plain, tests: tests)
    }

    /// SwiftPM takes tests from a list in `LinuxMain.swift`, where there is one. Apple's systems never look at it, so it may be years old:
    /// they are found instead.
    private static func findingTests(in graph: PackageGraph, _ rest: [String]) -> [String] {
        let hasList = ["LinuxMain.swift", "XCTMain.swift"].contains { Files.exists("\(graph.root.folder)/Tests/\($0)") }
        return hasList && !rest.contains { $0.hasSuffix("able-test-discovery") } ? ["--enable-test-discovery"] : []
    }

    private func toolset() throws -> Toolset {
        let named = invocation.value("--agate-toolset") ?? ProcessInfo.processInfo.environment["AGATE_TOOLSET"] ?? ""
        if !named.isEmpty {
            // In use, so that agate toolset --prefix waits; where there is no place for locks, nobody looks for one.
            let lock = try? FileLock(Toolset.lockFile(named), .shared)
            var toolset = try Toolset(folder: named)
            try toolset.check(compiler: Compiler.version())
            toolset.lock = lock
            return toolset
        }
        var installer = ToolsetInstaller(checkout: try .find())
        // Two copies of Swift's runtime in one program would not know each other's types.
        installer.isStatic = invocation.has("--static") || invocation.rest.contains("--static-swift-stdlib")
        return try installer.cached()
    }

    /// Files and targets that are left out, and what no rule could lower.
    func tell(_ graph: PackageGraph, _ summary: LoweringSummary) {
        for line in Limits(graph: graph, summary: summary).lines { message(line) }
        for problem in summary.problems { FileHandle.standardError.write(Data((problem.text + "\n").utf8)) }
    }
}
