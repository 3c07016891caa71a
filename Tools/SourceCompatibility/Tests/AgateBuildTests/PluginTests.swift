import XCTest
@testable import AgateBuild

/// Macros, build plugins and the programs that they run are made for the machine that builds.
final class PluginTests: XCTestCase {
    private let manifest = #"""
        {"name":"P","products":[],"targets":[
        {"name":"App","type":"regular","dependencies":[{"byName":["Macros",null]},{"byName":["Core",null]}],"pluginUsages":[{"plugin":["Words",null]}]},
        {"name":"Core","type":"regular"},
        {"name":"Macros","type":"macro","dependencies":[{"byName":["MacroParts",null]},{"byName":["Core",null]}]},
        {"name":"MacroParts","type":"regular"},
        {"name":"Words","type":"plugin","dependencies":[{"byName":["maker",null]}]},
        {"name":"maker","type":"executable"},
        {"name":"T","type":"test","dependencies":[{"byName":["Macros",null]},{"byName":["App",null]}]}]}
        """#

    private func graph(_ folder: String) throws -> PackageGraph {
        PackageGraph(packages: [
            .init(identity: "p", folder: folder, manifest: try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8)), isRoot: true)
        ])
    }

    private let files = [
        "Sources/App/a.swift": "import UIKit\nclass A: UIView {}\n",
        "Sources/Core/c.swift": "import Foundation\n@objc class C: NSObject {}\n",
        "Sources/Macros/m.swift": "import SwiftSyntax\n#if os(iOS)\nlet m = 1\n#endif\n",
        "Sources/MacroParts/p.swift": "import SwiftSyntax\n",
        "Plugins/Words/w.swift": "import PackagePlugin\n", "Sources/maker/main.swift": "#if os(iOS)\nlet m = 1\n#endif\n",
        "Tests/T/t.swift": "import XCTest\n", "toolset.json": "{}",
    ]

    func testWhatRunsOnTheMachineThatBuildsStaysAsItIs() throws {
        let folder = try temporaryFolder(files), graph = try graph(folder)
        XCTAssertEqual(graph.hostModules, ["Macros", "MacroParts", "Words", "maker"])
        XCTAssertEqual(graph.sharedWithTools, ["Core"])
        XCTAssertTrue(graph.usesPlugins)
        let sources = LoweredSources(scratch: folder + "/s")
        let summary = try sources.update(graph, policy: .init(), toolset: Toolset(folder: folder))
        XCTAssertEqual(summary.excluded.map(\.path), [folder + "/Sources/App/a.swift"], "of a toolset without UIKit")
        XCTAssertTrue(summary.lowered.allSatisfy { !$0.contains("/Macro") && !$0.contains("/maker/") && !$0.contains("/Plugins/") })
        let lines = Limits(graph: graph, summary: summary).lines
        XCTAssertEqual(lines.filter { $0.hasPrefix("Core is a part of a macro or a build plugin") }.count, 1, "\(lines)")
    }

    /// What plugins wrote is lowered like what people wrote, as long as SwiftPM compiles it.
    func testFilesOfPluginsAreLowered() throws {
        let folder = try temporaryFolder(files), made = folder + "/s/plugins/outputs/p/App/destination/Words/w.swift"
        func lowered() throws -> [String] {
            let whole = try graph(folder).withGenerated(scratch: folder + "/s", configuration: "debug")
            return try LoweredSources(scratch: folder + "/s").update(whole, policy: .init(), toolset: Toolset(folder: folder)).lowered
        }
        try Files.write("import Foundation\nclass W: NSObject { @objc func w() {} }\n", to: made)
        XCTAssertFalse(try lowered().contains(made), "an earlier plugin's")
        let map = folder + "/s/x86/debug/App.build/output-file-map.json"
        try Files.write(#"{"\#(made)":{"object":"x.o"},"":{}}"#, to: map)
        XCTAssertTrue(try lowered().contains(made))
        try Files.write("{}", to: map)
        XCTAssertFalse(try lowered().contains(made))
    }

    func testWhatRunBuilds() throws {
        for (rest, options, program) in [
            (["-j", "2", "tool", "--report"], ["-j", "2"], "tool"), (["--verbose"], ["--verbose"], nil),
            (["-Xswiftc", "-O", "--", "x"], ["-Xswiftc", "-O"], nil),
            ([], [], nil),
        ] as [([String], [String], String?)] {
            let split = PackageCommand.split(rest)
            XCTAssertEqual(split.options, options)
            XCTAssertEqual(split.program, program)
        }
        for (rest, isFine) in [
            (["--build-system", "native"], true), (["--build-system=swiftbuild"], false), (["--build-system", "xcode"], false),
        ] {
            let check = Result { try Invocation(command: "build", arguments: rest).checkBuildSystem() }
            if isFine {
                XCTAssertNoThrow(try check.get())
            } else {
                XCTAssertThrowsError(try check.get()) { XCTAssertEqual(ExitStatus.of($0), ExitStatus.usage) }
            }
        }
    }
}
