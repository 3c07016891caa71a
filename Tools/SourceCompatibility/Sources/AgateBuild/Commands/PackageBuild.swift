import Foundation
import Lowering

/// Builds of one package: lowering, SwiftPM, and both again where the build itself made files that need lowering.
struct PackageBuild {
    let command: PackageCommand
    let graph: PackageGraph
    let policy: LoweringPolicy
    let toolset: Toolset
    let arguments: [String]
    /// A plugin's file that changes another one's text again and again ends here.
    private static let rounds = 3

    /// Lowers what there is.
    @discardableResult func update() throws -> LoweringSummary {
        let configuration = command.invocation.configuration ?? "debug"
        let whole = graph.withGenerated(scratch: command.scratch, configuration: configuration)
        return try command.sources.update(whole, policy: policy, toolset: toolset)
    }

    /// Runs a build, and again while build plugins wrote files that are lowered otherwise than those before.
    /// - Returns: SwiftPM's status.
    func run(_ summary: inout LoweringSummary, _ build: () throws -> Int32) throws -> Int32 {
        var status = try build()
        for _ in 1..<Self.rounds where graph.usesPlugins {
            let before = command.sources.state?.entries
            summary = try update()
            if command.sources.state?.entries == before { break }
            message("lowering what build plugins wrote, and building again")
            status = try build()
        }
        if status == 0 { ResourceBundles.link(scratch: command.scratch) }
        return status
    }

    /// Builds the tests, and makes their lists take tests on the main actor.
    func tests(_ summary: inout LoweringSummary, _ options: [String]) throws {
        let place = try Program.capture("swift", ["build"] + arguments + ["--show-bin-path"])
        let products = place.output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard place.status == 0 else { throw BuildError(place.errors.trimmingCharacters(in: .whitespacesAndNewlines)) }
        var isListBroken = false
        func build() throws -> Int32 {
            isListBroken = false
            return try Program.lines("swift", ["build", "--build-tests"] + arguments + options) { line in
                // The lists that SwiftPM has just written may not compile yet.
                if line.contains("PackageDiscoveredTests") && line.contains("error:") { isListBroken = true }
                if !isListBroken { print(line) }
            }
        }
        var status = try run(&summary, build)
        let lists = DiscoveredTests.lists(in: products).mapValues(DiscoveredTests.lowered)
        let isNew = try !lists.isEmpty && command.sources.add(lists)
        if isNew, status == 0 || isListBroken { status = try build() }
        if status != 0 { exit(status) }
        try TestMedia.copy(of: graph, to: products, list: command.scratch + "/agate/test-media")
    }
}
