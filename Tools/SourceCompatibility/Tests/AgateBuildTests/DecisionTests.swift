import Lowering
import XCTest
@testable import AgateBuild

/// What is kept between runs holds as long as everything that decided it: a table of all that does, each changed on its own, and what is
/// made then is what is made from nothing.
final class DecisionTests: XCTestCase {
    /// A package and what is around it. The app wants two modules, of which there is none.
    private struct Case {
        var manifest =
            #"{"name":"P","products":[],"targets":[{"name":"App","type":"regular","dependencies":[]}]}"#
        var files = [
            "Sources/App/a.swift": "import Photos\nimport UIKit\nlet library = PHPhotoLibrary.shared()\n",
            "Sources/App/b.swift":
                "import UIKit\nclass B: UIView {\n    @objc func tapped() {}\n}\n#if os(iOS)\nlet a = 1\n#else\nlet a = 2\n#endif\n",
        ]
        var policy = LoweringPolicy()
        var modules = ["UIKit"]
        var stamp = "one"
    }

    /// The name of a change, and the change; each decides something.
    private let changes: [(String, (inout Case) -> Void)] = [
        (
            "a module in Swift that files wanted",
            {
                $0.manifest = DecisionTests.manifest(#"{"name":"Photos","type":"regular"}"#)
                $0.files["Sources/Photos/p.swift"] = "public class PHPhotoLibrary {}\n"
            }
        ),
        (
            "a module in C that files wanted",
            {
                $0.manifest = DecisionTests.manifest(#"{"name":"Photos","type":"regular"}"#)
                $0.files["Sources/Photos/p.c"] = "int photos;\n"
            }
        ),
        (
            "a library of the system that files wanted",
            {
                $0.manifest = DecisionTests.manifest(#"{"name":"Photos","type":"system"}"#)
                $0.files["Sources/Photos/module.modulemap"] = "module Photos {}\n"
            }
        ),
        ("a binary that files wanted", { $0.manifest = DecisionTests.manifest(#"{"name":"Photos","type":"binary"}"#) }),
        ("a module of the toolset that files wanted", { $0.modules.append("Photos") }),
        ("a module of the toolset that goes", { $0.modules = [] }),
        ("another toolset", { $0.stamp = "two" }),
        ("a source", { $0.files["Sources/App/b.swift"]! += "extension B { @objc func more() {} }\n" }),
        ("a source that comes", { $0.files["Sources/App/c.swift"] = "import UIKit\nextension B { @objc func c() {} }\n" }),
        ("a source that goes", { $0.files["Sources/App/b.swift"] = nil }),
        ("another system", { $0.policy.conditions["os(iOS)"] = false }),
        ("a condition", { $0.policy.conditions["DEBUG"] = true }),
        ("chains that name Linux", { $0.policy.respectsLinuxBranches = false }),
        ("imports that become others", { $0.policy.replacedModules["Photos"] = "Foundation" }),
        ("imports that go", { $0.policy.droppedModules.insert("Photos") }),
        ("releases", { $0.policy.newestVersions["iOS"] = .init(15) }),
        (
            "a target that becomes a macro",
            { $0.manifest = $0.manifest.replacingOccurrences(of: #""name":"App","type":"regular""#, with: #""name":"App","type":"macro""#) }
        ),
        (
            "a file that is excluded",
            { $0.manifest = $0.manifest.replacingOccurrences(of: #""type":"#, with: #""exclude":["b.swift"],"type":"#) }
        ),
    ]

    private static func manifest(_ target: String) -> String {
        #"{"name":"P","products":[],"targets":[{"name":"App","type":"regular","dependencies":[{"byName":["Photos",null]}]},\#(target)]}"#
    }

    /// What the compiler is shown, by paths in the package.
    private struct Shown: Equatable {
        var files: [String: String] = [:]
        var excluded: [String] = []
        var problems: [String] = []
    }

    private func set(_ folder: String, to wanted: Case) throws -> (PackageGraph, Toolset) {
        for path in Files.below(folder + "/p") where wanted.files[path] == nil { Files.remove("\(folder)/p/\(path)") }
        for (path, text) in wanted.files { try Files.write(text, to: "\(folder)/p/\(path)") }
        Files.remove(folder + "/set")
        for name in wanted.modules { try Files.write("", to: "\(folder)/set/modules/\(name).swiftmodule") }
        for name in ["toolset.json", "stamp"] { try Files.write(wanted.stamp, to: "\(folder)/set/\(name)") }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(wanted.manifest.utf8))
        let graph = PackageGraph(packages: [.init(identity: "p", folder: folder + "/p", manifest: manifest, isRoot: true)])
        return (graph, try Toolset(folder: folder + "/set"))
    }

    private func shown(_ folder: String, _ wanted: Case) throws -> Shown {
        let (graph, toolset) = try set(folder, to: wanted), sources = LoweredSources(scratch: folder + "/scratch")
        let summary = try sources.update(graph, policy: wanted.policy, toolset: toolset)
        func short(_ path: String) -> String { path.replacingOccurrences(of: folder, with: "") }
        // Through the overlay, as the compiler finds it.
        let text = try Files.text(folder + "/scratch/agate/overlay.yaml")
        let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var shown = Shown(excluded: summary.excluded.map { short($0.path) + $0.reason }, problems: summary.problems.map { short($0.text) })
        for root in try XCTUnwrap(json["roots"] as? [[String: String]]) {
            shown.files[short(root["name"]!)] = short(try Files.text(root["external-contents"]!))
        }
        return shown
    }

    func testEverythingThatDecidesDecidesAgain() throws {
        let here = try temporaryFolder([:]), clean = try temporaryFolder([:])
        for (name, change) in changes {
            var changed = Case()
            change(&changed)
            for folder in [here, clean] { Files.remove(folder) }
            let first = try shown(here, Case())
            XCTAssertEqual(first.excluded, ["/p/Sources/App/a.swiftimports Photos"])
            let sources = LoweredSources(scratch: here + "/scratch"), key = sources.state?.key
            let second = try shown(here, changed)
            XCTAssertNotEqual(sources.state?.key, key, "\(name) is no part of the key")
            XCTAssertEqual(second, try shown(clean, changed), "\(name): not what is made from nothing")
            XCTAssertEqual(try shown(here, Case()), first, "\(name): not the same when it is taken back")
        }
    }

    func testWithoutAChangeNothingIsWritten() throws {
        let folder = try temporaryFolder([:])
        _ = try shown(folder, Case())
        func numbers() -> [UInt64] {
            Files.below(folder + "/scratch").map { path in
                var status = stat()
                stat("\(folder)/scratch/\(path)", &status)
                return UInt64(status.st_ino)
            }
        }
        let before = numbers()
        XCTAssertEqual(before.count, 5, "two copies, the overlay, the toolset and the state")
        _ = try shown(folder, Case())
        XCTAssertEqual(numbers(), before)
    }

    /// What a run that was killed, or a full disk, may leave of any file that is kept.
    func testTornAndLostFilesAreMadeAgain() throws {
        let folder = try temporaryFolder([:]), first = try shown(folder, Case())
        for path in Files.below(folder + "/scratch") {
            let text = try Files.text("\(folder)/scratch/\(path)")
            for damage in [nil, "", String(text.prefix(text.count / 2)), text + "x"] as [String?] {
                Files.remove("\(folder)/scratch/\(path)")
                if let damage { try Files.write(damage, to: "\(folder)/scratch/\(path)") }
                XCTAssertEqual(try shown(folder, Case()), first, "\(path): \(damage ?? "gone")")
            }
        }
    }

    /// A run that ends between any two of its writes leaves something that the next one puts right, also when the change is taken back.
    func testObjectsOfLostStateGo() throws {
        let folder = try temporaryFolder([:])
        _ = try shown(folder, Case())
        let source = folder + "/p/Sources/App/b.swift", object = folder + "/scratch/x/debug/App.build/b.swift.o"
        try Files.write(
            #"{"\#(source)":{"object":"\#(object)"}}"#, to: folder + "/scratch/x/debug/App.build/output-file-map.json")
        try Files.write("", to: object)
        _ = try shown(folder, Case())
        XCTAssertTrue(Files.exists(object))
        // What it was compiled from is unknown.
        Files.remove(folder + "/scratch/agate/state.json")
        _ = try shown(folder, Case())
        XCTAssertFalse(Files.exists(object))
    }
}
