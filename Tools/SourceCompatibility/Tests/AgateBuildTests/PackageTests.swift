import Lowering
import XCTest
@testable import AgateBuild

final class PackageTests: XCTestCase {
    private func graph(_ manifests: [(identity: String, json: String, files: [String])]) throws -> PackageGraph {
        PackageGraph(
            packages: try manifests.enumerated().map { index, package in
                .init(
                    identity: package.identity,
                    folder: try temporaryFolder(Dictionary(uniqueKeysWithValues: package.files.map { ($0, "") })),
                    manifest: try JSONDecoder().decode(Manifest.self, from: Data(package.json.utf8)), isRoot: index == 0
                )
            })
    }

    func testModulesOfOtherPackagesComeFirst() throws {
        let root =
            #"{"name":"Root","products":[],"targets":[{"name":"App","type":"executable","dependencies":[{"product":["Lib","lib",null,null]}]},"#
            + #"{"name":"AppTests","type":"test","dependencies":[{"byName":["App",null]}]}]}"#
        let library =
            #"{"name":"Library","products":[{"name":"Lib","targets":["lib-core"],"type":{"library":["automatic"]}}],"#
            + #""targets":[{"name":"lib-core","type":"regular"},{"name":"unused","type":"regular"}]}"#
        let graph = try graph([
            ("root", root, ["Sources/App/main.swift", "Tests/AppTests/t.swift"]),
            ("lib", library, ["Sources/lib-core/a.swift", "Sources/unused/b.swift"]),
        ])
        XCTAssertEqual(graph.modules.map(\.name), ["lib_core", "App", "AppTests"])
        XCTAssertEqual(graph.modules.map(\.dependencies), [[], ["lib_core"], ["App"]])
        XCTAssertEqual(graph.modules.map(\.files.count), [1, 1, 1])
    }

    /// Targets in Objective-C, and those over them, are left out where others remain.
    func testTargetsWithoutObjectiveC() throws {
        func targets(_ list: String, _ files: [String]) throws -> [String]? {
            try graph([("p", #"{"name":"P","products":[],"targets":[\#(list)]}"#, files)]).targetsWithoutObjectiveC
        }
        let twin = #"{"name":"A","type":"regular"},{"name":"B","type":"regular"},"#
        let files = ["Sources/A/a.swift", "Sources/B/b.m", "Sources/C/c.swift"]
        XCTAssertEqual(try targets(twin + #"{"name":"C","type":"regular","dependencies":[{"byName":["A",null]}]}"#, files), ["C"])
        XCTAssertEqual(try targets(twin + #"{"name":"C","type":"regular","dependencies":[{"byName":["B",null]}]}"#, files), ["A"])
        XCTAssertNil(try targets(#"{"name":"A","type":"regular"}"#, ["Sources/A/a.swift"]), "all can be built")
        XCTAssertNil(try targets(#"{"name":"B","type":"regular"}"#, ["Sources/B/b.m"]), "none can be built")
    }

    /// Of another package's targets in Objective-C nothing is compiled, and a file that imports one is left out; the root package's own
    /// targets over them are built.
    func testOtherPackagesInObjectiveC() throws {
        let root =
            #"{"name":"Root","products":[],"targets":[{"name":"A","type":"regular","dependencies":[{"product":["Dots","dots",null,null]}]}]}"#
        let dots =
            #"{"name":"Dots","products":[{"name":"Dots","targets":["Dots"],"type":{"library":["automatic"]}}],"#
            + #""targets":[{"name":"Dots","type":"regular"}]}"#
        let files = ["Sources/A/a.swift", "Sources/A/b.swift", "Sources/A/c.swift"]
        let graph = try graph([("root", root, files), ("dots", dots, ["Sources/Dots/d.m"])])
        let module = try XCTUnwrap(graph.modules.last), other = try XCTUnwrap(graph.modules.first)
        let texts = ["public class A {}", "import Dots\nclass B: Dots {}\n", "#if SWIFT_PACKAGE\nimport Dots\n#endif\nclass C: Dots {}\n"]
        for (path, text) in zip(module.files, texts) { try Files.write(text, to: path) }
        XCTAssertNil(graph.targetsWithoutObjectiveC)
        XCTAssertEqual(graph.objectiveCModules.map(\.name), ["Dots"])
        let scratch = try temporaryFolder(["set/toolset.json": "{}"]), sources = LoweredSources(scratch: scratch)
        let summary = try sources.update(
            graph, policy: LoweringPolicy(), toolset: Toolset(folder: scratch + "/set"))
        XCTAssertEqual(summary.excluded.map(\.path).sorted(), Array(module.files[1...]))
        let lines = Limits(graph: graph, summary: summary).lines
        XCTAssertTrue(
            lines.contains { $0.hasPrefix("dots/Dots is written in Objective-C") && $0.hasSuffix("left out, with what uses it") },
            "\(lines)")
        let toolset = try Files.text(sources.toolsetFile), overlay = try Files.text(scratch + "/agate/overlay.yaml")
        XCTAssertTrue(toolset.contains("-ivfsoverlay"), toolset)
        XCTAssertTrue(overlay.contains(other.otherFiles[0]), overlay)
        XCTAssertEqual(try Files.text(scratch + "/agate/empty"), "")
    }

    /// As in Xcode's test bundles, but for what the manifest says something of.
    func testPicturesOfTestsStandBesideTheProducts() throws {
        let json =
            #"{"name":"P","products":[],"targets":[{"name":"A","type":"regular"},"#
            + #"{"name":"T","type":"test","path":"T","exclude":["Out"],"resources":[{"path":"Named","rule":{"copy":{}}}]}]}"#
        let graph = try graph([
            (
                "p", json,
                [
                    "Sources/A/a.swift", "Sources/A/no.png", "T/t.swift", "T/Images/one.png", "T/two.JPG", "T/Named/three.png",
                    "T/Out/x.png",
                    "T/__Snapshots__/t/s.png", "T/Info.plist", "T/product.json", "T/R/Media.xcassets/icon.imageset/Contents.json",
                    "T/R/Media.xcassets/icon.imageset/one.png",
                ]
            )
        ])
        // A catalogue stays a folder, in which pictures are found.
        let catalogue = ["Media.xcassets/icon.imageset/Contents.json", "Media.xcassets/icon.imageset/one.png"]
        XCTAssertEqual(TestMedia.files(of: graph).keys.sorted(), catalogue + ["one.png", "product.json", "two.JPG"])
        let products = try temporaryFolder(["product.json": "mine", "three.png": ""]), list = products + "/list"
        try TestMedia.copy(of: graph, to: products, list: list)
        XCTAssertEqual(Files.below(products), catalogue + ["list", "one.png", "product.json", "three.png", "two.JPG"])
        XCTAssertEqual(try Files.text(products + "/product.json"), "mine")
        XCTAssertEqual(try Files.text(list), (catalogue + ["one.png", "two.JPG"]).joined(separator: "\n"))
        // A run that ended before it wrote the list, or in the middle of its copies, is put right.
        Files.remove(products + "/two.JPG")
        try Files.write("torn", to: products + "/one.png")
        try TestMedia.copy(of: graph, to: products, list: list)
        XCTAssertEqual(try Files.text(products + "/one.png"), "")
        XCTAssertTrue(Files.exists(products + "/two.JPG"))
        Files.remove(graph.root.folder + "/T/two.JPG")
        try TestMedia.copy(of: graph, to: products, list: list)
        XCTAssertEqual(Files.below(products), catalogue + ["list", "one.png", "product.json", "three.png"])
    }

    /// Folders of resources have the name that they have on Apple's systems, too.
    func testFoldersOfResourcesHaveTheNamesOfBundles() throws {
        let scratch = try temporaryFolder([
            "x/debug/P_A.resources/a.txt": "a", "x/release/P_B.resources/b.txt": "b", "x/debug/own.bundle/c.txt": "c",
        ])
        for _ in 0..<2 { ResourceBundles.link(scratch: scratch) }
        XCTAssertEqual(try Files.text(scratch + "/x/debug/P_A.bundle/a.txt"), "a")
        XCTAssertEqual(try Files.text(scratch + "/x/release/P_B.bundle/b.txt"), "b")
        XCTAssertEqual(try Files.text(scratch + "/x/debug/own.bundle/c.txt"), "c")
        // What is gone is not found under the other name either.
        Files.remove(scratch + "/x/debug/P_A.resources")
        ResourceBundles.link(scratch: scratch)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch + "/x/debug")
        XCTAssertEqual(names.sorted(), ["own.bundle"])
    }

    func testWhichFilesBelongToATarget() throws {
        let json =
            #"{"name":"P","products":[],"targets":[{"name":"A","type":"regular","path":"./Source/","exclude":["Info.plist","Skip/","one.swift"]},"#
            + #"{"name":"B","type":"regular","path":"Source/Skip","sources":["b.swift","Deep"]}]}"#
        let graph = try graph([
            (
                "p", json,
                [
                    "Source/a.swift", "Source/one.swift", "Source/Info.plist", "Source/Skip/b.swift", "Source/Skip/c.swift",
                    "Source/Skip/Deep/d.swift",
                    "Source/.hidden/x.swift", "Source/Two/one.swift", "Source/kernel.c", "Source/Media.xcassets/x.swift",
                ]
            )
        ])
        func names(_ index: Int) -> [String] { graph.modules[index].files.map { ($0 as NSString).lastPathComponent } }
        XCTAssertEqual(names(0), ["one.swift", "a.swift"])
        XCTAssertEqual(graph.modules[0].otherFiles.count, 1)
        XCTAssertEqual(names(1), ["d.swift", "b.swift"])
    }

    func testWhatCannotBeBuiltIsSaid() throws {
        let json =
            #"{"name":"P","products":[],"targets":[{"name":"A","type":"regular","resources":[{"path":"here.txt","rule":{"copy":{}}},"#
            + #"{"path":"gone.txt","rule":{"copy":{}}}],"dependencies":[{"target":["B",{"platformNames":["ios","tvos"]}]},{"byName":["C",null]}]},"#
            + #"{"name":"B","type":"regular"},{"name":"C","type":"binary"}]}"#
        let graph = try graph([("p", json, ["Sources/A/a.swift", "Sources/A/x.swift", "Sources/A/here.txt", "Sources/B/b.m"])])
        var summary = LoweringSummary()
        summary.excluded = [.init(path: graph.modules.first { $0.name == "A" }!.files[1], reason: "imports MetalKit")]
        let lines = Limits(graph: graph, summary: summary).lines
        XCTAssertEqual(lines.count, 5, lines.joined(separator: "\n"))
        XCTAssertTrue(lines.contains("Sources/A/x.swift is left out: imports MetalKit"), "\(lines)")
        XCTAssertTrue(lines.contains { $0.contains("gone.txt") })
        XCTAssertTrue(lines.contains { $0.contains("ios, tvos") })
        XCTAssertTrue(lines.contains { $0.hasPrefix("B is written in Objective-C") })
        XCTAssertTrue(lines.contains { $0.hasPrefix("C is a binary") })
    }

    func testArgumentsOfOursAndSwiftPMs() throws {
        let build = try Invocation(
            command: "build",
            arguments: ["-c", "release", "--report", "--package-path=x", "-Xswiftc", "--report", "--target", "A", "--treat", "a=true"])
        XCTAssertEqual(build.configuration, "release")
        XCTAssertTrue(build.has("--report"))
        XCTAssertEqual(build.value("--package-path"), "x")
        XCTAssertEqual(build.rest, ["-Xswiftc", "--report", "--target", "A"])
        XCTAssertEqual(build.all("--treat"), ["a=true"])
        let run = try Invocation(command: "run", arguments: ["-j", "2", "tool", "--report", "-c", "x"], stopsAtName: true)
        XCTAssertEqual(run.rest, ["-j", "2", "tool", "--report", "-c", "x"])
        XCTAssertFalse(run.has("--report"))
        XCTAssertThrowsError(try Invocation(command: "build", arguments: ["--package-path"]))
    }

    /// The compiler supports few language modes, and a manifest may name any.
    func testLanguageVersions() throws {
        func options(_ versions: String) throws -> [String] {
            try graph([
                (identity: "a", json: #"{"name": "A", "targets": [], "products": [], "swiftLanguageVersions": \#(versions)}"#, files: [])
            ])
            .languageOptions
        }
        XCTAssertEqual(try options(#"["5.0"]"#), ["-swift-version", "5"])
        XCTAssertEqual(try options(#"["5.0", "5"]"#), [])
        XCTAssertEqual(try options("null"), [])
        XCTAssertEqual(try options("[]"), [])
    }
}
